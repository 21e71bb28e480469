#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fmplan::scenario {

/// Money as a programme's file states it.
struct StatedMoney {
  double amount = 0;
  std::string currency;  ///< "USD", "JPY"; three capitals

  friend bool operator==(const StatedMoney&, const StatedMoney&) = default;
};

/// "$2.5M", "2.5 M$", "1000 USD", "500M JPY", "JPY 500M", "¥500M": a decimal number with a suffix of parse_count() and
/// a currency before or behind it.  Nothing if it is not of that form.
std::optional<StatedMoney> parse_stated_money(std::string_view text);

/// The same by the hour: "39.33 $/h", "$39.33/h", "¥5900/hour".
std::optional<StatedMoney> parse_stated_hourly_money(std::string_view text);

/// Three capitals.
bool is_currency_code(std::string_view code);

}  // namespace fmplan::scenario
