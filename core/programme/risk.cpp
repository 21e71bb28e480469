#include "core/programme/risk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/plan/placement/counted_problem.h"
#include "core/plan/placement/pauses.h"
#include "core/plan/scenario.h"
#include "core/programme/programme_text.h"
#include "core/scenario/pool_capacity.h"

namespace fmplan::programme {
namespace {

using scenario::Project;

double day_of(const Study& study, Date date) { return day_of(*study.programme, date); }

std::string date_of(const Study& study, double day) {
  return date_text({study.programme->start.days_since_epoch + static_cast<int>(std::floor(day))});
}

/// Days from the one on which it begins to the end of all phases, each by the option that ends first, by itself, pauses
/// for maintenance among them; none where a phase has no option.
std::optional<double> fewest_days(const Study& study, std::size_t project, double from) {
  double end = from;
  for (const PhaseOptions& phase : (*study.table)[project]) {
    double soonest = std::numeric_limits<double>::infinity();
    for (const PhaseOption& option : phase.options)
      soonest = std::min(soonest, end_of_work(end, option.p50_days, option.pauses));
    if (!std::isfinite(soonest)) return std::nullopt;
    end = soonest;
  }
  return end - from;
}

/// The first day on which a pool has enough nodes for each of its phases, and it may start; the programme's last where
/// there is none.
double first_day_with_nodes(const Study& study, std::size_t project) {
  const scenario::Programme& programme = *study.programme;
  const std::optional<Date>& earliest = study.projects[project].project->earliest;
  double first = earliest ? std::max(0.0, day_of(study, *earliest)) : 0;
  for (const PhaseOptions& phase : (*study.table)[project]) {
    double of_phase = day_of(study, programme.end);
    for (const PhaseOption& option : phase.options) {
      const std::vector<int> nodes = nodes_by_day(programme, programme.pools[static_cast<std::size_t>(option.pool)]);
      const auto enough = std::ranges::find_if(nodes, [&](int there) { return there >= option.nodes; });
      of_phase = std::min(of_phase, static_cast<double>(enough - nodes.begin()));
    }
    first = std::max(first, of_phase);
  }
  return first;
}

/// Of a phase that nothing can be done with.
std::string why_impossible(const Study& study, const scenario::ProjectPhase& phase, const PhaseOptions& options) {
  std::string text = fmt::format("its phase \"{}\" runs on none of its numbers of nodes", phase.name);
  if (options.refused.empty()) return text;
  const RefusedOption& most = *std::ranges::max_element(options.refused, {}, &RefusedOption::nodes);
  return text + fmt::format("; on {} of {}: {}", most.nodes, pool_name(study, most.pool), most.reason);
}

/// What keeps a project that is not placed from it, as far as that is its own.
struct Unplaced {
  std::vector<std::size_t> impossible;  ///< phases that run on none of their numbers of nodes
  double from = 0;                      ///< the day from which its nodes are there
  double days = 0, window = 0;          ///< that it takes where it is fastest, and that it has
  bool is_too_long() const { return impossible.empty() && days > window; }
};

Unplaced unplaced(const Study& study, std::size_t index) {
  Unplaced of;
  const std::vector<PhaseOptions>& phases = (*study.table)[index];
  for (std::size_t j = 0; j < phases.size(); ++j)
    if (phases[j].options.empty()) of.impossible.push_back(j);
  if (!of.impossible.empty()) return of;
  of.from = first_day_with_nodes(study, index);
  of.window = std::max(0.0, day_of(study, study.programme->end) - of.from);
  of.days = fewest_days(study, index, of.from).value();
  return of;
}

/// A phase that its pools' nodes are not there for long enough at a time, even for it alone.
struct CutShort {
  std::size_t phase = 0;  ///< of the placement
  const plan::PlacementMode* fastest = nullptr;
  int first = 0, end = 0, slots = 0;  ///< the longest stretch with its nodes, and what it could work in it
};

CutShort longest_stretch(const std::vector<int>& capacity, std::size_t phase, const plan::PlacementMode& mode,
                         int from) {
  CutShort longest{.phase = phase, .fastest = &mode};
  int first = from, slots = 0;
  for (int slot = from; slot < static_cast<int>(capacity.size()); ++slot) {
    if (stands_still(mode, slot)) continue;
    if (capacity[static_cast<std::size_t>(slot)] < mode.nodes) {
      first = slot + 1;
      slots = 0;
    } else if (++slots > longest.slots) {
      longest = {.phase = phase, .fastest = &mode, .first = first, .end = slot + 1, .slots = slots};
    }
  }
  return longest;
}

/// The first phase that a project cannot do, alone on the pools and before whatever it comes after; none: it can do
/// all.
std::optional<CutShort> cut_short(const Study& study, std::size_t index) {
  const plan::PlacementProject& project = study.problem.projects[index];
  plan::PlacementProblem alone{
      .num_slots = study.problem.num_slots, .capacity = study.problem.capacity, .projects = {}};
  alone.projects = {{.name = project.name, .earliest = project.earliest, .phases = {}}};
  int from = project.earliest;
  for (std::size_t k = 0; k < project.phases.size(); ++k) {
    alone.projects[0].phases.push_back(project.phases[k]);
    const plan::CountedProject counted = plan::counted(alone).projects[0];
    if (!counted.possible) {
      const plan::PlacementMode& fastest =
          *std::ranges::min_element(project.phases[k].modes, {}, &plan::PlacementMode::slots);
      return longest_stretch(alone.capacity[static_cast<std::size_t>(fastest.pool)], k, fastest, from);
    }
    from = counted.soonest_end;
  }
  return std::nullopt;
}

/// Whether a pool is in maintenance in a slot.
bool is_maintained(const Study& study, int pool, int slot) {
  const int grid = study.programme->policy.grid_days;
  return std::ranges::any_of(
      study.programme->pools[static_cast<std::size_t>(pool)].maintenance, [&](const scenario::PoolMaintenance& pause) {
        return day_of(study, pause.from) < (slot + 1) * grid && slot * grid < day_of(study, pause.until);
      });
}

std::vector<std::string> why_cut_short(const Study& study, std::size_t index, const CutShort& of) {
  const int grid = study.programme->policy.grid_days, pool = of.fastest->pool;
  const Project& project = *study.projects[index].project;
  const std::string what = project.dedicated ? "it" : fmt::format("its phase \"{}\"", project.phases[of.phase].name);
  std::vector<std::string> why = {
      fmt::format("{} takes {} days in a row where it is fastest, and {} has {} nodes for {} at most", what,
                  of.fastest->slots * grid, pool_name(study, pool), of.fastest->nodes, of.slots * grid)};
  const bool is_cut = is_maintained(study, pool, of.first - 1) || is_maintained(study, pool, of.end);
  if (of.slots == 0 || !is_cut || !of.fastest->pauses.empty()) return why;
  why.push_back(fmt::format("the longest stretch between maintenance is {} to {}", date_of(study, of.first * grid),
                            date_of(study, of.end * grid - 1)));
  why.emplace_back("a run, which writes checkpoints, or a stream of jobs goes on after maintenance");
  return why;
}

const std::string kNoRoom = "there is no room for it beside the other projects";

std::vector<std::string> why_unplaced(const Study& study, std::size_t index) {
  const Unplaced of = unplaced(study, index);
  std::vector<std::string> why;
  for (const std::size_t phase : of.impossible)
    why.push_back(why_impossible(study, study.projects[index].project->phases[phase], (*study.table)[index][phase]));
  if (!why.empty()) return why;
  if (of.is_too_long())
    return {fmt::format("it takes {:.1f} days where it is fastest, and its nodes are there for {:.0f}, from {} on",
                        of.days, of.window, date_of(study, of.from))};
  if (const std::optional<CutShort> cut = cut_short(study, index)) return why_cut_short(study, index, *cut);
  return {kNoRoom};
}

/// Where a placed project stands against its deadline, in days.  Infinite where it never ends.
struct Lateness {
  double alone = 0, too_long_alone = 0;  ///< on as many nodes as it may have, and how much more than there are
  double placed = 0, median = 0;         ///< late; negative: in time
  double spread = 0;                     ///< from its median to its P90
  double placed_alone = 0;               ///< late, were no other project there
  double share_that_ends = 1;            ///< of the trials
};

/// The day on which a project could be placed to end on its pools alone, as their nodes come, are checked and go.
double soonest_end(const Study& study, std::size_t index) {
  plan::PlacementProblem alone{.num_slots = study.problem.num_slots,
                               .capacity = study.problem.capacity,
                               .projects = {study.problem.projects[index]}};
  alone.projects[0].after.clear();
  const plan::CountedProject counted = plan::counted(alone).projects[0];
  return counted.possible ? 1.0 * counted.soonest_end * study.programme->policy.grid_days
                          : std::numeric_limits<double>::infinity();
}

Lateness lateness(const Study& study, const ProjectAnswer& answer, std::size_t index) {
  const Project& project = *answer.project;
  const double due = day_of(study, *project.deadline) + 1;
  const double from = project.earliest ? std::max(0.0, day_of(study, *project.earliest)) : 0;
  const double alone = fewest_days(study, index, from).value();
  return {.alone = alone,
          .too_long_alone = from + alone - due,
          .placed = answer.phases.back().end_day - due,
          .median = answer.summary.finish_days.p50 - due,
          .spread = answer.summary.finish_days.p90 - answer.summary.finish_days.p50,
          .placed_alone = soonest_end(study, index) - due,
          .share_that_ends = share_that_ends(study, answer)};
}

/// Whether what a project misses is to end at all: then no quantile of the trials in which it does says why.
bool rarely_ends(const Study& study, const Lateness& of) {
  return of.share_that_ends < confidence_of(*study.programme);
}

std::vector<std::string> why_late(const Study& study, const ProjectAnswer& answer, std::size_t index) {
  std::vector<std::string> why = {fmt::format("it is ready by {} with a chance of {:.0f} %, and {:.0f} % are wanted",
                                              date_text(*answer.project->deadline), 100 * *answer.on_time,
                                              100 * confidence_of(*study.programme))};
  const Lateness of = lateness(study, answer, index);
  if (of.too_long_alone > 0) {
    why.push_back(
        fmt::format("even alone and on as many nodes as it may have it takes {:.1f} days, {:.1f} more than "
                    "there are",
                    of.alone, of.too_long_alone));
  } else if (of.placed > 0 && of.placed_alone > 0) {
    why.push_back(fmt::format(
        "it is placed to end {:.1f} days late, and {:.1f} without the others: its nodes are not there before",
        of.placed, of.placed_alone));
  } else if (of.placed > 0) {
    why.push_back(fmt::format("it is placed to end {:.1f} days late, for others have the nodes before", of.placed));
  } else if (rarely_ends(study, of)) {
    why.push_back(fmt::format("it ends in {:.0f} % of the trials", 100 * of.share_that_ends));
  } else if (of.median > 0) {
    why.push_back(fmt::format("its median ends {:.1f} days late", of.median));
  } else {
    why.push_back(fmt::format("its median leaves {:.1f} days, and its P90 is {:.1f} days after its median", -of.median,
                              of.spread));
  }
  return why;
}

bool misses_deadline(const Study& study, const ProjectAnswer& answer) {
  return answer.on_time && *answer.on_time < confidence_of(*study.programme);
}

/// What is wrong with a placed project beside its deadline; empty: nothing is.
std::string why_it_stalls(const Study& study, const ProjectAnswer& answer, std::size_t index) {
  if (const std::optional<Overload> over = overload_of(study, index)) {
    const StreamLoad& load = over->load;
    const std::string& pool = pool_name(study, over->pool);
    if (load.busy >= over->most)
      return fmt::format(
          "streams of jobs ask for {:.2f} nodes of {} in the mean, and it has {} at most for projects: their queue "
          "grows without end; {:.0f} nodes at least keep up with it",
          load.busy, pool, over->most, load.keeps_up);
    return fmt::format(
        "{:.2f} jobs of {} nodes or more are to run in the mean, and the {} nodes of {} have room for {}: their queue "
        "grows without end; {:.0f} nodes at least keep up with it",
        load.wide_jobs, load.wide, over->most, pool, over->most / load.wide, load.keeps_up);
  }
  const double ends = share_that_ends(study, answer);
  return ends < confidence_of(*study.programme) ? fmt::format("it ends in {:.0f} % of the trials", 100 * ends) : "";
}

std::string unplaced_line(const Study& study, std::size_t index) {
  const Unplaced of = unplaced(study, index);
  if (!of.impossible.empty())
    return why_impossible(study, study.projects[index].project->phases[of.impossible.front()],
                          (*study.table)[index][of.impossible.front()]);
  if (of.is_too_long())
    return fmt::format("takes {:.1f} days at its fastest; its nodes are there for {:.0f}", of.days, of.window);
  if (const std::optional<CutShort> cut = cut_short(study, index))
    return fmt::format("takes {} days in a row; its nodes are there for {} at most",
                       cut->fastest->slots * study.programme->policy.grid_days,
                       cut->slots * study.programme->policy.grid_days);
  return kNoRoom;
}

std::string late_line(const Study& study, const ProjectAnswer& answer, std::size_t index) {
  const Lateness of = lateness(study, answer, index);
  const std::string chance =
      fmt::format("{:.0f} % by {}: ", 100 * *answer.on_time, date_text(*answer.project->deadline));
  if (of.too_long_alone > 0)
    return chance + fmt::format("alone it takes {:.1f} days, {:.1f} too many", of.alone, of.too_long_alone);
  if (of.placed > 0)
    return chance + fmt::format("placed to end {:.1f} days late, {}", of.placed,
                                of.placed_alone > 0 ? "for its nodes are not there before" : "behind others");
  if (rarely_ends(study, of))
    return chance + fmt::format("it ends in {:.0f} % of the trials", 100 * of.share_that_ends);
  if (of.median > 0) return chance + fmt::format("its median ends {:.1f} days late", of.median);
  return chance + fmt::format("P90 is {:.1f} days after a median that leaves {:.1f}", of.spread, -of.median);
}

}  // namespace

std::vector<std::string> what_is_wrong(const Study& study, std::size_t project) {
  const ProjectAnswer& answer = study.projects[project];
  if (answer.phases.empty()) return why_unplaced(study, project);
  if (misses_deadline(study, answer)) return why_late(study, answer, project);
  if (std::string why = why_it_stalls(study, answer, project); !why.empty()) return {std::move(why)};
  return {};
}

std::string risk_line(const Study& study, std::size_t project) {
  const ProjectAnswer& answer = study.projects[project];
  if (!answer.is_at_risk()) return {};
  if (answer.phases.empty()) return unplaced_line(study, project);
  return misses_deadline(study, answer) ? late_line(study, answer, project) : answer.why.front();
}

std::optional<Overload> overload_of(const Study& study, std::size_t project) {
  for (const sim::SimulatedStream& stream : study.simulated.settings.streams) {
    if (static_cast<std::size_t>(stream.project) != project) continue;
    const scenario::Pool& pool = study.programme->pools[static_cast<std::size_t>(stream.pool)];
    const Overload over{.pool = stream.pool,
                        .load = load_of_streams(study.simulated.settings, stream.pool),
                        .most = scenario::most_nodes_to_use(pool, study.programme->end)};
    if (over.load.busy > 0 && over.load.keeps_up > over.most) return over;
  }
  return std::nullopt;
}

double share_that_ends(const Study& study, const ProjectAnswer& project) {
  return static_cast<double>(project.summary.finished) / static_cast<double>(study.simulation.trials);
}

double confidence_of(const scenario::Programme&) { return plan::kDeadlineConfidence; }

std::string budget_trouble(const Study& study, std::size_t organisation) {
  const OrganisationAnswer& answer = study.organisations[organisation];
  if (!is_over_budget(answer)) return {};
  const double budget = *answer.organisation->budget / dollar;
  const auto told = [&study](double dollars) { return money_text(study.programme->currency, dollars); };
  const double over = answer.to_the_last.mean - budget;
  constexpr double kSeen = 1e-3;  // chosen: of the money, what is told after the end
  const char* const of = !answer.total ? ", by what has a known price"
                         : answer.to_the_last.mean > (1 + kSeen) * answer.total->mean
                             ? ", with what is spent after the programme's end"
                             : "";
  return fmt::format("its budget of {} is exceeded by {} at P90{}{}", told(budget),
                     told(answer.to_the_last.p90 - budget),
                     over > 0 ? fmt::format(", and by {} in the mean", told(over)) : "", of);
}

}  // namespace fmplan::programme
