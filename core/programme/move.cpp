#include "core/programme/move.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/date.h"
#include "core/programme/programme_text.h"

namespace fmplan::programme {
namespace {

using scenario::Programme;
using scenario::Project;

/// Days of rounding that do not count, as a placement has it (placing.cpp).
constexpr double kRounding = 1e-3;

bool is_planned(const Study& study) { return study.programme->policy.kind == scenario::PolicyKind::kPlanned; }

const ProjectAnswer& answer_of(const Study& study, int project) {
  return study.projects.at(static_cast<std::size_t>(project));
}

const PhaseOptions& options_of(const Study& study, int project, int phase) {
  return study.table->at(static_cast<std::size_t>(project)).at(static_cast<std::size_t>(phase));
}

const PhaseOption* option_on(const PhaseOptions& options, int pool, int nodes) {
  const auto found = std::ranges::find_if(
      options.options, [&](const PhaseOption& option) { return option.pool == pool && option.nodes == nodes; });
  return found == options.options.end() ? nullptr : &*found;
}

const ChosenPhase* chosen(const Study& study, int project, int phase) {
  const auto& phases = answer_of(study, project).phases;
  const auto found = std::ranges::find(phases, phase, &ChosenPhase::phase);
  return found == phases.end() ? nullptr : &*found;
}

/// By the placement where that says when, else as simulated; by the placement too where that never is.
double start_of(const Study& study, int project) {
  const ProjectAnswer& answer = answer_of(study, project);
  const double simulated = answer.summary.start_days.p50;
  return is_planned(study) || std::isinf(simulated) ? answer.phases.front().start_day : simulated;
}

double end_of(const Study& study, int project) {
  const ProjectAnswer& answer = answer_of(study, project);
  const double simulated = answer.summary.finish_days.p50;
  return is_planned(study) || std::isinf(simulated) ? answer.phases.back().end_day : simulated;
}

/// Whether a change of nodes in the file is also of this phase.
bool shares_nodes(const Project& project, int changed, int phase) {
  if (changed == phase || project.dedicated) return true;
  const auto own = [&](int of) { return !project.phases[static_cast<std::size_t>(of)].nodes.empty(); };
  return !own(changed) && !own(phase);
}

/// "2026-03-08", "2026-03-08 to 2026-03-10": from the first to the last of the days.
std::string days_text(const Programme& programme, int first, int last) {
  return first == last ? day_text(programme, first)
                       : fmt::format("{} to {}", day_text(programme, first), day_text(programme, last));
}

/// Days that a stretch touches, from the first on before the second.
std::pair<int, int> days_touched(double from, double until) {
  const int first = static_cast<int>(std::floor(from + kRounding));
  return {first, std::max(first + 1, static_cast<int>(std::ceil(until - kRounding)))};
}

/// Nodes of a pool that a project has by day: of phases that follow each other within a day, the most.
template <class Phases, class Told>
std::map<int, int> nodes_on(const Phases& phases, int pool, const Told& told) {
  std::map<int, int> nodes;
  for (const auto& phase : phases) {
    const MovedPhase at = told(phase);
    if (at.pool != pool) continue;
    const auto [first, end] = days_touched(at.start_day, at.end_day);
    for (int day = first; day < end; ++day)
      if (!std::ranges::binary_search(at.pauses, day)) nodes[day] = std::max(nodes[day], at.nodes);
  }
  return nodes;
}

MovedPhase told(const ChosenPhase& phase) {
  return {.phase = phase.phase,
          .pool = phase.option->pool,
          .nodes = phase.option->nodes,
          .start_day = phase.start_day,
          .end_day = phase.end_day,
          .pauses = phase.option->pauses};
}

/// Why a phase cannot have so many nodes.
std::string why_refused(const Study& study, int project, int phase, int pool, int nodes) {
  const PhaseOptions& options = options_of(study, project, phase);
  for (const RefusedOption& refused : options.refused)
    if (refused.pool == pool && refused.nodes == nodes)
      return fmt::format("{} nodes of {} are refused: {}", nodes, pool_name(study, pool), refused.reason);
  std::vector<int> possible;
  for (const PhaseOption& option : options.options)
    if (option.pool == pool) possible.push_back(option.nodes);
  return fmt::format("{} is none of the numbers of nodes that \"{}\" can have on {}; give {}", nodes,
                     answer_of(study, project).project->phases[static_cast<std::size_t>(phase)].name,
                     pool_name(study, pool), fmt::join(possible, " or "));
}

struct Shortage {
  int first = 0, last = 0, there = 0;
  std::set<std::string> others{};
  int wanted = 0;
};

/// Too few nodes of a pool, stretch by stretch with the same numbers.
std::vector<std::string> shortages(const Study& study, int project, int pool, const std::vector<MovedPhase>& phases) {
  const Programme& programme = *study.programme;
  const std::vector<int> there = nodes_by_day(programme, programme.pools[static_cast<std::size_t>(pool)]);
  const int last_day = static_cast<int>(there.size());
  std::vector<Shortage> found;
  std::map<int, int> used;
  std::map<int, std::set<std::string>> holders;
  for (std::size_t other = 0; is_planned(study) && other < study.projects.size(); ++other) {
    if (static_cast<int>(other) == project) continue;
    for (const auto& [day, nodes] : nodes_on(study.projects[other].phases, pool, told)) {
      used[day] += nodes;
      holders[day].insert(fmt::format("{} of {}", nodes, study.projects[other].project->name));
    }
  }
  for (const auto& [day, nodes] : nodes_on(phases, pool, [](const MovedPhase& phase) { return phase; })) {
    if (day < 0 || day >= last_day) continue;
    const int on_day = there[static_cast<std::size_t>(day)];
    if (nodes + used[day] <= on_day) continue;
    if (!found.empty() && found.back().last == day - 1 && found.back().there == on_day &&
        found.back().wanted == nodes && found.back().others == holders[day])
      found.back().last = day;
    else
      found.push_back({.first = day, .last = day, .there = on_day, .others = holders[day], .wanted = nodes});
  }
  std::vector<std::string> words;
  words.reserve(found.size());
  for (const Shortage& one : found)
    words.push_back(fmt::format("too few nodes of {} on {}: {} wanted{}, {} there", pool_name(study, pool),
                                days_text(programme, one.first, one.last), one.wanted,
                                one.others.empty() ? "" : fmt::format(" beside {}", fmt::join(one.others, ", ")),
                                one.there));
  return words;
}

std::vector<std::string> broken_dates(const Study& study, int project, double start, double end) {
  const Programme& programme = *study.programme;
  const Project& moved = *answer_of(study, project).project;
  const auto last = [&](double of) { return day_text(programme, std::ceil(of - kRounding) - 1); };
  std::vector<std::string> broken;
  if (moved.deadline)
    if (const double due = day_of(programme, *moved.deadline) + 1.0; end > due + kRounding)
      broken.push_back(fmt::format("its median ends on {}, {:.1f} days after its deadline {}", last(end), end - due,
                                   date_text(*moved.deadline)));
  if (const double ends = day_of(programme, programme.end); end > ends + kRounding)
    broken.push_back(fmt::format("its median ends on {}, after the programme's last day {}", last(end), last(ends)));
  for (std::size_t other = 0; other < study.projects.size(); ++other) {
    const ProjectAnswer& answer = study.projects[other];
    if (answer.phases.empty()) continue;
    const int number = static_cast<int>(other);
    if (std::ranges::count(moved.after, answer.project->name) > 0 && start < end_of(study, number) - kRounding)
      broken.push_back(
          fmt::format("it comes after {}, which ends on {}", answer.project->name, last(end_of(study, number))));
    if (std::ranges::count(answer.project->after, moved.name) > 0 && end > start_of(study, number) + kRounding)
      broken.push_back(fmt::format("{} comes after it, and starts on {}", answer.project->name,
                                   day_text(programme, start_of(study, number))));
  }
  return broken;
}

}  // namespace

int snapped_day(const Programme& programme, double day) {
  const int grid = programme.policy.grid_days, days = day_of(programme, programme.end);
  const int slot = static_cast<int>(std::lround(std::clamp(day, 0.0, days - 1.0) / grid));
  return std::min(slot, (days - 1) / grid) * grid;
}

std::vector<int> widths_of(const Study& study, int project, int phase) {
  const ChosenPhase* now = chosen(study, project, phase);
  if (!now) return {};
  std::set<int> widths;
  const PhaseOptions& options = options_of(study, project, phase);
  for (const PhaseOption& option : options.options)
    if (option.pool == now->option->pool) widths.insert(option.nodes);
  for (const RefusedOption& refused : options.refused)
    if (refused.pool == now->option->pool) widths.insert(refused.nodes);
  return {widths.begin(), widths.end()};
}

std::optional<int> width_ending_at(const Study& study, int project, int phase, double end_day) {
  std::optional<int> best;
  double nearest = 0;
  for (const int nodes : widths_of(study, project, phase)) {
    const MovePreview preview = preview_move(study, {.project = project, .phase = phase, .nodes = nodes});
    const auto found = std::ranges::find(preview.phases, phase, &MovedPhase::phase);
    if (found == preview.phases.end()) continue;
    const double distance = std::abs(found->end_day - end_day);
    if (!best || distance < nearest) best = nodes, nearest = distance;
  }
  return best;
}

MovePreview preview_move(const Study& study, const Move& move) {
  const ProjectAnswer& answer = answer_of(study, move.project);
  MovePreview preview;
  const double start = start_of(study, move.project);
  const double by = move.start_day ? *move.start_day - start : 0;
  const double shown_by = start - answer.phases.front().start_day;
  double free_from = 0;
  for (const ChosenPhase& phase : answer.phases) {
    const PhaseOption* option = phase.option;
    if (move.nodes && shares_nodes(*answer.project, move.phase, phase.phase)) {
      option = option_on(options_of(study, move.project, phase.phase), phase.option->pool, *move.nodes);
      if (!option) return {.broken = {why_refused(study, move.project, phase.phase, phase.option->pool, *move.nodes)}};
    }
    const double starts = std::max(free_from, phase.start_day + shown_by + by);
    // Behind a phase that got shorter it moves up.
    const bool follows = !preview.phases.empty() && move.nodes;
    const double begins = follows ? free_from : starts;
    preview.phases.push_back({.phase = phase.phase,
                              .pool = option->pool,
                              .nodes = option->nodes,
                              .start_day = begins,
                              .end_day = end_of_work(begins, option->p50_days, option->pauses),
                              .pauses = option->pauses});
    free_from = preview.phases.back().end_day;
  }
  std::set<int> pools;
  for (const MovedPhase& phase : preview.phases) pools.insert(phase.pool);
  for (const int pool : pools)
    for (std::string& words : shortages(study, move.project, pool, preview.phases))
      preview.broken.push_back(std::move(words));
  for (std::string& words :
       broken_dates(study, move.project, preview.phases.front().start_day, preview.phases.back().end_day))
    preview.broken.push_back(std::move(words));
  return preview;
}

nlohmann::json moved_document(nlohmann::json document, const Study& study, const Move& move) {
  int left = move.project;
  for (nlohmann::json& organisation : document.at("organisations")) {
    nlohmann::json& projects = organisation.at("projects");
    if (left >= static_cast<int>(projects.size())) {
      left -= static_cast<int>(projects.size());
      continue;
    }
    nlohmann::json& project = projects.at(static_cast<std::size_t>(left));
    // Of a document that has become another one meanwhile nothing is known.
    if (project.value("name", std::string()) != answer_of(study, move.project).project->name) break;
    if (move.start_day) project["earliest"] = day_text(*study.programme, *move.start_day);
    if (move.nodes) {
      const auto phase = static_cast<std::size_t>(move.phase);
      const bool own = !answer_of(study, move.project).project->phases.at(phase).nodes.empty();
      (own ? project.at("phases").at(phase) : project)["nodes"] = *move.nodes;
    }
    break;
  }
  return document;
}

std::string why_later(const Study& study, int project, int wanted_day) {
  const ProjectAnswer& answer = answer_of(study, project);
  const std::string& name = answer.project->name;
  if (answer.phases.empty()) return fmt::format("{} is not placed: {}", name, fmt::join(answer.why, "; "));
  const double starts = answer.summary.start_days.p50;
  if (starts < wanted_day + 1.0 - kRounding) return {};
  std::string text = fmt::format("{} starts on {}, not on {}: ", name, day_text(*study.programme, starts),
                                 day_text(*study.programme, wanted_day));
  if (!is_planned(study)) return text + "the queue gives it its nodes then";
  if (answer.phases.front().start_day < wanted_day + 1.0 - kRounding)
    return text + "it is placed there, and in the median of the trials its nodes are free only then";
  const MovePreview preview = preview_move(study, {.project = project, .start_day = wanted_day});
  if (preview.broken.empty()) return text + "its nodes are free before, and nothing is gained by an earlier start";
  return text + fmt::format("{}", fmt::join(preview.broken, "; "));
}

}  // namespace fmplan::programme
