#include "core/base/quantity_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace fmplan {
namespace {

/// Units in base units (SI, IEC prefixes), the one suggested first.
constexpr UnitName kTimeUnits[] = {{"s", 1},       {"ms", 1e-3},    {"us", 1e-6},      {"µs", 1e-6},     {"ns", 1e-9},
                                   {"min", 60},    {"h", 3600},     {"hours", 3600},   {"hour", 3600},   {"d", 86400},
                                   {"day", 86400}, {"days", 86400}, {"weeks", 604800}, {"week", 604800}, {"seconds", 1},
                                   {"second", 1},  {"minutes", 60}, {"minute", 60}};
constexpr UnitName kDataUnits[] = {{"GB", 1e9},
                                   {"B", 1},
                                   {"kB", 1e3},
                                   {"KB", 1e3},
                                   {"MB", 1e6},
                                   {"TB", 1e12},
                                   {"PB", 1e15},
                                   {"KiB", 1024.0},
                                   {"MiB", 1048576.0},
                                   {"GiB", 1073741824.0},
                                   {"TiB", 1099511627776.0}};
constexpr UnitName kBandwidthUnits[] = {{"GB/s", 1e9},           {"Gbit/s", 1e9 / 8},  {"Gbps", 1e9 / 8},
                                        {"Tbit/s", 1e12 / 8},    {"TB/s", 1e12},       {"MB/s", 1e6},
                                        {"GiB/s", 1073741824.0}, {"MiB/s", 1048576.0}, {"B/s", 1}};
constexpr double kPetaflopDay = 1e15 * 86400;
constexpr UnitName kFlopUnits[] = {
    {"FLOP", 1},     {"GFLOP", 1e9},  {"TFLOP", 1e12},           {"PFLOP", 1e15},         {"EFLOP", 1e18},
    {"ZFLOP", 1e21}, {"YFLOP", 1e24}, {"PF-days", kPetaflopDay}, {"PF-day", kPetaflopDay}};
constexpr UnitName kFlopRateUnits[] = {
    {"TFLOP/s", 1e12}, {"GFLOP/s", 1e9}, {"PFLOP/s", 1e15}, {"FLOP/s", 1}, {"TOP/s", 1e12}};
constexpr UnitName kPowerUnits[] = {{"W", 1}, {"kW", 1e3}, {"MW", 1e6}};
constexpr UnitName kMoneyRateUnits[] = {{"$/h", 1.0 / 3600}, {"USD/h", 1.0 / 3600}, {"$/hour", 1.0 / 3600}};
constexpr double kMonthSeconds = 730.0 * 3600;  ///< of prices: 8,760 hours / 12
constexpr UnitName kStoragePriceUnits[] = {{"$/GB-month", 1 / (1e9 * kMonthSeconds)},
                                           {"$/GiB-month", 1 / (1073741824.0 * kMonthSeconds)},
                                           {"$/TB-month", 1 / (1e12 * kMonthSeconds)}};

/// Reads the decimal number that `text` begins with and drops it from `text`.  No sign but '-', no hexadecimal, no
/// "inf" or "nan".
std::optional<double> take_number(std::string_view& text) {
  const bool plain = !text.empty() && ((text[0] >= '0' && text[0] <= '9') || text[0] == '.' || text[0] == '-');
  if (!plain) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::general);
  if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

void drop_space(std::string_view& text) {
  if (!text.empty() && text.front() == ' ') text.remove_prefix(1);
}

std::optional<double> suffix_factor(std::string_view suffix) {
  if (suffix.empty()) return 1;
  if (suffix == "K" || suffix == "k") return 1e3;
  if (suffix == "M") return 1e6;
  if (suffix == "B" || suffix == "G") return 1e9;
  if (suffix == "T") return 1e12;
  if (suffix == "Q") return 1e15;
  return std::nullopt;
}

template <class Q>
std::optional<Q> parsed(std::string_view text, std::span<const UnitName> units) {
  const std::optional<double> value = parse_quantity(text, units);
  return value ? std::optional<Q>(Q(*value)) : std::nullopt;
}

/// Three significant digits, or all digits of the integer part when there are more; an exponent where that is longer
/// than anybody reads.
std::string short_number(double value) {
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return "0";
  // 9.996 is printed as "10.0": decide by the value as it will be rounded.
  const int integer_digits = static_cast<int>(std::floor(std::log10(magnitude * (1 + 1e-12)))) + 1;
  int decimals = integer_digits >= 3 ? 0 : 3 - integer_digits;
  if (decimals > 6 || integer_digits > 12) return fmt::format("{:.2e}", value);
  const double scale = std::pow(10.0, decimals);
  if (decimals > 0 && std::round(magnitude * scale) / scale >= std::pow(10.0, std::max(integer_digits, 0))) --decimals;
  return fmt::format("{:.{}f}", value, decimals);
}

struct Scale {
  double from;
  std::string_view unit;
};

/// The largest unit not above the value.  @pre `scales` ascend.
std::string scaled_text(double value, std::span<const Scale> scales) {
  if (!std::isfinite(value)) return "unknown";
  const Scale* chosen = &scales.front();
  // 0.9995 of a unit would print as "1000" of the one below.
  for (const Scale& scale : scales)
    if (std::fabs(value) >= 0.99949 * scale.from) chosen = &scale;
  return fmt::format("{} {}", short_number(value / chosen->from), chosen->unit);
}

std::string with_thousands(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", std::fabs(value), decimals);
  const std::size_t point = text.find('.');
  std::size_t at = point == std::string::npos ? text.size() : point;
  while (at > 3) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

}  // namespace

std::span<const UnitName> time_units() { return kTimeUnits; }
std::span<const UnitName> data_units() { return kDataUnits; }
std::span<const UnitName> bandwidth_units() { return kBandwidthUnits; }
std::span<const UnitName> flop_units() { return kFlopUnits; }
std::span<const UnitName> flop_rate_units() { return kFlopRateUnits; }
std::span<const UnitName> power_units() { return kPowerUnits; }
std::span<const UnitName> money_rate_units() { return kMoneyRateUnits; }
std::span<const UnitName> storage_price_units() { return kStoragePriceUnits; }

std::optional<double> parse_quantity(std::string_view text, std::span<const UnitName> units) {
  // "$50/h" is "50 $/h".
  const bool begins_with_dollar = text.starts_with('$');
  if (begins_with_dollar) text.remove_prefix(1);
  const std::optional<double> number = take_number(text);
  if (!number) return std::nullopt;
  drop_space(text);
  for (const UnitName& unit : units) {
    if (begins_with_dollar ? !unit.text.starts_with('$') || text != unit.text.substr(1) : text != unit.text) continue;
    const double value = *number * unit.in_base_units;
    return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Seconds> parse_time(std::string_view text) { return parsed<Seconds>(text, kTimeUnits); }
std::optional<Bytes> parse_data(std::string_view text) { return parsed<Bytes>(text, kDataUnits); }
std::optional<BytesPerSecond> parse_bandwidth(std::string_view text) {
  return parsed<BytesPerSecond>(text, kBandwidthUnits);
}
std::optional<FlopPerSecond> parse_flop_rate(std::string_view text) {
  return parsed<FlopPerSecond>(text, kFlopRateUnits);
}
std::optional<Watts> parse_power(std::string_view text) { return parsed<Watts>(text, kPowerUnits); }

std::optional<Flop> parse_flop(std::string_view text) {
  if (const auto with_unit = parsed<Flop>(text, kFlopUnits)) return with_unit;
  const std::optional<double> bare = take_number(text);
  return bare && text.empty() ? std::optional<Flop>(*bare * flop) : std::nullopt;
}

std::optional<Dollars> parse_money(std::string_view text) {
  const bool leading = !text.empty() && text.front() == '$';
  if (leading) text.remove_prefix(1);
  const std::optional<double> number = take_number(text);
  if (!number) return std::nullopt;
  drop_space(text);
  if (!leading) {
    if (text.ends_with("USD")) {
      text.remove_suffix(3);
    } else if (text.ends_with("$")) {
      text.remove_suffix(1);
    } else {
      return std::nullopt;
    }
    if (text.ends_with(" ")) text.remove_suffix(1);
  }
  const std::optional<double> factor = suffix_factor(text);
  return factor ? std::optional<Dollars>(*number * *factor * dollar) : std::nullopt;
}

std::optional<DollarsPerSecond> parse_money_rate(std::string_view text) {
  if (!text.empty() && text.front() == '$') {
    text.remove_prefix(1);
    const std::optional<double> number = take_number(text);
    return number && (text == "/h" || text == "/hour") ? std::optional<DollarsPerSecond>(*number * dollar_per_hour)
                                                       : std::nullopt;
  }
  return parsed<DollarsPerSecond>(text, kMoneyRateUnits);
}

std::optional<std::int64_t> parse_count(std::string_view text) {
  const std::optional<double> number = take_number(text);
  if (!number) return std::nullopt;
  drop_space(text);
  const std::optional<double> factor = suffix_factor(text);
  if (!factor) return std::nullopt;
  const double value = *number * *factor;
  // Whole to within the rounding of "70.6B" times 1e9; 9·10¹⁵ is below 2⁵³, where doubles are exact.
  const double whole = std::round(value);
  if (value < 0 || whole > 9e15 || std::fabs(value - whole) > 1e-9 * std::fmax(1, whole)) return std::nullopt;
  return static_cast<std::int64_t>(whole);
}

std::optional<double> parse_ratio(std::string_view text) {
  const std::optional<double> number = take_number(text);
  if (!number) return std::nullopt;
  drop_space(text);
  if (text == "%") return *number / 100;
  return text.empty() ? number : std::nullopt;
}

std::string days_text(double days) {
  if (!std::isfinite(days)) return "never";
  // Below a day one decimal is hardly a figure.
  constexpr double kOneDecimal = 0.95;
  const double magnitude = std::fabs(days);
  if (magnitude == 0 || magnitude >= kOneDecimal) return fmt::format("{:.1f}", days);
  const int decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(magnitude))), 1, 6);
  return fmt::format("{:.{}f}", days, decimals);
}

std::string time_text(Seconds value) {
  // In seconds.
  static constexpr Scale kScales[] = {{1e-9, "ns"}, {1e-6, "µs"}, {1e-3, "ms"}, {1, "s"},
                                      {60, "min"},  {3600, "h"},  {86400, "d"}};
  const double seconds = value.in_base_units();
  // Up to two minutes and two days the smaller unit reads better.
  if (std::fabs(seconds) >= 60 && std::fabs(seconds) < 120) return short_number(seconds) + " s";
  if (std::fabs(seconds) >= 3600 && std::fabs(seconds) < 7200) return short_number(seconds / 60) + " min";
  if (std::fabs(seconds) >= 86400 && std::fabs(seconds) < 172800) return short_number(seconds / 3600) + " h";
  if (seconds == 0) return "0 s";
  return scaled_text(seconds, kScales);
}

std::string data_text(Bytes value) {
  // SI.
  static constexpr Scale kScales[] = {{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}, {1e15, "PB"}};
  return scaled_text(value.in_base_units(), kScales);
}

std::string bandwidth_text(BytesPerSecond value) {
  // SI.
  static constexpr Scale kScales[] = {{1, "B/s"}, {1e3, "kB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}, {1e12, "TB/s"}};
  return scaled_text(value.in_base_units(), kScales);
}

std::string flop_text(Flop value) {
  const double amount = value.in_base_units();
  if (amount == 0) return "0 FLOP";
  // 9.999e25 is printed as "1.00e26": 9.995 and more round up to the next power.
  const int exponent = static_cast<int>(std::floor(std::log10(std::fabs(amount) / 0.9995)));
  return fmt::format("{:.2f}e{} FLOP", amount / std::pow(10.0, exponent), exponent);
}

std::string flop_rate_text(FlopPerSecond value) {
  // SI.
  static constexpr Scale kScales[] = {{1e9, "GFLOP/s"}, {1e12, "TFLOP/s"}, {1e15, "PFLOP/s"}, {1e18, "EFLOP/s"}};
  return scaled_text(value.in_base_units(), kScales);
}

std::string power_text(Watts value) {
  // SI.
  static constexpr Scale kScales[] = {{1, "W"}, {1e3, "kW"}, {1e6, "MW"}};
  return scaled_text(value.in_base_units(), kScales);
}

std::string energy_text(Joules value) {
  // In joules.
  static constexpr Scale kScales[] = {{3600, "Wh"}, {3.6e6, "kWh"}, {3.6e9, "MWh"}, {3.6e12, "GWh"}};
  return scaled_text(value.in_base_units(), kScales);
}

namespace {

bool rounds_to_no_cent(Dollars value) {
  constexpr double kHalfACent = 0.005;  // dollars
  return std::fabs(value / dollar) < kHalfACent;
}

}  // namespace

std::string money_text(Dollars value) {
  const double amount = value / dollar;
  const char* sign = amount < 0 && !rounds_to_no_cent(value) ? "-" : "";
  const double magnitude = std::fabs(amount);
  if (magnitude >= 999.5e6) return fmt::format("{}${}B", sign, short_number(magnitude / 1e9));
  if (magnitude >= 999.5e3) return fmt::format("{}${}M", sign, short_number(magnitude / 1e6));
  return fmt::format("{}${}", sign, with_thousands(magnitude, magnitude < 1000 ? 2 : 0));
}

std::string money_difference_text(Dollars value) {
  if (rounds_to_no_cent(value)) return "$0";
  return (value < Dollars{} ? "" : "+") + money_text(value);
}

namespace {

/// Dollars an hour with as few decimals as say it, where six do, as of every price; of what is no decimal, such as a
/// mean, `rounded_to`.
std::string hourly_text(DollarsPerSecond value, int rounded_to) {
  const double rate = value / dollar_per_hour;
  constexpr double kDecimal = 1e-9;  // relative; well above what a division by 3,600 takes off
  for (const int decimals : {2, 3, 4, 5, 6})
    if (const double scale = std::pow(10.0, decimals);
        std::fabs(std::round(rate * scale) / scale - rate) <= kDecimal * std::fabs(rate))
      return fmt::format("{:.{}f}", rate, decimals);
  return fmt::format("{:.{}f}", rate, rounded_to);
}

}  // namespace

std::string money_rate_decimal(DollarsPerSecond value) { return hourly_text(value, 6); }

std::string money_rate_text(DollarsPerSecond value) { return hourly_text(value, 2) + " $/h"; }

std::string count_text(double value) {
  if (std::fabs(value) < 1e5) return with_thousands(value, 0);
  // Short scale.
  static constexpr Scale kScales[] = {{1e3, "K"}, {1e6, "M"}, {1e9, "B"}, {1e12, "T"}, {1e15, "Q"}};
  std::string text = scaled_text(value, kScales);
  std::erase(text, ' ');
  return text;
}

std::string amount_text(double value) { return std::fabs(value) < 99.95 ? short_number(value) : count_text(value); }

std::string ratio_text(double value) {
  std::string text = fmt::format("{:.1f} %", 100 * value);
  return text == "-0.0 %" ? "0.0 %" : text;
}

std::string chance_text(double chance) {
  if (chance >= 0.9995) return "over 99.9 %";
  if (chance <= 0.0005) return "under 0.1 %";
  return ratio_text(chance);
}

std::string money_decimal(Dollars value) {
  std::string text = fmt::format("{:.2f}", value / dollar);
  return text == "-0.00" ? "0.00" : text;
}

std::string exact_text(double in_base_units, const UnitName& unit) {
  return fmt::format("{} {}", in_base_units / unit.in_base_units, unit.text);
}

}  // namespace fmplan
