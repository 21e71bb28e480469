#include "api/job_runner.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace fmplan::api {
namespace {

/// Before the store is asked again after it could not be read or written; chosen: a full disk is not asked a thousand
/// times a second, and one that has room again is seen soon.
constexpr std::chrono::seconds kAfterStoreError{1};

using Clock = std::chrono::steady_clock;

/// What came of an attempt.
struct Outcome {
  std::optional<std::string> answer;
  std::string problem{};
};

Outcome outcome_of(const JobWork& work, const Job& job, JobProgress& progress) {
  try {
    std::string answer = work(job, progress);
    progress.flush();
    return {.answer = std::move(answer)};
  } catch (const std::bad_alloc&) {
    return {.answer = {}, .problem = "this needs more memory than the server has; ask for less"};
  } catch (const std::exception& error) {
    return {.answer = {}, .problem = error.what()};
  } catch (...) {
    return {.answer = {}, .problem = "ended with an error that says nothing"};
  }
}

/// Of work that failed, for another reason than these.
void keep_rows_of(JobProgress& progress) {
  try {
    progress.flush();
  } catch (const JobStoreError&) {
  }
}

}  // namespace

/// No call of the store is made with the mutex held: the store tells of changes, which takes it.
struct JobRunner::Shared {
  struct Waited {
    int num_waiting = 0;
    std::int64_t revision = 0;  ///< the highest that was told
  };

  JobWork work;
  JobRunnerOptions options;
  std::shared_ptr<JobStoreAccess> store;

  std::mutex mutex;  ///< for all below
  std::condition_variable may_begin, changed, ended;
  bool stopping = false;
  std::int64_t num_calls = 0;  ///< rises when there may be a job to begin
  int num_threads = 0;         ///< that have not ended
  struct Running {
    JobClaim claim;
    JobProgress* progress = nullptr;
  };
  std::map<std::string, Running, std::less<>> running;  ///< by id
  std::map<std::string, Waited, std::less<>> waited;    ///< by id

  void take(const JobChange& change);
  void log(const std::string& sentence) const {
    if (options.log) options.log(sentence);
  }
  void attempt(const ClaimedJob& claimed);
  void settle(const JobClaim& claim, JobProgress& progress, const Outcome& outcome);
};

void JobRunner::Shared::take(const JobChange& change) {
  const std::scoped_lock lock(mutex);
  if (change.state == JobState::kQueued) {
    ++num_calls;
    may_begin.notify_all();
  }
  if (change.state == JobState::kRunning && change.cancel_asked)
    if (const auto job = running.find(change.id); job != running.end()) job->second.progress->ask_to_stop();
  if (const auto wait = waited.find(change.id); wait != waited.end()) {
    wait->second.revision = std::max(wait->second.revision, change.revision);
    changed.notify_all();
  }
}

void JobRunner::Shared::attempt(const ClaimedJob& claimed) {
  const Job& job = claimed.job;
  JobProgress progress(store, claimed);
  {
    const std::scoped_lock lock(mutex);
    running.emplace(job.id, Running{.claim = claimed.claim, .progress = &progress});
    if (stopping) progress.ask_to_stop();
  }
  Outcome outcome;
  if (options.fingerprint && *options.fingerprint != job.fingerprint) {
    outcome.problem = fmt::format("was asked of catalogue {}, and this server has {}; ask again", job.fingerprint,
                                  *options.fingerprint);
  } else {
    try {
      // Who cancelled before it stood among the running ones was heard by nobody.
      const auto status = store->with([&](JobStore& jobs) { return jobs.status(job.owner, job.id); });
      if (!status || status->cancel_asked) progress.ask_to_stop();
    } catch (const std::exception&) {
      // Then the work runs to its end, and the store remembers what was asked.
    }
    outcome = outcome_of(work, job, progress);
  }
  settle(claimed.claim, progress, outcome);
  const std::scoped_lock lock(mutex);
  running.erase(job.id);
}

void JobRunner::Shared::settle(const JobClaim& claim, JobProgress& progress, const Outcome& outcome) {
  const auto end = [&](const auto& how) { store->with([&](JobStore& jobs) { return how(jobs, options.clock()); }); };
  // Of the store, which did not take what the work gave: too large, other rows than before, no room on the disk.
  std::string problem;
  for (bool has_failed = false;;) {
    try {
      if (has_failed) {
        end([&](JobStore& jobs, UtcSeconds now) { return jobs.fail(claim, problem, now); });
      } else if (progress.was_told()) {
        progress.flush();
        end([&](JobStore& jobs, UtcSeconds now) { return jobs.release(claim, now); });
      } else if (outcome.answer) {
        end([&](JobStore& jobs, UtcSeconds now) { return jobs.finish(claim, *outcome.answer, now); });
      } else {
        keep_rows_of(progress);
        end([&](JobStore& jobs, UtcSeconds now) { return jobs.fail(claim, outcome.problem, now); });
      }
      return;
    } catch (const JobStopped&) {
      return;  // Given up on: the job waits in the queue already.
    } catch (const std::exception& error) {
      if (!std::exchange(has_failed, true)) {
        problem = error.what();
        continue;
      }
      log(fmt::format("that job {} has failed cannot be written: {}", claim.id, error.what()));
    }
    std::unique_lock lock(mutex);
    // Whoever opens the file next finds the job running, and queues it again.
    if (may_begin.wait_for(lock, kAfterStoreError, [&] { return stopping; })) return;
  }
}

void JobRunner::run_jobs(const std::shared_ptr<Shared>& shared) {
  std::unique_lock lock(shared->mutex);
  while (!shared->stopping) {
    const std::int64_t num_calls = shared->num_calls;
    lock.unlock();
    std::optional<ClaimedJob> claimed;
    bool has_error = false;
    try {
      claimed = shared->store->with([&](JobStore& store) { return store.claim_next(shared->options.clock()); });
    } catch (const JobStopped&) {
      // Too late: the store is gone, and so is this thread.
    } catch (const std::exception& error) {
      has_error = true;
      shared->log(fmt::format("no job can be begun: {}", error.what()));
    }
    if (claimed) shared->attempt(*claimed);
    lock.lock();
    if (claimed) continue;
    const auto is_called = [&] { return shared->stopping || shared->num_calls != num_calls; };
    if (has_error)
      shared->may_begin.wait_for(lock, kAfterStoreError, [&] { return shared->stopping; });
    else
      shared->may_begin.wait(lock, is_called);
  }
  --shared->num_threads;
  shared->ended.notify_all();
}

JobRunner::JobRunner(JobStore& store, JobWork work, JobRunnerOptions options)
    : store_(&store), shared_(std::make_shared<Shared>()) {
  shared_->work = std::move(work);
  shared_->options = std::move(options);
  shared_->store = std::make_shared<JobStoreAccess>(store);
  store.on_change([shared = shared_](const JobChange& change) { shared->take(change); });
  try {
    const std::scoped_lock lock(shared_->mutex);
    for (int i = 0; i < shared_->options.num_threads; ++i) {
      threads_.emplace_back([shared = shared_] { run_jobs(shared); });
      ++shared_->num_threads;
    }
  } catch (const std::system_error&) {
    stop();
    throw;
  }
}

JobRunner::~JobRunner() { stop(); }

bool JobRunner::stop(std::chrono::milliseconds limit) {
  if (stopped_) return *stopped_;
  std::map<std::string, Shared::Running, std::less<>> left;
  {
    std::unique_lock lock(shared_->mutex);
    shared_->stopping = true;
    for (const auto& [id, job] : shared_->running) job.progress->ask_to_stop();
    shared_->may_begin.notify_all();
    shared_->changed.notify_all();
    stopped_ = shared_->ended.wait_for(lock, limit, [&] { return shared_->num_threads == 0; });
  }
  if (!*stopped_) {
    shared_->store->take_away();
    const std::scoped_lock lock(shared_->mutex);
    left = shared_->running;
  }
  store_->on_change({});
  for (const auto& [id, job] : left) {
    try {
      store_->release(job.claim, shared_->options.clock());
    } catch (const JobStoreError& error) {
      shared_->log(fmt::format("job {} stays as it is until the server starts again: {}", id, error.what()));
    }
  }
  for (std::thread& thread : threads_)
    if (*stopped_)
      thread.join();
    else
      thread.detach();
  return *stopped_;
}

std::optional<JobStatus> JobRunner::wait_for_change(std::string_view owner, const std::string& id, std::int64_t since,
                                                    std::chrono::milliseconds timeout) {
  const Clock::time_point end = Clock::now() + timeout;
  {
    const std::scoped_lock lock(shared_->mutex);
    ++shared_->waited[id].num_waiting;
  }
  std::optional<JobStatus> status;
  std::exception_ptr error;
  try {
    status = store_->status(owner, id);
  } catch (...) {
    error = std::current_exception();
  }
  bool is_waiting = status && status->revision <= since && !is_ended(status->state);
  {
    std::unique_lock lock(shared_->mutex);
    Shared::Waited& waited = shared_->waited[id];
    is_waiting = is_waiting && !shared_->stopping;
    if (is_waiting)
      shared_->changed.wait_until(lock, end, [&] { return shared_->stopping || waited.revision > since; });
    if (--waited.num_waiting == 0) shared_->waited.erase(id);
  }
  if (error) std::rethrow_exception(error);
  return is_waiting ? store_->status(owner, id) : status;
}

}  // namespace fmplan::api
