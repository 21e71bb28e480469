#include "core/answer/figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/answer/schema_keys.h"
#include "core/base/date.h"
#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"

namespace fmplan::answer {
namespace {

/// Units that bounds may be written in: definitions.
constexpr std::array kEnergyUnits = {UnitName{"kWh", 1}, UnitName{"MWh", 1e3}, UnitName{"GWh", 1e6},
                                     UnitName{"Wh", 1e-3}};
/// The same of masses: definitions.
constexpr std::array kMassUnits = {UnitName{"kg", 1}, UnitName{"t", 1e3}, UnitName{"kt", 1e6}, UnitName{"Mt", 1e9}};

/// The parts of "step.breakdown_s.gemm", the last first.
std::vector<std::string> parts_backwards(std::string_view key) {
  std::vector<std::string> parts;
  for (std::size_t end = key.size();;) {
    const std::size_t dot = key.substr(0, end).rfind('.');
    parts.emplace_back(key.substr(dot == std::string_view::npos ? 0 : dot + 1, end - (dot + 1)));
    if (dot == std::string_view::npos) return parts;
    end = dot;
  }
}

/// What the nearest part that says a unit says.
FigureUnit unit_of(const SchemaKey& key) {
  if (key.is_date) return FigureUnit::kDate;
  if (key.is_money) return FigureUnit::kDollar;
  for (const std::string& part : parts_backwards(key.key)) {
    // Rates are numbers whose key says of what.
    if (part.ends_with("_per_s") || part.find("_per_") != std::string::npos) return FigureUnit::kNumber;
    if (part.ends_with("_s")) return FigureUnit::kSecond;
    if (part.ends_with("_h") || part.ends_with("_hours") || part == "gpu_hours_ledger") return FigureUnit::kHour;
    if (part.ends_with("days") || part.find("_days_") != std::string::npos) return FigureUnit::kDay;
    if (part.ends_with("bytes")) return FigureUnit::kByte;
    if (part.ends_with("_kwh")) return FigureUnit::kKilowattHour;
    if (part.ends_with("_kg")) return FigureUnit::kKilogram;
    if (part == "mfu" || part == "hfu" || part == "goodput" || part.ends_with("share") || part.ends_with("fraction") ||
        part.starts_with("half_width") || part.starts_with("chance") || part.ends_with("_share"))
      return FigureUnit::kRatio;
  }
  return FigureUnit::kNumber;
}

Figure keyed_figure(const SchemaKey& key) {
  std::string pointer = "/" + key.key;
  std::ranges::replace(pointer, '.', '/');
  return {.name = key.key, .unit = unit_of(key), .what = key.what, .pointer = pointer, .says_unit = true};
}

/// "1.5M", "1e6", "-3": a number with a count suffix.
std::optional<double> read_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  const auto amount = parse_money("$" + std::string(text.substr(negative ? 1 : 0)));
  if (!amount) return std::nullopt;
  return (negative ? -1 : 1) * (*amount / dollar);
}

}  // namespace

std::optional<Figure> FigureSet::find(std::string_view name) const {
  constexpr std::string_view kMedian = ".p50";
  std::string wanted(name);
  // "cost_p90" is "cost.p90".
  for (const char* const end : {"_p10", "_p50", "_p90"})
    if (wanted.ends_with(end)) wanted[wanted.size() - 4] = '.';
  if (wanted == "memory.headroom") wanted = "headroom";
  for (const std::string& one : {std::string(name), wanted})
    if (const auto found = std::ranges::find(named_, one, &Figure::name); found != named_.end()) return *found;
  // "days.p50" is "days", where that is the median; its column is called what was asked for.
  if (wanted.ends_with(kMedian)) {
    const std::string_view whole = std::string_view(wanted).substr(0, wanted.size() - kMedian.size());
    const auto found = std::ranges::find(named_, whole, &Figure::name);
    if (found != named_.end() && found->pointer.ends_with("/p50")) {
      Figure median = *found;
      median.name = wanted;
      return median;
    }
  }
  for (const Figure& figure : keyed())
    if (figure.name == name) return figure;
  return std::nullopt;
}

std::vector<Figure> FigureSet::keyed() const {
  std::vector<Figure> figures;
  if (schema_.empty()) return figures;
  for (const SchemaKey& key : schema_keys(schema_)) figures.push_back(keyed_figure(key));
  return figures;
}

std::string no_such_figure(std::string_view name, const FigureSet& figures) {
  std::vector<std::string> names;
  for (const Figure& figure : figures.named()) names.push_back(figure.name);
  const std::string near = did_you_mean(name, names);
  if (!near.empty()) return fmt::format("\"{}\" is no figure of the answer{}", name, near);
  std::vector<std::string> keys;
  for (const Figure& figure : figures.keyed()) keys.push_back(figure.name);
  const std::string near_key = did_you_mean(name, keys);
  if (!near_key.empty()) return fmt::format("\"{}\" is no figure of the answer{}", name, near_key);
  return fmt::format("\"{}\" is no figure of the answer; use one of {}{}", name, fmt::join(names, ", "),
                     keys.empty() ? "" : ", or a number of the report by its key, as step.mfu");
}

FigureValue figure_of(const plan::Report& report, const Figure& figure) { return figure.of_report(report); }

std::string figure_text(FigureUnit unit, double value) {
  if (std::isinf(value) && unit == FigureUnit::kDate) return "never";
  if (std::isinf(value)) return unit == FigureUnit::kDay || unit == FigureUnit::kHour ? "without end" : "unbounded";
  switch (unit) {
    case FigureUnit::kNumber: return count_text(value);
    case FigureUnit::kFactor: return fmt::format("{:.3g}", value);
    case FigureUnit::kRatio: return ratio_text(value);
    case FigureUnit::kSecond: return time_text(value * second);
    case FigureUnit::kHour: return amount_text(value) + " h";
    case FigureUnit::kDay: return days_text(value) + " days";
    case FigureUnit::kDate: return date_text({static_cast<int>(value)});
    case FigureUnit::kByte: return data_text(value * byte);
    case FigureUnit::kDollar: return money_text(value * dollar);
    case FigureUnit::kKilowattHour: return energy_text(value * kilowatt_hour);
    case FigureUnit::kKilogram: return fmt::format("{:.4g} t", value / 1000);
  }
  return {};
}

std::string exact_figure_text(FigureUnit unit, double value) {
  switch (unit) {
    case FigureUnit::kDollar: return "$" + money_decimal(value * dollar);
    case FigureUnit::kDate: return figure_text(unit, value);
    case FigureUnit::kRatio: return fmt::format("{:.6g} %", 100 * value);
    case FigureUnit::kSecond: return fmt::format("{:.6g} s", value);
    case FigureUnit::kHour: return fmt::format("{:.9g} h", value);
    case FigureUnit::kDay: return fmt::format("{:.6g} days", value);
    case FigureUnit::kByte: return fmt::format("{:.6g} GB", value / 1e9);
    case FigureUnit::kKilowattHour: return fmt::format("{:.9g} kWh", value);
    case FigureUnit::kKilogram: return fmt::format("{:.9g} kg", value);
    case FigureUnit::kNumber:
    case FigureUnit::kFactor: break;
  }
  return fmt::format("{:.9g}", value);
}

std::optional<double> read_figure(const Figure& figure, std::string_view text) {
  const std::string given(text);
  switch (figure.unit) {
    case FigureUnit::kDollar: {
      const auto amount = parse_money(given);
      return amount ? std::optional(*amount / dollar) : read_number(given);
    }
    case FigureUnit::kDate: {
      const auto date = parse_date(given);
      return date ? std::optional<double>(date->days_since_epoch) : std::nullopt;
    }
    case FigureUnit::kRatio: {
      // "mfu>40" means 40 %, or nothing.
      const auto ratio = parse_ratio(given);
      return ratio && *ratio > 1 && given.find('%') == std::string::npos ? std::nullopt : ratio;
    }
    case FigureUnit::kFactor: return parse_ratio(given);
    case FigureUnit::kSecond:
      if (const auto time = parse_time(given)) return *time / second;
      break;
    case FigureUnit::kHour:
      if (const auto time = parse_time(given)) return *time / hour;
      break;
    case FigureUnit::kDay:
      if (const auto time = parse_time(given)) return *time / day;
      break;
    case FigureUnit::kByte:
      if (const auto data = parse_data(given)) return *data / byte;
      break;
    case FigureUnit::kKilowattHour:
      if (const auto energy = parse_quantity(given, kEnergyUnits)) return energy;
      break;
    case FigureUnit::kKilogram:
      if (const auto mass = parse_quantity(given, kMassUnits)) return mass;
      break;
    case FigureUnit::kNumber: break;
  }
  return figure.says_unit ? read_number(given) : std::nullopt;
}

std::string_view figure_example(FigureUnit unit) {
  switch (unit) {
    case FigureUnit::kNumber: return "a number such as 128 or 1.5M";
    case FigureUnit::kFactor: return "a factor such as 1.1 or 110%";
    case FigureUnit::kRatio: return "a share such as 40% or 0.4";
    case FigureUnit::kSecond: return "a time such as 9.5 s";
    case FigureUnit::kHour: return "hours such as 1.5M";
    case FigureUnit::kDay: return "days such as 60, \"60 d\" or \"1440 h\"";
    case FigureUnit::kDate: return "a day such as 2025-09-30";
    case FigureUnit::kByte: return "an amount of data such as 70 GB";
    case FigureUnit::kDollar: return "an amount of money such as $2.5M";
    case FigureUnit::kKilowattHour: return "an energy such as 3 GWh";
    case FigureUnit::kKilogram: return "a mass such as 2000 t";
  }
  return {};
}

std::string column_name(const Figure& figure) {
  std::string name = figure.name;
  std::ranges::replace(name, '.', '_');
  if (figure.unit == FigureUnit::kDollar && !name.ends_with("_usd")) return name + "_usd";
  if (figure.says_unit) return name;
  switch (figure.unit) {
    case FigureUnit::kSecond: return name + "_s";
    case FigureUnit::kByte: return name + "_bytes";
    case FigureUnit::kKilowattHour: return name + "_kwh";
    case FigureUnit::kKilogram: return name + "_kg";
    default: return name;
  }
}

}  // namespace fmplan::answer
