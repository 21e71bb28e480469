#include "core/programme/placing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace fmplan::programme {
namespace {

using scenario::Pool;
using scenario::Programme;
using scenario::Project;

int num_days(const Programme& programme) { return day_of(programme, programme.end); }

std::vector<std::vector<int>> capacity_of(const Programme& programme, int num_slots) {
  const int grid = programme.policy.grid_days;
  std::vector<std::vector<int>> capacity;
  for (const Pool& pool : programme.pools) {
    const std::vector<int> days = nodes_by_day(programme, pool);
    std::vector<int> slots;
    for (int slot = 0; slot < num_slots; ++slot)
      slots.push_back(*std::min_element(days.begin() + slot * grid, days.begin() + (slot + 1) * grid));
    capacity.push_back(std::move(slots));
  }
  return capacity;
}

/// Chosen: a day that a median needs for a thousandth of its last slot is not taken.
int slots_of(double days, int grid) { return std::max(1, static_cast<int>(std::ceil(days / grid - 1e-3))); }

/// The mean price of a pool over the days of the programme on which it is known, dollars a node-hour; none: on none.
std::optional<double> mean_price(const Programme& programme, const Pool& pool) {
  double sum = 0;
  int num_known = 0;
  for (int day = 0; day < num_days(programme); ++day)
    if (const auto price = node_hour_price(pool, {programme.start.days_since_epoch + day})) {
      sum += *price;
      ++num_known;
    }
  return num_known > 0 ? std::optional(sum / num_known) : std::nullopt;
}

/// What placements are compared by: a pool whose price is unknown is no bargain, and counts as dearer than all others.
std::vector<double> pool_prices(const Programme& programme) {
  constexpr double kDearer = 1.01;  // chosen: where all else is equal, what has a price is taken
  std::vector<std::optional<double>> known;
  for (const Pool& pool : programme.pools) known.push_back(mean_price(programme, pool));
  const double dearest = std::ranges::max_element(known)->value_or(0);
  std::vector<double> prices;
  for (const std::optional<double>& price : known) prices.push_back(price.value_or(kDearer * dearest));
  return prices;
}

plan::PlacementMode mode_of(const std::vector<const PhaseOption*>& options, bool comes_at_random, int grid,
                            const std::vector<double>& prices) {
  plan::PlacementMode mode{.pool = options.front()->pool, .nodes = options.front()->nodes};
  // Jobs that a queue gives what is free need no place: the least that a placement knows.
  if (comes_at_random) return {.pool = mode.pool, .nodes = 1};
  double days = 0;
  for (const PhaseOption* option : options) {
    mode.nodes = std::max(mode.nodes, option->nodes);  // what is kept together is as many as the widest
    days += option->p50_days;
    mode.node_hours += option->node_hours;
  }
  mode.slots = slots_of(days, grid);
  for (const int day : (*std::ranges::max_element(options, {}, &PhaseOption::nodes))->pauses)
    if (mode.pauses.empty() || mode.pauses.back() != day / grid) mode.pauses.push_back(day / grid);
  mode.money = mode.node_hours * prices[static_cast<std::size_t>(mode.pool)];
  return mode;
}

}  // namespace

PlacingProblem placing_problem(const Programme& programme, const DurationTable& table) {
  const int grid = programme.policy.grid_days;
  PlacingProblem placing;
  placing.problem.num_slots = num_days(programme) / grid;
  placing.problem.capacity = capacity_of(programme, placing.problem.num_slots);
  const std::vector<double> prices = pool_prices(programme);
  const std::vector<const Project*> projects = projects_of(programme);
  std::map<std::string, int> numbers;
  for (std::size_t i = 0; i < projects.size(); ++i) numbers[projects[i]->name] = static_cast<int>(i);
  for (std::size_t i = 0; i < projects.size(); ++i) {
    const Project& project = *projects[i];
    plan::PlacementProject placed{.name = project.name, .weight = project.weight, .phases = {}};
    if (project.earliest)
      placed.earliest = std::max(0, static_cast<int>(std::ceil(1.0 * day_of(programme, *project.earliest) / grid)));
    // To the end of that day, as run.deadline has it.
    if (project.deadline)
      placed.due = static_cast<int>(std::floor((day_of(programme, *project.deadline) + 1.0) / grid));
    for (const std::string& name : project.after) placed.after.push_back(numbers.at(name));
    std::vector<std::vector<std::vector<int>>> options;
    const std::size_t in_one = project.dedicated ? table[i].size() : 1;
    for (std::size_t first = 0; first < table[i].size(); first += in_one) {
      plan::PlacementPhase phase;
      std::vector<std::vector<int>> of_phase;
      for (std::size_t k = 0; k < table[i][first].options.size(); ++k) {
        std::vector<const PhaseOption*> together;
        std::vector<int> indices;
        for (std::size_t j = first; j < first + in_one; ++j) {
          together.push_back(&table[i][j].options[k]);
          indices.push_back(static_cast<int>(k));
        }
        phase.modes.push_back(
            mode_of(together, is_stream_in_queue(programme, project, project.phases[first]), grid, prices));
        of_phase.push_back(std::move(indices));
      }
      // Nothing is possible: what takes longer than there is time for is never placed.
      if (phase.modes.empty()) phase.modes.push_back({.nodes = 1, .slots = placing.problem.num_slots + 1});
      placed.phases.push_back(std::move(phase));
      options.push_back(std::move(of_phase));
    }
    placing.problem.projects.push_back(std::move(placed));
    placing.options.push_back(std::move(options));
  }
  return placing;
}

}  // namespace fmplan::programme
