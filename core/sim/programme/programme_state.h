#pragma once

/// @file
/// Where one trial of a programme stands, as plain values; the files beside this one are functions over them:
///   node_books       what is counted,
///   pool_calendar    what nodes there are,
///   queue_order      who goes first,
///   programme_jobs   jobs started, stopped and ended,
///   programme_queue  who is started: backfill and preemption,
///   programme_trial  the flow from one event to the next.

#include <cstdint>
#include <memory>
#include <optional>
#include <queue>
#include <vector>

#include "core/base/random.h"
#include "core/sim/programme/node_books.h"
#include "core/sim/programme/pool_calendar.h"
#include "core/sim/programme/programme_figures.h"
#include "core/sim/programme/programme_outcome.h"
#include "core/sim/run/trial_pause.h"

namespace fmplan::sim {

/// In the order in which those of one time are seen to.
enum class EventKind : std::uint8_t {
  kClose,      ///< the programme's end, for the books
  kRunStep,    ///< a run asks for something or ends
  kJobEnd,     ///< of what has no run
  kSaved,      ///< a preempted run has written its checkpoint
  kCapacity,   ///< a pool's nodes change
  kEligible,   ///< a task may join the queue
  kArrival,    ///< a job of a stream comes
  kStreamEnd,  ///< no more come
};
struct Event {
  double at_s = 0;
  EventKind kind = EventKind::kClose;
  int of = 0;                 ///< job, pool, task or stream
  std::uint32_t version = 0;  ///< of a job: it is void if that has changed

  friend bool operator>(const Event& a, const Event& b) {
    if (a.at_s != b.at_s) return a.at_s > b.at_s;
    if (a.kind != b.kind) return a.kind > b.kind;
    return a.of > b.of;
  }
};

enum class JobStage : std::uint8_t { kComing, kQueued, kRunning, kSaving, kEnded };

/// A task, or a job of a stream.
struct Job {
  int task = -1, stream = -1;  ///< one of them
  int project = 0, pool = 0, nodes = 1;
  JobStage stage = JobStage::kComing;
  std::uint32_t version = 0;
  int num_before = 0;       ///< tasks that it waits for
  double eligible_s = 0;    ///< it has been in the queue since
  std::int64_t number = 0;  ///< in the order of joining
  double left_s = 0;        ///< of what has no run
  double estimate_s = 0;    ///< of what is left, when it last got nodes
  double start_s = -1;      ///< for the first time
  double nodes_since_s = 0;
  double node_s = 0;                  ///< held before
  std::unique_ptr<TrialState> run{};  ///< of one that has begun
};

struct PoolState {
  PoolCalendar calendar;
  std::size_t next_change = 0;  ///< in it
  std::vector<int> queue{};     ///< jobs, the first one first
  std::vector<int> running{};   ///< jobs that hold nodes, in the order of their starts
  int saving = 0;               ///< nodes of preempted jobs that write their checkpoints
  std::optional<SpareNodes> spares{};
  double spares_since_s = 0;  ///< start of their clock: that of the first run
  double rate_draw = 0;       ///< uniform: what the failure rate of all its runs is a quantile of
  bool is_touched = false;    ///< somebody may be startable
};

/// Nodes that a project keeps between two of its tasks.
struct Kept {
  int pool = 0;
  int nodes = 0;
};

struct StreamState {
  std::uint64_t seed = 1;
  RandomStream arrivals, widths, durations;
  bool is_open = true;
  int unfinished = 0;  ///< jobs
};

struct ProjectState {
  Kept kept;
  int num_left = 0;     ///< tasks and streams that have not ended
  double start_s = -1;  ///< negative: not yet
  double finish_s = 0;  ///< of what has ended
};

struct ProgrammeState {
  const ProgrammeSettings& settings;
  const ProgrammeFigures& figures;
  std::int64_t trial = 0;
  ProgrammeTrial out;
  NodeBooks books;
  double now_s = 0;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events{};
  std::vector<Job> jobs{};       ///< tasks, in their order, then jobs of streams
  std::vector<int> free_jobs{};  ///< ended ones of streams
  std::int64_t num_joined = 0;
  std::vector<PoolState> pools{};
  std::vector<ProjectState> projects;
  std::vector<StreamState> streams{};
  std::vector<double> errors;  ///< normal quantiles, one for each error of the step time
};

inline Job& job_of(ProgrammeState& s, int job) { return s.jobs[static_cast<std::size_t>(job)]; }
inline const Job& job_of(const ProgrammeState& s, int job) { return s.jobs[static_cast<std::size_t>(job)]; }
inline PoolState& pool_of(ProgrammeState& s, int pool) { return s.pools[static_cast<std::size_t>(pool)]; }
inline const PoolState& pool_of(const ProgrammeState& s, int pool) { return s.pools[static_cast<std::size_t>(pool)]; }
inline ProjectState& project_of(ProgrammeState& s, int project) {
  return s.projects[static_cast<std::size_t>(project)];
}
inline const SimulatedTask& task_of(const ProgrammeState& s, const Job& job) {
  return s.settings.tasks[static_cast<std::size_t>(job.task)];
}
inline const TaskFigures& figures_of(const ProgrammeState& s, const Job& job) {
  return s.figures.tasks[static_cast<std::size_t>(job.task)];
}

/// Nodes kept by its project that a job may have.
inline int kept_for(const ProgrammeState& s, const Job& job) {
  if (job.task < 0) return 0;
  const Kept& kept = s.projects[static_cast<std::size_t>(job.project)].kept;
  return kept.pool == job.pool ? std::min(kept.nodes, job.nodes) : 0;
}

}  // namespace fmplan::sim
