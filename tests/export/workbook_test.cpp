#include "core/export/programme_workbook.h"

#include <cstdlib>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/export/workbook.h"
#include "tests/export/answers.h"

namespace fmplan::exports {
namespace {

using testing::ElementsAre;

TEST(Cells, AreNamedByLettersAndNumbers) {
  EXPECT_EQ(cell_name(0, 0), "A1");
  EXPECT_EQ(cell_name(9, 25), "Z10");
  EXPECT_EQ(cell_name(0, 26), "AA1");
  EXPECT_EQ(cell_name(0, 701), "ZZ1");
  EXPECT_EQ(cell_name(0, 702), "AAA1");
  EXPECT_EQ(cell_name(kMostSheetRows - 1, kMostSheetColumns - 1), "XFD1048576");
}

const Sheet& sheet_of(const Workbook& workbook, const std::string& name) {
  return *std::ranges::find(workbook.sheets, name, &Sheet::name);
}

/// Row and column of "B12".
std::pair<std::size_t, std::size_t> place(const std::string& name) {
  std::size_t column = 0, at = 0;
  for (; name[at] >= 'A'; ++at) column = column * 26 + static_cast<std::size_t>(name[at] - 'A') + 1;
  return {std::stoul(name.substr(at)) - 1, column - 1};
}

double value_of(const Cell& cell) {
  if (const auto* number = std::get_if<double>(&cell.content)) return *number;
  if (const auto* formula = std::get_if<Formula>(&cell.content)) return formula->value;
  return 0;  // words count as nothing in a sum
}

/// What a spreadsheet makes of "SUM(B2:B7)", "SUM(months!B2:B7)", "B2/B7" and "B2-B7".
double computed(const Workbook& workbook, const Sheet& home, const std::string& formula) {
  std::smatch part;
  if (std::regex_match(formula, part, std::regex("SUM\\((?:([a-z]+)!)?([A-Z]+[0-9]+):([A-Z]+[0-9]+)\\)"))) {
    const Sheet& sheet = part[1].matched ? sheet_of(workbook, part[1]) : home;
    const auto [row, column] = place(part[2]);
    const auto [last_row, last_column] = place(part[3]);
    double sum = 0;
    for (std::size_t r = row; r <= last_row; ++r)
      for (std::size_t c = column; c <= last_column; ++c) sum += value_of(sheet.rows.at(r).at(c));
    return sum;
  }
  EXPECT_TRUE(std::regex_match(formula, part, std::regex("([A-Z]+[0-9]+)([-/])([A-Z]+[0-9]+)"))) << formula;
  const auto [row, column] = place(part[1]);
  const auto [other_row, other_column] = place(part[3]);
  const double a = value_of(home.rows.at(row).at(column)), b = value_of(home.rows.at(other_row).at(other_column));
  return part[2] == "/" ? a / b : a - b;
}

TEST(ProgrammeWorkbook, FormulasComeToWhatIsShown) {
  int formulas = 0;
  for (const std::string& name : bundled_programmes()) {
    const Workbook workbook = programme_workbook(answer_of(name));
    for (const Sheet& sheet : workbook.sheets)
      for (const auto& row : sheet.rows)
        for (const Cell& cell : row)
          if (const auto* formula = std::get_if<Formula>(&cell.content)) {
            ++formulas;
            // Of sums of some hundred amounts of up to 10⁷, each a double.
            EXPECT_NEAR(computed(workbook, sheet, formula->text), formula->value, 1e-6) << name << " " << formula->text;
          }
  }
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

}  // namespace
}  // namespace fmplan::exports
