#include "core/calibration/step_interval.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/calibration/spread_fit.h"

namespace fmplan::calibration {
namespace {

using sim::StepPart;

/// What is believed of u before any row is held out: a tenth of each part.
constexpr double kBelievedUncertainty = 0.1;

ErrorCause cause_of(StepPart part) {
  switch (part) {
    case StepPart::kGemm:
    case StepPart::kRecompute: return ErrorCause::kProducts;
    case StepPart::kAttention: return ErrorCause::kAttention;
    case StepPart::kElementWise:
    case StepPart::kGradientAccumulation:
    case StepPart::kHead:
    case StepPart::kOptimizer: return ErrorCause::kElementWise;
    case StepPart::kLaunch:
    case StepPart::kOffload: return ErrorCause::kHost;
    case StepPart::kTensorParallel: return ErrorCause::kTensorParallel;
    case StepPart::kPipelineBubble:
    case StepPart::kPipelineTransfer: return ErrorCause::kPipeline;
    case StepPart::kDataParallel:
    case StepPart::kStraggler: return ErrorCause::kDataParallel;
    case StepPart::kContextParallel:
    case StepPart::kExpertParallel: return ErrorCause::kExchange;
  }
  return ErrorCause::kAny;
}

using Part = std::pair<int, std::string>;  // a fit, and one source of the rows that it did not see

Part part_of(const HeldOutStep& row) { return {row.part, row.source}; }

std::map<Part, double> rows_by_part(const std::vector<HeldOutStep>& rows) {
  std::map<Part, double> count;
  for (const HeldOutStep& row : rows) ++count[part_of(row)];
  return count;
}

double num_sources(const std::vector<HeldOutStep>& rows) {
  std::set<std::string> sources;
  for (const HeldOutStep& row : rows) sources.insert(row.source);
  return static_cast<double>(sources.size());
}

ErrorQuantiles quantiles_of(std::vector<WeightedValue> values, double num_sources) {
  std::stable_sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  const double widened = (num_sources + 1) / num_sources;
  const auto at = [&](double coverage, double sign) {
    return weighted_quantile(values, 0.5 + sign * std::min(0.5, coverage / 2 * widened));
  };
  // However well rows were met, an interval holds the prediction itself.
  return {.low_95 = std::min(at(0.95, -1), 0.0),
          .low_80 = std::min(at(0.8, -1), 0.0),
          .high_80 = std::max(at(0.8, 1), 0.0),
          .high_95 = std::max(at(0.95, 1), 0.0)};
}

bool alike(const StepPosition& a, const StepPosition& b) {
  return a.framework == b.framework && a.accelerator == b.accelerator && a.precision == b.precision &&
         a.architecture == b.architecture;
}

/// What is left of each row's r/σ when one other row of its kind anchors it.
std::vector<WeightedValue> anchored_deviations(const std::vector<HeldOutStep>& rows, const std::vector<double>& sigma,
                                               const StepCorrelation& coefficients) {
  const std::vector<std::optional<std::size_t>> anchors = next_alike(rows);
  std::map<Part, double> in_part;
  for (std::size_t i = 0; i < rows.size(); ++i) in_part[part_of(rows[i])] += anchors[i] ? 1 : 0;
  std::vector<WeightedValue> values;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!anchors[i]) continue;
    const StepAnchor anchor{rows[*anchors[i]].position, rows[*anchors[i]].log_ratio, sigma[*anchors[i]]};
    const StepCorrection found = correction(coefficients, {anchor}, rows[i].position);
    values.push_back(
        {(rows[i].log_ratio / sigma[i] - found.deviations) / found.narrowing, 1 / in_part.at(part_of(rows[i]))});
  }
  return values;
}

ErrorAmounts fitted_uncertainty(const std::vector<HeldOutStep>& rows) {
  const std::map<Part, double> in_part = rows_by_part(rows);
  std::vector<SpreadRow> errors;
  errors.reserve(rows.size());
  for (const HeldOutStep& row : rows)
    errors.push_back({row.log_ratio, row.amounts, 1 / std::sqrt(in_part.at(part_of(row)))});
  ErrorAmounts uncertainty = StepErrorModel::default_uncertainty();
  const std::vector<double> found = fit_uncertainties(errors, uncertainty);
  std::copy(found.begin(), found.end(), uncertainty.begin());
  return uncertainty;
}

}  // namespace

ErrorAmounts StepErrorModel::default_uncertainty() {
  ErrorAmounts uncertainty;
  uncertainty.fill(kBelievedUncertainty);
  return uncertainty;
}

bool operator==(const StepOutlook& a, const StepOutlook& b) {
  const bool same_rows =
      a.measured == b.measured || (a.measured != nullptr && b.measured != nullptr && *a.measured == *b.measured);
  return same_rows && a.framework_of_catalog == b.framework_of_catalog &&
         a.accelerator_of_catalog == b.accelerator_of_catalog && a.errors == b.errors && a.difference == b.difference;
}

StepSources sources_near(const StepOutlook& outlook, StepPlace place, std::optional<Date> software,
                         std::string_view source) {
  if (!outlook.framework_of_catalog) place.framework.clear();
  if (!outlook.accelerator_of_catalog) place.chip.clear();
  return outlook.measured ? sources_near(*outlook.measured, place, software, source) : StepSources{};
}

ErrorAmounts error_amounts(const sim::StepTime& step, std::string_view kind, int num_accelerators,
                           const StepSources& near) {
  ErrorAmounts amounts{};
  const auto at = [&amounts](ErrorCause cause) -> double& { return amounts[static_cast<std::size_t>(cause)]; };
  for (std::size_t i = 0; i < sim::kNumStepParts; ++i)
    at(cause_of(sim::kStepPartNames.values[i])) += step.parts[i] / step.total();
  at(ErrorCause::kAny) = 1;
  at(ErrorCause::kSite) = near.is_of_fitted_source ? 0 : 1;
  at(ErrorCause::kMixture) = kind == "mixture" ? 1 : 0;
  at(ErrorCause::kAdapters) = kind == "adapters" ? 1 : 0;
  const int most = near.most_accelerators;
  if (most > 0 && num_accelerators > most) at(ErrorCause::kScale) = std::log2(1.0 * num_accelerators / most);
  const auto rare = [](int num_sources) { return 1.0 / (1 + num_sources); };
  at(ErrorCause::kFramework) = rare(near.framework);
  at(ErrorCause::kRelease) = near.framework > 0 && !near.release ? 1 : 0;
  at(ErrorCause::kAccelerator) = rare(near.accelerator);
  at(ErrorCause::kArchitecture) = rare(near.architecture);
  at(ErrorCause::kPair) = rare(near.pair);
  at(ErrorCause::kPrecision) = rare(near.precision);
  at(ErrorCause::kKind) = rare(near.kind);
  at(ErrorCause::kNetwork) = rare(near.network);
  at(ErrorCause::kSiteExchange) = at(ErrorCause::kMixture) * at(ErrorCause::kSite) * rare(near.network);
  at(ErrorCause::kSoftware) = near.years_beyond;
  return amounts;
}

double spread(const StepErrorModel& model, const ErrorAmounts& amounts) {
  double variance = 0;
  for (std::size_t c = 0; c < kNumErrorCauses; ++c) {
    const double part = model.uncertainty[c] * amounts[c];
    variance += part * part;
  }
  return std::sqrt(variance);
}

StepInterval interval_of(const StepErrorModel& errors, double sigma, const StepPosition& position,
                         const std::vector<StepAnchor>& anchors) {
  const StepCorrection found = correction(errors.correlation, anchors, position);
  const ErrorQuantiles& plain = errors.quantiles;
  const ErrorQuantiles& anchored = errors.anchored;
  // The anchored quantiles are those of rows with one of their kind at hand.  A row that tells little must not make the
  // interval wider than none.
  const auto bound = [&](double alone, double with) {
    const double narrowed = found == StepCorrection{} ? alone : found.narrowing * with;
    return std::exp(sigma * (alone < 0 ? std::max(alone, narrowed) : std::min(alone, narrowed)));
  };
  return {.spread = sigma,
          .factor = std::exp(sigma * found.deviations),
          .low_95 = bound(plain.low_95, anchored.low_95),
          .low_80 = bound(plain.low_80, anchored.low_80),
          .high_80 = bound(plain.high_80, anchored.high_80),
          .high_95 = bound(plain.high_95, anchored.high_95)};
}

StepInterval step_interval(const StepOutlook& outlook, const sim::StepTime& step, const sim::StepJob& job,
                           const std::vector<StepAnchor>& anchors, std::string_view source) {
  const StepPlace place = place_of(job);
  const ErrorAmounts amounts = error_amounts(step, place.kind, world_size(job.settings.plan),
                                             sources_near(outlook, place, job.software, source));
  return interval_of(outlook.errors, spread(outlook.errors, amounts), exact_position_of(job), anchors);
}

WidthReport width_report(const StepOutlook& outlook, const sim::StepTime& step, const sim::StepJob& job,
                         const std::vector<StepAnchor>& anchors) {
  // Chosen: what is easily had of a large cluster, with as many sequences for each rank.
  constexpr int kSmallShare = 8;
  const StepPlace place = place_of(job);
  WidthReport report{.causes = {}, .near = sources_near(outlook, place, job.software)};
  const ErrorAmounts amounts = error_amounts(step, place.kind, world_size(job.settings.plan), report.near);
  const double sigma = spread(outlook.errors, amounts);
  for (std::size_t c = 0; c < kNumErrorCauses; ++c) {
    const double part = outlook.errors.uncertainty[c] * amounts[c] / sigma;
    if (part > 0) report.causes.push_back({kErrorCauseNames.values[c], part * part, amounts[c]});
  }
  std::stable_sort(report.causes.begin(), report.causes.end(),
                   [](const WidthCause& a, const WidthCause& b) { return a.share > b.share; });
  const StepPosition position = exact_position_of(job);
  const auto half_width = [&](const std::vector<StepAnchor>& rows) {
    return half_width_80(interval_of(outlook.errors, sigma, position, rows));
  };
  const auto with = [&](const StepPosition& at) {
    std::vector<StepAnchor> rows = anchors;
    rows.push_back({.position = at, .log_ratio = 0, .spread = sigma});
    return half_width(rows);
  };
  report.half_width = half_width(anchors);
  report.with_own_step = with(position);
  report.with_small_step = report.half_width;
  const model::ParallelPlan& plan = job.settings.plan;
  model::ParallelPlan small = plan;
  small.data /= kSmallShare;
  const int expert_ranks = small.data * small.context * (small.expert_tensor == 1 ? small.tensor : 1);
  if (plan.data % kSmallShare == 0 && job.settings.global_batch_size % kSmallShare == 0 &&
      expert_ranks % small.expert == 0 && (small.shard_group == 0 || small.data % small.shard_group == 0)) {
    sim::StepJob small_job = job;
    small_job.settings.plan = small;
    small_job.settings.global_batch_size /= kSmallShare;
    report.small_step_accelerators = world_size(small);
    report.with_small_step = with(position_of(small_job));
  }
  return report;
}

StepErrorModel fit_error_model(const std::vector<HeldOutStep>& rows) {
  StepErrorModel model;
  model.uncertainty = fitted_uncertainty(rows);
  const std::map<Part, double> in_part = rows_by_part(rows);
  std::vector<WeightedValue> deviations;
  deviations.reserve(rows.size());
  for (const HeldOutStep& row : rows)
    deviations.push_back({row.log_ratio / spread(model, row.amounts), 1 / in_part.at(part_of(row))});
  model.quantiles = model.anchored = quantiles_of(std::move(deviations), num_sources(rows));
  return model;
}

StepErrorModel with_correlation(StepErrorModel model, const std::vector<HeldOutStep>& rows) {
  std::map<std::string, int> numbers;
  for (const HeldOutStep& row : rows) numbers.emplace(row.source, 0);
  int number = 0;
  for (auto& [source, value] : numbers) value = number++;
  std::vector<double> sigma;
  std::vector<StandardisedStep> standardised;
  for (const HeldOutStep& row : rows) {
    sigma.push_back(spread(model, row.amounts));
    standardised.push_back(
        {.position = &row.position, .deviations = row.log_ratio / sigma.back(), .source = numbers.at(row.source)});
  }
  model.correlation = fit_correlation(standardised);
  std::vector<WeightedValue> left = anchored_deviations(rows, sigma, model.correlation);
  if (!left.empty()) model.anchored = quantiles_of(std::move(left), num_sources(rows));
  return model;
}

std::vector<std::optional<std::size_t>> next_alike(const std::vector<HeldOutStep>& rows) {
  std::map<std::string, std::vector<std::size_t>> by_source;
  for (std::size_t i = 0; i < rows.size(); ++i) by_source[rows[i].source].push_back(i);
  std::vector<std::optional<std::size_t>> next(rows.size());
  for (const auto& [source, indices] : by_source) {
    for (std::size_t k = 0; k < indices.size(); ++k) {
      for (std::size_t step = 1; step < indices.size() && !next[indices[k]]; ++step) {
        const std::size_t other = indices[(k + step) % indices.size()];
        if (alike(rows[indices[k]].position, rows[other].position)) next[indices[k]] = other;
      }
    }
  }
  return next;
}

std::vector<StepDifference> paired_differences(const std::vector<HeldOutStep>& rows) {
  const auto key = [](const HeldOutStep& row) {
    const auto& at = row.position.coordinates;
    return std::tuple(row.source, row.position.architecture, row.position.framework, row.position.accelerator, at[0],
                      at[7], at[8]);
  };
  std::map<decltype(key(rows.front())), std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < rows.size(); ++i) alike[key(rows[i])].push_back(i);
  std::vector<StepDifference> pairs;
  for (const auto& [of, indices] : alike) {
    const std::size_t n = indices.size();
    for (std::size_t step = 1; step <= n / 2; step *= 2) {
      for (std::size_t k = 0; k < n; ++k) {
        if (2 * step == n && k >= step) break;  // the other half are the same pairs
        const HeldOutStep& a = rows[indices[k]];
        const HeldOutStep& b = rows[indices[(k + step) % n]];
        if (a.position == b.position) continue;
        pairs.push_back({.log_ratio = b.log_ratio - a.log_ratio,
                         .amounts = difference_amounts({a.shares, a.position}, {b.shares, b.position}),
                         .source = a.source});
      }
    }
  }
  return pairs;
}

}  // namespace fmplan::calibration
