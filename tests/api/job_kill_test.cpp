// What a server leaves behind that is killed at any moment.
#include <array>
#include <chrono>
#include <csignal>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/job_runner.h"
#include "api/job_store.h"
#include "core/base/random.h"
#include "tests/api/job_files.h"

namespace fmplan::api {
namespace {

using namespace std::chrono_literals;

constexpr int kNumJobs = 100;
constexpr int kNumKills = 20;

std::vector<std::string> right_rows(const std::string& question) {
  std::vector<std::string> rows;
  for (int i = 0; i < 5; ++i) rows.push_back(fmt::format("row {} of {}", i, question));
  return rows;
}

/// Two pieces long.
std::string right_answer(const std::string& question) {
  std::string answer;
  while (answer.size() < 100'000) answer += fmt::format("{} answers {}\n", answer.size(), question);
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

/// A server's life: it works, and hands in what was not accepted yet; each acceptance is told through the pipe.
[[noreturn]] void serve(const std::filesystem::path& file, int num_accepted, int pipe) {
  JobStore store(file, 1, patient());
  JobRunner runner(store, work, {.num_threads = 2, .clock = [] { return UtcSeconds{2}; }});
  for (int i = num_accepted; i < kNumJobs; ++i) {
    JobRequest asked = request(fmt::format("question {}", i));
    asked.idempotency_key = fmt::format("key {}", i);
    const std::string id = submitted(store, asked);
    if (::write(pipe, id.data(), id.size()) != std::ssize(id)) ::_exit(3);
  }
  for (;;) ::pause();
}

/// One life, ended after `life`: the ids that were accepted.
std::vector<std::string> killed_after(std::chrono::microseconds life, const std::filesystem::path& file, int num_accepted) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe(ends.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    try {
      serve(file, num_accepted, ends[1]);
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
      ::_exit(2);
    }
  }
  ::close(ends[1]);
  std::this_thread::sleep_for(life);
  ::kill(child, SIGKILL);
  std::vector<std::string> ids;
  for (std::array<char, 32> id{}; ::read(ends[0], id.data(), id.size()) == std::ssize(id);)
    ids.emplace_back(id.data(), id.size());
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
  const JobFolder folder;
  std::vector<std::string> ids;
  std::map<std::string, JobStatus> done;
  RandomStream chance({.seed = 18});
  for (int i = 0; i < kNumKills; ++i) {
    // From before the file is open to some dozens of jobs later.
    const auto life = std::chrono::microseconds(static_cast<int>(60'000 * chance.uniform()));
    for (const std::string& id : killed_after(life, folder.file(), static_cast<int>(ids.size()))) ids.push_back(id);
    const JobStore store(folder.file(), 3, patient());
    for (std::size_t job = 0; job < ids.size(); ++job) expect_right(store, ids[job], static_cast<int>(job));
    for (const auto& [id, before] : done) EXPECT_EQ(store.status("ada", id), before) << "what is done stays as it is";
    for (const std::string& id : ids)
      if (const JobStatus job = store.status("ada", id).value(); job.state == JobState::kDone) done.emplace(id, job);
  }
  EXPECT_GT(ids.size(), 0u);
  EXPECT_GT(done.size(), 0u);

  // The last life goes on to the end: each was done once, and none is there that nobody asked for.
  JobStore store(folder.file(), 3, patient());
  JobRunner runner(store, work, {.num_threads = 2, .clock = [] { return UtcSeconds{4}; }});
  for (std::size_t job = ids.size(); job < kNumJobs; ++job) {
    JobRequest asked = request(fmt::format("question {}", job));
    asked.idempotency_key = fmt::format("key {}", job);
    ids.push_back(submitted(store, asked));
  }
  for (const std::string& id : ids)
    for (JobStatus job = store.status("ada", id).value(); !is_ended(job.state);)
      job = runner.wait_for_change("ada", id, job.revision, 60s).value();
  EXPECT_TRUE(runner.stop());
  for (int i = 0; i < kNumJobs; ++i) expect_right(store, ids[static_cast<std::size_t>(i)], i);
  // queued, running, done, failed, cancelled
  EXPECT_THAT(store.counts(), testing::ElementsAre(0, 0, kNumJobs, 0, 0));
}

}  // namespace
}  // namespace fmplan::api
