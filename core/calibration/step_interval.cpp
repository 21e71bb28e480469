#include "core/calibration/step_interval.h"

#include <algorithm>
#include <cmath>

namespace fmplan::calibration {
namespace {

using sim::StepPart;

/// What is believed of u before any row is held out: a tenth of each part.
constexpr double kBelievedUncertainty = 0.1;

ErrorCause part_cause(StepPart part) {
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

constexpr auto kExchange = static_cast<std::size_t>(ErrorCause::kSiteExchange);

}  // namespace

std::string_view network_name(std::string_view name) { return name.substr(0, name.find(' ')); }

bool is_of_unknown_exchange(const ErrorAmounts& amounts) { return amounts[kExchange] == 1; }

double variance_of(const ErrorAmounts& uncertainty, const ErrorAmounts& amounts) {
  double variance = 0;
  for (std::size_t c = 0; c < kNumErrorCauses; ++c) {
    const double part = uncertainty[c] * amounts[c];
    variance += part * part;
  }
  return variance;
}

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
    at(part_cause(sim::kStepPartNames.values[i])) += step.parts[i] / step.total();
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

ExpectedError expected_error(const StepErrorModel& model, std::string_view interconnect, const ErrorAmounts& amounts) {
  const auto known = is_of_unknown_exchange(amounts)
                         ? std::ranges::find(model.exchanges, network_name(interconnect), &SiteExchange::network)
                         : model.exchanges.end();
  if (known == model.exchanges.end()) return {.mean = 0, .spread = std::sqrt(variance_of(model.uncertainty, amounts))};
  ErrorAmounts others = amounts;
  others[kExchange] = 0;
  return {.mean = known->log_shift,
          .spread = std::sqrt(variance_of(model.uncertainty, others) + known->uncertainty * known->uncertainty)};
}

StepInterval interval_of(const StepErrorModel& errors, const ExpectedError& expected, const StepPosition& position,
                         const std::vector<StepAnchor>& anchors) {
  std::vector<StepAnchor> from_mean = anchors;
  for (StepAnchor& anchor : from_mean) anchor.log_ratio -= anchor.mean;
  const StepCorrection found = correction(errors.correlation, from_mean, position);
  const double sigma = expected.spread;
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
          .exchange = std::exp(expected.mean),
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
  return interval_of(outlook.errors, expected_error(outlook.errors, place.interconnect, amounts),
                     exact_position_of(job), anchors);
}

WidthReport width_report(const StepOutlook& outlook, const sim::StepTime& step, const sim::StepJob& job,
                         const std::vector<StepAnchor>& anchors) {
  // Chosen: what is easily had of a large cluster, with as many sequences for each rank.
  constexpr int kSmallShare = 8;
  const StepPlace place = place_of(job);
  WidthReport report{.causes = {}, .near = sources_near(outlook, place, job.software), .anchored = !anchors.empty()};
  const ErrorAmounts amounts = error_amounts(step, place.kind, world_size(job.settings.plan), report.near);
  const ExpectedError expected = expected_error(outlook.errors, place.interconnect, amounts);
  // What is left to the exchange of other sites is what the others leave of σ².
  ErrorAmounts others = amounts;
  others[kExchange] = 0;
  const double rest = variance_of(outlook.errors.uncertainty, others);
  const double variance = expected.spread * expected.spread;
  for (std::size_t c = 0; c < kNumErrorCauses; ++c) {
    const double own = outlook.errors.uncertainty[c] * amounts[c];
    const double share = (c == kExchange ? std::max(0.0, variance - rest) : own * own) / variance;
    if (share > 0) report.causes.push_back({kErrorCauseNames.values[c], share, amounts[c]});
  }
  std::stable_sort(report.causes.begin(), report.causes.end(),
                   [](const WidthCause& a, const WidthCause& b) { return a.share > b.share; });
  const StepPosition position = exact_position_of(job);
  const auto half_width = [&](const std::vector<StepAnchor>& rows) {
    return half_width_80(interval_of(outlook.errors, expected, position, rows));
  };
  const auto with = [&](const StepPosition& at) {
    std::vector<StepAnchor> rows = anchors;
    const auto known = std::ranges::find_if(rows, [&](const StepAnchor& row) { return same_step(row.position, at); });
    if (known == rows.end())
      rows.push_back({.position = at, .log_ratio = 0, .spread = expected.spread});
    else
      ++known->count;
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

}  // namespace fmplan::calibration
