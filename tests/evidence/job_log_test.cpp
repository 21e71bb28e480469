#include "core/evidence/job_log.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"

namespace fmplan::evidence {
namespace job_log_test {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

/// "place: message" of everything that is told.
template <class Read>
std::vector<std::string> complaints(const Read& read) {
  std::vector<std::string> told;
  try {
    read();
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) told.push_back(issue.where + ": " + issue.message);
  }
  return told;
}

// 2002-07-28 07:04:05 UTC.
constexpr const char* kSwf = R"(; Version: 2.2
; UnixStartTime: 1027839845
; MaxNodes: 240
; MaxProcs: 240
;
    2        8 308426  31039   30  31039    -1   30  37980    -1  1   1   1  -1 -1  1 -1 -1
    1        0     -1  31405   -1  31405    -1   29  37980    -1  1   1  -1  -1 -1  1 -1 -1
   16   347726      5     -1    8 240379    -1    8 345600    -1 -1   5   1  -1 -1  1 -1 -1
)";

TEST(ReadSwf, TakesJobsThatRanInTheOrderOfTheirSubmission) {
  const JobLog log = read_swf(kSwf, "log.swf");
  ASSERT_THAT(log.jobs, SizeIs(2));
  EXPECT_EQ(log.jobs[0], (LoggedJob{.id = "1",
                                    .organisation = "",
                                    .user = "user 1",
                                    .nodes = 29,  // asked for, where none are allocated
                                    .submitted_s = 1'027'839'845,
                                    .ran_s = 31'405}));
  EXPECT_EQ(log.jobs[1].waited_s, 308'426);
  EXPECT_EQ(log.jobs[1].organisation, "group 1");
  EXPECT_EQ(log.jobs[1].submitted_s, 1'027'839'853);
  EXPECT_EQ(log.num_left_out, 1);
  EXPECT_EQ(log.machine_nodes, 240);
}

// 30 processors of 8 a node are 4 nodes; 240 are 30.
TEST(ReadSwf, CountsNodesOfProcessors) {
  const JobLog log = read_swf(kSwf, "log.swf", {.start = parse_date("2025-03-01"), .processors_per_node = 8});
  EXPECT_EQ(log.jobs[1].nodes, 4);
  EXPECT_EQ(log.machine_nodes, 30);
  EXPECT_EQ(log.jobs[0].submitted_s, parse_date("2025-03-01")->days_since_epoch * 86'400LL);
}

// 512 processors of 64 nodes are 8 a node: 16 and 12 of them are two nodes each.
TEST(ReadSwf, TakesProcessorsOfANodeFromTheHeader) {
  const std::string text =
      "; UnixStartTime: 1735689600\n; MaxNodes: 64\n; MaxProcs: 512\n"
      "1 0 60 3600 16 -1 -1 16 7200 -1 1 3 1 -1 1 -1 -1 -1\n"
      "4 90000 10 86400 12 -1 -1 12 90000 -1 1 3 2 -1 1 -1 -1 -1\n";
  const JobLog log = read_swf(text, "log.swf");
  ASSERT_THAT(log.jobs, SizeIs(2));
  EXPECT_EQ(log.jobs[0].nodes, 2);
  EXPECT_EQ(log.jobs[1].nodes, 2);
  EXPECT_EQ(log.machine_nodes, 64);
  EXPECT_THAT(log.notes, ElementsAre("8 processors a node, as the log's header says"));
  const JobLog silent =
      read_swf("; UnixStartTime: 0\n1 0 60 3600 16 -1 -1 16 7200 -1 1 3 1 -1 1 -1 -1 -1\n", "log.swf");
  EXPECT_EQ(silent.jobs[0].nodes, 16);
  EXPECT_THAT(silent.notes, ElementsAre(HasSubstr("each processor counts as a node")));
}

TEST(ReadSwf, TellsOfEveryBadLine) {
  const std::string bad = "; UnixStartTime: 0\n1 2 3\n" +
                          std::string("1 x 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n") +
                          "1 -5 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\r\n";
  EXPECT_THAT(complaints([&] { read_swf(bad, "log.swf"); }),
              ElementsAre(HasSubstr("log.swf:2: has 3 fields, not the 18"),
                          HasSubstr("log.swf:3: \"x\", field 2, is no number"),
                          HasSubstr("log.swf:4: has times or processors beyond")));
}

TEST(ReadSwf, WantsADayForItsTimeZero) {
  const std::string jobs = "1 0 0 60 1 -1 -1 1 -1 -1 1 1 1 -1 -1 -1 -1 -1\n";
  EXPECT_THAT(complaints([&] { read_swf(jobs + jobs, "log.swf"); }),
              ElementsAre(HasSubstr("log.swf:1: is a job of a log without \"; UnixStartTime:\"; give the day")));
  EXPECT_THAT(read_swf(jobs, "log.swf", {.start = Date{0}}).jobs, SizeIs(1));
}

// A file of another kind is not told line by line.
TEST(ReadSwf, StopsTellingAtSomeTime) {
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += "a,b,c\n";
  const auto told = complaints([&] { read_swf(lines, "table.csv", {.start = Date{0}}); });
  ASSERT_THAT(told, SizeIs(51));
  EXPECT_EQ(told.back(), "table.csv: 950 more lines cannot be read either");
}

constexpr const char* kSacct = R"(JobID|User|Account|NNodes|Submit|Start|End|Elapsed|State
7|ann|physics|4|2025-03-01T10:00:00|2025-03-01T12:00:00|2025-03-02T13:00:00|1-01:00:00|COMPLETED
7.batch||physics|1|2025-03-01T12:00:00|2025-03-01T12:00:00|2025-03-02T13:00:00|1-01:00:00|COMPLETED
6_1|bob|maths|1|2025-03-01T09:00:00|2025-03-01T09:00:10|2025-03-01T09:30:10|00:30:00|FAILED
8|ann|physics|2|2025-03-03T00:00:00|Unknown|Unknown|00:00:00|PENDING
)";

TEST(ReadSacct, TakesJobsWithoutTheirSteps) {
  const JobLog log = read_sacct(kSacct, "jobs.txt");
  const std::int64_t march = parse_date("2025-03-01")->days_since_epoch * 86'400LL;
  EXPECT_THAT(log.jobs, ElementsAre(LoggedJob{.id = "6_1",
                                              .organisation = "maths",
                                              .user = "bob",
                                              .nodes = 1,
                                              .submitted_s = march + 9 * 3600,
                                              .waited_s = 10,
                                              .ran_s = 1800},
                                    LoggedJob{.id = "7",
                                              .organisation = "physics",
                                              .user = "ann",
                                              .nodes = 4,
                                              .submitted_s = march + 10 * 3600,
                                              .waited_s = 7200,
                                              .ran_s = 25 * 3600}));
  EXPECT_EQ(log.num_left_out, 1);
}

TEST(ReadSacct, FindsColumnsByTheirHeader) {
  const JobLog log = read_sacct(
      "End|Start|Submit|NNodes|JobID|\n2025-03-01T01:00:00|2025-03-01T00:00:00|2025-03-01T00:00:00|2|9|\n", "jobs.txt");
  ASSERT_THAT(log.jobs, SizeIs(1));
  EXPECT_EQ(log.jobs[0].ran_s, 3600);
}

TEST(ReadSacct, ReadsGpusOfTheirResources) {
  const auto gpus = [](const std::string& resources) {
    return read_sacct("JobID|NNodes|AllocTRES|Submit|Elapsed\n1|2|" + resources + "|2025-03-01T00:00:00|01:00:00\n",
                      "jobs.txt")
        .jobs.at(0)
        .accelerators;
  };
  EXPECT_EQ(gpus("billing=8,cpu=96,gres/gpu=16,mem=2T,node=2"), 16);
  EXPECT_EQ(gpus("gres/gpu:a100=2,gres/gpu:h100=4"), 6);
  EXPECT_EQ(gpus("gres/gpu=6,gres/gpu:a100=2,gres/gpu:h100=4"), 6);
  EXPECT_EQ(gpus("gres/gpumem=80G,node=2"), std::nullopt);
  EXPECT_EQ(gpus(""), std::nullopt);
  EXPECT_THAT(read_sacct(kSacct, "jobs.txt").notes, Contains(HasSubstr("whether jobs share nodes is not said")));
}

TEST(ReadSacct, TellsOfEveryBadLine) {
  EXPECT_THAT(
      complaints([] {
        read_sacct(
            "JobID|NNodes|Submit|Elapsed\n1|two|2025-03-01T00:00:00|00:01:00\n2|2|yesterday|00:01:00\n"
            "3|2|2025-03-01T00:00:00|long\n4|2\n",
            "jobs.txt");
      }),
      ElementsAre(HasSubstr("jobs.txt:2: \"two\" is no number of nodes"),
                  HasSubstr("jobs.txt:3: \"yesterday\" is no time"), HasSubstr("jobs.txt:4: \"long\" is no time"),
                  HasSubstr("jobs.txt:5: has 2 fields, the header 4")));
  EXPECT_THAT(complaints([] { read_sacct("JobID|Nodes|Submit\n", "jobs.txt"); }),
              ElementsAre(HasSubstr("the header has no NNodes; did you mean \"Nodes\"?"),
                          HasSubstr("the header has no Elapsed")));
  EXPECT_THAT(complaints([] { read_sacct("", "jobs.txt"); }), ElementsAre(HasSubstr("jobs.txt:1: is empty")));
}

TEST(ReadDemand, TakesRowsInAnyOrderOfColumns) {
  EXPECT_THAT(
      read_demand("project,organisation,days,nodes,deadline\nalpha,one,2.5,4,2026-05-01\nbeta,one,1,1,\n", "w.csv"),
      ElementsAre(DemandRow{"one", "alpha", 4, 2.5, parse_date("2026-05-01")}, DemandRow{"one", "beta", 1, 1, {}}));
}

TEST(ReadDemand, TellsOfEveryBadRow) {
  EXPECT_THAT(complaints([] {
                read_demand(
                    "organisation,project,nodes,days,deadline\n,a,1,1,\none,,1,1,\none,b,0,1,\none,c,1,-1,\n"
                    "one,d,1,1,soon\none,e\n",
                    "w.csv");
              }),
              testing::UnorderedElementsAre(HasSubstr("w.csv:2: organisation is empty"),
                                            HasSubstr("w.csv:3: project is empty"), HasSubstr("w.csv:4: nodes \"0\""),
                                            HasSubstr("w.csv:5: days \"-1\""), HasSubstr("w.csv:6: deadline \"soon\""),
                                            HasSubstr("w.csv:7: has 2 fields, the header 5")));
  EXPECT_THAT(complaints([] { read_demand("organisation,project,nodes\n", "w.csv"); }),
              testing::Not(testing::IsEmpty()));
}

}  // namespace job_log_test
}  // namespace fmplan::evidence
