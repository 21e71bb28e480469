// Who gets what and when: random programmes of the size of GENIAC's second cycle (12 projects of 4 phases, up to 6
// widths each, 127 and 24 machines, 26 weeks), by the share of all node-slots that their leanest widths take before
// they are rounded to whole slots.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "core/base/random.h"
#include "core/plan/placement/clasp_process.h"
#include "core/plan/placement/counted_problem.h"
#include "core/plan/placement/list_scheduler.h"
#include "core/plan/placement/place.h"
#include "core/plan/placement/placement_bound.h"

namespace fmplan::plan {
namespace {

constexpr std::array<int, 2> kNodes = {127, 24};
constexpr int kWeeks = 26, kHoursAWeek = 168;

struct Work {
  int pool = 0;
  std::array<double, 4> phases{};
};

/// Node-slots of each phase, of which the third is the training; `load` of each pool's.
std::vector<Work> random_work(RandomStream& draws, int num_projects, double load, int num_slots) {
  std::vector<Work> works;
  std::array<double, 2> sums{};
  for (int i = 0; i < num_projects; ++i) {
    Work& work = works.emplace_back();
    work.pool = i % 6 == 5 ? 1 : 0;
    for (std::size_t k = 0; k < 4; ++k)
      sums[static_cast<std::size_t>(work.pool)] += work.phases[k] =
          (k == 2 ? 4 : 1) * std::exp(draws.uniform() * 2 - 1);
  }
  for (Work& work : works) {
    const auto pool = static_cast<std::size_t>(work.pool);
    for (double& phase : work.phases) phase *= load * kNodes[pool] * num_slots / sums[pool];
  }
  return works;
}

/// 2 to 6 widths, each half as wide again as the one before, which lose 5 % of their pace a step.
PlacementPhase random_phase(RandomStream& draws, int pool, double work, int num_slots) {
  const int capacity = kNodes[static_cast<std::size_t>(pool)];
  const int count = 2 + static_cast<int>(draws.uniform() * 5);
  PlacementPhase phase;
  double nodes = std::min<double>(capacity, std::max(1.0, std::ceil(work / (num_slots * 0.35))));
  for (int m = 0; m < count && nodes <= capacity; ++m, nodes = std::ceil(nodes * 1.5)) {
    const int slots = std::max(1, static_cast<int>(std::ceil(work * (1 + 0.05 * m) / nodes - 0.3)));
    if (!phase.modes.empty() && slots >= phase.modes.back().slots) continue;
    const double hours = nodes * slots * kHoursAWeek * kWeeks / num_slots;
    phase.modes.push_back({.pool = pool,
                           .nodes = static_cast<int>(nodes),
                           .slots = slots,
                           .money = hours * (pool == 0 ? 39.33 : 21.5),
                           .node_hours = hours});
  }
  return phase;
}

double load_of(const PlacementProblem& problem) {
  double taken = 0, there = 0;
  for (const PlacementProject& project : problem.projects)
    for (const PlacementPhase& phase : project.phases) {
      double least = phase.modes.front().nodes * phase.modes.front().slots;
      for (const PlacementMode& mode : phase.modes) least = std::min<double>(least, mode.nodes * mode.slots);
      taken += least;
    }
  for (const std::vector<int>& pool : problem.capacity)
    for (const int nodes : pool) there += nodes;
  return taken / there;
}

/// `work`: the load before widths and slots are rounded up to whole ones.
PlacementProblem random_programme(int num_projects, double work, int slots_a_week, std::uint64_t seed) {
  RandomStream draws({.seed = seed, .stream = 77});
  PlacementProblem problem;
  problem.num_slots = kWeeks * slots_a_week;
  for (const int nodes : kNodes) problem.capacity.emplace_back(static_cast<std::size_t>(problem.num_slots), nodes);
  int index = 0;
  for (const Work& given : random_work(draws, num_projects, work, problem.num_slots)) {
    PlacementProject project = {.name = fmt::format("p{}", index++), .phases = {}};
    project.weight = 1 + std::floor(draws.uniform() * 5);
    if (draws.uniform() < 0.3) project.earliest = static_cast<int>(draws.uniform() * 3) * slots_a_week;
    int soonest = project.earliest;
    for (const double phase : given.phases) {
      project.phases.push_back(random_phase(draws, given.pool, phase, problem.num_slots));
      soonest += project.phases.back().modes.back().slots;
    }
    const double share = 0.5 + 0.5 * draws.uniform();
    project.due = std::min(problem.num_slots, soonest + static_cast<int>(share * (problem.num_slots - soonest)));
    problem.projects.push_back(project);
  }
  return problem;
}

PlacementProblem programme_of(const benchmark::State& state) {
  const double load = static_cast<double>(state.range(2)) / 100;
  for (double work = load;; work -= 0.005) {
    PlacementProblem problem =
        random_programme(static_cast<int>(state.range(0)), work, static_cast<int>(state.range(1)),
                         static_cast<std::uint64_t>(state.range(3)));
    if (load_of(problem) <= load) return problem;
  }
}

std::string text_of(const PlacementObjective& objective) {
  return fmt::format("{:g}/{:g}/{:.2f}", objective.unplaced_weight, objective.late, objective.money / 1e6);
}

void BM_PlacementBySearch(benchmark::State& state) {
  const PlacementProblem problem = programme_of(state);
  Placement placement;
  for (auto _ : state) placement = place(problem);
  const CountedProblem whole = counted(problem);
  state.SetLabel(fmt::format("list {} search {} bound {}",
                             text_of(to_placement(problem, whole, list_schedule(whole)).objective),
                             text_of(placement.objective), text_of(placement.bound)));
}

void BM_PlacementByList(benchmark::State& state) {
  const PlacementProblem problem = programme_of(state);
  for (auto _ : state) benchmark::DoNotOptimize(list_schedule(counted(problem)));
}

void BM_PlacementBound(benchmark::State& state) {
  const PlacementProblem problem = programme_of(state);
  for (auto _ : state) benchmark::DoNotOptimize(lower_bound(counted(problem)));
}

void BM_PlacementByClasp(benchmark::State& state) {
  const PlacementProblem problem = programme_of(state);
  Placement placement;
  for (auto _ : state) placement = place(problem, clasp_solver());
  state.SetLabel(fmt::format("{} bound {}, {} parts proved {}", text_of(placement.objective), text_of(placement.bound),
                             placement.proved_parts, placement.trouble));
}

// Projects, slots a week, load in per cent, seed.
void programmes(benchmark::internal::Benchmark* bench) {
  for (const int load : {75, 80, 85, 90})
    for (const int seed : {1, 2, 3, 4}) bench->Args({12, 1, load, seed});
  for (const int load : {75, 85}) bench->Args({12, 7, load, 1});
}

BENCHMARK(BM_PlacementBySearch)->Apply(programmes)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_PlacementByList)
    ->Args({12, 1, 85, 1})
    ->Args({12, 7, 85, 1})
    ->Args({1000, 7, 85, 1})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BM_PlacementBound)
    ->Args({12, 1, 85, 1})
    ->Args({12, 7, 85, 1})
    ->Args({1000, 7, 85, 1})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BM_PlacementByClasp)->Apply(programmes)->Iterations(1)->UseRealTime()->Unit(benchmark::kSecond);

}  // namespace
}  // namespace fmplan::plan
