#include "core/calibration/step_interval.h"

#include <algorithm>
#include <cmath>
#include <functional>
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
/// Groups that a place's own spread needs to count as much as all others'.
constexpr double kPlaceGroups = 10;

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

std::map<std::string, double> rows_by_source(const std::vector<HeldOutStep>& rows) {
  std::map<std::string, double> count;
  for (const HeldOutStep& row : rows) ++count[row.source];
  return count;
}

ErrorQuantiles quantiles_of(std::vector<WeightedValue> values) {
  if (values.empty()) return {};
  // Each source's weights add up to 1.
  double num_sources = 0;
  for (const WeightedValue& entry : values) num_sources += entry.weight;
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
  std::map<std::string, double> in_source;
  for (std::size_t i = 0; i < rows.size(); ++i) in_source[rows[i].source] += anchors[i] ? 1 : 0;
  std::vector<WeightedValue> values;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!anchors[i]) continue;
    const StepAnchor anchor{rows[*anchors[i]].position, rows[*anchors[i]].log_ratio, sigma[*anchors[i]]};
    const StepCorrection found = correction(coefficients, {anchor}, rows[i].position);
    values.push_back(
        {(rows[i].log_ratio / sigma[i] - found.deviations) / found.narrowing, 1 / in_source.at(rows[i].source)});
  }
  return values;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Multiplied by what each place's rows say of themselves.
std::vector<MeasuredPlace> with_spreads(const std::vector<HeldOutStep>& rows, const StepErrorModel& model,
                                        std::vector<MeasuredPlace> places) {
  std::map<StepPlace, std::vector<double>> deviations;
  std::map<StepPlace, std::set<std::string>> groups;
  for (const HeldOutStep& row : rows) {
    deviations[row.place].push_back(std::abs(row.log_ratio) / spread(model, row.amounts));
    groups[row.place].insert(row.group);
  }
  // Of the places' medians, so that a place with many rows does not set what the others are measured by.
  std::vector<double> medians;
  for (const auto& [place, values] : deviations) medians.push_back(median(values));
  const double typical = median(medians);
  for (MeasuredPlace& entry : places) {
    const auto found = deviations.find(entry.place);
    if (found == deviations.end() || !(typical > 0)) continue;
    const auto n = static_cast<double>(groups.at(entry.place).size());
    const double own = std::clamp(median(found->second) / typical, 0.1, 10.0);
    entry.spread = std::pow(own, n / (n + kPlaceGroups));
  }
  return places;
}

ErrorAmounts fitted_uncertainty(const std::vector<HeldOutStep>& rows) {
  const std::map<std::string, double> in_source = rows_by_source(rows);
  std::vector<SpreadRow> errors;
  for (const HeldOutStep& row : rows)
    errors.push_back({row.log_ratio, row.amounts, 1 / std::sqrt(in_source.at(row.source))});
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

std::string interconnect_of(const hardware::Instance& instance, int num_accelerators) {
  const bool inside = num_accelerators <= (instance.scale_up ? instance.scale_up_domain : 1);
  const auto& link = inside ? instance.scale_up : instance.scale_out;
  return link ? link->name : "none";
}

StepPlace place_of(const sim::StepJob& job) {
  return {.framework = job.framework.name,
          .accelerator = job.instance.accelerator.name,
          .interconnect = interconnect_of(job.instance, world_size(job.settings.plan))};
}

const MeasuredPlace* measured_place(const StepOutlook& outlook, const std::string& interconnect) {
  for (const MeasuredPlace& entry : outlook.places)
    if (entry.place.interconnect == interconnect) return &entry;
  return nullptr;
}

ErrorAmounts error_amounts(const sim::StepTime& step, bool mixture, int num_accelerators, const StepOutlook& outlook) {
  ErrorAmounts amounts{};
  const auto at = [&amounts](ErrorCause cause) -> double& { return amounts[static_cast<std::size_t>(cause)]; };
  for (std::size_t i = 0; i < sim::kNumStepParts; ++i)
    at(cause_of(sim::kStepPartNames.values[i])) += step.parts[i] / step.total();
  at(ErrorCause::kAny) = 1;
  at(ErrorCause::kMixture) = mixture ? 1 : 0;
  const int most = outlook.most_accelerators;
  if (most > 0 && num_accelerators > most) at(ErrorCause::kScale) = std::log2(1.0 * num_accelerators / most);
  if (!outlook.framework_measured) at(ErrorCause::kUnknownFramework) = 1;
  if (!outlook.accelerator_measured) at(ErrorCause::kUnknownAccelerator) = 1;
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

StepInterval step_interval(const StepOutlook& outlook, const sim::StepTime& step, const model::Transformer& model,
                           const sim::StepSettings& settings, const hardware::Instance& instance,
                           const std::string& framework, const std::vector<StepAnchor>& anchors) {
  const int num_accelerators = world_size(settings.plan);
  const MeasuredPlace* place = measured_place(outlook, interconnect_of(instance, num_accelerators));
  const StepErrorModel& errors = place != nullptr ? outlook.known : outlook.unseen;
  const double sigma = (place != nullptr ? place->spread : 1) *
                       spread(errors, error_amounts(step, model.moe.has_value(), num_accelerators, outlook));
  StepInterval interval =
      interval_of(errors, sigma, position_of(model, settings, framework, instance.accelerator.name), anchors);
  interval.known = place != nullptr;
  return interval;
}

ErrorFit fit_error_model(const std::vector<HeldOutStep>& rows, std::vector<MeasuredPlace> places,
                         const StepCorrelation* correlation) {
  ErrorFit fit;
  fit.model.uncertainty = fitted_uncertainty(rows);
  fit.places = with_spreads(rows, fit.model, std::move(places));

  const std::map<std::string, double> in_source = rows_by_source(rows);
  std::map<std::string, int> numbers;
  for (const auto& [source, count] : in_source) numbers.emplace(source, static_cast<int>(numbers.size()));
  std::vector<double> sigma;
  std::vector<WeightedValue> deviations;
  std::vector<StandardisedStep> standardised;
  for (const HeldOutStep& row : rows) {
    sigma.push_back(place_spread(fit.places, row.place) * spread(fit.model, row.amounts));
    deviations.push_back({row.log_ratio / sigma.back(), 1 / in_source.at(row.source)});
    standardised.push_back(
        {.position = &row.position, .deviations = deviations.back().value, .source = numbers.at(row.source)});
  }
  fit.model.quantiles = quantiles_of(std::move(deviations));
  fit.model.correlation = correlation != nullptr ? *correlation : fit_correlation(standardised);
  std::vector<WeightedValue> left = anchored_deviations(rows, sigma, fit.model.correlation);
  fit.model.anchored = left.empty() ? fit.model.quantiles : quantiles_of(std::move(left));
  return fit;
}

double place_spread(const std::vector<MeasuredPlace>& places, const StepPlace& place) {
  for (const MeasuredPlace& entry : places)
    if (entry.place == place) return entry.spread;
  return 1;
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
