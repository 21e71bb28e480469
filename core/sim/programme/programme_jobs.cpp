#include "core/sim/programme/programme_jobs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/integers.h"
#include "core/sim/programme/queue_order.h"
#include "core/sim/run/run_trial.h"

namespace fmplan::sim {
namespace {

/// Productive node-seconds, as far as the books go.
void count_used(ProgrammeState& s, const Job& job, double work_s) {
  s.out.pools[at(job.pool)].used += job.nodes * work_s;
}

/// Of a stretch of work without a run that ends now.
void count_plain_work(ProgrammeState& s, const Job& job) {
  count_used(s, job, std::max(0.0, std::min(s.now_s, s.settings.end_s) - job.nodes_since_s));
}

void take_nodes(ProgrammeState& s, Job& job) {
  PoolBook& book = s.books.passed(job.pool, s.now_s);
  const int kept = kept_for(s, job), others = job.nodes - kept;
  project_of(s, job.project).kept.nodes -= kept;
  book[NodeUse::kKept].nodes -= kept;
  book[NodeUse::kIdle].nodes -= others;
  book[NodeUse::kBusy].nodes += job.nodes;
  s.books.allot(job.project, job.pool, others, s.now_s);
  job.nodes_since_s = s.now_s;
}

void give_nodes_back(ProgrammeState& s, int number) {
  Job& job = job_of(s, number);
  job.node_s += job.nodes * (s.now_s - job.nodes_since_s);
  PoolBook& book = s.books.passed(job.pool, s.now_s);
  book[NodeUse::kBusy].nodes -= job.nodes;
  book[NodeUse::kIdle].nodes += job.nodes;
  s.books.allot(job.project, job.pool, -job.nodes, s.now_s);
  if (job.task >= 0 && project_of(s, job.project).kept.pool == job.pool) give_up_kept(s, job.project);
  pool_of(s, job.pool).is_touched = true;
}

void keep_nodes(ProgrammeState& s, Job& job) {
  job.node_s += job.nodes * (s.now_s - job.nodes_since_s);
  PoolBook& book = s.books.passed(job.pool, s.now_s);
  book[NodeUse::kBusy].nodes -= job.nodes;
  book[NodeUse::kKept].nodes += job.nodes;
  Kept& kept = project_of(s, job.project).kept;
  kept = {.pool = job.pool, .nodes = kept.nodes + job.nodes};
}

TrialDraws draws_of(const ProgrammeState& s, const Job& job) {
  const SimulatedTask& task = task_of(s, job);
  TrialDraws draws;
  const int error = s.figures.errors.of_task[at(job.task)];
  if (error >= 0) draws.step_time_factor = step_time_factor(*task.step_time_error, s.errors[at(error)]);
  if (s.figures.trials.rate_uncertainty && rate_shape(task.run->failures))
    draws.rate_factor = rate_factor(task.run->failures, s.pools[at(job.pool)].rate_draw);
  return draws;
}

void begin_run(ProgrammeState& s, Job& job) {
  PoolState& pool = pool_of(s, job.pool);
  const TaskRun& task = *figures_of(s, job).run;
  RandomKey key = trial_key(task.trials.seed, s.trial, TrialStream::kPopulation);
  const int num_own = task_of(s, job).run->spare_nodes;
  SpareNodes own = fresh_spares(task.settings, num_own, key);
  if (!pool.spares) {
    // Lemons among the spares are of the first run's draw, after those of its own.
    if (num_own > 0) ++key.index;
    pool.spares = fresh_spares(task.settings, s.settings.pools[at(job.pool)].spares, key);
    pool.spares_since_s = s.now_s;
  }
  job.run = std::make_unique<TrialState>(
      task.run.begin(s.trial, draws_of(s, job), *pool.spares, std::move(own), s.now_s - pool.spares_since_s));
}

void await_step(ProgrammeState& s, int number) {
  const Job& job = job_of(s, number);
  add_event(s, std::max(s.now_s, job.start_s + next_step_s(*job.run)), EventKind::kRunStep, number, job.version);
}

/// After its nodes have been given back or kept.
void end_job(ProgrammeState& s, int number, bool finished) {
  Job& job = job_of(s, number);
  job.stage = JobStage::kEnded;
  ++job.version;
  if (job.stream >= 0) {
    StreamState& stream = s.streams[at(job.stream)];
    s.free_jobs.push_back(number);
    if (--stream.unfinished == 0 && !stream.is_open) count_ended(s, job.project);
    return;
  }
  TaskOutcome& out = s.out.tasks[at(job.task)];
  out.finished = finished;
  out.node_s = job.node_s;
  job.run.reset();
  if (!finished) return;
  count_ended(s, job.project);
  for (const int next : figures_of(s, job).next)
    if (--job_of(s, next).num_before == 0) {
      const SimulatedTask& task = s.settings.tasks[at(next)];
      add_event(s, std::max({s.now_s, task.submitted_s, task.not_before_s}), EventKind::kEligible, next);
    }
}

void leave_pool(ProgrammeState& s, int number) {
  const Job& job = job_of(s, number);
  std::erase(pool_of(s, job.pool).running, number);
  if (job.task >= 0 && figures_of(s, job).keeps_nodes)
    keep_nodes(s, job_of(s, number));
  else
    give_nodes_back(s, number);
}

void end_run(ProgrammeState& s, int number) {
  Job& job = job_of(s, number);
  const RunTrial trial = outcome(*job.run);
  TaskOutcome& out = s.out.tasks[at(job.task)];
  out.wall_clock_s = trial.wall_clock_s;
  out.interruptions = trial.num_interruptions();
  out.finish_s = job.start_s + trial.wall_clock_s;
  if (s.now_s < s.settings.end_s) count_used(s, job, work_done_s(*job.run, trial.wall_clock_s));
  std::erase(pool_of(s, job.pool).running, number);
  if (trial.finished && figures_of(s, job).keeps_nodes)
    keep_nodes(s, job);
  else
    give_nodes_back(s, number);
  end_job(s, number, trial.finished);
}

/// Back to the queue, in its old place; a run that has been given up does not come back.
void requeue(ProgrammeState& s, int number) {
  std::erase(pool_of(s, job_of(s, number).pool).running, number);
  give_nodes_back(s, number);
  Job& job = job_of(s, number);
  if (job.run && !job.run->out.finished) return end_job(s, number, false);
  job.estimate_s = std::max(0.0, job.estimate_s - (s.now_s - job.nodes_since_s));
  job.stage = JobStage::kQueued;
  join_queue(s, number);
}

/// What has no run loses nothing.
void stop_plain_work(ProgrammeState& s, Job& job) {
  count_plain_work(s, job);
  job.left_s = std::max(0.0, job.left_s - (s.now_s - job.nodes_since_s));
}

}  // namespace

void add_event(ProgrammeState& s, double at_s, EventKind kind, int of, std::uint32_t version) {
  s.events.push({.at_s = at_s, .kind = kind, .of = of, .version = version});
}

void make_eligible(ProgrammeState& s, int number) {
  Job& job = job_of(s, number);
  job.stage = JobStage::kQueued;
  job.eligible_s = s.now_s;
  job.number = s.num_joined++;
  if (kept_for(s, job) == job.nodes) return start_job(s, number);
  join_queue(s, number);
  pool_of(s, job.pool).is_touched = true;
}

void add_stream_job(ProgrammeState& s, int number) {
  const SimulatedStream& settings = s.settings.streams[at(number)];
  StreamState& stream = s.streams[at(number)];
  const auto one_of = [&stream](const auto& values, RandomStream& draws) {
    const auto at = static_cast<std::size_t>(draws.uniform() * static_cast<double>(values.size()));
    return values[std::min(at, values.size() - 1)];
  };
  int job = 0;
  if (s.free_jobs.empty()) {
    job = static_cast<int>(s.jobs.size());
    s.jobs.emplace_back();
  } else {
    job = s.free_jobs.back();
    s.free_jobs.pop_back();
  }
  const std::uint32_t version = job_of(s, job).version + 1;
  job_of(s, job) = {.stream = number, .project = settings.project, .pool = settings.pool, .version = version};
  job_of(s, job).nodes = one_of(settings.nodes, stream.widths);
  job_of(s, job).left_s = settings.durations_s.empty() ? settings.mean_duration_s * stream.durations.exponential()
                                                       : one_of(settings.durations_s, stream.durations);
  job_of(s, job).estimate_s = job_of(s, job).left_s;
  ++stream.unfinished;
  ++s.out.streams[at(number)].jobs;
  make_eligible(s, job);
}

void start_job(ProgrammeState& s, int number) {
  Job& job = job_of(s, number);
  take_nodes(s, job);
  job.stage = JobStage::kRunning;
  ++job.version;
  PoolState& pool = pool_of(s, job.pool);
  pool.running.push_back(number);
  const bool is_first = job.start_s < 0;
  if (is_first) {
    job.start_s = s.now_s;
    ProjectState& project = project_of(s, job.project);
    if (project.start_s < 0) project.start_s = s.now_s;
    if (job.task >= 0)
      s.out.tasks[at(job.task)].start_s = s.now_s;
    else
      s.out.streams[at(job.stream)].waits_s.push_back(s.now_s - job.eligible_s);
  }
  if (job.task < 0 || !figures_of(s, job).run) {
    add_event(s, s.now_s + job.left_s, EventKind::kJobEnd, number, job.version);
    return;
  }
  if (is_first)
    begin_run(s, job);
  else
    resume(*job.run, s.now_s - job.start_s);
  await_step(s, number);
}

void step_job(ProgrammeState& s, int number) {
  TrialState& run = *job_of(s, number).run;
  step(run);
  if (is_under_way(run))
    await_step(s, number);
  else
    end_run(s, number);
}

void end_plain_job(ProgrammeState& s, int number) {
  Job& job = job_of(s, number);
  count_plain_work(s, job);
  if (job.task >= 0) {
    TaskOutcome& out = s.out.tasks[at(job.task)];
    out.finish_s = s.now_s;
    out.wall_clock_s = s.now_s - job.start_s;
  }
  leave_pool(s, number);
  end_job(s, number, true);
}

void preempt_job(ProgrammeState& s, int number) {
  Job& job = job_of(s, number);
  ++job.version;
  if (!job.run) {
    stop_plain_work(s, job);
    return requeue(s, number);
  }
  const double free_s = job.start_s + stop(*job.run, s.now_s - job.start_s);
  if (free_s <= s.now_s) return requeue(s, number);
  job.stage = JobStage::kSaving;
  pool_of(s, job.pool).saving += job.nodes;
  add_event(s, free_s, EventKind::kSaved, number, job.version);
}

void end_saving(ProgrammeState& s, int number) {
  const Job& job = job_of(s, number);
  pool_of(s, job.pool).saving -= job.nodes;
  requeue(s, number);
}

void stop_job(ProgrammeState& s, int number) {
  Job& job = job_of(s, number);
  ++job.version;
  if (job.stage == JobStage::kSaving) return end_saving(s, number);
  if (!job.run) {
    stop_plain_work(s, job);
    return requeue(s, number);
  }
  stop(*job.run, s.now_s - job.start_s - job.run->figures.save);
  requeue(s, number);
}

void give_up_kept(ProgrammeState& s, int project) {
  Kept& kept = project_of(s, project).kept;
  if (kept.nodes == 0) return;
  PoolBook& book = s.books.passed(kept.pool, s.now_s);
  book[NodeUse::kKept].nodes -= kept.nodes;
  book[NodeUse::kIdle].nodes += kept.nodes;
  s.books.allot(project, kept.pool, -kept.nodes, s.now_s);
  pool_of(s, kept.pool).is_touched = true;
  kept.nodes = 0;
}

void count_ended(ProgrammeState& s, int project) {
  ProjectState& state = project_of(s, project);
  --state.num_left;
  state.finish_s = s.now_s;
}

void count_running_work(ProgrammeState& s) {
  for (const Job& job : s.jobs) {
    if (!job.run) continue;
    // One that has been stopped does no more.
    const double by_s = job.stage == JobStage::kRunning ? s.now_s - job.start_s : job.run->clock_s;
    count_used(s, job, work_done_s(*job.run, by_s));
  }
}

}  // namespace fmplan::sim
