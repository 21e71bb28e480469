// A .fmplan file is read wherever a scenario or a programme is.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/document/plan_store.h"
#include "tests/cli/run_words.h"
#include "tests/source_dir.h"

namespace fmplan::cli {
namespace fmplan_file_test {

using document::DocumentKind;
using document::PlanStore;
using document::StoredDocument;
using testing::HasSubstr;

/// The bytes of `json` as a .fmplan file, in which they were changed once and the change taken back.
void keep(const std::string& json, DocumentKind kind, const std::string& path) {
  const std::string bytes = ScratchFolder::read(json);
  PlanStore::make(path, {.kind = kind,
                         .source = json,
                         .original = bytes,
                         .versions = {{.text = bytes}, {.label = "Change", .time = 1, .text = "{}"}},
                         .shown = 0});
}

TEST(FmplanFile, AnswersAsItsJsonDoes) {
  const ScratchFolder folder;
  const std::string scenario = shipped_scenario("llama3-70b-p5.json");
  const std::string programme = source_dir() + "/programmes/geniac-cycle2.json";
  const std::string kept_scenario = folder.path("scenario.fmplan"), kept_programme = folder.path("a name");
  keep(scenario, DocumentKind::kScenario, kept_scenario);
  keep(programme, DocumentKind::kProgramme, kept_programme);
  const std::vector<std::vector<std::string>> questions = {
      {"plan", scenario},
      {"plan", scenario, "--format", "json"},
      {"run", scenario, "--trials", "20", "--format", "json"},
      {"compare", scenario, "--with", "cluster.nodes=128", "--format", "json"},
      {"sweep", scenario, "--set", "cluster.nodes=128,256", "--format", "csv"},
      {"programme", programme, "--no-proof", "--trials", "10"},
      {"programme", programme, "--no-proof", "--trials", "10", "--format", "json"},
  };
  for (const std::vector<std::string>& question : questions) {
    std::vector<std::string> kept = question;
    std::ranges::replace(kept, scenario, kept_scenario);
    std::ranges::replace(kept, programme, kept_programme);
    const Ran of_json = run_words(question), of_kept = run_words(kept);
    EXPECT_EQ(of_json.code, kOk) << of_json.err;
    EXPECT_EQ(of_kept.code, kOk) << of_kept.err;
    EXPECT_EQ(of_kept.out, of_json.out) << question.front();
  }
}

TEST(FmplanFile, IsRefusedWithItsPlaceWhatIsWrongAndWhatToDo) {
  const ScratchFolder folder;
  const std::string path = folder.path("plan.fmplan");
  PlanStore::make(path, {.versions = {{.text = "{\"cluster\": {\"nodes\": 8,}}"}}});
  const Ran hostile = run_words({"plan", path});
  EXPECT_EQ(hostile.code, kInputError);
  EXPECT_THAT(hostile.err, HasSubstr(path + ": line 1, column 25: not valid JSON"));
  folder.write("plan.fmplan", ScratchFolder::read(path).substr(0, 5000));
  const Ran cut = run_words({"programme", path});
  EXPECT_EQ(cut.code, kInputError);
  EXPECT_THAT(cut.err, HasSubstr("is damaged or cut off"));
  EXPECT_THAT(cut.err, HasSubstr("open a copy of it"));
}

}  // namespace fmplan_file_test
}  // namespace fmplan::cli
