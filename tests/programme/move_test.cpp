#include "core/programme/move.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/programme/question.h"
#include "core/programme/study_programme.h"
#include "core/scenario/programme_json.h"
#include "tests/source_dir.h"

namespace fmplan::programme {
namespace move_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::filesystem::path kRoot = source_dir();

const catalog::Catalog& items() {
  static const catalog::Catalog kItems({kRoot / "catalogs"});
  return kItems;
}

ProgrammeQuestion two_teams(const std::vector<std::string>& sets = {}) {
  return programme_question({.file = (kRoot / "programmes/two-teams.json").string(), .sets = sets}, items());
}

Study studied(const ProgrammeQuestion& question) {
  return study_programme(question.programme, items(), {.trials = 20, .prove = false});
}

// Alpha has days 0 to 10 on 4 nodes, gamma 10 to 15, beta 15 to 27 of 28; alpha is due by the end of day 14.
class MoveOfTwoTeams : public testing::Test {
 protected:
  const ProgrammeQuestion question_ = two_teams();
  const Study study_ = studied(question_);
};

TEST_F(MoveOfTwoTeams, WhereItIsNothingIsBroken) {
  for (int project = 0; project < 3; ++project)
    EXPECT_THAT(preview_move(study_, {.project = project}).broken, IsEmpty()) << project;
}

// Two days later it ends on day 12, in time, but gamma has 4 of the 4 nodes on days 10 and 11 and comes after it.
TEST_F(MoveOfTwoTeams, TellsTheDaysOnWhichOthersHaveTheNodes) {
  const MovePreview preview = preview_move(study_, {.project = 0, .start_day = 2});
  ASSERT_EQ(preview.phases.size(), 1U);
  EXPECT_DOUBLE_EQ(preview.phases[0].start_day, 2);
  EXPECT_DOUBLE_EQ(preview.phases[0].end_day, 12);
  EXPECT_THAT(preview.broken,
              ElementsAre("too few nodes of shared on 2026-03-11 to 2026-03-12: 4 wanted beside 4 of gamma, 4 there",
                          "gamma comes after it, and starts on 2026-03-11"));
}

// On 2 nodes alpha takes 960 / 2 / 24 = 20 days: to day 20, the 20th of March, 5 days after the deadline.
TEST_F(MoveOfTwoTeams, FewerNodesTakeLonger) {
  const MovePreview preview = preview_move(study_, {.project = 0, .nodes = 2});
  EXPECT_DOUBLE_EQ(preview.phases.at(0).end_day, 20);
  EXPECT_THAT(preview.broken,
              testing::Contains("its median ends on 2026-03-20, 5.0 days after its deadline 2026-03-15"));
}

TEST_F(MoveOfTwoTeams, TellsTheProgrammesEndAndWhatItComesAfter) {
  EXPECT_THAT(preview_move(study_, {.project = 1, .start_day = 20}).broken,
              testing::Contains("its median ends on 2026-04-01, after the programme's last day 2026-03-28"));
  EXPECT_THAT(preview_move(study_, {.project = 2, .start_day = 5}).broken,
              testing::Contains("it comes after alpha, which ends on 2026-03-10"));
}

TEST_F(MoveOfTwoTeams, RefusesOtherNumbersOfNodes) {
  const MovePreview preview = preview_move(study_, {.project = 0, .nodes = 3});
  EXPECT_THAT(preview.phases, IsEmpty());
  EXPECT_THAT(preview.broken,
              ElementsAre("3 is none of the numbers of nodes that \"experiments\" can have on shared; give 2 or 4"));
  EXPECT_THAT(widths_of(study_, 0, 0), ElementsAre(2, 4));
}

// An end on day 16 is nearer to 20 (2 nodes) than to 10 (4), one on day 14 nearer to 10.
TEST_F(MoveOfTwoTeams, EndsChooseTheNearestNumberOfNodes) {
  EXPECT_EQ(width_ending_at(study_, 0, 0, 16), 2);
  EXPECT_EQ(width_ending_at(study_, 0, 0, 14), 4);
}

TEST_F(MoveOfTwoTeams, DaysSnapToTheGridInsideTheProgramme) {
  EXPECT_EQ(snapped_day(*study_.programme, 2.6), 3);
  EXPECT_EQ(snapped_day(*study_.programme, -5), 0);
  EXPECT_EQ(snapped_day(*study_.programme, 99), 27);
  scenario::Programme weekly = *study_.programme;
  weekly.policy.grid_days = 7;
  EXPECT_EQ(snapped_day(weekly, 10), 7);
  EXPECT_EQ(snapped_day(weekly, 99), 21);
}

// Of beta, the first project of the second organisation.
TEST_F(MoveOfTwoTeams, TheDocumentAsksForIt) {
  const nlohmann::json& before = question_.asked.document;
  const nlohmann::json after = moved_document(before, study_, {.project = 1, .start_day = 16, .nodes = 4});
  nlohmann::json expected = before;
  expected["organisations"][1]["projects"][0]["earliest"] = "2026-03-17";
  expected["organisations"][1]["projects"][0]["nodes"] = 4;
  EXPECT_EQ(after, expected);
  // It can be read, and starts no earlier.
  const Study moved =
      study_programme(scenario::read_programme(after, items(), kRoot), items(), {.trials = 20, .prove = false});
  for (const ChosenPhase& phase : moved.projects[1].phases) EXPECT_GE(phase.start_day, 16);
}

// Whatever its earliest day, gamma waits for alpha.
TEST_F(MoveOfTwoTeams, TellsWhyItStartsLater) {
  EXPECT_EQ(why_later(study_, 2, 10), "");
  EXPECT_THAT(why_later(study_, 2, 5), testing::AllOf(HasSubstr("gamma starts on 2026-03-11, not on 2026-03-06"),
                                                      HasSubstr("it comes after alpha")));
}

TEST(Move, QueuesDecideWhoHasTheNodes) {
  const Study study = studied(two_teams({"policy.kind=fifo"}));
  EXPECT_THAT(preview_move(study, {.project = 1, .start_day = 0}).broken, IsEmpty());
  EXPECT_THAT(why_later(study, 2, 0), HasSubstr("the queue gives it its nodes then"));
}

}  // namespace move_test
}  // namespace fmplan::programme
