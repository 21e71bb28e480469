#include "core/evidence/nccl_tests_log.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"

namespace fmplan::evidence {
namespace nccl_tests_log_test {

using testing::AllOf;
using testing::HasSubstr;

// A few rows as nccl-tests prints them for two nodes of eight GPUs.
const std::string kHeading =
    "#                                                              out-of-place                       in-place\n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw "
    "#wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)\n";
const std::string kRows =
    "           8             2     float     sum      -1    69.12    0.00    0.00      0    72.43    0.00    0.00     "
    " 0\n"
    "  1073741824     268435456     float     sum      -1   4607.6  233.04  436.95      0   4565.6  235.18  440.96     "
    " 0\n";

NcclTestsContext two_nodes() {
  NcclTestsContext context;
  context.gpu = "H100";
  context.system = "p5.48xlarge";
  context.collective = "all_reduce";
  context.nodes = 2;
  context.gpus_per_node = 8;
  return context;
}

std::string prefixed(const std::string& text, const std::string& prefix) {
  std::string result;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = text.find('\n', at);
    result += prefix + text.substr(at, end - at + 1);
    at = end + 1;
  }
  return result;
}

std::string refusal(const std::string& text, const NcclTestsContext& context = two_nodes()) {
  try {
    read_nccl_tests_log(text, "run.log", context);
  } catch (const InputError& error) {
    std::string all;
    for (const Issue& issue : error.issues()) all += issue.where + ": " + issue.message + "\n";
    return all;
  }
  return "no error";
}

TEST(NcclTestsLog, ReadsBothMeasurementsOfARow) {
  const NcclTestsLog log = read_nccl_tests_log(kHeading + kRows, "dir/run.log", two_nodes());
  ASSERT_EQ(log.rows.size(), 4u);
  EXPECT_EQ(log.rows[2].source_id, "run");
  EXPECT_EQ(log.rows[2].bytes, 1073741824);
  EXPECT_EQ(log.rows[2].time_us, 4607.6);
  EXPECT_EQ(log.rows[2].in_place, "no");
  EXPECT_EQ(log.rows[3].time_us, 4565.6);
  EXPECT_EQ(log.rows[3].in_place, "yes");
  EXPECT_EQ(log.rows[3].nodes, 2);
  EXPECT_EQ(log.rows[3].line, 5);
}

TEST(NcclTestsLog, IsTheSameBehindThePrefixesOfLaunchers) {
  const NcclTestsLog plain = read_nccl_tests_log(kHeading + kRows, "run.log", two_nodes());
  for (const std::string prefix : {"0: ", " 3: ", "12: ", "[1,0]<stdout>:", "[1,15]<stdout>: "})
    EXPECT_EQ(read_nccl_tests_log(prefixed(kHeading + kRows, prefix), "run.log", two_nodes()).rows, plain.rows)
        << prefix;
}

TEST(NcclTestsLog, TakesWhatItCanFromOtherForms) {
  const auto times = [](const std::string& text) {
    std::vector<double> result;
    for (const CollectiveRow& row : read_nccl_tests_log(text, "run.log", two_nodes()).rows)
      result.push_back(row.time_us);
    return result;
  };
  // Without the in-place half, without a check (N/A), with statistics per iteration, and an old version without "root".
  EXPECT_EQ(times("  1024  256  float  sum  -1  50.0  0.02  0.04  0\n"), std::vector{50.0});
  EXPECT_EQ(times("  1024  256  float  sum  -1  50.0  0.02  0.04  N/A  51.0  0.02  0.04  N/A\n"),
            (std::vector{50.0, 51.0}));
  EXPECT_EQ(
      times(
          "# size count type redop root time algbw busbw #wrong i_min i_max i_p99 i_cv% time algbw busbw #wrong i_min "
          "i_max i_p99 i_cv%\n"
          "  1024 256 float sum -1 50.0 0.02 0.04 0 49.0 52.0 51.9 1.00 51.0 0.02 0.04 0 49.0 52.0 51.9 1.00\n"),
      (std::vector{50.0, 51.0}));
  EXPECT_EQ(times("# size count type redop time algbw busbw error time algbw busbw error\n"
                  "  1024 256 float sum 50.0 0.02 0.04 0e+00 51.0 0.02 0.04 0e+00\n"),
            (std::vector{50.0, 51.0}));
  // Lines of other programs, the environment and the summary are no rows.
  EXPECT_EQ(times("NCCL_DEBUG=INFO\nAWS_SECRET_ACCESS_KEY=12345\nhost1:1:1 [0] NCCL INFO x\n...\n\n" + kHeading +
                  kRows + "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 52.9753\n")
                .size(),
            4u);
}

TEST(NcclTestsLog, LearnsTheMachineFromTheListOfRanks) {
  std::string text = "# Collective test starting: all_gather_perf\n# Using devices\n";
  for (int rank = 0; rank < 4; ++rank)
    text += "#  Rank  " + std::to_string(rank) + " Group  0 Pid  10 on node-" + std::to_string(rank / 2) + " device  " +
            std::to_string(rank % 2) + " [0x53] NVIDIA H100 80GB HBM3\n";
  // 4 ranks: busbw is 3/4 of algbw.
  text +=
      "NCCL version 2.27.7+cuda12.8\n"
      "  1073741824  67108864  float  none  -1  10737.4  100.00  75.00  0  10737.4  100.00  75.00  0\n";
  const NcclTestsLog log = read_nccl_tests_log(text, "run.log", {});
  ASSERT_EQ(log.rows.size(), 2u);
  EXPECT_EQ(log.rows[0].nodes, 2);
  EXPECT_EQ(log.rows[0].gpus_per_node, 2);
  EXPECT_EQ(log.rows[0].gpu, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(log.rows[0].collective, "all_gather");
  EXPECT_EQ(log.rows[0].nccl_version, "2.27.7+cuda12.8");
}

const std::string kJson =
    R"({"version": 2, "start_time": "2026-01-01 00:00:00", "args": ["./build/alltoall_perf", "-b", "8"],
  "env": ["AWS_SECRET_ACCESS_KEY=12345"], "nccl_version": 22807,
  "config": {"devices": [{"rank": 0, "hostname": "a", "device_info": "NVIDIA B200"},
                         {"rank": 1, "hostname": "b", "device_info": "NVIDIA B200"}]},
  "results": [{"size": 0, "out_of_place": {"time": 1.0}},
              {"size": 1048576, "count": 262144, "type": "float",
               "out_of_place": {"time": 104.8576, "alg_bw": 10.0, "bus_bw": 5.0, "nwrong": 0.0},
               "in_place": null}]})";

TEST(NcclTestsLog, ReadsTheJsonAndNotTheEnvironment) {
  const NcclTestsLog log = read_nccl_tests_log(kJson, "run.json", {});
  ASSERT_EQ(log.rows.size(), 1u);
  EXPECT_EQ(log.rows[0].collective, "alltoall");
  EXPECT_EQ(log.rows[0].nodes, 2);
  EXPECT_EQ(log.rows[0].gpus_per_node, 1);
  EXPECT_EQ(log.rows[0].gpu, "NVIDIA B200");
  EXPECT_EQ(log.rows[0].nccl_version, "2.28.7");
  EXPECT_EQ(log.rows[0].time_us, 104.8576);
  EXPECT_EQ(collective_rows_csv(log.rows).find("SECRET"), std::string::npos);
}

TEST(NcclTestsLog, RefusesWhatIsCutShortOrNoNumber) {
  const auto row = [](const std::string& rest) { return kHeading + kRows + rest; };
  EXPECT_THAT(refusal(row("  2147483648     536870912     float     sum      -1   9074.5  236\n")),
              AllOf(HasSubstr("run.log:6"), HasSubstr("cut short")));
  EXPECT_THAT(refusal(row("  2147483648     5368\n")), AllOf(HasSubstr("run.log:6"), HasSubstr("cut short")));
  EXPECT_THAT(refusal(row("  1024  256  float  sum  -1  nan  0.02  0.04  0  51.0  0.02  0.04  0\n")),
              HasSubstr("time \"nan\" is no number of us from 0.01"));
  EXPECT_THAT(refusal(row("  1024  256  float  sum  -1  -3.0  0.02  0.04  0  51.0  0.02  0.04  0\n")),
              HasSubstr("time \"-3.0\" is no number of us from 0.01"));
  EXPECT_THAT(refusal(row("  1024  256  float  sum  -1  0.00  0.02  0.04  0  51.0  0.02  0.04  0\n")),
              HasSubstr("no number of us"));
}

TEST(NcclTestsLog, RefusesMixedUnits) {
  EXPECT_THAT(refusal("  1073741824  268435456  float  sum  -1  4.6076  233.04  436.95  0\n"),
              HasSubstr("are the units mixed?"));
  EXPECT_THAT(
      refusal("# size count type redop root time algbw busbw #wrong\n# (B) (elements) (ms) (GB/s) (GB/s)\n" + kRows),
      HasSubstr("columns in (ms)"));
}

// all_gather and all_to_all have one factor between bandwidths: nothing else would tell whose rows these are.
TEST(NcclTestsLog, RefusesTwoCollectivesInOneFile) {
  const std::string gather = "# Collective test starting: all_gather_perf\n" + kHeading + kRows;
  const std::string exchange = "# Collective test starting: alltoall_perf\n" + kHeading + kRows;
  EXPECT_THAT(refusal(gather + exchange),
              HasSubstr("another test starts, alltoall after all_gather; give each a file of its own"));
  EXPECT_EQ(refusal(kHeading + kRows + kHeading + kRows), "no error");
}

TEST(NcclTestsLog, RefusesRanksThatTheBandwidthsContradict) {
  NcclTestsContext context = two_nodes();
  context.nodes = 1;  // 2·7/8 = 1.75, but the log's ratio is 1.875
  EXPECT_THAT(refusal(kHeading + kRows, context), AllOf(HasSubstr("1.875 times"), HasSubstr("has 1.75")));
  context = two_nodes();
  context.collective = "all_gather";
  EXPECT_THAT(refusal(kHeading + kRows, context),
              HasSubstr("are the collective, the number of nodes and of GPUs a node right?"));
}

TEST(NcclTestsLog, AsksForWhatTheLogDoesNotSay) {
  EXPECT_THAT(refusal(kHeading + kRows, {}),
              AllOf(HasSubstr("--collective"), HasSubstr("--nodes"), HasSubstr("--gpu")));
  EXPECT_THAT(refusal(""), HasSubstr("holds no row"));
  EXPECT_THAT(refusal("hello\n# world\n"), HasSubstr("holds no row"));
  EXPECT_THAT(refusal("{\"version\": 2}"), HasSubstr("has no \"results\""));
  EXPECT_THAT(refusal("{\"results\": [{\"size\": 8"), HasSubstr("run.log"));  // cut short
  EXPECT_THAT(refusal("{\"results\": [{\"size\": 8, \"out_of_place\": {\"time\": \"nan\"}}]}"),
              HasSubstr("time is no positive number"));
}

TEST(NcclTestsLog, SaysWhatItLeftOut) {
  const NcclTestsLog log = read_nccl_tests_log(kHeading +
                                                   "           0             0     float     sum      -1    15.51    "
                                                   "0.00    0.00      0    15.52    0.00    0.00      0\n" +
                                                   "        1024           256     float     sum      -1    50.00    "
                                                   "0.02    0.04      7    50.00    0.02    0.04      0\n",
                                               "run.log", two_nodes());
  ASSERT_EQ(log.rows.size(), 2u);
  // Nothing is fitted to times of wrong results.
  EXPECT_EQ(log.rows[0].healthy, "no");
  EXPECT_THAT(log.rows[0].notes, HasSubstr("wrong results"));
  EXPECT_NE(log.rows[1].healthy, "no");
  EXPECT_THAT(collective_rows_csv(log.rows), AllOf(HasSubstr(",notes,healthy\n"), HasSubstr("wrong results,no\n")));
  ASSERT_EQ(log.notes.size(), 2u);
  EXPECT_THAT(log.notes[0], HasSubstr("size 0"));
  EXPECT_THAT(log.notes[1], HasSubstr("7 wrong results"));
}

// Before 2.13 the fourth column is the largest error of a result, which is rounding up to the type's own digits.
TEST(NcclTestsLog, TakesRoundingForNoWrongResult) {
  std::string heading = kHeading;
  for (std::size_t at = 0; (at = heading.find("#wrong")) != std::string::npos;) heading.replace(at, 6, " error");
  const auto row = [](const std::string& words, const std::string& one, const std::string& other) {
    return "     1048576        262144 " + words + " 100.0   10.49   19.66  " + one + "   100.0   10.49   19.66  " +
           other + "\n";
  };
  const NcclTestsLog log =
      read_nccl_tests_log(heading + row("float sum -1", "4e-07", "2e-05") + row("half sum -1", "1e-03", "1e-01") +
                              row("float none -1", "0e+00", "4e-07"),
                          "run.log", two_nodes());
  ASSERT_EQ(log.rows.size(), 6u);
  for (std::size_t i = 0; i < log.rows.size(); ++i) EXPECT_EQ(log.rows[i].healthy == "no", i % 2 == 1) << i;
  ASSERT_EQ(log.notes.size(), 3u);
  EXPECT_THAT(log.notes[0], HasSubstr("run.log:4: results are wrong by up to 2e-05"));
}

}  // namespace nccl_tests_log_test
}  // namespace fmplan::evidence
