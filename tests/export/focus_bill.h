#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/text/csv_text.h"

namespace fmplan::exports {

/// Columns of a row by name; the others have what kOrdinary says.
using BillRow = std::map<std::string, std::string>;

/// A FOCUS dataset of these rows: in March 2026, of a pool "shared" of p5 in us-east-1, in dollars by the hour.
inline std::string focus_csv(const std::vector<BillRow>& rows) {
  static const BillRow kOrdinary = {{"BilledCost", "0"},
                                    {"EffectiveCost", "0"},
                                    {"BillingCurrency", "USD"},
                                    {"BillingPeriodStart", "2026-03-01T00:00:00Z"},
                                    {"ChargePeriodStart", "2026-03-01T00:00:00Z"},
                                    {"ChargeCategory", "Usage"},
                                    {"PricingQuantity", "0"},
                                    {"PricingUnit", "Hours"},
                                    {"ConsumedQuantity", ""},
                                    {"ConsumedUnit", ""},
                                    {"PricingCategory", "Standard"},
                                    {"RegionId", "us-east-1"},
                                    {"SkuId", "p5.48xlarge"},
                                    {"SkuPriceDetails", ""},
                                    {"SubAccountId", ""},
                                    {"SubAccountName", ""},
                                    {"Tags", ""},
                                    {"x_CostBasis", ""},
                                    {"x_ScenarioId", ""},
                                    {"x_PoolName", "shared"},
                                    {"x_FailureHours", ""},
                                    {"x_IdleHours", ""},
                                    {"x_StepTimeSeconds", ""}};
  std::vector<std::string> header;
  for (const auto& [column, value] : kOrdinary) header.push_back(column);
  std::string csv = text::csv_line(header) + "\n";
  for (const BillRow& row : rows) {
    std::vector<std::string> fields;
    for (const auto& [column, value] : kOrdinary) fields.push_back(row.contains(column) ? row.at(column) : value);
    csv += text::csv_line(fields) + "\n";
  }
  return csv;
}

/// Hours of a team in a month ("2026-03") at a cost, which is both billed and amortised.
inline BillRow hours_row(const std::string& team, const std::string& month, const std::string& hours,
                         const std::string& cost, BillRow more = {}) {
  more.insert({{"SubAccountName", team},
               {"SubAccountId", team},
               {"BillingPeriodStart", month + "-01T00:00:00Z"},
               {"ChargePeriodStart", month + "-01T00:00:00Z"},
               {"PricingQuantity", hours},
               {"BilledCost", cost},
               {"EffectiveCost", cost}});
  return more;
}

/// The same as a forecast's.
inline BillRow planned_row(const std::string& team, const std::string& month, const std::string& hours,
                           const std::string& cost, BillRow more = {}) {
  more.insert({"x_CostBasis", "forecast"});
  return hours_row(team, month, hours, cost, std::move(more));
}

}  // namespace fmplan::exports
