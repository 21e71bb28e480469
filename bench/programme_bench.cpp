// The simulation of a programme.  Items are trials.

#include <sys/resource.h>

#include <stdexcept>

#include <benchmark/benchmark.h>

#include "core/base/random.h"
#include "core/sim/programme/programme_simulation.h"

namespace fmplan::sim {
namespace {

constexpr double kDay_s = 86'400;  ///< seconds

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

/// A run at Llama 3's rate of failures, half an hour to come back.
RunSettings run_of(int nodes, Seconds productive) {
  RunSettings run;
  run.productive = productive;
  run.step = 5 * second;
  run.mean_nodes = nodes;
  run.accelerators = 8 * nodes;
  run.failures.per_1000_node_days = 419 / (54 * 2048.0) * 1000;
  run.failures.num_events = 419;
  run.failures_while_down = 1;
  run.recovery = {.name = "bench",
                  .detection = 5 * minute,
                  .diagnosis = 10 * minute,
                  .swap = 5 * minute,
                  .replacement = 4 * hour,
                  .repair = 12 * hour,
                  .initialisation = 5 * minute};
  run.checkpoint.interval = 1 * hour;
  run.checkpoint.levels = {{.name = "storage", .stall = 20 * second, .persist_lag = {}, .reload = 5 * minute}};
  return run;
}

/// Projects that prepare data, train and train on, begun over the first 60 % of the time, on a pool that keeps `busy`
/// of its nodes at work over `days`.
ProgrammeSettings programme_of(int projects, int nodes, int days, double busy) {
  ProgrammeSettings s;
  s.pools = {{.steps = {{.nodes = nodes, .defective_share = 0.1036, .check_s = kDay_s, .replaced_in_s = 3 * kDay_s}},
              .spares = nodes / 25}};
  s.num_organisations = projects;
  s.end_s = days * kDay_s;
  for (int month = 1; (month - 1) * 30 < days; ++month) s.month_ends_s.push_back(month * 30 * kDay_s);
  RandomStream random({.seed = 12});
  const double mean_node_days = busy * nodes * days / projects;
  for (int project = 0; project < projects; ++project) {
    s.projects.push_back({.organisation = project, .deadline_s = s.end_s});
    const double node_days = mean_node_days * (0.5 + random.uniform());
    const int wide = std::max(2, static_cast<int>(node_days / (0.2 * days)));
    const double submitted_s = random.uniform() * 0.6 * days * kDay_s;
    for (const double share : {0.1, 0.8, 0.1}) {
      const int width = share > 0.5 ? wide : std::max(1, wide / 4);
      const Seconds takes = share * node_days / width * day;
      SimulatedTask task{.project = project,
                         .nodes = width,
                         .submitted_s = submitted_s,
                         .estimate_s = takes * 1.1 / second,
                         .duration_s = takes / second};
      if (share > 0.1) task.run = run_of(width, takes);
      if (share > 0.5) task.step_time_error = StepTimeError{0.85, 0.92, 1.1, 1.2};
      if (share > 0.5) task.kin = 0;
      if (s.tasks.size() % 3 != 0) task.after = {static_cast<int>(s.tasks.size()) - 1};
      s.tasks.push_back(std::move(task));
    }
  }
  if (!check_programme(s).empty()) throw std::logic_error(check_programme(s)[0].where);
  return s;
}

void simulate_programme_of(benchmark::State& state, const ProgrammeSettings& settings) {
  double finished = 0, interruptions = 0;
  for (auto _ : state) {
    const ProgrammeSimulation programme =
        simulate_programme(settings, {.trials = state.range(0), .threads = static_cast<int>(state.range(1))});
    finished = interruptions = 0;
    for (const ProjectSummary& project : programme.projects) finished += static_cast<double>(project.finished);
    for (const TaskSummary& task : programme.tasks) interruptions += task.interruptions.mean;
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.counters["finished_share"] =
      finished / static_cast<double>(state.range(0)) / static_cast<double>(settings.projects.size());
  state.counters["interruptions"] = interruptions;
  state.counters["peak_MB"] = peak_megabytes();
}

/// Twelve projects on 127 nodes for half a year.  Arguments: trials, threads.
void BM_Programme(benchmark::State& state) { simulate_programme_of(state, programme_of(12, 127, 182, 0.7)); }
BENCHMARK(BM_Programme)
    ->Args({1000, 1})
    ->Args({1000, 2})
    ->Args({100'000, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// A thousand projects on 10,000 nodes for a year.
void BM_LargeProgramme(benchmark::State& state) { simulate_programme_of(state, programme_of(1000, 10'000, 365, 0.8)); }
BENCHMARK(BM_LargeProgramme)->Args({1, 1})->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace fmplan::sim
