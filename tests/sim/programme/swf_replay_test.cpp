// Jobs of a real queue, replayed first come, first served and with EASY, against a simulator that goes second by
// second.
//
// An excerpt of the log of HPC2N's Linux cluster (Seth, 240 processors, 2002), HPC2N-2002-2.2-cln.swf of the Parallel
// Workloads Archive, by Åke Sandgren [Feitelson, Tsafrir & Krakov 2014]: jobs 60 to 125 but for those that were
// cancelled and 76 to 90, which are alike.  Here they share 100 processors, so that most have to wait.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "tests/sim/programme/plain_programme.h"

namespace fmplan::sim {
namespace swf_replay_test {

struct LoggedJob {
  int number, submitted_s, runs_s, processors, requested_s;
};

constexpr int kProcessors = 100;
constexpr LoggedJob kLog[] = {
    {60, 364490, 2997, 40, 43200},   {61, 365580, 43215, 32, 43200},  {62, 379902, 24102, 8, 64800},
    {64, 384415, 31030, 30, 37980},  {65, 384420, 31152, 30, 37980},  {66, 384424, 31030, 30, 37980},
    {67, 384445, 31005, 30, 37980},  {68, 384483, 16245, 20, 22140},  {69, 384655, 14468, 20, 22140},
    {70, 384816, 12910, 20, 22140},  {71, 385030, 9355, 20, 22140},   {72, 385038, 2567, 20, 22140},
    {73, 386199, 13147, 20, 22140},  {74, 386215, 1711, 20, 2280},    {75, 386302, 1711, 20, 2280},
    {91, 386304, 1712, 20, 2280},    {92, 386304, 1712, 20, 2280},    {95, 428713, 61, 40, 43200},
    {96, 428758, 183, 32, 43200},    {97, 434217, 50926, 8, 86400},   {98, 445638, 48894, 16, 172800},
    {102, 452817, 13146, 20, 22140}, {103, 454770, 13146, 20, 22140}, {104, 455355, 43267, 32, 43200},
    {105, 455481, 43235, 40, 43200}, {106, 456542, 13207, 20, 22140}, {107, 463766, 920, 10, 30600},
    {108, 463767, 61, 6, 30600},     {109, 463769, 61, 6, 30600},     {110, 464311, 61, 4, 30600},
    {111, 466742, 3363, 8, 28800},   {112, 466769, 3729, 8, 36000},   {113, 469961, 13420, 14, 172800},
    {114, 471328, 61, 10, 30600},    {115, 471808, 13145, 20, 22140}, {116, 473649, 13143, 20, 22140},
    {117, 474072, 61, 10, 30600},    {118, 475226, 30565, 10, 30600}, {119, 475271, 30688, 10, 30600},
    {120, 475481, 13267, 20, 22140}, {121, 477262, 13204, 20, 22140}, {123, 501785, 13143, 20, 22140},
    {124, 502935, 13070, 20, 22140}, {125, 503604, 13144, 20, 22140}};
constexpr int kFirst_s = kLog[0].submitted_s;

/// Every second: who ends, who comes, who starts.  A job that has run for longer than it asked for is thought to end
/// now.
class SecondBySecond {
 public:
  explicit SecondBySecond(bool backfill) : backfill_(backfill), start_s_(std::size(kLog), -1) {}

  std::vector<int> starts_s() {
    for (now_s_ = kFirst_s; std::ranges::find(start_s_, -1) != start_s_.end(); ++now_s_)
      if (something_happens()) start_jobs();
    return start_s_;
  }

 private:
  bool something_happens() const {
    for (std::size_t i = 0; i < start_s_.size(); ++i)
      if (kLog[i].submitted_s == now_s_ || (start_s_[i] >= 0 && start_s_[i] + kLog[i].runs_s == now_s_)) return true;
    return false;
  }

  bool runs(std::size_t i) const { return start_s_[i] >= 0 && start_s_[i] + kLog[i].runs_s > now_s_; }

  /// Free at a time to come, by what jobs asked for; now, as it is.
  int free_at(int time_s) const {
    int free = kProcessors;
    for (std::size_t i = 0; i < start_s_.size(); ++i)
      if (runs(i) && (time_s == now_s_ || start_s_[i] + kLog[i].requested_s > time_s)) free -= kLog[i].processors;
    return free;
  }

  int first_time_s(int processors) const {
    int time_s = now_s_ + 1;
    while (free_at(time_s) < processors) ++time_s;
    return time_s;
  }

  void start_jobs() {
    std::vector<std::size_t> queue;
    for (std::size_t i = 0; i < start_s_.size(); ++i)
      if (kLog[i].submitted_s <= now_s_ && start_s_[i] < 0) queue.push_back(i);
    std::size_t first = 0;
    for (; first < queue.size() && kLog[queue[first]].processors <= free_at(now_s_); ++first)
      start_s_[queue[first]] = now_s_;
    if (!backfill_ || first == queue.size()) return;
    // Whoever may start without the first one's starting later.
    const int head = kLog[queue[first]].processors, reserved_s = first_time_s(head);
    for (std::size_t i = first + 1; i < queue.size(); ++i) {
      if (kLog[queue[i]].processors > free_at(now_s_)) continue;
      start_s_[queue[i]] = now_s_;
      if (first_time_s(head) > reserved_s) start_s_[queue[i]] = -1;
    }
  }

  bool backfill_;
  int now_s_ = 0;
  std::vector<int> start_s_;
};

std::vector<int> replayed(bool backfill) {
  ProgrammeSettings s = plain_programme(kProcessors);
  s.rules.backfill = backfill;
  for (const LoggedJob& job : kLog)
    add_task(s, {.nodes = job.processors,
                 .submitted_s = 1.0 * (job.submitted_s - kFirst_s),
                 .estimate_s = 1.0 * job.requested_s,
                 .duration_s = 1.0 * job.runs_s});
  std::vector<int> starts;
  for (const double start_s : starts_s(one_trial(s))) starts.push_back(static_cast<int>(start_s) + kFirst_s);
  return starts;
}

TEST(SwfReplay, FirstComeFirstServedStartsWhenASlowSimulatorSays) {
  EXPECT_EQ(replayed(false), SecondBySecond(false).starts_s());
}

TEST(SwfReplay, EasyStartsWhenASlowSimulatorSays) {
  const std::vector<int> easy = replayed(true);
  EXPECT_EQ(easy, SecondBySecond(true).starts_s());
  EXPECT_NE(easy, replayed(false));
}

// The first four, by hand: jobs 60 (40 processors, to 367,487), 61 (32, to 408,795), 62 (8, to 404,004), then 64, of
// 30 at 384,415, when 100 − 32 − 8 are free, and 65, of 30, which takes the rest; 66 waits for 62 to end: 8 are too
// few, and for 61: at 408,795.
TEST(SwfReplay, BeginsAsWorkedOutByHand) {
  const std::vector<int> starts = replayed(false);
  EXPECT_EQ(std::vector(starts.begin(), starts.begin() + 6),
            (std::vector{364'490, 365'580, 379'902, 384'415, 384'420, 408'795}));
}

}  // namespace swf_replay_test
}  // namespace fmplan::sim
