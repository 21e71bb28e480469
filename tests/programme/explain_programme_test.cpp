#include "core/programme/explain_programme.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/programme/programme_report_json.h"
#include "core/programme/question.h"
#include "core/programme/study_programme.h"
#include "tests/source_dir.h"

namespace fmplan::programme {
namespace explain_programme_test {

using testing::HasSubstr;

const std::filesystem::path kRoot = source_dir();

std::string explained(const std::vector<std::string>& words) {
  static const catalog::Catalog kItems({kRoot / "catalogs"});
  const ProgrammeQuestion question =
      programme_question({.file = (kRoot / "programmes/two-teams.json").string()}, kItems);
  const ProgrammeAnswer answer{.study = study_programme(question.programme, kItems, {.trials = 20, .prove = false}),
                               .asked = question.asked.document,
                               .catalog_version = "test",
                               .trials = 20};
  return explain_programme(words, answer, programme_report_json(answer)).json.dump(-1);
}

// 4 nodes · 28 days · 24 h at 40 $; of 2,688 node-hours all but 96 are worked.
TEST(ExplainProgramme, HasTheNumbersOfItsFormulas) {
  const std::string text = explained({"cost", "utilisation", "idle_node_hours"});
  EXPECT_THAT(text, HasSubstr("2688 × 40"));
  EXPECT_THAT(text, HasSubstr("\"value\":\"107520.00\""));
  EXPECT_THAT(text, HasSubstr("(2592 + 0 + 0) / 2688"));
  EXPECT_THAT(text, HasSubstr("2688 − 2592 − 0 − 0 − 0 − 0"));
  EXPECT_THAT(text, HasSubstr("$40.00 a node-hour"));
}

TEST(ExplainProgramme, TellsTheNearestOfWhatItDoesNotKnow) {
  try {
    explained({"cots", "on_time"});
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.issues().size(), 1U);
    EXPECT_THAT(error.issues()[0].message, HasSubstr("did you mean \"cost\""));
  }
}

}  // namespace explain_programme_test
}  // namespace fmplan::programme
