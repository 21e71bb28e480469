#include "core/export/programme_workbook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <cstdlib>

#include "core/export/workbook.h"
#include "tests/export/answers.h"
#include "tests/export/formulas.h"

namespace fmplan::exports {
namespace workbook_test {

using testing::ElementsAre;

TEST(Cells, AreNamedByLettersAndNumbers) {
  EXPECT_EQ(cell_name(0, 0), "A1");
  EXPECT_EQ(cell_name(9, 25), "Z10");
  EXPECT_EQ(cell_name(0, 26), "AA1");
  EXPECT_EQ(cell_name(0, 701), "ZZ1");
  EXPECT_EQ(cell_name(0, 702), "AAA1");
  EXPECT_EQ(cell_name(kMostSheetRows - 1, kMostSheetColumns - 1), "XFD1048576");
}

TEST(ProgrammeWorkbook, FormulasComeToWhatIsShown) {
  int formulas = 0;
  for (const std::string& name : bundled_programmes())
    formulas += check_formulas(programme_workbook(answer_of(name)), name);
  EXPECT_GT(formulas, 100);
}

// 38,400, 65,280 and 3,840 of 107,520; budgets of 60,000 each.
TEST(ProgrammeWorkbook, OfTwoTeamsByHand) {
  const Workbook workbook = programme_workbook(answer_of("two-teams.json"));
  std::vector<std::string> names;
  for (const Sheet& sheet : workbook.sheets) names.push_back(sheet.name);
  EXPECT_THAT(names, ElementsAre("assumptions", "months", "organisations", "projects"));
  const Sheet& organisations = sheet_of(workbook, "organisations");
  ASSERT_EQ(organisations.rows.size(), 5U);
  const auto row_values = [&](std::size_t row) {
    std::vector<double> values;
    for (std::size_t i = 1; i < organisations.rows[row].size(); ++i)
      values.push_back(value_of(organisations.rows[row][i]));
    return values;
  };
  EXPECT_THAT(row_values(1), ElementsAre(38400, 38400, 38400 / 107520.0, 60000, 21600));
  EXPECT_THAT(row_values(2), ElementsAre(65280, 65280, 65280 / 107520.0, 60000, -5280));
  EXPECT_THAT(row_values(3), ElementsAre(3840, 3840, 3840 / 107520.0));
  EXPECT_THAT(row_values(4), ElementsAre(107520, 107520, 1));
}

TEST(ProgrammeWorkbook, ASumWithAnUnknownPartIsUnknown) {
  const Sheet organisations =
      sheet_of(programme_workbook(answer_of("geniac-cycle2-catalogue-prices.json")), "organisations");
  const std::vector<Cell>& sums = organisations.rows.back();
  EXPECT_EQ(std::get<std::string>(sums[sums.size() - 2].content), "unknown");
}

TEST(Xlsx, IsTheSameBytesTwiceAndInAnyTimeZone) {
  const Workbook workbook = programme_workbook(answer_of("two-teams.json"));
  const std::string bytes = xlsx_bytes(workbook);
  EXPECT_TRUE(bytes.starts_with("PK"));
  EXPECT_EQ(xlsx_bytes(workbook), bytes);
}

TEST(Xlsx, RefusesWhatASheetHasNoRoomFor) {
  Workbook workbook{.title = "too wide", .created = {}, .sheets = {{.name = "wide", .rows = {{}}}}};
  workbook.sheets[0].rows[0].resize(kMostSheetColumns + 1);
  EXPECT_THROW(xlsx_bytes(workbook), std::runtime_error);
  workbook.sheets[0] = {.name = "no [name]", .rows = {}};
  EXPECT_THROW(xlsx_bytes(workbook), std::runtime_error);
}

}  // namespace workbook_test
}  // namespace fmplan::exports
