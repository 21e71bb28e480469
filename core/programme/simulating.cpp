#include "core/programme/simulating.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "core/base/fingerprint.h"
#include "core/programme/pool_money.h"

namespace fmplan::programme {
namespace {

using scenario::PolicyKind;
using scenario::Pool;
using scenario::Programme;
using scenario::Project;

constexpr double kDay_s = day / second;

double seconds_of(const Programme& programme, Date date) {
  return (date.days_since_epoch - programme.start.days_since_epoch) * kDay_s;
}

sim::SimulatedPool simulated_pool(const Programme& programme, const Pool& pool) {
  int held_at_most = 0;
  for (const scenario::PoolChange& delivery : pool.deliveries) held_at_most += delivery.nodes;
  sim::SimulatedPool simulated{.steps = {}, .spares = pool.spares};
  for (const scenario::PoolChange& delivery : pool.deliveries)
    simulated.steps.push_back({.at_s = seconds_of(programme, delivery.on),
                               .nodes = delivery.nodes,
                               .late_chance = delivery.late_chance,
                               .late_mean_s = delivery.late_mean / second,
                               .defective_share = pool.acceptance.defective_share,
                               .check_s = pool.acceptance.check / second,
                               .replaced_in_s = pool.acceptance.replaced_in / second});
  for (const scenario::PoolChange& back : pool.returns)
    simulated.steps.push_back({.at_s = seconds_of(programme, back.on), .nodes = -back.nodes});
  for (const scenario::PoolMaintenance& pause : pool.maintenance)
    simulated.steps.push_back({.at_s = seconds_of(programme, pause.from),
                               .nodes = pause.nodes == 0 ? -held_at_most : -pause.nodes,
                               .until_s = seconds_of(programme, pause.until)});
  return simulated;
}

sim::QueueOrder order_of(PolicyKind kind) {
  switch (kind) {
    case PolicyKind::kPlanned: return sim::QueueOrder::kPlanned;
    case PolicyKind::kFifo: return sim::QueueOrder::kFifo;
    case PolicyKind::kPriority: return sim::QueueOrder::kPriority;
    case PolicyKind::kFairShare: return sim::QueueOrder::kFairShare;
    case PolicyKind::kDeadline: return sim::QueueOrder::kDeadline;
  }
  return sim::QueueOrder::kPlanned;
}

/// As stated; those that state none have what is left in equal parts.
std::vector<double> shares_of(const Programme& programme) {
  double stated = 0;
  int silent = 0;
  for (const scenario::Organisation& organisation : programme.organisations) {
    stated += organisation.share.value_or(0);
    silent += organisation.share ? 0 : 1;
  }
  constexpr double kLeast = 1e-6;  // chosen: of who is left nothing, and comes last
  std::vector<double> shares;
  for (const scenario::Organisation& organisation : programme.organisations)
    shares.push_back(std::max(kLeast, organisation.share.value_or(silent > 0 ? (1 - stated) / silent : 0)));
  return shares;
}

/// Numbers for frameworks on machines.
class Kin {
 public:
  int number_of(const std::string& instance, const std::string& framework) {
    const auto key = std::pair(instance, framework);
    return numbers_.try_emplace(key, static_cast<int>(numbers_.size())).first->second;
  }

 private:
  std::map<std::pair<std::string, std::string>, int> numbers_;
};

/// The mean correlation of errors of different projects' runs that are kin; 0 where there are no two.
double shared_error(const std::vector<ChosenPhase>& tasks, const std::vector<int>& kin) {
  double sum = 0;
  int pairs = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    for (std::size_t j = i + 1; j < tasks.size(); ++j) {
      if (kin[i] < 0 || kin[i] != kin[j] || tasks[i].project == tasks[j].project) continue;
      const PlannedRun &a = *tasks[i].option->run, &b = *tasks[j].option->run;
      sum += correlation(a.correlation, a.position, b.position);
      ++pairs;
    }
  return pairs > 0 ? sum / pairs : 0;
}

sim::SimulatedStream stream_of(const Programme& programme, const Project& project, const scenario::JobStream& jobs,
                               const ChosenPhase& chosen) {
  const double from = project.earliest ? std::max(0.0, seconds_of(programme, *project.earliest)) : 0;
  sim::SimulatedStream stream{.project = chosen.project,
                              .pool = chosen.option->pool,
                              .from_s = from,
                              .until_s = from + chosen.option->mean_days * kDay_s,
                              .jobs_per_s = jobs.jobs_per_day / kDay_s,
                              .nodes = jobs.nodes,
                              .mean_duration_s = jobs.mean_duration / second};
  for (const Seconds& duration : jobs.durations) stream.durations_s.push_back(duration / second);
  return stream;
}

double mean_of(const auto& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double busy_jobs(const sim::SimulatedStream& stream) {
  return stream.jobs_per_s * (stream.durations_s.empty() ? stream.mean_duration_s : mean_of(stream.durations_s));
}

/// Mean prices of the months; where one is unknown 0, since whoever tells what is spent says so then.
void add_prices(sim::ProgrammeSettings& settings, const Programme& programme) {
  settings.node_hour_prices.resize(settings.month_ends_s.size());
  for (const Pool& pool : programme.pools) {
    const std::vector<HeldMonth> months = held_months(programme, pool);
    for (std::size_t month = 0; month < months.size(); ++month)
      settings.node_hour_prices[month].push_back(months[month].mean_price.value_or(0));
  }
}

}  // namespace

std::vector<ChosenPhase> chosen_phases(const Programme& programme, const DurationTable& table,
                                       const PlacingProblem& placing, const plan::Placement& placement) {
  const int grid = programme.policy.grid_days;
  std::vector<ChosenPhase> chosen;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!placement.projects[i]) continue;
    std::size_t phase = 0;
    for (std::size_t k = 0; k < placement.projects[i]->size(); ++k) {
      const plan::PlacedPhase& placed = (*placement.projects[i])[k];
      double starts = 1.0 * placed.start * grid;
      for (const int option : placing.options[i][k][static_cast<std::size_t>(placed.mode)]) {
        const PhaseOption& of_phase = table[i][phase].options[static_cast<std::size_t>(option)];
        chosen.push_back({.project = static_cast<int>(i),
                          .phase = static_cast<int>(phase),
                          .option = &of_phase,
                          .start_day = starts,
                          .end_day = end_of_work(starts, of_phase.p50_days, of_phase.pauses)});
        starts = chosen.back().end_day;
        ++phase;
      }
    }
  }
  return chosen;
}

SimulatedProgramme simulated(const Programme& programme, const std::vector<ChosenPhase>& chosen) {
  SimulatedProgramme out;
  sim::ProgrammeSettings& settings = out.settings;
  const bool is_planned = programme.policy.kind == PolicyKind::kPlanned;
  for (const Pool& pool : programme.pools) settings.pools.push_back(simulated_pool(programme, pool));
  settings.rules = {.order = order_of(programme.policy.kind),
                    .backfill = programme.policy.backfill,
                    .preemption = programme.policy.preemption,
                    .shares = shares_of(programme)};
  settings.end_s = seconds_of(programme, programme.end);
  settings.num_organisations = static_cast<int>(programme.organisations.size());
  for (const Month& month : months_of(programme)) settings.month_ends_s.push_back(seconds_of(programme, month.until));
  add_prices(settings, programme);
  std::map<std::string, int> numbers;
  for (std::size_t i = 0; i < programme.organisations.size(); ++i) {
    const scenario::Organisation& organisation = programme.organisations[i];
    for (const Project& project : organisation.projects) {
      numbers.emplace(project.name, static_cast<int>(numbers.size()));
      sim::SimulatedProject simulated{
          .weight = project.weight, .organisation = static_cast<int>(i), .priority = organisation.priority};
      // To the end of that day, as run.deadline has it.
      if (project.deadline) simulated.deadline_s = seconds_of(programme, *project.deadline) + kDay_s;
      settings.projects.push_back(simulated);
    }
  }

  const std::vector<const Project*> projects = projects_of(programme);
  std::map<int, int> last_task;  // of a project
  Kin kin;
  std::vector<int> kin_of;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    const ChosenPhase& phase = chosen[k];
    const Project& project = *projects[static_cast<std::size_t>(phase.project)];
    const scenario::ProjectPhase& stated = project.phases[static_cast<std::size_t>(phase.phase)];
    if (is_stream_in_queue(programme, project, stated)) {
      settings.streams.push_back(stream_of(programme, project, *stated.jobs, phase));
      continue;
    }
    const bool goes_on = k + 1 < chosen.size() && chosen[k + 1].project == phase.project;
    sim::SimulatedTask task{
        .project = phase.project,
        .pool = phase.option->pool,
        .nodes = phase.option->nodes,
        .submitted_s = project.earliest ? std::max(0.0, seconds_of(programme, *project.earliest)) : 0,
        .not_before_s = is_planned ? phase.start_day * kDay_s : 0,
        .estimate_s = phase.option->p50_days * kDay_s,
        .duration_s = phase.option->mean_days * kDay_s,
        .keeps_nodes = project.dedicated && goes_on};
    if (const auto before = last_task.find(phase.project); before != last_task.end()) {
      task.after.push_back(before->second);
      // On the nodes that it has already.
      if (project.dedicated) task.not_before_s = 0;
    }
    if (phase.option->run) {
      // The first draws what `fmplan run` does; others keep their luck whatever else is in the programme.
      if (!settings.tasks.empty()) task.luck = fnv1a_64(project.organisation + "/" + project.name + "/" + stated.name);
      task.run = phase.option->run->settings;
      task.step_time_error = phase.option->run->time_error;
      const Pool& pool = programme.pools[static_cast<std::size_t>(phase.option->pool)];
      task.kin = kin.number_of(pool.instance, phase.option->run->framework);
    }
    last_task[phase.project] = static_cast<int>(settings.tasks.size());
    kin_of.push_back(task.kin);
    settings.tasks.push_back(std::move(task));
    out.tasks.push_back(phase);
  }
  // Of projects after others: their first tasks wait for those ones' last.
  for (std::size_t k = 0; k < out.tasks.size(); ++k) {
    if (k > 0 && out.tasks[k - 1].project == out.tasks[k].project) continue;
    for (const std::string& name : projects[static_cast<std::size_t>(out.tasks[k].project)]->after)
      if (const auto before = last_task.find(numbers.at(name)); before != last_task.end())
        settings.tasks[k].after.push_back(before->second);
  }
  settings.rules.shared_error = shared_error(out.tasks, kin_of);
  return out;
}

StreamLoad load_of_streams(const sim::ProgrammeSettings& settings, int pool) {
  StreamLoad most;
  for (const sim::SimulatedStream& begun : settings.streams) {
    if (begun.pool != pool) continue;
    StreamLoad load;
    std::map<int, double> jobs;  // busy ones, by width
    for (const sim::SimulatedStream& stream : settings.streams) {
      if (stream.pool != pool || stream.from_s > begun.from_s || begun.from_s >= stream.until_s) continue;
      load.busy += busy_jobs(stream) * mean_of(stream.nodes);
      for (const int nodes : stream.nodes) jobs[nodes] += busy_jobs(stream) / static_cast<double>(stream.nodes.size());
    }
    double wider = 0, widest = 0;
    for (auto width = jobs.rbegin(); width != jobs.rend(); ++width) {
      wider += width->second;
      const double nodes = width->first * (std::floor(wider) + 1);
      if (nodes <= widest) continue;
      widest = nodes;
      load.wide = width->first;
      load.wide_jobs = wider;
    }
    load.keeps_up = std::max(std::floor(load.busy) + 1, widest);
    if (load.keeps_up > most.keeps_up) most = load;
  }
  return most;
}

}  // namespace fmplan::programme
