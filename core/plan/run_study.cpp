#include "core/plan/run_study.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/plan/cost.h"
#include "core/plan/evaluate.h"
#include "core/plan/run_settings.h"
#include "core/plan/storage_use.h"

namespace fmplan::plan {
namespace {

/// More spares than this share of the nodes are not tried.
constexpr double kMostSpares = 0.5;

/// The errors of the phases' step times as one of the whole run, weighed by their time.
std::optional<sim::StepTimeError> step_time_error(const Report& report) {
  sim::StepTimeError error{.low_95 = 0, .low_80 = 0, .high_80 = 0, .high_95 = 0};
  Seconds productive;
  for (const PhaseReport& phase : report.phases) productive += phase.productive;
  for (const PhaseReport& phase : report.phases) {
    if (!phase.interval) return std::nullopt;
    const double weight = phase.productive / productive;
    error.low_95 += weight * phase.interval->low_95;
    error.low_80 += weight * phase.interval->low_80;
    error.high_80 += weight * phase.interval->high_80;
    error.high_95 += weight * phase.interval->high_95;
  }
  return error;
}

struct Bill {
  double node_hours = 0;  ///< the job's and the spares'
  CostReport cost;
};

/// What `days` of wall-clock time cost, nodes being held for `held_days` of them.
Bill bill_of(const Scenario& scenario, const sim::RunSettings& settings, double days, double held_days,
             const std::vector<StorageRent>& rents) {
  const double hours = held_days * day / hour;
  return {.node_hours = (settings.mean_nodes + settings.spare_nodes) * hours,
          .cost = cost_of(scenario, settings.mean_nodes * hours, days * day, rents, held_days * day)};
}

/// One change to try.
struct Change {
  std::string name, setting;
  Scenario scenario;
};

class Changes {
 public:
  explicit Changes(const Scenario& scenario) : base_(scenario) {}

  template <class Edit>
  void add(const char* name, std::string setting, Edit edit) {
    Change change{name, std::move(setting), base_};
    edit(change.scenario);
    changes_.push_back(std::move(change));
  }

  /// A time of the recovery in half.
  void halve(const char* name, const char* key, Seconds sim::Recovery::*time) {
    const Seconds before = base_.recovery.*time;
    if (before == Seconds{} || before == sim::kNever) return;
    add(name, fmt::format("{} {} → {}", key, time_text(before), time_text(before / 2)),
        [time](Scenario& scenario) { scenario.recovery.*time *= 0.5; });
  }

  std::vector<Change> take() { return std::move(changes_); }

 private:
  const Scenario& base_;
  std::vector<Change> changes_;
};

std::vector<Change> changes_to(const Scenario& scenario, const sim::RunSettings& settings) {
  Changes changes(scenario);
  changes.halve("failures are detected in half the time", "detection", &sim::Recovery::detection);
  changes.halve("failures are diagnosed in half the time", "diagnosis", &sim::Recovery::diagnosis);
  changes.halve("spares take over in half the time", "swap", &sim::Recovery::swap);
  changes.halve("nodes are replaced in half the time", "replacement", &sim::Recovery::replacement);
  changes.halve("processes and communicators start in half the time", "initialisation", &sim::Recovery::initialisation);
  changes.halve("communicators grow with ranks half as fast", "initialisation_per_rank",
                &sim::Recovery::initialisation_per_rank);
  changes.halve("half the warm-up", "warm_up", &sim::Recovery::warm_up);
  constexpr int kMoreSpares = 2;
  changes.add("two more spare nodes",
              fmt::format("spare_nodes {} → {}", scenario.spare_nodes, scenario.spare_nodes + kMoreSpares),
              [](Scenario& changed) { changed.spare_nodes += kMoreSpares; });
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
  if (settings.continuation.replicas > 1) {
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
  if (scenario.hazards.lemons && scenario.hazards.lemons->recognised < 1)
    changes.add("every lemon node is recognised at its first failure", "hazards.lemons.recognised 100 %",
                [](Scenario& changed) { changed.hazards.lemons->recognised = 1; });
  if (const auto& repair = scenario.recovery.repair; repair && *repair != sim::kNever)
    changes.add("failed nodes are repaired in half the time",
                fmt::format("repair {} → {}", time_text(*repair), time_text(*repair / 2)),
                [](Scenario& changed) { *changed.recovery.repair *= 0.5; });
  if (scenario.hazards.groups)
    changes.add("groups of nodes are back in half the time",
                fmt::format("hazards.groups.repair {} → {}", time_text(scenario.hazards.groups->repair),
                            time_text(scenario.hazards.groups->repair / 2)),
                [](Scenario& changed) { changed.hazards.groups->repair *= 0.5; });
  if (scenario.hazards.preemption)
    changes.add("capacity is back in half the time after a preemption",
                fmt::format("hazards.preemption.wait {} → {}", time_text(scenario.hazards.preemption->wait),
                            time_text(scenario.hazards.preemption->wait / 2)),
                [](Scenario& changed) { changed.hazards.preemption->wait *= 0.5; });
  if (scenario.hazards.silent_corruption) {
    const std::optional<Seconds> archive = scenario.checkpoint.archive_interval;
    const Seconds oftener = archive ? *archive / 2 : 1 * day;
    changes.add("checkpoints kept for good twice as often",
                fmt::format("checkpoint.archive {} → {}", archive ? time_text(*archive) : "none", time_text(oftener)),
                [oftener](Scenario& changed) { changed.checkpoint.archive_interval = oftener; });
  }
  if (scenario.hazards.slow_nodes)
    changes.add("slow nodes are found in half the time",
                fmt::format("hazards.slow_nodes.lasts {} → {}", time_text(scenario.hazards.slow_nodes->lasts),
                            time_text(scenario.hazards.slow_nodes->lasts / 2)),
                [](Scenario& changed) { changed.hazards.slow_nodes->lasts *= 0.5; });
  if (scenario.hazards.silent_corruption)
    changes.add("silent corruption is found in half the time",
                fmt::format("hazards.silent_corruption.found_after {} → {}",
                            time_text(scenario.hazards.silent_corruption->found_after),
                            time_text(scenario.hazards.silent_corruption->found_after / 2)),
                [](Scenario& changed) { changed.hazards.silent_corruption->found_after *= 0.5; });
  if (scenario.hazards.maintenance)
    changes.add("maintenance takes half as long",
                fmt::format("hazards.maintenance.takes {} → {}", time_text(scenario.hazards.maintenance->takes),
                            time_text(scenario.hazards.maintenance->takes / 2)),
                [](Scenario& changed) { changed.hazards.maintenance->takes *= 0.5; });
  return changes.take();
}

class Study {
 public:
  Study(const Scenario& scenario, const RunStudyOptions& options, const Watch& watch)
      : scenario_(scenario), options_(options), watch_(watch) {}

  RunStudy run() {
    // Where none is held the closed form may see no end.
    if (scenario_.search_spares) scenario_.spare_nodes = 1;
    evaluate_scenario();
    if (!study_.obstacles.empty()) return std::move(study_);
    if (Issues issues = check_run(study_.settings); !issues.empty()) throw InputError(std::move(issues));
    if (scenario_.search_spares) choose_spares();
    simulate();
    if (study_.with_step_time.finished > 0) {
      add_hours();
      add_cost();
      if (options_.trials_per_change > 0) add_changes();
    }
    return std::move(study_);
  }

 private:
  void evaluate_scenario() {
    // Whether a deadline is met is a share of the trials here, and no obstacle.
    const std::optional<Date> deadline = scenario_.deadline;
    if (!scenario_.search_nodes) scenario_.deadline.reset();
    study_.report = evaluate(scenario_);
    study_.report.scenario.deadline = deadline;
    scenario_ = study_.report.scenario;
    study_.obstacles = study_.report.obstacles;
    // The simulation sees for itself whether the run ends.
    std::erase_if(study_.obstacles, [this](const std::string& what) { return what == study_.report.endless; });
    study_.warnings = study_.report.warnings;
    study_.settings = settings_of(scenario_);
  }

  sim::RunSettings settings_of(const Scenario& scenario) const {
    return run_settings(scenario, study_.report.phases,
                        storage_report(scenario, study_.report.phases, study_.report.checkpoint_bytes));
  }

  sim::TrialSettings trial_settings(std::int64_t trials) const {
    return {.trials = trials, .seed = options_.seed, .threads = options_.threads};
  }

  // ---- spares ----

  SpareCase spare_case(int spare_nodes) {
    Scenario scenario = scenario_;
    scenario.spare_nodes = spare_nodes;
    const sim::RunSettings settings = settings_of(scenario);
    const std::int64_t trials = std::max<std::int64_t>(options_.trials_per_change, 100);
    const sim::RunSimulation simulation = simulate_run(settings, trial_settings(trials), watch_);
    const PerSecond rate = job_failure_rate(settings.failures, settings.mean_nodes, settings.accelerators_per_node);
    SpareCase result{.spare_nodes = spare_nodes,
                     .wall_clock_days = simulation.wall_clock_days.estimate,
                     .starved_share = failure_cost(settings, rate).starved,
                     .node_hours = 0,
                     .cost = {}};
    // A run that may not finish is no bargain.
    double held_days = simulation.held_days.estimate.mean;
    if (simulation.finished == 0 || simulation.finished < simulation.trials)
      result.wall_clock_days.mean = held_days = std::numeric_limits<double>::infinity();
    const Bill bill = bill_of(scenario, settings, result.wall_clock_days.mean, held_days, study_.report.storage.rents);
    result.node_hours = bill.node_hours;
    result.cost = bill.cost.total;
    return result;
  }

  /// The number of spares with the lowest cost: first in powers of two, then between the best of them and its
  /// neighbours.  All are tried on the same luck, so that they differ by little more than what spares change.
  void choose_spares() {
    std::map<int, SpareCase> tried;
    const auto price = [&](int spares) {
      const auto [entry, is_new] = tried.try_emplace(spares);
      if (is_new) entry->second = spare_case(spares);
      return entry->second.cost ? *entry->second.cost / dollar : entry->second.node_hours;
    };
    const int most = std::max(2, static_cast<int>(kMostSpares * study_.settings.mean_nodes));
    int best = 0;
    const auto is_better = [&](int spares) {
      const bool is_cheaper = price(spares) < price(best);
      // What was cut off in the middle cannot be compared.
      if (!is_cheaper || watch_.stopped()) return false;
      best = spares;
      return true;
    };
    price(0);
    int worse = 0;
    for (int spares = 1; spares <= most && worse < 2 && !watch_.stopped(); spares *= 2) {
      // Nothing but infinities so far: more may be the cure.
      if (is_better(spares)) {
        worse = 0;
      } else if (std::isfinite(price(spares))) {
        ++worse;
      }
    }
    // Spares for groups that are lost together help only once there are enough for a whole one.
    if (const auto& groups = scenario_.hazards.groups)
      for (const int spares : {groups->nodes, 2 * groups->nodes})
        if (spares <= most && !watch_.stopped()) is_better(spares);
    for (int step = std::max(1, best / 2); !watch_.stopped(); step /= 2) {
      for (const int spares : {best - step, best + step})
        if (spares >= 0 && spares <= most) is_better(spares);
      if (step <= 1) break;
    }
    if (!std::isfinite(price(best))) best = tried.rbegin()->first;
    for (auto& [spares, tried_case] : tried) study_.spare_cases.push_back(tried_case);
    scenario_.spare_nodes = best;
    scenario_.search_spares = false;
    scenario_.assumptions.push_back(
        {"/run/spare_nodes", fmt::format("{}", best),
         study_.spare_cases.front().cost ? "\"auto\": makes the run cheapest" : "\"auto\": takes the fewest node-hours",
         "simulation"});
    evaluate_scenario();
    if (!std::isfinite(tried.at(best).node_hours) && !watch_.stopped())
      study_.warnings.push_back(fmt::format("No number of spare nodes up to {} lets every trial finish.", best));
  }

  // ---- the run itself ----

  void simulate() {
    const auto error = step_time_error(study_.report);
    const bool has_rate = study_.settings.failures.num_events.has_value();
    study_.has_step_time_error = error.has_value();
    const std::int64_t all_trials = options_.trials * (1 + (has_rate ? 1 : 0) + (error ? 1 : 0));
    std::int64_t trials_done = 0;
    const auto simulate = [&](bool rate, const std::optional<sim::StepTimeError>& step) {
      sim::TrialSettings trials = trial_settings(options_.trials);
      trials.rate_uncertainty = rate;
      trials.step_time_error = step;
      if (scenario_.deadline)
        trials.deadline_days = scenario_.deadline->days_since_epoch - scenario_.start.days_since_epoch + 1;
      sim::RunSimulation result = simulate_run(study_.settings, trials, watch_.part(trials_done, all_trials));
      trials_done += options_.trials;
      return result;
    };
    // The whole band first: it is what is left if the others are not waited for.
    study_.with_step_time = simulate(has_rate, error);
    if (study_.with_step_time.finished == 0) {
      if (!watch_.stopped()) say_endless();
      return;
    }
    study_.with_rate = error ? simulate(has_rate, std::nullopt) : study_.with_step_time;
    if (study_.with_rate.finished == 0) study_.with_rate = study_.with_step_time;
    study_.luck = has_rate ? simulate(false, std::nullopt) : study_.with_rate;
    if (study_.luck.finished == 0) study_.luck = study_.with_rate;
    const sim::RunSimulation& run = study_.with_step_time;
    if (run.finished < run.trials)
      study_.warnings.push_back(fmt::format("{} of {} trials do not finish: {}. The figures are of those that do.",
                                            run.trials - run.finished, run.trials, why_endless()));
    constexpr double kTelling = 0.001;
    if (run.ends_corrupted_share.mean >= kTelling)
      study_.warnings.push_back(fmt::format("{} of the runs end with wrong numbers that nobody has found.",
                                            ratio_text(run.ends_corrupted_share.mean)));
  }

  std::string why_endless() const {
    const sim::Recovery& r = study_.settings.recovery;
    if (r.replacement == sim::kNever && r.repair.value_or(sim::kNever) == sim::kNever)
      return fmt::format("{} spare nodes run out, and failed ones neither come back nor are replaced",
                         study_.settings.spare_nodes);
    // What one trial was doing when it was given up.
    const sim::RunTrial trial = simulate_trial(study_.settings, {.seed = options_.seed}, 0);
    const auto most = std::ranges::max_element(trial.interruptions);
    const auto cause = static_cast<sim::RunCause>(most - trial.interruptions.begin());
    const double work_s = trial.time_s[static_cast<std::size_t>(sim::RunTime::kProductive)];
    return fmt::format(
        "one was given up after {} with {} interruptions, {} of them of kind \"{}\", and {} of its work "
        "done; it takes {} to come back and {} from one checkpoint to the next",
        time_text(trial.wall_clock_s * second), trial.num_interruptions(), *most, run_cause_name(cause),
        ratio_text(work_s * second / study_.settings.productive),
        time_text(study_.report.run.downtime + study_.report.run.restart),
        time_text(study_.report.run.checkpoint_interval));
  }

  void say_endless() {
    const std::string& seen = study_.report.endless;  // in closed form, which gives the reason in figures
    study_.obstacles.push_back(seen.empty() ? fmt::format("The run never ends: {}.", why_endless()) : seen);
  }

  void add_hours() {
    const double accelerators = study_.settings.mean_nodes * study_.settings.accelerators_per_node;
    const auto hours = [&](sim::RunTime time) {
      return accelerators * study_.with_rate.time_h[static_cast<std::size_t>(time)].mean;
    };
    AcceleratorHours& ledger = study_.accelerator_hours;
    ledger = {.productive = hours(sim::RunTime::kProductive),
              .lost = hours(sim::RunTime::kLost),
              .checkpoint = hours(sim::RunTime::kCheckpoint),
              .evaluation = hours(sim::RunTime::kEvaluation),
              .data_stall = hours(sim::RunTime::kDataStall)};
    const double held_h = study_.with_rate.held_days.estimate.mean * day / hour;
    ledger.job = accelerators * held_h;
    ledger.waiting =
        ledger.job - ledger.productive - ledger.lost - ledger.checkpoint - ledger.evaluation - ledger.data_stall;
    ledger.spares = 1.0 * study_.settings.spare_nodes * study_.settings.accelerators_per_node * held_h;
  }

  void add_cost() {
    const sim::Spread& days = study_.with_step_time.wall_clock_days;
    const sim::Spread& held = study_.with_step_time.held_days;
    const auto total = [&](double at, double held_at) {
      return bill_of(scenario_, study_.settings, at, held_at, study_.report.storage.rents).cost.total;
    };
    const auto mean = total(days.estimate.mean, held.estimate.mean), p10 = total(days.p10, held.p10),
               p50 = total(days.p50, held.p50), p90 = total(days.p90, held.p90);
    if (mean && p10 && p50 && p90) study_.cost = MoneySpread{*mean, *p10, *p50, *p90};
  }

  /// Of the changed scenario: what its checkpoints take and rent.
  std::vector<StorageRent> rents_of(const Change& change, const sim::RunSettings& settings) const {
    Report changed = study_.report;
    changed.scenario = change.scenario;
    changed.storage = storage_report(change.scenario, changed.phases, changed.checkpoint_bytes);
    changed.run = mean_run(settings);
    return storage_rents(changed, settings);
  }

  void add_changes() {
    const std::vector<Change> changes = changes_to(scenario_, study_.settings);
    const std::int64_t trials = options_.trials_per_change;
    const std::int64_t all_trials = trials * static_cast<std::int64_t>(changes.size());
    std::int64_t trials_done = 0;
    const double base_days = study_.luck.wall_clock_days.estimate.mean, base_held = study_.luck.held_days.estimate.mean;
    const auto& rents = study_.report.storage.rents;
    for (const Change& change : changes) {
      if (watch_.stopped()) break;
      const sim::RunSettings settings = settings_of(change.scenario);
      // What makes no sense here, or no difference, is no advice.
      const bool is_alone =
          settings.continuation.kind == sim::ContinuationKind::kReplica && settings.continuation.replicas == 1;
      if (settings == study_.settings || is_alone || !check_run(settings).empty()) continue;
      const sim::RunDifference difference =
          compare_runs(study_.settings, settings, trial_settings(trials), watch_.part(trials_done, all_trials));
      trials_done += trials;
      const double hours_per_day = day / hour, held_more = difference.held_h.mean / hours_per_day;
      const sim::Estimate saved{.mean = -difference.wall_clock_h.mean / hours_per_day,
                                .standard_error = difference.wall_clock_h.standard_error / hours_per_day};
      RunChange result{.name = change.name, .setting = change.setting, .days = saved, .money = {}, .money_error = {}};
      const auto before = bill_of(scenario_, study_.settings, base_days, base_held, rents).cost.total;
      const auto after =
          bill_of(change.scenario, settings, base_days - saved.mean, base_held + held_more, rents_of(change, settings))
              .cost.total;
      const auto a_day = bill_of(change.scenario, settings, 1, 1, {}).cost.total;
      if (before && after && a_day) {
        result.money = *before - *after;
        result.money_error = difference.held_h.standard_error / hours_per_day * *a_day;
      }
      // Less than a minute in the whole run, or than luck, is no advice either.
      constexpr double kMinute = 1.0 / 1440;
      if (std::abs(saved.mean) < std::max(kMinute, 2 * saved.standard_error)) continue;
      study_.changes.push_back(std::move(result));
    }
    std::ranges::stable_sort(study_.changes, std::greater<>{}, [](const RunChange& c) { return c.days.mean; });
  }

  Scenario scenario_;
  const RunStudyOptions& options_;
  const Watch& watch_;
  RunStudy study_;
};

}  // namespace

RunStudy study_run(const Scenario& scenario, const RunStudyOptions& options, const Watch& watch) {
  return Study(scenario, options, watch).run();
}

}  // namespace fmplan::plan
