#include "core/export/plan_workbook.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/date.h"
#include "core/export/sheet_cells.h"
#include "core/text/json_text.h"

namespace fmplan::exports {
namespace {

using Row = std::vector<Cell>;

constexpr double kGiga = 1e9;  ///< bytes of a gigabyte

Cell number_or_unknown(const std::optional<double>& value, double unit, CellStyle style) {
  return value ? number(*value / unit, style) : words(kUnknown);
}

/// Where a sum stands, and what it comes to.
struct SumCell {
  std::string name;  ///< with its sheet: "cost!B5"
  std::optional<Cents> cents{};
};

/// What of the sum is known, and the place of each part's row; `first` is the first part's.
std::optional<Cents> sum_of(const std::vector<std::optional<Cents>>& parts) {
  Cents sum = 0;
  for (const std::optional<Cents>& part : parts) {
    if (!part) return std::nullopt;
    sum += *part;
  }
  return sum;
}

Sheet plan_assumptions_sheet(SavedAnswer& answer) {
  Sheet sheet{.name = "assumptions", .rows = {}, .widths = {40, 30, 50, 60}};
  sheet.rows.push_back({heading("a prediction, no bill"), heading(answer.text("/name"))});
  add_origin(answer, sheet);
  sheet.rows.emplace_back();
  sheet.rows.push_back(headings({"asked, or filled in", "value"}));
  if (const nlohmann::json* const scenario = answer.find("/scenario")) {
    const nlohmann::json flat = scenario->flatten();
    for (auto value = flat.begin(); value != flat.end(); ++value)
      sheet.rows.push_back(texts({value.key(), value->is_string() ? value->get<std::string>() : value->dump()}));
  }
  sheet.rows.emplace_back();
  sheet.rows.push_back(headings({"left out of the file", "taken", "why", "source"}));
  for (std::size_t i = 0; i < answer.length("/assumptions"); ++i) {
    const std::string at = fmt::format("/assumptions/{}", i);
    sheet.rows.push_back(texts({answer.text(at + "/path"), answer.text(at + "/value"), answer.text(at + "/why"),
                                answer.text(at + "/source")}));
  }
  sheet.rows.emplace_back();
  sheet.rows.push_back(headings({"to know"}));
  for (const char* const list : {"/obstacles", "/warnings"})
    for (const std::string& text : answer.texts(list)) sheet.rows.push_back(texts({text}));
  return sheet;
}

constexpr std::size_t kAmountColumn = 1;  ///< of the sheet of costs, as of tables of parts

/// The components with their shares; where there are none the sum is unknown.
SumCell add_components(SavedAnswer& answer, Sheet& sheet) {
  sheet.rows.push_back(headings({"component", "amount", "share", "note"}));
  const std::size_t first = sheet.rows.size(), count = answer.length("/cost/components");
  std::vector<std::optional<Cents>> amounts;
  for (std::size_t i = 0; i < count; ++i) amounts.push_back(answer.cents(fmt::format("/cost/components/{}/amount", i)));
  const std::optional<Cents> total = count == 0 ? std::nullopt : sum_of(amounts);
  const std::string total_cell = cell_name(first + count, kAmountColumn);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string at = fmt::format("/cost/components/{}", i);
    Cell share = words(kUnknown);
    if (total && *total != 0)
      share = formula(fmt::format("{}/{}", cell_name(first + i, kAmountColumn), total_cell),
                      static_cast<double>(*amounts[i]) / static_cast<double>(*total), CellStyle::kShare);
    sheet.rows.push_back({words(answer.text(at + "/name")), money(amounts[i]), std::move(share),
                          words(answer.optional_text(at + "/note").value_or(""))});
  }
  sheet.rows.push_back(
      {words("total"),
       count == 0 ? words(kUnknown) : sum(range(first, kAmountColumn, first + count - 1, kAmountColumn), total)});
  return {.name = total_cell, .cents = total};
}

/// What the same nodes cost bought otherwise, and the difference to how they are bought.
void add_other_kinds(SavedAnswer& answer, const SumCell& total, Sheet& sheet) {
  sheet.rows.emplace_back();
  sheet.rows.push_back(headings({"bought as", "total", "more than planned", "note"}));
  for (std::size_t i = 0; i < answer.length("/cost/by_kind"); ++i) {
    const std::string at = fmt::format("/cost/by_kind/{}", i);
    const std::optional<Cents> cents = answer.cents(at + "/total");
    Cell difference = words(kUnknown);
    if (cents && total.cents)
      difference = formula(fmt::format("{}-{}", cell_name(sheet.rows.size(), kAmountColumn), total.name),
                           static_cast<double>(*cents - *total.cents) / 100, CellStyle::kMoney);
    sheet.rows.push_back({words(answer.text(at + "/kind")), money(cents), std::move(difference),
                          words(answer.optional_text(at + "/note").value_or(""))});
  }
}

SumCell plan_cost_sheet(SavedAnswer& answer, Sheet& sheet) {
  sheet = {.name = "cost", .rows = {}, .widths = {30, 18, 18, 80}, .frozen_rows = 1};
  SumCell total = add_components(answer, sheet);
  sheet.rows.emplace_back();
  const auto told = [&sheet](const char* what, Cell value) { sheet.rows.push_back({words(what), std::move(value)}); };
  told("as the answer tells it", money(answer.cents("/cost/total")));
  told("known at least", money(answer.cents("/cost/at_least")));
  told("80 % from", money(answer.cents("/cost/interval_80/low")));
  told("80 % to", money(answer.cents("/cost/interval_80/high")));
  told("price of a node-hour", words(answer.optional_text("/cost/price_per_node_hour").value_or(kUnknown)));
  told("bought as", words(answer.optional_text("/cost/kind").value_or("")));
  told("region", words(answer.optional_text("/cost/region").value_or("")));
  told("price of the day", words(answer.optional_text("/cost/price_date").value_or("")));
  told("currency", words(answer.optional_text("/cost/currency").value_or("USD")));
  add_other_kinds(answer, total, sheet);
  total.name = "cost!" + total.name;
  return total;
}

/// A figure of the answer: its pointers, and how it is shown.
struct ShownFigure {
  const char* label;
  const char* value;
  const char* low = nullptr;
  const char* high = nullptr;
  CellStyle style = CellStyle::kPlain;
  double unit = 1;
};

constexpr ShownFigure kFigures[] = {
    {"nodes", "/totals/nodes"},
    {"GPUs", "/totals/gpus"},
    {"step time, s", "/step/step_time_s", "/step/interval_80/low_s", "/step/interval_80/high_s"},
    {"tokens a second", "/step/tokens_per_s"},
    {"MFU", "/step/mfu", nullptr, nullptr, CellStyle::kShare},
    {"memory of a GPU, GB", "/memory/per_gpu_bytes/total", "/memory/total_interval_80/low_bytes",
     "/memory/total_interval_80/high_bytes", CellStyle::kHours, kGiga},
    {"memory there is, GB", "/memory/capacity_bytes", nullptr, nullptr, CellStyle::kHours, kGiga},
    {"chance of fitting", "/memory/chance_of_fitting", nullptr, nullptr, CellStyle::kShare},
    {"days", "/run/wall_clock_days/p50", "/run/wall_clock_days/p10", "/run/wall_clock_days/p90", CellStyle::kHours},
    {"goodput", "/run/goodput", nullptr, nullptr, CellStyle::kShare},
    {"interruptions", "/run/interruptions/mean", "/run/interruptions/p10", "/run/interruptions/p90", CellStyle::kHours},
    {"chance of the deadline", "/run/deadline/chance", nullptr, nullptr, CellStyle::kShare},
    {"GPU-hours", "/totals/gpu_hours", nullptr, nullptr, CellStyle::kHours},
    {"node-hours", "/totals/node_hours", nullptr, nullptr, CellStyle::kHours},
    {"energy, kWh", "/totals/energy_kwh", nullptr, nullptr, CellStyle::kHours},
    {"CO2, kg", "/totals/co2_kg", nullptr, nullptr, CellStyle::kHours}};

void add_figures(SavedAnswer& answer, const SumCell& cost, Sheet& sheet) {
  sheet.rows.push_back(headings({"figure", "value", "80 % from", "80 % to"}));
  sheet.rows.push_back({words("verdict"), words(answer.text("/verdict"))});
  for (const ShownFigure& figure : kFigures) {
    Row row = {words(figure.label), number_or_unknown(answer.number(figure.value), figure.unit, figure.style)};
    if (figure.low)
      for (const char* const bound : {figure.low, figure.high})
        row.push_back(number_or_unknown(answer.number(bound), figure.unit, figure.style));
    sheet.rows.push_back(std::move(row));
  }
  const auto day = [&answer](const char* pointer) { return words(answer.optional_text(pointer).value_or(kUnknown)); };
  sheet.rows.push_back({words("start"), day("/run/start")});
  sheet.rows.push_back({words("finish"), day("/run/finish/p50"), day("/run/finish/p10"), day("/run/finish/p90")});
  Cell whole = words(kUnknown);
  if (cost.cents) whole = formula(cost.name, static_cast<double>(*cost.cents) / 100, CellStyle::kMoney);
  sheet.rows.push_back({words("cost, USD"), std::move(whole), money(answer.cents("/cost/interval_80/low")),
                        money(answer.cents("/cost/interval_80/high"))});
}

/// The numbers of an object with their sum and shares.
void add_parts(SavedAnswer& answer, const std::string& pointer, const char* title, Sheet& sheet) {
  const std::vector<std::string> names = answer.keys(pointer);
  if (names.empty()) return;
  sheet.rows.emplace_back();
  sheet.rows.push_back(headings({title, "amount", "share"}));
  const std::size_t first = sheet.rows.size();
  std::vector<std::optional<double>> parts;
  std::optional<double> total = 0;
  for (const std::string& name : names) {
    parts.push_back(answer.number(pointer + "/" + text::pointer_token(name)));
    total = total && parts.back() ? std::optional(*total + *parts.back()) : std::nullopt;
  }
  const std::string total_cell = cell_name(first + names.size(), kAmountColumn);
  for (std::size_t i = 0; i < names.size(); ++i) {
    Cell share = words(kUnknown);
    if (total && *total != 0)
      share = formula(fmt::format("{}/{}", cell_name(first + i, kAmountColumn), total_cell), *parts[i] / *total,
                      CellStyle::kShare);
    sheet.rows.push_back({words(names[i]), number_or_unknown(parts[i], 1, CellStyle::kPlain), std::move(share)});
  }
  Cell whole = words(kUnknown);
  if (total)
    whole = formula("SUM(" + range(first, kAmountColumn, first + names.size() - 1, kAmountColumn) + ")", *total,
                    CellStyle::kPlain);
  sheet.rows.push_back({words("total"), std::move(whole)});
}

void add_neighbours(SavedAnswer& answer, const SumCell& cost, Sheet& sheet) {
  constexpr std::size_t kCostColumn = 8;  // of the headings below
  const std::size_t count = answer.length("/neighbours");
  if (count == 0) return;
  sheet.rows.emplace_back();
  sheet.rows.push_back(headings({"other numbers of nodes", "nodes that train", "verdict", "days P50", "days P90",
                                 "finish P50", "finish P90", "chance of the deadline", "cost", "more than planned"}));
  for (std::size_t i = 0; i < count; ++i) {
    const std::string at = fmt::format("/neighbours/{}", i);
    Row row = {number_or_unknown(answer.number(at + "/nodes_held"), 1, CellStyle::kPlain),
               number_or_unknown(answer.number(at + "/nodes_training"), 1, CellStyle::kPlain),
               words(answer.text(at + "/verdict"))};
    for (const char* const key : {"/days_p50", "/days_p90"})
      row.push_back(number_or_unknown(answer.number(at + key), 1, CellStyle::kHours));
    for (const char* const key : {"/finish_p50", "/finish_p90"})
      row.push_back(words(answer.optional_text(at + key).value_or(kUnknown)));
    row.push_back(number_or_unknown(answer.number(at + "/deadline_chance"), 1, CellStyle::kShare));
    const std::optional<Cents> cents = answer.cents(at + "/cost");
    row.push_back(money(cents));
    if (cents && cost.cents)
      row.push_back(formula(fmt::format("{}-{}", cell_name(sheet.rows.size(), kCostColumn), cost.name),
                            static_cast<double>(*cents - *cost.cents) / 100, CellStyle::kMoney));
    sheet.rows.push_back(std::move(row));
  }
}

Sheet plan_result_sheet(SavedAnswer& answer, const SumCell& cost) {
  Sheet sheet{.name = "result",
              .rows = {},
              .widths = {30, 18, 18, 18, 14, 14, 14, 24, 18, 18},
              .frozen_rows = 1,
              .frozen_columns = 1};
  add_figures(answer, cost, sheet);
  add_parts(answer, "/totals/gpu_hours_ledger", "GPU-hours", sheet);
  add_parts(answer, "/step/breakdown_s", "seconds of a step", sheet);
  add_neighbours(answer, cost, sheet);
  return sheet;
}

}  // namespace

void add_origin(SavedAnswer& answer, Sheet& sheet) {
  const auto told = [&sheet](const char* what, std::string value) {
    sheet.rows.push_back(texts({what, std::move(value)}));
  };
  told("fmplan", answer.text("/fmplan_version"));
  told("catalogues", answer.text("/catalog_version"));
  told("seed", fmt::format("{:.0f}", answer.number("/seed").value_or(0)));
}

Workbook plan_workbook(SavedAnswer& answer) {
  Sheet cost_of_plan;
  const SumCell cost = plan_cost_sheet(answer, cost_of_plan);
  Workbook workbook{.title = answer.text("/name"), .created = kNoDay, .sheets = {}};
  if (const auto start = answer.optional_text("/run/start")) {
    const std::optional<Date> day = parse_date(*start);
    if (!day) answer.report("/run/start", fmt::format("\"{}\" is no day; write for instance 2026-03-01", *start));
    workbook.created = day.value_or(kNoDay);
  }
  workbook.sheets.push_back(plan_assumptions_sheet(answer));
  workbook.sheets.push_back(plan_result_sheet(answer, cost));
  workbook.sheets.push_back(std::move(cost_of_plan));
  return workbook;
}

}  // namespace fmplan::exports
