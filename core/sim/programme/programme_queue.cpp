#include "core/sim/programme/programme_queue.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

const std::vector<Release>& announced(const ProgrammeState& s, int pool) {
  return s.figures.pools[static_cast<std::size_t>(pool)].announced;
}

/// How long a job is thought to hold its nodes, and its project to keep them, once it has them.
double expected_s(const ProgrammeState& s, const Job& job) {
  return job.estimate_s + (job.task < 0 ? 0 : figures_of(s, job).kept_estimate_s);
}

/// When those that hold nodes are thought to give them back, and what is announced.
std::vector<Release> expected_releases(const ProgrammeState& s, int number) {
  const PoolState& pool = pool_of(s, number);
  std::vector<Release> releases;
  for (const int i : pool.running) {
    const Job& job = job_of(s, i);
    const double left_s = job.stage == JobStage::kSaving ? 0 : job.nodes_since_s + expected_s(s, job) - s.now_s;
    releases.push_back({.at_s = s.now_s + std::max(0.0, left_s), .nodes = job.nodes});
  }
  for (const Release& change : announced(s, number))
    if (change.at_s > s.now_s) releases.push_back(change);
  return releases;
}

FreeNodes expected_free(const ProgrammeState& s, int pool) {
  return {idle_nodes(s, pool), s.now_s, expected_releases(s, pool)};
}

/// Placements know of all changes, and a run has a checkpoint by then: they start and go on afterwards.
bool waits_for_a_stretch(const ProgrammeState& s, const Job& job) {
  const bool has_run = job.task >= 0 && figures_of(s, job).run;
  return s.settings.rules.order != QueueOrder::kPlanned && !has_run;
}

/// When the first in the queue is to start: where its nodes are there for all of its time, if it waits for that and the
/// programme has such a stretch; else as soon as they are there.
Reservation place_of(const ProgrammeState& s, const Job& job, const FreeNodes& free) {
  if (waits_for_a_stretch(s, job)) {
    const Reservation uncut = free.first(needed_nodes(s, job), expected_s(s, job));
    if (uncut.at_s < s.settings.end_s) return uncut;
  }
  return free.first(needed_nodes(s, job), 0);
}

/// Whether the first in the queue leaves nodes alone that it might have, for the pool is to lose some before its end.
bool is_held_back(const ProgrammeState& s, const Job& job) {
  if (!waits_for_a_stretch(s, job)) return false;
  const double end_s = s.now_s + expected_s(s, job);
  const auto cuts = [&](const Release& change) {
    return change.nodes < 0 && s.now_s < change.at_s && change.at_s < end_s;
  };
  if (std::ranges::none_of(announced(s, job.pool), cuts)) return false;
  return place_of(s, job, expected_free(s, job.pool)).at_s > s.now_s;
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

/// Who may go before the first in the queue: by placements who leaves its reservation as it is, in queues who has nodes
/// up to its end beside it, so that no change that is known cuts it off.
class OutOfTurn {
 public:
  OutOfTurn(const ProgrammeState& s, int pool, const Job& first)
      : s_(s), free_(expected_free(s, pool)), first_(place_of(s, first, free_)) {
    // Its nodes are there at its start, if it takes no time.
    const double end_s = std::max(first_.at_s + expected_s(s, first), std::nextafter(first_.at_s, kNever));
    free_.take(needed_nodes(s, first), first_.at_s, end_s);
  }

  bool may_start(const Job& job) const {
    const int needed = needed_nodes(s_, job);
    return is_planned() ? may_jump(needed, expected_s(s_, job), s_.now_s, first_)
                        : needed <= free_.least(s_.now_s + expected_s(s_, job));
  }
  /// @pre may_start()
  void start(const Job& job) {
    const double end_s = s_.now_s + expected_s(s_, job);
    if (end_s > first_.at_s) first_.extra -= needed_nodes(s_, job);
    free_.take(needed_nodes(s_, job), s_.now_s, end_s);
  }

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  bool is_planned() const { return s_.settings.rules.order == QueueOrder::kPlanned; }

  const ProgrammeState& s_;
  FreeNodes free_;
  Reservation first_;
};

/// Whoever may go before the first without its starting later.
void backfill(ProgrammeState& s, int pool, std::size_t first) {
  if (idle_nodes(s, pool) == 0) return;
  OutOfTurn others(s, pool, job_of(s, pool_of(s, pool).queue[first]));
  const std::vector<int>& queue = pool_of(s, pool).queue;
  for (std::size_t i = first + 1; i < queue.size() && idle_nodes(s, pool) > 0;) {
    const Job& job = job_of(s, queue[i]);
    if (needed_nodes(s, job) > idle_nodes(s, pool) || !others.may_start(job) || !may_start(s, job)) {
      ++i;
      continue;
    }
    others.start(job);
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
    if (!is_held_back(s, job_of(s, head))) {
      if (may_start(s, job_of(s, head))) {
        start_queued(s, pool, *first);
        continue;
      }
      // Those that are preempted join the queue behind it.
      if (rules.preemption && preempt_for(s, job_of(s, head))) continue;
    }
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
