#include "core/answer/compare_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"

namespace fmplan::answer {
namespace {

using nlohmann::json;
using plan::PhaseReport;
using plan::Report;
using Found = std::optional<double>;

Found if_finite(double value) { return std::isfinite(value) ? Found(value) : std::nullopt; }

std::string fixed(double value) { return fmt::format("{:.1f}", value); }
std::string seconds_words(double value) { return time_text(value * second); }
std::string bytes_words(double value) { return data_text(value * byte); }
std::string energy_words(double value) { return energy_text(value * kilowatt_hour); }
std::string carbon_words(double kg) {
  constexpr double kFew = 1e4;  // chosen: below, whole tonnes would hide what differs
  return std::abs(kg) < kFew ? fmt::format("{} kg", amount_text(kg)) : fmt::format("{:.0f} t", kg / 1000);
}
std::string money_words(double value) { return money_text(value * dollar); }

template <class Count>
Found most(const Report& report, Count count) {
  int found = 0;
  for (const PhaseReport& phase : report.phases) found = std::max(found, count(phase));
  return found;
}

Found cents(const std::optional<Dollars>& amount) {
  return amount ? if_finite(std::round(*amount / dollar * 100) / 100) : std::nullopt;
}

// Shares are told to the microsecond and to the cent; of the rest to what no reader could miss.  Chosen.
constexpr std::array kFigures = {
    ComparedFigure{"nodes", "/totals/nodes", SpeedLaw::kExact, 1e-6, false, false, count_text,
                   [](const Report& r) { return most(r, [](const PhaseReport& p) { return p.num_nodes; }); }},
    ComparedFigure{"spare nodes", "/run/spare_nodes", SpeedLaw::kExact, 1e-6, false, false, count_text,
                   [](const Report& r) -> Found { return r.scenario.spare_nodes; }},
    ComparedFigure{"GPUs", "/totals/gpus", SpeedLaw::kExact, 1e-6, false, false, count_text,
                   [](const Report& r) { return most(r, [](const PhaseReport& p) { return p.num_accelerators; }); }},
    ComparedFigure{"step time", "/step/step_time_s", SpeedLaw::kInverse, 1e-6, false, true, seconds_words,
                   [](const Report& r) { return if_finite(main_phase(r).step.total() / second); }},
    ComparedFigure{"tokens/s", "/step/tokens_per_s", SpeedLaw::kInSpeed, 1e-6, false, false, count_text,
                   [](const Report& r) { return if_finite(main_phase(r).tokens_per_second); }},
    ComparedFigure{"MFU", "/step/mfu", SpeedLaw::kInSpeed, 1e-9, false, false, ratio_text,
                   [](const Report& r) { return if_finite(main_phase(r).mfu); }},
    ComparedFigure{"memory per GPU", "/memory/per_gpu_bytes/total", SpeedLaw::kNone, 1, false, false, bytes_words,
                   [](const Report& r) { return if_finite(r.memory.use.total() / byte); }},
    ComparedFigure{"GPU-hours", "/totals/gpu_hours", SpeedLaw::kInverse, 1e-3, false, false, amount_text,
                   [](const Report& r) { return if_finite(r.accelerator_hours.job); }},
    ComparedFigure{"days, mean", "/run/wall_clock_days/mean", SpeedLaw::kInverse, 1e-6, false, true, days_text,
                   [](const Report& r) { return if_finite(r.mean_days); }},
    ComparedFigure{"days, P50", "/run/wall_clock_days/p50", SpeedLaw::kInverse, 1e-6, false, false, days_text,
                   [](const Report& r) { return if_finite(r.median_days); }},
    ComparedFigure{"days, P90", "/run/wall_clock_days/p90", SpeedLaw::kInverse, 1e-6, false, false, days_text,
                   [](const Report& r) { return if_finite(r.wall_clock_days_80.high); }},
    ComparedFigure{"goodput", "/run/goodput", SpeedLaw::kNone, 1e-9, false, false, ratio_text,
                   [](const Report& r) { return if_finite(r.run.goodput); }},
    ComparedFigure{"interruptions", "/run/interruptions/mean", SpeedLaw::kNone, 1e-6, false, false, fixed,
                   [](const Report& r) { return if_finite(r.run.interruptions); }},
    ComparedFigure{"energy", "/totals/energy_kwh", SpeedLaw::kInverse, 1e-3, false, false, energy_words,
                   [](const Report& r) {
                     return r.energy.machines ? if_finite(*r.energy.machines / kilowatt_hour) : std::nullopt;
                   }},
    ComparedFigure{
        "CO2eq", "/totals/co2_kg", SpeedLaw::kInverse, 1e-3, false, false, carbon_words,
        [](const Report& r) { return r.energy.machines_co2_kg ? if_finite(*r.energy.machines_co2_kg) : std::nullopt; }},
    ComparedFigure{"cost", "/cost/total", SpeedLaw::kInverse, 0.01, true, true, money_words,
                   [](const Report& r) { return cents(r.cost.total); }, "/cost/at_least"},
};

std::optional<Range> range_at(const json& report, const char* low, const char* high) {
  const Found from = figure_at(report, low), to = figure_at(report, high);
  return from && to ? std::optional(Range{*from, *to}) : std::nullopt;
}

/// Of what is in proportion to the step's time, or inversely.
std::optional<Range> step_interval_at(const json& report, std::string_view pointer) {
  const auto time = range_at(report, "/step/interval_80/low_s", "/step/interval_80/high_s");
  const Found predicted = figure_at(report, "/step/step_time_s");
  if (!time || !predicted || pointer == "/step/step_time_s") return time;
  const Found value = figure_at(report, std::string(pointer).c_str());
  if (!value) return std::nullopt;
  return Range{*value * *predicted / time->high, *value * *predicted / time->low};
}

}  // namespace

std::span<const ComparedFigure> compared_figures() { return kFigures; }

std::optional<double> figure_at(const json& report, const char* pointer) {
  const json::json_pointer at(pointer);
  if (!report.contains(at)) return std::nullopt;
  const json& value = report.at(at);
  if (value.is_number()) return value.get<double>();
  // Money is a decimal string.
  if (value.is_string())
    if (const auto amount = parse_money("$" + value.get<std::string>())) return *amount / dollar;
  return std::nullopt;
}

std::optional<Range> interval_at(const json& report, const ComparedFigure& figure) {
  const std::string_view pointer = figure.pointer;
  if (pointer.starts_with("/step/")) return step_interval_at(report, pointer);
  if (pointer.starts_with("/memory/"))
    return range_at(report, "/memory/total_interval_80/low_bytes", "/memory/total_interval_80/high_bytes");
  if (pointer == "/run/wall_clock_days/mean" || pointer == "/run/wall_clock_days/p50")
    return range_at(report, "/run/wall_clock_days/p10", "/run/wall_clock_days/p90");
  if (pointer == "/run/interruptions/mean") return range_at(report, "/run/interruptions/p10", "/run/interruptions/p90");
  if (figure.is_money) return range_at(report, "/cost/interval_80/low", "/cost/interval_80/high");
  return std::nullopt;
}

FigureDifference figure_difference(const ComparedFigure& figure, double base, double other,
                                   const std::optional<plan::StepComparison>& speed) {
  FigureDifference result;
  result.difference = other - base;
  // Money to the cent: what subtraction leaves beyond is rounding.
  if (figure.is_money) result.difference = std::round(result.difference * 100) / 100;
  if (base != 0) result.ratio = other / base;
  if (figure.law == SpeedLaw::kExact) result.told_apart = base != other;
  if (!speed || figure.law == SpeedLaw::kNone || figure.law == SpeedLaw::kExact) return result;
  if (!speed->same_work && std::string_view(figure.pointer).starts_with("/step/")) return result;
  const calibration::DifferenceInterval& error = speed->interval;
  const Range factors = figure.law == SpeedLaw::kInSpeed ? Range{error.low_80, error.high_80}
                                                         : Range{1 / error.high_80, 1 / error.low_80};
  result.difference_80 = Range{other * factors.low - base, other * factors.high - base};
  result.told_apart = result.difference_80->low > 0 || result.difference_80->high < 0;
  return result;
}

}  // namespace fmplan::answer
