#include "core/what_if/solve_document.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/answer/gate.h"
#include "core/answer/notice_text.h"
#include "core/answer/page.h"
#include "core/answer/report_document.h"
#include "core/answer/report_json.h"
#include "core/base/quantity_text.h"
#include "core/base/version.h"
#include "core/base/words.h"
#include "core/plan/evaluate.h"
#include "core/programme/programme_document.h"
#include "core/programme/programme_figures.h"
#include "core/scenario/programme_json.h"
#include "core/scenario/scenario_json.h"
#include "core/what_if/axis.h"
#include "core/what_if/sweep_document.h"
#include "core/what_if/sweep_text.h"

namespace fmplan::what_if {
namespace {

using answer::Align;
using text::Json;

bool is_programme(const SolveQuestion& question) { return question.settings.answer == AnswerKind::kProgramme; }

std::vector<std::string> unknown_paths(const SolveQuestion& question) {
  std::vector<std::string> paths;
  for (const Unknown& unknown : question.unknowns) paths.push_back(unknown.axis.path);
  return paths;
}

/// Where machines are varied: what the scenario states of one of them, and every point keeps.
std::vector<std::string> notices_of(const SolveQuestion& question) {
  const auto varies = [&](std::string_view start) {
    return std::ranges::any_of(question.unknowns, [&](const Unknown& unknown) {
      return unknown.axis.values.size() > 1 && dotted(unknown.axis.path).starts_with(start);
    });
  };
  if (is_programme(question) || (!varies("cluster.instance") && !varies("cluster.machine"))) return {};
  std::vector<std::string> notices;
  for (const auto& [path, holds] :
       {std::pair<std::string, const char*>{"price.per_node_hour", "is the price"}, {"power.node", "is the power"}}) {
    std::string pointer = "/" + path;
    std::ranges::replace(pointer, '.', '/');
    const nlohmann::json::json_pointer at(pointer);
    const nlohmann::json& document = question.scenario.document;
    if (varies(path) || !document.contains(at) || !document.at(at).is_string()) continue;
    notices.push_back(fmt::format("{} = {} {} of every machine that was tried; fmplan market takes those of each", path,
                                  document.at(at).get_ref<const std::string&>(), holds));
  }
  return notices;
}

/// "cluster.nodes = 128, price.kind = on_demand".
std::string inputs_text(const SolveQuestion& question, const SolvePoint& point) {
  std::string text;
  for (std::size_t i = 0; i < question.unknowns.size(); ++i)
    text += fmt::format("{}{} = {}", i > 0 ? ", " : "", question.unknowns[i].axis.path, point.inputs[i]);
  return text;
}

/// "fewest cluster.nodes", "least cost", "most training.tokens".
std::string solve_goal_text(const SolveQuestion& question) {
  const bool is_count = question.objective.name.ends_with("nodes") || question.objective.name.ends_with("gpus");
  const char* const least = is_count ? "fewest" : "least";
  return fmt::format("{} {}", question.goal == Goal::kMinimize ? least : "most", question.objective.name);
}

/// Why a point does not do.
std::string fails_text(const SolvePoint& point) { return point.reason.empty() ? "not " + point.clause : point.reason; }

std::string solve_headline(const SolveQuestion& question, const SolveAnswer& answer) {
  const char* const stopped = answer.stopped ? ", interrupted: the best so far" : "";
  if (answer.best)
    return fmt::format("{}: {} with {}{}", inputs_text(question, *answer.best), solve_goal_text(question),
                       question.until.text, stopped);
  if (answer.without_objective > 0)
    return fmt::format("{} points meet {}, but {} of none is known{}", answer.without_objective, question.until.text,
                       question.objective.name, stopped);
  if (!answer.nearest)
    return fmt::format("Nothing that was tried can run in time, so nothing meets {}{}", question.until.text, stopped);
  return fmt::format("Nothing that was tried meets {}; nearest is {}, which fails {}{}", question.until.text,
                     inputs_text(question, *answer.nearest), answer.nearest->clause,
                     answer.stopped ? "; interrupted before all were tried" : "");
}

answer::Table points_table(const SolveQuestion& question, const SolveAnswer& answer) {
  answer::Table table{.title = "Solve", .header = {""}, .align = {Align::kLeft}, .rows = {}, .notes = {}};
  for (const std::string& path : unknown_paths(question)) {
    table.header.push_back(path.substr(path.rfind('.') + 1));
    table.align.push_back(Align::kRight);
  }
  for (const answer::Figure& column : answer.columns) {
    table.header.push_back(column.name);
    table.align.push_back(Align::kRight);
  }
  const auto add = [&](const char* what, const std::optional<SolvePoint>& point) {
    if (!point) return;
    std::vector<std::string> cells = {what};
    cells.insert(cells.end(), point->inputs.begin(), point->inputs.end());
    for (std::size_t i = 0; i < answer.columns.size(); ++i)
      cells.push_back(figure_cell(answer.columns[i], point->figures[i]));
    table.rows.push_back(std::move(cells));
  };
  add("answer", answer.best);
  add("fails next", answer.fails_next);
  add("nearest", answer.nearest);
  if (table.rows.empty()) table.header.clear();
  return table;
}

nlohmann::json document_of(const SolveQuestion& question, const SolvePoint& point, const catalog::Catalog& catalog) {
  return document_of(question.scenario, unknown_paths(question), point.inputs, catalog);
}

plan::Report report_of(const SolveQuestion& question, const SolvePoint& point, const catalog::Catalog& catalog) {
  return evaluate(scenario::read_scenario(document_of(question, point, catalog), catalog, question.scenario.folder));
}

/// What makes the plan that is answered less to be trusted.
std::vector<std::string> doubts_of(const SolveQuestion& question, const SolveAnswer& answer,
                                   const catalog::Catalog& catalog) {
  if (!answer.best || is_programme(question)) return {};
  std::vector<std::string> texts;
  for (const plan::Notice& warning : report_of(question, *answer.best, catalog).warnings)
    if (plan::doubts_plan(warning.kind)) texts.push_back(answer::notice_text(warning));
  return texts;
}

/// Why nobody can say how near the nearest plan is: its price is unknown, and which prices are known nearby.
std::vector<std::string> price_warnings(const SolveQuestion& question, const SolveAnswer& answer,
                                        const catalog::Catalog& catalog) {
  if (!answer.nearest || std::isfinite(answer.nearest->misses_by) || is_programme(question)) return {};
  std::vector<std::string> texts;
  for (const plan::Notice& warning : report_of(question, *answer.nearest, catalog).warnings)
    if (warning.place.starts_with("/price")) texts.push_back(answer::notice_text(warning));
  return texts;
}

void add_solve_notes(const SolveQuestion& question, const SolveAnswer& answer, const catalog::Catalog& catalog,
                     answer::Table& table) {
  for (std::string& notice : notices_of(question)) table.notes.push_back(std::move(notice));
  if (answer.best && !answer.best->note.empty()) table.notes.push_back("planned: " + answer.best->note);
  if (answer.fails_next)
    table.notes.push_back(
        fmt::format("{} does not do: {}", inputs_text(question, *answer.fails_next), fails_text(*answer.fails_next)));
  if (answer.nearest && std::isfinite(answer.nearest->misses_by))
    table.notes.push_back(fmt::format("it misses {} {}", answer.nearest->clause, answer.nearest->by));
  for (std::string& doubt : doubts_of(question, answer, catalog)) table.notes.push_back(std::move(doubt));
  for (std::string& warning : price_warnings(question, answer, catalog)) table.notes.push_back(std::move(warning));
  if (!answer.best && answer.cannot_run)
    table.notes.push_back(fmt::format("{}: {}", inputs_text(question, *answer.cannot_run), answer.cannot_run->reason));
  if (answer.best && answer.without_objective > 0)
    table.notes.push_back(fmt::format("{} other points meet the bound, but their {} is unknown",
                                      answer.without_objective, question.objective.name));
  if (answer.at_edge)
    table.notes.push_back("the answer is at the end of what was tried: a wider list may hold a better one");
  // Beyond the first that will do none of a single unknown is looked at.
  const bool all = answer.scanned.looked_at >= answer.num_points || question.unknowns.size() > 1;
  std::string scanned = all ? "" : fmt::format("{} of ", answer.scanned.looked_at);
  const char* separator = "";
  for (const Unknown& unknown : question.unknowns)
    scanned +=
        fmt::format("{}{} values of {} from {} to {}", std::exchange(separator, " × "), unknown.axis.values.size(),
                    unknown.axis.path, unknown.axis.values.front(), unknown.axis.values.back());
  const auto count = [&](plan::Verdict verdict) { return answer.scanned.by_status[static_cast<std::size_t>(verdict)]; };
  const std::int64_t late = count(plan::Verdict::kMissesDeadline);
  table.notes.push_back(fmt::format("scanned: {}; {} of {} can run{}", scanned, count(plan::Verdict::kOk) + late,
                                    answer.scanned.looked_at,
                                    late > 0 ? fmt::format(", {} of them too late", late) : ""));
  // What was no file cannot be named in a command.
  if (answer.best && !question.scenario.name.empty()) {
    std::string sets;
    for (const std::string& set : question.sets) sets += " --set " + shell_word(set);
    for (std::size_t i = 0; i < question.unknowns.size(); ++i)
      sets += " --set " + shell_word(question.unknowns[i].axis.path + "=" + answer.best->inputs[i]);
    table.notes.push_back(fmt::format("fmplan {} {}{}", is_programme(question) ? "programme" : "plan",
                                      question.scenario.name == "stdin" ? "-" : shell_word(question.scenario.name),
                                      sets));
  }
}

Json point_json(const SolveQuestion& question, const SolveAnswer& answer, const SolvePoint& point) {
  Json json = {{"inputs", Json::object()}};
  for (std::size_t i = 0; i < question.unknowns.size(); ++i)
    json["inputs"][question.unknowns[i].axis.path] = input_json(point.inputs[i]);
  json["status"] = plan::kVerdictNames.name(point.status);
  json["reason"] = point.reason.empty() ? Json() : Json(point.reason);
  json["note"] = point.note.empty() ? Json() : Json(point.note);
  json["clause"] = point.clause.empty() ? Json() : Json(point.clause);
  json["figures"] = Json::object();
  for (std::size_t i = 0; i < answer.columns.size(); ++i)
    json["figures"][column_name(answer.columns[i])] = figure_json(answer.columns[i], point.figures[i].value);
  return json;
}

/// The programme or the plan that answers.
answer::Document found_document(const SolveQuestion& question, const SolvePoint& found,
                                const catalog::Catalog& catalog) {
  const nlohmann::json document = document_of(question, found, catalog);
  if (is_programme(question))
    return programme_document(programme_answer(scenario::read_programme(document, catalog, question.scenario.folder),
                                               document, question.settings, catalog));
  const answer::ReportOrigin origin{document, catalog.version(), question.settings.seed};
  const plan::Report report = report_of(question, found, catalog);
  answer::Document plan = answer::plan_document(report, origin);
  plan.json = answer::report_json(report, origin);
  return plan;
}

}  // namespace

answer::Document solve_document(const SolveQuestion& question, const SolveAnswer& answer,
                                const catalog::Catalog& catalog) {
  answer::Document document;
  document.headline = solve_headline(question, answer);
  document.tables.push_back(points_table(question, answer));
  add_solve_notes(question, answer, catalog, document.tables.back());
  document.made_with = answer::made_with(catalog.version(), question.settings.seed);
  Json& json = document.json;
  json = {{"version", 1},
          {"catalog_version", catalog.version()},
          {"fmplan_version", version()},
          {"until", question.until.text},
          {"goal", question.goal == Goal::kMinimize ? "minimize" : "maximize"},
          {"objective", question.objective.name},
          {"answer", nullptr},
          {"fails_next", answer.fails_next ? point_json(question, answer, *answer.fails_next) : Json()},
          {"nearest", answer.nearest ? point_json(question, answer, *answer.nearest) : Json()}};
  if (answer.best) {
    json["answer"] = point_json(question, answer, *answer.best);
    answer::Document found = found_document(question, *answer.best, catalog);
    json["answer"]["report"] = std::move(found.json);
    document.lead = found.headline + "\n" + found.lead;
    document.charts = std::move(found.charts);
    document.page_tables = std::move(found.tables);
  }
  if (answer.nearest) json["nearest"]["misses_by"] = answer.nearest->misses_by;
  if (const std::vector<std::string> notices = notices_of(question); !notices.empty()) json["notices"] = notices;
  json["at_edge"] = answer.at_edge;
  Json scanned = {{"points", static_cast<long long>(answer.num_points)},
                  {"looked_at", static_cast<long long>(answer.scanned.looked_at)},
                  {"without_objective", static_cast<long long>(answer.without_objective)},
                  {"unknowns", Json::array()}};
  for (const Unknown& unknown : question.unknowns)
    scanned["unknowns"].push_back({{"path", unknown.axis.path},
                                   {"values", static_cast<long long>(unknown.axis.values.size())},
                                   {"first", input_json(unknown.axis.values.front())},
                                   {"last", input_json(unknown.axis.values.back())},
                                   {"continuous", unknown.continuous}});
  for (const plan::Verdict verdict : plan::kVerdictNames.values)
    scanned[plan::kVerdictNames.name(verdict)] =
        static_cast<long long>(answer.scanned.by_status[static_cast<std::size_t>(verdict)]);
  json["scanned"] = std::move(scanned);
  json["stopped"] = answer.stopped;
  return document;
}

std::vector<std::string> exceeded_by_answer(const std::vector<answer::Condition>& gates, const SolveQuestion& question,
                                            const SolveAnswer& answer, const catalog::Catalog& catalog,
                                            const Json& json) {
  const Json& found = json.at("answer").at("report");
  if (is_programme(question)) return exceeded_gates(gates, programme::programme_values(found));
  const plan::Report report = report_of(question, *answer.best, catalog);
  return exceeded_gates(gates, answer::report_values(report, found));
}

}  // namespace fmplan::what_if
