#include "core/export/answer_workbook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/answer/report_document.h"
#include "core/base/issue.h"
#include "core/export/export_kind.h"
#include "core/plan/evaluate.h"
#include "core/plan/outlook.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"
#include "tests/export/answers.h"
#include "tests/export/formulas.h"

namespace fmplan::exports {
namespace answer_workbook_test {

using nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;

/// What `fmplan plan --format json` prints of a bundled scenario with values set.
json plan_answer(const std::string& name, const std::vector<std::string>& sets = {}) {
  json document = text::read_json_file(kRoot / "scenarios" / name);
  for (const std::string& assignment : sets) scenario::set_value(document, assignment);
  const plan::Scenario asked = scenario::read_scenario(document, items(), kRoot / "scenarios");
  const plan::Report report = evaluate(asked);
  const plan::Outlook outlook{neighbours(asked, report), deciding_assumptions(report)};
  return text::parsed(answer::plan_document(report, {document, items().version(), 1}, outlook).json);
}

/// Three points of a sweep as `fmplan sweep --format json` writes them: one of a known cost, one of a cost known in
/// part, one that is refused.
json sweep_answer() {
  return json::parse(R"({
    "version": 1, "catalog_version": "0123", "fmplan_version": "0.1", "seed": 1, "answer": "plan",
    "scenarios": ["llama.json"], "swept": ["cluster.nodes", "price.kind"],
    "columns": [
      {"name": "days", "figure": "days", "unit": "d", "what": "days, median", "interval_80": true},
      {"name": "cost_usd", "figure": "cost", "unit": "USD", "what": "expected cost", "interval_80": false},
      {"name": "finish", "figure": "finish", "unit": "day", "what": "the day of the end", "interval_80": false}],
    "where": null, "fail_if": [], "num_points": 4, "fingerprint": "0123456789abcdef",
    "points": [
      {"point": 0, "inputs": {"cluster.nodes": 64, "price.kind": "spot"}, "status": "ok", "reason": null, "note": null,
       "warnings": [], "figures": {"days": 80, "days_low_80": 70, "days_high_80": 95, "cost_usd": "1500.25",
       "finish": "2026-03-01"}},
      {"point": 1, "inputs": {"cluster.nodes": 128, "price.kind": "spot"}, "status": "ok", "reason": null, "note": "127",
       "warnings": ["a", "b"], "figures": {"days": 42.5, "days_low_80": 40, "days_high_80": 50,
       "cost_usd": "1200.20", "finish": null}},
      {"point": 3, "inputs": {"cluster.nodes": 3, "price.kind": "spot"}, "status": "refused", "reason": "=3 divides nothing",
       "note": null, "warnings": [], "figures": {"days": null, "days_low_80": null, "days_high_80": null,
       "cost_usd": null, "cost_usd_at_least": "7.50", "finish": null}}],
    "counts": {"points": 4, "looked_at": 4, "left_out": 1, "refused": 1, "does_not_fit": 0, "never_ends": 0,
               "misses_deadline": 0, "ok": 2, "stopped": false}})");
}

std::vector<std::string> names_of(const Workbook& workbook) {
  std::vector<std::string> names;
  for (const Sheet& sheet : workbook.sheets) names.push_back(sheet.name);
  return names;
}

/// The row of a sheet whose first cell says so.
const std::vector<Cell>& row_of(const Sheet& sheet, const std::string& first) {
  for (const auto& row : sheet.rows)
    if (!row.empty() && text_of(row[0]) == first) return row;
  throw std::out_of_range("no row " + first);
}

TEST(PlanWorkbook, FormulasComeToWhatIsShown) {
  int formulas = 0;
  for (const char* const name : {"llama3-70b-p5.json", "llama3-405b-16k.json"})
    formulas += check_formulas(answer_workbook(plan_answer(name), ""), name);
  EXPECT_GT(formulas, 40);
}

// What the JSON says of the same plan: components that add up to the total but for the cents of each, shares that add
// up to 1.
TEST(PlanWorkbook, AddsUpTheComponentsOfTheCost) {
  const json answer = plan_answer("llama3-70b-p5.json");
  const Workbook workbook = answer_workbook(answer, "");
  EXPECT_THAT(names_of(workbook), ElementsAre("assumptions", "result", "cost"));
  EXPECT_EQ(date_text(workbook.created), answer["run"]["start"]);
  const Sheet& cost = sheet_of(workbook, "cost");
  const std::size_t count = answer["cost"]["components"].size();
  ASSERT_GE(count, 2U);
  double amounts = 0, shares = 0;
  for (std::size_t i = 1; i <= count; ++i) {
    amounts += value_of(cost.rows[i][1]);
    shares += value_of(cost.rows[i][2]);
    EXPECT_EQ(text_of(cost.rows[i][0]), answer["cost"]["components"][i - 1]["name"]);
  }
  EXPECT_NEAR(shares, 1, 1e-12);
  EXPECT_DOUBLE_EQ(value_of(row_of(cost, "total")[1]), amounts);
  const double told = std::stod(answer["cost"]["total"].get<std::string>());
  EXPECT_NEAR(amounts, told, 0.005 * static_cast<double>(count + 1));
  EXPECT_DOUBLE_EQ(value_of(row_of(cost, "as the answer tells it")[1]), told);
  const std::vector<Cell>& shown = row_of(sheet_of(workbook, "result"), "cost, USD");
  EXPECT_DOUBLE_EQ(value_of(shown[1]), amounts);
  EXPECT_THAT(std::get<Formula>(shown[1].content).text, HasSubstr("cost!B"));
}

TEST(PlanWorkbook, SaysWhatNobodyKnows) {
  const json answer = plan_answer("llama3-70b-p5.json", {"price.region=eu-north-1"});
  ASSERT_TRUE(answer["cost"]["total"].is_null());
  const Workbook workbook = answer_workbook(answer, "");
  EXPECT_EQ(text_of(row_of(sheet_of(workbook, "cost"), "total")[1]), "unknown");
  EXPECT_EQ(text_of(row_of(sheet_of(workbook, "result"), "cost, USD")[1]), "unknown");
  check_formulas(workbook, "unknown");
}

TEST(PlanWorkbook, OfAPlanThatDoesNotFitIsStillOne) {
  const ExportedFile file =
      answer_xlsx(plan_answer("llama3-70b-p5.json", {"training.parallel.micro_batch_size=16"}), "");
  EXPECT_THAT(file.text, testing::StartsWith("PK"));
  EXPECT_FALSE(file.holds_amounts);
}

// 1,500.25 and 1,200.20: 300.05 more, which is 1.25 of the cheapest.
TEST(SweepWorkbook, ByHand) {
  const Workbook workbook = answer_workbook(sweep_answer(), "");
  EXPECT_THAT(names_of(workbook), ElementsAre("assumptions", "result", "cost", "points"));
  EXPECT_EQ(workbook.title, "sweep of llama.json");
  EXPECT_EQ(date_text(workbook.created), "1980-01-01");
  EXPECT_GT(check_formulas(workbook, "sweep"), 10);

  const Sheet& cost = sheet_of(workbook, "cost");
  ASSERT_EQ(cost.rows.size(), 5U);
  EXPECT_EQ(value_of(cost.rows[1][1]), 64);
  EXPECT_DOUBLE_EQ(value_of(cost.rows[1][3]), 1500.25);
  EXPECT_NEAR(value_of(cost.rows[1][4]), 300.05, 1e-9);
  EXPECT_NEAR(value_of(cost.rows[1][5]), 1500.25 / 1200.20, 1e-12);
  EXPECT_EQ(value_of(cost.rows[2][4]), 0);
  EXPECT_EQ(text_of(cost.rows[3][3]), "at least 7.50");
  EXPECT_DOUBLE_EQ(value_of(cost.rows[4][3]), 1200.20);

  const Sheet& result = sheet_of(workbook, "result");
  EXPECT_EQ(value_of(row_of(result, "ok")[1]), 2);
  EXPECT_NEAR(value_of(row_of(result, "ok")[2]), 2.0 / 3, 1e-12);
  EXPECT_EQ(value_of(row_of(result, "refused")[1]), 1);
  EXPECT_EQ(value_of(row_of(result, "shown")[1]), 3);
  EXPECT_EQ(value_of(row_of(result, "left out")[1]), 1);
  EXPECT_EQ(value_of(row_of(result, "days")[1]), 42.5);
  EXPECT_EQ(value_of(row_of(result, "days")[2]), 80);

  const Sheet& points = sheet_of(workbook, "points");
  ASSERT_EQ(points.rows.size(), 4U);
  EXPECT_EQ(text_of(points.rows[2][6]), "a; b");
  EXPECT_EQ(value_of(points.rows[2][9]), 50);  // days_high_80
  EXPECT_EQ(text_of(points.rows[1][11]), "2026-03-01");
}

// Who opens the file runs nothing that stood in a name or a reason.
TEST(SweepWorkbook, TakesNoTextForAFormula) {
  const Sheet points = sheet_of(answer_workbook(sweep_answer(), ""), "points");
  EXPECT_EQ(text_of(points.rows[3][4]), "=3 divides nothing");
}

TEST(SweepWorkbook, WithoutPointsOrMoneyHasNoCosts) {
  json answer = sweep_answer();
  answer["points"] = json::array();
  EXPECT_THAT(names_of(answer_workbook(answer, "")), ElementsAre("assumptions", "result", "points"));
  answer = sweep_answer();
  answer["columns"].erase(1);
  EXPECT_THAT(names_of(answer_workbook(answer, "")), ElementsAre("assumptions", "result", "points"));
}

/// What is wrong with an answer that somebody edited.
Issues issues_of(const json& answer) {
  try {
    answer_workbook(answer, "saved.json#");
  } catch (const InputError& error) {
    return error.issues();
  }
  return {};
}

TEST(AnswerWorkbook, NamesEveryValueThatIsNoneOfTheAnswers) {
  json answer = plan_answer("llama3-70b-p5.json");
  answer["cost"]["components"][0]["amount"] = 12.5;
  answer["run"]["start"] = "soon";
  answer["step"]["mfu"] = "40 %";
  answer["assumptions"] = 7;
  answer.erase("name");
  EXPECT_THAT(
      issues_of(answer),
      testing::UnorderedElementsAre(
          AllOf(Field(&Issue::where, "saved.json#/cost/components/0/amount"),
                Field(&Issue::message, HasSubstr("12.5 is not an amount such as \"1234.50\""))),
          AllOf(Field(&Issue::where, "saved.json#/run/start"), Field(&Issue::message, HasSubstr("2026-03-01"))),
          AllOf(Field(&Issue::where, "saved.json#/step/mfu"), Field(&Issue::message, HasSubstr("not a number"))),
          AllOf(Field(&Issue::where, "saved.json#/assumptions"), Field(&Issue::message, HasSubstr("not a list"))),
          AllOf(Field(&Issue::where, "saved.json#/name"), Field(&Issue::message, HasSubstr("is missing")))));
  json sweep = sweep_answer();
  sweep["points"][1]["figures"]["cost_usd"] = "dear";
  sweep["points"][2]["status"] = nullptr;
  EXPECT_THAT(issues_of(sweep), ElementsAre(Field(&Issue::where, "saved.json#/points/1/figures/cost_usd"),
                                            Field(&Issue::where, "saved.json#/points/2/status")));
}

// Any value of an answer may be anything: an error, or a workbook, and nothing else.
TEST(AnswerWorkbook, TakesAnyValueAnywhere) {
  for (const json& answer : {plan_answer("llama3-70b-p5.json"), sweep_answer()}) {
    const json flat = answer.flatten();
    int refused = 0;
    for (auto value = flat.begin(); value != flat.end(); ++value)
      for (const json& other : {json(nullptr), json("x"), json(7), json::array({1}), json{{"a", 1}}}) {
        json broken = answer;
        broken[json::json_pointer(value.key())] = other;
        try {
          answer_workbook(broken, "");
        } catch (const InputError& error) {
          ++refused;
          EXPECT_FALSE(error.issues().empty());
        }
      }
    EXPECT_GT(refused, 50);
  }
}

TEST(AnswerWorkbook, RefusesAnswersOfOtherCommands) {
  for (const json& other : {json::array(), json{{"fmplan_version", "0.1"}, {"search", {}}}, json("text")})
    EXPECT_THAT(issues_of(other), ElementsAre(AllOf(Field(&Issue::where, "saved.json"),
                                                    Field(&Issue::message, HasSubstr("plan or sweep")))));
}

TEST(AnswerWorkbook, IsTheSameBytesTwice) {
  EXPECT_EQ(answer_xlsx(sweep_answer(), "").text, answer_xlsx(sweep_answer(), "").text);
  EXPECT_TRUE(answer_xlsx(sweep_answer(), "").holds_amounts);
}

}  // namespace answer_workbook_test
}  // namespace fmplan::exports
