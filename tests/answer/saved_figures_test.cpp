#include "core/answer/saved_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::answer {
namespace saved_figures_test {

using testing::ElementsAre;
using testing::IsEmpty;

text::Json answer(double days, const char* cost) {
  return {{"run", {{"wall_clock_days", {{"p50", days}}}}}, {"cost", {{"total", cost}}}};
}

TEST(SavedFigures, AreThoseThatTheAnswerHas) {
  EXPECT_THAT(saved_figures(answer(119.04, "2500000.00"), plan_figures()).rows,
              ElementsAre(ElementsAre("cost", "$2.50M", "money, expected"),
                          ElementsAre("days", "119.0 days", "wall-clock days, as likely more as less")));
  EXPECT_THAT(saved_figures(text::Json{{"cost", nullptr}}, plan_figures()).rows, IsEmpty());
}

TEST(ChangedFigures, AreThoseThatDiffer) {
  EXPECT_THAT(changed_figures(answer(119, "2500000.00"), answer(119, "2500000.00"), plan_figures()).rows, IsEmpty());
  EXPECT_THAT(changed_figures(answer(119, "2500000.00"), answer(121, "2500000.00"), plan_figures()).rows,
              ElementsAre(ElementsAre("days", "119.0 days", "121.0 days", "wall-clock days, as likely more as less")));
}

TEST(ChangedFigures, AreToldWithTheDigitsThatTellThemApart) {
  const Table table = changed_figures(answer(119, "2500000.00"), answer(119, "2500000.01"), plan_figures());
  ASSERT_EQ(table.rows.size(), 1);
  EXPECT_EQ(table.rows[0][0], "cost");
  EXPECT_NE(table.rows[0][1], table.rows[0][2]);
}

TEST(ChangedFigures, AreThoseThatOneOfThemDoesNotKnow) {
  EXPECT_THAT(
      changed_figures(answer(119, "2500000.00"), {{"run", {{"wall_clock_days", {{"p50", 119}}}}}}, plan_figures()).rows,
      ElementsAre(ElementsAre("cost", "$2.50M", "unknown", "money, expected")));
}

}  // namespace saved_figures_test
}  // namespace fmplan::answer
