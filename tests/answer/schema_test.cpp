// The published schemas say what the reader takes and what the report holds.  Every other answer is held against its
// schema where the golden outputs are: tests/golden/schema_test.sh.

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/answer/report_json.h"
#include "core/plan/evaluate.h"
#include "core/scenario/programme_json.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "tests/answer/json_schema.h"
#include "tests/scenario/bad_scenarios.h"
#include "tests/scenario/good_programmes.h"
#include "tests/source_dir.h"

namespace fmplan::answer {
namespace schema_test {

using nlohmann::json;
using testing::IsEmpty;

JsonSchema schema(const char* name) {
  return JsonSchema(text::read_json_file(std::filesystem::path(source_dir() + "/docs/schema") / name));
}

const catalog::Catalog& catalog() {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  return kCatalog;
}

std::vector<json> scenarios() {
  std::vector<json> documents = {json::parse(scenario::kGoodScenario), json::parse(scenario::kInlineScenario)};
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/scenarios"))
    if (entry.path().extension() == ".json") documents.push_back(text::read_json_file(entry.path()));
  return documents;
}

json report_of(const json& document) {
  const auto report = report_json(evaluate(scenario::read_scenario(document, catalog(), ".")), {document, "test", 1});
  return json::parse(report.dump());
}

TEST(ScenarioSchema, AcceptsTheShippedScenarios) {
  for (const json& document : scenarios())
    EXPECT_THAT(schema("scenario.schema.json").violations(document), IsEmpty()) << document.dump();
}

std::vector<json> programmes() {
  std::vector<json> documents = {json::parse(scenario::kGoodProgramme)};
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/programmes"))
    if (entry.path().extension() == ".json") documents.push_back(text::read_json_file(entry.path()));
  return documents;
}

// As they are written by hand, and by the program.
TEST(ProgrammeSchema, AcceptsTheShippedProgrammes) {
  for (const json& document : programmes()) {
    EXPECT_THAT(schema("programme.schema.json").violations(document), IsEmpty()) << document.dump();
    const scenario::Programme read = scenario::read_programme(document, catalog(), std::nullopt);
    const json written = json::parse(programme_json(read).dump());
    EXPECT_THAT(schema("programme.schema.json").violations(written), IsEmpty()) << written.dump();
  }
}

TEST(ProgrammeSchema, RefusesWhatTheReaderRefuses) {
  const char* refused[] = {"pools.0.spares=-1",
                           "pools.0.kind=lease",
                           "pools.0.deliveries=[]",
                           "pools.0.deliveries.0.nodes=1.5",
                           "pools.0.deliveries.0.late_mean=7",
                           "pools.0.price.per_node_hour=$39.33",
                           "pools.0.colour=blue",
                           "policy=random",
                           "currency.per_dollar=0",
                           "organisations.0.budget=5000000",
                           "organisations.0.projects.0.nodes=many",
                           "organisations.0.projects.0.nodes=0",
                           "organisations.0.projects.0.phases.0.kind=dpo",
                           "organisations.0.projects.0.phases.2.jobs.per_day=often"};
  for (const char* change : refused) {
    json document = json::parse(scenario::kGoodProgramme);
    scenario::set_value(document, change);
    EXPECT_FALSE(schema("programme.schema.json").violations(document).empty()) << change;
    EXPECT_THROW(scenario::read_programme(document, catalog(), std::nullopt), InputError) << change;
  }
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
    json document = json::parse(scenario::kGoodScenario);
    scenario::set_value(document, change);
    EXPECT_FALSE(schema("scenario.schema.json").violations(document).empty()) << change;
    EXPECT_THROW(scenario::read_scenario(document, catalog(), "."), InputError) << change;
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
    scenario::read_scenario(document, catalog(), ".");
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
      {scenario::kGoodScenario, "", ""},
      {scenario::kGoodScenario, "/training", "/$defs/training"},
      {scenario::kGoodScenario, "/training/parallel", "/$defs/parallel"},
      {scenario::kGoodScenario, "/training/parallel/overlap", "/$defs/parallel/properties/overlap"},
      {scenario::kGoodScenario, "/training/parallel/offload", "/$defs/parallel/properties/offload"},
      {scenario::kInlineScenario, "/training/phases/1", "/$defs/phase"},
      {scenario::kGoodScenario, "/cluster", "/$defs/cluster"},
      {scenario::kGoodScenario, "/cluster/storage", "/$defs/cluster/properties/storage"},
      {scenario::kInlineScenario, "/cluster/network", "/$defs/cluster/properties/network/anyOf/1"},
      {scenario::kGoodScenario, "/run", "/$defs/run"},
      {scenario::kGoodScenario, "/run/checkpoint", "/$defs/run/properties/checkpoint"},
      {scenario::kInlineScenario, "/run/checkpoint/levels/1",
       "/$defs/run/properties/checkpoint/properties/levels/anyOf/1/items"},
      {scenario::kInlineScenario, "/run/data", "/$defs/run/properties/data/anyOf/1"},
      {scenario::kGoodScenario, "/price", "/$defs/price"},
      {scenario::kGoodScenario, "/power", "/$defs/power"},
      {scenario::kInlineScenario, "/model", "/$defs/model"},
      {scenario::kInlineScenario, "/model/moe", "/$defs/model/properties/moe"},
      {scenario::kInlineScenario, "/model/latent_attention", "/$defs/model/properties/latent_attention"},
      {scenario::kInlineScenario, "/model/sliding_window", "/$defs/model/properties/sliding_window"},
      {scenario::kInlineScenario, "/training/framework", "/$defs/framework"},
      {scenario::kInlineScenario, "/cluster/instance", "/$defs/instance"},
      {scenario::kInlineScenario, "/cluster/instance/scale_up", "/$defs/instance/properties/scale_up/anyOf/1"},
      {scenario::kInlineScenario, "/cluster/instance/scale_out", "/$defs/instance/properties/scale_out/anyOf/1"},
      {scenario::kInlineScenario, "/cluster/instance/accelerator", "/$defs/accelerator"},
      {scenario::kInlineScenario, "/cluster/instance/accelerator/peak", "/$defs/accelerator/properties/peak"},
      {scenario::kInlineScenario, "/cluster/instance/accelerator/gemm", "/$defs/accelerator/properties/gemm"},
      {scenario::kInlineScenario, "/cluster/instance/accelerator/gemm/bf16",
       "/$defs/accelerator/properties/gemm/properties/bf16"},
      {scenario::kInlineScenario, "/cluster/instance/accelerator/attention", "/$defs/accelerator/properties/attention"},
      {scenario::kInlineScenario, "/cluster/storage/checkpoint", "/$defs/storage"},
      {scenario::kInlineScenario, "/run/failures", "/$defs/failures"},
      {scenario::kInlineScenario, "/run/failures/causes/0", "/$defs/failures/properties/causes/items"},
      {scenario::kInlineScenario, "/run/recovery", "/$defs/recovery"},
      {scenario::kInlineScenario, "/run/continuation", "/$defs/run/properties/continuation/anyOf/1"},
      {scenario::kInlineScenario, "/run/hazards", "/$defs/run/properties/hazards"},
      {scenario::kInlineScenario, "/run/hazards/renewal", "/$defs/run/properties/hazards/properties/renewal/anyOf/1"},
      {scenario::kInlineScenario, "/run/hazards/lemons", "/$defs/run/properties/hazards/properties/lemons/anyOf/1"},
      {scenario::kInlineScenario, "/run/hazards/aging", "/$defs/run/properties/hazards/properties/aging/anyOf/1"},
      {scenario::kInlineScenario, "/run/hazards/groups", "/$defs/run/properties/hazards/properties/groups/anyOf/1"},
      {scenario::kInlineScenario, "/run/hazards/silent_corruption",
       "/$defs/run/properties/hazards/properties/silent_corruption/anyOf/1"},
      {scenario::kInlineScenario, "/run/hazards/slow_nodes",
       "/$defs/run/properties/hazards/properties/slow_nodes/anyOf/1"},
      {scenario::kInlineScenario, "/run/hazards/preemption",
       "/$defs/run/properties/hazards/properties/preemption/anyOf/1"},
      {scenario::kInlineScenario, "/run/hazards/maintenance",
       "/$defs/run/properties/hazards/properties/maintenance/anyOf/1"},
      {scenario::kInlineScenario, "/run/hazards/capacity_block",
       "/$defs/run/properties/hazards/properties/capacity_block/anyOf/1"}};
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
  json document = json::parse(scenario::kGoodScenario);
  scenario::set_value(document, "training.parallel=auto");
  scenario::set_value(document, "training.global_batch_size=1");
  scenario::set_value(document, "cluster.nodes=512");
  const json report = report_of(document);
  EXPECT_FALSE(report["can_run"].get<bool>());
  EXPECT_THAT(schema("report.schema.json").violations(report), IsEmpty());
}

TEST(ReportSchema, RefusesAReportThatLacksAKeyOrHasAStrangeOne) {
  const json report = report_of(json::parse(scenario::kGoodScenario));
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

std::vector<std::string> published() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/docs/schema"))
    names.push_back(entry.path().filename().string());
  return names;
}

/// Every object in a schema, by its pointer, that says something of an object's properties or refers to a definition.
std::map<std::string, json> described_in(const json& schema) {
  std::map<std::string, json> found;
  const json flat = schema.flatten();
  for (const auto& [pointer, value] : flat.items())
    for (std::size_t slash = pointer.find('/'); slash != std::string::npos; slash = pointer.find('/', slash + 1)) {
      const std::string at = pointer.substr(0, slash);
      const json& part = schema.at(json::json_pointer(at));
      if (part.is_object() && (part.contains("required") || part.contains("$ref"))) found[at] = part;
    }
  return found;
}

TEST(PublishedSchemas, SayWhoTheyAre) {
  for (const std::string& file : published()) {
    const json root = schema(file.c_str()).root();
    EXPECT_EQ(root["$schema"], "https://json-schema.org/draft/2020-12/schema") << file;
    EXPECT_EQ(root["$id"], "urn:fmplan:schema:" + file.substr(0, file.find('.')) + ":1") << file;
  }
}

// A key that is required but not described would refuse every document.
TEST(PublishedSchemas, DescribeWhatTheyRequireAndReferTo) {
  for (const std::string& file : published()) {
    const JsonSchema of_file = schema(file.c_str());
    for (const auto& [pointer, part] : described_in(of_file.root())) {
      const json& described = of_file.resolved(part);
      if (!described.contains("properties")) continue;  // one of several ways; what is around it describes them
      for (const json& key : part.value("required", json::array()))
        EXPECT_TRUE(described.at("properties").contains(key.get<std::string>())) << file << pointer << "/" << key;
    }
  }
}

TEST(PublishedSchemas, SayTheSameInDefinitionsThatSeveralShare) {
  std::map<std::string, std::pair<std::string, json>> known;
  for (const std::string& file : published()) {
    if (file == "scenario.schema.json") continue;  // states less of a plan than answers say
    const json definitions = schema(file.c_str()).root().value("$defs", json::object());
    for (const auto& [name, definition] : definitions.items()) {
      const auto& [first, same] = known.try_emplace(name, file, definition).first->second;
      EXPECT_EQ(definition, same) << name << " in " << first << " and " << file;
    }
  }
}

}  // namespace schema_test
}  // namespace fmplan::answer
