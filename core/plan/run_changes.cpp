#include "core/plan/run_changes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"

namespace fmplan::plan {
namespace {

class Changes {
 public:
  explicit Changes(const Scenario& scenario) : base_(scenario) {}

  template <class Edit>
  void add(const char* name, std::string setting, Edit edit) {
    ScenarioChange change{name, std::move(setting), base_};
    edit(change.scenario);
    changes_.push_back(std::move(change));
  }

  /// A time in half.  `time_of` gives where a scenario has it; null: it has none.
  template <class TimeOf>
  void halve(const char* name, const char* key, TimeOf time_of) {
    const Seconds* time = time_of(base_);
    if (!time || *time == Seconds{} || *time == sim::kNever) return;
    add(name, fmt::format("{} {} → {}", key, time_text(*time), time_text(*time / 2)),
        [&](Scenario& changed) { *time_of(changed) *= 0.5; });
  }

  void halve(const char* name, const char* key, Seconds sim::Recovery::*time) {
    halve(name, key, [time](auto& scenario) { return &(scenario.recovery.*time); });
  }

  /// A time of a hazard, if there is that hazard.
  template <class Hazard>
  void halve(const char* name, const char* key, std::optional<Hazard> sim::Hazards::*hazard, Seconds Hazard::*time) {
    halve(name, key, [hazard, time](auto& scenario) {
      auto& found = scenario.hazards.*hazard;
      return found ? &((*found).*time) : nullptr;
    });
  }

  std::vector<ScenarioChange> take() { return std::move(changes_); }

 private:
  const Scenario& base_;
  std::vector<ScenarioChange> changes_;
};

void add_recovery_changes(const Scenario& scenario, Changes& changes) {
  changes.halve("failures are detected in half the time", "detection", &sim::Recovery::detection);
  changes.halve("failures are diagnosed in half the time", "diagnosis", &sim::Recovery::diagnosis);
  changes.halve("spares take over in half the time", "swap", &sim::Recovery::swap);
  changes.halve("nodes are replaced in half the time", "replacement", &sim::Recovery::replacement);
  changes.halve("processes and communicators start in half the time", "initialisation", &sim::Recovery::initialisation);
  changes.halve("communicators grow with ranks half as fast", "initialisation_per_rank",
                &sim::Recovery::initialisation_per_rank);
  changes.halve("half the warm-up", "warm_up", &sim::Recovery::warm_up);
  constexpr int kMoreSpares = 2;  // chosen
  changes.add("two more spare nodes",
              fmt::format("spare_nodes {} → {}", scenario.spare_nodes, scenario.spare_nodes + kMoreSpares),
              [](Scenario& changed) { changed.spare_nodes += kMoreSpares; });
}

void add_checkpoint_changes(const Scenario& scenario, Changes& changes) {
  if (const auto& storage = scenario.cluster.checkpoint_storage; storage && storage->write_bandwidth_per_tebibyte)
    changes.add(
        "a file system of twice the size",
        fmt::format("{} of {} → {}", data_text(storage->capacity), storage->name, data_text(2 * storage->capacity)),
        [](Scenario& changed) { changed.cluster.checkpoint_storage->capacity *= 2; });
  if (!scenario.checkpoint.asynchronous)
    changes.add("asynchronous checkpoints", "checkpoint.mode sync → async",
                [](Scenario& changed) { changed.checkpoint.asynchronous = true; });
  if (scenario.checkpoint.interval)
    changes.add("the best interval between checkpoints",
                fmt::format("checkpoint.interval {} → auto", time_text(*scenario.checkpoint.interval)),
                [](Scenario& changed) { changed.checkpoint.interval.reset(); });
  if (scenario.checkpoint.levels.size() == 1 && scenario.cluster.num_nodes > 1 && scenario.cluster.instance.scale_out)
    changes.add("every checkpoint also to the memory of another node", "checkpoint.levels + peer_memory",
                [](Scenario& changed) {
                  std::vector<CheckpointLevelSpec>& levels = changed.checkpoint.levels;
                  levels.insert(levels.begin(), {.kind = CheckpointLevelSpec::Kind::kPeerMemory});
                });
}

void add_continuation_changes(const Scenario& scenario, Changes& changes) {
  if (!scenario.checkpoint.just_in_time)
    changes.add("survivors save their state when a node fails", "checkpoint.just_in_time true",
                [](Scenario& changed) { changed.checkpoint.just_in_time = true; });
  if (scenario.continuation != sim::ContinuationKind::kElastic)
    changes.add("the job goes on with fewer nodes while none is free", "continuation elastic",
                [](Scenario& changed) { changed.continuation = sim::ContinuationKind::kElastic; });
  if (scenario.continuation != sim::ContinuationKind::kReplica)
    changes.add("the other replicas go on when one fails", "continuation replica",
                [](Scenario& changed) { changed.continuation = sim::ContinuationKind::kReplica; });
}

void add_hazard_changes(const Scenario& scenario, Changes& changes) {
  const sim::Hazards& hazards = scenario.hazards;
  if (hazards.lemons && hazards.lemons->recognised < 1)
    changes.add("every lemon node is recognised at its first failure", "hazards.lemons.recognised 100 %",
                [](Scenario& changed) { changed.hazards.lemons->recognised = 1; });
  changes.halve("failed nodes are repaired in half the time", "repair", [](auto& of) {
    auto& repair = of.recovery.repair;
    return repair ? &*repair : nullptr;
  });
  changes.halve("groups of nodes are back in half the time", "hazards.groups.repair", &sim::Hazards::groups,
                &sim::GroupFailures::repair);
  changes.halve("capacity is back in half the time after a preemption", "hazards.preemption.wait",
                &sim::Hazards::preemption, &sim::Preemption::wait);
  if (hazards.silent_corruption) {
    const std::optional<Seconds> archive = scenario.checkpoint.archive_interval;
    const Seconds oftener = archive ? *archive / 2 : 1 * day;
    changes.add("checkpoints kept for good twice as often",
                fmt::format("checkpoint.archive {} → {}", archive ? time_text(*archive) : "none", time_text(oftener)),
                [oftener](Scenario& changed) { changed.checkpoint.archive_interval = oftener; });
  }
  changes.halve("slow nodes are found in half the time", "hazards.slow_nodes.lasts", &sim::Hazards::slow_nodes,
                &sim::SlowNodes::lasts);
  changes.halve("silent corruption is found in half the time", "hazards.silent_corruption.found_after",
                &sim::Hazards::silent_corruption, &sim::SilentCorruption::found_after);
  changes.halve("maintenance takes half as long", "hazards.maintenance.takes", &sim::Hazards::maintenance,
                &sim::PlannedPause::takes);
}

/// A minute in the whole run: less is no advice.
constexpr Seconds kLeastAdvice = 1 * minute;

/// The standard error at which the hours that a change saves are known well enough: of two digits of them, or of what
/// is no advice.
double enough_for_advice(double mean_h) {
  constexpr double kOfTwoDigits = 0.005, kOfLeast = 0.25;  // chosen
  return std::max(kOfTwoDigits * std::abs(mean_h), kOfLeast * (kLeastAdvice / hour));
}

/// The run with a change against the run as it is; none where it makes no sense, or no difference in the settings.
std::optional<RunChange> compared(const RunCase& run, const sim::RunSimulation& as_is, const ScenarioChange& change,
                                  sim::ReferenceTrials& reference, const Watch& watch) {
  const sim::RunSettings settings = variant_settings(run, change.scenario);
  const bool is_alone =
      settings.continuation.kind == sim::ContinuationKind::kReplica && settings.continuation.replicas == 1;
  if (settings == run.settings || is_alone || !check_run(settings).empty()) return std::nullopt;
  const sim::RunDifference difference = compare_runs(reference, settings, enough_for_advice, watch);
  const double hours_per_day = day / hour, held_more = difference.held_h.mean / hours_per_day;
  const sim::Estimate saved{.mean = -difference.wall_clock_h.mean / hours_per_day,
                            .standard_error = difference.wall_clock_h.standard_error / hours_per_day};
  RunChange result{.name = change.name, .setting = change.setting, .days = saved, .money = {}, .money_error = {}};
  const double base_days = as_is.wall_clock_days.estimate.mean;
  const HeldTime held = held_time(run.settings, as_is);
  const double scale = (held.days + held_more) / held.days;
  HeldTime held_then{.days = scale * held.days,
                     .nodes = settings.mean_nodes,
                     .days_80 = Range{scale * held.days_80->low, scale * held.days_80->high}};
  if (!settings.phases.empty())
    held_then.nodes = (held.nodes * held.days + difference.held_node_h.mean / hours_per_day) / held_then.days;
  const auto before = bill_of(run, run.report.scenario, base_days, held, run.report.storage.rents);
  const auto after =
      bill_of(run, change.scenario, base_days - saved.mean, held_then, variant_rents(run, change.scenario, settings));
  const auto a_day = bill_of(run, change.scenario, 1, {.days = 1, .nodes = held_then.nodes}, {});
  // What has no known price is the same on both sides, or there is nothing to compare.
  const bool both = before.cost.total.has_value() == after.cost.total.has_value();
  if (both && before.cost.known() && after.cost.known() && a_day.cost.known()) {
    result.money = *before.cost.known() - *after.cost.known();
    result.money_error = difference.held_h.standard_error / hours_per_day * *a_day.cost.known();
  }
  return result;
}

/// Less than a minute in the whole run, or than luck, is no advice.
bool is_worth_telling(const RunChange& change) {
  return !(std::abs(change.days.mean) < std::max(kLeastAdvice / day, 2 * change.days.standard_error));
}

}  // namespace

std::vector<ScenarioChange> changes_to(const RunCase& run) {
  const Scenario& scenario = run.report.scenario;
  Changes changes(scenario);
  add_recovery_changes(scenario, changes);
  add_checkpoint_changes(scenario, changes);
  if (run.settings.continuation.replicas > 1) add_continuation_changes(scenario, changes);
  add_hazard_changes(scenario, changes);
  return changes.take();
}

std::vector<RunChange> helpful_changes(const RunCase& run, const sim::RunSimulation& as_is,
                                       const sim::TrialSettings& trials, const Watch& watch) {
  const std::vector<ScenarioChange> changes = changes_to(run);
  const std::int64_t all_trials = trials.trials * std::ssize(changes);
  std::vector<RunChange> helpful;
  sim::ReferenceTrials reference(run.settings, trials);
  for (std::size_t i = 0; i < changes.size() && !watch.stopped(); ++i) {
    const Watch part = watch.part(static_cast<std::int64_t>(i) * trials.trials, all_trials);
    const std::optional<RunChange> change = compared(run, as_is, changes[i], reference, part);
    if (change && is_worth_telling(*change)) helpful.push_back(*change);
  }
  std::ranges::stable_sort(helpful, std::greater<>{}, [](const RunChange& change) { return change.days.mean; });
  return helpful;
}

}  // namespace fmplan::plan
