#pragma once

#include <optional>
#include <string_view>

#include "core/export/ledger.h"

namespace fmplan::exports {

/// Money in 10⁻¹² of a currency's unit, whole, so that sums of a bill's rows, which have more decimals than cents, are
/// exact.
__extension__ using ExactMoney = __int128;
inline constexpr int kMoneyDecimals = 12;  // chosen: bills have ten at most

/// The most that a row of a bill may hold, in the currency's unit; chosen: more is no amount, in any currency, and sums
/// of a million of them are exact still.
inline constexpr std::int64_t kMostMoney = 1'000'000'000'000;

/// "1234.5", "-0.0000123", "1.5E3": digits with a point and an exponent, as FOCUS has decimals; further ones than
/// kMoneyDecimals are rounded, halves away from 0.  None for anything else, and beyond kMostMoney.
std::optional<ExactMoney> parse_exact_money(std::string_view text);

/// Halves away from 0.
Cents rounded_cents(ExactMoney money);
/// In the currency's unit.
double plain(ExactMoney money);

}  // namespace fmplan::exports
