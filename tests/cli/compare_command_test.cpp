#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"
#include "tests/cli/run_words.h"

namespace fmplan::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

const std::string kP5 = shipped_scenario("llama3-70b-p5.json");
const std::string kLlama2 = shipped_scenario("llama2-70b.json");

json figure(const json& document, const std::string& pointer) {
  for (const json& entry : document["figures"])
    if (entry["pointer"] == pointer) return entry["values"];
  return nullptr;
}

TEST(CompareCommand, PutsTwoScenariosSideBySide) {
  const Ran table = run_words({"compare", kP5, kLlama2});
  EXPECT_EQ(table.code, kOk) << table.err;
  EXPECT_THAT(table.out, AllOf(HasSubstr("Llama 3 70B on 256 P5"), HasSubstr("Llama 2 70B on 2,048 A100"),
                               HasSubstr("MFU"), HasSubstr("Δ"), HasSubstr(" %")));
  const json both = text::parse_json(run_words({"compare", kP5, kLlama2, "--format", "json"}).out, "stdout");
  const json first = text::parse_json(run_words({"plan", kP5, "--format", "json"}).out, "stdout");
  const json second = text::parse_json(run_words({"plan", kLlama2, "--format", "json"}).out, "stdout");
  for (const char* pointer : {"/step/step_time_s", "/totals/gpu_hours", "/memory/per_gpu_bytes/total"}) {
    const json::json_pointer at(pointer);
    EXPECT_EQ(figure(both, pointer), json::array({first[at], second[at]})) << pointer;
  }
}

TEST(CompareCommand, TakesASavedReport) {
  const ScratchFolder folder;
  const std::string saved = folder.path("before.json");
  ASSERT_EQ(run_words({"plan", kP5, "--format", "json", "-o", saved}).code, kOk);
  const json same = text::parse_json(run_words({"compare", saved, kP5, "--format", "json"}).out, "stdout");
  for (const json& entry : same["figures"]) EXPECT_EQ(entry["values"][0], entry["values"][1]) << entry;
  // --set concerns the scenario, not the report.
  const json halved = text::parse_json(
      run_words({"compare", saved, kP5, "--set", "cluster.nodes=128", "--format", "json"}).out, "stdout");
  EXPECT_EQ(figure(halved, "/totals/nodes"), json::array({256, 128}));
}

TEST(CompareCommand, TakesAReportOfWhatCouldNotBeEvaluated) {
  const ScratchFolder folder;
  const std::string saved = folder.path("none.json");
  ASSERT_EQ(run_words({"plan", kP5, "--set", "training.parallel=auto", "--set", "training.global_batch_size=1", "--set",
                       "cluster.nodes=512", "--format", "json", "-o", saved})
                .code,
            kCannotRun);
  const Ran ran = run_words({"compare", saved, kP5});
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("unknown"));
}

TEST(CompareCommand, RefusesWhatIsNeither) {
  const ScratchFolder folder;
  EXPECT_EQ(run_words({"compare", kP5}).code, kInputError);
  EXPECT_EQ(run_words({"compare", kP5, folder.path("none.json")}).code, kInputError);
  for (const char* text : {"[]", "7", "{}", R"({"totals": 1, "fmplan_version": 2})",
                           R"({"totals": {}, "fmplan_version": "0", "name": 7, "obstacles": [1]})"}) {
    const Ran ran = run_words({"compare", kP5, folder.write("odd.json", text)});
    EXPECT_EQ(ran.code, kInputError) << text;
    EXPECT_THAT(ran.err, HasSubstr("error: ")) << text;
  }
}

}  // namespace
}  // namespace fmplan::cli
