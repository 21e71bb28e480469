// What owners and those who watch over the server read of a JobStore.
#include <cassert>

#include <fmt/format.h>

#include "api/job_cursor.h"
#include "api/job_row.h"
#include "api/job_store.h"
#include "core/base/issue.h"

namespace fmplan::api {

std::optional<Job> JobStore::get(std::string_view owner, std::string_view id) const {
  const std::scoped_lock lock(reading_);
  Statement row(file_.reader(),
                fmt::format("SELECT {}, question FROM jobs JOIN questions ON job = number WHERE id = ?1 AND owner = ?2",
                            kStatusColumns),
                {id, owner});
  if (!row.next()) return std::nullopt;
  Job job;
  static_cast<JobStatus&>(job) = status_of(row);
  job.question = row.text(kNumStatusColumns);
  return job;
}

std::optional<JobStatus> JobStore::status(std::string_view owner, std::string_view id) const {
  const std::scoped_lock lock(reading_);
  Statement row(file_.reader(), fmt::format("SELECT {} FROM jobs WHERE id = ?1 AND owner = ?2", kStatusColumns),
                {id, owner});
  return row.next() ? std::optional(status_of(row)) : std::nullopt;
}

JobPage JobStore::list(std::string_view owner, const std::optional<std::string>& cursor, int limit) const {
  Issues issues;
  std::optional<std::int64_t> before = INT64_MAX;
  if (cursor) before = parse_job_cursor(owner, *cursor);
  if (!before) issues.push_back({"cursor", "is none that this list gave; leave it out to begin at the latest job"});
  if (limit < 1 || limit > kMostJobsListed)
    issues.push_back({"limit", fmt::format("{} is not from 1 to {}; 20 would do", limit, kMostJobsListed)});
  if (!issues.empty()) throw InputError(std::move(issues));

  const std::scoped_lock lock(reading_);
  Statement row(
      file_.reader(),
      fmt::format("SELECT {}, number FROM jobs WHERE owner = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3",
                  kStatusColumns),
      {owner, *before, std::int64_t{limit} + 1});
  JobPage page;
  std::int64_t last = 0;
  while (row.next()) {
    if (std::ssize(page.jobs) == limit) {
      page.cursor = job_cursor_text(owner, last);
      break;
    }
    page.jobs.push_back(status_of(row));
    last = row.integer(kNumStatusColumns);
  }
  return page;
}

std::optional<RowPage> JobStore::rows(std::string_view owner, std::string_view id, std::int64_t from,
                                      std::size_t max_bytes) const {
  assert(from >= 0);
  const std::scoped_lock lock(reading_);
  const Transaction snapshot(file_.reader(), Transaction::Kind::kRead);
  const std::optional<std::int64_t> job = number_of(file_.reader(), owner, id);
  if (!job) return std::nullopt;
  return rows_of(file_.reader(), *job, from, max_bytes, INT64_MAX);
}

std::optional<std::string> JobStore::result(std::string_view owner, std::string_view id, std::int64_t offset,
                                            std::size_t max_bytes) const {
  assert(offset >= 0);
  const std::scoped_lock lock(reading_);
  const Transaction snapshot(file_.reader(), Transaction::Kind::kRead);
  const std::optional<std::int64_t> job = number_of(file_.reader(), owner, id);
  if (!job) return std::nullopt;
  return result_of(file_.reader(), *job, offset, max_bytes);
}

std::array<std::int64_t, kJobStateNames.count> JobStore::counts() const {
  const std::scoped_lock lock(reading_);
  std::array<std::int64_t, kJobStateNames.count> counts{};
  Statement row(file_.reader(), "SELECT state, count(*) FROM jobs GROUP BY state");
  while (row.next())
    if (const auto state = kJobStateNames.parse(row.text(0))) counts[static_cast<std::size_t>(*state)] = row.integer(1);
  return counts;
}

}  // namespace fmplan::api
