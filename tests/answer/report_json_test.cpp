#include "core/answer/report_json.h"

#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "tests/scenario/bad_scenarios.h"
#include "tests/source_dir.h"

namespace fmplan::answer {
namespace report_json_test {

using nlohmann::json;
using testing::MatchesRegex;

const catalog::Catalog& catalog() {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  return kCatalog;
}

json document_with(const std::vector<std::string>& sets) {
  json document = json::parse(scenario::kGoodScenario);
  for (const std::string& set : sets) scenario::set_value(document, set);
  return document;
}

std::string report_text(const json& document, int threads = 1) {
  const plan::Report report = evaluate(scenario::read_scenario(document, catalog(), "."), threads);
  return report_json(report, {document, catalog().version(), 1}).dump(2);
}

json report_of(const std::vector<std::string>& sets = {}) { return json::parse(report_text(document_with(sets))); }

std::vector<std::filesystem::path> shipped_scenarios() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/scenarios"))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  return files;
}

/// Keys that others read.
constexpr const char* kPromised[] = {"/version",
                                     "/scenario",
                                     "/catalog_version",
                                     "/fmplan_version",
                                     "/seed",
                                     "/step/step_time_s",
                                     "/step/tokens_per_s",
                                     "/step/tokens_per_s_per_gpu",
                                     "/step/tflop_per_s_per_gpu",
                                     "/step/mfu",
                                     "/step/hfu",
                                     "/step/flop_convention",
                                     "/step/peak_tflop_per_s",
                                     "/step/breakdown_s",
                                     "/step/interval_80",
                                     "/step/interval_95",
                                     "/memory/verdict",
                                     "/memory/chance_of_fitting",
                                     "/memory/capacity_bytes",
                                     "/memory/per_gpu_bytes/parameters",
                                     "/memory/per_gpu_bytes/gradients",
                                     "/memory/per_gpu_bytes/optimizer",
                                     "/memory/per_gpu_bytes/activations",
                                     "/memory/per_gpu_bytes/logits",
                                     "/memory/per_gpu_bytes/communication",
                                     "/memory/per_gpu_bytes/overhead",
                                     "/memory/per_gpu_bytes/total",
                                     "/memory/headroom_bytes",
                                     "/memory/worst_stage",
                                     "/run/wall_clock_days/mean",
                                     "/run/wall_clock_days/p10",
                                     "/run/wall_clock_days/p50",
                                     "/run/wall_clock_days/p90",
                                     "/run/finish/p10",
                                     "/run/finish/p50",
                                     "/run/finish/p90",
                                     "/run/goodput",
                                     "/run/interruptions/mean",
                                     "/run/interruptions/p10",
                                     "/run/interruptions/p90",
                                     "/run/lost_days",
                                     "/run/checkpoint_interval_s",
                                     "/run/checkpoint_bytes",
                                     "/run/spare_nodes",
                                     "/totals/gpus",
                                     "/totals/nodes",
                                     "/totals/gpu_hours",
                                     "/totals/gpu_hours_ledger/productive",
                                     "/totals/gpu_hours_ledger/lost",
                                     "/totals/gpu_hours_ledger/checkpoint",
                                     "/totals/gpu_hours_ledger/waiting",
                                     "/totals/gpu_hours_ledger/evaluation",
                                     "/totals/gpu_hours_ledger/spares",
                                     "/totals/node_hours",
                                     "/totals/training_flop",
                                     "/totals/energy_kwh",
                                     "/totals/co2_kg",
                                     "/cost/currency",
                                     "/cost/total",
                                     "/cost/low",
                                     "/cost/high",
                                     "/cost/price_per_node_hour",
                                     "/cost/kind",
                                     "/cost/region",
                                     "/cost/price_date",
                                     "/cost/components",
                                     "/assumptions/0/path",
                                     "/assumptions/0/value",
                                     "/assumptions/0/why",
                                     "/assumptions/0/source",
                                     "/assumptions/0/code",
                                     "/assumptions/0/values",
                                     "/warnings"};

TEST(ReportJson, HasEveryKeyThatOthersRelyOn) {
  const json report = report_of();
  for (const char* pointer : kPromised) EXPECT_TRUE(report.contains(json::json_pointer(pointer))) << pointer;
}

// Numbers of nodes are planned side by side: 100 of which most divide badly, 40 of which fewer are faster, a mixture.
TEST(ReportJson, HasTheSameBytesForAnyThreads) {
  for (const std::vector<std::string>& sets : {std::vector<std::string>{"cluster.nodes=100"},
                                               {"cluster.nodes=40", "training.global_batch_size=96"},
                                               {"cluster.nodes=24", "model=mixtral-8x7b"}}) {
    json document = document_with(sets);
    document["training"]["parallel"] = "auto";
    const std::string alone = report_text(document);
    for (const int threads : {2, 7}) EXPECT_EQ(report_text(document, threads), alone) << sets.front();
  }
}

TEST(ReportJson, HasTheFirstLevelEvenWhereNoPlanCouldBeEvaluated) {
  // A batch of one sequence cannot be divided over the 4,096 tensor-parallel groups of 512 nodes.
  const json report = report_of({"training.parallel=auto", "training.global_batch_size=1", "cluster.nodes=512"});
  EXPECT_FALSE(report["can_run"].get<bool>());
  EXPECT_FALSE(report["obstacles"].empty());
  for (const char* key : {"step", "phases", "memory", "run", "totals", "cost"}) {
    ASSERT_TRUE(report.contains(key)) << key;
    EXPECT_TRUE(report[key].is_null()) << key;
  }
}

double sum(const json& parts) {
  double total = 0;
  for (const auto& [name, value] : parts.items()) total += value.get<double>();
  return total;
}

// The parts are doubles added in another order: a few roundings of 1.1e-16 each.
constexpr double kRounding = 1e-13;

TEST(ReportJson, PartsAddUpToTheirTotals) {
  for (const auto& file : shipped_scenarios()) {
    SCOPED_TRACE(file.string());
    const json report = json::parse(report_text(text::read_json_file(file)));
    const double step = report["step"]["step_time_s"];
    EXPECT_NEAR(sum(report["step"]["breakdown_s"]) / step, 1, kRounding);

    json memory = report["memory"]["per_gpu_bytes"];
    const double total = memory["total"];
    memory.erase("total");
    EXPECT_NEAR(sum(memory) / total, 1, kRounding);
    const double capacity = report["memory"]["capacity_bytes"], headroom = report["memory"]["headroom_bytes"];
    EXPECT_NEAR(headroom / (capacity - total), 1, 1e-9);  // a difference of like numbers loses digits
    const double chance = report["memory"]["chance_of_fitting"];
    EXPECT_EQ(report["memory"]["verdict"], chance >= 0.9 ? "fits" : chance <= 0.1 ? "does_not_fit" : "tight");

    json ledger = report["totals"]["gpu_hours_ledger"];
    ledger.erase("spares");
    EXPECT_NEAR(sum(ledger) / report["totals"]["gpu_hours"].get<double>(), 1, kRounding);
  }
}

// Tokens of a step over its time; the rate per GPU times GPUs; FLOP per token times rate over peak.
TEST(ReportJson, FiguresAgreeWithEachOther) {
  const json report = report_of();
  const json& step = report["step"];
  const double tokens_per_s = 64 * 8192 / step["step_time_s"].get<double>();
  EXPECT_NEAR(step["tokens_per_s"].get<double>() / tokens_per_s, 1, kRounding);
  EXPECT_NEAR(step["tokens_per_s_per_gpu"].get<double>() * 32 / tokens_per_s, 1, kRounding);
  EXPECT_NEAR(
      step["mfu"].get<double>() * step["peak_tflop_per_s"].get<double>() / step["tflop_per_s_per_gpu"].get<double>(), 1,
      kRounding);
  EXPECT_EQ(step["flop_convention"], "megatron_causal");
  EXPECT_EQ(report["totals"]["gpus"], 32);
  EXPECT_EQ(report["totals"]["nodes"], 4);
  const double node_hours = report["totals"]["node_hours"];
  EXPECT_NEAR(node_hours * 8 / report["totals"]["gpu_hours"].get<double>(), 1, kRounding);
  // Four p5 at 98.32 $/h over the mean days, to the cent.
  const double mean_days = report["run"]["wall_clock_days"]["mean"];
  EXPECT_NEAR(std::stod(report["cost"]["components"][0]["amount"].get<std::string>()), 4 * 24 * mean_days * 98.32,
              0.006);
}

TEST(ReportJson, WritesMoneyAsDecimalStrings) {
  const json cost = report_of()["cost"];
  for (const char* key : {"total", "low", "high", "price_per_node_hour"}) {
    ASSERT_TRUE(cost[key].is_string()) << key;
    EXPECT_THAT(cost[key].get<std::string>(), MatchesRegex("[0-9]+\\.[0-9][0-9]")) << key;
  }
  double total = 0;
  for (const json& part : cost["components"]) total += std::stod(part["amount"].get<std::string>());
  // Each of three amounts is rounded to a cent.
  EXPECT_NEAR(std::stod(cost["total"].get<std::string>()), total, 0.02);
  EXPECT_EQ(cost["currency"], "USD");
}

// The price list: p5.48xlarge in N. Virginia before and after the cut of June 2025.
TEST(ReportJson, ShowsThePriceOfTheDay) {
  EXPECT_EQ(report_of({"price.on=2025-02-25"})["cost"]["price_per_node_hour"], "98.32");
  EXPECT_EQ(report_of({"price.on=2025-02-25"})["cost"]["price_date"], "2025-02-25");
  EXPECT_EQ(report_of({"price.on=2025-07-01"})["cost"]["price_per_node_hour"], "55.04");
}

TEST(ReportJson, LeavesUnknownPricesNull) {
  const json report = report_of({"price.on=2010-01-01"});
  for (const char* key : {"total", "low", "high", "price_per_node_hour"})
    EXPECT_TRUE(report["cost"][key].is_null()) << key;
  EXPECT_TRUE(report["cost"]["components"][0]["amount"].is_null());
  ASSERT_FALSE(report["warnings"].empty());
  EXPECT_THAT(report["warnings"][0].get<std::string>(), testing::HasSubstr("the cost is unknown"));
  EXPECT_TRUE(report["can_run"].get<bool>());
}

TEST(ReportJson, TellsWhatDoesNotFitAndTheNearestPlanThatDoes) {
  const json report = report_of({"model=llama-3-70b", "training.parallel.tensor=1", "training.parallel.pipeline=1",
                                 "training.parallel.zero_stage=0"});
  EXPECT_FALSE(report["can_run"].get<bool>());
  const json& memory = report["memory"];
  EXPECT_EQ(memory["verdict"], "does_not_fit");
  EXPECT_LT(memory["chance_of_fitting"], 0.1);
  EXPECT_LT(memory["headroom_bytes"].get<double>(), 0);
  // 70.6e9 parameters: 12 bytes each of optimizer state, 4 of gradients, 2 of weights.
  EXPECT_EQ(memory["largest_part"], "optimizer");
  ASSERT_TRUE(memory["nearest_plan_that_fits"].is_object());
  EXPECT_LE(memory["nearest_plan_that_fits"]["memory_bytes"], memory["capacity_bytes"]);
  json fitting = document_with({"model=llama-3-70b"});
  fitting["training"]["parallel"] = memory["nearest_plan_that_fits"]["parallel"];
  EXPECT_TRUE(json::parse(report_text(fitting))["memory"]["verdict"] == "fits");
}

TEST(ReportJson, SaysOfARunThatNeverEndsThatItDoesNot) {
  // A node in 10,000 fails every 8.6 s, and coming back takes minutes.
  const json report = report_of(
      {R"(run.failures={"name": "storm", "accelerators": 8, "accelerators_per_node": 8, "per_1000_node_days": 10000,
                        "events": null, "node_days": null})",
       "cluster.nodes=2048", "training.global_batch_size=2048"});
  EXPECT_FALSE(report["can_run"].get<bool>());
  EXPECT_THAT(report["obstacles"][0].get<std::string>(), testing::HasSubstr("never ends"));
  EXPECT_TRUE(report["run"]["finish"]["p50"].is_null());
  EXPECT_TRUE(report["run"]["wall_clock_days"]["mean"].is_null());
  EXPECT_TRUE(report["cost"]["total"].is_null());
  EXPECT_TRUE(report["totals"]["gpu_hours"].is_null());
}

void expect_finite(const json& value, const std::string& where) {
  if (value.is_number_float()) {
    EXPECT_TRUE(std::isfinite(value.get<double>())) << where;
  } else if (value.is_structured()) {
    for (const auto& [key, inner] : value.items()) expect_finite(inner, where + "/" + key);
  }
}

TEST(ReportJson, IsStrictJsonWithoutNan) {
  for (const auto& file : shipped_scenarios()) {
    const std::string text = report_text(text::read_json_file(file));
    EXPECT_EQ(text.find("nan"), std::string::npos) << file;
    EXPECT_EQ(text.find("inf\""), std::string::npos) << file;
    expect_finite(text::parse_json(text, file.string()), file.string());
  }
}

TEST(ReportJson, IsTheSameBytesEveryTime) {
  for (const auto& file : shipped_scenarios())
    EXPECT_EQ(report_text(text::read_json_file(file)), report_text(text::read_json_file(file))) << file;
}

// The echo has everything filled in: read again, it leaves nothing to rules and gives the same answer.
TEST(ReportJson, EchoesAScenarioThatGivesTheSameAnswer) {
  std::vector<json> documents;
  for (const auto& file : shipped_scenarios()) documents.push_back(text::read_json_file(file));
  documents.push_back(document_with({"training.parallel=auto"}));
  documents.push_back(document_with({"cluster.nodes=auto", "run.deadline=2026-03-01"}));
  documents.push_back({{"version", 1},
                       {"model", "llama-3-8b"},
                       {"training", {{"tokens", "1T"}, {"sequence_length", 8192}, {"global_batch_size", 64}}},
                       {"cluster", {{"instance", "p5.48xlarge"}, {"nodes", 4}}}});
  for (const json& document : documents) {
    const json first = json::parse(report_text(document));
    const json again = json::parse(report_text(first["scenario"]));
    SCOPED_TRACE(first["scenario"].dump());
    EXPECT_EQ(first["scenario"], again["scenario"]);
    for (const char* key : {"step", "memory", "run", "totals", "cost", "phases"})
      EXPECT_EQ(first[key], again[key]) << key;
  }
}

TEST(ReportJson, EchoesWhatWasStatedAsItWas) {
  const json stated = json::parse(scenario::kGoodScenario).flatten();
  const json echoed = report_of()["scenario"];
  for (const auto& [pointer, value] : stated.items())
    EXPECT_EQ(echoed.value(json::json_pointer(pointer), json()), value) << pointer;
}

}  // namespace report_json_test
}  // namespace fmplan::answer
