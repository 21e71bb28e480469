#include "core/plan/run_study.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/plan/phase_report.h"
#include "core/plan/spare_choice.h"

namespace fmplan::plan {
namespace {

// ---- spares ----

Scenario with_chosen_spares(Scenario scenario, const SpareChoice& choice) {
  scenario.search_spares = false;
  assume_spares(scenario, choice.best,
                {choice.tried.front().cost ? AssumptionKind::kSparesCheapest : AssumptionKind::kSparesFewestHours},
                "simulation");
  return scenario;
}

// ---- the run itself ----

struct Bands {
  sim::RunSimulation luck, with_rate, with_step_time;
};

using sim::TrialSettings;

/// The trials that the answer is headed by: all that were asked for.
TrialSettings trials_of_whole_band(const RunCase& run, const RunStudyOptions& options) {
  const Scenario& scenario = run.report.scenario;
  TrialSettings trials{.trials = options.trials,
                       .seed = options.seed,
                       .threads = options.threads,
                       .rate_uncertainty = rate_shape(run.settings.failures).has_value(),
                       .step_time_error = time_error(run.report)};
  if (scenario.deadline)
    trials.deadline_days = scenario.deadline->days_since_epoch - scenario.start.days_since_epoch + 1;
  return trials;
}

/// Simulates the whole band, or knows it from parts.
using SimulateWhole = std::function<sim::RunSimulation(const sim::RunSettings&, const TrialSettings&, const Watch&)>;

/// As far as there is time for them: those that nothing was simulated for are as those with more in them.
Bands simulate_bands(const RunCase& run, const TrialSettings& whole, const SimulateWhole& simulate_whole,
                     const Watch& watch) {
  const bool has_rate = whole.rate_uncertainty;
  const bool error = whole.step_time_error.has_value();
  const std::int64_t all_trials = whole.trials * (1 + (has_rate ? 1 : 0) + (error ? 1 : 0));
  std::int64_t trials_done = whole.trials;
  const auto simulate = [&](bool rate) {
    TrialSettings trials = whole;
    trials.rate_uncertainty = rate;
    trials.step_time_error.reset();
    // What stands beside the whole band has as many trials as its digits need.
    trials.until_digits_hold = error;
    sim::RunSimulation result = simulate_run(run.settings, trials, watch.part(trials_done, all_trials));
    trials_done += trials.trials;
    return result;
  };
  Bands bands;
  // The whole band first: it is what is left if the others are not waited for.
  bands.with_step_time = simulate_whole(run.settings, whole, watch.part(0, all_trials));
  if (bands.with_step_time.finished == 0) return bands;
  bands.with_rate = error ? simulate(has_rate) : bands.with_step_time;
  if (bands.with_rate.finished == 0) bands.with_rate = bands.with_step_time;
  bands.luck = has_rate ? simulate(false) : bands.with_rate;
  if (bands.luck.finished == 0) bands.luck = bands.with_rate;
  return bands;
}

/// The first trial that does not end.  @pre one of them does not
sim::RunTrial first_endless(const RunCase& run, const sim::TrialSettings& trials) {
  std::int64_t number = 0;
  sim::RunTrial trial = simulate_trial(run.settings, trials, number);
  while (trial.finished && ++number < trials.trials) trial = simulate_trial(run.settings, trials, number);
  return trial;
}

Notice why_endless(const RunCase& run, const sim::TrialSettings& trials) {
  const sim::Recovery& r = run.settings.recovery;
  if (r.replacement == sim::kNever && r.repair.value_or(sim::kNever) == sim::kNever && run.settings.spare_nodes > 0)
    return {.kind = NoticeKind::kSparesRunOut,
            .place = "/run/spare_nodes",
            .values = {{"spares", std::int64_t{run.settings.spare_nodes}}}};
  // What one trial was doing when it was given up.
  const sim::RunTrial trial = first_endless(run, trials);
  const auto most = std::ranges::max_element(trial.interruptions);
  const auto cause = static_cast<sim::RunCause>(most - trial.interruptions.begin());
  const double work_s = trial.time_s[static_cast<std::size_t>(sim::RunTime::kProductive)];
  return {.kind = NoticeKind::kTrialGivenUp,
          .values = {{"after", trial.wall_clock_s * second},
                     {"interruptions", std::int64_t{trial.num_interruptions()}},
                     {"of_cause", std::int64_t{*most}},
                     {"cause", std::string(run_cause_name(cause))},
                     {"done", Ratio{work_s * second / (run.settings.productive * trial.step_time_factor)}},
                     {"to_come_back", run.report.run.downtime + run.report.run.restart},
                     {"checkpoint_interval", run.report.run.checkpoint_interval}}};
}

/// Why no trial finishes: in closed form, which gives the reason in figures, where that sees it.
Notice endless_obstacle(const RunCase& run, const sim::TrialSettings& trials) {
  for (const Notice& obstacle : run.report.obstacles)
    if (says_no_end(obstacle.kind)) return obstacle;
  return {.kind = NoticeKind::kNoTrialEnds, .parts = {why_endless(run, trials)}};
}

Notices trial_warnings(const RunCase& run, const sim::RunSimulation& done, const sim::TrialSettings& trials) {
  Notices warnings;
  if (!tells_interval(done))
    warnings.push_back({.kind = NoticeKind::kTooFewTrials, .values = {{"trials", done.finished}}});
  if (done.finished < done.trials)
    warnings.push_back({.kind = NoticeKind::kSomeTrialsEndless,
                        .values = {{"endless", done.trials - done.finished}, {"trials", done.trials}},
                        .parts = {why_endless(run, trials)}});
  // One run in a thousand: rarer ones are not worth a line.
  constexpr double kTelling = 0.001;
  if (done.ends_corrupted_share.mean >= kTelling)
    warnings.push_back({.kind = NoticeKind::kEndsCorrupted,
                        .place = "/run/hazards",
                        .values = {{"share", Ratio{done.ends_corrupted_share.mean}}}});
  return warnings;
}

// ---- hours and money ----

AcceleratorHours hours_of(const sim::RunSettings& settings, const sim::RunSimulation& trials) {
  const double accelerators = nodes_held(settings, trials) * settings.accelerators_per_node;
  const auto hours = [&](sim::RunTime time) {
    const auto at = static_cast<std::size_t>(time);
    return settings.phases.empty() ? accelerators * trials.time_h[at].mean
                                   : settings.accelerators_per_node * trials.node_time_h[at].mean;
  };
  AcceleratorHours ledger{.productive = hours(sim::RunTime::kProductive),
                          .lost = hours(sim::RunTime::kLost),
                          .checkpoint = hours(sim::RunTime::kCheckpoint),
                          .evaluation = hours(sim::RunTime::kEvaluation),
                          .data_stall = hours(sim::RunTime::kDataStall),
                          .overhead = hours(sim::RunTime::kOverhead)};
  const double held_h = trials.held_days.estimate.mean * day / hour;
  ledger.job = accelerators * held_h;
  // All other time with nodes.  What was given back is taken off the waits that it was part of: no less than nothing.
  const double given_back_h = (trials.wall_clock_days.estimate.mean - trials.held_days.estimate.mean) * day / hour;
  for (const sim::RunTime time : {sim::RunTime::kReduced, sim::RunTime::kDetection, sim::RunTime::kReplacement,
                                  sim::RunTime::kRestart, sim::RunTime::kPlanned, sim::RunTime::kColdStart})
    ledger.waiting += hours(time);
  ledger.waiting = std::max(0.0, ledger.waiting - accelerators * given_back_h);
  ledger.spares = 1.0 * settings.spare_nodes * settings.accelerators_per_node * held_h;
  return ledger;
}

/// None where the nodes' price is unknown.
std::optional<MoneySpread> money_of(const RunCase& run, const sim::RunSimulation& trials) {
  const sim::Spread &days = trials.wall_clock_days, &held = trials.held_days;
  const auto total = [&](double at, double held_at, std::optional<Range> held_80 = std::nullopt) {
    const HeldTime time{.days = held_at, .nodes = nodes_held(run.settings, trials), .days_80 = held_80};
    return bill_of(run, run.report.scenario, at, time, run.report.storage.rents).cost.known();
  };
  const auto mean = total(days.estimate.mean, held.estimate.mean, Range{held.p10, held.p90}),
             p10 = total(days.p10, held.p10), p50 = total(days.p50, held.p50), p90 = total(days.p90, held.p90);
  if (!mean || !p10 || !p50 || !p90) return std::nullopt;
  return MoneySpread{*mean, *p10, *p50, *p90, !run.report.cost.total || trials.finished < trials.trials};
}

void append(Notices& to, const Notices& from) { to.insert(to.end(), from.begin(), from.end()); }

/// The deadline, where fewer of the trials keep it than are asked for.
std::optional<Notice> missed_deadline(const Scenario& scenario, const sim::RunSimulation& run) {
  if (!scenario.deadline || run.on_time_share.mean >= scenario.deadline_confidence) return std::nullopt;
  const auto after = [&scenario](double days) { return date_after(scenario.start, days * day); };
  return Notice{.kind = NoticeKind::kDeadlineMissed,
                .place = "/run/deadline",
                .values = {{"deadline", *scenario.deadline},
                           {"chance", Ratio{run.on_time_share.mean}},
                           {"confidence", Ratio{scenario.deadline_confidence}},
                           {"ends", after(run.wall_clock_days.p50)},
                           {"late", after(run.wall_clock_days.p90)}}};
}

/// What the simulation adds to the closed form.
void add_simulation(RunStudy& study, const RunCase& run, const RunStudyOptions& options,
                    const SimulateWhole& simulate_whole, const Watch& watch) {
  const TrialSettings of_whole_band = trials_of_whole_band(run, options);
  Bands bands = simulate_bands(run, of_whole_band, simulate_whole, watch);
  study.has_step_time_error =
      std::ranges::all_of(run.report.phases, [](const PhaseReport& phase) { return phase.interval.has_value(); });
  study.luck = std::move(bands.luck);
  study.with_rate = std::move(bands.with_rate);
  study.with_step_time = std::move(bands.with_step_time);
  if (study.with_step_time.finished == 0) {
    if (!watch.stopped()) study.obstacles.push_back(endless_obstacle(run, of_whole_band));
    return;
  }
  if (auto missed = missed_deadline(run.report.scenario, study.with_step_time))
    study.obstacles.push_back(*std::move(missed));
  append(study.warnings, trial_warnings(run, study.with_step_time, of_whole_band));
  study.accelerator_hours = hours_of(run.settings, study.with_rate);
  study.cost = money_of(run, study.with_step_time);
  const TrialSettings of_change{.trials = options.trials_per_change, .seed = options.seed, .threads = options.threads};
  if (of_change.trials > 0) study.changes = helpful_changes(run, study.with_step_time, of_change, watch);
}

/// A run on the point of being simulated: its number of spares is chosen.
struct ReadyRun {
  RunCase run;
  RunStudy study;  ///< what is known of it without its trials
  bool can_run = false;
};

ReadyRun ready_run(const Scenario& scenario, const RunStudyOptions& options, const Watch& watch) {
  ReadyRun ready{.run = run_case(scenario, options.threads), .study = {}};
  RunStudy& study = ready.study;
  study.obstacles = lasting_obstacles(ready.run.report);
  // Chosen: nobody waits that long, and its interruptions are simulated one by one.
  constexpr Seconds kLongest = 100 * 365.25 * day;
  if (study.obstacles.empty() && ready.run.settings.productive > kLongest)
    study.obstacles.push_back({.kind = NoticeKind::kTooLongToSimulate,
                               .values = {{"steps", ready.run.settings.productive}, {"most", kLongest}}});
  ready.can_run = study.obstacles.empty();
  if (ready.can_run)
    if (Issues issues = check_run(ready.run.settings); !issues.empty()) throw InputError(std::move(issues));
  Notices of_spares;
  if (ready.can_run && scenario.search_spares) {
    constexpr std::int64_t kFewestTrials = 100;  // chosen: a mean to 0.1 σ
    const SpareChoice choice = choose_spares(ready.run,
                                             {.trials = std::max(options.trials_per_change, kFewestTrials),
                                              .seed = options.seed,
                                              .threads = options.threads,
                                              .rate_uncertainty = true,
                                              .step_time_error = time_error(ready.run.report)},
                                             watch);
    ready.run = run_case(with_chosen_spares(ready.run.report.scenario, choice));
    study.obstacles = lasting_obstacles(ready.run.report);
    study.spare_cases = choice.tried;
    if (!choice.always_ends && !watch.stopped())
      of_spares.push_back({.kind = NoticeKind::kNoSparesEndAll,
                           .place = "/run/spare_nodes",
                           .values = {{"most", std::int64_t{choice.best}}}});
  }
  study.warnings = ready.run.report.warnings;
  append(study.warnings, of_spares);
  return ready;
}

RunStudy study_with(const Scenario& scenario, const RunStudyOptions& options, const SimulateWhole& simulate_whole,
                    const Watch& watch) {
  auto [run, study, can_run] = ready_run(scenario, options, watch);
  if (can_run) add_simulation(study, run, options, simulate_whole, watch);
  study.report = std::move(run.report);
  study.settings = std::move(run.settings);
  return study;
}

}  // namespace

RunStudy study_run(const Scenario& scenario, const RunStudyOptions& options, const Watch& watch) {
  return study_with(scenario, options, sim::simulate_run, watch);
}

sim::RunPart study_part(const Scenario& scenario, const RunStudyOptions& options, Stretches stretches,
                        const Watch& watch) {
  const ReadyRun ready = ready_run(scenario, options, watch);
  if (!ready.can_run) return {};
  return simulate_part(ready.run.settings, trials_of_whole_band(ready.run, options), stretches, watch);
}

RunStudy study_of_parts(const Scenario& scenario, const RunStudyOptions& options,
                        const std::vector<sim::RunPart>& parts, const Watch& watch) {
  return study_with(
      scenario, options,
      [&parts](const sim::RunSettings& settings, const TrialSettings& trials, const Watch&) {
        return simulation_of_parts(settings, trials, parts);
      },
      watch);
}

}  // namespace fmplan::plan
