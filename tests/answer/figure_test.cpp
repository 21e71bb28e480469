#include "core/answer/figure.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/answer/gate.h"
#include "core/answer/report_json.h"
#include "core/answer/run_document.h"
#include "core/answer/schema_keys.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan::answer {
namespace figure_test {

const std::filesystem::path kRoot = source_dir();

// Two ways to every figure that must agree: from the values, and from the JSON that they are written as, where money is
// rounded to the cent.
TEST(PlanFigures, AreWhatTheReportSaysInJson) {
  const catalog::Catalog catalog({kRoot / "catalogs"});
  for (const char* const name : {"llama3-70b-p5.json", "llama3-405b-16k.json", "bloom-176b-p4de.json"}) {
    const nlohmann::json document = text::read_json_file(kRoot / "scenarios" / name);
    const plan::Report report = evaluate(scenario::read_scenario(document, catalog, kRoot / "scenarios"));
    const text::Json json = report_json(report, {document, catalog.version(), 1});
    for (const Figure& figure : plan_figures().named()) {
      ASSERT_NE(figure.of_report, nullptr) << figure.name;
      const FigureValue value = figure_of(report, figure);
      if (figure.pointer.empty()) continue;
      const FigureValue written = json_value(json, figure);
      if (figure.unit == FigureUnit::kDollar && value.is_least) continue;  // the JSON has it under another key
      ASSERT_EQ(value.value.has_value(), written.value.has_value()) << name << " " << figure.name;
      if (!value.value) continue;
      EXPECT_NEAR(*value.value, *written.value, 0.005 + 1e-12 * *value.value) << name << " " << figure.name;
    }
  }
}

// An interval holds the value and has the ends that the report writes.
TEST(PlanFigures, HaveIntervalsAroundThem) {
  const catalog::Catalog catalog({kRoot / "catalogs"});
  const plan::Report report = evaluate(scenario::read_scenario(
      text::read_json_file(kRoot / "scenarios/llama3-70b-p5.json"), catalog, kRoot / "scenarios"));
  int intervals = 0;
  for (const Figure& figure : plan_figures().named()) {
    if (!figure.interval_of) continue;
    const auto interval = figure.interval_of(report);
    ASSERT_TRUE(interval) << figure.name;
    EXPECT_LE(interval->low, *figure_of(report, figure).value) << figure.name;
    EXPECT_GE(interval->high, *figure_of(report, figure).value) << figure.name;
    ++intervals;
  }
  EXPECT_EQ(intervals, 7);
}

TEST(PlanFigures, HaveKeysWithTheUnitsThatTheyName) {
  const std::pair<const char*, FigureUnit> cases[] = {
      {"step.breakdown_s.gemm", FigureUnit::kSecond},
      {"step.tokens_per_s", FigureUnit::kNumber},
      {"step.mfu", FigureUnit::kRatio},
      {"memory.per_gpu_bytes.logits", FigureUnit::kByte},
      {"memory.total_interval_95.high_bytes", FigureUnit::kByte},
      {"run.wall_clock_days.p50", FigureUnit::kDay},
      {"run.wall_clock_days_80_by_cause.failures.low", FigureUnit::kDay},
      {"run.finish.p90", FigureUnit::kDate},
      {"run.mtbf_h", FigureUnit::kHour},
      {"run.failures.failures_per_1000_node_days", FigureUnit::kNumber},
      {"totals.gpu_hours_ledger.lost", FigureUnit::kHour},
      {"totals.energy_kwh", FigureUnit::kKilowattHour},
      {"totals.co2_kg", FigureUnit::kKilogram},
      {"cost.interval_80.high", FigureUnit::kDollar},
      {"cost.price_per_node_hour", FigureUnit::kDollar}};
  for (const auto& [key, unit] : cases) {
    const auto figure = plan_figures().find(key);
    ASSERT_TRUE(figure) << key;
    EXPECT_EQ(figure->unit, unit) << key;
    EXPECT_TRUE(figure->says_unit) << key;
  }
}

TEST(FigureSet, FindsNoOther) {
  for (const char* const name : {"", "coast", "step", "step.", ".mfu", "scenario.cluster.nodes", "version"})
    EXPECT_FALSE(plan_figures().find(name)) << name;
  EXPECT_TRUE(run_figures().find("run.bands.luck.wall_clock_days.p50"));
  EXPECT_TRUE(run_figures().find("on_time"));
  EXPECT_FALSE(run_figures().find("step.mfu"));  // a simulated run's answer has no such key
}

// Of days and the finish the median is meant, so that ".p50" says nothing more; of money the mean is.
TEST(FigureSet, TakesTheMedianByItsNumberToo) {
  for (const char* const name : {"days", "finish"}) {
    const std::optional<Figure> median = plan_figures().find(std::string(name) + ".p50");
    ASSERT_TRUE(median) << name;
    EXPECT_EQ(median->name, std::string(name) + ".p50") << "a column is called what was asked for";
    EXPECT_EQ(median->pointer, plan_figures().find(name)->pointer);
  }
  EXPECT_FALSE(plan_figures().find("cost.p50"));
  EXPECT_EQ(run_figures().find("cost.p50")->pointer, "/cost/p50");
  EXPECT_EQ(plan_figures().find("days.mean")->pointer, "/run/wall_clock_days/mean");
}

TEST(ColumnName, CarriesTheUnit) {
  const std::pair<const char*, const char*> cases[] = {
      {"days", "days"},         {"days.p90", "days_p90"}, {"cost", "cost_usd"},         {"cost.p90", "cost_p90_usd"},
      {"energy", "energy_kwh"}, {"co2", "co2_kg"},        {"step_time", "step_time_s"}, {"memory", "memory_bytes"},
      {"finish", "finish"},     {"step.mfu", "step_mfu"}};
  for (const auto& [name, column] : cases) EXPECT_EQ(column_name(*plan_figures().find(name)), column);
}

}  // namespace figure_test
}  // namespace fmplan::answer
