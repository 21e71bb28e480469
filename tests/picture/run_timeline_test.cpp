#include "core/picture/run_timeline.h"

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"

namespace fmplan::picture {
namespace run_timeline_test {

using nlohmann::json;
using enum sim::RunEventKind;
using sim::RunCause;
using sim::RunEvent;

/// Ten hours of steps; a node is lost at hour 4, half an hour's work with it.
const std::vector<RunEvent> kEvents = {
    {.kind = kTraining, .start_s = 0, .end_s = 12600, .progress_s = 12600, .free_spares = 2},
    {.kind = kLostTraining, .start_s = 12600, .end_s = 14400, .progress_s = 12600, .free_spares = 2},
    {.kind = kDetection, .start_s = 14400, .end_s = 14460, .progress_s = 12600, .free_spares = 2},
    {.kind = kReplacement,
     .start_s = 14460,
     .end_s = 14490.5,
     .progress_s = 12600,
     .free_spares = 1,
     .nodes_in_repair = 1},
    {.kind = kTraining, .start_s = 14490.5, .end_s = 37890.5, .progress_s = 36000, .free_spares = 2}};

std::string written(const std::vector<RunEvent>& events, const std::string& name = "A \"model\"") {
  sim::RunSettings settings;
  settings.productive = 10 * hour;
  settings.spare_nodes = 2;
  sim::RunTrial trial;
  trial.wall_clock_s = events.empty() ? 0 : events.back().end_s;
  trial.interruptions[0] = 1;
  std::ostringstream out;
  write_run_timeline(out, trial, events, settings, {.scenario = name, .trial = 17, .seed = 3});
  return out.str();
}

json timeline(const std::vector<RunEvent>& events) { return text::parse_json(written(events), "timeline"); }

json::array_t events_of(const std::vector<RunEvent>& events) { return timeline(events)["traceEvents"]; }

TEST(RunTimeline, SaysWhichTrialItIs) {
  const json head = timeline(kEvents)["otherData"];
  EXPECT_EQ(head["scenario"], "A \"model\"");
  EXPECT_EQ(head["trial"], 17);
  EXPECT_EQ(head["seed"], 3);
  EXPECT_EQ(head["interruptions"], 1);
  EXPECT_DOUBLE_EQ(head["wall_clock_s"], 37890.5);
}

TEST(RunTimeline, HasAThreadForEveryKindThatOccurs) {
  std::map<int, std::string> threads;
  for (const json& event : events_of(kEvents))
    if (event["name"] == "thread_name") threads[event["tid"]] = event["args"]["name"];
  EXPECT_EQ(threads.size(), 4u);
  EXPECT_EQ(threads[static_cast<int>(kDetection) + 1], "detection, diagnosis");
}

// Whole microseconds, each stretch beginning where the one before ends.
TEST(RunTimeline, LeavesNoGapBetweenEvents) {
  std::int64_t at = 0;
  std::vector<std::string> names;
  for (const json& event : events_of(kEvents)) {
    if (event["ph"] != "X") continue;
    EXPECT_EQ(event["ts"], at);
    at += event["dur"].get<std::int64_t>();
    names.push_back(event["name"]);
  }
  EXPECT_EQ(at, 37'890'500'000);
  EXPECT_EQ(names, (std::vector<std::string>{"training", "node lost", "node lost", "node lost", "training"}));
}

TEST(RunTimeline, CountsProgressSparesAndNodesInRepair) {
  std::map<std::string, std::vector<double>> counted;
  for (const json& event : events_of(kEvents))
    if (event["ph"] == "C") counted[event["name"]].push_back(event["args"].begin()->get<double>());
  EXPECT_EQ(counted["progress"], (std::vector<double>{0, 35, 35, 35, 35, 100}));
  EXPECT_EQ(counted["free spares"], (std::vector<double>{2, 2, 2, 2, 1, 2}));
  EXPECT_EQ(counted["nodes in repair"], (std::vector<double>{0, 0, 0, 0, 1, 0}));
}

// 54 days to the microsecond, and what no clock of Perfetto reaches.
TEST(RunTimeline, KeepsMicrosecondsOverMonthsAndIsNumbersForAnyTime) {
  const json months = timeline({{.kind = kTraining, .start_s = 0, .end_s = 54 * 86400.0 + 0.000001}});
  const json ages = timeline({{.kind = kTraining, .start_s = 0, .end_s = 1e300}});
  for (const json& event : months["traceEvents"])
    if (event["ph"] == "X") {
      EXPECT_EQ(event["dur"], 4'665'600'000'001);
    }
  for (const json& event : ages["traceEvents"])
    if (event["ph"] == "X") {
      EXPECT_EQ(event["dur"], 9'000'000'000'000'000);
    }
}

TEST(RunTimeline, IsJsonWhateverTheNameAndWithoutEvents) {
  EXPECT_NO_THROW(text::parse_json(written({}, "\xff\xfe\x01</script>"), "timeline"));
  EXPECT_EQ(written(kEvents), written(kEvents));
}

}  // namespace run_timeline_test
}  // namespace fmplan::picture
