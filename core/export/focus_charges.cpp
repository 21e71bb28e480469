#include "core/export/focus_charges.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/scenario/programme_money.h"
#include "core/text/json_text.h"
#include "core/text/row_table.h"

namespace fmplan::exports {
namespace {

using nlohmann::json;
using text::TableRow;

constexpr const char* kForecast = "forecast";
constexpr const char* kActual = "actual";

/// Of all amounts of a file, in the currency's unit; chosen: a fifth of what Cents hold.
constexpr double kMostOfFile = 2e16;

/// Hours of a row, at most; chosen: of a million nodes in a century.
constexpr double kMostHours = 1e12;

std::string quoted(const std::string& text) { return text::value_text(json(text)); }

/// Problems of rows; those beyond kMostFocusIssues are counted.
class RowIssues {
 public:
  explicit RowIssues(std::string name) : name_(std::move(name)) {}

  void add(int line, std::string message) {
    if (++count_ <= kMostFocusIssues) issues_.push_back({fmt::format("{}:{}", name_, line), std::move(message)});
  }
  void add(std::string message) { issues_.push_back({name_, std::move(message)}); }

  void finish() {
    if (count_ > kMostFocusIssues)
      issues_.push_back({name_, fmt::format("and {} further problems", count_ - kMostFocusIssues)});
    if (!issues_.empty()) throw InputError(std::move(issues_));
  }

 private:
  std::string name_;
  Issues issues_;
  std::size_t count_ = 0;
};

/// "T00:00:00Z" and what exporters write for it: a blank for T, no seconds or parts of them, +00:00 for Z.
bool is_utc_time(std::string_view text) {
  if (text.empty()) return true;
  if (text.front() != 'T' && text.front() != ' ') return false;
  text.remove_prefix(1);
  for (const std::string_view zone : {"Z", "+00:00", " UTC"})
    if (text.ends_with(zone)) {
      text.remove_suffix(zone.size());
      break;
    }
  constexpr std::string_view kForm = "00:00:00.";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool wants_digit = i >= kForm.size() || kForm[i] == '0', is_digit = text[i] >= '0' && text[i] <= '9';
    if (wants_digit ? !is_digit : text[i] != kForm[i]) return false;
  }
  return text.size() == 5 || text.size() == 8 || text.size() > kForm.size();  // of "00:00" and "00:00:00"
}

/// The text of a member of a column that holds JSON; empty where it has none.
std::string member_of(const std::string& text, const char* key) {
  if (text.empty()) return {};
  // What others write there is theirs: where it is no object, it says nothing.
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object()) return {};
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool is_hours(std::string unit) {
  for (char& c : unit)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return unit == "hours" || unit == "hour" || unit == "hrs" || unit == "hr" || unit == "h";
}

/// Reads the fields of one row.
class RowReader {
 public:
  RowReader(const TableRow& fields, int line, RowIssues& issues) : fields_(fields), line_(line), issues_(issues) {}

  /// None where the field is empty, or, which is an issue, no number in the range.
  std::optional<double> number(const char* column, double least, double most) {
    const std::string text = fields_.text(column);
    if (text.empty()) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = error == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
    if (is_number && value >= least && value <= most) return value;
    issues_.add(line_, fmt::format("{} {} is no number from {:g} to {:g}", column, quoted(text), least, most));
    return std::nullopt;
  }

  ExactMoney money(const char* column) {
    const std::string text = fields_.text(column);
    const std::optional<ExactMoney> amount = parse_exact_money(text);
    if (!amount)
      issues_.add(line_, fmt::format("{} {} is no amount of money such as 1234.50, of at most {}", column, quoted(text),
                                     kMostMoney));
    return amount.value_or(0);
  }

  std::string month(const char* column) {
    const std::string text = fields_.text(column);
    if (parse_date(text.substr(0, 10)) &&
        is_utc_time(std::string_view(text).substr(std::min<std::size_t>(10, text.size()))))
      return text.substr(0, 7);
    issues_.add(line_, fmt::format("{} {} is no time in UTC such as 2026-03-01T00:00:00Z", column, quoted(text)));
    return {};
  }

  std::optional<double> hours() {
    for (const auto& [unit, quantity] :
         {std::pair("PricingUnit", "PricingQuantity"), std::pair("ConsumedUnit", "ConsumedQuantity")})
      if (is_hours(fields_.text(unit)) && !fields_.text(quantity).empty())
        return number(quantity, -kMostHours, kMostHours);
    return std::nullopt;
  }

 private:
  const TableRow& fields_;
  int line_;
  RowIssues& issues_;
};

/// What of the row's hours is told apart has to be part of them.
void check_parts(const Charge& charge, RowIssues& issues) {
  const double parts = charge.failure_hours.value_or(0) + charge.idle_hours.value_or(0);
  constexpr double kRounding = 1e-9;  // relative; what adding up decimals leaves
  if (parts > 0 && parts > charge.node_hours.value_or(0) * (1 + kRounding))
    issues.add(charge.line, fmt::format("x_FailureHours and x_IdleHours come to {:g}, more than the row's {:g} hours",
                                        parts, charge.node_hours.value_or(0)));
}

Charge charge_of(const TableRow& fields, int line, RowIssues& issues) {
  RowReader read(fields, line, issues);
  Charge charge{.line = line,
                .category = fields.text("ChargeCategory"),
                .charged = read.month("ChargePeriodStart"),
                .billed = read.month("BillingPeriodStart"),
                .organisation = fields.text("SubAccountName"),
                .organisation_id = fields.text("SubAccountId"),
                .pool = fields.text("x_PoolName"),
                .instance = member_of(fields.text("SkuPriceDetails"), "InstanceType"),
                .region = fields.text("RegionId"),
                .pricing_category = fields.text("PricingCategory"),
                .effective_cost = read.money("EffectiveCost"),
                .billed_cost = read.money("BilledCost")};
  if (charge.organisation.empty()) charge.organisation = charge.organisation_id;
  if (charge.pool.empty()) charge.pool = member_of(fields.text("Tags"), "pool");
  if (charge.instance.empty()) charge.instance = fields.text("SkuId");
  if (charge.category.empty()) issues.add(line, "ChargeCategory is empty; FOCUS has Usage, Purchase, Tax, Credit, …");
  charge.node_hours = read.hours();
  charge.failure_hours = read.number("x_FailureHours", 0, kMostHours);
  charge.idle_hours = read.number("x_IdleHours", 0, kMostHours);
  constexpr double kLeastStep_s = 1e-9;  // chosen: no step is shorter
  charge.step_time_s = read.number("x_StepTimeSeconds", kLeastStep_s, kMostHours);
  check_parts(charge, issues);
  return charge;
}

/// None, which is an issue, where it says what it must not.
std::optional<CostBasis> basis_of(const TableRow& fields, int line, RowIssues& issues) {
  const std::string text = fields.text("x_CostBasis");
  if (text == kForecast) return CostBasis::kForecast;
  if (text.empty() || text == kActual) return CostBasis::kActual;
  issues.add(line, fmt::format("x_CostBasis {} is neither \"forecast\" nor \"actual\"", quoted(text)));
  return std::nullopt;
}

text::ColumnPositions charge_columns(const text::CsvRecord& header, const std::string& name, CostBasis basis) {
  std::vector<std::string> needed = {"BilledCost",        "EffectiveCost",  "BillingCurrency", "BillingPeriodStart",
                                     "ChargePeriodStart", "ChargeCategory", "PricingQuantity", "PricingUnit"};
  if (basis == CostBasis::kForecast) needed.emplace_back("x_CostBasis");
  std::vector<std::string> notes;
  return text::column_positions(header, name, header.fields, needed, notes);
}

}  // namespace

FocusCharges read_focus_charges(std::string_view text, const std::string& name, CostBasis basis) {
  const std::vector<text::CsvRecord> records = text::parse_csv(text, name);
  if (records.empty()) throw InputError(name, "is empty; a header with the columns of FOCUS was expected");
  const text::ColumnPositions columns = charge_columns(records.front(), name, basis);
  FocusCharges read;
  RowIssues issues(name);
  std::set<std::string> currencies, scenarios;
  for (std::size_t i = 1; i < records.size(); ++i) {
    const text::CsvRecord& record = records[i];
    if (record.fields.size() != records.front().fields.size()) {
      issues.add(record.line, fmt::format("has {} fields, the header {}; is the line cut short?", record.fields.size(),
                                          records.front().fields.size()));
      continue;
    }
    const TableRow fields(columns, record);
    const std::optional<CostBasis> of_row = basis_of(fields, record.line, issues);
    if (of_row && *of_row != basis) ++read.num_others;
    if (of_row != basis) continue;
    const std::string currency = fields.text("BillingCurrency");
    if (!scenario::is_currency_code(currency))
      issues.add(record.line, fmt::format("BillingCurrency {} is no code such as USD", quoted(currency)));
    currencies.insert(currency);
    if (const std::string id = fields.text("x_ScenarioId"); basis == CostBasis::kForecast && !id.empty())
      scenarios.insert(id);
    read.charges.push_back(charge_of(fields, record.line, issues));
  }
  issues.finish();
  if (currencies.size() > 1)
    issues.add(fmt::format("has amounts in {}; give one file for each currency", fmt::join(currencies, ", ")));
  ExactMoney amounts = 0;
  for (const Charge& charge : read.charges)
    for (const ExactMoney amount : {charge.effective_cost, charge.billed_cost})
      amounts += amount < 0 ? -amount : amount;
  if (plain(amounts) > kMostOfFile)
    issues.add(fmt::format("holds {:.3g} {} in all, more than cents are counted to", plain(amounts),
                           fmt::join(currencies, ", ")));
  if (scenarios.size() > 1)
    issues.add(fmt::format("has forecasts of {} scenarios ({}); keep the rows of one", scenarios.size(),
                           fmt::join(scenarios, ", ")));
  if (read.charges.empty())
    issues.add(
        basis == CostBasis::kForecast
            ? "has no row whose x_CostBasis is \"forecast\"; \"fmplan export focus PROGRAMME\" writes such a file"
            : "has no row of a bill: x_CostBasis of all of them is \"forecast\"");
  issues.finish();
  read.currency = *currencies.begin();
  if (!scenarios.empty()) read.scenario_id = *scenarios.begin();
  return read;
}

}  // namespace fmplan::exports
