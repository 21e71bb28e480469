#include "api/job_store.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "api/job_row.h"

namespace fmplan::api {
namespace {

constexpr std::size_t kMostProblemBytes = 2000;  // chosen: some ten sentences; a status stays small

/// Given back to the disk when jobs are forgotten, of 4 KiB each; chosen: some tens of milliseconds.
constexpr const char* kGiveBackPages = "PRAGMA incremental_vacuum(4096)";

std::string_view name_of(JobState state) { return kJobStateNames.name(state); }

/// Runs an UPDATE of one job at most.
std::optional<JobChange> changed(const Database& database, std::string_view update,
                                 std::initializer_list<SqlValue> values) {
  Statement row(database, fmt::format("{} RETURNING id, revision, state, cancel_asked", update), values);
  if (!row.next()) return std::nullopt;
  JobChange change{.id = row.text(0),
                   .revision = row.integer(1),
                   .state = kJobStateNames.parse(row.text(2)).value(),
                   .cancel_asked = row.integer(3) != 0};
  row.run();
  return change;
}

/// A running job, as its claim finds it.
struct Held {
  std::int64_t number = 0;
  bool cancel_asked = false;
  std::int64_t num_rows = 0, rows_given = 0, bytes = 0, attempts = 0;
};

std::optional<Held> held(const Database& database, const JobClaim& claim) {
  Statement row(database,
                "SELECT number, cancel_asked, num_rows, rows_given, bytes, attempts FROM jobs "
                "WHERE id = ?1 AND claim = ?2 AND state = ?3",
                {claim.id, claim.number, name_of(JobState::kRunning)});
  if (!row.next()) return std::nullopt;
  return Held{.number = row.integer(0),
              .cancel_asked = row.integer(1) != 0,
              .num_rows = row.integer(2),
              .rows_given = row.integer(3),
              .bytes = row.integer(4),
              .attempts = row.integer(5)};
}

void check_bytes(std::int64_t bytes, const JobStoreOptions& options) {
  if (bytes > options.most_bytes_a_job)
    throw JobStoreError(
        fmt::format("question, rows and answer are more than the {} bytes that a job may have; ask for less",
                    options.most_bytes_a_job));
}

/// Rows that an earlier attempt handed over must come again as they were: somebody may have read them.
void check_rows(const Database& database, const Held& job, std::span<const std::string> again) {
  const RowPage before = rows_of(database, job.number, job.rows_given, SIZE_MAX, std::ssize(again));
  const auto [ours, theirs] = std::ranges::mismatch(before.rows, again);
  if (theirs != again.end())
    throw JobStoreError(fmt::format("attempt {} gave another row {} than an attempt before it", job.attempts,
                                    job.rows_given + (theirs - again.begin())));
}

std::string problem_text(std::string_view problem) {
  if (problem.empty()) return "ended with an error that says nothing";
  if (problem.size() <= kMostProblemBytes) return std::string(problem);
  std::size_t end = kMostProblemBytes;
  // Not inside a character of UTF-8.
  while (end > 0 && (static_cast<unsigned char>(problem[end]) & 0xC0) == 0x80) --end;
  return std::string(problem.substr(0, end)) + "…";
}

}  // namespace

JobStore::JobStore(const std::filesystem::path& path, UtcSeconds now, JobStoreOptions options)
    : options_(std::move(options)), file_(path), recovery_(recover(now)) {}

Recovery JobStore::recover(UtcSeconds now) {
  Database& database = file_.writer();
  Transaction transaction(database);
  Recovery recovery;
  Statement(database,
            "UPDATE jobs SET state = ?1, ended = ?2, seconds_left = NULL, revision = revision + 1 "
            "WHERE state = ?3 AND cancel_asked",
            {name_of(JobState::kCancelled), now, name_of(JobState::kRunning)})
      .run();
  recovery.num_cancelled = database.num_changed();
  Statement(database,
            "UPDATE jobs SET state = ?1, ended = ?2, seconds_left = NULL, revision = revision + 1, "
            "problem = 'the server ended ' || attempts || ' times while it worked on this; ask for less' "
            "WHERE state = ?3 AND attempts >= ?4",
            {name_of(JobState::kFailed), now, name_of(JobState::kRunning), options_.most_attempts})
      .run();
  recovery.num_failed = database.num_changed();
  Statement(database,
            "UPDATE jobs SET state = ?1, progress = 0, seconds_left = NULL, revision = revision + 1 WHERE state = ?2",
            {name_of(JobState::kQueued), name_of(JobState::kRunning)})
      .run();
  recovery.num_queued_again = database.num_changed();
  transaction.commit();
  return recovery;
}

void JobStore::on_change(std::function<void(const JobChange&)> listener) {
  const std::scoped_lock lock(telling_);
  listener_ = std::move(listener);
}

void JobStore::tell(const std::optional<JobChange>& change) const {
  if (!change) return;
  const std::scoped_lock lock(telling_);
  if (listener_) listener_(*change);
}

Submission JobStore::submit(const JobRequest& request, UtcSeconds now) {
  std::optional<JobChange> change;
  Submitted submitted;
  {
    const std::scoped_lock lock(writing_);
    Database& database = file_.writer();
    Transaction transaction(database);
    if (request.idempotency_key) {
      Statement earlier(database,
                        fmt::format("SELECT {}, question FROM jobs JOIN questions ON job = number "
                                    "WHERE owner = ?1 AND idempotency_key = ?2",
                                    kStatusColumns),
                        {request.owner, *request.idempotency_key});
      if (earlier.next()) {
        submitted = {.job = status_of(earlier), .is_new = false};
        if (submitted.job.kind == request.kind && earlier.text(kNumStatusColumns) == request.question) return submitted;
        return IdempotencyConflict{submitted.job.id};
      }
    }
    Statement queued(database, "SELECT count(*) FROM jobs WHERE state = ?1", {name_of(JobState::kQueued)});
    queued.next();
    if (queued.integer(0) >= options_.most_queued) return QueueFull{queued.integer(0)};
    const auto bytes = std::ssize(request.question);
    check_bytes(bytes, options_);
    Statement added(
        database,
        fmt::format("INSERT INTO jobs (id, owner, kind, fingerprint, idempotency_key, state, created, bytes) "
                    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) RETURNING {}",
                    kStatusColumns),
        {job_id_text(options_.id_source()), request.owner, request.kind, request.fingerprint,
         request.idempotency_key ? SqlValue(*request.idempotency_key) : SqlValue(nullptr), name_of(JobState::kQueued),
         now, bytes});
    added.next();
    submitted.job = status_of(added);
    added.run();
    Statement(database, "INSERT INTO questions (job, question) VALUES (?1, ?2)",
              {database.last_row(), request.question})
        .run();
    transaction.commit();
    change = {
        .id = submitted.job.id, .revision = submitted.job.revision, .state = JobState::kQueued, .cancel_asked = false};
  }
  tell(change);
  return submitted;
}

std::optional<JobStatus> JobStore::cancel(std::string_view owner, std::string_view id, UtcSeconds now) {
  std::optional<JobChange> change;
  {
    const std::scoped_lock lock(writing_);
    Database& database = file_.writer();
    Transaction transaction(database);
    change = changed(database,
                     "UPDATE jobs SET cancel_asked = 1, state = ?1, ended = ?2, revision = revision + 1 "
                     "WHERE id = ?3 AND owner = ?4 AND state = ?5",
                     {name_of(JobState::kCancelled), now, id, owner, name_of(JobState::kQueued)});
    if (!change)
      change = changed(database,
                       "UPDATE jobs SET cancel_asked = 1, revision = revision + 1 "
                       "WHERE id = ?1 AND owner = ?2 AND state = ?3 AND NOT cancel_asked",
                       {id, owner, name_of(JobState::kRunning)});
    transaction.commit();
  }
  tell(change);
  return status(owner, id);
}

std::optional<ClaimedJob> JobStore::claim_next(UtcSeconds now) {
  ClaimedJob claimed;
  {
    const std::scoped_lock lock(writing_);
    Database& database = file_.writer();
    Transaction transaction(database);
    Statement row(
        database,
        fmt::format("UPDATE jobs SET state = ?1, claim = claim + 1, attempts = attempts + 1, started = ?2, "
                    "progress = 0, seconds_left = NULL, rows_given = 0, revision = revision + 1 WHERE number = "
                    "(SELECT number FROM jobs WHERE state = ?3 ORDER BY number LIMIT 1) "
                    "RETURNING {}, claim, number",
                    kStatusColumns),
        {name_of(JobState::kRunning), now, name_of(JobState::kQueued)});
    if (!row.next()) return std::nullopt;
    static_cast<JobStatus&>(claimed.job) = status_of(row);
    claimed.claim = {.id = claimed.job.id, .number = row.integer(kNumStatusColumns)};
    const std::int64_t number = row.integer(kNumStatusColumns + 1);
    row.run();
    Statement question(database, "SELECT question FROM questions WHERE job = ?1", {number});
    question.next();
    claimed.job.question = question.text(0);
    transaction.commit();
  }
  tell(JobChange{
      .id = claimed.claim.id, .revision = claimed.job.revision, .state = JobState::kRunning, .cancel_asked = false});
  return claimed;
}

bool JobStore::set_progress(const JobClaim& claim, double progress, std::optional<double> seconds_left) {
  std::optional<JobChange> change;
  {
    const std::scoped_lock lock(writing_);
    change = changed(file_.writer(),
                     "UPDATE jobs SET progress = ?1, seconds_left = ?2, revision = revision + 1 "
                     "WHERE id = ?3 AND claim = ?4 AND state = ?5",
                     {std::isfinite(progress) ? std::clamp(progress, 0.0, 1.0) : 0.0,
                      seconds_left && std::isfinite(*seconds_left) ? SqlValue(*seconds_left) : SqlValue(nullptr),
                      claim.id, claim.number, name_of(JobState::kRunning)});
  }
  tell(change);
  return change.has_value();
}

bool JobStore::append_rows(const JobClaim& claim, const std::vector<std::string>& rows) {
  std::optional<JobChange> change;
  {
    const std::scoped_lock lock(writing_);
    Database& database = file_.writer();
    Transaction transaction(database);
    const std::optional<Held> job = held(database, claim);
    if (!job) return false;
    const auto num_again = std::min(std::ssize(rows), job->num_rows - job->rows_given);
    const std::span<const std::string> again(rows.begin(), rows.begin() + num_again);
    const std::span<const std::string> added(rows.begin() + num_again, rows.end());
    if (!again.empty()) check_rows(database, *job, again);
    std::int64_t bytes = job->bytes;
    for (const std::string& row : added) bytes += std::ssize(row) + 1;
    check_bytes(bytes, options_);
    put_rows(database, job->number, job->num_rows, added);
    change = changed(database,
                     "UPDATE jobs SET rows_given = rows_given + ?1, num_rows = num_rows + ?2, bytes = ?3, "
                     "revision = revision + (?2 > 0) WHERE number = ?4",
                     {std::ssize(rows), std::ssize(added), bytes, job->number});
    transaction.commit();
  }
  tell(change);
  return true;
}

std::optional<std::int64_t> JobStore::keep_rows(const JobClaim& claim) {
  const std::scoped_lock lock(writing_);
  Database& database = file_.writer();
  Transaction transaction(database);
  const std::optional<Held> job = held(database, claim);
  if (!job) return std::nullopt;
  Statement(database, "UPDATE jobs SET rows_given = num_rows WHERE number = ?1", {job->number}).run();
  transaction.commit();
  return job->num_rows;
}

bool JobStore::end(const JobClaim& claim, JobState state, std::string_view text, UtcSeconds now) {
  std::optional<JobChange> change;
  {
    const std::scoped_lock lock(writing_);
    Database& database = file_.writer();
    Transaction transaction(database);
    const std::optional<Held> job = held(database, claim);
    if (!job) return false;
    const JobState ended = job->cancel_asked ? JobState::kCancelled : state;
    if (ended == JobState::kDone) {
      if (job->rows_given < job->num_rows)
        throw JobStoreError(fmt::format("attempt {} gave {} rows, and an attempt before it {}", job->attempts,
                                        job->rows_given, job->num_rows));
      check_bytes(job->bytes + std::ssize(text), options_);
      put_result(database, job->number, text);
      change = changed(database,
                       "UPDATE jobs SET state = ?1, ended = ?2, progress = 1, seconds_left = NULL, result_bytes = ?3, "
                       "bytes = bytes + ?3, revision = revision + 1 WHERE number = ?4",
                       {name_of(ended), now, std::ssize(text), job->number});
    } else if (ended == JobState::kQueued) {
      change = changed(database,
                       "UPDATE jobs SET state = ?1, attempts = attempts - 1, progress = 0, seconds_left = NULL, "
                       "revision = revision + 1 WHERE number = ?2",
                       {name_of(ended), job->number});
    } else {
      change = changed(database,
                       "UPDATE jobs SET state = ?1, ended = ?2, seconds_left = NULL, problem = ?3, "
                       "revision = revision + 1 WHERE number = ?4",
                       {name_of(ended), now,
                        ended == JobState::kFailed ? SqlValue(problem_text(text)) : SqlValue(nullptr), job->number});
    }
    transaction.commit();
  }
  tell(change);
  return true;
}

bool JobStore::finish(const JobClaim& claim, std::string_view result, UtcSeconds now) {
  return end(claim, JobState::kDone, result, now);
}

bool JobStore::fail(const JobClaim& claim, std::string_view problem, UtcSeconds now) {
  return end(claim, JobState::kFailed, problem, now);
}

bool JobStore::release(const JobClaim& claim, UtcSeconds now) { return end(claim, JobState::kQueued, {}, now); }

std::int64_t JobStore::expire(UtcSeconds now, std::int64_t max_age, std::int64_t max_total_bytes) {
  const std::scoped_lock lock(writing_);
  Database& database = file_.writer();
  Transaction transaction(database);
  Statement(database,
            "DELETE FROM jobs WHERE number IN (SELECT number FROM (SELECT number, ended, "
            "sum(bytes) OVER (ORDER BY ended DESC, number DESC) AS bytes_since FROM jobs WHERE ended IS NOT NULL) "
            "WHERE ended < ?1 OR bytes_since > ?2)",
            {now - max_age, max_total_bytes})
      .run();
  const std::int64_t num_forgotten = database.num_changed();
  transaction.commit();
  if (num_forgotten > 0) database.run(kGiveBackPages);
  return num_forgotten;
}

}  // namespace fmplan::api
