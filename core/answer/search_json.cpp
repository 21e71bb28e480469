#include "core/answer/search_json.h"

#include "core/answer/comparison_text.h"
#include "core/answer/report_json.h"
#include "core/base/quantity_text.h"
#include "core/base/version.h"
#include "core/scenario/plan_json.h"

namespace fmplan::answer {
namespace {

using text::Json;

Json number_or_null(const std::optional<Seconds>& time) { return time ? Json(*time / second) : Json(nullptr); }

Json plan_json(const plan::PlanReport& report) {
  const plan::PhaseReport& phase = report.phase;
  const Seconds time = phase.step.total();
  Json section = {{"nodes", phase.num_nodes},
                  {"gpus", phase.num_accelerators},
                  {"parallel", scenario::parallel_json(phase.parallel)},
                  {"step_time_s", time / second},
                  {"interval_80", nullptr},
                  {"mfu", phase.mfu},
                  {"memory_bytes", report.found.memory / byte},
                  {"chance_of_fitting", report.chance},
                  {"gpu_hours", report.gpu_hours},
                  {"cost", report.cost ? Json(money_decimal(*report.cost)) : Json(nullptr)},
                  {"energy_kwh", report.energy ? Json(*report.energy / kilowatt_hour) : Json(nullptr)}};
  if (phase.interval)
    section["interval_80"] = {{"low_s", phase.interval->low_80 * time / second},
                              {"high_s", phase.interval->high_80 * time / second}};
  return section;
}

Json leader_json(const plan::LeaderReport& leader) {
  Json section = plan_json(leader.plan);
  section["simulated_step_time_s"] = number_or_null(leader.simulated);
  section["not_simulated"] = leader.not_simulated.empty() ? Json(nullptr) : Json(leader.not_simulated);
  section["bound_by"] = leader.bound_by();
  section["faster_but_for_memory"] = nullptr;
  if (const auto& faster = leader.but_for_memory)
    section["faster_but_for_memory"] = {{"field", faster->field},
                                        {"parallel", scenario::parallel_json(faster->plan.parallel)},
                                        {"step_time_s", faster->plan.step_time / second},
                                        {"memory_bytes", faster->plan.memory / byte}};
  section["like_first"] = leader.like_first ? Json(*leader.like_first) : Json(nullptr);
  section["to_first"] = leader.to_first ? comparison_json(*leader.to_first) : Json(nullptr);
  return section;
}

}  // namespace

Json search_json(const plan::SearchReport& report, const plan::Scenario& scenario, const plan::SearchQuestion& question,
                 const SearchOrigin& origin) {
  const plan::SearchResult& result = report.result;
  Json search = {{"objective", plan::kObjectiveNames.name(question.objective)},
                 {"fit_confidence", question.fit_confidence},
                 {"nodes", question.node_counts},
                 {"plans", result.num_plans},
                 {"looked_at", result.counts.total()},
                 {"stopped", result.stopped},
                 {"feasible", result.counts.num_timed},
                 {"infeasible", Json::object()},
                 {"best", Json::array()},
                 {"simulated_order", Json::array()},
                 {"pareto", Json::array()},
                 {"smallest", nullptr}};
  for (std::size_t i = 0; i < plan::kNumPlanObstacles; ++i)
    search["infeasible"][std::string(plan::kPlanObstacleNames.texts[i])] = result.counts.infeasible[i];
  for (const plan::LeaderReport& leader : report.leaders) search["best"].push_back(leader_json(leader));
  for (const std::size_t index : report.simulated_order) search["simulated_order"].push_back(index + 1);
  for (const plan::PlanReport& plan : report.pareto) search["pareto"].push_back(plan_json(plan));
  if (result.smallest)
    search["smallest"] = {{"nodes", result.smallest->num_nodes},
                          {"parallel", scenario::parallel_json(result.smallest->parallel)},
                          {"memory_bytes", result.smallest->memory / byte}};
  return {{"version", 1},
          {"catalog_version", origin.catalog_version},
          {"fmplan_version", version()},
          {"name", scenario.name},
          {"phase", origin.phase},
          {"search", search}};
}

}  // namespace fmplan::answer
