#include "core/export/focus.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/fingerprint.h"
#include "core/base/issue.h"
#include "core/export/ledger.h"
#include "core/export/planned_use.h"
#include "core/text/csv_text.h"
#include "core/text/json_writer.h"

namespace fmplan::exports {
namespace {

/// As version 1.2 of the specification has them, by the alphabet; its own columns first.
constexpr std::array<std::string_view, 45> kColumns = {"BilledCost",       "BillingAccountId",   "BillingAccountName",
                                                       "BillingCurrency",  "BillingPeriodEnd",   "BillingPeriodStart",
                                                       "ChargeCategory",   "ChargeClass",        "ChargeDescription",
                                                       "ChargeFrequency",  "ChargePeriodEnd",    "ChargePeriodStart",
                                                       "ConsumedQuantity", "ConsumedUnit",       "ContractedCost",
                                                       "EffectiveCost",    "InvoiceIssuerName",  "ListCost",
                                                       "ListUnitPrice",    "PricingCategory",    "PricingQuantity",
                                                       "PricingUnit",      "ProviderName",       "PublisherName",
                                                       "RegionId",         "RegionName",         "ServiceCategory",
                                                       "ServiceName",      "ServiceSubcategory", "SkuId",
                                                       "SkuMeter",         "SkuPriceDetails",    "SkuPriceId",
                                                       "SubAccountId",     "SubAccountName",     "Tags",
                                                       "x_CostBasis",      "x_ScenarioId",       "x_CostP10",
                                                       "x_CostP50",        "x_CostP90",          "x_PoolName",
                                                       "x_FailureHours",   "x_IdleHours",        "x_StepTimeSeconds"};

/// Those that 1.4 removed, each with what is in its place.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kReplaced = {
    {{"ProviderName", "HostProviderName"}, {"PublisherName", "ServiceProviderName"}}};

constexpr bool is_own(std::string_view column) { return column.starts_with("x_"); }

/// Columns of a version in its order: its own by the alphabet, then ours.  @throws InputError
std::vector<std::string> focus_columns(std::string_view focus_version) {
  std::vector<std::string> columns(kColumns.begin(), kColumns.end());
  if (focus_version == kFocusVersions.front()) return columns;
  if (focus_version != kFocusVersions.back())
    throw InputError("--focus-version", fmt::format("\"{}\" is none of {}; write one of these", focus_version,
                                                    fmt::join(kFocusVersions, ", ")));
  for (const auto& [removed, instead] : kReplaced)
    std::ranges::replace(columns, std::string(removed), std::string(instead));
  std::ranges::sort(columns.begin(), std::ranges::find_if(columns, is_own));
  return columns;
}

/// What is not known of a file of 1.4.
std::string not_verified(const std::vector<std::string>& columns) {
  std::vector<std::string> removed, instead, others;
  for (const auto& [old_name, new_name] : kReplaced) {
    removed.emplace_back(old_name);
    instead.emplace_back(new_name);
  }
  for (const std::string& column : columns)
    if (!is_own(column) && std::ranges::find(instead, column) == instead.end()) others.push_back(column);
  return fmt::format(
      "FOCUS 1.4: no rules of it that a machine reads were there to hold the file against. {} are left out, which it "
      "removed. Not verified: {}, as a draft that follows 1.4 has them; and, as in 1.2, {}.",
      fmt::join(removed, " and "), fmt::join(instead, " and "), fmt::join(others, ", "));
}

/// A number of so many decimals as a whole one, and back without zeros at its end.
__extension__ using Decimal = __int128;
constexpr int kPriceDecimals = 9;  ///< chosen: of a mean price, which need not be round
constexpr int kHourDecimals = 6;   ///< chosen: 4 milliseconds of one node
constexpr int kStepDecimals = 6;   ///< chosen: microseconds

Decimal scaled(double value, int decimals) { return std::llround(value * std::pow(10.0, decimals)); }

std::string decimal_text(Decimal value, int decimals) {
  std::string digits;
  for (Decimal rest = value < 0 ? -value : value; rest > 0; rest /= 10)
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
  const auto least = static_cast<std::size_t>(decimals) + 1;
  if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
  digits.insert(digits.size() - static_cast<std::size_t>(decimals), ".");
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.ends_with('.')) digits.pop_back();
  return (value < 0 ? "-" : "") + digits;
}

std::string moment(Date date) { return date_text(date) + "T00:00:00Z"; }

/// Of FOCUS: "Standard" at an agreed rate, "Dynamic" where the provider changes it, "Committed" under a discount for a
/// commitment, "Other".
std::string_view pricing_category(const std::string& kind) {
  if (kind == "on_demand") return "Standard";
  if (hardware::is_spot(kind)) return "Dynamic";
  if (kind.starts_with("reserved")) return "Committed";
  return "Other";
}

/// As AWS's bills call it; of others the category's name.
std::string service_name(const std::string& seller) {
  return seller == "AWS" ? "Amazon Elastic Compute Cloud" : "Compute";
}

std::string price_id(const scenario::Pool& pool) {
  std::string id = pool.instance + "/" + (pool.region.empty() ? "" : pool.region + "/") + pool.kind;
  // A price of one's own holds for one pool, and may differ from another's of the same machine.
  return pool.price_is_own ? id + "/" + pool.name : id;
}

class Rows {
 public:
  Rows(const programme::ProgrammeAnswer& answer, const catalog::Catalog& catalog)
      : study_(answer.study), programme_(*answer.study.programme), id_(scenario_id(answer)) {
    for (const programme::PoolAnswer& pool : study_.pools) sellers_.push_back(seller_of(*pool.pool, catalog));
  }

  std::string line(const LedgerEntry& entry, const std::vector<std::string>& columns) const {
    std::map<std::string_view, std::string> row = charge(entry);
    row.merge(what_is_charged(entry));
    row.merge(expected_use(entry));
    std::vector<std::string> fields;
    for (const std::string& column : columns) {
      const auto found = row.find(column);
      fields.push_back(found == row.end() ? "" : found->second);
    }
    return text::csv_line(fields) + "\n";
  }

 private:
  using Row = std::map<std::string_view, std::string>;

  Row charge(const LedgerEntry& entry) const {
    const programme::Month& month = study_.months[entry.month];
    const Decimal price = scaled(entry.price, kPriceDecimals), hours = scaled(entry.node_hours, kHourDecimals);
    const std::string cost = cents_text(entry.cost), hours_text = decimal_text(hours, kHourDecimals);
    Row row = {{"BilledCost", cost},
               {"BillingAccountId", programme_.name},
               {"BillingAccountName", programme_.name},
               {"BillingCurrency", programme_.currency.code},
               {"BillingPeriodStart", moment(first_of_month(month))},
               {"BillingPeriodEnd", moment(first_of_next_month(month))},
               {"ChargeCategory", "Usage"},
               {"ChargeFrequency", "Usage-Based"},
               {"ChargePeriodStart", moment(month.from)},
               {"ChargePeriodEnd", moment(month.until)},
               {"ConsumedQuantity", hours_text},
               {"ConsumedUnit", "Hours"},
               {"ContractedCost", cost},
               {"EffectiveCost", cost},
               {"ListCost", decimal_text(price * hours, kPriceDecimals + kHourDecimals)},
               {"ListUnitPrice", decimal_text(price, kPriceDecimals)},
               {"PricingQuantity", hours_text},
               {"PricingUnit", "Hours"},
               {"x_CostBasis", "forecast"},
               {"x_ScenarioId", id_}};
    if (!entry.quantiles) return row;
    row["x_CostP10"] = cents_text(entry.quantiles->p10);
    row["x_CostP50"] = cents_text(entry.quantiles->p50);
    row["x_CostP90"] = cents_text(entry.quantiles->p90);
    return row;
  }

  Row what_is_charged(const LedgerEntry& entry) const {
    const scenario::Pool& pool = *study_.pools[entry.pool].pool;
    const std::string seller = sellers_[entry.pool].value_or(programme_.name);
    const text::Json tags = {{"pool", pool.name}, {"programme", programme_.name}};
    Row row = {{"HostProviderName", seller},
               {"InvoiceIssuerName", seller},
               {"PricingCategory", std::string(pricing_category(pool.kind))},
               {"ProviderName", seller},
               {"PublisherName", seller},
               {"RegionId", pool.region},
               {"RegionName", pool.region},
               {"ServiceCategory", "Compute"},
               {"ServiceName", service_name(seller)},
               {"ServiceProviderName", seller},
               {"ServiceSubcategory", "Virtual Machines"},
               {"SkuId", pool.instance},
               {"SkuMeter", "Instance hours"},
               {"SkuPriceDetails", text::Json{{"InstanceType", pool.instance}}.dump()},
               {"SkuPriceId", price_id(pool)},
               {"Tags", tags.dump()},
               {"x_PoolName", pool.name}};
    if (entry.organisation) {
      const std::string& name = study_.organisations[*entry.organisation].organisation->name;
      row["SubAccountId"] = row["SubAccountName"] = name;
      row["ChargeDescription"] = fmt::format("Planned {} of {} for {}", pool.instance, pool.name, name);
    } else {
      row["ChargeDescription"] = fmt::format("Planned {} of {}, held by no organisation", pool.instance, pool.name);
    }
    return row;
  }

  Row expected_use(const LedgerEntry& entry) const {
    const PlannedUse use = planned_use(study_, entry);
    Row row;
    // Rounded down: together no more than the row's hours.
    const auto hours_text = [](double hours) {
      return decimal_text(static_cast<Decimal>(hours * std::pow(10.0, kHourDecimals)), kHourDecimals);
    };
    if (use.failure_hours) row["x_FailureHours"] = hours_text(*use.failure_hours);
    if (use.idle_hours) row["x_IdleHours"] = hours_text(*use.idle_hours);
    if (use.step_time_s)
      row["x_StepTimeSeconds"] = decimal_text(scaled(*use.step_time_s, kStepDecimals), kStepDecimals);
    return row;
  }

  const programme::Study& study_;
  const scenario::Programme& programme_;
  std::string id_;
  std::vector<std::optional<std::string>> sellers_;
};

}  // namespace

std::string scenario_id(const programme::ProgrammeAnswer& answer) {
  const std::string asked = fmt::format("{}\n{}\n{}\n{}", answer.asked.dump(), answer.catalog_version,
                                        answer.study.simulation.trials, answer.seed);
  return fmt::format("{}#{:016x}", answer.study.programme->name, fnv1a_64(asked));
}

ExportedFile focus_file(const programme::ProgrammeAnswer& answer, const catalog::Catalog& catalog,
                        std::string_view focus_version) {
  const programme::Study& study = answer.study;
  const std::vector<std::string> columns = focus_columns(focus_version);
  const Ledger ledger = ledger_of(study, study.programme->currency.per_dollar);
  ExportedFile file{.text = text::csv_line(columns) + "\n",
                    .warnings = forecast_warnings(study),
                    .holds_amounts = !ledger.entries.empty()};
  if (focus_version != kFocusVersions.front()) file.warnings.push_back(not_verified(columns));
  const Rows rows(answer, catalog);
  for (const LedgerEntry& entry : ledger.entries) file.text += rows.line(entry, columns);
  return file;
}

}  // namespace fmplan::exports
