#include "core/calibration/fit/fit_errors.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/calibration/fit/fit_correlation.h"
#include "core/calibration/fit/fit_spread.h"

namespace fmplan::calibration {
namespace {

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

std::vector<SiteExchange> site_exchanges(const ErrorAmounts& uncertainty, const std::vector<HeldOutStep>& rows) {
  struct Sums {
    double log_ratios = 0, variances = 0, rows = 0;
  };
  std::map<std::string, std::map<std::string, Sums>, std::less<>> by_network;
  std::set<std::string, std::less<>> measured;  // by fitted sources, over some interconnect of that name
  const double prior = uncertainty[kExchange] * uncertainty[kExchange];
  for (const HeldOutStep& row : rows) {
    if (row.place.kind != "mixture") continue;
    const std::string_view network = network_name(row.place.interconnect);
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

StepDifferenceModel fit_difference_model(const std::vector<StepDifference>& pairs) {
  StepDifferenceModel model;
  if (pairs.empty()) return model;
  std::map<std::string, double> in_source;
  for (const StepDifference& pair : pairs) ++in_source[pair.source];
  std::vector<SpreadRow> rows;
  rows.reserve(pairs.size());
  for (const StepDifference& pair : pairs)
    rows.push_back({pair.log_ratio, pair.amounts, 1 / std::sqrt(in_source.at(pair.source))});
  const std::vector<double> found = fit_uncertainties(rows, model.uncertainty);
  std::copy(found.begin(), found.end(), model.uncertainty.begin());

  std::vector<WeightedValue> deviations;
  deviations.reserve(pairs.size());
  for (const StepDifference& pair : pairs)
    deviations.push_back(
        {std::abs(pair.log_ratio) / difference_spread(model, pair.amounts), 1 / in_source.at(pair.source)});
  std::stable_sort(deviations.begin(), deviations.end(),
                   [](const WeightedValue& a, const WeightedValue& b) { return a.value < b.value; });
  const auto num_sources = static_cast<double>(in_source.size());
  const auto at = [&](double level) {
    return weighted_quantile(deviations, std::min(1.0, level * (num_sources + 1) / num_sources));
  };
  model.within_80 = at(0.8);
  model.within_95 = std::max(model.within_80, at(0.95));
  return model;
}

}  // namespace fmplan::calibration
