#include <cmath>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/assessment/probe_script.h"
#include "core/base/random.h"
#include "core/catalog/catalog.h"
#include "core/evidence/probe_ratios.h"
#include "core/text/json_conversion.h"
#include "tests/answer/json_schema.h"
#include "tests/cli/run_words.h"
#include "tests/source_dir.h"

namespace fmplan::cli {
namespace probe_command_test {

using evidence::ProbeKind;
using evidence::ProbeTask;
using nlohmann::json;
using testing::HasSubstr;

const std::string kScenario = shipped_scenario("llama3-70b-p5.json");
const std::string kStandIn = source_dir() + "/tests/data/stand_in_torch";

/// The script's other half; without it these tests have nothing to run.
bool has_python() { return std::system("python3 --version >/dev/null 2>&1") == 0; }

json schema(const std::string& name) {
  return json::parse(ScratchFolder::read(source_dir() + "/docs/schema/" + name + ".schema.json"));
}

/// What the script would write for tasks whose times are as predicted times `factor(task)`, with a scatter of `noise`
/// from task to task, for eight accelerators on each of two nodes.
json result_of(const std::string& instance_name, const std::string& model,
               const std::function<double(const ProbeTask&)>& factor, double noise = 0) {
  const catalog::Catalog catalog = catalog::Catalog::shipped();
  const hardware::Instance& instance = catalog.instance(instance_name);
  const auto collectives = catalog.collectives_for(instance);
  evidence::ProbeResult result;
  result.accelerators_per_node = instance.accelerators_per_node;
  result.nodes = 2;
  for (const ProbeTask& task : assessment::probe_tasks(instance, &catalog.model(model))) {
    evidence::ProbeTimes one;
    one.median = 1 * second;
    one.first = 1 * second;
    result.measurements.push_back({.task = task, .times = one, .absent = {}, .where = {}});
  }
  json document = {
      {"version", 1},
      {"kind", "probe_result"},
      {"written_by", "fmplan 0"},
      {"dry_run", false},
      {"complete", true},
      {"date", "2026-11-01"},
      {"duration_s", 300.5},
      {"asked", {{"instance", instance.name}, {"accelerator", instance.accelerator.name}, {"model", model}}},
      {"machine",
       {{"accelerator", instance.accelerator.name},
        {"accelerators_per_node", instance.accelerators_per_node},
        {"nodes", 2},
        {"memory_bytes", 85'000'000'000},
        {"cores", 132},
        {"power_limit_w", nullptr}}},
      {"software",
       {{"python", "3.12.3"},
        {"torch", "2.9.0"},
        {"cuda", "12.8"},
        {"hip", nullptr},
        {"nccl", "2.27.3"},
        {"cudnn", nullptr},
        {"driver", nullptr}}},
      {"measurements", json::array()}};
  RandomKey draw{.seed = 11};
  for (const evidence::ProbeRatio& ratio :
       probe_ratios(result, instance, collectives ? &collectives->profile : nullptr)) {
    const ProbeTask& task = ratio.measurement->task;
    ++draw.index;
    json entry = text::parsed(probe_task_json(task));
    if (ratio.predicted) {
      const double time = *ratio.predicted / second * factor(task) * std::exp(noise * normal_draw(draw));
      entry.update({{"repeats", 9},
                    {"ranks", 16},
                    {"median_s", time},
                    {"low_s", 0.99 * time},
                    {"high_s", 1.02 * time},
                    {"fastest_rank_s", 0.995 * time},
                    {"slowest_rank_s", 1.01 * time}});
      if (task.kind == ProbeKind::kSustainedProduct) entry["first_s"] = time * instance.accelerator.sustained_clock;
    } else {
      entry["absent"] = "RuntimeError: not here";
    }
    document["measurements"].push_back(std::move(entry));
  }
  return document;
}

double as_predicted(const ProbeTask&) { return 1; }

/// Products `slow` times as long as is expected of PyTorch on an H100, 3 % longer than the benchmarks of the profiles.
std::function<double(const ProbeTask&)> with_products(double slow) {
  return [slow](const ProbeTask& task) {
    const bool product = task.kind == ProbeKind::kProduct || task.kind == ProbeKind::kSustainedProduct;
    return product ? 1.029 * slow : 1.0;
  };
}

struct Step {
  double time = 0, low = 0, high = 0, products = 0;
  std::string text;
};

Step step_of(const std::vector<std::string>& words) {
  std::vector<std::string> all = {"plan", kScenario, "--format", "json"};
  all.insert(all.end(), words.begin(), words.end());
  const Ran ran = run_words(all);
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json answer = json::parse(ran.out);
  const json& step = answer.at("step");
  return {.time = step.at("step_time_s"),
          .low = step.at("interval_80").at("low_s"),
          .high = step.at("interval_80").at("high_s"),
          .products = step.at("breakdown_s").at("gemm").get<double>() / step.at("step_time_s").get<double>(),
          .text = ran.out};
}

TEST(Probe, DryRunNeedsNoPyTorchAndIsRefusedAsAMeasurement) {
  if (!has_python()) GTEST_SKIP() << "no python3";
  const ScratchFolder folder;
  const std::string script = folder.path("probe.sh"), result = folder.path("RESULT.json");
  ASSERT_EQ(run_words({"probe", "--model", "mixtral-8x7b", "--on", "p6-b200.48xlarge", "-o", script}).code, 0);
  ASSERT_EQ(std::system(fmt::format("bash {} --dry-run -o {} >/dev/null", script, result).c_str()), 0);
  const json document = json::parse(ScratchFolder::read(result));
  EXPECT_THAT(answer::JsonSchema(schema("probe_result")).violations(document), testing::IsEmpty());
  EXPECT_EQ(document["dry_run"], true);
  const Ran ran = run_words({"calibrate", "probe", result});
  EXPECT_EQ(ran.code, kInputError);
  EXPECT_THAT(ran.err, HasSubstr("#/dry_run: true: nothing was measured; run the script without --dry-run"));
}

// The stand-in says that each call took a millisecond, so that the times contradict each other as no machine's do.
TEST(Probe, ScriptMeasuresWhatPyTorchHasAndSaysWhyTheRestIsAbsent) {
  if (!has_python()) GTEST_SKIP() << "no python3";
  const ScratchFolder folder;
  const std::string script = folder.path("probe.sh"), result = folder.path("RESULT.json");
  Ran ran = run_words({"probe", "--model", "mixtral-8x7b", "--on", "p5.48xlarge", "-o", script});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::string run = fmt::format(
      "sed -i 's/\"lasts_s\": 20/\"lasts_s\": 1/' {0} && "
      "PYTHONDONTWRITEBYTECODE=1 PYTHONPATH={1} bash {0} --nodes 2 --rank 0 --master here -o {2} >/dev/null",
      script, kStandIn, result);
  ASSERT_EQ(std::system(run.c_str()), 0);
  const json document = json::parse(ScratchFolder::read(result));
  EXPECT_THAT(answer::JsonSchema(schema("probe_result")).violations(document), testing::IsEmpty());
  EXPECT_EQ(document["machine"]["accelerator"], "NVIDIA H100 80GB HBM3");
  for (const json& entry : document["measurements"]) {
    if (entry.value("precision", "") == "fp8")
      EXPECT_THAT(entry.value("absent", ""), HasSubstr("torch._scaled_mm is only supported"));
    else if (entry["kind"] == "grouped_product")
      EXPECT_THAT(entry.value("absent", ""), HasSubstr("neither torch.nn.functional.grouped_mm nor torch._grouped_mm"));
    else if (entry.value("library", "") == "cudnn")
      EXPECT_THAT(entry.value("absent", ""), HasSubstr("no SDPBackend.CUDNN_ATTENTION"));
    else
      EXPECT_EQ(entry.value("ranks", 0), 16) << entry;
  }
  ran = run_words({"calibrate", "probe", result});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("they contradict each other"));
}

// Times as predicted but for a scatter of 2 % from shape to shape: the mean of n has an error of 2 %/√n, and three of
// these are allowed.
TEST(CalibrateProbe, GivesBackThePacesThatTimesWereMadeOf) {
  const ScratchFolder folder;
  const std::map<std::string, double> made = {{"products_16_bit", 1.06},
                                              {"products_8_bit", 0.97},
                                              {"attention", 1.12},
                                              {"links_inside", 1.2},
                                              {"links_across", 0.9}};
  const auto factor = [&](const ProbeTask& task) {
    switch (task.kind) {
      case ProbeKind::kProduct:
      case ProbeKind::kSustainedProduct: return made.at(task.precision == "fp8" ? "products_8_bit" : "products_16_bit");
      case ProbeKind::kAttention: return made.at("attention");
      case ProbeKind::kCollective: return made.at(task.across ? "links_across" : "links_inside");
      default: return 1.0;
    }
  };
  const json document = result_of("p5.48xlarge", "llama-3-70b", factor, 0.02);
  EXPECT_THAT(answer::JsonSchema(schema("probe_result")).violations(document), testing::IsEmpty());
  const Ran ran = run_words({"calibrate", "probe", folder.write("RESULT.json", document.dump()), "--format", "json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json item = json::parse(ran.out);
  ASSERT_EQ(item["shifts"].size(), made.size());
  for (const auto& [name, value] : made) {
    const json& shift = item["shifts"].at(name);
    const double points = shift["points"];
    EXPECT_NEAR(shift["log_ratio"].get<double>(), std::log(value), 3 * 0.02 / std::sqrt(points)) << name;
    EXPECT_GT(shift["error"].get<double>(), 0.015) << name;
    // Of products in 8 bits, half of what is predicted for quantising is open.
    EXPECT_LT(shift["error"].get<double>(), name == "products_8_bit" ? 0.1 : 0.03) << name;
  }
}

class PlanWithProbe : public testing::Test {
 protected:
  /// A folder laid over the catalogues with the probe of a machine `factor` times as slow as fitted ones.
  std::string catalog_with(const std::function<double(const ProbeTask&)>& factor) {
    const std::string result = folder_.write("RESULT.json", result_of("p5.48xlarge", "llama-3-70b", factor).dump());
    std::filesystem::create_directories(folder_.path("mine/calibration"));
    const Ran ran =
        run_words({"calibrate", "probe", result, "-o", folder_.path("mine/calibration/p5.48xlarge-probe.json")});
    EXPECT_EQ(ran.code, 0) << ran.err;
    told_ = ran.out;
    return folder_.path("mine");
  }

  ScratchFolder folder_;
  std::string told_;
};

// Attention is expected to be 4 % faster than its benchmarks, for H100's pace of it is 1.10; it is a tenth of the step.
TEST_F(PlanWithProbe, OfAMachineLikeThoseFittedMovesLittleAndNarrowsTheInterval) {
  const Step plain = step_of({});
  const Step probed = step_of({"--catalog", catalog_with(with_products(1))});
  EXPECT_NEAR(probed.time, plain.time, 0.01 * plain.time);
  EXPECT_LT(std::log(probed.high / probed.low), std::log(plain.high / plain.low));
  EXPECT_LT(probed.low, plain.time);
  EXPECT_GT(probed.high, plain.time);
  EXPECT_THAT(probed.text, HasSubstr("times by a probe of this machine"));
  EXPECT_THAT(told_, HasSubstr("uncertainty before"));
}

// The probe is off by s = 6.1 %, 2 % of its own and 5.8 % of what is usual, and machines by 4 %: 4²/(4² + 6.1²), three
// tenths of what it finds, are trusted, and products 10 % slower lengthen the step by as much of a tenth of their
// share. What waits for other parts of the step moves besides, by less than a point.
TEST_F(PlanWithProbe, OfSlowerProductsMovesTheStepByTheirShare) {
  const Step plain = step_of({"--catalog", catalog_with(with_products(1))});
  const Step slower = step_of({"--catalog", catalog_with(with_products(1.1))});
  const double moved = slower.time / plain.time - 1;
  EXPECT_NEAR(moved, 0.3 * 0.1 * plain.products, 0.01);
  EXPECT_LT(step_of({"--catalog", catalog_with(with_products(0.9))}).time, plain.time);
}

TEST_F(PlanWithProbe, LeavesOtherMachinesAndAnchoredPlansAlone) {
  const std::string catalog = catalog_with([](const ProbeTask&) { return 1.3; });
  const std::vector<std::string> dgx = {"--set", "cluster.instance=dgx-h100"};
  EXPECT_EQ(step_of(dgx).time, step_of({"--set", "cluster.instance=dgx-h100", "--catalog", catalog}).time);
  const std::string rows = source_dir() + "/validation/steps.csv";
  const Step anchored = step_of({"--anchor", rows, "--catalog", catalog});
  EXPECT_EQ(anchored.time, step_of({"--anchor", rows}).time);
  EXPECT_THAT(anchored.text, HasSubstr("probe not used"));
}

TEST_F(PlanWithProbe, SaysWhatIsWrongWithTheItem) {
  const std::string catalog = catalog_with(as_predicted);
  const std::string file = folder_.path("mine/calibration/p5.48xlarge-probe.json");
  const json good = json::parse(ScratchFolder::read(file));
  const std::vector<std::pair<json, std::string>> changes = {
      {{{"accelerator", "a100-sxm4-80gb"}}, "p5.48xlarge has h100-sxm5-80gb"},
      {{{"shifts", {{"attention", {{"log_ratio", 7}, {"error", 0.1}, {"points", 3}}}}}}, "/shifts/attention/log_ratio"},
      {{{"shifts", {{"atention", {}}}}}, "did you mean \"attention\""},
      {{{"shifts", 3}}, "3 is not an object"},
      {{{"wrong", 1}}, "unknown"}};
  for (const auto& [change, message] : changes) {
    json bad = good;
    bad.update(change);
    folder_.write("mine/calibration/p5.48xlarge-probe.json", bad.dump());
    const Ran ran = run_words({"step", kScenario, "--catalog", catalog});
    EXPECT_EQ(ran.code, kInputError) << message;
    EXPECT_THAT(ran.err, HasSubstr(message));
  }
  folder_.write("mine/calibration/p5.48xlarge-probe.json", good.dump());
  json second = good;
  second["name"] = "another";
  folder_.write("mine/calibration/another.json", second.dump());
  EXPECT_THAT(run_words({"step", kScenario, "--catalog", catalog}).err, HasSubstr("keep one of the two"));
}

TEST(CalibrateProbe, RefusesBadResultsWithPlaceAndRule) {
  const ScratchFolder folder;
  const json good = result_of("p5.48xlarge", "llama-3-70b", as_predicted);
  struct Bad {
    std::function<void(json&)> change;
    std::string place, rule;
  };
  const std::vector<Bad> table = {
      {[](json& d) { d["version"] = 2; }, "#/version", "only version 1 is read"},
      {[](json& d) { d["kind"] = "instance"; }, "#/kind", "is not \"probe_result\""},
      {[](json& d) { d["date"] = "yesterday"; }, "#/date", "yesterday"},
      {[](json& d) { d["complete"] = 1; }, "#/complete", "neither true nor false"},
      {[](json& d) { d["extra"] = 1; }, "#/extra", "unknown"},
      {[](json& d) { d.erase("machine"); }, "#/machine", "is missing; write an object"},
      {[](json& d) { d["machine"].erase("cores"); }, "#/machine/cores", "is missing; write a number, or null"},
      {[](json& d) { d.erase("dry_run"); }, "#/dry_run", "is missing; write true or false"},
      {[](json& d) { d["measurements"][1].erase("kind"); }, "#/measurements/1/kind", "one of product, grouped_product"},
      {[](json& d) { d["machine"]["accelerators_per_node"] = 64; }, "#/machine/accelerators_per_node",
       "more than the 8"},
      {[](json& d) { d["machine"]["accelerator"] = "NVIDIA A100-SXM4-80GB"; }, "#/machine/accelerator", "--on"},
      {[](json& d) { d["asked"]["instance"] = "p9"; }, "#/asked/instance", "\"p9\" is no instance of the catalogue"},
      {[](json& d) { d["software"] = "torch"; }, "#/software", "is not an object"},
      {[](json& d) { d["measurements"] = 3; }, "#/measurements", "3"},
      {[](json& d) { d["measurements"] = json::array(); }, "#/measurements", "none of them has a time"},
      {[](json& d) { d["measurements"][0] = nullptr; }, "#/measurements/0", "is not an object"},
      {[](json& d) { d["measurements"][0]["kind"] = "gemm"; }, "#/measurements/0/kind", "gemm"},
      {[](json& d) { d["measurements"][0]["m"] = -1; }, "#/measurements/0/m", "-1 is not a whole number"},
      {[](json& d) { d["measurements"][0]["m"] = 1e300; }, "#/measurements/0/m", "is not a whole number"},
      {[](json& d) { d["measurements"][0]["median_s"] = 0; }, "#/measurements/0/median_s", "0"},
      {[](json& d) { d["measurements"][0]["median_s"] = 1e9; }, "#/measurements/0/median_s", "3600"},
      {[](json& d) { d["measurements"][0]["median_s"] = "1 ms"; }, "#/measurements/0/median_s", "1 ms"},
      {[](json& d) { d["measurements"][0]["low_s"] = 5; }, "#/measurements/0/low_s", "is above median_s"},
      {[](json& d) { d["measurements"][0]["absent"] = "no"; }, "#/measurements/0/median_s", "unknown"},
      {[](json& d) { d["measurements"][0].erase("median_s"); }, "#/measurements/0/median_s",
       "\"absent\" with the reason"},
      {[](json& d) { d["measurements"][0]["precision"] = "int3"; }, "#/measurements/0/precision", "none of bf16"}};
  for (const Bad& bad : table) {
    json document = good;
    bad.change(document);
    const Ran ran = run_words({"calibrate", "probe", folder.write("RESULT.json", document.dump())});
    EXPECT_EQ(ran.code, kInputError) << bad.place;
    EXPECT_THAT(ran.err, testing::AllOf(HasSubstr(bad.place), HasSubstr(bad.rule)));
  }
  // All problems at once.
  json document = good;
  for (const Bad& bad : {table[0], table[17], table[25]}) bad.change(document);
  const Ran ran = run_words({"calibrate", "probe", folder.write("RESULT.json", document.dump())});
  EXPECT_THAT(ran.err, testing::AllOf(HasSubstr("#/version"), HasSubstr("/0/m"), HasSubstr("/0/precision")));
  for (const char* text : {"", "[]", "null", "{", "\xff", "{\"version\": 1e999}"})
    EXPECT_EQ(run_words({"calibrate", "probe", folder.write("RESULT.json", text)}).code, kInputError) << text;
}

// What the script wrote on an H100 that no kernel or step was fitted to: its products take what the kernels' profile
// says to 5 %, in 16 and in 8 bits; attention, of a cuDNN newer than the profile's, 10 % less.
TEST(CalibrateProbe, FindsARealMachineAsItsKernelsAreProfiled) {
  const std::string path = source_dir() + "/validation/probe_h100.json";
  EXPECT_THAT(answer::JsonSchema(schema("probe_result")).violations(json::parse(ScratchFolder::read(path))),
              testing::IsEmpty());
  const Ran ran = run_words({"calibrate", "probe", path, "--format", "json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json shifts = json::parse(ran.out)["shifts"];
  for (const char* products : {"products_16_bit", "products_8_bit"})
    EXPECT_NEAR(shifts[products]["log_ratio"].get<double>(), 0, 0.05) << products;
  EXPECT_NEAR(shifts["attention"]["log_ratio"].get<double>(), -0.1, 0.05);
}

TEST(CalibrateProbe, WarnsOfAMachineThatIsNotAsItShouldBe) {
  const ScratchFolder folder;
  json document = result_of("p5.48xlarge", "llama-3-70b",
                            [](const ProbeTask& task) { return task.kind == ProbeKind::kCollective ? 3.0 : 1.0; });
  document["complete"] = false;
  document["machine"]["power_limit_w"] = 500;
  json& first = document["measurements"][0];
  first["slowest_rank_s"] = 1.3 * first["median_s"].get<double>();
  const Ran ran = run_words({"calibrate", "probe", folder.write("RESULT.json", document.dump())});
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* said : {"did not come to its end", "the power limit is 500 W", "every step waits for it",
                           "links_inside take", "find out why"})
    EXPECT_THAT(ran.out, HasSubstr(said));
}

TEST(Probe, RefusesWhatPyTorchDoesNotRunAsOnCuda) {
  const Ran ran = run_words({"probe", "--on", "trn2.48xlarge", "--model", "no-such"});
  EXPECT_EQ(ran.code, kInputError);
  EXPECT_THAT(ran.err, testing::AllOf(HasSubstr("--on: trn2.48xlarge has trainium2 of AWS"), HasSubstr("--model")));
}

}  // namespace probe_command_test
}  // namespace fmplan::cli
