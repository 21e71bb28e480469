#include "core/evidence/nccl_tests_log.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
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

// A process that launches on eight GPUs one by one times its launches; of a gigabyte they are nothing.
TEST(NcclTestsLog, TellsWhatOneProcessForAllGpusTimes) {
  const auto log_of = [](bool one_process) {
    std::string ranks = "# nThread 1 nGpus 8\n# Using devices\n";
    for (int rank = 0; rank < 16; ++rank)
      ranks += fmt::format("#  Rank {:2} Group  0 Pid {:6} on host-{} device {:2} [0x{:02x}] NVIDIA H100 80GB HBM3\n",
                           rank, one_process ? 900 : 900 + rank, rank / 8, rank % 8, rank);
    return read_nccl_tests_log(ranks + kHeading + kRows, "run.log", two_nodes());
  };
  for (const CollectiveRow& row : log_of(true).rows)
    EXPECT_EQ(row.healthy, row.bytes == 8 ? "harness" : "") << row.bytes;
  for (const CollectiveRow& row : log_of(false).rows) EXPECT_EQ(row.healthy, "") << row.bytes;
}

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
  EXPECT_THAT(refusal(row("  2,147,483,648  536870912  float  sum  -1  9074.5  236.65  443.72  0\n")),
              HasSubstr("run.log:6: \"2,147,483,648\" and \"536870912\" are no size and count"));
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
  EXPECT_THAT(refusal(kHeading + kRows, context), HasSubstr("redop is sum"));
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
  ASSERT_EQ(log.notes.size(), 3u);
  EXPECT_THAT(log.notes[0], HasSubstr("size 0"));
  EXPECT_THAT(log.notes[1], HasSubstr("7 wrong results"));
  // 0.04 over 0.02 is 1.4 to 3.
  EXPECT_EQ(log.notes[2],
            "run.log: its digits do not tell 2 × 8 ranks from others (4 or more have them), and it does not list them "
            "all");
}

// Before 2.13 the fourth column is the largest error of a result, which is rounding up to the type's own digits; of
// what is only moved there is none.
TEST(NcclTestsLog, TakesRoundingForNoWrongResult) {
  std::string heading = kHeading;
  for (std::size_t at = 0; (at = heading.find("#wrong")) != std::string::npos;) heading.replace(at, 6, " error");
  const auto row = [](const std::string& words, const std::string& busbw, const std::string& one,
                      const std::string& other) {
    return "     1048576        262144 " + words + " 100.0   10.49   " + busbw + "  " + one + "   100.0   10.49   " +
           busbw + "  " + other + "\n";
  };
  const auto healths = [](const NcclTestsLog& log) {
    std::string text;
    for (const CollectiveRow& each : log.rows) text += each.healthy == "no" ? "n" : "y";
    return text;
  };
  const NcclTestsLog reduced = read_nccl_tests_log(
      heading + row("float sum -1", "19.66", "4e-07", "2e-05") + row("half sum -1", "19.66", "1e-03", "1e-01"),
      "run.log", two_nodes());
  EXPECT_EQ(healths(reduced), "ynyn");
  ASSERT_EQ(reduced.notes.size(), 2u);
  EXPECT_THAT(reduced.notes[0], HasSubstr("run.log:4: results are wrong by up to 2e-05"));
  NcclTestsContext gather = two_nodes();
  gather.collective = "all_gather";
  EXPECT_EQ(healths(read_nccl_tests_log(heading + row("float none -1", "9.83", "0e+00", "4e-07"), "run.log", gather)),
            "yn");
}

/// A row of both measurements with busbw = factor · algbw, as nccl-tests prints it.
std::string row_of(double bytes, double time_us, const std::string& redop, double factor, int root = -1) {
  const double algbw = bytes / time_us / 1e3;
  return fmt::format("{0:.0f} 1 float {1} {2} {3:.1f} {4:.2f} {5:.2f} 0 {3:.1f} {4:.2f} {5:.2f} 0\n", bytes, redop,
                     root, time_us, algbw, factor * algbw);
}

double all_reduce_factor(int n) { return 2.0 * (n - 1) / n; }
double gather_factor(int n) { return 1.0 * (n - 1) / n; }

std::string listed(int number, const std::string& host, int device, const std::string& gpu = "NVIDIA H200") {
  return fmt::format("#  Rank {} Group  0 Pid {} on {} device {} [0x53] {}\n", number, 100 + number, host, device, gpu);
}

std::string whole_list(int nodes, int each) {
  std::string text = "# nThread 1 nGpus 1\n#\n# Using devices\n";
  for (int rank = 0; rank < nodes * each; ++rank) text += listed(rank, "n" + std::to_string(rank / each), rank % each);
  return text;
}

NcclTestsContext of(const std::string& collective, std::optional<int> nodes = {}, std::optional<int> gpus = {}) {
  NcclTestsContext context;
  context.gpu = "H200";
  context.collective = collective;
  context.nodes = nodes;
  context.gpus_per_node = gpus;
  return context;
}

/// "2x8 all_reduce" of each run of rows.
std::string layouts(const std::string& text, const NcclTestsContext& context) {
  std::string found, last;
  for (const CollectiveRow& row : read_nccl_tests_log(text, "run.log", context).rows) {
    const std::string one = fmt::format("{}x{} {}", row.nodes, row.gpus_per_node, row.collective);
    if (one != last) found += (found.empty() ? "" : ", ") + one;
    last = one;
  }
  return found;
}

// Slow networks have two digits: 0.72 GB/s and 0.70 are no all-reduce, and the column redop tells as well.
TEST(NcclTestsLog, RefusesAnotherCollectiveByWhatItsRowsSay) {
  const std::string slow = row_of(1048576, 1456.6, "none", gather_factor(32));
  EXPECT_EQ(refusal(slow, of("all_reduce", 4, 8)),
            "run.log:1: redop is none, which it is not for all_reduce: is it of another collective? Give --collective "
            "all_gather or all_to_all\n");
  EXPECT_EQ(layouts(slow, of("all_gather", 4, 8)), "4x8 all_gather");
  // Without the column, as old versions print it, the digits of 0.72 and 0.70 tell.
  EXPECT_THAT(
      refusal("# size count type time algbw busbw error\n1048576 1 float 1456.6 0.72 0.70 0\n", of("all_reduce", 4, 8)),
      HasSubstr("0.9722 times algbw"));
  EXPECT_THAT(refusal(row_of(8e9, 1338003, "sum", 1.5), of("all_gather", 2, 2)),
              HasSubstr("redop is sum, which it is not for all_gather: is it of another collective? Give --collective "
                        "all_reduce\n"));
  EXPECT_THAT(
      refusal(row_of(8e9, 1338003, "sum", 1.5), of("reduce_scatter", 2, 2)),
      HasSubstr("busbw is 1.5 times algbw; reduce_scatter on 4 ranks has 0.75: are the collective, the number "
                "of nodes and of GPUs a node right? On 4 ranks it is that of all_reduce: give that as --collective"));
  EXPECT_THAT(refusal(row_of(2e9, 13018, "none", 1, 0), of("all_gather", 1, 8)), HasSubstr("root is 0"));
  EXPECT_EQ(layouts(row_of(2e9, 13018, "none", 1, 0), of("broadcast", 1, 8)), "1x8 broadcast");
  EXPECT_EQ(layouts(row_of(4096, 30.7, "sum", 1), of("sendrecv", 2, 1)), "2x1 sendrecv")
      << "prints sum, as it is given";
  EXPECT_THAT(refusal("# Collective test starting: gather_perf\n" + slow, of("all_gather", 4, 8)),
              HasSubstr("is of \"gather_perf\", of which no time is modelled"));
}

// Where nothing names it, what it may be is told, and what it is taken for where the digits leave that open.
TEST(NcclTestsLog, SaysWhatTheCollectiveIsTakenFor) {
  EXPECT_THAT(refusal(row_of(1e9, 5000, "none", gather_factor(16)), of("", 2, 8)),
              HasSubstr("give --collective all_gather or all_to_all\n"));
  NcclTestsContext otherwise = of("", 2, 8);
  otherwise.collective_otherwise = "all_reduce";
  EXPECT_THAT(refusal(row_of(1e9, 5000, "none", gather_factor(16)), otherwise), HasSubstr("redop is none"));
  EXPECT_THAT(read_nccl_tests_log(row_of(1e9, 5000, "sum", all_reduce_factor(16)), "run.log", otherwise).notes,
              testing::IsEmpty());
  EXPECT_THAT(read_nccl_tests_log(row_of(64, 50, "sum", all_reduce_factor(16)), "run.log", otherwise).notes,
              testing::Contains(HasSubstr("is taken for all_reduce; its digits may as well be of reduce_scatter")));
}

// Ranks count from 0, whichever of them are listed.
TEST(NcclTestsLog, CountsRanksByTheirNumbers) {
  const std::string two_of_16 = "# Using devices\n" + listed(7, "a", 7) + listed(15, "b", 7) +
                                row_of(1048576, 173.0, "sum", all_reduce_factor(16));
  EXPECT_EQ(layouts(two_of_16, of("all_reduce")), "2x8 all_reduce");
  EXPECT_THAT(refusal(two_of_16, of("all_reduce", 2, 1)),
              HasSubstr("lists 16 ranks, but 2 nodes of 1 GPUs are 2; give --nodes 2 and --gpus-per-node 8"));
  const std::string last_of_128 =
      "# Using devices\n" + listed(127, "a", 3) + row_of(34359738368, 99744.6, "sum", all_reduce_factor(128));
  EXPECT_EQ(layouts(last_of_128, of("all_reduce", 32)), "32x4 all_reduce");
  EXPECT_EQ(refusal(last_of_128, of("all_reduce")),
            "run.log: does not say on how many nodes it ran; give --nodes (busbw and algbw are those of 128 "
            "ranks)\n");
  NcclTestsContext machine = of("all_reduce");
  machine.node_gpus = 4;
  EXPECT_EQ(layouts(last_of_128, machine), "32x4 all_reduce");
}

TEST(NcclTestsLog, TakesTheListedGpusOfANodeNotAllOfTheMachine) {
  NcclTestsContext machine = of("all_reduce");
  machine.node_gpus = 8;
  EXPECT_EQ(layouts(whole_list(2, 4) + row_of(1e9, 5000, "sum", all_reduce_factor(8)), machine), "2x4 all_reduce");
  EXPECT_EQ(layouts(row_of(1e9, 5000, "sum", all_reduce_factor(8)), of("all_reduce", 2, 4)), "2x4 all_reduce");
  machine.node_gpus = 2;
  EXPECT_THAT(refusal(whole_list(2, 4) + row_of(1e9, 5000, "sum", all_reduce_factor(8)), machine),
              HasSubstr("lists 8 ranks, but 2 nodes of 2 GPUs are 4"));
}

// 183.83 and 367.29 GB/s are of 955 to 1035 ranks, not of the 96 that are left of the list.
TEST(NcclTestsLog, SeesByTheDigitsThatAListWasCut) {
  const std::string cut = whole_list(12, 8) + row_of(17179869184, 93457, "sum", all_reduce_factor(1024));
  EXPECT_THAT(refusal(cut, of("all_reduce")),
              AllOf(HasSubstr("all_reduce on 96 ranks has 1.979"), HasSubstr("It is that of all_reduce on 955 to 1035"),
                    HasSubstr(" ranks: give --nodes and --gpus-per-node that make up so many")));
  EXPECT_NE(refusal(cut, of("all_reduce", 12, 8)), "no error");
  EXPECT_NE(refusal(cut, of("all_reduce", 24, 8)), "no error");
  const NcclTestsLog whole = read_nccl_tests_log(cut, "run.log", of("all_reduce", 128, 8));
  EXPECT_EQ(whole.rows[0].nodes, 128);
  EXPECT_THAT(whole.notes, testing::Contains(HasSubstr("lists 96 ranks of 1024: the list was cut short")));
  EXPECT_THAT(whole.notes, testing::Contains(HasSubstr("do not tell 128 × 8 ranks from others")));
  // A list that the digits agree with was not cut.
  EXPECT_THAT(
      refusal(whole_list(12, 8) + row_of(17179869184, 93457, "sum", all_reduce_factor(96)), of("all_reduce", 24, 8)),
      HasSubstr("lists 96 ranks"));
}

// 96 ranks at 195 GB/s: 64 and 192 differ by half a percent, which five digits show.
TEST(NcclTestsLog, RefusesRanksThatOnlyTheLastDigitsContradict) {
  const std::string log = row_of(8589934592, 43980, "sum", all_reduce_factor(96));
  EXPECT_EQ(layouts(log, of("all_reduce", 12, 8)), "12x8 all_reduce");
  EXPECT_THAT(read_nccl_tests_log(log, "run.log", of("all_reduce", 12, 8)).notes, testing::IsEmpty());
  for (const int nodes : {8, 11, 13, 24})
    EXPECT_THAT(refusal(log, of("all_reduce", nodes, 8)), HasSubstr("It is that of all_reduce on 96 ranks")) << nodes;
}

// One program after another in one file, as a loop over nodes prints it.
TEST(NcclTestsLog, TakesEachRunByItself) {
  const auto run = [](int nodes) {
    const double factor = all_reduce_factor(8 * nodes);
    return whole_list(nodes, 8) + row_of(268435456, 1500, "sum", factor) + row_of(536870912, 2900, "sum", factor);
  };
  EXPECT_EQ(layouts(run(4) + run(4), of("all_reduce")), "4x8 all_reduce");
  EXPECT_EQ(read_nccl_tests_log(run(4) + run(4), "run.log", of("all_reduce")).rows.size(), 8u);
  EXPECT_EQ(layouts(run(2) + run(4), of("all_reduce")), "2x8 all_reduce, 4x8 all_reduce");
  EXPECT_THAT(refusal(run(2) + run(4), of("all_reduce", 2, 8)), HasSubstr("run.log:22: lists 32 ranks, but 2 nodes"));
  // A heading without rows is no run, and leaves the list before it alone.
  EXPECT_EQ(layouts(run(2) + kHeading + run(4), of("all_reduce")), "2x8 all_reduce, 4x8 all_reduce");
  // A list that is missing is not that of the run before.
  EXPECT_THAT(
      refusal(run(2) + "# nThread 1 nGpus 1\n" + row_of(1e9, 5000, "sum", all_reduce_factor(32)), of("all_reduce")),
      AllOf(HasSubstr("run.log:22: does not say on how many nodes"), HasSubstr("those of 32 ranks")));
}

TEST(NcclTestsLog, RefusesASecondCollectiveUnderOneList) {
  const std::string gather =
      row_of(1048576, 100, "none", gather_factor(16)) + row_of(2097152, 150, "none", gather_factor(16));
  const std::string scatter =
      row_of(1048576, 90, "sum", gather_factor(16)) + row_of(2097152, 140, "sum", gather_factor(16));
  EXPECT_EQ(refusal(whole_list(2, 8) + gather + scatter, of("all_gather")),
            "run.log:22: redop is sum, which it is not for all_gather: is it of another collective? Give --collective "
            "reduce_scatter\n");
  EXPECT_EQ(layouts(whole_list(2, 8) + gather + gather, of("all_gather")), "2x8 all_gather");
}

TEST(NcclTestsLog, RefusesProgramsThatRanByThemselves) {
  const std::string row = row_of(1048576, 100, "sum", 1);
  const std::string first = listed(0, "a", 0), other = "# Rank 0 Group 0 Pid 7 on b device 0 [0x3] NVIDIA H200\n";
  EXPECT_THAT(refusal(first + other + row, of("all_reduce")),
              HasSubstr("run.log:2: rank 0 is listed on a and on b: these are programs that ran by themselves"));
  EXPECT_EQ(layouts(first + first + listed(1, "a", 1) + row, of("all_reduce")), "1x2 all_reduce") << "printed twice";
}

TEST(NcclTestsLog, KeepsTheGpuThatIsListed) {
  const auto gpu = [](const std::string& list, const std::string& said) {
    const std::string text = listed(0, "a", 0, list) + listed(1, "a", 1, list) + row_of(1048576, 100, "sum", 1);
    NcclTestsContext context = of("all_reduce");
    context.gpu = said;
    const NcclTestsLog log = read_nccl_tests_log(text, "run.log", context);
    return log.rows[0].gpu + (log.notes.empty() ? "" : " (" + log.notes[0] + ")");
  };
  EXPECT_EQ(gpu("NVIDIA H200", "h200-sxm-141gb"), "h200-sxm-141gb");
  EXPECT_EQ(gpu("NVIDIA H100 80GB HBM3", "h100-sxm5-80gb"), "h100-sxm5-80gb");
  EXPECT_EQ(gpu("NVIDIA A100-SXM4-80GB", "A100"), "A100");
  EXPECT_EQ(gpu("NVIDIA GH200 480GB", "GH200-96GB"), "GH200-96GB") << "480 GB are its CPU's";
  EXPECT_EQ(gpu("NVIDIA GeForce RTX 5090", ""), "NVIDIA GeForce RTX 5090");
  EXPECT_EQ(gpu("AMD Radeon Graphics", "mi355x"), "mi355x") << "a driver without the chip's name";
  const std::pair<const char*, const char*> others[] = {{"NVIDIA GH200 480GB", "h200-sxm-141gb"},
                                                        {"NVIDIA GB200", "b200-sxm"},
                                                        {"NVIDIA H200", "h20-96gb"},
                                                        {"NVIDIA H100 NVL", "h100-sxm5-80gb"},
                                                        {"NVIDIA H100 PCIe", "H100"},
                                                        {"AMD Instinct MI308X", "mi300x"},
                                                        {"NVIDIA A100-SXM4-40GB", "a100-sxm4-80gb"},
                                                        {"AMD Radeon Graphics", "h100-sxm5-80gb"},
                                                        {"NVIDIA Graphics Device", "mi300x"}};
  for (const auto& [list, said] : others)
    EXPECT_EQ(gpu(list, said), fmt::format("{0} (run.log: lists {0}, not {1})", list, said));
}

TEST(NcclTestsLog, RefusesTwoGpusAndNone) {
  const std::string row = row_of(1048576, 100, "sum", 1);
  EXPECT_THAT(refusal(listed(0, "a", 0, "NVIDIA H100 PCIe") + listed(1, "b", 0, "NVIDIA A100-PCIE-40GB") + row,
                      of("all_reduce")),
              HasSubstr("lists NVIDIA H100 PCIe and NVIDIA A100-PCIE-40GB (rank 1): no machine of two GPUs"));
  NcclTestsContext nobody = of("all_reduce");
  nobody.gpu.clear();
  EXPECT_THAT(
      refusal(listed(0, "a", 0, "AMD Radeon Graphics") + listed(1, "a", 1, "AMD Radeon Graphics") + row, nobody),
      HasSubstr("\"AMD Radeon Graphics\" names no GPU; give --instance or --gpu"));
}

// A terminal cuts lines at its width, wherever that is; joined as they were cut they are the same.
TEST(NcclTestsLog, JoinsWrappedLines) {
  const auto wrapped = [](const std::string& text, std::size_t width) {
    std::string result;
    std::size_t column = 0;
    for (const char c : text) {
      if (c != '\n' && column == width) result += '\n', column = 0;
      result += c;
      column = c == '\n' ? 0 : column + 1;
    }
    return result;
  };
  const NcclTestsLog plain = read_nccl_tests_log(kHeading + kRows, "run.log", two_nodes());
  for (const std::size_t width : {80, 84, 85, 90, 93, 100, 110}) {
    const NcclTestsLog log = read_nccl_tests_log(wrapped(kHeading + kRows, width), "run.log", two_nodes());
    ASSERT_EQ(log.rows.size(), 4u) << width;
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(log.rows[i].time_us, plain.rows[i].time_us) << width;
    EXPECT_EQ(log.rows[3].in_place, "yes") << width;
  }
  // What is lost is said.
  const std::string half = "  2147483648  536870912  float  sum  -1  9074.5  236.65  443.72  0\n";
  EXPECT_THAT(read_nccl_tests_log(kHeading + kRows + half, "run.log", two_nodes()).notes,
              testing::ElementsAre("run.log:6: has one of the two measurements that its heading names"));
}

TEST(NcclTestsLog, LeavesOutARowThatAMessageOfNcclStandsIn) {
  const std::string begun = "  8  2  float  sum  -1  ", rest = "  16.61  0.00  0.00  0  16.53  0.00  0.00  0\n";
  const std::string message = "host:1:1 [0] NCCL INFO Launch mode Parallel\n";
  for (const std::string& text : {begun + message + rest, begun + "\n" + message + rest}) {
    const NcclTestsLog log = read_nccl_tests_log(text + kHeading + kRows, "run.log", two_nodes());
    EXPECT_EQ(log.rows.size(), 4u);
    EXPECT_THAT(log.notes,
                testing::ElementsAre("run.log:1: a message of NCCL stands inside the row, which is left out"));
  }
  EXPECT_THAT(refusal(begun + "node0: Test CUDA failure common.cu:389\n"), HasSubstr("cut short"));
  EXPECT_THAT(refusal("  1024  256  float  sum  -1  50.0  0.02  0.04  0[0]  51.0  0.02  0.04  0\n"),
              HasSubstr("\"0[0]\" is no number of wrong results"));
}

}  // namespace nccl_tests_log_test
}  // namespace fmplan::evidence
