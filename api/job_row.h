#pragma once

/// @file
/// How values lie in the tables of the jobs' file; for the files of the store alone.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "api/job.h"
#include "api/job_file.h"

namespace fmplan::api {

/// The columns of table `jobs` that status_of() reads, in its order.
inline constexpr std::string_view kStatusColumns =
    "id, kind, owner, fingerprint, state, cancel_asked, attempts, progress, seconds_left, created, started, ended, "
    "problem, "
    "num_rows, result_bytes, revision";
inline constexpr int kNumStatusColumns = 16;

JobStatus status_of(const Statement& row);

/// The job's number, if it is there and this owner's.
std::optional<std::int64_t> number_of(const Database& database, std::string_view owner, std::string_view id);

/// Rows `from` … of a job, as JobStore::rows() gives them, and at most `max_rows`.
RowPage rows_of(const Database& database, std::int64_t job, std::int64_t from, std::size_t max_bytes,
                std::int64_t max_rows);

/// Bytes of an answer from `offset` on.
std::string result_of(const Database& database, std::int64_t job, std::int64_t offset, std::size_t max_bytes);

/// Lays down an answer in pieces.
void put_result(Database& database, std::int64_t job, std::string_view result);

/// Lays down rows behind those that are there, in batches; the first of them is the `first`th.  @throws JobStoreError
/// for a row with a line feed.
void put_rows(Database& database, std::int64_t job, std::int64_t first, std::span<const std::string> rows);

}  // namespace fmplan::api
