#include "core/calibration/step_hold_out.h"

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/base/fingerprint.h"
#include "core/base/parallel.h"

namespace fmplan::calibration {
namespace {

/// One fit that holds rows out.
struct HoldOut {
  std::vector<std::size_t> out;
  int part = 0;
};

std::vector<MeasuredPlace> places_of(const std::vector<PreparedStep>& rows) {
  std::map<StepPlace, MeasuredPlace> places;
  for (const PreparedStep& step : rows) {
    MeasuredPlace& entry = places[place_of(step.row->job)];
    entry.place = place_of(step.row->job);
    ++entry.num_rows;
    entry.most_accelerators = std::max(entry.most_accelerators, world_size(step.row->job.settings.plan));
  }
  std::vector<MeasuredPlace> list;
  for (auto& [place, entry] : places) list.push_back(std::move(entry));
  return list;
}

/// The rows held out, predicted by a fit to the others.
std::vector<HeldOutStep> predict_held_out(const std::vector<PreparedStep>& rows, const HoldOut& hold_out,
                                          const StepFitOptions& options) {
  const std::set<std::size_t> out(hold_out.out.begin(), hold_out.out.end());
  std::vector<PreparedStep> others;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!out.contains(i)) others.push_back(rows[i]);
  if (others.empty()) return {};
  StepProfile profile = fit_steps(others, options).profile;
  profile.places = places_of(others);
  std::vector<HeldOutStep> result;
  for (const std::size_t index : hold_out.out) {
    const StepObservation& row = *rows[index].row;
    const auto step = predicted_step(profile, row.job);
    if (!step) continue;
    const StepPlace place = place_of(row.job);
    const StepOutlook known = outlook(profile, place.framework, place.accelerator);
    result.push_back(
        {.log_ratio = std::log(row.time / step->total()),
         .amounts = error_amounts(*step, row.job.model.moe.has_value(), world_size(row.job.settings.plan), known),
         .position = position_of(row.job),
         .shares = step_side(*step, position_of(row.job)).shares,
         .place = place,
         .source = row.source,
         .kind = step_kind(row.job),
         .group = row.group,
         .part = hold_out.part,
         .index = index});
  }
  return result;
}

template <class Key>
std::vector<HoldOut> hold_outs(const std::vector<PreparedStep>& rows, const Key& key) {
  using KeyType = decltype(key(*rows.front().row));
  std::map<KeyType, HoldOut> by_key;
  for (std::size_t i = 0; i < rows.size(); ++i) by_key[key(*rows[i].row)].out.push_back(i);
  std::vector<HoldOut> list;
  for (auto& [value, hold_out] : by_key) {
    hold_out.part = static_cast<int>(list.size());
    list.push_back(std::move(hold_out));
  }
  return list;
}

/// Judged rows of one source.
struct Tally {
  int num_rows = 0;
  int inside_80 = 0;
  int inside_95 = 0;
  std::vector<double> widths;
  std::vector<double> errors;
  std::vector<double> errors_before;
};
using Tallies = std::map<std::string, Tally>;

void judge(const HeldOutStep& row, const StepErrorModel& model, double sigma, const std::vector<StepAnchor>& anchors,
           Tallies& tallies) {
  const StepInterval interval = interval_of(model, sigma, row.position, anchors);
  const double ratio = std::exp(row.log_ratio) / interval.factor;  // measured over predicted
  Tally& tally = tallies[row.source];
  ++tally.num_rows;
  tally.inside_80 += ratio >= interval.low_80 && ratio <= interval.high_80;
  tally.inside_95 += ratio >= interval.low_95 && ratio <= interval.high_95;
  tally.widths.push_back((interval.high_80 - interval.low_80) / 2);
  tally.errors.push_back(1 / ratio - 1);
  tally.errors_before.push_back(std::exp(-row.log_ratio) - 1);
}

StepCoverage coverage(const Tally& tally) {
  if (tally.num_rows == 0) return {};
  const auto share = [&](int inside) { return static_cast<double>(inside) / tally.num_rows; };
  return {.num_rows = tally.num_rows,
          .coverage_80 = share(tally.inside_80),
          .coverage_95 = share(tally.inside_95),
          .median_width_80 = summarise_errors(tally.widths).median};
}

/// Intervals for the rows of each part, made from the other parts' rows; with `anchored`, each row with one of its kind
/// as an anchor, where there is one.
Tallies judge_parts(const std::vector<HeldOutStep>& rows, const std::vector<MeasuredPlace>& places, bool anchored,
                    int threads) {
  std::map<int, std::vector<std::size_t>> parts;
  for (std::size_t i = 0; i < rows.size(); ++i) parts[rows[i].part].push_back(i);
  const std::vector<std::vector<std::size_t>> list = [&] {
    std::vector<std::vector<std::size_t>> all;
    for (auto& [part, indices] : parts) all.push_back(std::move(indices));
    return all;
  }();
  const auto anchors = next_alike(rows);
  std::vector<Tallies> judged(list.size());
  parallel_for(std::ssize(list), threads, [&](std::int64_t number) {
    const auto p = static_cast<std::size_t>(number);
    std::vector<HeldOutStep> others;
    for (const HeldOutStep& row : rows)
      if (row.part != rows[list[p].front()].part) others.push_back(row);
    if (others.empty()) return;
    const ErrorFit fit = fit_error_model(others, places);
    const auto sigma = [&](const HeldOutStep& row) {
      return place_spread(fit.places, row.place) * spread(fit.model, row.amounts);
    };
    for (const std::size_t index : list[p]) {
      const HeldOutStep& row = rows[index];
      if (!anchored) {
        judge(row, fit.model, sigma(row), {}, judged[p]);
      } else if (anchors[index]) {
        const HeldOutStep& other = rows[*anchors[index]];
        judge(row, fit.model, sigma(row), {{other.position, other.log_ratio, sigma(other)}}, judged[p]);
      }
    }
  });
  Tallies result;
  for (const Tallies& part : judged) {
    for (const auto& [source, tally] : part) {
      Tally& sum = result[source];
      sum.num_rows += tally.num_rows;
      sum.inside_80 += tally.inside_80;
      sum.inside_95 += tally.inside_95;
      sum.widths.insert(sum.widths.end(), tally.widths.begin(), tally.widths.end());
      sum.errors.insert(sum.errors.end(), tally.errors.begin(), tally.errors.end());
      sum.errors_before.insert(sum.errors_before.end(), tally.errors_before.begin(), tally.errors_before.end());
    }
  }
  return result;
}

std::map<std::string, std::vector<double>> errors_by(const std::vector<HeldOutStep>& rows,
                                                     std::string HeldOutStep::*key) {
  std::map<std::string, std::vector<double>> errors;
  for (const HeldOutStep& row : rows) errors[row.*key].push_back(std::exp(-row.log_ratio) - 1);
  return errors;
}

}  // namespace

std::string step_kind(const sim::StepJob& job) {
  const char* what = job.settings.adapter_rank > 0 ? "adapters" : job.model.moe ? "mixture" : "dense";
  return job.framework.name + ", " + what;
}

int fold_of(std::string_view group) { return static_cast<int>((fnv1a_64(group) >> 32) % kNumFolds); }

StepCalibration calibrate_steps(const std::vector<StepObservation>& rows, const StepCalibrationOptions& options,
                                const Watch& watch) {
  std::vector<PreparedStep> prepared(rows.size());
  parallel_for(std::ssize(rows), options.threads, [&](std::int64_t number) {
    const auto i = static_cast<std::size_t>(number);
    prepared[i] = {&rows[i], relevance(rows[i])};
  });
  StepCalibration result;
  result.fit = fit_steps(prepared);
  result.fit.profile.places = places_of(prepared);

  std::vector<HoldOut> work;
  std::size_t num_folds = 0;
  if (options.folds) {
    work = hold_outs(prepared, [](const StepObservation& row) { return fold_of(row.group); });
    num_folds = work.size();
  }
  if (options.sources)
    for (HoldOut& hold_out : hold_outs(prepared, [](const StepObservation& row) { return row.source; }))
      work.push_back(std::move(hold_out));
  std::vector<std::vector<HeldOutStep>> predicted(work.size());
  const std::int64_t num_fits = std::ssize(work) + 1;
  watch.report(1, num_fits);
  // Held out from where all rows lead: only what the rows said has to be unlearnt, which takes few iterations.
  const StepFitOptions from_there{.standard_errors = false, .start = result.fit.logs};
  parallel_for(
      std::ssize(work), options.threads,
      [&](std::int64_t number) {
        const auto i = static_cast<std::size_t>(number);
        predicted[i] = predict_held_out(prepared, work[i], from_there);
      },
      watch.part(1, num_fits));
  if (watch.stopped()) throw JobStopped{};
  std::vector<HeldOutStep> folds, sources;
  for (std::size_t i = 0; i < work.size(); ++i) {
    std::vector<HeldOutStep>& to = i < num_folds ? folds : sources;
    to.insert(to.end(), predicted[i].begin(), predicted[i].end());
  }

  StepProfile& profile = result.fit.profile;
  Tallies known, unseen, anchored;
  if (!sources.empty()) {
    profile.unseen = fit_error_model(sources).model;
    profile.difference = fit_difference_model(paired_differences(sources));
    unseen = judge_parts(sources, {}, false, options.threads);
    anchored = judge_parts(sources, {}, true, options.threads);
  }
  if (!folds.empty()) {
    // Whose rows anchor a prediction is a source that the fit has not seen, even at a place that it has.
    ErrorFit fit = fit_error_model(folds, profile.places, sources.empty() ? nullptr : &profile.unseen.correlation);
    profile.known = fit.model;
    known = judge_parts(folds, profile.places, false, options.threads);
    profile.places = std::move(fit.places);
  }

  std::map<std::string, std::vector<double>> fitted, fitted_kinds;
  for (const StepObservation& row : rows)
    if (const auto step = predicted_step(profile, row.job)) {
      fitted[row.source].push_back(step->total() / row.time - 1);
      fitted_kinds[step_kind(row.job)].push_back(step->total() / row.time - 1);
    }
  std::map<std::string, std::vector<double>> kinds_in_folds = errors_by(folds, &HeldOutStep::kind),
                                             kinds_left_out = errors_by(sources, &HeldOutStep::kind);
  for (auto& [kind, errors] : fitted_kinds)
    result.kinds.push_back({.kind = kind,
                            .fitted = summarise_errors(errors),
                            .folds = summarise_errors(kinds_in_folds[kind]),
                            .held_out = summarise_errors(kinds_left_out[kind])});
  std::map<std::string, std::vector<double>> in_folds = errors_by(folds, &HeldOutStep::source),
                                             left_out = errors_by(sources, &HeldOutStep::source);
  for (auto& [source, errors] : fitted)
    result.sources.push_back({.source = source,
                              .fitted = summarise_errors(errors),
                              .folds = summarise_errors(in_folds[source]),
                              .held_out = summarise_errors(left_out[source]),
                              .known = coverage(known[source]),
                              .unseen = coverage(unseen[source]),
                              .anchored = summarise_errors(anchored[source].errors),
                              .before_anchoring = summarise_errors(anchored[source].errors_before),
                              .anchored_coverage = coverage(anchored[source])});
  result.without_source = std::move(sources);
  return result;
}

}  // namespace fmplan::calibration
