#include "core/plan/placement/placement_bound.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "core/base/integers.h"

namespace fmplan::plan {
namespace {

/// The least weight whose projects hold at least so much energy, as projects are added.
class LightestCover {
 public:
  LightestCover(std::int64_t unit, std::int64_t weights)
      : unit_(unit), most_(at(static_cast<int>(weights / unit)) + 1, 0) {}

  void clear() {
    std::fill(most_.begin(), most_.end(), 0);
    free_ = 0;
  }

  /// Weights count as whole units, rounded down, so that what weight_of() says is no more than the truth.
  void add(std::int64_t weight, std::int64_t energy) {
    const auto units = static_cast<std::size_t>(weight / unit_);
    if (units == 0)
      free_ += energy;
    else
      for (std::size_t i = most_.size() - 1; i >= units; --i) most_[i] = std::max(most_[i], most_[i - units] + energy);
  }

  std::int64_t weight_of(std::int64_t energy) const {
    const auto found = std::lower_bound(most_.begin(), most_.end(), energy - free_);
    return unit_ * (found == most_.end() ? static_cast<std::int64_t>(most_.size()) - 1 : found - most_.begin());
  }

 private:
  std::int64_t unit_;
  std::vector<std::int64_t> most_;  ///< energy, by weight in units: ascending
  std::int64_t free_ = 0;           ///< energy of projects lighter than a unit
};

/// What a set of pools says; empty: all of them.
class EnergyBound {
 public:
  EnergyBound(const CountedProblem& problem, LightestCover& cover, const Watch& watch)
      : problem_(problem), cover_(cover), watch_(watch) {
    for (std::size_t i = 0; i < problem.projects.size(); ++i) {
      const CountedProject& project = problem.projects[i];
      if (!project.possible) continue;
      ends_.push_back(static_cast<int>(i));
      if (project.due) dues_.push_back(static_cast<int>(i));
    }
    const auto settles = [&](int index) {
      return std::max(*problem.projects[at(index)].due, problem.projects[at(index)].soonest_end);
    };
    std::sort(dues_.begin(), dues_.end(), [&](int a, int b) { return settles(a) < settles(b); });
  }

  /// Raises `late`, of slots, and `unplaced` to what this set of pools says.
  void raise(const std::function<bool(int)>& has_pool, std::vector<std::int64_t>& late, std::int64_t& unplaced) {
    // Node-slots before each slot.
    std::vector<std::int64_t> supply(at(problem_.num_slots) + 1, 0);
    for (int slot = 0; slot < problem_.num_slots; ++slot) {
      supply[at(slot) + 1] = supply[at(slot)];
      for (std::size_t pool = 0; pool < problem_.capacity.size(); ++pool)
        if (has_pool(static_cast<int>(pool))) supply[at(slot) + 1] += problem_.capacity[pool][at(slot)];
    }
    std::vector<int> by_head(problem_.tasks.size());
    std::iota(by_head.begin(), by_head.end(), 0);
    std::erase_if(by_head, [&](int task) { return !problem_.projects[at(problem_.tasks[at(task)].project)].possible; });
    std::sort(by_head.begin(), by_head.end(),
              [&](int a, int b) { return problem_.tasks[at(a)].head > problem_.tasks[at(b)].head; });
    energy_.assign(problem_.projects.size(), 0);
    for (std::size_t next = 0; next < by_head.size() && !watch_.stopped();) {
      const int from = problem_.tasks[at(by_head[next])].head;
      for (; next < by_head.size() && problem_.tasks[at(by_head[next])].head == from; ++next)
        energy_[at(problem_.tasks[at(by_head[next])].project)] += least_work(by_head[next], has_pool);
      raise_late(from, supply, late);
      raise_unplaced(from, supply, unplaced);
    }
  }

 private:
  std::int64_t least_work(int task, const std::function<bool(int)>& has_pool) const {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const CountedMode& mode : problem_.tasks[at(task)].modes)
      least = std::min(least, has_pool(mode.pool) ? mode.work() : 0);
    return least;
  }

  void raise_late(int from, const std::vector<std::int64_t>& supply, std::vector<std::int64_t>& late) {
    cover_.clear();
    std::size_t settled = 0;
    for (int slot = 0; slot < problem_.num_slots; ++slot) {
      std::int64_t sure_weight = 0, sure_energy = 0, due_energy = 0;
      for (std::size_t i = 0; i < dues_.size(); ++i) {
        const CountedProject& project = problem_.projects[at(dues_[i])];
        if (*project.due > slot) continue;
        due_energy += energy_[at(dues_[i])];
        if (project.soonest_end > slot) {
          sure_weight += project.weight;
          sure_energy += energy_[at(dues_[i])];
        } else if (i == settled) {
          cover_.add(project.weight, energy_[at(dues_[i])]);
          ++settled;
        }
      }
      const std::int64_t held = due_energy - (supply[at(slot)] - supply[at(std::min(from, slot))]) - sure_energy;
      late[at(slot)] = std::max(late[at(slot)], sure_weight + (held > 0 ? cover_.weight_of(held) : 0));
    }
  }

  void raise_unplaced(int from, const std::vector<std::int64_t>& supply, std::int64_t& unplaced) {
    std::int64_t held = supply[at(from)] - supply.back();
    for (const int project : ends_) held += energy_[at(project)];
    if (held <= 0) return;
    cover_.clear();
    for (const int project : ends_) cover_.add(problem_.projects[at(project)].weight, energy_[at(project)]);
    unplaced = std::max(unplaced, cover_.weight_of(held));
  }

  const CountedProblem& problem_;
  LightestCover& cover_;
  const Watch& watch_;
  std::vector<int> ends_;             ///< projects that are possible
  std::vector<int> dues_;             ///< those with a due slot, by when they can have ended and are due
  std::vector<std::int64_t> energy_;  ///< of projects
};

/// A unit that all weights are multiples of; larger where that would take long.
std::int64_t cover_unit(const CountedProblem& problem, std::int64_t weights) {
  std::int64_t unit = 0;
  for (const CountedProject& project : problem.projects) unit = std::gcd(unit, project.weight);
  constexpr std::int64_t kMostWork = 100'000'000;  // chosen: about 0.1 s
  const std::int64_t passes =
      static_cast<std::int64_t>(problem.projects.size()) *
      std::min<std::int64_t>(problem.num_slots, static_cast<std::int64_t>(problem.tasks.size())) *
      static_cast<std::int64_t>(problem.capacity.size() + 1);
  const std::int64_t most_units = std::clamp<std::int64_t>(kMostWork / std::max<std::int64_t>(1, passes), 16, 4096);
  return std::max(unit, weights / most_units + (weights % most_units != 0 ? 1 : 0));
}

/// The most money or node-hours that projects of so much weight take at their least, parts of projects allowed.
std::int64_t most_left_out(const CountedProblem& problem, std::int64_t CountedProject::*least, std::int64_t weight) {
  std::vector<const CountedProject*> dearest;
  for (const CountedProject& project : problem.projects)
    if (project.possible && project.weight <= weight) dearest.push_back(&project);
  const auto of_weight = [least](const CountedProject* project) {
    return static_cast<double>(project->*least) / static_cast<double>(project->weight);
  };
  std::stable_sort(dearest.begin(), dearest.end(),
                   [&](const CountedProject* a, const CountedProject* b) { return of_weight(a) > of_weight(b); });
  std::int64_t sum = 0;
  for (const CountedProject* project : dearest) {
    if (project->weight > weight)
      return sum + static_cast<std::int64_t>(std::ceil(of_weight(project) * static_cast<double>(weight)));
    sum += project->*least;
    weight -= project->weight;
  }
  return sum;
}

}  // namespace

CountedObjective lower_bound(const CountedProblem& problem, const Watch& watch) {
  CountedObjective bound;
  std::int64_t weights = 0, before_window = 0, impossible = 0;
  for (const CountedProject& project : problem.projects) {
    weights += project.weight;
    if (!project.possible) impossible += project.weight;
    // Slots before the window's first count in full.
    else if (project.due && *project.due < 0)
      before_window += project.weight * -static_cast<std::int64_t>(*project.due);
  }
  bound.unplaced = impossible;
  if (weights == 0) return bound;
  LightestCover cover(cover_unit(problem, weights), weights);
  EnergyBound energy(problem, cover, watch);
  std::vector<std::int64_t> late(at(problem.num_slots), 0);
  std::int64_t unplaced = 0;
  for (int pool = 0; pool < static_cast<int>(problem.capacity.size()); ++pool)
    energy.raise([pool](int other) { return other == pool; }, late, unplaced);
  energy.raise([](int) { return true; }, late, unplaced);
  bound.unplaced += unplaced;
  if (unplaced == 0) {
    bound.late = std::accumulate(late.begin(), late.end(), before_window);
    return bound;
  }
  return bound_with_unplaced(problem, bound.unplaced);
}

CountedObjective bound_with_unplaced(const CountedProblem& problem, std::int64_t unplaced) {
  std::int64_t left = unplaced;
  for (const CountedProject& project : problem.projects)
    if (!project.possible) left -= project.weight;
  return {.unplaced = unplaced,
          .late = 0,
          .money = -most_left_out(problem, &CountedProject::least_money, left),
          .node_hours = -most_left_out(problem, &CountedProject::least_node_hours, left)};
}

}  // namespace fmplan::plan
