#include "core/answer/compare_side.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/answer/compare_figures.h"
#include "core/answer/notice_text.h"
#include "core/answer/report_json.h"
#include "core/base/issue.h"
#include "core/plan/evaluate.h"
#include "core/plan/verdict.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_conversion.h"

namespace fmplan::answer {
namespace {

using nlohmann::json;
using Pointer = json::json_pointer;

/// What is read of an answer that somebody may have edited.
void check_answer(const json& document, const std::string& file, const std::string& command) {
  Issues issues;
  const auto expect = [&](bool holds, const char* pointer, const char* rule) {
    if (!holds)
      issues.push_back({fmt::format("{}#{}", file, pointer),
                        fmt::format("{}; write the answer anew with {} --format json", rule, command)});
  };
  expect(document.value("version", json()) == 1, "/version", "is not 1");
  expect(document.value("name", json()).is_string(), "/name", "is not a text");
  const json assumptions = document.value("assumptions", json::array());
  const auto has_path = [](const json& a) {
    if (!a.is_object() || !a.contains("path") || !a["path"].is_string()) return false;
    const std::string& path = a["path"].get_ref<const std::string&>();
    return path.starts_with('/') && path.find('~') == std::string::npos;
  };
  expect(assumptions.is_array() && std::all_of(assumptions.begin(), assumptions.end(), has_path), "/assumptions",
         "is not a list of objects with a path");
  if (command == "plan")
    expect(document["totals"].is_object() || document["totals"].is_null(), "/totals", "is not an object");
  if (command == "plan" || command == "run") {
    const json obstacles = document.value("obstacles", json());
    expect(obstacles.is_array() &&
               std::all_of(obstacles.begin(), obstacles.end(), [](const json& o) { return o.is_string(); }),
           "/obstacles", "is not a list of texts");
  }
  if (!issues.empty()) throw InputError(std::move(issues));
}

/// The command that wrote it; empty: none of those that can be compared.
std::string command_of(const json& document) {
  if (document.contains("search")) return "search";
  if (document.contains(Pointer("/run/trials")) || document.contains("closed_form")) return "run";
  return document.contains("totals") ? "plan" : "";
}

using Places = std::initializer_list<std::pair<const char*, const char*>>;  // in the plan's report; in the answer

json moved(const json& document, Places places) {
  json report = json::object();
  for (const auto& [to, from] : places)
    if (document.contains(Pointer(from))) report[Pointer(to)] = document.at(Pointer(from));
  return report;
}

/// Of a run's answer.  Money of which a part is unknown is at least so much; days are of the trials that end, and of
/// all of them unknown where some never do.
json run_as_plan(const json& document) {
  const bool is_partial = document.value(Pointer("/cost/is_partial"), false);
  json report = moved(document, {{"/totals/nodes", "/cluster/nodes"},
                                 {"/totals/gpu_hours", "/gpu_hours"},
                                 {"/run/wall_clock_days", "/run/wall_clock_days"},
                                 {"/run/goodput", "/run/goodput/mean"},
                                 {"/run/interruptions", "/run/interruptions"},
                                 {is_partial ? "/cost/at_least" : "/cost/total", "/cost/mean"}});
  if (is_partial)
    report[Pointer("/cost/total")] = nullptr;
  else
    report.merge_patch(
        moved(document, {{"/cost/interval_80/low", "/cost/p10"}, {"/cost/interval_80/high", "/cost/p90"}}));
  const double trials = document.value(Pointer("/run/trials"), 0.0),
               finished = document.value(Pointer("/run/finished"), trials);
  if (finished < trials) report[Pointer("/run/wall_clock_days")] = nullptr;
  return report;
}

json as_plan(const json& document, const std::string& command) {
  if (command == "run") return run_as_plan(document);
  if (command == "search")
    return moved(document, {{"/totals/nodes", "/search/best/0/nodes"},
                            {"/totals/gpus", "/search/best/0/gpus"},
                            {"/step/step_time_s", "/search/best/0/step_time_s"},
                            {"/step/interval_80", "/search/best/0/interval_80"},
                            {"/step/mfu", "/search/best/0/mfu"},
                            {"/memory/per_gpu_bytes/total", "/search/best/0/memory_bytes"}});
  return document;
}

bool near(std::optional<double> a, std::optional<double> b) {
  // What a decimal string and another order of adding may lose.
  constexpr double kRounding = 1e-9;
  return a && b ? std::abs(*a - *b) <= kRounding * std::abs(*a) : a.has_value() == b.has_value();
}

/// Whether planning gave what the saved plan says.
bool same_figures(const plan::Report& planned, const json& report) {
  if (planned.phases.empty()) return false;
  for (const ComparedFigure& figure : compared_figures())
    if (figure.is_checked && !near(figure.of(planned), figure_at(report, figure.pointer))) return false;
  return true;
}

/// Whether planning a saved answer's scenario again gives it: of a run, whose figures are drawn, its closed form.
bool gives_saved(const Compared& again, const json& saved, const std::string& command) {
  if (!again.planned) return false;
  if (command != "run") return same_figures(*again.planned, saved);
  const json before = {{"run", saved.value("closed_form", json::object())}};
  return near(again.planned->mean_days, figure_at(before, "/run/wall_clock_days/mean"));
}

std::optional<Compared> planned_again(const json& scenario, const json& saved, const std::string& command,
                                      const catalog::Catalog& catalog,
                                      const std::optional<std::filesystem::path>& folder) {
  try {
    Compared again = planned_side(scenario, catalog, folder);
    if (gives_saved(again, saved, command)) return again;
  } catch (const InputError&) {
    // Of another version or catalogue.
  }
  return std::nullopt;
}

/// The inputs of a saved answer, whose scenario has every gap filled in.  What rules fill in to the same again is
/// taken for left open, so that it is a consequence of what differs and not a change of its own.
void plan_again(Compared& side, const json& saved, const std::string& command, const catalog::Catalog& catalog) {
  const json& scenario = saved["scenario"];
  const json assumptions = saved.value("assumptions", json::array());
  side.inputs = ComparedInputs{scenario, scenario, assumptions};
  std::optional<Compared> whole = planned_again(scenario, saved, command, catalog, side.folder);
  if (!whole) return;
  // The figure that a resolved scenario has where "grid" was assumed.
  std::vector<std::string> filled = {"/power/grid_kg_per_kwh"};
  for (const json& assumption : assumptions) filled.push_back(assumption.at("path").get<std::string>());
  for (const std::string& path : filled) {
    const Pointer at(path);
    json less = whole->inputs->stated;
    if (at.empty() || !less.contains(at) || less.at(at).is_structured() || !less.at(at.parent_pointer()).is_object())
      continue;
    less[at.parent_pointer()].erase(at.back());
    std::optional<Compared> again = planned_again(less, saved, command, catalog, side.folder);
    if (again && again->inputs->resolved == whole->inputs->resolved) whole = std::move(again);
  }
  side.inputs = std::move(whole->inputs);
  side.planned = std::move(whole->planned);
}

/// "cluster.nodes=128; price.kind=spot", if that is short enough for a name.
std::string changes_name(const Compared& base, const Compared& side) {
  if (!base.inputs || !side.inputs) return {};
  const std::vector<InputChange> changes = stated_changes(*base.inputs, *side.inputs);
  constexpr std::size_t kMostNamed = 3;  // chosen
  if (changes.empty() || changes.size() > kMostNamed) return {};
  std::string name;
  for (const InputChange& change : changes)
    name += fmt::format("{}{}={}", name.empty() ? "" : "; ", path_words(change.pointer), value_words(change.to));
  return name;
}

/// The resolved scenario with the parallel plan in full, as the report has it.
json with_whole_plan(json resolved, const json& report) {
  const Pointer at("/training/parallel");
  if (!resolved.contains(at) || !resolved.at(at).is_object() || resolved["training"].contains("phases"))
    return resolved;
  json plan = report.at(Pointer("/phases/0/parallel"));
  plan.update(resolved.at(at));
  resolved[at] = std::move(plan);
  return resolved;
}

}  // namespace

Compared planned_side(const json& document, const catalog::Catalog& catalog,
                      const std::optional<std::filesystem::path>& folder, int threads) {
  Compared side;
  plan::Report report = evaluate(scenario::read_scenario(document, catalog, folder), threads);
  side.name = report.scenario.name;
  side.report = text::parsed(report_json(report, {document, catalog.version(), 1}));
  const json& resolved = side.report["scenario"];
  side.inputs = ComparedInputs{document, report.phases.empty() ? resolved : with_whole_plan(resolved, side.report),
                               side.report["assumptions"]};
  side.folder = folder;
  side.obstacles = notice_texts(report.obstacles);
  for (const plan::Notice& warning : report.warnings)
    if (plan::voids_price(warning.kind) || plan::doubts_plan(warning.kind))
      side.remarks.push_back(notice_text(warning));
  if (!report.phases.empty()) side.planned = std::move(report);
  return side;
}

bool is_saved_answer(const json& document) { return document.is_object() && document.contains("fmplan_version"); }

Compared saved_side(const json& document, const std::string& file, const catalog::Catalog& catalog,
                    const std::optional<std::filesystem::path>& folder) {
  const std::string command = command_of(document);
  if (command.empty())
    throw InputError(file,
                     "is an answer that cannot be compared; give a scenario, or what plan, run or search wrote "
                     "with --format json");
  check_answer(document, file, command);
  Compared side;
  side.name = document["name"].get<std::string>();
  side.report = as_plan(document, command);
  side.folder = folder;
  side.is_plan = command == "plan";
  if (!side.is_plan) side.name += fmt::format(" ({})", command);
  for (const json& obstacle : document.value("obstacles", json::array()))
    if (obstacle.is_string()) side.obstacles.push_back(obstacle.get<std::string>());
  if (command == "run") side.remarks.emplace_back("simulated by fmplan run");
  if (command == "search")
    side.remarks.emplace_back("the best plan of a search, which tells hours and money of its steps alone");
  if (command == "search" && !document.contains(Pointer("/search/best/0")))
    side.obstacles.emplace_back("the search found no plan that fits");
  if (document.contains("scenario") && document["scenario"].is_object()) plan_again(side, document, command, catalog);
  return side;
}

std::vector<std::string> assignments_of(const std::string& variant) {
  std::vector<std::string> assignments;
  std::string current;
  int depth = 0;
  bool quoted = false;
  const auto finish = [&] {
    const std::size_t begin = current.find_first_not_of(" \t"), end = current.find_last_not_of(" \t");
    if (begin != std::string::npos) assignments.push_back(current.substr(begin, end - begin + 1));
    current.clear();
  };
  for (std::size_t i = 0; i < variant.size(); ++i) {
    const char c = variant[i];
    if (c == '"' && (i == 0 || variant[i - 1] != '\\')) quoted = !quoted;
    if (!quoted) depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    if (c == ';' && !quoted && depth <= 0)
      finish();
    else
      current += c;
  }
  finish();
  if (assignments.empty())
    throw InputError("", "changes nothing; write for instance --with 'cluster.nodes=128; price.kind=capacity_block'");
  return assignments;
}

void name_apart(std::vector<Compared>& sides) {
  const auto num_named = [&](const std::string& name) { return std::ranges::count(sides, name, &Compared::name); };
  for (std::size_t i = 1; i < sides.size(); ++i) {
    const auto first = std::ranges::find(sides, sides[i].name, &Compared::name);
    if (static_cast<std::size_t>(first - sides.begin()) == i) continue;
    const std::string changes = changes_name(*first, sides[i]);
    if (!changes.empty()) sides[i].name = changes;
  }
  const std::vector<Compared> named = sides;
  for (std::size_t i = 1; i < sides.size(); ++i)
    if (std::ranges::count(named, named[i].name, &Compared::name) > 1)
      for (std::size_t place = i + 1; num_named(sides[i].name) > 1; ++place)
        sides[i].name = fmt::format("{} ({})", named[i].name, place);
}

}  // namespace fmplan::answer
