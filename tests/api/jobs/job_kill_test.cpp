// What a server leaves behind that is killed at any moment.
#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/job_runner.h"
#include "api/job_store.h"
#include "core/base/random.h"
#include "tests/api/jobs/job_files.h"

namespace fmplan::api {
namespace job_kill_test {

using namespace std::chrono_literals;

constexpr int kNumJobs = 100;
constexpr int kNumKills = 20;

/// In memory where the system has a folder for it: a kill leaves what was written to either, and nobody waits for a
/// disk.
std::filesystem::path quick_folder() {
  const std::filesystem::path memory = "/dev/shm";
  return std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
}

std::vector<std::string> right_rows(const std::string& question) {
  std::vector<std::string> rows;
  for (int i = 0; i < 3; ++i) rows.push_back(fmt::format("row {} of {}", i, question));
  return rows;
}

/// Two pieces long.
std::string right_answer(const std::string& question) {
  std::string answer;
  while (answer.size() < 70'000) answer += fmt::format("{} answers {}\n", answer.size(), question);
  return answer;
}

std::string work(const Job& job, JobProgress& progress) {
  for (const std::string& row : right_rows(job.question)) {
    progress.add_row(row);
    progress.flush();
    std::this_thread::sleep_for(500us);
  }
  return right_answer(job.question);
}

JobStoreOptions patient() {
  JobStoreOptions options;
  options.most_attempts = 1000;  // here the kills are no fault of the jobs'
  return options;
}

/// Waits until all have ended; where nothing happens for as long as nothing here takes, the test fails.
void wait_for_all(JobRunner& runner, const JobStore& store, const std::vector<std::string>& ids) {
  for (const std::string& id : ids)
    for (JobStatus job = store.status("ada", id).value(); !is_ended(job.state);) {
      const JobStatus next = runner.wait_for_change("ada", id, job.revision, 20s).value();
      ASSERT_GT(next.revision, job.revision) << id << " stays " << kJobStateNames.name(job.state);
      job = next;
    }
}

/// How long a server takes that is left alone for `num_jobs`: by this, and not by a clock, lives are measured, for
/// builds with sanitizers are ten times slower.
std::chrono::duration<double> time_of_jobs(int num_jobs) {
  const JobFolder folder(quick_folder());
  const auto start = std::chrono::steady_clock::now();
  JobStore store(folder.file(), 1);
  JobRunner runner(store, work, {.num_threads = 2, .clock = [] { return UtcSeconds{2}; }});
  std::vector<std::string> ids;
  for (int i = 0; i < num_jobs; ++i) ids.push_back(submitted(store, request("{}")));
  wait_for_all(runner, store, ids);
  return std::chrono::steady_clock::now() - start;
}

/// What a forked process does: it does not outlive the test, and no error makes it run the tests that follow.
template <class Life>
[[noreturn]] void live_and_die(const Life& life) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  try {
    life();
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
  }
  ::_exit(2);
}

/// Told through the pipe before any id; as long as one.
constexpr std::string_view kIsOpen = "the file of jobs is open by now.";

/// A server's life: it works, and hands in what was not accepted yet; each acceptance is told through the pipe.
[[noreturn]] void serve(const std::filesystem::path& file, int num_accepted, int pipe) {
  const auto tell = [pipe](std::string_view id) {
    if (::write(pipe, id.data(), id.size()) != std::ssize(id)) ::_exit(3);
  };
  JobStore store(file, 1, patient());
  tell(kIsOpen);
  JobRunner runner(store, work, {.num_threads = 2, .clock = [] { return UtcSeconds{2}; }});
  for (int i = num_accepted; i < kNumJobs; ++i) {
    JobRequest asked = request(fmt::format("question {}", i));
    asked.idempotency_key = fmt::format("key {}", i);
    tell(submitted(store, asked));
  }
  for (;;) ::pause();
}

std::optional<std::string> next_told(int pipe) {
  std::string told(kIsOpen.size(), '\0');
  if (::read(pipe, told.data(), told.size()) != std::ssize(told)) return std::nullopt;
  return told;
}

/// One life, ended so long after it began, or after the file was open: the ids that were accepted.
std::vector<std::string> killed_after(std::chrono::duration<double> life, bool since_open,
                                      const std::filesystem::path& file, int num_accepted) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe(ends.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    live_and_die([&] { serve(file, num_accepted, ends[1]); });
  }
  ::close(ends[1]);
  if (since_open) {
    EXPECT_EQ(next_told(ends[0]), kIsOpen);
  }
  std::this_thread::sleep_for(life);
  ::kill(child, SIGKILL);
  std::vector<std::string> ids;
  while (const std::optional<std::string> told = next_told(ends[0]))
    if (*told != kIsOpen) ids.push_back(*told);
  ::close(ends[0]);
  int end = 0;
  EXPECT_EQ(::waitpid(child, &end, 0), child);
  EXPECT_TRUE(WIFSIGNALED(end) && WTERMSIG(end) == SIGKILL) << "it ended by itself, with " << end;
  return ids;
}

/// What every reader may rely on, whenever he reads.
void expect_right(const JobStore& store, const std::string& id, int index) {
  const Job job = store.get("ada", id).value();
  ASSERT_EQ(job.question, fmt::format("question {}", index));
  const std::vector<std::string> right = right_rows(job.question);
  const std::vector<std::string> rows = all_rows(store, "ada", id);
  ASSERT_LE(rows.size(), right.size());
  EXPECT_TRUE(std::ranges::equal(rows, std::span(right).first(rows.size())));
  if (job.state == JobState::kDone) {
    EXPECT_EQ(rows.size(), right.size());
    EXPECT_TRUE(whole_result(store, "ada", id, 1 << 17) == right_answer(job.question)) << id;
  } else {
    EXPECT_EQ(job.state, JobState::kQueued) << "nothing fails, and nothing runs while nobody works";
    EXPECT_EQ(whole_result(store, "ada", id), "");
  }
}

TEST(JobStoreAfterKill, HasLostNoJobAndChangedNoAnswer) {
  const JobFolder folder(quick_folder());
  std::vector<std::string> ids;
  std::map<std::string, JobStatus> done;
  const auto ten_jobs = time_of_jobs(10);
  RandomStream chance({.seed = 18});
  for (int i = 0; i < kNumKills; ++i) {
    // Half of the lives may end before the file is open; the others are some jobs long.
    const auto life = chance.uniform() * ten_jobs;
    for (std::string& id : killed_after(life, i % 2 == 1, folder.file(), static_cast<int>(ids.size())))
      ids.push_back(std::move(id));
    const JobStore store(folder.file(), 3, patient());
    for (std::size_t job = 0; job < ids.size(); ++job)
      if (!done.contains(ids[job])) expect_right(store, ids[job], static_cast<int>(job));
    for (const auto& [id, before] : done) EXPECT_EQ(store.status("ada", id), before) << "what is done stays as it is";
    for (const std::string& id : ids)
      if (const JobStatus job = store.status("ada", id).value(); job.state == JobState::kDone) done.emplace(id, job);
  }
  EXPECT_GT(done.size(), 0u) << "else no answer was there to change";

  // The last life goes on to the end: each was done once, and none is there that nobody asked for.
  JobStore store(folder.file(), 3, patient());
  JobRunner runner(store, work, {.num_threads = 2, .clock = [] { return UtcSeconds{4}; }});
  for (std::size_t job = ids.size(); job < kNumJobs; ++job) {
    JobRequest asked = request(fmt::format("question {}", job));
    asked.idempotency_key = fmt::format("key {}", job);
    ids.push_back(submitted(store, asked));
  }
  wait_for_all(runner, store, ids);
  EXPECT_TRUE(runner.stop());
  for (int i = 0; i < kNumJobs; ++i) expect_right(store, ids[static_cast<std::size_t>(i)], i);
  int num_begun_again = 0;
  for (const std::string& id : ids) num_begun_again += store.status("ada", id).value().attempts > 1;
  EXPECT_GT(num_begun_again, 0) << "else no kill came in the middle of a job";
  // queued, running, done, failed, cancelled
  EXPECT_THAT(store.counts(), testing::ElementsAre(0, 0, kNumJobs, 0, 0));
}

/// Work by hand, without threads: the job that waits longest, to its end.
void do_next(JobStore& store) {
  const ClaimedJob claimed = store.claim_next(5).value();
  const std::vector<std::string> rows = right_rows(claimed.job.question);
  EXPECT_TRUE(store.append_rows(claimed.claim, {rows.begin(), rows.begin() + 1}));
  EXPECT_TRUE(store.append_rows(claimed.claim, {rows.begin() + 1, rows.end()}));
  EXPECT_TRUE(store.finish(claimed.claim, right_answer(claimed.job.question), 6));
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// What is written goes to the end of the log, page by page, so a kill leaves the log up to some page.  Every such state
// is tried: it holds each job whole or not at all, and goes on to the right answers.
TEST(JobStoreAfterKill, IsRightWhereverItsLogBreaksOff) {
  const JobFolder folder(quick_folder());
  const pid_t child = ::fork();
  if (child == 0) {
    live_and_die([&] {
      JobStore store(folder.file(), 1);
      for (int i = 0; i < 2; ++i) submitted(store, request(fmt::format("question {}", i)));
      do_next(store);
      do_next(store);
      ::_exit(0);  // and leaves the log behind
    });
  }
  int end = 0;
  ASSERT_EQ(::waitpid(child, &end, 0), child);
  ASSERT_TRUE(WIFEXITED(end) && WEXITSTATUS(end) == 0);
  const std::string file = bytes_of(folder.file()), log = bytes_of(folder.file().string() + "-wal");
  // The log's head, and that of each page before its 4,096 bytes [SQLite's "WAL-mode File Format"].
  constexpr std::size_t kHead = 32, kPage = 24 + 4096;
  ASSERT_EQ((log.size() - kHead) % kPage, 0u);

  std::size_t num_pages = 0, num_jobs = 0, num_done = 0, num_rows = 0;
  for (; kHead + num_pages * kPage <= log.size(); ++num_pages) {
    const JobFolder broken(quick_folder());
    std::ofstream(broken.file(), std::ios::binary) << file;
    std::ofstream(broken.file().string() + "-wal", std::ios::binary) << log.substr(0, kHead + num_pages * kPage);
    JobStore store(broken.file(), 3);
    const std::vector<JobStatus> jobs = store.list("ada", {}, 10).jobs;
    std::size_t done_now = 0, rows_now = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      expect_right(store, jobs[i].id, static_cast<int>(jobs.size() - 1 - i));  // the latest comes first
      done_now += jobs[i].state == JobState::kDone;
      rows_now += static_cast<std::size_t>(jobs[i].num_rows);
      EXPECT_EQ(std::ssize(all_rows(store, "ada", jobs[i].id)), jobs[i].num_rows);
    }
    EXPECT_GE(jobs.size(), num_jobs) << num_pages << " pages: what was there is there";
    EXPECT_GE(done_now, num_done) << num_pages;
    EXPECT_GE(rows_now, num_rows) << num_pages;
    num_jobs = jobs.size();
    num_done = done_now;
    num_rows = rows_now;
    for (std::size_t i = num_done; i < num_jobs; ++i) do_next(store);
    for (std::size_t i = 0; i < num_jobs; ++i) {
      EXPECT_EQ(store.status("ada", jobs[i].id).value().state, JobState::kDone);
      expect_right(store, jobs[i].id, static_cast<int>(num_jobs - 1 - i));
    }
  }
  EXPECT_GT(num_pages, 40u);
  EXPECT_EQ(num_jobs, 2u);
  EXPECT_EQ(num_done, 2u);
}

}  // namespace job_kill_test
}  // namespace fmplan::api
