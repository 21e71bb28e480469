#include "core/programme/sheet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/programme/sheet_text.h"
#include "core/scenario/programme_json.h"
#include "core/text/json_text.h"
#include "tests/programme/programmes.h"
#include "tests/source_dir.h"

namespace fmplan::programme {
namespace sheet_test {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using enum SheetKind;

json sample() {
  return json::parse(R"({
    "version": 1, "name": "two", "start": "2026-03-01", "end": "2026-03-29",
    "pools": [{"name": "shared", "instance": "p5.48xlarge", "region": "us-east-1",
               "deliveries": [{"on": "2026-03-01", "nodes": 4}]}],
    "organisations": [
      {"name": "north", "budget": "$60K", "projects": [
        {"name": "alpha", "nodes": [2, 4], "pools": ["shared"], "scenario": {"model": "llama-3-8b"}},
        {"name": "beta", "nodes": 2, "after": ["alpha"], "phases": [{"kind": "experiments", "node_hours": 960}]}]},
      {"name": "south", "projects": [{"name": "gamma", "pools": ["shared"], "after": ["alpha", "beta"]}]}]})");
}

std::size_t column(SheetKind kind, const std::string& label) {
  const std::vector<SheetColumn>& columns = sheet_of(kind).columns;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].label == label) return i;
  ADD_FAILURE() << "no column " << label;
  return 0;
}

json with(SheetKind kind, std::size_t row, const std::string& label, const std::string& text) {
  return with_cell(sample(), kind, row, column(kind, label), text);
}

std::string why_not(SheetKind kind, std::size_t row, const std::string& label, const std::string& text) {
  try {
    with(kind, row, label, text);
  } catch (const InputError& error) {
    return error.issues().front().message;
  }
  return "";
}

TEST(Sheet, CellsAreWhatTheFileSays) {
  const std::vector<SheetRow> projects = sheet_rows(sample(), kProjects);
  ASSERT_THAT(projects, SizeIs(3));
  EXPECT_EQ(projects[1].pointer, "/organisations/0/projects/1");
  const auto cell = [&](std::size_t row, const char* label) { return projects[row].cells[column(kProjects, label)]; };
  EXPECT_EQ(cell(0, "organisation"), "north");
  EXPECT_EQ(cell(2, "organisation"), "south");
  EXPECT_EQ(cell(0, "nodes"), "2, 4");
  EXPECT_EQ(cell(1, "nodes"), "2");
  EXPECT_EQ(cell(2, "after"), "alpha, beta");
  EXPECT_EQ(cell(0, "scenario"), "{llama-3-8b}");
  EXPECT_FALSE(projects[0].open[column(kProjects, "scenario")]);
  EXPECT_EQ(cell(0, "deadline"), "");
  EXPECT_THAT(sheet_rows(sample(), kMaintenance), SizeIs(0));
}

TEST(Sheet, TextsBecomeWhatTheFieldTakes) {
  EXPECT_EQ(with(kProjects, 0, "nodes", "8, 16")["organisations"][0]["projects"][0]["nodes"], json({8, 16}));
  EXPECT_EQ(with(kProjects, 0, "nodes", "8..64:8")["organisations"][0]["projects"][0]["nodes"], "8..64:8");
  EXPECT_EQ(with(kProjects, 1, "dedicated", "true")["organisations"][0]["projects"][1]["dedicated"], true);
  EXPECT_EQ(with(kOrganisations, 1, "budget", " ¥500M ")["organisations"][1]["budget"], "¥500M");
  EXPECT_EQ(with(kOrganisations, 1, "share", "12 %")["organisations"][1]["share"], "12 %");
  // A name of digits is a name.
  EXPECT_EQ(with(kOrganisations, 1, "name", "2025")["organisations"][1]["name"], "2025");
  EXPECT_FALSE(with(kOrganisations, 0, "budget", "")["organisations"][0].contains("budget"));
}

TEST(Sheet, ObjectsOnTheWayComeAndGo) {
  const json priced = with(kPools, 0, "price.per_node_hour", "40 $/h");
  EXPECT_EQ(priced["pools"][0]["price"]["per_node_hour"], "40 $/h");
  EXPECT_EQ(with_cell(priced, kPools, 0, column(kPools, "price.per_node_hour"), ""), sample());
}

TEST(Sheet, NamesChangeWhereTheyAreReferredTo) {
  const json pool = with(kPools, 0, "name", "tokyo");
  EXPECT_EQ(pool["organisations"][0]["projects"][0]["pools"], json({"tokyo"}));
  EXPECT_EQ(pool["organisations"][1]["projects"][0]["pools"], json({"tokyo"}));
  const json project = with(kProjects, 0, "name", "first");
  EXPECT_EQ(project["organisations"][0]["projects"][1]["after"], json({"first"}));
  EXPECT_EQ(project["organisations"][1]["projects"][0]["after"], json({"first", "beta"}));
}

TEST(Sheet, ARowMovesToWhatItIsOf) {
  const json moved = with(kProjects, 0, "organisation", "south");
  EXPECT_THAT(moved["organisations"][0]["projects"], SizeIs(1));
  EXPECT_EQ(moved["organisations"][1]["projects"][1]["name"], "gamma");
  EXPECT_EQ(moved["organisations"][1]["projects"][0]["name"], "alpha");
  EXPECT_THAT(why_not(kProjects, 0, "organisation", "nroth"), HasSubstr("did you mean \"north\"?"));
}

TEST(Sheet, AnObjectIsNotOverwrittenByAText) {
  EXPECT_THAT(why_not(kProjects, 0, "scenario", "other.json"), HasSubstr("is an object in the file"));
  EXPECT_EQ(with(kProjects, 0, "scenario", "{llama-3-8b}"), sample());
  EXPECT_EQ(with(kProjects, 2, "scenario", "other.json")["organisations"][1]["projects"][0]["scenario"], "other.json");
}

TEST(Sheet, PastedRowsBeyondTheLastAreAdded) {
  // Three rows from the last one on: its own name, then one of an organisation that is named, then one that is not.
  const json pasted =
      with_cells(sample(), kProjects, 2, 0, {{"south", "gamma 2"}, {"north", "delta", "", "4"}, {"south", "epsilon"}});
  EXPECT_EQ(pasted["organisations"][0]["projects"][2], json::parse(R"({"name": "delta", "nodes": 4})"));
  EXPECT_EQ(pasted["organisations"][1]["projects"][0]["name"], "gamma 2");
  EXPECT_EQ(pasted["organisations"][1]["projects"][1]["name"], "epsilon");
  try {
    with_cells(sample(), kProjects, 3, 0, {{"nowhere", "x"}, {"south", "y"}, {"west", "z"}});
    FAIL() << "two organisations are not there";
  } catch (const InputError& error) {
    ASSERT_THAT(error.issues(), SizeIs(2));
    EXPECT_EQ(error.issues()[0].where, "row 1, column 1");
    EXPECT_EQ(error.issues()[1].where, "row 3, column 1");
  }
}

TEST(Sheet, TwoHundredPastedOrganisationsAreAllThere) {
  std::vector<std::vector<std::string>> cells;
  for (int i = 0; i < 200; ++i)
    cells.push_back({"organisation " + std::to_string(i), "$" + std::to_string(i + 1) + "M"});
  const json pasted = with_cells(sample(), kOrganisations, 2, 0, cells);
  const std::vector<SheetRow> rows = sheet_rows(pasted, kOrganisations);
  ASSERT_THAT(rows, SizeIs(202));
  EXPECT_EQ(rows[201].cells[0], "organisation 199");
  EXPECT_EQ(rows[201].cells[1], "$200M");
}

TEST(Sheet, NewRowsHaveNamesOfTheirOwn) {
  const json once = with_new_row(sample(), kProjects, 0), twice = with_new_row(once, kProjects, 0);
  EXPECT_EQ(twice["organisations"][0]["projects"][1]["name"], "new project 2");
  EXPECT_EQ(twice["organisations"][0]["projects"][2]["name"], "new project");
  // The first phase beside the one of training that stands for none.
  const json phases = with_cells(sample(), kPhases, 5, 0, {{"alpha", "evaluation"}});
  EXPECT_EQ(phases["organisations"][0]["projects"][0]["phases"],
            json::parse(R"([{"kind": "training"}, {"kind": "evaluation"}])"));
}

TEST(Sheet, RowsGoWithWhatWaitsForThem) {
  const json left = without_rows(sample(), kProjects, {0});
  EXPECT_EQ(left["organisations"][0]["projects"][0]["after"], json::array());
  EXPECT_EQ(left["organisations"][1]["projects"][0]["after"], json({"beta"}));
  // The last phase takes the list with it, which the format does not want empty.
  EXPECT_FALSE(without_rows(sample(), kPhases, {0})["organisations"][0]["projects"][1].contains("phases"));
}

TEST(Sheet, AProgrammesOwnValues) {
  json document = sample();
  document["policy"] = "fifo";
  const json changed = with_setting(document, "policy.grid", "week");
  EXPECT_EQ(changed["policy"], json::parse(R"({"kind": "fifo", "grid": "week"})"));
  EXPECT_EQ(with_setting(document, "name", "2026")["name"], "2026");
  EXPECT_EQ(with_setting(with_setting(sample(), "currency.per_dollar", "150"), "currency.per_dollar", ""), sample());
  EXPECT_THROW(with_setting(document, "polici", "x"), InputError);
}

TEST(Sheet, ProblemsHaveTheirCell) {
  const auto at = [](const char* pointer) { return cell_at(sample(), pointer); };
  EXPECT_EQ(at("/organisations/1/projects/0/deadline")->kind, kProjects);
  EXPECT_EQ(at("/organisations/1/projects/0/deadline")->row, 2);
  EXPECT_EQ(at("/organisations/1/projects/0/deadline")->column, column(kProjects, "deadline"));
  EXPECT_EQ(at("/pools/0/deliveries/0/nodes")->kind, kDeliveries);
  EXPECT_EQ(at("/pools/0/price")->column, column(kPools, "price.per_node_hour"));
  EXPECT_EQ(at("/pools/0/deliveries")->column, column(kPools, "name"));
  EXPECT_EQ(at("/organisations/0/projects/0/nodes/1")->column, column(kProjects, "nodes"));
  EXPECT_EQ(at("/start"), std::nullopt);
  EXPECT_EQ(at("/pools/7"), std::nullopt);
}

TEST(Sheet, SumsAreOfTheRowsGiven) {
  const catalog::Catalog catalog = catalog::Catalog::shipped();
  json document = sample();
  document["organisations"][0]["projects"][0] =
      json::parse(R"({"name": "alpha", "nodes": [2, 4], "phases": [{"kind": "experiments", "node_hours": 240}]})");
  document["organisations"][1] = json::parse(R"({"name": "south", "budget": "$40K", "projects": []})");
  const scenario::Programme programme = scenario::read_programme(document, catalog, std::nullopt);
  const auto sums = [&](SheetKind kind) { return sheet_sums(programme, kind, sheet_rows(document, kind)); };
  EXPECT_EQ(sums(kOrganisations), "2 organisations with 2 projects; budgets $100,000 of 2");
  // alpha may have 2, beta 2.
  EXPECT_EQ(sums(kProjects),
            "2 projects of 1 organisation; 0 deadlines; 4 nodes where all have the fewest that are stated");
  EXPECT_EQ(sums(kPhases), "2 phases; 1,200 node-hours stated");
  EXPECT_EQ(sums(kDeliveries), "1 delivery of 4 nodes");
  EXPECT_EQ(sheet_sums(programme, kPhases, {sheet_rows(document, kPhases)[1]}), "1 phase; 960 node-hours stated");
}

TEST(Sheet, EveryBundledProgrammeIsUnchangedByItsOwnCells) {
  for (const char* file : {"geniac-cycle2.json", "two-teams.json", "campus.json"}) {
    const json document = text::read_json_file(source_dir() + "/programmes/" + file);
    for (std::size_t i = 0; i < kSheetNames.count; ++i) {
      const auto kind = static_cast<SheetKind>(i);
      std::vector<std::vector<std::string>> cells;
      for (const SheetRow& row : sheet_rows(document, kind)) cells.push_back(row.cells);
      EXPECT_EQ(with_cells(document, kind, 0, 0, cells_of_tsv(tsv_of_cells(cells))), document)
          << file << " " << kSheetNames.texts[i];
    }
  }
}

TEST(SheetText, ClipboardCellsKeepTabsQuotesAndLines) {
  const std::vector<std::vector<std::string>> cells = {{"a\tb", "say \"x\"", ""}, {"two\nlines", "39.33 $/h", "5\""}};
  EXPECT_EQ(cells_of_tsv(tsv_of_cells(cells)), cells);
  EXPECT_THAT(cells_of_tsv("a\tb\r\nc\t\"d\"\"e\"\r\n"), ElementsAre(ElementsAre("a", "b"), ElementsAre("c", "d\"e")));
  // Never closed: a letter.
  EXPECT_THAT(cells_of_tsv("\"a\tb"), ElementsAre(ElementsAre("\"a", "b")));
  EXPECT_THAT(cells_of_tsv(""), SizeIs(0));
}

}  // namespace sheet_test
}  // namespace fmplan::programme
