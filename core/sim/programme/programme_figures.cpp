#include "core/sim/programme/programme_figures.h"

#include <algorithm>

#include "core/sim/programme/pool_calendar.h"

namespace fmplan::sim {
namespace {

RunSettings with_spares(RunSettings settings, int spares) {
  settings.spare_nodes += spares;
  return settings;
}

/// The next task of the same project; −1: it is the last.
std::vector<int> next_of_project(const ProgrammeSettings& settings) {
  std::vector<int> next(settings.tasks.size(), -1), seen(settings.projects.size(), -1);
  for (std::size_t i = settings.tasks.size(); i-- > 0;) {
    int& of_project = seen[static_cast<std::size_t>(settings.tasks[i].project)];
    next[i] = of_project;
    of_project = static_cast<int>(i);
  }
  return next;
}

}  // namespace

TaskRun::TaskRun(const RunSettings& of_task, int spares, std::uint64_t seed)
    : settings(with_spares(of_task, spares)), trials{.seed = seed}, run(settings, trials) {}

ProgrammeFigures programme_figures(const ProgrammeSettings& settings, const ProgrammeTrialSettings& trials) {
  ProgrammeFigures figures{.trials = trials,
                           .tasks = std::vector<TaskFigures>(settings.tasks.size()),
                           .pools = std::vector<PoolFigures>(settings.pools.size()),
                           .num_things = std::vector<int>(settings.projects.size()),
                           .errors = error_groups(settings, trials.seed)};
  for (std::size_t i = 0; i < settings.tasks.size(); ++i) {
    const SimulatedTask& task = settings.tasks[i];
    PoolFigures& pool = figures.pools[static_cast<std::size_t>(task.pool)];
    if (task.run) {
      const int spares = settings.pools[static_cast<std::size_t>(task.pool)].spares;
      figures.tasks[i].run =
          std::make_unique<TaskRun>(*task.run, spares, luck_seed(trials.seed, task.luck.value_or(i)));
      pool.runs.push_back(static_cast<int>(i));
    }
    pool.placed.push_back(static_cast<int>(i));
    for (const int before : task.after)
      figures.tasks[static_cast<std::size_t>(before)].next.push_back(static_cast<int>(i));
    ++figures.num_things[static_cast<std::size_t>(task.project)];
  }
  for (const SimulatedStream& stream : settings.streams) ++figures.num_things[static_cast<std::size_t>(stream.project)];
  const std::vector<int> next = next_of_project(settings);
  for (std::size_t i = settings.tasks.size(); i-- > 0;) {
    TaskFigures& task = figures.tasks[i];
    task.keeps_nodes = settings.tasks[i].keeps_nodes && next[i] >= 0;
    if (!task.keeps_nodes) continue;
    const auto following = static_cast<std::size_t>(next[i]);
    task.kept_estimate_s = settings.tasks[following].estimate_s + figures.tasks[following].kept_estimate_s;
  }
  for (std::size_t p = 0; p < settings.pools.size(); ++p) {
    figures.pools[p].announced = announced_changes(settings.pools[p]);
    std::ranges::stable_sort(figures.pools[p].placed, {},
                             [&](int task) { return settings.tasks[static_cast<std::size_t>(task)].not_before_s; });
  }
  return figures;
}

}  // namespace fmplan::sim
