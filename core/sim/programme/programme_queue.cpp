#include "core/sim/programme/programme_queue.h"

#include <algorithm>
#include <cmath>

#include "core/sim/programme/backfill.h"
#include "core/sim/programme/programme_jobs.h"
#include "core/sim/programme/queue_order.h"

namespace fmplan::sim {
namespace {

int idle_nodes(const ProgrammeState& s, int pool) { return s.books.pool(pool).nodes(NodeUse::kIdle); }

/// Beyond those that its project keeps.
int needed_nodes(const ProgrammeState& s, const Job& job) { return job.nodes - kept_for(s, job); }

/// Whether the pool ever has so many from now on.
bool can_ever_start(const ProgrammeState& s, const Job& job) {
  const PoolState& pool = pool_of(s, job.pool);
  const std::size_t now = pool.next_change == 0 ? 0 : pool.next_change - 1;
  return !pool.calendar.empty() && job.nodes <= pool.calendar[now].most_for_jobs;
}

/// A job whose nodes are not others' to take.
bool is_dedicated(const ProgrammeState& s, const Job& job) {
  if (job.task < 0) return false;
  const Kept& kept = s.projects[static_cast<std::size_t>(job.project)].kept;
  return figures_of(s, job).keeps_nodes || (kept.nodes > 0 && kept.pool == job.pool);
}

/// When those that hold nodes are thought to give them back, and what is announced.
std::vector<Release> expected_releases(const ProgrammeState& s, int number) {
  const PoolState& pool = pool_of(s, number);
  std::vector<Release> releases;
  for (const int i : pool.running) {
    const Job& job = job_of(s, i);
    const double kept_s = job.task < 0 ? 0 : figures_of(s, job).kept_estimate_s;
    const double left_s = job.stage == JobStage::kSaving ? 0 : job.nodes_since_s + job.estimate_s + kept_s - s.now_s;
    releases.push_back({.at_s = s.now_s + std::max(0.0, left_s), .nodes = job.nodes});
  }
  for (const Release& change : s.figures.pools[static_cast<std::size_t>(number)].announced)
    if (change.at_s > s.now_s) releases.push_back(change);
  return releases;
}

/// Whether a job of a stream leaves all placed tasks that have not started their nodes, by estimates.
bool leaves_placements(const ProgrammeState& s, const Job& job) {
  const double end_s = s.now_s + job.estimate_s;
  std::vector<Release> changes = expected_releases(s, job.pool);
  for (const int i : s.figures.pools[static_cast<std::size_t>(job.pool)].placed) {
    const SimulatedTask& task = s.settings.tasks[static_cast<std::size_t>(i)];
    if (task.not_before_s >= end_s) break;
    const Job& placed = job_of(s, i);
    if (placed.start_s >= 0 || placed.stage == JobStage::kEnded) continue;
    const double from_s = std::max(s.now_s, task.not_before_s);
    changes.push_back({.at_s = from_s, .nodes = -needed_nodes(s, placed)});
    changes.push_back({.at_s = from_s + task.estimate_s, .nodes = needed_nodes(s, placed)});
  }
  std::ranges::sort(changes, {}, &Release::at_s);
  int free = idle_nodes(s, job.pool) - job.nodes;
  for (std::size_t i = 0; i < changes.size() && changes[i].at_s < end_s; ++i) {
    free += changes[i].nodes;
    const bool is_last_of_time = i + 1 == changes.size() || changes[i + 1].at_s > changes[i].at_s;
    if (is_last_of_time && free < 0) return false;
  }
  return true;
}

bool may_start(const ProgrammeState& s, const Job& job) {
  if (needed_nodes(s, job) > idle_nodes(s, job.pool)) return false;
  const ProgrammeRules& rules = s.settings.rules;
  return rules.order != QueueOrder::kPlanned || rules.preemption || job.task >= 0 || leaves_placements(s, job);
}

void start_queued(ProgrammeState& s, int pool, std::size_t place) {
  std::vector<int>& queue = pool_of(s, pool).queue;
  const int job = queue[place];
  queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(place));
  start_job(s, job);
}

/// The first in the queue that can ever start.
std::optional<std::size_t> first_in_queue(const ProgrammeState& s, int pool) {
  const std::vector<int>& queue = pool_of(s, pool).queue;
  for (std::size_t i = 0; i < queue.size(); ++i)
    if (can_ever_start(s, job_of(s, queue[i]))) return i;
  return std::nullopt;
}

/// Those that hold nodes, the last in order first; those whose nodes are others' to take before the others.
std::vector<int> last_first(const ProgrammeState& s, int pool) {
  std::vector<int> jobs = pool_of(s, pool).running;
  std::ranges::sort(jobs, [&s](int a, int b) {
    const Job &one = job_of(s, a), &other = job_of(s, b);
    const bool keeps = is_dedicated(s, one), other_keeps = is_dedicated(s, other);
    if (keeps != other_keeps) return other_keeps;
    return queue_key(s, other) < queue_key(s, one);
  });
  return jobs;
}

/// Takes nodes for a job from those behind it, if they have enough; whether it fits now.
bool preempt_for(ProgrammeState& s, const Job& job) {
  int missing = needed_nodes(s, job) - idle_nodes(s, job.pool) - pool_of(s, job.pool).saving;
  std::vector<int> behind;
  for (const int i : last_first(s, job.pool)) {
    if (missing <= 0) break;
    const Job& other = job_of(s, i);
    if (other.stage == JobStage::kSaving || is_dedicated(s, other) || !goes_before(s, job, other)) continue;
    behind.push_back(i);
    missing -= other.nodes;
  }
  if (missing > 0) return false;
  const int needed = needed_nodes(s, job), pool = job.pool;
  for (const int i : behind) preempt_job(s, i);
  return needed <= idle_nodes(s, pool);
}

/// Whoever may go before the first without its starting later.
void backfill(ProgrammeState& s, int pool, std::size_t first) {
  if (idle_nodes(s, pool) == 0) return;
  const Job& head = job_of(s, pool_of(s, pool).queue[first]);
  Reservation reserved = reservation(needed_nodes(s, head), idle_nodes(s, pool), s.now_s, expected_releases(s, pool));
  const std::vector<int>& queue = pool_of(s, pool).queue;
  for (std::size_t i = first + 1; i < queue.size() && idle_nodes(s, pool) > 0;) {
    const Job& job = job_of(s, queue[i]);
    const int needed = needed_nodes(s, job);
    if (needed > idle_nodes(s, pool) || !may_jump(needed, job.estimate_s, s.now_s, reserved) || !may_start(s, job)) {
      ++i;
      continue;
    }
    if (s.now_s + job.estimate_s > reserved.at_s) reserved.extra -= needed;
    start_queued(s, pool, i);
  }
}

}  // namespace

void start_waiting(ProgrammeState& s, int pool) {
  const ProgrammeRules& rules = s.settings.rules;
  while (true) {
    sort_queue(s, pool);
    const std::optional<std::size_t> first = first_in_queue(s, pool);
    if (!first) return;
    const int head = pool_of(s, pool).queue[*first];
    if (may_start(s, job_of(s, head))) {
      start_queued(s, pool, *first);
      continue;
    }
    // Those that are preempted join the queue behind it.
    if (rules.preemption && preempt_for(s, job_of(s, head))) continue;
    if (rules.backfill) backfill(s, pool, *first);
    return;
  }
}

void change_nodes(ProgrammeState& s, int number) {
  PoolState& pool = pool_of(s, number);
  const PoolNodes& nodes = pool.calendar[pool.next_change++];
  PoolBook& book = s.books.passed(number, s.now_s);
  book[NodeUse::kHeld].nodes = nodes.held;
  book[NodeUse::kUnfit].nodes = nodes.unfit;
  book[NodeUse::kSpare].nodes = nodes.spares;
  NodeMeter& idle = book[NodeUse::kIdle];
  idle.nodes = nodes.for_jobs - book.nodes(NodeUse::kBusy) - book.nodes(NodeUse::kKept);
  for (std::size_t project = s.projects.size(); idle.nodes < 0 && project-- > 0;)
    if (s.projects[project].kept.pool == number) give_up_kept(s, static_cast<int>(project));
  if (idle.nodes < 0) {
    for (const int job : last_first(s, number)) {
      if (idle.nodes >= 0) break;
      stop_job(s, job);
    }
  }
  pool.is_touched = true;
}

}  // namespace fmplan::sim
