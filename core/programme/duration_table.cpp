#include "core/programme/duration_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/answer/notice_text.h"
#include "core/answer/report_tables.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/plan/evaluate.h"
#include "core/plan/node_choice.h"
#include "core/plan/phase_report.h"
#include "core/plan/run_settings.h"
#include "core/programme/pool_days.h"
#include "core/scenario/pool_capacity.h"
#include "core/scenario/programme_scenario.h"

namespace fmplan::programme {
namespace {

using scenario::Pool;
using scenario::Programme;
using scenario::Project;
using scenario::ProjectPhase;

int index_of_pool(const Programme& programme, const std::string& name) {
  const auto found = std::ranges::find(programme.pools, name, &Pool::name);
  return static_cast<int>(found - programme.pools.begin());
}

/// Nodes that a stream of jobs keeps busy in the mean.
double busy_nodes(const scenario::JobStream& jobs) {
  double nodes = 0, days = 0;
  for (const int of_job : jobs.nodes) nodes += 1.0 * of_job / static_cast<double>(jobs.nodes.size());
  for (const Seconds& duration : jobs.durations) days += duration / day / static_cast<double>(jobs.durations.size());
  if (jobs.durations.empty()) days = jobs.mean_duration / day;
  return jobs.jobs_per_day * nodes * days;
}

/// Whether trials of a stream that `nodes` do not keep up with end: as each job begins, all that wait are looked at.
bool can_be_simulated(const ProjectPhase& stream, int nodes) {
  constexpr double kMostLooks = 1e7;  // chosen: half a second a trial where shares are fair, far less in other queues
  const double num_jobs = stream.jobs->jobs_per_day * (stream.duration.value_or(0 * day) / day);
  return num_jobs * num_jobs * (1 - nodes / busy_nodes(*stream.jobs)) <= kMostLooks;
}

/// Those that a stream of jobs is busy on, and at least those of its largest job.  In a queue jobs come, and wait, even
/// where that is more than any pool of their project has: then it is all that the pool has.
int nodes_for(const Programme& programme, const Project& project, const ProjectPhase& phase, const Pool& pool) {
  const scenario::JobStream& jobs = *phase.jobs;
  const int largest = *std::ranges::max_element(jobs.nodes);
  const int wanted = std::max(static_cast<int>(std::ceil(busy_nodes(jobs))), largest);
  const auto most_of = [&](const Pool& of) { return most_nodes_to_use(of, programme.end); };
  const bool has_room = std::ranges::any_of(project.pools, [&](const std::string& name) {
    return most_of(programme.pools[static_cast<std::size_t>(index_of_pool(programme, name))]) >= wanted;
  });
  const int most = most_of(pool);
  const bool comes_all_the_same =
      !has_room && most >= largest && is_stream_in_queue(programme, project, phase) && can_be_simulated(phase, most);
  return comes_all_the_same ? most : wanted;
}

/// Of which numbers a phase may have one; of "auto" all that are tried.
struct Widths {
  std::vector<int> nodes;
  bool are_searched = false;
};

Widths widths_of(const Programme& programme, const Project& project, const ProjectPhase& phase, const Pool& pool) {
  if (!phase.nodes.empty()) return {phase.nodes};
  if (phase.jobs && !project.dedicated) return {{nodes_for(programme, project, phase, pool)}};
  if (!project.nodes.empty()) return {project.nodes};
  const bool scales = project.dedicated || scenario_of(project, phase) || phase.node_hours;
  if (!scales) return {{1}};
  constexpr int kDigits = 2;  // chosen: 8, 12, 16, 24 …; more make placements slow to search
  return {.nodes = plan::searched_numbers(std::max(1, most_nodes_to_use(pool, programme.end)), kDigits),
          .are_searched = true};
}

/// What the file states of a phase that is no run.
PhaseOption stated_option(const ProjectPhase& phase, int nodes) {
  PhaseOption option{.nodes = nodes};
  if (phase.node_hours) {
    option.mean_days = *phase.node_hours / nodes * (hour / day);
  } else {
    option.mean_days = phase.duration.value_or(0 * day) / day;
  }
  option.p10_days = option.p50_days = option.p90_days = option.mean_days;
  option.node_hours = nodes * option.mean_days * (day / hour);
  return option;
}

using Tried = DurationMemo::Run;

Tried run_option(const Project& project, const ProjectPhase& phase, const Pool& pool, int nodes, Date start,
                 const catalog::Catalog& catalog) {
  plan::Report report;
  try {
    plan::Scenario asked = scenario_on(project, phase, pool, nodes, start, catalog);
    // Those of the pool stand by for all; what its plan leaves of its own nodes does for itself.
    asked.spare_nodes = pool.spares;
    asked.search_spares = false;
    asked.network_flows.reset();
    report = evaluate_briefly(asked);
  } catch (const InputError& error) {
    return {.reason = fmt::format("{}: {}", error.issues().front().where, error.issues().front().message)};
  }
  if (!report.obstacles.empty() || report.phases.empty() || !std::isfinite(report.mean_days))
    return {.reason = report.obstacles.empty() ? "it does not end" : answer::notice_text(report.obstacles.front())};
  const plan::PhaseReport& main = report.phases[report.main_phase];
  PlannedRun run{.settings = run_settings(report.scenario, report.phases, report.storage),
                 .time_error = time_error(report),
                 .model = report.scenario.model.name,
                 .framework = report.scenario.framework.name,
                 .plan = answer::parallel_text(main.parallel),
                 .step_time_s = main.step.total() / second};
  run.settings.spare_nodes -= pool.spares;
  run.settings.phases.clear();  // a project holds its nodes throughout
  for (const plan::PhaseReport& planned : report.phases) run.tokens += planned.tokens;
  if (report.energy.machines) run.energy_kwh = *report.energy.machines / kilowatt_hour;
  if (report.scenario.step_errors) {
    run.position = calibration::position_of(step_job(report.scenario, report.scenario.phases[report.main_phase]));
    run.correlation = report.scenario.step_errors->outlook.errors.correlation;
  }
  PhaseOption option{.nodes = nodes,
                     .mean_days = report.mean_days,
                     .p10_days = report.wall_clock_days_80.low,
                     .p50_days = report.median_days,
                     .p90_days = report.wall_clock_days_80.high,
                     .interruptions = report.run.interruptions,
                     .node_hours = nodes * report.mean_days * (day / hour),
                     .run = std::move(run)};
  option.warnings = answer::notice_texts(report.warnings);
  return {.option = std::move(option)};
}

/// All that run_option() depends on.
std::string key_of(const Project& project, const ProjectPhase& phase, const Pool& pool, int nodes, Date start) {
  const auto& folder = scenario_folder_of(project, phase);
  return fmt::format("{} {} {} {} {} {} {} {}", pool.instance, pool.region, pool.kind, pool.spares, nodes,
                     date_text(start), folder ? folder->string() : "", scenario_of(project, phase)->dump());
}

/// One thing to try: a phase on some nodes of a pool.
struct Trial {
  std::size_t project = 0, phase = 0;
  int pool = 0, nodes = 0;
  bool is_searched = false;
};

std::vector<Trial> trials_of(const Programme& programme) {
  std::vector<Trial> trials;
  const std::vector<const Project*> projects = projects_of(programme);
  for (std::size_t i = 0; i < projects.size(); ++i)
    for (std::size_t j = 0; j < projects[i]->phases.size(); ++j)
      for (const std::string& name : projects[i]->pools) {
        const int index = index_of_pool(programme, name);
        const Pool& pool = programme.pools[static_cast<std::size_t>(index)];
        const Widths widths = widths_of(programme, *projects[i], projects[i]->phases[j], pool);
        for (const int nodes : widths.nodes) trials.push_back({i, j, index, nodes, widths.are_searched});
      }
  return trials;
}

/// Leaves, of a pool on which numbers of nodes were searched, kMostWidths that lie evenly between the fewest that end
/// within the programme and the most.  `phases` are done on the same nodes.
void thin_out(std::span<PhaseOptions> phases, int pool, double window_days) {
  std::map<int, double> days;
  for (const PhaseOptions& phase : phases)
    for (const PhaseOption& option : phase.options)
      if (option.pool == pool) days[option.nodes] += option.p50_days;
  std::vector<int> widths;
  for (const auto& [nodes, takes] : days)
    if (takes <= window_days) widths.push_back(nodes);
  if (widths.empty()) return;
  const auto count = static_cast<int>(widths.size()), most = std::min(count, kMostWidths);
  std::vector<int> kept;
  kept.reserve(static_cast<std::size_t>(most));
  for (int i = 0; i < most; ++i)
    kept.push_back(widths[static_cast<std::size_t>(most == 1 ? 0 : i * (count - 1) / (most - 1))]);
  for (PhaseOptions& phase : phases)
    std::erase_if(phase.options, [&](const PhaseOption& option) {
      return option.pool == pool && std::ranges::find(kept, option.nodes) == kept.end();
    });
}

/// The n-th option of every phase is what it runs on of the n-th number of nodes of a pool that a dedicated project
/// keeps: as many of them as it can.
void keep_widest(std::vector<PhaseOptions>& phases) {
  std::set<std::pair<int, int>> kept;  // by pool and nodes
  for (const PhaseOptions& phase : phases)
    for (const PhaseOption& option : phase.options) kept.emplace(option.pool, option.nodes);
  std::vector<std::vector<PhaseOption>> chosen(phases.size());
  for (const auto& [pool, nodes] : kept) {
    std::vector<const PhaseOption*> of_phases;
    for (const PhaseOptions& phase : phases) {
      const PhaseOption* widest = nullptr;
      for (const PhaseOption& option : phase.options)
        if (option.pool == pool && option.nodes <= nodes) widest = &option;  // they ascend
      if (widest) of_phases.push_back(widest);
    }
    if (of_phases.size() < phases.size()) continue;
    for (std::size_t i = 0; i < phases.size(); ++i) chosen[i].push_back(*of_phases[i]);
  }
  for (std::size_t i = 0; i < phases.size(); ++i) phases[i].options = std::move(chosen[i]);
}

/// A dedicated project keeps its nodes, so that all its phases have one number of one pool.
/// @return whether there is such a number
bool keep_common(std::vector<PhaseOptions>& phases) {
  const auto has = [](const PhaseOptions& phase, const PhaseOption& option) {
    return std::ranges::any_of(phase.options, [&](const PhaseOption& other) {
      return other.pool == option.pool && other.nodes == option.nodes;
    });
  };
  const auto is_common = [&](const PhaseOption& option) {
    return std::ranges::all_of(phases, [&](const PhaseOptions& other) { return has(other, option); });
  };
  if (phases.empty() || std::ranges::none_of(phases.front().options, is_common)) return false;
  std::vector<std::pair<int, int>> common;
  for (const PhaseOption& option : phases.front().options)
    if (is_common(option)) common.emplace_back(option.pool, option.nodes);
  for (PhaseOptions& phase : phases)
    std::erase_if(phase.options, [&](const PhaseOption& option) {
      return std::ranges::find(common, std::pair(option.pool, option.nodes)) == common.end();
    });
  return true;
}

/// Days on which maintenance leaves fewer nodes than there are otherwise.
class MaintenanceDays {
 public:
  MaintenanceDays(const Programme& programme, const Pool& pool) {
    if (pool.maintenance.empty()) return;
    Pool whole = pool;
    whole.maintenance.clear();
    there_ = nodes_by_day(programme, pool);
    otherwise_ = nodes_by_day(programme, whole);
  }

  /// On which so many are not there, and would be.
  std::vector<int> lacking(int nodes) const {
    std::vector<int> days;
    for (std::size_t day = 0; day < there_.size(); ++day)
      if (there_[day] < nodes && nodes <= otherwise_[day]) days.push_back(static_cast<int>(day));
    return days;
  }

 private:
  std::vector<int> there_, otherwise_;  ///< nodes by day; empty: there is no maintenance
};

/// Phases of a project that stand still while their pool is in maintenance.
std::vector<bool> may_pause(const Programme& programme, const Project& project,
                            const std::vector<PhaseOptions>& phases) {
  std::vector<bool> may;
  for (std::size_t j = 0; j < phases.size(); ++j) {
    const bool is_run = std::ranges::any_of(phases[j].options, [](const PhaseOption& o) { return o.run.has_value(); });
    const bool is_jobs = project.phases[j].jobs && !is_stream_in_queue(programme, project, project.phases[j]);
    may.push_back(is_run || is_jobs);
  }
  // What keeps its nodes from end to end is one stretch.
  if (project.dedicated && std::ranges::find(may, true) != may.end()) may.assign(may.size(), true);
  return may;
}

void add_pauses(const Programme& programme, DurationTable& table) {
  std::vector<MaintenanceDays> pools;
  for (const Pool& pool : programme.pools) pools.emplace_back(programme, pool);
  const std::vector<const Project*> projects = projects_of(programme);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::vector<bool> may = may_pause(programme, *projects[i], table[i]);
    for (std::size_t j = 0; j < table[i].size(); ++j)
      for (PhaseOption& option : table[i][j].options)
        if (may[j]) option.pauses = pools[static_cast<std::size_t>(option.pool)].lacking(option.nodes);
  }
}

}  // namespace

std::vector<const Project*> projects_of(const Programme& programme) {
  std::vector<const Project*> projects;
  for (const scenario::Organisation& organisation : programme.organisations)
    for (const Project& project : organisation.projects) projects.push_back(&project);
  return projects;
}

DurationMemo::Run DurationMemo::run(const std::string& key, const std::function<Run()>& work) {
  {
    const std::scoped_lock lock(mutex_);
    if (const auto known = runs_.find(key); known != runs_.end()) return known->second;
  }
  Run run = work();
  const std::scoped_lock lock(mutex_);
  return runs_.try_emplace(key, std::move(run)).first->second;
}

DurationTable duration_table(const Programme& programme, const catalog::Catalog& catalog, int threads,
                             DurationMemo& memo, const Watch& watch) {
  const std::vector<const Project*> projects = projects_of(programme);
  const std::vector<Trial> trials = trials_of(programme);
  std::vector<Tried> tried(trials.size());
  parallel_for(
      static_cast<std::int64_t>(trials.size()), threads,
      [&](std::int64_t i) {
        const Trial& trial = trials[static_cast<std::size_t>(i)];
        const Project& project = *projects[trial.project];
        const ProjectPhase& phase = project.phases[trial.phase];
        const Pool& pool = programme.pools[static_cast<std::size_t>(trial.pool)];
        Tried& answer = tried[static_cast<std::size_t>(i)];
        const int most = most_nodes_to_use(pool, programme.end);
        if (trial.nodes > most) {
          answer.reason = fmt::format("pool {} never has more than {} nodes for projects", pool.name, most);
        } else if (scenario_of(project, phase)) {
          const Date start = std::max(programme.start, project.earliest.value_or(programme.start));
          answer = memo.run(key_of(project, phase, pool, trial.nodes, start),
                            [&] { return run_option(project, phase, pool, trial.nodes, start, catalog); });
        } else {
          answer.option = stated_option(phase, trial.nodes);
        }
        if (answer.option) answer.option->pool = trial.pool;
      },
      watch);
  if (watch.stopped()) throw JobStopped();

  DurationTable table(projects.size());
  for (std::size_t i = 0; i < projects.size(); ++i) table[i].resize(projects[i]->phases.size());
  std::map<std::pair<std::size_t, std::size_t>, std::vector<int>> searched;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const Trial& trial = trials[i];
    PhaseOptions& options = table[trial.project][trial.phase];
    if (tried[i].option) {
      options.options.push_back(*std::move(tried[i].option));
    } else {
      options.refused.push_back({trial.pool, trial.nodes, std::move(tried[i].reason)});
    }
    std::vector<int>& pools = searched[{trial.project, trial.phase}];
    if (trial.is_searched && (pools.empty() || pools.back() != trial.pool)) pools.push_back(trial.pool);
  }
  const double window_days = programme.end.days_since_epoch - programme.start.days_since_epoch;
  for (std::size_t i = 0; i < projects.size(); ++i) {
    for (PhaseOptions& phase : table[i])
      std::ranges::sort(phase.options, {}, [](const PhaseOption& o) { return std::pair(o.pool, o.nodes); });
    if (projects[i]->dedicated && !keep_common(table[i])) {
      keep_widest(table[i]);
      continue;
    }
    for (std::size_t j = 0; j < table[i].size(); ++j) {
      const std::span<PhaseOptions> alike =
          projects[i]->dedicated ? std::span(table[i]) : std::span(table[i]).subspan(j, 1);
      for (const int pool : searched[{i, j}]) thin_out(alike, pool, window_days);
    }
  }
  add_pauses(programme, table);
  return table;
}

}  // namespace fmplan::programme
