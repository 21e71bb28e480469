// The published schemas say what the reader takes and what the report holds.

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/json_text.h"
#include "core/io/report_json.h"
#include "core/io/scenario_json.h"
#include "core/plan/evaluate.h"
#include "tests/io/bad_scenarios.h"
#include "tests/io/json_schema.h"

namespace fmplan::io {
namespace {

using nlohmann::json;
using testing::IsEmpty;

JsonSchema schema(const char* name) {
  return JsonSchema(read_json_file(std::filesystem::path(FMPLAN_SOURCE_DIR "/docs/schema") / name));
}

const Catalog& catalog() {
  static const Catalog kCatalog = Catalog::shipped();
  return kCatalog;
}

std::vector<json> scenarios() {
  std::vector<json> documents = {json::parse(kGoodScenario), json::parse(kInlineScenario)};
  for (const auto& entry : std::filesystem::directory_iterator(FMPLAN_SOURCE_DIR "/scenarios"))
    if (entry.path().extension() == ".json") documents.push_back(read_json_file(entry.path()));
  return documents;
}

json report_of(const json& document) {
  const auto report = report_json(evaluate(read_scenario(document, catalog(), ".")), {document, "test", 1});
  return json::parse(report.dump());
}

TEST(ScenarioSchema, AcceptsTheShippedScenarios) {
  for (const json& document : scenarios())
    EXPECT_THAT(schema("scenario.schema.json").violations(document), IsEmpty()) << document.dump();
}

TEST(ScenarioSchema, RefusesWhatTheReaderRefuses) {
  const char* refused[] = {"cluster.nodes=4.5",
                           "cluster.nodes=0",
                           "training.precison=bf16",
                           "training.tokens=15X",
                           "cluster.network=flow",
                           "cluster.network={}",
                           "cluster.network.model=analytic",
                           "cluster.storage.capacity=100",
                           "cluster.storage.capacity=100 s",
                           "run.start=soon",
                           "power.pue=0.9",
                           "price.kind=free",
                           "training.parallel.zero_stage=4",
                           "training.parallel.schedule=zb_h2",
                           "training.parallel.overlap.tensor=1",
                           "training.parallel.offload.optimiser=true",
                           "version=2",
                           "name=",
                           "run.checkpoint.mode=both",
                           "run.checkpoint.levels=[]",
                           "run.checkpoint.keep=0",
                           "run.data.staged=half",
                           "run.evaluation=2",
                           "run.spare_nodes=some",
                           "run.hazards.lemons.factor=0.5",
                           "run.hazards.groups.nodes=0",
                           "run.hazards.maintenance={}",
                           "run.continuation=go",
                           R"(run.recovery={"detection": "30 s"})",
                           "model=7",
                           "training.phases=[]"};
  for (const char* change : refused) {
    json document = json::parse(kGoodScenario);
    set_value(document, change);
    EXPECT_FALSE(schema("scenario.schema.json").violations(document).empty()) << change;
    EXPECT_THROW(read_scenario(document, catalog(), "."), InputError) << change;
  }
}

/// An object of a scenario, and where the schema describes it.
struct Described {
  const char* scenario;  ///< which of the two that follow has it
  const char* where;
  const char* schema;
};

/// The keys that the reader names when it meets one it does not know.
std::set<std::string> keys_read(json document, const std::string& where) {
  constexpr const char* kStrange = "zzzzzzzzzzzzzzzzzzzz";
  document[json::json_pointer(where + "/" + kStrange)] = 1;
  std::set<std::string> keys;
  try {
    read_scenario(document, catalog(), ".");
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) {
      if (issue.where != where + "/" + kStrange) continue;
      const std::string marker = "; known are ";
      std::string list = issue.message.substr(issue.message.find(marker) + marker.size());
      std::erase(list, '"');
      for (std::size_t at = 0; at != std::string::npos;) {
        const std::size_t comma = list.find(", ", at);
        keys.insert(list.substr(at, comma == std::string::npos ? comma : comma - at));
        at = comma == std::string::npos ? comma : comma + 2;
      }
    }
  }
  return keys;
}

// Each object is given a key that nobody knows; the reader then lists the keys it does know.
TEST(ScenarioSchema, NamesExactlyTheKeysThatTheReaderTakes) {
  const Described cases[] = {
      {kGoodScenario, "", ""},
      {kGoodScenario, "/training", "/$defs/training"},
      {kGoodScenario, "/training/parallel", "/$defs/parallel"},
      {kGoodScenario, "/training/parallel/overlap", "/$defs/parallel/properties/overlap"},
      {kGoodScenario, "/training/parallel/offload", "/$defs/parallel/properties/offload"},
      {kInlineScenario, "/training/phases/1", "/$defs/phase"},
      {kGoodScenario, "/cluster", "/$defs/cluster"},
      {kGoodScenario, "/cluster/storage", "/$defs/cluster/properties/storage"},
      {kInlineScenario, "/cluster/network", "/$defs/cluster/properties/network/anyOf/1"},
      {kGoodScenario, "/run", "/$defs/run"},
      {kGoodScenario, "/run/checkpoint", "/$defs/run/properties/checkpoint"},
      {kInlineScenario, "/run/checkpoint/levels/1", "/$defs/run/properties/checkpoint/properties/levels/anyOf/1/items"},
      {kInlineScenario, "/run/data", "/$defs/run/properties/data/anyOf/1"},
      {kGoodScenario, "/price", "/$defs/price"},
      {kGoodScenario, "/power", "/$defs/power"},
      {kInlineScenario, "/model", "/$defs/model"},
      {kInlineScenario, "/model/moe", "/$defs/model/properties/moe"},
      {kInlineScenario, "/model/latent_attention", "/$defs/model/properties/latent_attention"},
      {kInlineScenario, "/model/sliding_window", "/$defs/model/properties/sliding_window"},
      {kInlineScenario, "/training/framework", "/$defs/framework"},
      {kInlineScenario, "/cluster/instance", "/$defs/instance"},
      {kInlineScenario, "/cluster/instance/scale_up", "/$defs/instance/properties/scale_up/anyOf/1"},
      {kInlineScenario, "/cluster/instance/scale_out", "/$defs/instance/properties/scale_out/anyOf/1"},
      {kInlineScenario, "/cluster/instance/accelerator", "/$defs/accelerator"},
      {kInlineScenario, "/cluster/instance/accelerator/peak", "/$defs/accelerator/properties/peak"},
      {kInlineScenario, "/cluster/instance/accelerator/gemm", "/$defs/accelerator/properties/gemm"},
      {kInlineScenario, "/cluster/instance/accelerator/gemm/bf16",
       "/$defs/accelerator/properties/gemm/properties/bf16"},
      {kInlineScenario, "/cluster/instance/accelerator/attention", "/$defs/accelerator/properties/attention"},
      {kInlineScenario, "/cluster/storage/checkpoint", "/$defs/storage"},
      {kInlineScenario, "/run/failures", "/$defs/failures"},
      {kInlineScenario, "/run/failures/causes/0", "/$defs/failures/properties/causes/items"},
      {kInlineScenario, "/run/recovery", "/$defs/recovery"},
      {kInlineScenario, "/run/continuation", "/$defs/run/properties/continuation/anyOf/1"},
      {kInlineScenario, "/run/hazards", "/$defs/run/properties/hazards"},
      {kInlineScenario, "/run/hazards/renewal", "/$defs/run/properties/hazards/properties/renewal"},
      {kInlineScenario, "/run/hazards/lemons", "/$defs/run/properties/hazards/properties/lemons"},
      {kInlineScenario, "/run/hazards/aging", "/$defs/run/properties/hazards/properties/aging"},
      {kInlineScenario, "/run/hazards/groups", "/$defs/run/properties/hazards/properties/groups"},
      {kInlineScenario, "/run/hazards/silent_corruption", "/$defs/run/properties/hazards/properties/silent_corruption"},
      {kInlineScenario, "/run/hazards/slow_nodes", "/$defs/run/properties/hazards/properties/slow_nodes"},
      {kInlineScenario, "/run/hazards/preemption", "/$defs/run/properties/hazards/properties/preemption"},
      {kInlineScenario, "/run/hazards/maintenance", "/$defs/run/properties/hazards/properties/maintenance"},
      {kInlineScenario, "/run/hazards/capacity_block", "/$defs/run/properties/hazards/properties/capacity_block"}};
  const JsonSchema published = schema("scenario.schema.json");
  for (const Described& described : cases) {
    SCOPED_TRACE(described.where);
    std::set<std::string> properties;
    for (const auto& [key, value] : published.root().at(json::json_pointer(described.schema)).at("properties").items())
      properties.insert(key);
    EXPECT_EQ(keys_read(json::parse(described.scenario), described.where), properties);
  }
}

TEST(ReportSchema, AcceptsTheReportsOfTheShippedScenarios) {
  for (const json& document : scenarios()) {
    const json report = report_of(document);
    EXPECT_THAT(schema("report.schema.json").violations(report), IsEmpty());
    EXPECT_THAT(schema("scenario.schema.json").violations(report["scenario"]), IsEmpty());
  }
}

TEST(ReportSchema, AcceptsAReportOfWhatCannotRun) {
  json document = json::parse(kGoodScenario);
  set_value(document, "training.parallel=auto");
  set_value(document, "training.global_batch_size=1");
  set_value(document, "cluster.nodes=512");
  const json report = report_of(document);
  EXPECT_FALSE(report["can_run"].get<bool>());
  EXPECT_THAT(schema("report.schema.json").violations(report), IsEmpty());
}

TEST(ReportSchema, RefusesAReportThatLacksAKeyOrHasAStrangeOne) {
  const json report = report_of(json::parse(kGoodScenario));
  const JsonSchema published = schema("report.schema.json");
  for (const char* key : {"step", "memory", "run", "totals", "cost", "assumptions", "version"}) {
    json lacking = report;
    lacking.erase(key);
    EXPECT_FALSE(published.violations(lacking).empty()) << key;
  }
  for (const char* pointer : {"/strange", "/step/strange", "/step/breakdown_s/strange", "/cost/strange"}) {
    json strange = report;
    strange[json::json_pointer(pointer)] = 1;
    EXPECT_FALSE(published.violations(strange).empty()) << pointer;
  }
}

}  // namespace
}  // namespace fmplan::io
