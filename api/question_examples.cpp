#include "api/question_examples.h"

#include <fmt/format.h>

#include <cassert>
#include <map>

namespace fmplan::api {
namespace {

/// That of docs/first_scenario.json.
constexpr std::string_view kScenario = R"({"version": 1, "model": "llama-3-8b",
  "training": {"tokens": "1T", "sequence_length": 8192, "global_batch_size": 512},
  "cluster": {"instance": "p5.48xlarge", "nodes": 32}})";

/// Two organisations on one pool, all of it made up.
constexpr std::string_view kProgramme =
    R"({"version": 1, "name": "Two teams", "start": "2026-03-01", "end": "2026-03-29",
  "pools": [{"name": "shared", "instance": "p5.48xlarge", "region": "us-east-1",
             "deliveries": [{"on": "2026-03-01", "nodes": 4}],
             "price": {"per_node_hour": "40 $/h", "source": "made up"}}],
  "organisations": [
    {"name": "team one", "budget": "$60K", "projects": [
      {"name": "alpha", "nodes": [2, 4], "deadline": "2026-03-15",
       "phases": [{"kind": "experiments", "node_hours": 960}]}]},
    {"name": "team two", "budget": "$60K", "projects": [
      {"name": "beta", "nodes": [2, 4], "deadline": "2026-03-29",
       "phases": [{"kind": "experiments", "node_hours": 1152}]}]}]})";

std::string about(std::string_view fields) { return fmt::format(R"({{"scenario": {}, {}}})", kScenario, fields); }

}  // namespace

std::string question_example(std::string_view kind) {
  static const std::map<std::string_view, std::string> kExamples = {
      {"plan", about(R"("set": {"cluster.nodes": 64}, "fail_if": ["days.p90>60", "cost>2.5M"])")},
      {"step", about(R"("set": {"training.global_batch_size": 1024})")},
      {"memory", std::string(kScenario)},
      {"run", about(R"("trials": 200, "no_changes": true, "seed": 3)")},
      {"search", about(R"("objective": "cost", "top": 3, "pipeline": "1", "context": "1")")},
      {"sweep", about(R"("set": {"cluster.nodes": "16..64:16"}, "columns": "days,cost,cost.p90")")},
      {"solve", R"({"budget": "$300k", "on": "p4d.24xlarge", "deadline": "60 d"})"},
      {"market", about(R"("until": "days<=120", "on": "p5*", "nodes": "16..32:16")")},
      {"compare", fmt::format(R"({{"sides": [{}], "with": [{{"cluster.nodes": 64}}]}})", kScenario)},
      {"programme", fmt::format(R"({{"programme": {}, "trials": 50, "no_proof": true}})", kProgramme)},
      {"export", fmt::format(R"({{"programme": {}, "trials": 50, "no_proof": true}})", kProgramme)},
      {"scale", R"({"compute": "1e24", "on": "p5.48xlarge"})"},
      {"network", R"({"cluster": "p5.48xlarge", "nodes": 16, "expect": true})"},
      {"explain", R"({"keys": ["days", "step.mfu"]})"},
  };
  const auto found = kExamples.find(kind);
  assert(found != kExamples.end());
  return found == kExamples.end() ? std::string() : found->second;
}

std::string job_example() { return fmt::format(R"({{"kind": "run", "question": {}}})", question_example("run")); }

}  // namespace fmplan::api
