// How long one answer takes, whole and by part, on the README's scenario.

#include <filesystem>

#include <benchmark/benchmark.h>

#include "core/answer/report_json.h"
#include "core/catalog/catalog.h"
#include "core/model/memory_use.h"
#include "core/plan/evaluate.h"
#include "core/plan/search.h"
#include "core/scenario/scenario_json.h"
#include "core/sim/run/run.h"
#include "core/sim/step/step_simulation.h"
#include "core/sim/step/step_time.h"
#include "core/text/json_text.h"
#include "core/what_if/sweep.h"
#include "core/what_if/sweep_question.h"

namespace fmplan {
namespace {

const std::filesystem::path kRoot = FMPLAN_SOURCE_DIR;
const std::filesystem::path kScenarioFile = kRoot / "scenarios/llama3-70b-p5.json";

catalog::Catalog catalog() { return catalog::Catalog({kRoot / "catalogs"}); }

plan::Scenario scenario() {
  return scenario::read_scenario(text::read_json_file(kScenarioFile), catalog(), kScenarioFile.parent_path());
}

/// The whole chain with its report: 50 µs at most.
void BM_Evaluate(benchmark::State& state) {
  const plan::Scenario question = scenario();
  for (auto _ : state) benchmark::DoNotOptimize(evaluate(question));
}
BENCHMARK(BM_Evaluate)->Unit(benchmark::kMicrosecond);

/// With collectives as measured (1) or the textbook's (0).
void BM_StepTime(benchmark::State& state) {
  const plan::Scenario question = scenario();
  const network::CollectiveProfile* profile = state.range(0) == 1 ? question.collectives.get() : nullptr;
  const plan::Phase& phase = question.phases.front();
  const sim::StepSettings settings = step_settings(question, phase, phase_plan(question, phase));
  for (auto _ : state)
    benchmark::DoNotOptimize(
        step_time(question.model, settings, question.cluster.instance, question.framework, profile));
}
BENCHMARK(BM_StepTime)->Arg(1)->Arg(0)->Unit(benchmark::kMicrosecond);

void BM_MemoryUse(benchmark::State& state) {
  const plan::Scenario question = scenario();
  const plan::Phase& phase = question.phases.front();
  const model::MemorySettings settings = memory_settings(question, phase, phase_plan(question, phase));
  for (auto _ : state) benchmark::DoNotOptimize(memory_use(question.model, settings));
}
BENCHMARK(BM_MemoryUse)->Unit(benchmark::kMicrosecond);

void BM_CountParameters(benchmark::State& state) {
  const plan::Scenario question = scenario();
  for (auto _ : state) benchmark::DoNotOptimize(count_parameters(question.model));
}
BENCHMARK(BM_CountParameters)->Unit(benchmark::kMicrosecond);

/// From the parsed document to a resolved scenario, with a snapshot of the catalogues that has been asked before.
void BM_ReadScenario(benchmark::State& state) {
  const nlohmann::json document = text::read_json_file(kScenarioFile);
  const catalog::Catalog items({kRoot / "catalogs"});
  for (auto _ : state) benchmark::DoNotOptimize(scenario::read_scenario(document, items, kScenarioFile.parent_path()));
}
BENCHMARK(BM_ReadScenario)->Unit(benchmark::kMicrosecond);

/// From the parsed document to the report, with such a snapshot: 200 µs at most.
void BM_Question(benchmark::State& state, const char* file) {
  const nlohmann::json document = text::read_json_file(kRoot / file);
  const catalog::Catalog items({kRoot / "catalogs"});
  for (auto _ : state)
    benchmark::DoNotOptimize(evaluate(scenario::read_scenario(document, items, kRoot / "scenarios")));
}
/// A point of a sweep with its usual figures, without its text: 200 µs at most, so that 100,000 points take ten seconds
/// on two cores.
void BM_SweepPoint(benchmark::State& state) {
  const what_if::AskedScenario asked = what_if::read_asked(kScenarioFile.string());
  const catalog::Catalog items({kRoot / "catalogs"});
  const std::vector<answer::Figure> figures = what_if::usual_columns(what_if::AnswerKind::kPlan);
  const std::vector<std::string> paths = {"training.tokens"}, values = {"1.5T"};
  for (auto _ : state) benchmark::DoNotOptimize(what_if::answer_point(asked, paths, values, {}, figures, {}, items));
}
BENCHMARK(BM_SweepPoint)->Unit(benchmark::kMicrosecond);

BENCHMARK_CAPTURE(BM_Question, 70b, "scenarios/llama3-70b-p5.json")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BM_Question, 405b, "scenarios/llama3-405b-16k.json")->Unit(benchmark::kMicrosecond);

/// The same with a snapshot that nobody asked before: what it needs is read from the files.
void BM_FirstQuestion(benchmark::State& state) {
  const nlohmann::json document = text::read_json_file(kScenarioFile);
  for (auto _ : state) {
    const catalog::Catalog items({kRoot / "catalogs"});
    benchmark::DoNotOptimize(evaluate(scenario::read_scenario(document, items, kScenarioFile.parent_path())));
  }
}
BENCHMARK(BM_FirstQuestion)->Unit(benchmark::kMicrosecond);

/// "parallel": "auto" on as many nodes as the argument says; items are the plans looked at.
void BM_SearchPlans(benchmark::State& state) {
  const plan::Scenario question = scenario();
  const int num_nodes = static_cast<int>(state.range(0));
  std::int64_t num_plans = 0;
  for (auto _ : state) {
    const plan::PlanSearch search = search_plans(question, question.phases.front(), num_nodes);
    num_plans += search.num_considered;
  }
  state.SetItemsProcessed(num_plans);
}
BENCHMARK(BM_SearchPlans)->Arg(256)->Arg(2048)->Unit(benchmark::kMillisecond);

/// Llama 3.1 405B on 16,384 GPUs, folded: the batch of 16M tokens.
void BM_SimulateStep(benchmark::State& state) {
  const std::filesystem::path file = kRoot / "scenarios/llama3-405b-16k.json";
  const plan::Scenario question = scenario::read_scenario(text::read_json_file(file), catalog(), file.parent_path());
  const sim::StepJob job = step_job(question, question.phases.at(1));
  std::int64_t num_tasks = 0;
  for (auto _ : state) num_tasks += simulate_step(job)->num_tasks;
  state.SetItemsProcessed(num_tasks);
}
BENCHMARK(BM_SimulateStep)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fmplan
