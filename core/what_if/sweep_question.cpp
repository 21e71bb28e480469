#include "core/what_if/sweep_question.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/document/plan_text.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"

namespace fmplan::what_if {
namespace {

/// Trials of a point, at most, chosen: as many points are not answered in a lifetime.
constexpr std::int64_t kMostTrials = 10'000'000;

/// @param scenarios  that are answered; a programme has one kind of answer
AnswerKind read_answer(const std::string& text, const std::vector<AskedScenario>& scenarios) {
  const auto is_programme = [](const AskedScenario& asked) { return usual_answer(asked) == AnswerKind::kProgramme; };
  const auto programmes = std::ranges::count_if(scenarios, is_programme);
  if (programmes > 0 && programmes < std::ssize(scenarios))
    throw InputError("SCENARIO", "some are scenarios and some are programmes; sweep those of one kind");
  if (programmes > 0 && !text.empty() && text != kAnswerKindNames.name(AnswerKind::kProgramme))
    throw InputError("--answer", fmt::format("\"{}\" is of scenarios; leave it out for programmes", text));
  if (text.empty()) return programmes > 0 ? AnswerKind::kProgramme : AnswerKind::kPlan;
  const auto kind = kAnswerKindNames.parse(text);
  const std::vector<std::string> names(kAnswerKindNames.texts.begin(), kAnswerKindNames.texts.end());
  if (!kind)
    throw InputError("--answer", fmt::format("\"{}\" is none of plan, run, search{}", text, did_you_mean(text, names)));
  if (*kind == AnswerKind::kProgramme && programmes == 0)
    throw InputError("--answer", "\"programme\" is of programmes, and a scenario is given");
  return *kind;
}

bool has_axis(const std::vector<Axis>& axes, std::initializer_list<std::string_view> paths) {
  return std::ranges::any_of(
      axes, [&](const Axis& axis) { return std::ranges::find(paths, dotted(axis.path)) != paths.end(); });
}

}  // namespace

AskedScenario read_asked(const std::string& file) {
  const bool piped = file == "-";
  const std::filesystem::path path = piped ? "/dev/stdin" : file;
  return {.name = piped ? "stdin" : file,
          .document = text::parse_json(document::read_text(path), piped ? "stdin" : file),
          .folder = piped ? "." : path.parent_path()};
}

std::vector<answer::Figure> read_figures(const std::string& list, const answer::FigureSet& figures,
                                         const std::string& option) {
  std::vector<answer::Figure> found;
  Issues issues;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    std::string name = list.substr(begin, end - begin);
    std::erase(name, ' ');
    begin = end + 1;
    const auto figure = figures.find(name);
    if (figure)
      found.push_back(*figure);
    else
      issues.push_back({option, name.empty() ? fmt::format("\"{}\" has an empty name; write days,cost.p90", list)
                                             : no_such_figure(name, figures)});
  }
  if (!issues.empty()) throw InputError(std::move(issues));
  return found;
}

void check_varied_nodes(const AskedScenario& asked, const std::vector<Axis>& axes, const std::string& option) {
  const auto varied = std::ranges::find_if(axes, [](const Axis& axis) {
    return dotted(axis.path) == "cluster.nodes" &&
           std::ranges::any_of(axis.values, [&](const std::string& value) { return value != axis.values.front(); });
  });
  if (varied == axes.end() || usual_answer(asked) == AnswerKind::kProgramme) return;
  if (scenario::phases_state_nodes(asked.document) && !has_axis(axes, {"training", "training.phases"}))
    throw InputError(fmt::format("{} {}", option, varied->path),
                     "is the number of no phase: each states its own; vary training.phases.0.nodes and so on, or leave "
                     "\"nodes\" out of phases that are to have the cluster's");
  if (!has_axis(axes, {"run", "run.failures", "run.failures.nodes"}))
    scenario::require_nodes_of_failures(asked.document);
}

void check_varied_failures(const std::vector<std::string>& fixed, const std::vector<Axis>& axes) {
  std::vector<std::string> assignments = fixed, changed;
  for (const std::string& assignment : fixed) changed.push_back(assignment.substr(0, assignment.find('=')));
  for (const Axis& axis : axes) {
    changed.push_back(axis.path);
    for (const std::string& value : axis.values)
      if (dotted(axis.path) == "run.failures") assignments.push_back(axis.path + "=" + value);
  }
  scenario::check_failures_of_changed_nodes(assignments, changed);
}

std::int64_t read_trials(const std::string& text) {
  if (text.empty()) return PointSettings{}.trials;
  const auto trials = parse_count(text);
  if (!trials || *trials < 1 || *trials > kMostTrials)
    throw InputError("--trials",
                     fmt::format("\"{}\" is not a whole number from 1 to {}; for example 1000", text, kMostTrials));
  return *trials;
}

SweepQuestion sweep_question(const SweepOptions& options, const catalog::Catalog& catalog) {
  Issues issues;
  std::vector<AskedScenario> scenarios = options.scenarios;
  for (const std::string& file : options.files) collect(issues, [&] { scenarios.push_back(read_asked(file)); });
  std::vector<Axis> axes;
  std::vector<std::string> fixed;
  for (const std::string& set : options.sets)
    collect(issues, [&] {
      Axis axis = parse_axis(set);
      if (axis.values.size() > 1) {
        axes.push_back(std::move(axis));
        return;
      }
      fixed.push_back(axis.path + "=" + axis.values.front());
    });
  for (AskedScenario& asked : scenarios) collect(issues, [&] { set_values(asked, fixed, catalog); });
  if (!options.points.empty()) {
    if (!axes.empty()) issues.push_back({"--points", "says every point; leave the lists of --set out"});
    collect(issues, [&] { axes = read_points(text::read_text_file(options.points), options.points); });
  }
  const std::string option = options.points.empty() ? "--set" : "--points";
  for (const AskedScenario& asked : scenarios) collect(issues, [&] { check_varied_nodes(asked, axes, option); });
  if (issues.empty()) collect(issues, [&] { check_varied_failures(fixed, axes); });
  std::optional<Grid> grid;
  collect(issues, [&] { grid.emplace(std::move(axes), options.zip || !options.points.empty()); });
  PointSettings settings{.seed = options.seed};
  collect(issues, [&] { settings.answer = read_answer(options.answer, scenarios); });
  collect(issues, [&] { settings.trials = read_trials(options.trials); });
  if (!options.trials.empty() && settings.answer != AnswerKind::kRun && settings.answer != AnswerKind::kProgramme)
    issues.push_back({"--trials", "are of simulated runs; add --answer run"});
  std::vector<std::string> paths;
  if (grid)
    for (const Axis& axis : grid->axes()) paths.push_back(axis.path);
  const answer::FigureSet figures = point_figures(settings.answer, paths);
  std::vector<answer::Figure> columns = usual_columns(settings.answer);
  if (!options.columns.empty()) collect(issues, [&] { columns = read_figures(options.columns, figures, "--columns"); });
  std::vector<answer::Condition> where, gates;
  if (!options.where.empty())
    collect(issues, [&] { where = {answer::parse_condition(options.where, figures, "--where")}; });
  collect(issues, [&] { gates = answer::parse_conditions(options.fail_if, figures, "--fail-if"); });
  if (!issues.empty()) throw InputError(std::move(issues));
  return {.scenarios = std::move(scenarios),
          .grid = std::move(*grid),
          .settings = settings,
          .columns = std::move(columns),
          .where = std::move(where),
          .gates = std::move(gates)};
}

}  // namespace fmplan::what_if
