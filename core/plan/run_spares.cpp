#include "core/plan/run_spares.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <tuple>

#include "core/sim/run/run.h"
#include "core/sim/run/run_phases.h"

namespace fmplan::plan {
namespace {

/// More spares than this share of the nodes are not tried.
constexpr double kMostSpares = 0.5;

/// Trials that never end take longest, and one of them is enough: a few are looked at before all.
sim::RunSimulation all_trials(const sim::RunSettings& settings, const sim::TrialSettings& trials, const Watch& watch) {
  constexpr std::int64_t kFewTrials = 20;  // chosen
  sim::TrialSettings few = trials;
  few.trials = std::min(trials.trials, kFewTrials);
  sim::RunSimulation look = simulate_run(settings, few);
  return look.finished < look.trials ? look : simulate_run(settings, trials, watch);
}

SpareCase spare_case(const RunCase& run, int spare_nodes, const sim::TrialSettings& trials, const Watch& watch) {
  Scenario scenario = run.report.scenario;
  scenario.spare_nodes = spare_nodes;
  const sim::RunSettings settings = variant_settings(run, scenario);
  const sim::RunSimulation simulation = all_trials(settings, trials, watch);
  sim::Estimate days = simulation.wall_clock_days.estimate;
  HeldTime held = held_time(settings, simulation);
  // A run that may not finish is no bargain.
  if (simulation.finished == 0 || simulation.finished < simulation.trials) {
    days.mean = held.days = std::numeric_limits<double>::infinity();
    held.days_80.reset();
  }
  const RunBill bill = bill_of(run, scenario, days.mean, held, run.report.storage.rents);
  return {.spare_nodes = spare_nodes,
          .wall_clock_days = days,
          .starved_share = mean_run(settings).starved,
          .node_hours = bill.node_hours,
          .cost = bill.cost.known()};
}

/// Cases tried so far, each simulated once.
class SpareTrials {
 public:
  SpareTrials(const RunCase& run, const sim::TrialSettings& trials, const Watch& watch)
      : run_(run), trials_(trials), watch_(watch) {}

  const SpareCase& with(int spares) {
    const auto [entry, is_new] = cases_.try_emplace(spares);
    if (is_new) entry->second = spare_case(run_, spares, trials_, watch_);
    return entry->second;
  }
  bool ends(int spares) { return std::isfinite(with(spares).node_hours); }
  /// What was cut off in the middle cannot be compared.
  bool is_cheaper(int spares, int than) { return price(spares) < price(than) && !watch_.stopped(); }

  int most_tried() const { return cases_.rbegin()->first; }
  std::vector<SpareCase> all() const {
    std::vector<SpareCase> list;
    for (const auto& [spares, tried] : cases_) list.push_back(tried);
    return list;
  }

 private:
  /// Money, and behind all that is known node-hours; behind both what does not end.
  std::tuple<bool, bool, double> price(int spares) {
    const SpareCase& tried = with(spares);
    return {!ends(spares), !tried.cost, tried.cost ? *tried.cost / dollar : tried.node_hours};
  }

  const RunCase& run_;
  const sim::TrialSettings& trials_;
  const Watch& watch_;
  std::map<int, SpareCase> cases_;
};

/// Powers of two, until two in a row cost more than the best.
int best_power(SpareTrials& trials, int most, const Watch& watch) {
  int best = 0, worse = 0;
  trials.with(0);
  for (int spares = 1; spares <= most && worse < 2 && !watch.stopped(); spares *= 2) {
    if (trials.is_cheaper(spares, best)) {
      best = spares;
      worse = 0;
    } else if (trials.ends(spares)) {
      ++worse;  // nothing but infinities so far: more may be the cure
    }
  }
  return best;
}

/// Between the best and its neighbours, ever closer.
int best_beside(int best, SpareTrials& trials, int most, const Watch& watch) {
  for (int step = std::max(1, best / 2); !watch.stopped(); step /= 2) {
    for (const int spares : {best - step, best + step})
      if (spares >= 0 && spares <= most && trials.is_cheaper(spares, best)) best = spares;
    if (step <= 1) break;
  }
  return best;
}

}  // namespace

SpareChoice choose_spares(const RunCase& run, const sim::TrialSettings& trials, const Watch& watch) {
  const int most = std::max(2, static_cast<int>(kMostSpares * most_nodes(run.settings)));
  SpareTrials tried(run, trials, watch);
  int best = best_power(tried, most, watch);
  // Spares for groups that are lost together help only once there are enough for a whole one.
  if (const auto& groups = run.settings.hazards.groups)
    for (const int spares : {groups->nodes, 2 * groups->nodes})
      if (spares <= most && !watch.stopped() && tried.is_cheaper(spares, best)) best = spares;
  best = best_beside(best, tried, most, watch);
  if (!tried.ends(best)) best = tried.most_tried();
  return {.best = best, .always_ends = tried.ends(best), .tried = tried.all()};
}

}  // namespace fmplan::plan
