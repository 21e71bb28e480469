#include "core/sim/programme/programme_tally.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/quantity.h"

namespace fmplan::sim {
namespace {

double days(double time_s) { return time_s * second / day; }
double hours(double node_s) { return node_s / (hour / second); }

/// For a sketch, whose bins begin at whole days: what ends with a day is counted at the end of the bin before, so that
/// a quantile of it does not lie in the next day.
double end_in_days(double time_s) {
  constexpr double kRounding = 1e-9;  // days
  const double end = days(time_s), whole = std::round(end);
  return std::abs(end - whole) < kRounding ? std::nextafter(whole, 0.0) : end;
}

/// All moments of a task, project, pool or stream in one order.
std::vector<Moments*> moments_of(ProgrammeSums::OfTask& task) {
  return {&task.start_days, &task.finish_days, &task.wall_clock_days, &task.node_hours, &task.interruptions};
}
std::vector<Moments*> moments_of(ProgrammeSums::OfProject& project) {
  return {&project.start_days, &project.finish_days, &project.node_hours, &project.on_time};
}
std::vector<Moments*> moments_of(ProgrammeSums::OfPool& pool) {
  std::vector<Moments*> all{&pool.held, &pool.used, &pool.lost, &pool.kept, &pool.idle, &pool.spare, &pool.unfit};
  for (Moments& week : pool.utilisation) all.push_back(&week);
  return all;
}
std::vector<Moments*> moments_of(ProgrammeSums::OfStream& stream) { return {&stream.jobs, &stream.mean_wait_h}; }

/// Sums over the months and over the organisations of a trial's money.
struct MoneySums {
  std::vector<double> in_all;       ///< by organisation
  std::vector<double> to_the_last;  ///< and after the programme's end
  std::vector<double> spent;        ///< up to the end of each month

  MoneySums(const ProgrammeTrial& trial, const ProgrammeSettings& settings) {
    const std::vector<double>& money = trial.money;
    const auto organisations = static_cast<std::size_t>(settings.num_organisations);
    if (!money.empty()) in_all.resize(organisations);
    double sum = 0;
    for (std::size_t i = 0; i < money.size(); ++i) {
      in_all[i % organisations] += money[i];
      sum += money[i];
      if ((i + 1) % organisations == 0) spent.push_back(sum);
    }
    for (std::size_t i = 0; i < in_all.size(); ++i) to_the_last.push_back(in_all[i] + trial.money_after[i]);
  }
};

/// What each has of a part of a trial; Moments or QuantileSketch.
template <class Part>
void add_each(std::vector<Part>& parts, const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) parts[i].add(values[i]);
}

void merge_each(std::vector<Moments>& all, const std::vector<Moments>& others) {
  all.resize(std::max(all.size(), others.size()));
  for (std::size_t i = 0; i < others.size(); ++i) all[i].merge(others[i]);
}

/// As large as the settings, at the first trial.
void size_for(ProgrammeSums& sums, const ProgrammeTrial& trial, const ProgrammeSettings& settings) {
  sums.tasks.resize(trial.tasks.size());
  sums.projects.resize(trial.projects.size());
  sums.pools.resize(trial.pools.size());
  for (std::size_t i = 0; i < trial.pools.size(); ++i)
    sums.pools[i].utilisation.resize(trial.pools[i].held_by_week.size());
  sums.streams.resize(trial.streams.size());
  sums.allotted.resize(trial.allotted.size());
  sums.money.resize(trial.money.size());
  sums.money_in_all.resize(trial.money_after.size());
  sums.money_to_the_last.resize(trial.money_after.size());
  sums.spent.resize(settings.node_hour_prices.size());
}

template <class Part>
void merge_all(std::vector<Part>& all, const std::vector<Part>& others) {
  all.resize(std::max(all.size(), others.size()));
  for (std::size_t i = 0; i < others.size(); ++i) {
    if constexpr (std::is_same_v<Part, ProgrammeSums::OfPool>)
      all[i].utilisation.resize(std::max(all[i].utilisation.size(), others[i].utilisation.size()));
    Part other = others[i];
    const auto mine = moments_of(all[i]), theirs = moments_of(other);
    for (std::size_t j = 0; j < theirs.size(); ++j) mine[j]->merge(*theirs[j]);
  }
}

Spread spread_of(const Moments& moments, const QuantileSketch& sketch) {
  if (sketch.size() == 0) return {.estimate = moments.estimate()};
  return {.estimate = moments.estimate(),
          .p10 = sketch.quantile(0.1),
          .p50 = sketch.quantile(0.5),
          .p90 = sketch.quantile(0.9)};
}

/// Of days that have come in some of the trials: its quantiles are of all, infinite beyond those.
Spread spread_of_all(const Moments& moments, const QuantileSketch& sketch, std::int64_t trials) {
  if (sketch.size() == trials) return spread_of(moments, sketch);
  const auto quantile = [&](double probability) {
    const double rank = probability * static_cast<double>(trials), came = static_cast<double>(sketch.size());
    return rank > came || came == 0 ? std::numeric_limits<double>::infinity() : sketch.quantile(rank / came);
  };
  return {.estimate = moments.estimate(), .p10 = quantile(0.1), .p50 = quantile(0.5), .p90 = quantile(0.9)};
}

std::vector<Spread> spreads_of(const std::vector<Moments>& moments, const std::vector<QuantileSketch>& sketches) {
  std::vector<Spread> spreads;
  for (std::size_t i = 0; i < moments.size(); ++i) spreads.push_back(spread_of(moments[i], sketches[i]));
  return spreads;
}

}  // namespace

void ProgrammeSums::add(const ProgrammeTrial& trial, const ProgrammeSettings& settings) {
  if (trials++ == 0) size_for(*this, trial, settings);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const TaskOutcome& task = trial.tasks[i];
    if (task.start_s >= 0) tasks[i].start_days.add(days(task.start_s));
    if (!task.finished) continue;
    tasks[i].finish_days.add(days(task.finish_s));
    tasks[i].wall_clock_days.add(days(task.wall_clock_s));
    tasks[i].node_hours.add(hours(task.node_s));
    tasks[i].interruptions.add(task.interruptions);
  }
  for (std::size_t i = 0; i < projects.size(); ++i) {
    const ProjectOutcome& project = trial.projects[i];
    if (const auto deadline_s = settings.projects[i].deadline_s)
      projects[i].on_time.add(project.finished && project.finish_s <= *deadline_s ? 1 : 0);
    if (project.start_s >= 0) projects[i].start_days.add(days(project.start_s));
    if (project.finished) projects[i].finish_days.add(days(project.finish_s));
    projects[i].node_hours.add(hours(project.node_s));
  }
  for (std::size_t i = 0; i < pools.size(); ++i) {
    const PoolOutcome& pool = trial.pools[i];
    pools[i].held.add(hours(pool.held));
    pools[i].used.add(hours(pool.used));
    pools[i].lost.add(hours(pool.lost));
    pools[i].kept.add(hours(pool.kept));
    pools[i].idle.add(hours(pool.idle));
    pools[i].spare.add(hours(pool.spare));
    pools[i].unfit.add(hours(pool.unfit));
    for (std::size_t week = 0; week < pool.held_by_week.size(); ++week)
      if (pool.held_by_week[week] > 0)
        pools[i].utilisation[week].add(pool.allotted_by_week[week] / pool.held_by_week[week]);
  }
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const StreamOutcome& stream = trial.streams[i];
    streams[i].jobs.add(static_cast<double>(stream.jobs));
    if (stream.waits_s.empty()) continue;
    const double sum_s = std::accumulate(stream.waits_s.begin(), stream.waits_s.end(), 0.0);
    streams[i].mean_wait_h.add(hours(sum_s / static_cast<double>(stream.waits_s.size())));
  }
  for (std::size_t i = 0; i < allotted.size(); ++i) allotted[i].add(hours(trial.allotted[i]));
  const MoneySums money_sums(trial, settings);
  add_each(money, trial.money);
  add_each(money_in_all, money_sums.in_all);
  add_each(money_to_the_last, money_sums.to_the_last);
  add_each(spent, money_sums.spent);
  for (std::size_t day = 0; day < kNumDeliveryDays; ++day) all_delivered[day].add(trial.all_delivered[day] ? 1 : 0);
}

void ProgrammeSums::merge(const ProgrammeSums& other) {
  trials += other.trials;
  merge_all(tasks, other.tasks);
  merge_all(projects, other.projects);
  merge_all(pools, other.pools);
  merge_all(streams, other.streams);
  merge_each(allotted, other.allotted);
  merge_each(money, other.money);
  merge_each(money_in_all, other.money_in_all);
  merge_each(money_to_the_last, other.money_to_the_last);
  merge_each(spent, other.spent);
  for (std::size_t day = 0; day < kNumDeliveryDays; ++day) all_delivered[day].merge(other.all_delivered[day]);
}

ProgrammeSketches::ProgrammeSketches(const ProgrammeSettings& settings)
    : tasks(settings.tasks.size()),
      projects(settings.projects.size()),
      waits_h(settings.streams.size()),
      allotted(settings.month_ends_s.size() * static_cast<std::size_t>(settings.num_organisations) *
               settings.pools.size()),
      money(settings.node_hour_prices.size() * static_cast<std::size_t>(settings.num_organisations)),
      money_in_all(settings.node_hour_prices.empty() ? 0 : static_cast<std::size_t>(settings.num_organisations)),
      money_to_the_last(money_in_all.size()),
      spent(settings.node_hour_prices.size()) {}

void ProgrammeSketches::add(const ProgrammeTrial& trial, const ProgrammeSettings& settings) {
  const MoneySums money_sums(trial, settings);
  const std::scoped_lock lock(mutex_);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const TaskOutcome& task = trial.tasks[i];
    if (task.start_s >= 0) tasks[i].start_days.add(days(task.start_s));
    if (!task.finished) continue;
    tasks[i].finish_days.add(end_in_days(task.finish_s));
    tasks[i].wall_clock_days.add(days(task.wall_clock_s));
    tasks[i].node_hours.add(hours(task.node_s));
  }
  for (std::size_t i = 0; i < projects.size(); ++i) {
    const ProjectOutcome& project = trial.projects[i];
    if (project.start_s >= 0) projects[i].start_days.add(days(project.start_s));
    if (project.finished) projects[i].finish_days.add(end_in_days(project.finish_s));
    projects[i].node_hours.add(hours(project.node_s));
  }
  for (std::size_t i = 0; i < waits_h.size(); ++i)
    for (const double wait_s : trial.streams[i].waits_s) waits_h[i].add(hours(wait_s));
  for (std::size_t i = 0; i < allotted.size(); ++i) allotted[i].add(hours(trial.allotted[i]));
  add_each(money, trial.money);
  add_each(money_in_all, money_sums.in_all);
  add_each(money_to_the_last, money_sums.to_the_last);
  add_each(spent, money_sums.spent);
}

ProgrammeSimulation summary(const ProgrammeSums& sums, const ProgrammeSketches& sketches,
                            const ProgrammeSettings& settings) {
  ProgrammeSimulation result;
  result.trials = sums.trials;
  for (std::size_t i = 0; i < sums.tasks.size(); ++i) {
    const ProgrammeSums::OfTask& task = sums.tasks[i];
    const ProgrammeSketches::OfTask& sketch = sketches.tasks[i];
    result.tasks.push_back({.start_days = spread_of_all(task.start_days, sketch.start_days, sums.trials),
                            .finish_days = spread_of_all(task.finish_days, sketch.finish_days, sums.trials),
                            .wall_clock_days = spread_of(task.wall_clock_days, sketch.wall_clock_days),
                            .node_hours = spread_of(task.node_hours, sketch.node_hours),
                            .interruptions = task.interruptions.estimate(),
                            .finished = task.finish_days.count});
  }
  for (std::size_t i = 0; i < sums.projects.size(); ++i) {
    const ProgrammeSums::OfProject& project = sums.projects[i];
    const ProgrammeSketches::OfProject& sketch = sketches.projects[i];
    result.projects.push_back({.start_days = spread_of_all(project.start_days, sketch.start_days, sums.trials),
                               .finish_days = spread_of_all(project.finish_days, sketch.finish_days, sums.trials),
                               .node_hours = spread_of(project.node_hours, sketch.node_hours),
                               .on_time = project.on_time.estimate(),
                               .finished = project.finish_days.count});
  }
  for (const ProgrammeSums::OfPool& pool : sums.pools) {
    result.pools.push_back({.held_node_hours = pool.held.estimate(),
                            .used_node_hours = pool.used.estimate(),
                            .lost_node_hours = pool.lost.estimate(),
                            .kept_node_hours = pool.kept.estimate(),
                            .idle_node_hours = pool.idle.estimate(),
                            .spare_node_hours = pool.spare.estimate(),
                            .unfit_node_hours = pool.unfit.estimate(),
                            .utilisation = {}});
    for (const Moments& week : pool.utilisation) result.pools.back().utilisation.push_back(week.estimate());
  }
  for (std::size_t i = 0; i < sums.streams.size(); ++i) {
    const ProgrammeSums::OfStream& stream = sums.streams[i];
    result.streams.push_back({.jobs = stream.jobs.estimate(),
                              .mean_wait_h = stream.mean_wait_h.estimate(),
                              .wait_h = spread_of(stream.mean_wait_h, sketches.waits_h[i])});
  }
  const auto organisations = static_cast<std::size_t>(settings.num_organisations);
  const std::size_t pools = settings.pools.size();
  for (std::size_t month = 0; sums.trials > 0 && month < settings.month_ends_s.size(); ++month) {
    auto& of_month = result.allotted_node_hours.emplace_back(organisations, std::vector<Spread>(pools));
    for (std::size_t organisation = 0; organisation < organisations; ++organisation)
      for (std::size_t pool = 0; pool < pools; ++pool) {
        const std::size_t at = (month * organisations + organisation) * pools + pool;
        of_month[organisation][pool] = spread_of(sums.allotted[at], sketches.allotted[at]);
      }
  }
  const std::vector<Spread> money = spreads_of(sums.money, sketches.money);
  for (auto of_month = money.begin(); of_month != money.end(); of_month += settings.num_organisations)
    result.money.emplace_back(of_month, of_month + settings.num_organisations);
  result.money_in_all = spreads_of(sums.money_in_all, sketches.money_in_all);
  result.money_to_the_last = spreads_of(sums.money_to_the_last, sketches.money_to_the_last);
  result.spent = spreads_of(sums.spent, sketches.spent);
  for (std::size_t day = 0; day < kNumDeliveryDays; ++day)
    result.all_delivered[day] = sums.all_delivered[day].estimate();
  return result;
}

}  // namespace fmplan::sim
