#include "core/what_if/sweep_text.h"

#include <algorithm>
#include <cmath>
#include <istream>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/text/csv_text.h"
#include "core/text/json_text.h"
#include "core/text/json_writer.h"

namespace fmplan::what_if {
namespace {

using answer::Figure;
using answer::FigureUnit;
using text::Json;

Json value_json(const Figure& figure, const std::optional<double>& value) {
  if (!value || !std::isfinite(*value)) return nullptr;
  if (figure.unit == FigureUnit::kDollar) return money_decimal(*value * dollar);
  if (figure.unit == FigureUnit::kDate) return date_text({static_cast<int>(*value)});
  return *value == std::round(*value) && std::abs(*value) < 1e15 ? Json(static_cast<long long>(*value)) : Json(*value);
}

/// Of a cost known in part nothing is told as the cost.
std::optional<double> told(const PointFigure& figure) {
  return figure.value.is_least ? std::nullopt : figure.value.value;
}

std::string cell(const Json& value) {
  if (value.is_null()) return "";
  return value.is_text() ? value.as_text() : value.dump();
}

const std::string& scenario_of(const SweepHead& head, const SweepRow& row) {
  const std::int64_t per_scenario = head.num_points / static_cast<std::int64_t>(head.scenarios.size());
  return head.scenarios[static_cast<std::size_t>(row.index / per_scenario)];
}

std::string csv_header(const SweepHead& head) {
  std::vector<std::string> names;
  if (head.scenarios.size() > 1) names.emplace_back("scenario");
  names.insert(names.end(), head.paths.begin(), head.paths.end());
  names.insert(names.end(), {"status", "reason", "note", "warnings"});
  for (const Figure& column : head.columns) {
    const std::string name = column_name(column);
    names.push_back(name);
    if (has_interval(head.answer, column)) names.insert(names.end(), {name + "_low_80", name + "_high_80"});
  }
  return text::csv_line(names) + "\r\n";
}

std::vector<std::string> codes(const SweepRow& row) {
  std::vector<std::string> codes;
  for (const plan::NoticeKind kind : row.warnings) codes.emplace_back(plan::kNoticeCodes.name(kind));
  return codes;
}

std::string csv_row(const SweepHead& head, const SweepRow& row) {
  std::vector<std::string> cells;
  if (head.scenarios.size() > 1) cells.push_back(scenario_of(head, row));
  cells.insert(cells.end(), row.inputs.begin(), row.inputs.end());
  cells.insert(cells.end(), {std::string(plan::kVerdictNames.name(row.status)), row.reason, row.note,
                             fmt::format("{}", fmt::join(codes(row), ";"))});
  for (std::size_t i = 0; i < head.columns.size(); ++i) {
    const Figure& column = head.columns[i];
    const auto& interval = row.figures[i].interval_80;
    cells.push_back(cell(value_json(column, told(row.figures[i]))));
    if (!has_interval(head.answer, column)) continue;
    cells.push_back(cell(value_json(column, interval ? std::optional(interval->low) : std::nullopt)));
    cells.push_back(cell(value_json(column, interval ? std::optional(interval->high) : std::nullopt)));
  }
  return text::csv_line(cells) + "\r\n";
}

std::string_view unit_name(FigureUnit unit) {
  switch (unit) {
    case FigureUnit::kNumber: return "";
    case FigureUnit::kFactor:
    case FigureUnit::kRatio: return "1";
    case FigureUnit::kSecond: return "s";
    case FigureUnit::kHour: return "h";
    case FigureUnit::kDay: return "d";
    case FigureUnit::kDate: return "day";
    case FigureUnit::kByte: return "B";
    case FigureUnit::kDollar: return "USD";
    case FigureUnit::kKilowattHour: return "kWh";
    case FigureUnit::kKilogram: return "kg";
  }
  return "";
}

Json head_json(const SweepHead& head) {
  Json json = {{"version", 1},
               {"catalog_version", head.catalog_version},
               {"fmplan_version", head.fmplan_version},
               {"seed", static_cast<unsigned long long>(head.seed)},
               {"answer", kAnswerKindNames.name(head.answer)},
               {"scenarios", Json(head.scenarios)},
               {"swept", Json(head.paths)},
               {"columns", Json::array()},
               {"where", head.where.empty() ? Json() : Json(head.where)},
               {"fail_if", Json(head.gates)},
               {"num_points", static_cast<long long>(head.num_points)},
               {"fingerprint", head.fingerprint},
               {"assumptions", Json::array()}};
  for (const FilledIn& entry : head.assumptions)
    json["assumptions"].push_back(
        {{"path", entry.path}, {"value", entry.value}, {"why", entry.why}, {"source", entry.source}});
  if (head.shard.of > 0) json["shard"] = Json::array({head.shard.number, head.shard.of});
  for (const Figure& column : head.columns)
    json["columns"].push_back({{"name", column_name(column)},
                               {"figure", column.name},
                               {"unit", unit_name(column.unit)},
                               {"what", column.what},
                               {"interval_80", has_interval(head.answer, column)}});
  return json;
}

Json row_json(const SweepHead& head, const SweepRow& row) {
  Json json = {{"point", static_cast<long long>(row.index)}};
  if (head.scenarios.size() > 1) json["scenario"] = scenario_of(head, row);
  json["inputs"] = Json::object();
  for (std::size_t i = 0; i < head.paths.size(); ++i) json["inputs"][head.paths[i]] = input_json(row.inputs[i]);
  json["status"] = plan::kVerdictNames.name(row.status);
  json["reason"] = row.reason.empty() ? Json() : Json(row.reason);
  json["note"] = row.note.empty() ? Json() : Json(row.note);
  json["warnings"] = Json(codes(row));
  json["figures"] = Json::object();
  for (std::size_t i = 0; i < head.columns.size(); ++i) {
    const Figure& column = head.columns[i];
    const std::string name = column_name(column);
    json["figures"][name] = value_json(column, told(row.figures[i]));
    if (row.figures[i].value.is_least && row.figures[i].value.value)
      json["figures"][name + "_at_least"] = value_json(column, row.figures[i].value.value);
    if (!has_interval(head.answer, column)) continue;
    const auto& interval = row.figures[i].interval_80;
    json["figures"][name + "_low_80"] = value_json(column, interval ? std::optional(interval->low) : std::nullopt);
    json["figures"][name + "_high_80"] = value_json(column, interval ? std::optional(interval->high) : std::nullopt);
  }
  if (!head.gates.empty()) {
    json["exceeds"] = Json::array();
    for (const std::size_t gate : row.tripped) json["exceeds"].push_back(head.gates[gate]);
  }
  return json;
}

Json counts_json(const SweepHead& head, const SweepCounts& counts, bool stopped) {
  Json json = {{"points", static_cast<long long>(head.num_points)},
               {"looked_at", static_cast<long long>(counts.looked_at)},
               {"left_out", static_cast<long long>(counts.left_out)}};
  for (const plan::Verdict verdict : plan::kVerdictNames.values)
    json[plan::kVerdictNames.name(verdict)] =
        static_cast<long long>(counts.by_status[static_cast<std::size_t>(verdict)]);
  if (!head.where.empty())
    json["undecided"] = counts.undecided
                            ? Json({{"points", static_cast<long long>(counts.undecided->points)},
                                    {"why", counts.undecided->why.empty() ? Json() : Json(counts.undecided->why)}})
                            : Json();
  if (!head.gates.empty()) json["exceeding"] = static_cast<long long>(counts.tripped);
  json["stopped"] = stopped;
  return json;
}

/// The members of `object`, without its brackets.
std::string members(const Json& object) {
  const std::string text = object.dump();
  return text.substr(1, text.size() - 2);
}

}  // namespace

Json input_json(const std::string& text) {
  const nlohmann::json value = nlohmann::json::parse(text, nullptr, false);
  // "1e12" would come back as another text.
  if (!value.is_primitive() || value.is_string() || value.is_null() || value.dump() != text) return text;
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_unsigned()) return static_cast<unsigned long long>(value.get<std::uint64_t>());
  if (value.is_number_integer()) return static_cast<long long>(value.get<std::int64_t>());
  return value.get<double>();
}

Json figure_json(const Figure& figure, const answer::FigureValue& value) {
  return value_json(figure, value.is_least ? std::nullopt : value.value);
}

std::string rows_begin(RowFormat format, const SweepHead& head) {
  switch (format) {
    case RowFormat::kCsv: return csv_header(head);
    case RowFormat::kJsonLines: return Json({{"sweep", head_json(head)}}).dump() + "\n";
    case RowFormat::kJson: return fmt::format("{{{},\n\"points\":[", members(head_json(head)));
  }
  return {};
}

std::string row_text(RowFormat format, const SweepHead& head, const SweepRow& row, bool first) {
  switch (format) {
    case RowFormat::kCsv: return csv_row(head, row);
    case RowFormat::kJsonLines: return row_json(head, row).dump() + "\n";
    case RowFormat::kJson: return (first ? "\n" : ",\n") + row_json(head, row).dump();
  }
  return {};
}

std::string rows_end(RowFormat format, const SweepHead& head, const SweepCounts& counts, bool stopped) {
  const Json json = counts_json(head, counts, stopped);
  switch (format) {
    case RowFormat::kCsv: return {};
    case RowFormat::kJsonLines: return Json({{"counts", json}}).dump() + "\n";
    case RowFormat::kJson: return fmt::format("\n],\n\"counts\":{}}}\n", json.dump());
  }
  return {};
}

namespace {

using nlohmann::json;

/// Reads the lines of a sweep; what they lack or hold wrong is one error with the line.
class LineReader {
 public:
  LineReader(std::string name, int line) : place_(fmt::format("{}:{}", name, line)) {}

  [[noreturn]] void fail(const std::string& problem) const {
    throw InputError(place_, fmt::format("{}; give the .jsonl that a sweep wrote", problem));
  }

  const json& member(const json& object, const char* key) const {
    if (!object.is_object() || !object.contains(key)) fail(fmt::format("lacks \"{}\"", key));
    return object[key];
  }

  template <class T>
  T value(const json& object, const char* key) const {
    const json& found = member(object, key);
    try {
      return found.get<T>();
    } catch (const json::exception&) {
      fail(fmt::format("has no such \"{}\"", key));
    }
  }

  SweepHead head(const json& line) const {
    const json& object = member(line, "sweep");
    SweepHead head{.scenarios = value<std::vector<std::string>>(object, "scenarios"),
                   .paths = value<std::vector<std::string>>(object, "swept"),
                   .gates = value<std::vector<std::string>>(object, "fail_if"),
                   .num_points = value<std::int64_t>(object, "num_points"),
                   .catalog_version = value<std::string>(object, "catalog_version"),
                   .fmplan_version = value<std::string>(object, "fmplan_version"),
                   .seed = value<std::uint64_t>(object, "seed"),
                   .fingerprint = value<std::string>(object, "fingerprint")};
    if (!member(object, "where").is_null()) head.where = value<std::string>(object, "where");
    if (object.contains("shard")) {
      const auto shard = value<std::vector<int>>(object, "shard");
      if (shard.size() != 2 || shard[0] < 1 || shard[0] > shard[1] || shard[1] > kMostShards)
        fail("has no such \"shard\"");
      head.shard = {shard[0], shard[1]};
    }
    const auto answer = kAnswerKindNames.parse(value<std::string>(object, "answer"));
    if (!answer || head.scenarios.empty() || head.num_points < 1) fail("is of no sweep");
    head.answer = *answer;
    for (const json& entry : member(object, "assumptions"))
      head.assumptions.push_back({value<std::string>(entry, "path"), value<std::string>(entry, "value"),
                                  value<std::string>(entry, "why"), value<std::string>(entry, "source")});
    const answer::FigureSet figures = point_figures(head.answer, head.paths);
    for (const json& column : member(object, "columns")) {
      const auto figure = figures.find(value<std::string>(column, "figure"));
      if (!figure) fail("has a column that no sweep has");
      head.columns.push_back(*figure);
    }
    return head;
  }

  std::optional<UndecidedPoints> undecided(const json& counts, const SweepHead& head) const {
    if (head.where.empty()) return UndecidedPoints{};
    if (!counts.contains("undecided") || counts["undecided"].is_null()) return std::nullopt;
    const json& found = counts["undecided"];
    UndecidedPoints undecided{.points = value<std::int64_t>(found, "points")};
    if (!member(found, "why").is_null()) undecided.why = value<std::string>(found, "why");
    return undecided;
  }

  SweepRow row(const json& line, const SweepHead& head) const {
    SweepRow row{.index = value<std::int64_t>(line, "point")};
    if (row.index < points_of(head).begin || row.index >= points_of(head).end)
      fail("is of a point that the sweep does not have");
    const json& inputs = member(line, "inputs");
    for (const std::string& path : head.paths) {
      const json& input = member(inputs, path.c_str());
      row.inputs.push_back(input.is_string() ? input.get<std::string>() : input.dump());
    }
    const auto status = plan::kVerdictNames.parse(value<std::string>(line, "status"));
    if (!status) fail("has no such \"status\"");
    row.status = *status;
    if (!member(line, "reason").is_null()) row.reason = value<std::string>(line, "reason");
    if (!member(line, "note").is_null()) row.note = value<std::string>(line, "note");
    for (const std::string& code : value<std::vector<std::string>>(line, "warnings")) {
      const auto kind = plan::kNoticeCodes.parse(code);
      if (!kind) fail(fmt::format("has an unknown warning \"{}\"", code));
      row.warnings.push_back(*kind);
    }
    const json& figures = member(line, "figures");
    for (const Figure& column : head.columns) row.figures.push_back(figure(figures, column, head));
    if (!head.gates.empty())
      for (const json& gate : member(line, "exceeds")) {
        const auto found = std::ranges::find(head.gates, gate.is_string() ? gate.get<std::string>() : "");
        if (found == head.gates.end()) fail("exceeds a bound that the sweep does not have");
        row.tripped.push_back(static_cast<std::size_t>(found - head.gates.begin()));
      }
    return row;
  }

 private:
  std::optional<double> number(const json& figures, const Figure& column, const std::string& key) const {
    const json& found = member(figures, key.c_str());
    if (found.is_null()) return std::nullopt;
    if (found.is_number()) return found.get<double>();
    if (!found.is_string()) fail(fmt::format("has no such \"{}\"", key));
    const auto text = found.get<std::string>();
    if (column.unit == FigureUnit::kDate)
      if (const auto date = parse_date(text)) return date->days_since_epoch;
    if (const auto amount = parse_money("$" + text)) return *amount / dollar;
    fail(fmt::format("has no such \"{}\"", key));
  }

  PointFigure figure(const json& figures, const Figure& column, const SweepHead& head) const {
    const std::string name = column_name(column);
    PointFigure figure;
    figure.value.is_least = figures.contains(name + "_at_least");
    figure.value.value = number(figures, column, figure.value.is_least ? name + "_at_least" : name);
    if (!has_interval(head.answer, column)) return figure;
    const auto low = number(figures, column, name + "_low_80"), high = number(figures, column, name + "_high_80");
    if (low && high) figure.interval_80 = Range{*low, *high};
    return figure;
  }

  std::string place_;
};

}  // namespace

ReadRows read_rows(std::istream& in, const std::string& name, const EachRow& row) {
  ReadRows read;
  bool has_head = false;
  int number = 0;
  std::int64_t num_rows = 0;
  for (std::string line; std::getline(in, line) && !in.eof();) {  // the last one without an end was cut short
    const LineReader reader(name, ++number);
    const json document = text::parse_json(line, fmt::format("{}:{}", name, number));
    if (!has_head) {
      read.head = reader.head(document);
      // Of rows that were cut short nobody says why others are not there.
      if (!read.head.where.empty()) read.counts.undecided.reset();
      read.end = points_of(read.head).begin;
      has_head = true;
    } else if (document.is_object() && document.contains("counts")) {
      const json& counts = document["counts"];
      read.complete = !reader.value<bool>(counts, "stopped");
      const auto looked_at = reader.value<std::int64_t>(counts, "looked_at");
      if (looked_at - reader.value<std::int64_t>(counts, "left_out") != num_rows)
        reader.fail("counts other rows than there are");
      read.counts.undecided = reader.undecided(counts, read.head);
      read.end = std::max(read.end, points_of(read.head).begin + looked_at);
      break;
    } else {
      const SweepRow found = reader.row(document, read.head);
      if (found.index < read.end) reader.fail("is of a point before the one above");
      if (found.index > read.end && read.head.where.empty()) reader.fail(fmt::format("leaves out point {}", read.end));
      read.end = found.index + 1;
      read.counts.add(found);
      ++num_rows;
      if (row) row(found);
    }
  }
  if (!has_head) throw InputError(name, "holds no sweep; give the .jsonl that a sweep wrote");
  return read;
}

}  // namespace fmplan::what_if
