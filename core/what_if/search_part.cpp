#include "core/what_if/search_part.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/scenario/scenario_json.h"

namespace fmplan::what_if {
namespace {

using answer::SearchArguments;
using model::ParallelPlan;
using nlohmann::json;
using plan::FoundPlan;
using text::Json;

constexpr auto kTexts = std::to_array<std::pair<const char*, std::string SearchArguments::*>>({
    {"objective", &SearchArguments::objective},
    {"top", &SearchArguments::top},
    {"max_plans", &SearchArguments::max_plans},
    {"space", &SearchArguments::space},
    {"phase", &SearchArguments::phase},
    {"nodes", &SearchArguments::nodes},
    {"fit_confidence", &SearchArguments::fit_confidence},
    {"tensor", &SearchArguments::tensor},
    {"pipeline", &SearchArguments::pipeline},
    {"virtual_pipeline", &SearchArguments::virtual_pipeline},
    {"context", &SearchArguments::context},
    {"expert", &SearchArguments::expert},
    {"micro_batch_sizes", &SearchArguments::micro_batch_sizes},
    {"min_micro_batches", &SearchArguments::min_micro_batches},
    {"schedules", &SearchArguments::schedules},
    {"zero_stages", &SearchArguments::zero_stages},
    {"recompute", &SearchArguments::recompute},
});
constexpr auto kSwitches = std::to_array<std::pair<const char*, bool SearchArguments::*>>({
    {"tensor_across_domains", &SearchArguments::tensor_across_domains},
    {"no_offload", &SearchArguments::no_offload},
});

constexpr auto kNumbers = std::to_array<std::pair<const char*, int ParallelPlan::*>>({
    {"tensor", &ParallelPlan::tensor},
    {"pipeline", &ParallelPlan::pipeline},
    {"virtual_pipeline", &ParallelPlan::virtual_pipeline},
    {"context", &ParallelPlan::context},
    {"expert", &ParallelPlan::expert},
    {"expert_tensor", &ParallelPlan::expert_tensor},
    {"data", &ParallelPlan::data},
    {"micro_batch_size", &ParallelPlan::micro_batch_size},
    {"shard_group", &ParallelPlan::shard_group},
});

/// As the scenario's own form, but with nothing left out.
Json plan_json(const ParallelPlan& plan) {
  Json section = Json::object();
  for (const auto& [name, number] : kNumbers) section[name] = plan.*number;
  section["zero_stage"] = model::kZeroStageNames.name(plan.zero_stage);
  section["sequence_parallel"] = plan.sequence_parallel;
  section["recompute"] = {{"kind", model::kRecomputeNames.name(plan.recompute.kind)},
                          {"modules", plan.recompute.modules},
                          {"method", model::kRecomputeMethodNames.name(plan.recompute.method)},
                          {"num_layers", plan.recompute.num_layers}};
  section["schedule"] = model::kPipelineScheduleNames.name(plan.schedule);
  section["dispatcher"] = model::kDispatcherNames.name(plan.dispatcher);
  section["overlap"] =
      Json::array({plan.overlap.tensor, plan.overlap.gradients, plan.overlap.parameters, plan.overlap.expert});
  section["offload"] = Json::array({plan.offload.optimizer, plan.offload.activations});
  section["layout"] = Json::array();
  for (const model::StageShare& stage : plan.layout)
    section["layout"].push_back(Json::array({stage.num_layers, stage.mtp_modules, stage.embedding, stage.head}));
  return section;
}

template <class Names>
auto named(const Names& names, const json& value) {
  const auto found = names.parse(value.template get<std::string>());
  if (!found) throw std::out_of_range("no such name");
  return *found;
}

/// A whole number within bounds: what a damaged file has may divide by nothing, or not be one.
int whole_from(const json& value, int least) {
  constexpr int kMost = 100'000'000;  // chosen, beyond any plan
  if (!value.is_number_integer() || value.get<double>() < least || value.get<double>() > kMost)
    throw std::out_of_range("no such number");
  return value.get<int>();
}

ParallelPlan read_plan(const json& from) {
  ParallelPlan plan;
  // Of experts' tensor ranks and sharding groups 0 means the plan's own.
  for (const auto& [name, number] : kNumbers)
    plan.*number = whole_from(from.at(name),
                              number == &ParallelPlan::expert_tensor || number == &ParallelPlan::shard_group ? 0 : 1);
  plan.zero_stage = named(model::kZeroStageNames, from.at("zero_stage"));
  plan.sequence_parallel = from.at("sequence_parallel").get<bool>();
  const json& recompute = from.at("recompute");
  plan.recompute.kind = named(model::kRecomputeNames, recompute.at("kind"));
  plan.recompute.modules = recompute.at("modules").get<unsigned>();
  plan.recompute.method = named(model::kRecomputeMethodNames, recompute.at("method"));
  plan.recompute.num_layers = whole_from(recompute.at("num_layers"), 0);
  plan.schedule = named(model::kPipelineScheduleNames, from.at("schedule"));
  plan.dispatcher = named(model::kDispatcherNames, from.at("dispatcher"));
  const auto overlap = from.at("overlap").get<std::array<bool, 4>>();
  plan.overlap = {.tensor = overlap[0], .gradients = overlap[1], .parameters = overlap[2], .expert = overlap[3]};
  const auto offload = from.at("offload").get<std::array<bool, 2>>();
  plan.offload = {.optimizer = offload[0], .activations = offload[1]};
  for (const json& stage : from.at("layout"))
    plan.layout.push_back({.num_layers = whole_from(stage.at(0), 0),
                           .mtp_modules = whole_from(stage.at(1), 0),
                           .embedding = stage.at(2).get<bool>(),
                           .head = stage.at(3).get<bool>()});
  return plan;
}

Json found_json(const FoundPlan& found) {
  return {{"nodes", found.num_nodes},
          {"step_time_s", found.step_time / second},
          {"memory_bytes", found.memory / byte},
          {"objective", std::isfinite(found.objective) ? Json(found.objective) : Json(nullptr)},  // cannot be bought
          {"parallel", plan_json(found.parallel)}};
}

FoundPlan read_found(const json& from) {
  const json& objective = from.at("objective");
  return {.num_nodes = whole_from(from.at("nodes"), 1),
          .parallel = read_plan(from.at("parallel")),
          .step_time = from.at("step_time_s").get<double>() * second,
          .memory = from.at("memory_bytes").get<double>() * byte,
          .objective = objective.is_null() ? std::numeric_limits<double>::infinity() : objective.get<double>()};
}

Json list_json(const std::vector<FoundPlan>& plans) {
  Json list = Json::array();
  for (const FoundPlan& found : plans) list.push_back(found_json(found));
  return list;
}

std::vector<FoundPlan> read_list(const json& from) {
  std::vector<FoundPlan> plans;
  for (const json& found : from) plans.push_back(read_found(found));
  return plans;
}

}  // namespace

std::map<std::string, std::string> argument_texts(const SearchArguments& arguments) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, text] : kTexts) texts[name] = arguments.*text;
  for (const auto& [name, given] : kSwitches) texts[name] = arguments.*given ? "true" : "false";
  return texts;
}

SearchArguments search_arguments(const std::map<std::string, std::string>& texts) {
  SearchArguments arguments;
  for (const auto& [name, text] : kTexts) arguments.*text = texts.at(name);
  for (const auto& [name, given] : kSwitches) arguments.*given = texts.at(name) == "true";
  return arguments;
}

plan::SearchQuestion part_of(plan::SearchQuestion question, const Shard& shard) {
  const auto [begin, end] = items_of(shard, static_cast<std::int64_t>(question.node_counts.size()));
  question.node_counts = {question.node_counts.begin() + begin, question.node_counts.begin() + end};
  return question;
}

Json search_part_json(const plan::SearchResult& result) {
  Json content = {
      {"plans", result.num_plans},          {"feasible", result.counts.num_timed},
      {"infeasible", Json::object()},       {"best", list_json(result.best)},
      {"pareto", list_json(result.pareto)}, {"smallest", result.smallest ? found_json(*result.smallest) : Json()}};
  for (std::size_t i = 0; i < plan::kNumPlanObstacles; ++i)
    content["infeasible"][plan::kPlanObstacleNames.texts[i]] = result.counts[plan::kPlanObstacleNames.values[i]];
  return content;
}

plan::SearchResult search_part(const PartFile& file) {
  return read_content(file, [](const json& from) {
    plan::SearchResult result;
    result.num_plans = from.at("plans").get<std::int64_t>();
    result.counts.num_timed = from.at("feasible").get<std::int64_t>();
    for (std::size_t i = 0; i < plan::kNumPlanObstacles; ++i)
      result.counts[plan::kPlanObstacleNames.values[i]] =
          from.at("infeasible").at(std::string(plan::kPlanObstacleNames.texts[i])).get<std::int64_t>();
    result.best = read_list(from.at("best"));
    result.pareto = read_list(from.at("pareto"));
    if (!from.at("smallest").is_null()) result.smallest = read_found(from.at("smallest"));
    return result;
  });
}

answer::SearchAsked search_asked(const PartFile& part, const catalog::Catalog& catalog) {
  const SearchArguments arguments =
      read_content(part, [&](const json&) { return search_arguments(part.head.arguments); });
  return answer::search_asked(scenario::read_scenario(part.head.asked.document, catalog, part.head.asked.folder),
                              arguments);
}

plan::SearchResult joined(const plan::SearchQuestion& question, const std::vector<PartFile>& parts) {
  std::vector<plan::SearchResult> results;
  results.reserve(parts.size());
  for (const PartFile& file : parts) results.push_back(search_part(file));
  return joined_search(question, results);
}

}  // namespace fmplan::what_if
