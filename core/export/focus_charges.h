#pragma once

/// @file
/// A FOCUS dataset read again: the rows of a forecast, or those of a bill.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/export/exact_money.h"

namespace fmplan::exports {

/// What x_CostBasis says of a row: "forecast", or nothing or "actual".
enum class CostBasis { kForecast, kActual };

/// A row, as far as forecast and bill are held against each other.
struct Charge {
  int line = 0;
  std::string category;          ///< ChargeCategory: "Usage", "Tax", …
  std::string charged, billed;   ///< months ("2026-03") of ChargePeriodStart and BillingPeriodStart
  std::string organisation;      ///< SubAccountName, else SubAccountId; empty: null
  std::string organisation_id;   ///< SubAccountId
  std::string pool;              ///< x_PoolName, else the tag "pool"; empty: not said
  std::string instance;          ///< InstanceType of SkuPriceDetails, else SkuId
  std::string region;            ///< RegionId
  std::string pricing_category;  ///< "Standard", "Dynamic", …
  ExactMoney effective_cost = 0, billed_cost = 0;
  std::optional<double> node_hours{};     ///< none: the row is not of hours
  std::optional<double> failure_hours{};  ///< of these: x_FailureHours, lost to failures and what they cost
  std::optional<double> idle_hours{};     ///< of these: x_IdleHours, in which nothing ran
  std::optional<double> step_time_s{};    ///< x_StepTimeSeconds, of the steps that ran in the others
};

struct FocusCharges {
  std::string currency;
  std::string scenario_id;      ///< x_ScenarioId of a forecast; empty: not said
  std::vector<Charge> charges;  ///< of the basis that was asked for
  std::size_t num_others = 0;   ///< rows of the other basis, left out
};

/// Rows of one basis.  Columns by the names of their header in any order; BilledCost, EffectiveCost, BillingCurrency,
/// BillingPeriodStart, ChargePeriodStart, ChargeCategory, PricingQuantity and PricingUnit are needed, of a forecast
/// x_CostBasis too.  Hours are PricingQuantity where PricingUnit is hours, else ConsumedQuantity where ConsumedUnit is.
/// @throws InputError at "name:line" with every row that cannot be read (of more than kMostFocusIssues the number); for
/// currencies that differ, forecasts of two scenarios, and where no row is of the basis.
FocusCharges read_focus_charges(std::string_view text, const std::string& name, CostBasis basis);
inline constexpr std::size_t kMostFocusIssues = 20;  // chosen: a screen

}  // namespace fmplan::exports
