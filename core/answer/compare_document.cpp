#include "core/answer/compare_document.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/answer/comparison_text.h"
#include "core/base/issue.h"
#include "core/base/quantity_text.h"

namespace fmplan::answer {
namespace {

using nlohmann::json;

/// What is read of a report that somebody may have edited.
void check_report(const json& document, const std::string& file) {
  Issues issues;
  const auto expect = [&](bool holds, const char* pointer, const char* rule) {
    if (!holds)
      issues.push_back({fmt::format("{}#{}", file, pointer),
                        fmt::format("{}; write the report anew with plan --format json", rule)});
  };
  expect(document.value("version", json()) == 1, "/version", "is not 1");
  expect(document.value("name", json()).is_string(), "/name", "is not a text");
  expect(document["totals"].is_object() || document["totals"].is_null(), "/totals", "is not an object");
  const json obstacles = document.value("obstacles", json());
  expect(obstacles.is_array() &&
             std::all_of(obstacles.begin(), obstacles.end(), [](const json& o) { return o.is_string(); }),
         "/obstacles", "is not a list of texts");
  if (!issues.empty()) throw InputError(std::move(issues));
}

/// A figure of a report: where it stands and how it is written.
struct Figure {
  const char* label;
  const char* pointer;
  std::function<std::string(double)> text;
};

std::string fixed(double value) { return fmt::format("{:.1f}", value); }

const std::vector<Figure>& figures() {
  // What answers are compared by, in the order shown.
  static const std::vector<Figure> kFigures = {
      {"nodes", "/totals/nodes", [](double v) { return count_text(v); }},
      {"GPUs", "/totals/gpus", [](double v) { return count_text(v); }},
      {"step time", "/step/step_time_s", [](double v) { return time_text(v * second); }},
      {"tokens/s", "/step/tokens_per_s", [](double v) { return count_text(v); }},
      {"MFU", "/step/mfu", ratio_text},
      {"memory per GPU", "/memory/per_gpu_bytes/total", [](double v) { return data_text(v * byte); }},
      {"GPU-hours", "/totals/gpu_hours", [](double v) { return count_text(v); }},
      {"days, mean", "/run/wall_clock_days/mean", fixed},
      {"goodput", "/run/goodput", ratio_text},
      {"interruptions", "/run/interruptions/mean", fixed},
      {"energy", "/totals/energy_kwh", [](double v) { return energy_text(v * kilowatt_hour); }},
      {"CO2eq", "/totals/co2_kg", [](double v) { return fmt::format("{:.0f} t", v / 1000); }},
      {"cost", "/cost/total", [](double v) { return money_text(v * dollar); }}};
  return kFigures;
}

std::optional<double> figure_at(const json& report, const char* pointer) {
  const json::json_pointer at(pointer);
  if (!report.contains(at)) return std::nullopt;
  const json& value = report.at(at);
  if (value.is_number()) return value.get<double>();
  // Money is a decimal string.
  if (value.is_string())
    if (const auto amount = parse_money("$" + value.get<std::string>())) return *amount / dollar;
  return std::nullopt;
}

/// The reports' names, with the place of one whose name another has.
std::vector<std::string> columns_of(const std::vector<Compared>& reports) {
  std::vector<std::string> names;
  names.reserve(reports.size());
  for (const Compared& compared : reports)
    names.push_back(std::ranges::count(reports, compared.name, &Compared::name) > 1
                        ? fmt::format("{} ({})", compared.name, names.size() + 1)
                        : compared.name);
  return names;
}

}  // namespace

bool is_report(const json& document) {
  return document.is_object() && document.contains("totals") && document.contains("fmplan_version");
}

Compared read_report(json document, const std::string& file) {
  check_report(document, file);
  return {document["name"].get<std::string>(), std::move(document)};
}

Document compare_document(const std::vector<Compared>& reports) {
  Document document;
  Table table{.title = "Comparison", .header = {""}, .align = {Align::kLeft}, .rows = {}, .notes = {}};
  document.json = {{"version", 1}, {"reports", text::Json::array()}, {"figures", text::Json::array()}};
  document.csv = text::Json::array();
  const std::vector<std::string> column_names = columns_of(reports);
  for (std::size_t i = 0; i < reports.size(); ++i) {
    table.header.push_back(reports[i].name);
    table.align.push_back(Align::kRight);
    if (i > 0) {
      table.header.push_back("Δ");
      table.align.push_back(Align::kRight);
    }
    document.json["reports"].push_back(reports[i].name);
  }
  for (const Figure& figure : figures()) {
    std::vector<std::string> row = {figure.label};
    text::Json values = text::Json::array();
    text::Json line = {{"figure", figure.pointer}};
    const std::optional<double> first = figure_at(reports.front().report, figure.pointer);
    for (std::size_t i = 0; i < reports.size(); ++i) {
      const std::optional<double> value = figure_at(reports[i].report, figure.pointer);
      row.push_back(value ? figure.text(*value) : "unknown");
      if (i > 0)
        row.push_back(value && first && *first != 0 ? fmt::format("{:+.1f} %", 100 * (*value / *first - 1)) : "");
      line[column_names[i]] = value ? text::Json(*value) : text::Json(nullptr);
      values.push_back(value ? text::Json(*value) : text::Json(nullptr));
    }
    table.rows.push_back(std::move(row));
    document.csv->push_back(std::move(line));
    document.json["figures"].push_back({{"pointer", figure.pointer}, {"values", values}});
  }
  document.json["speed"] = text::Json::array();
  const auto& base = reports.front().step;
  for (std::size_t i = 1; i < reports.size(); ++i) {
    if (!base || !reports[i].step) {
      document.json["speed"].push_back(nullptr);
      continue;
    }
    const plan::StepComparison found = compare_steps(*base, *reports[i].step);
    document.json["speed"].push_back(comparison_json(found));
    table.notes.push_back(comparison_text(column_names[i], found));
  }
  document.tables.push_back(std::move(table));
  for (const Compared& compared : reports)
    for (const json& obstacle : compared.report.value("obstacles", json::array()))
      document.warnings.push_back(fmt::format("{}: {}", compared.name, obstacle.get<std::string>()));
  return document;
}

}  // namespace fmplan::answer
