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

constexpr auto kExchange = static_cast<std::size_t>(ErrorCause::kSiteExchange);

std::string_view first_word(std::string_view name) { return name.substr(0, name.find(' ')); }

/// Whether no fitted source measured mixtures over the row's network, nor the row's site anything.
bool is_of_unknown_exchange(const ErrorAmounts& amounts) { return amounts[kExchange] == 1; }

double variance_of(const ErrorAmounts& uncertainty, const ErrorAmounts& amounts) {
  double variance = 0;
  for (std::size_t c = 0; c < kNumErrorCauses; ++c) {
    const double part = uncertainty[c] * amounts[c];
    variance += part * part;
  }
  return variance;
}

std::vector<ExpectedError> expected_errors(const StepErrorModel& model, const std::vector<HeldOutStep>& rows) {
  std::vector<ExpectedError> expected;
  expected.reserve(rows.size());
  for (const HeldOutStep& row : rows) expected.push_back(expected_error(model, row.place.interconnect, row.amounts));
  return expected;
}

bool alike(const StepPosition& a, const StepPosition& b) {
  return a.framework == b.framework && a.accelerator == b.accelerator && a.precision == b.precision &&
         a.architecture == b.architecture;
}

/// What is left of each row's r/σ when one other row of its kind anchors it.
std::vector<WeightedValue> anchored_deviations(const std::vector<HeldOutStep>& rows,
                                               const std::vector<ExpectedError>& expected,
                                               const StepCorrelation& coefficients) {
  const std::vector<std::optional<std::size_t>> anchors = next_alike(rows);
  std::map<Part, double> in_part;
  for (std::size_t i = 0; i < rows.size(); ++i) in_part[part_of(rows[i])] += anchors[i] ? 1 : 0;
  std::vector<WeightedValue> values;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!anchors[i]) continue;
    const std::size_t at = *anchors[i];
    const StepAnchor anchor{rows[at].position, rows[at].log_ratio - expected[at].mean, expected[at].spread};
    const StepCorrection found = correction(coefficients, {anchor}, rows[i].position);
    const double deviations = (rows[i].log_ratio - expected[i].mean) / expected[i].spread;
    values.push_back({(deviations - found.deviations) / found.narrowing, 1 / in_part.at(part_of(rows[i]))});
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

ExpectedError expected_error(const StepErrorModel& model, std::string_view interconnect, const ErrorAmounts& amounts) {
  const auto known = is_of_unknown_exchange(amounts)
                         ? std::ranges::find(model.exchanges, first_word(interconnect), &SiteExchange::network)
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
    rows.push_back({.position = at, .log_ratio = 0, .spread = expected.spread});
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

std::vector<SiteExchange> site_exchanges(const ErrorAmounts& uncertainty, const std::vector<HeldOutStep>& rows) {
  struct Sums {
    double log_ratios = 0, variances = 0, rows = 0;
  };
  std::map<std::string, std::map<std::string, Sums>, std::less<>> by_network;
  std::set<std::string, std::less<>> measured;  // by fitted sources, over some interconnect of that name
  const double prior = uncertainty[kExchange] * uncertainty[kExchange];
  for (const HeldOutStep& row : rows) {
    if (row.place.kind != "mixture") continue;
    const std::string_view network = first_word(row.place.interconnect);
    if (!is_of_unknown_exchange(row.amounts)) {
      measured.emplace(network);
      continue;
    }
    Sums& sums = by_network[std::string(network)][row.source];
    sums.log_ratios += row.log_ratio;
    sums.variances += variance_of(uncertainty, row.amounts) - prior;
    ++sums.rows;
  }
  std::vector<SiteExchange> exchanges;
  for (const auto& [network, sources] : by_network) {
    if (measured.contains(network)) continue;
    double mean = 0, variance = 0;
    for (const auto& [source, sums] : sources) {
      mean += sums.log_ratios / sums.rows / static_cast<double>(sources.size());
      variance += sums.variances / sums.rows / static_cast<double>(sources.size());
    }
    const double known = prior > 0 ? prior / (prior + variance) : 0;
    exchanges.push_back({.network = network,
                         .log_shift = known * mean,
                         .uncertainty = std::sqrt(known * variance),
                         .num_sources = static_cast<int>(sources.size())});
  }
  return exchanges;
}

StepErrorModel fit_error_model(const std::vector<HeldOutStep>& rows) {
  StepErrorModel model;
  model.uncertainty = fitted_uncertainty(rows);
  model.exchanges = site_exchanges(model.uncertainty, rows);
  const std::vector<ExpectedError> expected = expected_errors(model, rows);
  const std::map<Part, double> in_part = rows_by_part(rows);
  std::vector<WeightedValue> deviations;
  deviations.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    deviations.push_back(
        {(rows[i].log_ratio - expected[i].mean) / expected[i].spread, 1 / in_part.at(part_of(rows[i]))});
  model.quantiles = model.anchored = quantiles_of(std::move(deviations), num_sources(rows));
  return model;
}

StepErrorModel with_correlation(StepErrorModel model, const std::vector<HeldOutStep>& rows) {
  std::map<std::string, int> numbers;
  for (const HeldOutStep& row : rows) numbers.emplace(row.source, 0);
  int number = 0;
  for (auto& [source, value] : numbers) value = number++;
  const std::vector<ExpectedError> expected = expected_errors(model, rows);
  std::vector<StandardisedStep> standardised;
  for (std::size_t i = 0; i < rows.size(); ++i)
    standardised.push_back({.position = &rows[i].position,
                            .deviations = (rows[i].log_ratio - expected[i].mean) / expected[i].spread,
                            .source = numbers.at(rows[i].source)});
  model.correlation = fit_correlation(standardised);
  std::vector<WeightedValue> left = anchored_deviations(rows, expected, model.correlation);
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
