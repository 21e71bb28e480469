// How many parallel plans a search looks at in a second: the whole space of GPT-3 175B on 512 A100-80, tensor
// parallelism across scale-up domains included.  A plan counts when its step time and memory were computed or a rule it
// breaks was found; none is left out by a bound.

#include <filesystem>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "core/answer/report_json.h"
#include "core/catalog/catalog.h"
#include "core/plan/search.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"

namespace fmplan {
namespace {

std::string winner(const plan::SearchResult& result) {
  if (result.best.empty()) return "none";
  const plan::FoundPlan& best = result.best.front();
  const model::ParallelPlan& plan = best.parallel;
  return fmt::format("{} plans; {:.2f} s: tensor {} pipeline {} x{} context {} data {} micro-batch {} ZeRO {} {} {}",
                     result.num_plans, best.step_time / second, plan.tensor, plan.pipeline, plan.virtual_pipeline,
                     plan.context, plan.data, plan.micro_batch_size, model::kZeroStageNames.name(plan.zero_stage),
                     model::kRecomputeNames.name(plan.recompute.kind),
                     model::kPipelineScheduleNames.name(plan.schedule));
}

void BM_SearchWholeSpace(benchmark::State& state) {
  const std::filesystem::path root = FMPLAN_SOURCE_DIR;
  const std::filesystem::path file = root / "scenarios/gpt3-175b-a100.json";
  const plan::Scenario scenario =
      scenario::read_scenario(text::read_json_file(file), catalog::Catalog({root / "catalogs"}), file.parent_path());
  plan::SearchQuestion question;
  question.space = plan::whole_space(scenario);
  question.space.tensor_across_domains = true;
  question.node_counts = {scenario.cluster.num_nodes};
  plan::SearchResult result;
  std::int64_t num_plans = 0;
  for (auto _ : state) {
    result = search(scenario, scenario.phases.front(), question);
    num_plans += result.counts.total();
  }
  state.SetItemsProcessed(num_plans);
  state.SetLabel(winner(result));
}
BENCHMARK(BM_SearchWholeSpace)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fmplan
