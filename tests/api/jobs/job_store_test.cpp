#include "api/job_store.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/job_cursor.h"
#include "core/base/issue.h"
#include "tests/api/jobs/job_files.h"

namespace fmplan::api {
namespace job_store_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class JobStoreTest : public testing::Test {
 protected:
  JobStore& store() { return *store_; }
  /// As after the end of a process that had no time for anything.
  void reopen(UtcSeconds now = 1000) {
    store_.reset();
    store_.emplace(folder_.file(), now, options_);
  }
  JobStatus status(const std::string& id) { return store().status("ada", id).value(); }
  /// A job that runs.
  ClaimedJob running(std::string question = "{}", UtcSeconds now = 100) {
    submitted(store(), request(std::move(question)), now);
    return store().claim_next(now + 1).value();
  }

  JobStoreOptions options_{.id_source = counted_ids()};
  JobFolder folder_;
  std::optional<JobStore> store_{std::in_place, folder_.file(), 1, options_};
};

TEST(JobId, IsOf128BitsInHexadecimal) {
  JobIdBits bits{};
  bits.front() = 0xAB;
  bits.back() = 0x01;
  EXPECT_EQ(job_id_text(bits), "ab000000000000000000000000000001");
  EXPECT_NE(random_job_id_bits(), random_job_id_bits());
}

TEST(JobState, HasEnded) {
  EXPECT_FALSE(is_ended(JobState::kQueued));
  EXPECT_FALSE(is_ended(JobState::kRunning));
  EXPECT_TRUE(is_ended(JobState::kDone));
  EXPECT_TRUE(is_ended(JobState::kFailed));
  EXPECT_TRUE(is_ended(JobState::kCancelled));
}

TEST_F(JobStoreTest, KeepsWhatWasAsked) {
  const std::string id = submitted(store(), request("{\"seed\":1}"), 77);
  EXPECT_EQ(id, "00000000000000000000000000000001");
  Job expected;
  expected.id = id;
  expected.kind = "sweep";
  expected.owner = "ada";
  expected.fingerprint = "c0ffee";
  expected.created = 77;
  expected.question = "{\"seed\":1}";
  EXPECT_EQ(store().get("ada", id), expected);
  reopen();
  EXPECT_EQ(store().get("ada", id), expected);
  EXPECT_EQ(store().get("ada", "00000000000000000000000000000002"), std::nullopt);
}

TEST_F(JobStoreTest, TakesTheSameKeyForTheSameRequest) {
  JobRequest asked = request("{}");
  asked.idempotency_key = "monday";
  const auto first = std::get<Submitted>(store().submit(asked, 1));
  EXPECT_TRUE(first.is_new);
  const auto again = std::get<Submitted>(store().submit(asked, 2));
  EXPECT_FALSE(again.is_new);
  EXPECT_EQ(again.job, first.job);

  // Another catalogue does not make it another request: the answer is that of the day it was first asked.
  JobRequest later = asked;
  later.fingerprint = "beef";
  EXPECT_EQ(std::get<Submitted>(store().submit(later, 3)).job, first.job);

  JobRequest other_question = asked;
  other_question.question = "{\"seed\":2}";
  EXPECT_EQ(std::get<IdempotencyConflict>(store().submit(other_question, 3)).earlier, first.job.id);
  JobRequest other_kind = asked;
  other_kind.kind = "run";
  EXPECT_EQ(std::get<IdempotencyConflict>(store().submit(other_kind, 3)).earlier, first.job.id);

  // Of another owner it is another key, and without one every request is new.
  JobRequest others = asked;
  others.owner = "bob";
  EXPECT_TRUE(std::get<Submitted>(store().submit(others, 4)).is_new);
  EXPECT_NE(submitted(store(), request("{}")), submitted(store(), request("{}")));

  // Also once it has ended, and after a restart.
  store().cancel("ada", first.job.id, 5);
  reopen();
  EXPECT_EQ(std::get<Submitted>(store().submit(asked, 6)).job.state, JobState::kCancelled);
}

TEST_F(JobStoreTest, SaysWhenTheQueueIsFull) {
  options_.most_queued = 2;
  reopen();
  JobRequest asked = request("{}");
  asked.idempotency_key = "monday";
  const std::string first = submitted(store(), asked);
  submitted(store(), request("{}"));
  EXPECT_EQ(std::get<QueueFull>(store().submit(request("{}"), 3)).num_queued, 2);
  EXPECT_EQ(submitted(store(), asked), first) << "a repeated request needs no place";
  ASSERT_TRUE(store().claim_next(4));
  EXPECT_TRUE(std::holds_alternative<Submitted>(store().submit(request("{}"), 5))) << "what runs does not wait";
}

TEST_F(JobStoreTest, GivesJobsInTheOrderTheyCame) {
  const std::string first = submitted(store(), request("{\"a\":1}"));
  const std::string second = submitted(store(), request("{\"a\":2}", "bob"));
  const ClaimedJob claimed = store().claim_next(200).value();
  EXPECT_EQ(claimed.job.id, first);
  EXPECT_EQ(claimed.job.question, "{\"a\":1}");
  EXPECT_EQ(claimed.job.state, JobState::kRunning);
  EXPECT_EQ(claimed.job.started, 200);
  EXPECT_EQ(claimed.job.attempts, 1);
  EXPECT_EQ(store().claim_next(200).value().job.id, second);
  EXPECT_FALSE(store().claim_next(200));
}

TEST_F(JobStoreTest, KeepsAnAnswerOfAnySize) {
  const ClaimedJob claimed = running();
  // Longer than three pieces of 64 KiB, with every byte there is.
  std::string answer(200'001, '\0');
  for (std::size_t i = 0; i < answer.size(); ++i) answer[i] = static_cast<char>(i * i % 251 + i % 5);
  ASSERT_TRUE(store().set_progress(claimed.claim, 0.25, 12.0));
  EXPECT_EQ(status(claimed.job.id).progress, 0.25);
  EXPECT_EQ(status(claimed.job.id).seconds_left, 12.0);
  EXPECT_EQ(whole_result(store(), "ada", claimed.job.id), "") << "not there yet";
  ASSERT_TRUE(store().finish(claimed.claim, answer, 300));

  const JobStatus done = status(claimed.job.id);
  EXPECT_EQ(done.state, JobState::kDone);
  EXPECT_EQ(done.progress, 1);
  EXPECT_EQ(done.seconds_left, std::nullopt);
  EXPECT_EQ(done.ended, 300);
  EXPECT_EQ(done.result_bytes, 200'001);
  for (const std::size_t piece : {1u << 16, 7001u, 1u << 20})
    EXPECT_TRUE(whole_result(store(), "ada", claimed.job.id, piece) == answer) << piece;
  EXPECT_EQ(store().result("ada", claimed.job.id, 200'000, 10), answer.substr(200'000));
  EXPECT_EQ(store().result("ada", claimed.job.id, 65'530, 12), answer.substr(65'530, 12)) << "over the end of a piece";
  EXPECT_EQ(store().result("ada", claimed.job.id, 200'001, 10), "");
  EXPECT_EQ(store().result("ada", claimed.job.id, 900'000, 10), "");

  EXPECT_FALSE(store().finish(claimed.claim, "another", 301)) << "one answer only";
  EXPECT_FALSE(store().fail(claimed.claim, "no", 301));
  EXPECT_TRUE(whole_result(store(), "ada", claimed.job.id) == answer);
  reopen();
  EXPECT_TRUE(whole_result(store(), "ada", claimed.job.id) == answer);
}

TEST_F(JobStoreTest, GivesRowsInOrderAndWhole) {
  const ClaimedJob claimed = running();
  std::vector<std::string> rows;
  for (int i = 0; i < 3000; ++i)
    rows.push_back(fmt::format("{{\"index\":{},\"text\":\"{}\"}}", i, std::string(i % 90, 'x')));
  rows[1500] = std::string(100'000, 'y');  // longer than a batch
  rows[1501] = "";
  ASSERT_TRUE(store().append_rows(claimed.claim, {rows.begin(), rows.begin() + 1}));
  ASSERT_TRUE(store().append_rows(claimed.claim, {rows.begin() + 1, rows.begin() + 1400}));
  ASSERT_TRUE(store().append_rows(claimed.claim, {}));
  ASSERT_TRUE(store().append_rows(claimed.claim, {rows.begin() + 1400, rows.end()}));
  EXPECT_EQ(status(claimed.job.id).num_rows, 3000);
  EXPECT_TRUE(all_rows(store(), "ada", claimed.job.id, 1000) == rows);
  EXPECT_TRUE(all_rows(store(), "ada", claimed.job.id, 1 << 20) == rows);

  // "{"index":7,"text":"xxxxxxx"}" has 28 bytes and its line feed, the next 29: 59 hold both, 58 only the first.
  EXPECT_THAT(store().rows("ada", claimed.job.id, 7, 59).value().rows, ElementsAre(rows[7], rows[8]));
  EXPECT_THAT(store().rows("ada", claimed.job.id, 7, 58).value().rows, ElementsAre(rows[7]));
  EXPECT_THAT(store().rows("ada", claimed.job.id, 1500, 1).value().rows, ElementsAre(rows[1500])) << "one at least";
  const RowPage behind = store().rows("ada", claimed.job.id, 3000, 100).value();
  EXPECT_TRUE(behind.rows.empty());
  EXPECT_EQ(behind.next, 3000);
}

TEST_F(JobStoreTest, RefusesRowsThatAreTwo) {
  const ClaimedJob claimed = running();
  ASSERT_TRUE(store().append_rows(claimed.claim, {"a"}));
  EXPECT_THAT(
      [&] {
        store().append_rows(claimed.claim, {"b", "c\nd"});
      },
      ThrowsMessage<JobStoreError>(HasSubstr("row 2 has a line feed")));
  EXPECT_THAT(all_rows(store(), "ada", claimed.job.id), ElementsAre("a")) << "all of them or none";
}

TEST_F(JobStoreTest, BoundsWhatAJobMayHave) {
  options_.most_bytes_a_job = 10;
  reopen();
  EXPECT_THAT([&] { store().submit(request("01234567890"), 1); }, ThrowsMessage<JobStoreError>(HasSubstr("10 bytes")));
  const ClaimedJob claimed = running("{}");
  // The question has 2 bytes, a row of 3 one more: 4 are left.
  ASSERT_TRUE(store().append_rows(claimed.claim, {"abc"}));
  EXPECT_THROW(store().append_rows(claimed.claim, {"defg"}), JobStoreError);
  EXPECT_THROW(store().finish(claimed.claim, "12345", 1), JobStoreError);
  EXPECT_EQ(status(claimed.job.id).state, JobState::kRunning);
  EXPECT_TRUE(store().finish(claimed.claim, "1234", 1));
}

TEST_F(JobStoreTest, CancelsWhatWaitsAtOnce) {
  const std::string id = submitted(store(), request("{}"));
  const JobStatus cancelled = store().cancel("ada", id, 150).value();
  EXPECT_EQ(cancelled.state, JobState::kCancelled);
  EXPECT_EQ(cancelled.ended, 150);
  EXPECT_FALSE(store().claim_next(160));
  EXPECT_EQ(store().cancel("ada", id, 170), cancelled) << "once is enough";
  EXPECT_EQ(store().cancel("ada", "00", 170), std::nullopt);
}

TEST_F(JobStoreTest, AsksWhatRunsAndKeepsItsRows) {
  const ClaimedJob claimed = running();
  ASSERT_TRUE(store().append_rows(claimed.claim, {"a", "b"}));
  const JobStatus asked = store().cancel("ada", claimed.job.id, 150).value();
  EXPECT_EQ(asked.state, JobState::kRunning);
  EXPECT_TRUE(asked.cancel_asked);
  ASSERT_TRUE(store().append_rows(claimed.claim, {"c"})) << "what was under way";
  ASSERT_TRUE(store().release(claimed.claim, 160));
  EXPECT_EQ(status(claimed.job.id).state, JobState::kCancelled);
  EXPECT_EQ(status(claimed.job.id).ended, 160);
  EXPECT_THAT(all_rows(store(), "ada", claimed.job.id), ElementsAre("a", "b", "c"));
}

// Work that is told to stop may return what it has.
TEST_F(JobStoreTest, TakesNoAnswerOfWhatWasCancelled) {
  const ClaimedJob finished = running();
  store().cancel("ada", finished.job.id, 150);
  ASSERT_TRUE(store().finish(finished.claim, "half", 160));
  EXPECT_EQ(status(finished.job.id).state, JobState::kCancelled);
  EXPECT_EQ(whole_result(store(), "ada", finished.job.id), "");
  const ClaimedJob failed = running();
  store().cancel("ada", failed.job.id, 150);
  ASSERT_TRUE(store().fail(failed.claim, "stopped", 160));
  EXPECT_EQ(status(failed.job.id).state, JobState::kCancelled);
  EXPECT_EQ(status(failed.job.id).problem, "");
}

TEST_F(JobStoreTest, SaysWhyAJobFailed) {
  const ClaimedJob claimed = running();
  ASSERT_TRUE(store().fail(claimed.claim, "/cluster/nodes: 0 is not positive", 160));
  EXPECT_EQ(status(claimed.job.id).state, JobState::kFailed);
  EXPECT_EQ(status(claimed.job.id).problem, "/cluster/nodes: 0 is not positive");
  const ClaimedJob silent = running();
  ASSERT_TRUE(store().fail(silent.claim, "", 160));
  EXPECT_EQ(status(silent.job.id).problem, "ended with an error that says nothing");
  // 1,999 letters and a character of three bytes: cut in front of it, for it would end at 2,002.
  const ClaimedJob long_one = running();
  ASSERT_TRUE(store().fail(long_one.claim, std::string(1999, 'x') + "≤ …", 160));
  EXPECT_EQ(status(long_one.job.id).problem, std::string(1999, 'x') + "…");
}

TEST_F(JobStoreTest, HearsOnlyWhoHoldsTheJob) {
  const ClaimedJob given_up = running();
  ASSERT_TRUE(store().append_rows(given_up.claim, {"a"}));
  ASSERT_TRUE(store().release(given_up.claim, 150));
  EXPECT_EQ(status(given_up.job.id).state, JobState::kQueued);
  EXPECT_EQ(status(given_up.job.id).attempts, 0) << "stopped in good order";
  const ClaimedJob again = store().claim_next(160).value();
  EXPECT_EQ(again.job.attempts, 1);
  EXPECT_EQ(again.job.num_rows, 1);

  const JobStatus before = status(again.job.id);
  EXPECT_FALSE(store().set_progress(given_up.claim, 0.9, {}));
  EXPECT_FALSE(store().append_rows(given_up.claim, {"z"}));
  EXPECT_FALSE(store().keep_rows(given_up.claim));
  EXPECT_FALSE(store().finish(given_up.claim, "z", 170));
  EXPECT_FALSE(store().fail(given_up.claim, "z", 170));
  EXPECT_FALSE(store().release(given_up.claim, 170));
  EXPECT_EQ(status(again.job.id), before);
  EXPECT_TRUE(store().append_rows(again.claim, {"a"}));
  EXPECT_TRUE(store().finish(again.claim, "done", 180));
}

TEST_F(JobStoreTest, QueuesAgainWhatRanWhenTheProcessEnded) {
  const ClaimedJob first = running("{\"a\":1}");
  ASSERT_TRUE(store().append_rows(first.claim, {"a", "b"}));
  const ClaimedJob unwanted = running("{\"a\":2}");
  store().cancel("ada", unwanted.job.id, 150);
  const std::string waiting = submitted(store(), request("{\"a\":3}"));
  reopen(500);
  EXPECT_EQ(store().recovery(), (Recovery{.num_queued_again = 1, .num_failed = 0, .num_cancelled = 1}));
  EXPECT_EQ(status(unwanted.job.id).state, JobState::kCancelled);
  EXPECT_EQ(status(unwanted.job.id).ended, 500);
  EXPECT_EQ(status(waiting).attempts, 0);
  EXPECT_EQ(status(first.job.id).num_rows, 2) << "who read them has not read in vain";

  const ClaimedJob again = store().claim_next(510).value();
  EXPECT_EQ(again.job.id, first.job.id);
  EXPECT_EQ(again.job.attempts, 2);
  EXPECT_FALSE(store().finish(first.claim, "z", 520)) << "nobody holds a job over a restart";
  // Cut into other batches than before.
  ASSERT_TRUE(store().append_rows(again.claim, {"a"}));
  EXPECT_EQ(status(again.job.id).num_rows, 2);
  ASSERT_TRUE(store().append_rows(again.claim, {"b", "c"}));
  EXPECT_THAT(all_rows(store(), "ada", again.job.id), ElementsAre("a", "b", "c"));
  EXPECT_TRUE(store().finish(again.claim, "abc", 520));
}

TEST_F(JobStoreTest, RefusesASecondAnswerToTheSameQuestion) {
  const ClaimedJob first = running();
  ASSERT_TRUE(store().append_rows(first.claim, {"a", "b"}));
  reopen();
  const ClaimedJob again = store().claim_next(510).value();
  ASSERT_TRUE(store().append_rows(again.claim, {"a"}));
  EXPECT_THAT([&] { store().finish(again.claim, "a", 520); },
              ThrowsMessage<JobStoreError>("attempt 2 gave 1 rows, and an attempt before it 2"));
  EXPECT_THAT(
      [&] {
        store().append_rows(again.claim, {"B", "c"});
      },
      ThrowsMessage<JobStoreError>("attempt 2 gave another row 1 than an attempt before it"));
  EXPECT_THAT(all_rows(store(), "ada", again.job.id), ElementsAre("a", "b"));
}

TEST_F(JobStoreTest, LetsWorkGoOnBehindItsRows) {
  const ClaimedJob first = running();
  ASSERT_TRUE(store().append_rows(first.claim, {"a", "b"}));
  reopen();
  const ClaimedJob again = store().claim_next(510).value();
  EXPECT_EQ(store().keep_rows(again.claim), 2);
  ASSERT_TRUE(store().append_rows(again.claim, {"c"}));
  EXPECT_TRUE(store().finish(again.claim, "abc", 520));
  EXPECT_THAT(all_rows(store(), "ada", again.job.id), ElementsAre("a", "b", "c"));
}

TEST_F(JobStoreTest, GivesUpWhatEndsTheProcessAgainAndAgain) {
  const ClaimedJob first = running();
  reopen();
  ASSERT_TRUE(store().claim_next(500));
  reopen();
  ASSERT_TRUE(store().claim_next(600));
  reopen(700);
  EXPECT_EQ(store().recovery(), (Recovery{.num_queued_again = 0, .num_failed = 1, .num_cancelled = 0}));
  EXPECT_EQ(status(first.job.id).state, JobState::kFailed);
  EXPECT_EQ(status(first.job.id).problem, "the server ended 3 times while it worked on this; ask for less");
  EXPECT_FALSE(store().claim_next(710));
}

TEST_F(JobStoreTest, ShowsOwnersTheirJobsOnly) {
  const ClaimedJob claimed = running();
  ASSERT_TRUE(store().append_rows(claimed.claim, {"a"}));
  const std::string& id = claimed.job.id;
  EXPECT_EQ(store().get("bob", id), std::nullopt);
  EXPECT_EQ(store().status("bob", id), std::nullopt);
  EXPECT_FALSE(store().rows("bob", id, 0, 100));
  EXPECT_EQ(store().result("bob", id, 0, 100), std::nullopt);
  EXPECT_EQ(store().cancel("bob", id, 150), std::nullopt);
  EXPECT_FALSE(status(id).cancel_asked);
  EXPECT_TRUE(store().list("bob", {}, 10).jobs.empty());
  EXPECT_EQ(store().list("ada", {}, 10).jobs.size(), 1u);
}

TEST_F(JobStoreTest, ListsInPagesThatDoNotShift) {
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) {
    ids.push_back(submitted(store(), request("{}")));
    submitted(store(), request("{}", "bob"));
  }
  const JobPage first = store().list("ada", {}, 2);
  EXPECT_EQ(first.jobs.at(0).id, ids[4]);
  EXPECT_EQ(first.jobs.at(1).id, ids[3]);
  ASSERT_TRUE(first.cursor);
  submitted(store(), request("{}"));  // comes meanwhile, in front
  const JobPage second = store().list("ada", first.cursor, 2);
  EXPECT_EQ(second.jobs.at(0).id, ids[2]);
  EXPECT_EQ(second.jobs.at(1).id, ids[1]);
  const JobPage last = store().list("ada", second.cursor, 2);
  ASSERT_EQ(last.jobs.size(), 1u);
  EXPECT_EQ(last.jobs[0].id, ids[0]);
  EXPECT_EQ(last.cursor, std::nullopt);
  EXPECT_EQ(store().list("ada", {}, 6).cursor, std::nullopt) << "six are all there are";

  // The job at which a page ended may go.
  store().cancel("ada", ids[3], 200);
  store().expire(1000, 100, 1 << 20);
  EXPECT_EQ(store().list("ada", first.cursor, 2).jobs.at(0).id, ids[2]);
}

TEST(JobCursor, IsReadBackByItsOwner) {
  for (const std::int64_t number : {std::int64_t{1}, std::int64_t{4711}, INT64_MAX})
    EXPECT_EQ(parse_job_cursor("ada", job_cursor_text("ada", number)), number);
  const std::string cursor = job_cursor_text("ada", 12);
  std::string slip = cursor;
  slip[15] = slip[15] == 'd' ? 'e' : 'd';
  std::string capitals = cursor;
  for (char& c : capitals) c = static_cast<char>(std::toupper(c));
  for (const std::string& bad :
       {std::string(), std::string("12"), cursor + "0", cursor.substr(1), slip, capitals, " " + cursor.substr(1),
        "-" + cursor.substr(1), std::string(32, '0'), std::string(32, 'f'), job_cursor_text("bob", 12)})
    EXPECT_EQ(parse_job_cursor("ada", bad), std::nullopt) << bad;
}

TEST_F(JobStoreTest, RefusesACursorThatItNeverGave) {
  submitted(store(), request("{}"));
  EXPECT_THAT([&] { store().list("ada", "12", 0); },
              ThrowsMessage<InputError>("cursor: is none that this list gave; leave it out to begin at the latest job\n"
                                        "limit: 0 is not from 1 to 100; 20 would do"));
  EXPECT_THAT([&] { store().list("ada", {}, 101); }, ThrowsMessage<InputError>(HasSubstr("101 is not from 1 to 100")));
  EXPECT_THROW(store().list("ada", job_cursor_text("bob", 1), 10), InputError);
}

TEST_F(JobStoreTest, ForgetsWhatEndedLongAgo) {
  const ClaimedJob old = running("{}", 100);
  ASSERT_TRUE(store().append_rows(old.claim, {"a"}));
  ASSERT_TRUE(store().finish(old.claim, "x", 200));
  const ClaimedJob young = running("{}", 100);
  ASSERT_TRUE(store().finish(young.claim, "x", 300));
  const ClaimedJob at_work = running("{}", 1);
  const std::string waiting = submitted(store(), request("{}"), 1);
  // 100 seconds before 301 is 201.
  EXPECT_EQ(store().expire(301, 100, 1 << 20), 1);
  EXPECT_EQ(store().get("ada", old.job.id), std::nullopt);
  EXPECT_FALSE(store().rows("ada", old.job.id, 0, 100));
  EXPECT_EQ(whole_result(store(), "ada", young.job.id), "x");
  EXPECT_EQ(store().expire(1'000'000, 100, 1 << 20), 1);
  EXPECT_EQ(status(at_work.job.id).state, JobState::kRunning) << "only what has ended";
  EXPECT_EQ(status(waiting).state, JobState::kQueued);
}

TEST_F(JobStoreTest, ForgetsWhatEndedFirstWhenThereIsTooMuch) {
  std::vector<std::string> ids;
  // Each has 2 bytes of question and 98 of answer; the second to come is the first to end.
  for (const UtcSeconds ended : {300, 200, 400}) {
    const ClaimedJob claimed = running();
    ids.push_back(claimed.job.id);
    ASSERT_TRUE(store().finish(claimed.claim, std::string(98, 'x'), ended));
  }
  EXPECT_EQ(store().expire(500, 1000, 300), 0);
  EXPECT_EQ(store().expire(500, 1000, 299), 1);
  EXPECT_EQ(store().status("ada", ids[1]), std::nullopt);
  EXPECT_EQ(store().expire(500, 1000, 100), 1);
  EXPECT_EQ(store().status("ada", ids[0]), std::nullopt);
  EXPECT_TRUE(store().status("ada", ids[2]));
  EXPECT_EQ(store().expire(500, 1000, 99), 1);
}

TEST_F(JobStoreTest, GivesRoomBackToTheDisk) {
  const ClaimedJob claimed = running();
  ASSERT_TRUE(store().finish(claimed.claim, std::string(8 << 20, 'x'), 200));
  store_.reset();  // writes the log into the file
  EXPECT_GT(std::filesystem::file_size(folder_.file()), 8u << 20);
  reopen();
  ASSERT_EQ(store().expire(1000, 0, 0), 1);
  store_.reset();
  EXPECT_LT(std::filesystem::file_size(folder_.file()), 1u << 20);
  reopen();
}

TEST_F(JobStoreTest, CountsJobsByState) {
  const ClaimedJob done = running();
  store().finish(done.claim, "x", 200);
  running();
  submitted(store(), request("{}", "bob"));
  submitted(store(), request("{}"));
  // queued, running, done, failed, cancelled
  EXPECT_THAT(store().counts(), ElementsAre(2, 1, 1, 0, 0));
}

TEST_F(JobStoreTest, TellsOfEveryChange) {
  std::vector<std::string> told;
  store().on_change([&](const JobChange& change) {
    told.push_back(fmt::format("{} {} {}{}", change.id.back(), change.revision, kJobStateNames.name(change.state),
                               change.cancel_asked ? "!" : ""));
  });
  const std::string id = submitted(store(), request("{}"));
  const ClaimedJob claimed = store().claim_next(101).value();
  store().set_progress(claimed.claim, 0.5, {});
  store().append_rows(claimed.claim, {"a"});
  store().cancel("ada", id, 102);
  store().cancel("ada", id, 103);
  store().release(claimed.claim, 104);
  EXPECT_THAT(told,
              ElementsAre("1 1 queued", "1 2 running", "1 3 running", "1 4 running", "1 5 running!", "1 6 cancelled!"));
  EXPECT_EQ(status(id).revision, 6);
  store().on_change({});
  submitted(store(), request("{}"));
  EXPECT_EQ(told.size(), 6u);
}

}  // namespace job_store_test
}  // namespace fmplan::api
