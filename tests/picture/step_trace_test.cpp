#include "core/picture/step_trace.h"

#include <map>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/picture/pictured_step.h"

namespace fmplan::picture {
namespace step_trace_test {

using nlohmann::json;
using enum model::PipelineSchedule;

std::string trace_text(const sim::StepSimulation& step, const StepCaption& caption) {
  std::ostringstream out;
  write_step_trace(out, step, caption);
  return out.str();
}

/// Two ranks, two micro-batches: 1.5 ms forward, 2 + 1 ms backward, 0.25 ms to send.
sim::StepSimulation two_ranks() {
  const sim::PipelineShape shape{kOneForwardOneBackward, 2, 1, 2};
  return pictured_step(shape, equal_stages(shape, {1'500'000, 2'000'000, 1'000'000, 250'000}));
}

json traced(const sim::StepSimulation& step, const StepCaption& caption = {}) {
  return json::parse(trace_text(step, caption));
}

std::vector<json> events_of(const json& trace, const std::string& phase) {
  std::vector<json> events;
  for (const json& event : trace["traceEvents"])
    if (event["ph"] == phase) events.push_back(event);
  return events;
}

TEST(StepTrace, NamesRanksAndTheStreamsTheyUse) {
  std::map<std::pair<int, int>, std::string> names;
  for (const json& event : events_of(traced(two_ranks()), "M"))
    if (event["args"].contains("name")) names[{event["pid"], event["tid"]}] = event["args"]["name"];
  // Rank 0 sends activations only, rank 1, the last, gradients only.
  const std::map<std::pair<int, int>, std::string> expected = {{{1, 0}, "rank 0: stage 0"}, {{1, 1}, "compute"},
                                                               {{1, 2}, "send forward"},    {{2, 0}, "rank 1: stage 1"},
                                                               {{2, 1}, "compute"},         {{2, 3}, "send backward"}};
  EXPECT_EQ(names, expected);
}

// F0 on rank 0 from 0 to 1.5 ms, sent until 1.75; rank 1: F0 to 3.25, B0 to 6.25.
TEST(StepTrace, GivesTimesInMicrosecondsToTheNanosecond) {
  const std::string text = trace_text(two_ranks(), {});
  EXPECT_THAT(text,
              testing::HasSubstr(R"({"ph":"X","pid":1,"tid":1,"ts":0.000,"dur":1500.000,"name":"F0","cat":"forward",)"
                                 R"("args":{"stage":0,"micro_batch":0}})"));
  EXPECT_THAT(text, testing::HasSubstr(R"("pid":1,"tid":2,"ts":1500.000,"dur":250.000,"name":"send F0")"));
  EXPECT_THAT(text, testing::HasSubstr(R"("pid":2,"tid":1,"ts":3250.000,"dur":3000.000,"name":"B0")"));
  sim::StepSimulation odd = two_ranks();
  odd.tasks[0].start_ns = 1'234'567'891'005;
  odd.tasks[0].end_ns = 1'234'567'891'012;
  EXPECT_THAT(trace_text(odd, {}), testing::HasSubstr(R"("ts":1234567891.005,"dur":0.007)"));
}

TEST(StepTrace, HoldsEveryTaskOnceAndNoneOverlapOnAThread) {
  for (const sim::PipelineShape& shape : {sim::PipelineShape{kOneForwardOneBackward, 4, 2, 8},
                                          {kZeroBubbleV, 4, 2, 8},
                                          {kDualPipe, 4, 1, 8},
                                          {kGpipe, 3, 1, 5}}) {
    const sim::StepSimulation step = pictured_step(shape, equal_stages(shape, {30, 40, 20, 3}));
    const std::vector<json> events = events_of(traced(step), "X");
    EXPECT_EQ(events.size(), step.tasks.size());
    std::map<std::pair<int, int>, double> ends;
    for (const json& event : events) {
      double& end = ends[{event["pid"], event["tid"]}];
      // Times are multiples of 1e-3 µs, sums of which are off by rounding alone.
      EXPECT_GE(event["ts"].get<double>(), end - 1e-9) << event;
      end = event["ts"].get<double>() + event["dur"].get<double>();
    }
  }
}

TEST(StepTrace, SaysWhatAPairIsOf) {
  const sim::PipelineShape shape{kDualPipe, 4, 1, 8};
  const sim::StepSimulation step = pictured_step(shape, equal_stages(shape, {30, 40, 20, 0}));
  bool found = false;
  for (const json& event : events_of(traced(step), "X")) {
    if (event["cat"] != "forward_and_backward") continue;
    found = true;
    EXPECT_EQ(event["name"],
              "F" + event["args"]["micro_batch"].dump() + "+B" + event["args"]["beside_micro_batch"].dump());
    EXPECT_TRUE(event["args"].contains("beside_stage"));
  }
  EXPECT_TRUE(found);
}

// Rank 0 holds two micro-batches, rank 1 one at a time; in the end nothing is held.
TEST(StepTrace, CountsActivationsAndBytes) {
  const sim::StepSimulation step = two_ranks();
  StepCaption caption;
  for (const sim::SimulatedRank& rank : step.ranks) {
    caption.memory.emplace_back();
    for (const sim::ActivationCount& count : rank.activations)
      caption.memory.back().push_back((10 + 2 * count.micro_batches) * gigabyte);
  }
  std::map<int, double> most, last, most_bytes;
  for (const json& event : events_of(traced(step, caption), "C")) {
    const int process = event["pid"];
    if (event["name"] == "activations") {
      last[process] = event["args"]["micro_batches"];
      most[process] = std::max(most[process], last[process]);
    } else {
      EXPECT_EQ(event["name"], "memory");
      most_bytes[process] = std::max(most_bytes[process], event["args"]["bytes"].get<double>());
    }
  }
  EXPECT_EQ(most, (std::map<int, double>{{1, 2}, {2, 1}}));
  EXPECT_EQ(last, (std::map<int, double>{{1, 0}, {2, 0}}));
  EXPECT_EQ(most_bytes, (std::map<int, double>{{1, 14e9}, {2, 12e9}}));
  EXPECT_THAT(trace_text(step, {}), testing::Not(testing::HasSubstr("memory")));
}

TEST(StepTrace, SaysWhatItIsOfWhateverTheName) {
  const StepCaption caption{.scenario = "a \"b\"\n\\ \xff", .plan = "tensor 8"};
  const json trace = traced(two_ranks(), caption);
  EXPECT_EQ(trace["displayTimeUnit"], "ns");
  EXPECT_EQ(trace["otherData"]["scenario"], "a \"b\"\n\\ \uFFFD");
  EXPECT_EQ(trace["otherData"]["plan"], "tensor 8");
  EXPECT_DOUBLE_EQ(trace["otherData"]["step_time_s"], two_ranks().step_time / second);
}

TEST(StepTrace, IsTheSameTextEveryTime) {
  EXPECT_EQ(trace_text(two_ranks(), {.scenario = "a", .plan = "b"}),
            trace_text(two_ranks(), {.scenario = "a", .plan = "b"}));
}

}  // namespace step_trace_test
}  // namespace fmplan::picture
