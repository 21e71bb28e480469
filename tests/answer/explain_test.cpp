#include "core/answer/explain_document.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/answer/explain_run.h"
#include "core/answer/explain_table.h"
#include "core/answer/explain_terms.h"
#include "core/answer/figure.h"
#include "core/answer/formula.h"
#include "core/answer/report_json.h"
#include "core/answer/run_json.h"
#include "core/answer/schema_keys.h"
#include "core/base/issue.h"
#include "core/plan/evaluate.h"
#include "core/plan/run_study.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan::answer {
namespace explain_test {

using testing::HasSubstr;

const std::filesystem::path kRoot = source_dir();

const catalog::Catalog& shipped() {
  static const catalog::Catalog kCatalog({kRoot / "catalogs"});
  return kCatalog;
}

/// A scenario of the tree, with values set, and what it answers.
struct Answer {
  explicit Answer(const std::filesystem::path& file, const std::vector<std::string>& sets = {})
      : document(text::read_json_file(file)) {
    for (const std::string& each : sets) scenario::set_value(document, each);
    report = evaluate(scenario::read_scenario(document, shipped(), file.parent_path()));
    json = report_json(report, {document, shipped().version(), 1});
  }
  ExplainOrigin origin() const { return {report, document, shipped()}; }
  std::vector<ExplainedFigure> figures() const { return explained_figures(origin(), json); }

  nlohmann::json document;
  plan::Report report;
  text::Json json;
};

/// The bundled scenarios, those of the golden tests, and turns of one that reach what they leave out.
std::vector<Answer> answers() {
  std::vector<Answer> all;
  for (const char* const folder : {"scenarios", "tests/golden/inputs"})
    for (const auto& entry : std::filesystem::directory_iterator(kRoot / folder)) {
      const std::string name = entry.path().filename().string();
      if (folder != std::string("scenarios") && name != "everything.json" && name != "experts.json") continue;
      all.emplace_back(entry.path());
    }
  const std::filesystem::path p5 = kRoot / "scenarios/llama3-70b-p5.json";
  all.emplace_back(p5, std::vector<std::string>{"run.deadline=2025-06-30", "run.evaluation=5%"});
  all.emplace_back(p5, std::vector<std::string>{"price.kind=capacity_block", "cluster.nodes=100"});
  all.emplace_back(p5, std::vector<std::string>{"run.campaign_overhead=none", "run.spare_nodes=0"});
  all.emplace_back(p5, std::vector<std::string>{"training.parallel.recompute=full", "cluster.nodes=128"});
  all.emplace_back(p5, std::vector<std::string>{"cluster.network=flows", "run.spare_nodes=auto"});
  all.emplace_back(p5, std::vector<std::string>{"training.anchor=../validation/steps.csv", "run.evaluation=3%"});
  all.emplace_back(p5, std::vector<std::string>{"training.kind=lora", "training.adapter_rank=16"});
  all.emplace_back(p5,
                   std::vector<std::string>{"training.precision=fp8", "training.parallel=auto", "cluster.nodes=48"});
  all.emplace_back(p5,
                   std::vector<std::string>{"run.failures=opt-175b", "run.recovery=warm-spare", "cluster.nodes=1024"});
  all.emplace_back(p5, std::vector<std::string>{"training.tokens=20B", "run.checkpoint.interval=30 min"});
  return all;
}

TEST(Formulas, AreReadWithTheUsualOrderOfOperators) {
  EXPECT_EQ(computed("2 + 3 × 4 − 6 / 3"), 12);
  EXPECT_EQ(computed("(2 + 3) × (−4)"), -20);
  EXPECT_EQ(computed("ceil(7 / 2) + max(1, 2) + hypot(3, 4)"), 11);
  EXPECT_DOUBLE_EQ(computed("exp(ln(2)) × sqrt(1.6e1)"), 8);
  EXPECT_EQ(computed("Φ(0)"), 0.5);
  for (const char* const broken : {"", "2 +", "(2", "2 3", "max(1)", "a + 1"})
    EXPECT_TRUE(std::isnan(computed(broken)));
}

TEST(Formulas, TakeFallbacksAndGroups) {
  const std::map<std::string, double> values = {{"a", 2}, {"g.x", 3}, {"g.y", 0}, {"g.z", 4}};
  const NamedValue value_of = [&values](const std::string& name) {
    return values.contains(name) ? std::optional(values.at(name)) : std::nullopt;
  };
  const NamesBelow below = [](const std::string& group) {
    return std::vector{group + ".x", group + ".y", group + ".z"};
  };
  const Formula formula("{a} × {b|1} + {c|a} + {g.*}", value_of, below);
  EXPECT_EQ(formula.in_names(), "a × 1 + a + g.x + g.z");
  EXPECT_THAT(formula.names(), testing::ElementsAre("a", "g.x", "g.z"));
  EXPECT_EQ(formula.in_numbers(value_of, 11), "2 × 1 + 2 + 3 + 4");
  EXPECT_EQ(Formula("{a} + {b|0} + {g.x}", value_of, below).in_names(), "a + g.x");
  EXPECT_EQ(Formula("{a} + {b|0} × 2", value_of, below).in_names(), "a + 0 × 2");
  EXPECT_EQ(Formula("{a} / {b}", value_of, below).in_numbers(value_of, 1), std::nullopt);
}

// Twice 0.33333 is 0.66666 and not 0.66667; what is nearly lost in a difference needs more digits.
TEST(Formulas, PrintTheDigitsThatTheResultNeeds) {
  const std::map<std::string, double> values = {{"a", 1 + 1.2345678e-6}, {"b", 1.0 / 3}};
  const NamedValue value_of = [&values](const std::string& name) { return std::optional(values.at(name)); };
  const NamesBelow none;
  EXPECT_EQ(Formula("{b} × 2", value_of, none).in_numbers(value_of, 2.0 / 3), "0.333333 × 2");
  EXPECT_EQ(Formula("{a} − 1", value_of, none).in_numbers(value_of, 1.2345678e-6), "1.0000012346 − 1");
}

TEST(NumberText, HasFiveDigitsOrAllOfAWholeNumber) {
  EXPECT_EQ(number_text(0.401324), "0.40132");
  EXPECT_EQ(number_text(0.0401324), "0.040132");
  EXPECT_EQ(number_text(119.0032), "119.00");
  EXPECT_EQ(number_text(6809077.54), "6809078");
  EXPECT_EQ(number_text(894070), "894070");
  EXPECT_EQ(number_text(1.5e13), "1.5000e13");
  EXPECT_EQ(number_text(3.4e-5), "3.4000e-5");
  EXPECT_EQ(number_text(-2.5), "−2.5000");
  EXPECT_EQ(number_text(0), "0");
}

/// Numbers that say nothing about the plan, or are what the scenario says.
const std::map<std::string, std::string>& exceptions() {
  static const std::map<std::string, std::string> kExceptions = {};
  return kExceptions;
}

// Every number that the schema of reports has, is explained, by a row of its own or of a group that it stands in.
TEST(Explanations, AreThereForEveryNumberOfTheReport) {
  std::set<std::string> keys;
  for (const SchemaKey& key : schema_keys(kReportSchema)) {
    keys.insert(key.key);
    EXPECT_EQ(explanations_of(key.key).empty(), exceptions().contains(key.key)) << key.key;
  }
  for (const auto& [key, reason] : exceptions()) EXPECT_TRUE(keys.contains(key)) << key << ": " << reason;
  EXPECT_GT(keys.size(), 120u);
}

// Of a simulated run likewise: by a row of its own, or as the closed form's figure.
TEST(Explanations, AreThereForEveryNumberOfARun) {
  for (const SchemaKey& key : schema_keys(kRunSchema)) {
    const bool is_there = key.key.starts_with("closed_form.");
    const std::string in_report = is_there ? "run." + key.key.substr(12) : key.key;
    const bool is_simulated = !explanations_of(key.key, run_explanations()).empty();
    EXPECT_TRUE(is_simulated || !explanations_of(in_report).empty()) << key.key;
    EXPECT_FALSE(is_simulated && is_there) << key.key;
  }
}

// What is simulated is told with the answer's own values, what it is made of with the closed form's, by the names that
// the answer has for it.
TEST(Explanations, OfARunTellItsSimulatedFigures) {
  const Answer answer(kRoot / "scenarios/llama3-70b-p5.json");
  const plan::RunStudy study = plan::study_run(scenario::read_scenario(answer.document, shipped(), kRoot / "scenarios"),
                                               {.trials = 50, .trials_per_change = 0});
  const text::Json json = run_json(study, {answer.document, shipped().version(), 1});
  const ExplainOrigin origin{study.report, answer.document, shipped()};
  const text::Json told =
      explain_run_document({"days", "closed_form.goodput", "step_time"}, study, origin, answer.json, json).json;
  ASSERT_EQ(told.at("explanations").size(), 3u);
  const text::Json& days = told.at("explanations").at(std::size_t{0});
  EXPECT_EQ(days.at("key").as_text(), "run.wall_clock_days.p50");
  EXPECT_EQ(days.at("value").as_double(), json.at("run").at("wall_clock_days").at("p50").as_double());
  EXPECT_THAT(days.dump(), HasSubstr("closed_form.goodput"));
  EXPECT_THAT(days.dump(), testing::Not(HasSubstr("\"run.goodput\"")));
  EXPECT_EQ(told.at("explanations").at(std::size_t{1}).at("value").as_double(), study.report.run.goodput);
  EXPECT_EQ(told.at("explanations").at(std::size_t{2}).at("key").as_text(), "step.step_time_s");
  EXPECT_THROW(explain_run_document({"dyas"}, study, origin, answer.json, json), InputError);
}

// The parts of a saved number are there: interval, sources with their days, what the fit was off by.
TEST(Explanations, TellSourcesAndErrorsOfTheFit) {
  const Answer answer(kRoot / "scenarios/llama3-70b-p5.json");
  const text::Json told = explain_document({"days"}, answer.origin(), answer.json).json;
  const text::Json& days = told.at("explanations").at(std::size_t{0});
  EXPECT_EQ(days.at("interval_80").at("high").as_double(), answer.report.wall_clock_days_80.high);
  EXPECT_EQ(days.at("inputs").at(std::size_t{0}).at("inputs").at(std::size_t{0}).at("key").as_text(), "steps");
  EXPECT_FALSE(days.at("step_evidence").at("held_out").empty());
  bool is_dated = false;
  for (const text::Json& each : days.at("rests_on").elements())
    is_dated = is_dated || (each.at("what").as_text() == "failures of llama-3-405b" &&
                            each.at("as_of").as_text() == "2026-08-22" && each.at("confirmed").as_bool());
  EXPECT_TRUE(is_dated);
}

TEST(Explanations, KnowNearNames) {
  try {
    explain_formulas({"dyas"});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("\"dyas\" is no figure of the answer; did you mean \"days\"?"));
  }
}

// The table names nothing that is not there: every key and every name of a formula is of the schema or a term, every
// page and heading is in docs/models.
TEST(Explanations, NameWhatThereIs) {
  std::set<std::string, std::less<>> names;
  for (const SchemaKey& key : schema_keys(kReportSchema)) names.insert(key.key);
  for (const ExplainTerm& term : explain_terms()) names.emplace(term.name);
  for (const Figure& figure : plan_figures().named())
    if (figure.pointer.empty()) names.insert(figure.name);
  const auto is_group = [&names](std::string_view group) {
    const auto at = names.lower_bound(group);
    return at != names.end() && at->starts_with(group);
  };
  const auto check = [&](std::string_view name, std::string_view of) {
    const bool found = name.ends_with(".*") ? is_group(name.substr(0, name.size() - 1)) : names.contains(name);
    EXPECT_TRUE(found) << name << " of " << of;
  };
  for (const Explanation& row : explanations()) {
    check(row.key, "the table");
    std::string_view rest = row.formula;
    for (std::size_t begin = rest.find('{'); begin != std::string_view::npos; begin = rest.find('{')) {
      const std::string_view name = rest.substr(begin + 1, rest.find('}') - begin - 1);
      check(name.substr(0, name.find('|')), row.key);
      rest.remove_prefix(rest.find('}') + 1);
    }
    for (std::string_view inputs = row.inputs; !inputs.empty();) {
      const std::size_t end = std::min(inputs.find(' '), inputs.size());
      check(inputs.substr(0, end), row.key);
      inputs.remove_prefix(std::min(end + 1, inputs.size()));
    }
    const std::string page(row.page.substr(0, row.page.find('#')));
    EXPECT_TRUE(std::filesystem::exists(kRoot / "docs/models" / page)) << row.page << " of " << row.key;
  }
}

// "docs/models/run.md#ranges": the anchors are those that headings get.
TEST(Explanations, PointAtHeadings) {
  for (const Explanation& row : explanations()) {
    const std::size_t hash = row.page.find('#');
    if (hash == std::string_view::npos) continue;
    std::ifstream page(kRoot / "docs/models" / std::string(row.page.substr(0, hash)));
    bool found = false;
    for (std::string line; std::getline(page, line);) {
      if (!line.starts_with('#')) continue;
      std::string anchor;
      for (const char c : line.substr(line.find(' ') + 1)) {
        if (c == ' ' || c == '-') anchor += '-';
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
          anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      }
      found = found || anchor == row.page.substr(hash + 1);
    }
    EXPECT_TRUE(found) << row.page;
  }
}

// A reader with a calculator: what is printed, computed again, is what is printed for the figure, half a unit of its
// last digit apart at most (where the exact value lies on the edge between two).
TEST(Explanations, PrintNumbersThatGiveTheFigure) {
  std::set<std::string> computed_keys;
  for (const Answer& answer : answers()) {
    for (const ExplainedFigure& figure : answer.figures()) {
      if (figure.numbers.empty()) continue;
      computed_keys.insert(figure.key);
      EXPECT_EQ(number_text(computed(figure.numbers)), number_text(figure.value))
          << answer.report.scenario.name << ", " << figure.key << " = " << figure.numbers;
    }
  }
  // All that are arithmetic were computed somewhere.
  for (const Explanation& row : explanations()) {
    if (row.formula.find('{') == std::string_view::npos) continue;
    EXPECT_TRUE(computed_keys.contains(std::string(row.key))) << row.key;
  }
}

/// Formulas of a usual case, and what makes a case another: words tell it then.
const std::map<std::string, std::string>& usual_cases() {
  static const std::map<std::string, std::string> kCases = {
      {"segments", "each checkpoint outlives a node"},
      {"segment_s", "each checkpoint outlives a node, and there is more than one segment"},
      {"run.checkpoint_bytes", "all parameters are trained, and no prediction module is beside them"},
      {"run.checkpoint_write_s", "no start-up"},
      {"run.daly_interval_s", "a checkpoint stalls for less than twice the time between failures"},
      {"run.goodput", "all phases are on as many nodes"},
      {"run.interruptions.mean", "all phases are on as many nodes"},
      {"run.lost_days", "all phases are on as many nodes"},
      {"run.mtbf_h", "all phases are on as many nodes"},
      {"run.restart_s", "all phases are on as many nodes"},
      {"totals.gpu_hours_ledger.productive", "all phases are on as many nodes"},
      {"totals.gpu_hours_ledger.lost", "all phases are on as many nodes"},
      {"totals.gpu_hours_ledger.checkpoint", "all phases are on as many nodes"},
      {"totals.gpu_hours_ledger.waiting", "all phases are on as many nodes"},
      {"totals.gpu_hours_ledger.evaluation", "all phases are on as many nodes"},
      {"totals.gpu_hours_ledger.data_stall", "all phases are on as many nodes"}};
  return kCases;
}

// Where all that a formula names is known, it gives the figure.
TEST(Explanations, LeaveNoFormulaWithoutItsNumbers) {
  for (const Answer& answer : answers()) {
    std::map<std::string, ExplainedFigure> figures;
    for (const ExplainedFigure& figure : answer.figures()) figures.emplace(figure.key, figure);
    for (const auto& [key, figure] : figures) {
      const auto rows = explanations_of(key);
      if (rows.empty() || rows.front()->formula.find('{') == std::string_view::npos || usual_cases().contains(key))
        continue;
      bool all_known = true;
      std::string_view rest = rows.front()->formula;
      for (std::size_t begin = rest.find('{'); begin != std::string_view::npos; begin = rest.find('{')) {
        const std::string name(rest.substr(begin + 1, rest.find('}') - begin - 1));
        all_known = all_known && (figures.contains(name) || name.find_first_of("|*") != std::string::npos);
        rest.remove_prefix(rest.find('}') + 1);
      }
      EXPECT_EQ(all_known, !figure.numbers.empty()) << answer.report.scenario.name << ": " << key;
    }
  }
}

}  // namespace explain_test
}  // namespace fmplan::answer
