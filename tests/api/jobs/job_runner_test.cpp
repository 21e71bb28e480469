#include "api/job_runner.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <future>
#include <latch>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "core/base/job.h"
#include "tests/api/jobs/job_files.h"

namespace fmplan::api {
namespace job_runner_test {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;

constexpr std::chrono::milliseconds kLong{60'000};  // chosen: no wait of these tests is meant to last as long

class JobRunnerTest : public testing::Test {
 protected:
  /// All that is known of time: every question of it takes a second.
  JobRunnerOptions options(int num_threads = 1) {
    JobRunnerOptions chosen{.num_threads = num_threads, .clock = [this] { return ++seconds_; }};
    chosen.log = [](const std::string& sentence) { ADD_FAILURE() << sentence; };
    return chosen;
  }
  JobStatus status(const std::string& id) { return store_.status("ada", id).value(); }
  /// The job once it has ended.
  JobStatus ended(JobRunner& runner, const std::string& id) {
    JobStatus job = status(id);
    while (!is_ended(job.state)) job = runner.wait_for_change("ada", id, job.revision, kLong).value();
    return job;
  }

  JobFolder folder_;
  std::atomic<UtcSeconds> seconds_ = 1000;
  JobStore store_{folder_.file(), 1};
};

TEST(SecondsLeft, AreThoseOfTheRateSoFar) {
  // 20 of 100 were done at first and 40 four seconds later: 5 a second, and 60 are left.
  EXPECT_EQ(seconds_left(4, 20, 40, 100), 12.0);
  EXPECT_EQ(seconds_left(4, 0, 100, 100), 0.0);
  EXPECT_EQ(seconds_left(4, 20, 20, 100), std::nullopt) << "nothing done yet";
  EXPECT_EQ(seconds_left(0, 0, 20, 100), std::nullopt);
  EXPECT_EQ(seconds_left(4, 0, 20, 0), std::nullopt) << "no total known";
}

TEST_F(JobRunnerTest, AnswersEveryJobByAnyNumberOfThreads) {
  std::vector<std::string> ids;
  for (int i = 0; i < 20; ++i) ids.push_back(submitted(store_, request(fmt::format("{}", i))));
  JobRunner runner(
      store_, [](const Job& job, JobProgress&) { return "answer to " + job.question; }, options(4));
  for (int i = 20; i < 40; ++i) ids.push_back(submitted(store_, request(fmt::format("{}", i))));
  for (int i = 0; i < 40; ++i) {
    const std::string& id = ids[static_cast<std::size_t>(i)];
    EXPECT_EQ(ended(runner, id).state, JobState::kDone);
    EXPECT_EQ(whole_result(store_, "ada", id), fmt::format("answer to {}", i));
  }
  EXPECT_TRUE(runner.stop());
}

TEST_F(JobRunnerTest, SaysWhyWorkFailedAndGoesOn) {
  const JobWork work = [](const Job& job, JobProgress& progress) -> std::string {
    progress.add_row("a whole row");
    if (job.question == "memory") throw std::bad_alloc();
    if (job.question == "error") throw std::runtime_error("/cluster/nodes: 0 is not positive");
    if (job.question == "number") throw 7;
    if (job.question == "stop") throw JobStopped();
    if (job.question == "rows") progress.add_row("one\ntwo");
    return "fine";
  };
  JobRunner runner(store_, work, options());
  const auto problem_of = [&](const std::string& question) {
    const JobStatus job = ended(runner, submitted(store_, request(question)));
    EXPECT_EQ(job.state, JobState::kFailed);
    return job.problem;
  };
  EXPECT_EQ(problem_of("memory"), "this needs more memory than the server has; ask for less");
  EXPECT_EQ(problem_of("error"), "/cluster/nodes: 0 is not positive");
  EXPECT_EQ(problem_of("number"), "ended with an error that says nothing");
  EXPECT_EQ(problem_of("stop"), "stopped before the end") << "nobody told it to";
  EXPECT_EQ(problem_of("rows"), "row 1 has a line feed in it, which ends a row");
  const JobStatus fine = ended(runner, submitted(store_, request("fine")));
  EXPECT_EQ(fine.state, JobState::kDone);
  EXPECT_EQ(fine.num_rows, 1);
  const JobPage all = store_.list("ada", {}, 10);
  EXPECT_EQ(all.jobs.at(5).num_rows, 1) << "rows from before the failure are whole";
}

TEST_F(JobRunnerTest, RefusesWhatWasAskedOfAnotherCatalogue) {
  JobRunnerOptions other = options();
  other.fingerprint = "beef";
  std::atomic<int> num_calls = 0;
  JobRunner runner(
      store_, [&](const Job&, JobProgress&) { return ++num_calls, std::string(); }, other);
  const JobStatus job = ended(runner, submitted(store_, request("{}")));
  EXPECT_EQ(job.state, JobState::kFailed);
  EXPECT_EQ(job.problem, "was asked of catalogue c0ffee, and this server has beef; ask again");
  EXPECT_EQ(num_calls, 0);
}

/// No file grows while it lives, as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(std::uintmax_t size) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit full{.rlim_cur = size, .rlim_max = before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &full);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST_F(JobRunnerTest, OutlivesAFullDisk) {
  std::optional<FullDisk> full;
  std::vector<std::string> log;
  JobRunnerOptions chosen = options();
  chosen.log = [&](const std::string& sentence) {
    log.push_back(sentence);
    full.reset();  // somebody makes room
  };
  const JobWork work = [&](const Job& job, JobProgress&) {
    if (job.question == "first") full.emplace(std::filesystem::file_size(folder_.file().string() + "-wal"));
    return std::string("answer");
  };
  // Both before the disk is full.
  const std::string first = submitted(store_, request("first")), second = submitted(store_, request("second"));
  JobRunner runner(store_, work, chosen);
  EXPECT_EQ(ended(runner, first).state, JobState::kFailed);
  EXPECT_THAT(status(first).problem, HasSubstr("jobs.db: "));
  EXPECT_EQ(ended(runner, second).state, JobState::kDone);
  EXPECT_TRUE(runner.stop());
  EXPECT_THAT(log, ElementsAre(HasSubstr(fmt::format("that job {} has failed cannot be written", first))));
}

/// Gives rows until it is told to stop, and then returns a part as sweeps do.
std::string rows_until_stopped(JobProgress& progress, std::latch& begun) {
  const Watch watch(progress);
  progress.add_row("0");
  begun.count_down();
  std::string part = "0";
  while (!watch.stopped()) std::this_thread::sleep_for(1ms);
  progress.add_row("1");
  return part;
}

TEST_F(JobRunnerTest, StopsACancelledJobAndKeepsItsRows) {
  std::latch begun(1);
  JobRunner runner(
      store_, [&](const Job&, JobProgress& progress) { return rows_until_stopped(progress, begun); }, options());
  const std::string id = submitted(store_, request("{}"));
  begun.wait();
  EXPECT_TRUE(store_.cancel("ada", id, 1).value().cancel_asked);
  const JobStatus job = ended(runner, id);
  EXPECT_EQ(job.state, JobState::kCancelled);
  EXPECT_EQ(whole_result(store_, "ada", id), "") << "what stopped work returns is a part";
  EXPECT_THAT(all_rows(store_, "ada", id), ElementsAre("0", "1"));
}

TEST_F(JobRunnerTest, QueuesAgainWhatRunsWhenItStops) {
  std::latch begun(2);
  std::vector<std::string> ids;
  for (int i = 0; i < 3; ++i) ids.push_back(submitted(store_, request("{}")));
  {
    JobRunner runner(
        store_, [&](const Job&, JobProgress& progress) { return rows_until_stopped(progress, begun); }, options(2));
    begun.wait();
    EXPECT_TRUE(runner.stop());
    EXPECT_TRUE(runner.stop()) << "again is no other";
    EXPECT_EQ(store_.counts()[0], 3) << "nothing begins once it stops";
  }
  for (const std::string& id : ids) EXPECT_EQ(status(id).attempts, 0);
  EXPECT_EQ(status(ids[0]).num_rows, 2);
  EXPECT_EQ(status(ids[2]).num_rows, 0);

  // The next runner gives the answers, of which two have rows already.
  const JobWork whole = [](const Job&, JobProgress& progress) {
    for (const char* row : {"0", "1", "2"}) progress.add_row(row);
    return std::string("0 1 2");
  };
  JobRunner runner(store_, whole, options(2));
  for (const std::string& id : ids) {
    EXPECT_EQ(ended(runner, id).state, JobState::kDone);
    EXPECT_EQ(status(id).attempts, 1);
    EXPECT_EQ(whole_result(store_, "ada", id), "0 1 2");
    EXPECT_THAT(all_rows(store_, "ada", id), ElementsAre("0", "1", "2"));
  }
}

TEST_F(JobRunnerTest, LetsWorkGoOnBehindItsRows) {
  std::latch begun(1);
  const std::string id = submitted(store_, request("{}"));
  {
    JobRunner runner(
        store_, [&](const Job&, JobProgress& progress) { return rows_until_stopped(progress, begun); }, options());
    begun.wait();
  }
  const JobWork rest = [](const Job&, JobProgress& progress) {
    std::string answer;
    std::int64_t index = progress.keep_rows();
    for (std::int64_t i = 0; i < index;) {
      const RowPage page = progress.kept_rows(i, 1);
      for (const std::string& row : page.rows) answer += row;
      i = page.next;
    }
    for (; index < 4; ++index) {
      progress.add_row(fmt::format("{}", index));
      answer += fmt::format("{}", index);
    }
    return answer;
  };
  JobRunner runner(store_, rest, options());
  EXPECT_EQ(ended(runner, id).state, JobState::kDone);
  EXPECT_EQ(whole_result(store_, "ada", id), "0123");
  EXPECT_THAT(all_rows(store_, "ada", id), ElementsAre("0", "1", "2", "3"));
}

TEST_F(JobRunnerTest, GivesUpWhatDoesNotStopInTime) {
  // Shared, for the thread outlives the runner.
  const auto begun = std::make_shared<std::latch>(1), may_end = std::make_shared<std::latch>(1);
  const auto wrote = std::make_shared<std::promise<bool>>();
  std::future<bool> has_written = wrote->get_future();
  const std::string id = submitted(store_, request("{}"));
  {
    const JobWork deaf = [=](const Job&, JobProgress& progress) {
      begun->count_down();
      may_end->wait();
      bool could_write = true;
      try {
        progress.add_row("late");
        progress.flush();
      } catch (const JobStopped&) {
        could_write = false;
      }
      wrote->set_value(could_write);
      return std::string("late");
    };
    JobRunner runner(store_, deaf, options());
    begun->wait();
    const auto start = std::chrono::steady_clock::now();
    EXPECT_FALSE(runner.stop(50ms));
    EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
  }
  EXPECT_EQ(status(id).state, JobState::kQueued);
  EXPECT_EQ(status(id).attempts, 0);
  const JobStatus before = status(id);
  may_end->count_down();
  EXPECT_FALSE(has_written.get());
  EXPECT_EQ(status(id), before) << "nothing it does counts";
  JobRunner runner(
      store_, [](const Job&, JobProgress&) { return std::string("right"); }, options());
  EXPECT_EQ(ended(runner, id).state, JobState::kDone);
  EXPECT_EQ(whole_result(store_, "ada", id), "right");
}

TEST_F(JobRunnerTest, TellsHowFarWorkIs) {
  std::latch seen(1);
  const JobWork work = [&](const Job&, JobProgress& progress) {
    const Watch watch(progress);
    watch.report(0, 4);
    std::this_thread::sleep_for(510ms);  // it is written twice a second
    watch.report(1, 4);
    seen.wait();
    return std::string("done");
  };
  JobRunner runner(store_, work, options());
  const std::string id = submitted(store_, request("{}"));
  JobStatus job = status(id);
  while (job.progress == 0) job = runner.wait_for_change("ada", id, job.revision, kLong).value();
  EXPECT_EQ(job.progress, 0.25);
  // A quarter took 0.51 s, or longer on a machine with other work: three more take 1.53 s at least.
  EXPECT_GE(job.seconds_left.value(), 1.53 - 1e-9);
  seen.count_down();
  job = ended(runner, id);
  EXPECT_EQ(job.progress, 1);
  EXPECT_GT(job.started.value(), 1000);
  EXPECT_GT(job.ended.value(), job.started.value());
}

TEST_F(JobRunnerTest, ShowsRowsWhileWorkGoesOn) {
  std::latch seen(1);
  const JobWork work = [&](const Job&, JobProgress& progress) {
    progress.add_row(std::string(64 << 10, 'x'));
    seen.wait();
    return std::string("done");
  };
  JobRunner runner(store_, work, options());
  const std::string id = submitted(store_, request("{}"));
  JobStatus job = status(id);
  while (job.num_rows == 0) job = runner.wait_for_change("ada", id, job.revision, kLong).value();
  EXPECT_EQ(job.state, JobState::kRunning);
  seen.count_down();
  EXPECT_EQ(ended(runner, id).num_rows, 1);
}

TEST_F(JobRunnerTest, EndsAWaitWhenSomethingChanged) {
  JobRunnerOptions none = options(0);
  JobRunner runner(
      store_, [](const Job&, JobProgress&) { return std::string(); }, none);
  EXPECT_EQ(runner.wait_for_change("ada", "00", 0, kLong), std::nullopt);
  const std::string id = submitted(store_, request("{}"));
  EXPECT_EQ(runner.wait_for_change("bob", id, 0, kLong), std::nullopt);
  EXPECT_EQ(runner.wait_for_change("ada", id, 0, kLong).value().revision, 1) << "it has changed already";
  EXPECT_EQ(runner.wait_for_change("ada", id, 1, 10ms).value().revision, 1) << "nothing came";

  std::vector<std::future<std::optional<JobStatus>>> waits;
  for (int i = 0; i < 8; ++i)
    waits.push_back(std::async(std::launch::async, [&] { return runner.wait_for_change("ada", id, 1, kLong); }));
  submitted(store_, request("{}"));  // of another job nobody is woken
  store_.cancel("ada", id, 5);
  for (auto& wait : waits) EXPECT_EQ(wait.get().value().state, JobState::kCancelled);
  EXPECT_EQ(runner.wait_for_change("ada", id, 2, kLong).value().revision, 2) << "nothing will come any more";
}

TEST_F(JobRunnerTest, EndsEveryWaitWhenItStops) {
  JobRunner runner(
      store_, [](const Job&, JobProgress&) { return std::string(); }, options(0));
  const std::string id = submitted(store_, request("{}"));
  auto wait = std::async(std::launch::async, [&] { return runner.wait_for_change("ada", id, 1, kLong); });
  std::this_thread::sleep_for(10ms);
  EXPECT_TRUE(runner.stop());
  EXPECT_EQ(wait.get().value().state, JobState::kQueued);
  EXPECT_EQ(runner.wait_for_change("ada", id, 1, kLong).value().state, JobState::kQueued);
}

// Many hands at once: some jobs are cancelled while they wait, some while they run, and readers ask all the time.  Each
// ends once: with the whole answer, or cancelled without one.
TEST_F(JobRunnerTest, IsRightUnderManyHands) {
  const JobWork work = [](const Job& job, JobProgress& progress) {
    const Watch watch(progress);
    for (int i = 0; i < 3 && !watch.stopped(); ++i) {
      progress.add_row(fmt::format("{} {}", job.question, i));
      watch.report(i, 3);
      std::this_thread::sleep_for(1ms);
    }
    return "answer to " + job.question;
  };
  JobRunner runner(store_, work, options(3));
  std::vector<std::string> ids;
  std::vector<std::future<void>> readers;
  for (int i = 0; i < 30; ++i) {
    ids.push_back(submitted(store_, request(fmt::format("{}", i))));
    const std::string& id = ids.back();
    readers.push_back(std::async(std::launch::async, [&, id] {
      ended(runner, id);
      store_.list("ada", {}, 5);
    }));
    if (i % 3 == 2) store_.cancel("ada", ids[static_cast<std::size_t>(i - 1)], 1);
    if (i % 7 == 6) store_.cancel("ada", id, 1);
  }
  for (auto& reader : readers) reader.get();
  int num_done = 0;
  for (int i = 0; i < 30; ++i) {
    const std::string& id = ids[static_cast<std::size_t>(i)];
    const JobStatus job = status(id);
    if (job.state == JobState::kDone) {
      ++num_done;
      EXPECT_EQ(job.num_rows, 3);
      EXPECT_EQ(whole_result(store_, "ada", id), fmt::format("answer to {}", i));
    } else {
      EXPECT_EQ(job.state, JobState::kCancelled);
      EXPECT_EQ(whole_result(store_, "ada", id), "");
    }
  }
  EXPECT_THAT(num_done, AllOf(Ge(16), Le(30))) << "14 at most were cancelled";
}

}  // namespace job_runner_test
}  // namespace fmplan::api
