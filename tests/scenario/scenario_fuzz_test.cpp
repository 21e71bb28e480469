// Thousands of damaged scenarios, the same ones every time: each is refused with an InputError, or gives an answer that
// is whole.  Nothing may crash, hang, or let a NaN out.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/answer/report_json.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "tests/scenario/good_scenarios.h"
#include "tests/source_dir.h"

namespace fmplan::scenario {
namespace scenario_fuzz_test {

using nlohmann::json;

/// No std distributions: they differ between libraries.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class T>
  const T& of(const std::vector<T>& values) {
    return values[below(values.size())];
  }

 private:
  std::mt19937_64 engine_;
};

const catalog::Catalog& catalog() {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  return kCatalog;
}

const std::vector<json>& good_scenarios() {
  static const std::vector<json> kGood = [] {
    std::vector<json> documents = {json::parse(kGoodScenario), json::parse(kInlineScenario)};
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/scenarios"))
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const auto& file : files) documents.push_back(text::read_json_file(file));
    return documents;
  }();
  return kGood;
}

const std::vector<json>& odd_values() {
  static const std::vector<json> kOdd = {nullptr,
                                         true,
                                         false,
                                         0,
                                         1,
                                         2,
                                         3,
                                         5,
                                         8,
                                         64,
                                         100,
                                         4096,
                                         999'999,
                                         2'147'483'647,
                                         2'147'483'648,
                                         -1,
                                         9'000'000'000'000'000,
                                         18'446'744'073'709'551'615u,
                                         0.5,
                                         -0.0,
                                         1e-300,
                                         1e300,
                                         1e9,
                                         "",
                                         "auto",
                                         "1",
                                         "15T",
                                         "9e15",
                                         "1e-9 s",
                                         "1 ns",
                                         "1e9 days",
                                         "80 GB",
                                         "1 B",
                                         "1e20 GB",
                                         "1 B/s",
                                         "1e15 TB/s",
                                         "1e-6 FLOP/s",
                                         "1e18 TFLOP/s",
                                         "0.01 $/h",
                                         "1e9 $/h",
                                         "100 %",
                                         "2025-01-01",
                                         "2999-12-31",
                                         "1900-01-01",
                                         "none",
                                         "full",
                                         "fp8",
                                         "fp32",
                                         "sgd",
                                         "gpipe",
                                         "unfused",
                                         "llama-3-70b",
                                         "deepseek-v3",
                                         "mixtral-8x7b",
                                         "gemma-3-27b",
                                         "p4d.24xlarge",
                                         "p3dn.24xlarge",
                                         "trn2.48xlarge",
                                         "u-p6e-gb200x72",
                                         "dgx-h100",
                                         "spot",
                                         "eu-north-1",
                                         "rsc-1",
                                         "s3-standard",
                                         "../x",
                                         "a/b.json",
                                         json::array(),
                                         json::object(),
                                         json::array({1, "x"}),
                                         json{{"name", 1}}};
  return kOdd;
}

json mutated_scenario(Chance& chance) {
  json document = chance.of(good_scenarios());
  const std::size_t num_changes = 1 + chance.below(3);
  for (std::size_t i = 0; i < num_changes; ++i) {
    const json flat = document.flatten();
    if (flat.empty()) break;
    std::vector<std::string> pointers;
    for (const auto& [pointer, value] : flat.items()) pointers.push_back(pointer);
    json::json_pointer at(chance.of(pointers));
    // Now and then a whole section rather than a leaf.
    while (!at.empty() && chance.one_in(5)) at.pop_back();
    if (at.empty()) continue;
    json& parent = document.at(at.parent_pointer());
    switch (chance.below(5)) {
      case 0:
        if (parent.is_object()) parent.erase(at.back());
        break;
      case 1:
        if (parent.is_object()) parent[at.back() + "s"] = chance.of(odd_values());
        break;
      case 2: document[at] = document[json::json_pointer(chance.of(pointers))]; break;
      default: document[at] = chance.of(odd_values()); break;
    }
  }
  return document;
}

void expect_no_nan(const text::Json& value, const std::string& where) {
  if (value.is_number()) {
    EXPECT_TRUE(std::isfinite(value.as_double())) << where;
  }
  for (const text::Json& element : value.elements()) expect_no_nan(element, where + "/-");
  for (const auto& [key, inner] : value.members()) expect_no_nan(inner, where + "/" + key);
}

/// Reads, evaluates and writes; true if the scenario was accepted.
bool survives(const json& document) {
  plan::Scenario scenario;
  try {
    scenario = read_scenario(document, catalog(), "/nonexistent");
  } catch (const InputError& error) {
    EXPECT_FALSE(error.issues().empty());
    for (const Issue& issue : error.issues()) {
      EXPECT_FALSE(issue.message.empty());
      EXPECT_TRUE(issue.where.empty() || issue.where.front() == '/') << issue.where;
    }
    return false;
  }
  const plan::Report report = evaluate(scenario);
  const auto written = answer::report_json(report, {document, "test", 1});
  expect_no_nan(written, "");
  EXPECT_EQ(written.at("can_run").as_bool(), report.obstacles.empty());
  EXPECT_TRUE(json::accept(written.dump()));
  return true;
}

/// FMPLAN_FUZZ_SEED=…, FMPLAN_FUZZ_TRIALS=… for a longer hunt than a test run has time for.
int setting(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text ? std::stoi(text) : otherwise;
}

TEST(ScenarioFuzz, TheUndamagedScenariosAreAnswered) {
  for (const json& document : good_scenarios()) EXPECT_TRUE(survives(document)) << document.dump();
}

TEST(ScenarioFuzz, DamagedScenariosAreRefusedOrAnswered) {
  Chance chance(static_cast<std::uint64_t>(setting("FMPLAN_FUZZ_SEED", 20250301)));
  const int num_trials = setting("FMPLAN_FUZZ_TRIALS", 1000);
  int accepted = 0;
  for (int i = 0; i < num_trials; ++i) {
    const json document = mutated_scenario(chance);
    SCOPED_TRACE(document.dump());
    try {
      accepted += survives(document);
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
    if (testing::Test::HasFailure()) break;
  }
  // Otherwise only refusals would be tested.
  EXPECT_GT(accepted, num_trials / 20);
}

// The largest and the smallest that single fields may hold: products of them leave 32 bits, and some 64.
TEST(ScenarioFuzz, AbsurdButPositiveValuesAreAnswered) {
  const std::vector<std::vector<std::string>> cases = {
      {"training.tokens=9e15"},
      {"training.tokens=9e15", "training.global_batch_size=90000000", "training.sequence_length=100000000"},
      {"training.tokens=9e15", "training.global_batch_size=1000000000", "training.sequence_length=9000000"},
      {"training.tokens=2", "training.global_batch_size=2", "training.sequence_length=1"},
      {"training.tokens=9e15", "training.sequence_length=1", "training.global_batch_size=2"},
      {"training.sequence_length=100000000", "training.parallel.context=2"},
      {"training.tokens=9e15", "training.global_batch_size=1000000000", "training.parallel.micro_batch_size=1000000"},
      {"training.tokens=9e15", "cluster.nodes=200000", "training.global_batch_size=1000000000",
       "training.parallel.recompute=full"},
      {"training.tokens=9e15", "cluster.nodes=200000", "training.global_batch_size=1000000000",
       "run.spare_nodes=200000"},
      {"training.tokens=9e15", "training.parallel=auto", "training.global_batch_size=1000000000",
       "training.sequence_length=9000000"},
      {"training.parallel=auto", "cluster.nodes=auto", "run.deadline=2999-12-31", "training.tokens=9e15"},
      {"training.parallel=auto", "cluster.nodes=auto", "run.deadline=2025-03-01"},
      {"run.start=2999-12-31", "training.tokens=9e15"},
      {"run.start=1900-01-01", "run.deadline=2999-12-31"},
      {"cluster.storage.capacity=1e20 GB"},
      {"cluster.storage.capacity=1e-20 GB"},
      {"run.checkpoint.interval=1e-30 s"},
      {"run.checkpoint.interval=1e20 weeks"},
      {"run.checkpoint.node_bandwidth=1e-30 B/s", "run.checkpoint.accelerator_copy_bandwidth=1e-30 B/s"},
      {"run.checkpoint.node_bandwidth=1e20 GB/s", "run.checkpoint.accelerator_copy_bandwidth=1e20 GB/s"},
      {"price.per_node_hour=1e30 $/h", "training.tokens=9e15"},
      {"price.per_node_hour=1e-20 $/h"},
      {"run.evaluation=0.9"},
      {"run.evaluation=1e-300"}};
  for (const std::vector<std::string>& sets : cases) {
    json document = json::parse(kGoodScenario);
    for (const std::string& set : sets) set_value(document, set);
    SCOPED_TRACE(document.dump());
    EXPECT_TRUE(survives(document));
  }
}

TEST(ScenarioFuzz, DamagedTextsAreRefusedOrRead) {
  Chance chance(7);
  const std::string good = kGoodScenario;
  for (int i = 0; i < 2000; ++i) {
    std::string text = good;
    const std::size_t num_changes = 1 + chance.below(4);
    for (std::size_t j = 0; j < num_changes && !text.empty(); ++j) {
      const std::size_t at = chance.below(text.size());
      switch (chance.below(4)) {
        case 0: text[at] = static_cast<char>(chance.below(256)); break;
        case 1: text.erase(at, 1 + chance.below(20)); break;
        case 2: text.insert(at, text.substr(chance.below(text.size()), chance.below(30))); break;
        default: text.resize(at + 1); break;
      }
    }
    try {
      const json document = text::parse_json(text, "s.json");
      read_scenario(document, catalog(), "/nonexistent");
    } catch (const InputError&) {
      continue;
    } catch (const std::exception& error) {
      FAIL() << error.what() << "\n" << text;
    }
  }
}

}  // namespace scenario_fuzz_test
}  // namespace fmplan::scenario
