#pragma once

/// @file
/// Quantities as people write them: "400 Gbit/s", "80 GB", "15T" tokens, "30 min", "$2.5M".  GB is 10⁹ bytes and GiB
/// 2³⁰; a bare number is never accepted for a quantity that has a dimension.  Independent of the C locale.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/date.h"
#include "core/base/quantity.h"

namespace fmplan {

struct UnitName {
  std::string_view text;
  double in_base_units = 1;
};

/// The units a dimension may be written in; the first is the one suggested in messages.
std::span<const UnitName> time_units();
std::span<const UnitName> data_units();
std::span<const UnitName> bandwidth_units();
std::span<const UnitName> flop_units();
std::span<const UnitName> flop_rate_units();
std::span<const UnitName> power_units();
std::span<const UnitName> money_rate_units();
std::span<const UnitName> storage_price_units();

/// The number in base units that `text` means in one of `units`: a decimal number, optionally an SI-like suffix is part
/// of the unit name, one optional space.  Nothing if it is not of that form or not finite.
std::optional<double> parse_quantity(std::string_view text, std::span<const UnitName> units);

std::optional<Seconds> parse_time(std::string_view text);
std::optional<Bytes> parse_data(std::string_view text);
std::optional<BytesPerSecond> parse_bandwidth(std::string_view text);
std::optional<Flop> parse_flop(std::string_view text);  ///< "1e24 FLOP", "3.8e25", "5 EFLOP", "100 PF-days"
std::optional<FlopPerSecond> parse_flop_rate(std::string_view text);
std::optional<Watts> parse_power(std::string_view text);
/// "$2.5M", "$98.32", "2.5 M$", "1000 USD".
std::optional<Dollars> parse_money(std::string_view text);
std::optional<DollarsPerSecond> parse_money_rate(std::string_view text);  ///< "98.32 $/h", "$98.32/h"
/// A count with an optional suffix K, M, B or G, T, Q (10³ … 10¹⁵): "70B", "15T", "1.4T", "8192", "1e12".
/// Nothing unless the result is a whole number in [0, 9·10¹⁵].
std::optional<std::int64_t> parse_count(std::string_view text);
/// "12.5 %" or "12.5%" as 0.125; a bare number is taken as the ratio itself.
std::optional<double> parse_ratio(std::string_view text);

/// Texts for people: three to four significant digits and the unit that keeps the number short.
std::string time_text(Seconds value);              ///< "1.84 s", "12.4 ms", "3.2 min", "19.3 h", "54.2 d"
std::string days_text(double days);                ///< the figure alone: "114.5", "0.14", "0.0032", "never"
std::string data_text(Bytes value);                ///< "62.6 GB", "5.68 TB" (decimal)
std::string bandwidth_text(BytesPerSecond value);  ///< "50.0 GB/s"
std::string flop_text(Flop value);                 ///< "3.94e25 FLOP"
std::string flop_rate_text(FlopPerSecond value);   ///< "412 TFLOP/s"
std::string power_text(Watts value);
std::string energy_text(Joules value);                ///< "21.6 GWh"
std::string money_text(Dollars value);                ///< "$17.3M", "$98.32", "-$3.00"; never "-$0.00"
std::string money_difference_text(Dollars value);     ///< "+$17.3M", "-$98.32"; "$0" for less than half a cent
std::string money_rate_text(DollarsPerSecond value);  ///< "98.32 $/h", "3.933 $/h"
/// The same without a unit: all digits of a decimal price, at least two behind the point and at most six.
std::string money_rate_decimal(DollarsPerSecond value);
std::string count_text(double value);   ///< "70.6B", "15T", "8192"
std::string amount_text(double value);  ///< the same of what comes in parts: "1.39", "85.2", "30,901"
std::string ratio_text(double value);   ///< "41.3 %"
/// Of a chance, which is never told as certain: "over 99.9 %", "41.3 %".
std::string chance_text(double chance);

/// The decimal string a JSON document carries for money: two decimals, no exponent ("17343641.60").
std::string money_decimal(Dollars value);

/// Exact forms for files, read back to the same value: "400 Gbit/s".
std::string exact_text(double in_base_units, const UnitName& unit);

}  // namespace fmplan
