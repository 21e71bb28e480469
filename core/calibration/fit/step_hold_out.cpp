#include "core/calibration/fit/step_hold_out.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/base/fingerprint.h"
#include "core/base/parallel.h"
#include "core/calibration/fit/fit_errors.h"
#include "core/calibration/fit/fit_steps.h"

namespace fmplan::calibration {
namespace {

/// One fit that holds rows out.
struct HoldOut {
  StepSplit split = StepSplit::kFold;
  std::string left_out;
  std::vector<std::size_t> out;  ///< ascending
  int part = 0;
};

std::vector<MeasuredSteps> measured_by(const std::vector<PreparedStep>& rows) {
  std::map<std::pair<std::string, StepPlace>, MeasuredSteps> entries;
  for (const PreparedStep& step : rows) {
    const StepPlace place = place_of(step.row->job);
    MeasuredSteps& entry = entries[{step.row->source, place}];
    entry.source = step.row->source;
    entry.place = place;
    ++entry.num_rows;
    entry.most_accelerators = std::max(entry.most_accelerators, world_size(step.row->job.settings.plan));
    if (const std::optional<Date>& software = step.row->job.software) {
      entry.oldest = std::min(entry.oldest.value_or(*software), *software);
      entry.newest = std::max(entry.newest.value_or(*software), *software);
    }
  }
  std::vector<MeasuredSteps> list;
  list.reserve(entries.size());
  for (auto& [key, entry] : entries) list.push_back(std::move(entry));
  return list;
}

/// The rows held out, as a fit to others predicts them.
std::vector<HeldOutStep> predicted_by(const StepProfile& profile, const std::vector<MeasuredSteps>& measured,
                                      const std::vector<PreparedStep>& rows, const HoldOut& hold_out) {
  std::vector<HeldOutStep> result;
  for (const std::size_t index : hold_out.out) {
    const StepObservation& row = *rows[index].row;
    const auto step = predicted_step(profile, row.job);
    if (!step) continue;
    const StepPlace place = place_of(row.job);
    const StepPosition position = position_of(row.job);
    StepSources near = sources_near(measured, place, row.job.software);
    near.is_of_fitted_source = !row.judges;  // a source that is left out was chosen as one to fit to
    result.push_back({.log_ratio = std::log(row.time / step->total()),
                      .amounts = error_amounts(*step, place.kind, world_size(row.job.settings.plan), near),
                      .position = position,
                      .shares = step_side(*step, position).shares,
                      .place = place,
                      .source = row.source,
                      .kind = step_kind(row.job),
                      .part = hold_out.part,
                      .index = index});
  }
  return result;
}

/// What may be fitted, without the rows held out.
std::vector<PreparedStep> fitted_without(const std::vector<PreparedStep>& rows, const std::vector<std::size_t>& out) {
  std::vector<PreparedStep> others;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!rows[i].row->judges && !std::binary_search(out.begin(), out.end(), i)) others.push_back(rows[i]);
  return others;
}

/// Of one fit among many: who watches is asked, and not told.
class OnlyStopped : public JobWatcher {
 public:
  explicit OnlyStopped(const Watch& watch) : watch_(watch) {}

  void report(std::int64_t /*done*/, std::int64_t /*total*/) override {}
  bool stopped() const override { return watch_.stopped(); }

 private:
  const Watch& watch_;
};

/// The rows held out, predicted by a fit to the others; `whole` is the fit that knows all but judges.
std::vector<HeldOutStep> predict_held_out(const std::vector<PreparedStep>& rows, const HoldOut& hold_out,
                                          const StepProfile& whole, const StepFitOptions& options, const Watch& watch) {
  if (hold_out.split == StepSplit::kJudge) return predicted_by(whole, whole.measured, rows, hold_out);
  const std::vector<PreparedStep> others = fitted_without(rows, hold_out.out);
  if (others.empty()) return {};
  OnlyStopped stop(watch);
  return predicted_by(fit_steps(others, options, stop).profile, measured_by(others), rows, hold_out);
}

/// Of each hold-out the first that leaves out the same rows: an architecture may have one accelerator.
std::vector<std::size_t> first_of_alike(const std::vector<HoldOut>& work) {
  std::map<std::vector<std::size_t>, std::size_t> seen;
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < work.size(); ++i) first.push_back(seen.try_emplace(work[i].out, i).first->second);
  return first;
}

/// Splits in which a source is what one knows nothing of.
bool is_of_source(StepSplit split) { return split == StepSplit::kSource || split == StepSplit::kJudge; }

/// Which fits there are to be.
class HoldOuts {
 public:
  HoldOuts(const std::vector<PreparedStep>& rows, const StepCalibrationOptions& options) {
    const auto name = [](const StepObservation& row) { return row.job.framework.name; };
    const auto place = [](const StepObservation& row) { return place_of(row.job); };
    if (options.folds) add(rows, StepSplit::kFold, [](const auto& row) { return std::to_string(fold_of(row.group)); });
    if (options.sources) add(rows, StepSplit::kSource, [](const auto& row) { return row.source; });
    add(rows, StepSplit::kJudge, [](const auto& row) { return row.source; });
    if (!options.kinds) return;
    add(rows, StepSplit::kAccelerator, [](const auto& row) { return row.job.instance.accelerator.name; });
    add(rows, StepSplit::kArchitecture, [&](const auto& row) { return place(row).architecture; });
    add(rows, StepSplit::kFramework, name);
    add(rows, StepSplit::kKind,
        [&](const auto& row) { return place(row).kind == "dense" ? std::string() : step_kind(row.job); });
    add(rows, StepSplit::kKind,
        [&](const auto& row) { return place(row).kind == "mixture" ? "all mixtures" : std::string(); });
    add(rows, StepSplit::kPrecision, [&](const auto& row) {
      const StepPlace at = place(row);
      const auto precision = row.job.settings.precision;
      const bool few_bits = precision == model::Precision::kFp8 || precision == model::Precision::kFp4;
      return few_bits ? at.architecture + ", " + at.precision : std::string();
    });
    // Chosen: the last nine months and the last year and a half of what was measured of a framework.
    std::map<std::string, Date> newest;
    for (const PreparedStep& step : rows)
      if (const auto& software = step.row->job.software; software && !step.row->judges) {
        const auto [entry, is_new] = newest.try_emplace(std::string(framework_of_release(name(*step.row))), *software);
        if (!is_new) entry->second = std::max(entry->second, *software);
      }
    for (const int months : {9, 18}) {
      add(rows, StepSplit::kSoftware, [&, months](const auto& row) {
        constexpr double kDaysPerMonth = 365.25 / 12;  // of the Julian calendar
        if (!row.job.software) return std::string();
        const int age = newest.at(std::string(framework_of_release(name(row)))).days_since_epoch -
                        row.job.software->days_since_epoch;
        return age < months * kDaysPerMonth ? "last " + std::to_string(months) + " months" : std::string();
      });
    }
    std::map<std::pair<std::string, std::string>, int> most;
    const auto largest = [&](const StepObservation& row) -> int& { return most[{name(row), place(row).chip}]; };
    for (const PreparedStep& step : rows)
      if (!step.row->judges) largest(*step.row) = std::max(largest(*step.row), world_size(step.row->job.settings.plan));
    for (const int share : {4, 16}) {
      // Chosen: where there are a few sizes to be left.
      add(rows, StepSplit::kScale, [&, share](const auto& row) {
        const bool large = share * world_size(row.job.settings.plan) > largest(row) && largest(row) >= 8 * share;
        return large ? "beyond 1/" + std::to_string(share) + " of the most" : std::string();
      });
    }
  }

  const std::vector<HoldOut>& list() const { return list_; }

 private:
  /// One fit for each key; rows without one stay in all.  Judges are held out as such alone.
  template <class Key>
  void add(const std::vector<PreparedStep>& rows, StepSplit split, const Key& key) {
    const auto num_fitted = std::count_if(rows.begin(), rows.end(), [](const auto& step) { return !step.row->judges; });
    std::map<std::string, HoldOut> by_key;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].row->judges != (split == StepSplit::kJudge)) continue;
      if (const std::string value = key(*rows[i].row); !value.empty()) by_key[value].out.push_back(i);
    }
    for (auto& [value, hold_out] : by_key) {
      // What is all there is leaves nothing to fit.
      if (split != StepSplit::kJudge && std::ssize(hold_out.out) == num_fitted) continue;
      hold_out.split = split;
      hold_out.left_out = value;
      hold_out.part = static_cast<int>(list_.size());
      list_.push_back(std::move(hold_out));
    }
  }

  std::vector<HoldOut> list_;
};

/// Judged rows.
struct Tally {
  int num_rows = 0;
  int inside_80 = 0;
  int inside_95 = 0;
  std::vector<double> widths;
  std::vector<double> errors;
  std::vector<double> errors_before;
};

ExpectedError expected_of(const HeldOutStep& row, const StepErrorModel& model) {
  return expected_error(model, row.place.interconnect, row.amounts);
}

void judge(const HeldOutStep& row, const StepErrorModel& model, const std::vector<StepAnchor>& anchors, Tally& tally) {
  const StepInterval interval = interval_of(model, expected_of(row, model), row.position, anchors);
  const double ratio = std::exp(row.log_ratio) / interval.factor / interval.exchange;  // measured over corrected
  ++tally.num_rows;
  tally.inside_80 += ratio >= interval.low_80 && ratio <= interval.high_80;
  tally.inside_95 += ratio >= interval.low_95 && ratio <= interval.high_95;
  tally.widths.push_back(half_width_80(interval));
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

/// Rows held out together, judged by intervals that are made of what other fits say of other rows.
struct JudgedPart {
  Tally plain;
  Tally anchored;  ///< of a source: those with another row of their kind, which anchors them
};

JudgedPart judge_part(const HoldOut& hold_out, const std::vector<HeldOutStep>& rows,
                      const std::vector<std::vector<HeldOutStep>>& all, const std::vector<HoldOut>& work) {
  std::vector<HeldOutStep> others, sources;
  for (std::size_t i = 0; i < work.size(); ++i) {
    if (work[i].split == StepSplit::kFold) continue;
    for (const HeldOutStep& row : all[i]) {
      if (std::binary_search(hold_out.out.begin(), hold_out.out.end(), row.index)) continue;
      others.push_back(row);
      if (is_of_source(work[i].split)) sources.push_back(row);
    }
  }
  JudgedPart judged;
  if (others.empty()) return judged;
  StepErrorModel model = fit_error_model(others);
  for (const HeldOutStep& row : rows) judge(row, model, {}, judged.plain);
  if (!is_of_source(hold_out.split) || sources.empty()) return judged;
  model = with_correlation(model, sources);
  const auto anchors = next_alike(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!anchors[i]) continue;
    const HeldOutStep& other = rows[*anchors[i]];
    const ExpectedError expected = expected_of(other, model);
    judge(rows[i], model, {{other.position, other.log_ratio, expected.spread, expected.mean}}, judged.anchored);
  }
  return judged;
}

std::map<std::string, std::vector<double>> errors_by(const std::vector<HeldOutStep>& rows,
                                                     std::string HeldOutStep::*key) {
  std::map<std::string, std::vector<double>> errors;
  for (const HeldOutStep& row : rows) errors[row.*key].push_back(std::exp(-row.log_ratio) - 1);
  return errors;
}

}  // namespace

std::string step_kind(const sim::StepJob& job) {
  return job.framework.name + ", " + std::string(model_kind(job.model, job.settings));
}

/// Chosen: of 14 places the first ten found a cost that the others left as it was to a thousandth.
constexpr int kRounds = 4;

int fold_of(std::string_view group) { return static_cast<int>((fnv1a_64(group) >> 32) % kNumFolds); }

StepCalibration calibrate_steps(const std::vector<StepObservation>& rows, const StepCalibrationOptions& options,
                                const Watch& watch) {
  std::vector<PreparedStep> prepared(rows.size());
  parallel_for(std::ssize(rows), options.threads, [&](std::int64_t number) {
    const auto i = static_cast<std::size_t>(number);
    prepared[i] = {&rows[i], relevance(rows[i])};
  });
  StepCalibration result;
  const std::vector<PreparedStep> to_fit = fitted_without(prepared, {});
  const HoldOuts hold_outs(prepared, options);
  const std::vector<HoldOut>& work = hold_outs.list();
  const StepFitOptions of_all{.rounds = kRounds, .threads = options.threads};
  const std::int64_t num_first = num_searches(of_all), num_fits = num_first + std::ssize(work);
  result.fit = fit_steps(to_fit, of_all, watch.part(0, num_fits));
  result.fit.profile.measured = measured_by(to_fit);

  std::vector<std::vector<HeldOutStep>> predicted(work.size());
  const std::vector<std::size_t> first = first_of_alike(work);
  // Held out from where all rows lead, too: only what the rows said has to be unlearnt.
  const StepFitOptions from_there{.standard_errors = false, .start = result.fit.logs};
  parallel_for(
      std::ssize(work), options.threads,
      [&](std::int64_t number) {
        const auto i = static_cast<std::size_t>(number);
        if (first[i] == i) predicted[i] = predict_held_out(prepared, work[i], result.fit.profile, from_there, watch);
      },
      watch.part(num_first, num_fits));
  if (watch.stopped()) throw JobStopped{};
  for (std::size_t i = 0; i < work.size(); ++i) {
    if (first[i] == i) continue;
    predicted[i] = predicted[first[i]];
    for (HeldOutStep& row : predicted[i]) row.part = work[i].part;
  }
  std::vector<HeldOutStep> folds, sources, strangers, unseen;  // strangers: sources and judges
  for (std::size_t i = 0; i < work.size(); ++i) {
    const auto append = [&](std::vector<HeldOutStep>& to) {
      to.insert(to.end(), predicted[i].begin(), predicted[i].end());
    };
    append(work[i].split == StepSplit::kFold ? folds : unseen);
    if (work[i].split == StepSplit::kSource) append(sources);
    if (is_of_source(work[i].split)) append(strangers);
  }

  StepProfile& profile = result.fit.profile;
  const std::vector<HeldOutStep>& judged_by = unseen.empty() ? folds : unseen;
  if (!judged_by.empty()) {
    const std::vector<HeldOutStep>& alike = strangers.empty() ? folds : strangers;
    profile.errors = fit_error_model(judged_by);
    if (!alike.empty()) profile.errors = with_correlation(profile.errors, alike);
  }
  if (!strangers.empty()) profile.difference = fit_difference_model(paired_differences(strangers));
  std::vector<JudgedPart> judged(work.size());
  parallel_for(std::ssize(work), options.threads, [&](std::int64_t number) {
    const auto i = static_cast<std::size_t>(number);
    if (work[i].split != StepSplit::kFold) judged[i] = judge_part(work[i], predicted[i], predicted, work);
  });
  std::map<std::string, JudgedPart> by_source;
  for (std::size_t i = 0; i < work.size(); ++i) {
    if (work[i].split == StepSplit::kFold) continue;
    result.splits.push_back({.split = work[i].split,
                             .left_out = work[i].left_out,
                             .errors = summarise_errors(judged[i].plain.errors),
                             .coverage = coverage(judged[i].plain)});
    if (work[i].split == StepSplit::kSource) by_source[work[i].left_out] = std::move(judged[i]);
  }

  std::map<std::string, std::vector<double>> fitted, fitted_kinds;
  for (const PreparedStep& fit : to_fit)
    if (const auto step = predicted_step(profile, fit.row->job)) {
      fitted[fit.row->source].push_back(step->total() / fit.row->time - 1);
      fitted_kinds[step_kind(fit.row->job)].push_back(step->total() / fit.row->time - 1);
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
                              .coverage = coverage(by_source[source].plain),
                              .anchored = summarise_errors(by_source[source].anchored.errors),
                              .before_anchoring = summarise_errors(by_source[source].anchored.errors_before),
                              .anchored_coverage = coverage(by_source[source].anchored)});
  result.without_source = std::move(sources);
  return result;
}

}  // namespace fmplan::calibration
