#pragma once

/// @file
/// Work that takes too long for one answer: what was asked, and how far it is.  Plain values; api/job_store.h keeps
/// them.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/names.h"

namespace fmplan::api {

/// Seconds since 1970-01-01T00:00:00Z.
using UtcSeconds = std::int64_t;

enum class JobState {
  kQueued,     ///< waits for a thread
  kRunning,    ///< a thread works on it
  kDone,       ///< has its answer
  kFailed,     ///< has none, and says why
  kCancelled,  ///< its owner wanted no answer; whole rows stay
};
inline constexpr auto kJobStateNames = names<JobState>({{"queued", JobState::kQueued},
                                                        {"running", JobState::kRunning},
                                                        {"done", JobState::kDone},
                                                        {"failed", JobState::kFailed},
                                                        {"cancelled", JobState::kCancelled}});

/// Whether nothing changes any more.
constexpr bool is_ended(JobState state) { return state != JobState::kQueued && state != JobState::kRunning; }

/// What is told of a job; small whatever was asked.
struct JobStatus {
  std::string id{};    ///< 32 hexadecimal digits that nobody can guess
  std::string kind{};  ///< of the question: "sweep"
  std::string owner{};
  std::string fingerprint{};  ///< of the catalogue that it was asked of
  JobState state = JobState::kQueued;
  bool cancel_asked = false;  ///< its owner wants no answer; a running one stops soon
  std::int64_t attempts = 0;  ///< how often it was begun, but for those times that the server was stopped in good order
  double progress = 0;        ///< share done, in [0, 1]
  std::optional<double> seconds_left{};
  UtcSeconds created = 0;
  std::optional<UtcSeconds> started{};  ///< the attempt that runs, or ran last
  std::optional<UtcSeconds> ended{};
  std::string problem{};          ///< why it failed, a sentence; else empty
  std::int64_t num_rows = 0;      ///< whole rows that can be read
  std::int64_t result_bytes = 0;  ///< of the answer; 0 before it is there
  std::int64_t revision = 1;      ///< rises with every change of the above

  friend bool operator==(const JobStatus&, const JobStatus&) = default;
};

/// The same with what was asked.
struct Job : JobStatus {
  std::string question{};  ///< JSON text, canonical: seed and all that decides the answer are in it

  friend bool operator==(const Job&, const Job&) = default;
};

/// Rows one after another.
struct RowPage {
  std::vector<std::string> rows;
  std::int64_t next = 0;  ///< where to go on; those at and after it were not looked at, or are not there yet
};

}  // namespace fmplan::api
