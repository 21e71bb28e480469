#include "core/plan/remarks.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/hardware/kernel_time.h"
#include "core/model/scaling_law_batch.h"
#include "core/model/schedule_laws.h"
#include "core/plan/cost.h"
#include "core/plan/storage_use.h"
#include "core/sim/step/expert_exchange.h"

namespace fmplan::plan {
namespace {

NoticeValues contention_values(const Scenario& scenario, const PhaseReport& phase) {
  const sim::ContentionOptions& options = *scenario.network_flows;
  const hardware::Fabric& fabric = scenario.cluster.instance.fabric;
  NoticeValues values;
  if (scenario.phases.size() > 1) values.emplace_back("phase", phase.name);
  values.emplace_back("routing", std::string(network::kLeafRoutingNames.name(options.routing)));
  values.emplace_back("placement", std::string(network::kPlacementNames.name(options.placement)));
  if (options.leaf_oversubscription) {
    values.emplace_back("oversubscription", Ratio{*options.leaf_oversubscription});
  } else if (fabric.leaf_oversubscription) {
    values.emplace_back("oversubscription", Ratio{*fabric.leaf_oversubscription});
    values.emplace_back("fabric", fabric.name);
  }
  return values;
}

/// Whether exchange inside layers leaves the scale-up domain, where contention is not counted of it.
bool exchanges_across(const Scenario& scenario, const model::ParallelPlan& plan) {
  const hardware::Instance& instance = scenario.cluster.instance;
  const int domain = instance.scale_up ? instance.scale_up_domain : 1;
  return plan.tensor * plan.context > domain || plan.expert * expert_tensor(plan) > domain;
}

/// What the flows of a phase's traffic found, and on which network.
Assumption contention_assumption(const Scenario& scenario, const PhaseReport& phase) {
  const sim::ContentionOptions& options = *scenario.network_flows;
  const sim::PlanContention& found = *phase.contention;
  const auto held = [](const std::string& link) { return link.empty() ? "" : fmt::format(" ({})", link); };
  return {.path = "/cluster/network",
          .value = fmt::format(
              "flows: sends × {:.2f}{}, gradients and parameters × {:.2f}{}{}", found.send_slowdown,
              held(found.send_bottleneck), found.data_parallel_slowdown, held(found.data_parallel_bottleneck),
              exchanges_across(scenario, phase.parallel) ? ", exchange inside layers as if alone" : ""),
          .why = {AssumptionKind::kContention, contention_values(scenario, phase)},
          .source = options.leaf_oversubscription ? "" : scenario.cluster.instance.fabric.source};
}

/// Why the closed form sees no end of the run; none if it does.
std::optional<Notice> no_end(const Report& report) {
  const sim::RunOutcome& run = report.run;
  switch (run.end) {
    case sim::RunEnd::kReached: return std::nullopt;
    case sim::RunEnd::kNoNodes: return Notice{.kind = NoticeKind::kNeverEndsWithoutSpares, .place = "/run/spare_nodes"};
    case sim::RunEnd::kSparesRunOut:
      return Notice{
          .kind = NoticeKind::kNeverEndsAsSparesRunOut,
          .place = "/run/spare_nodes",
          .values = {{"spares", std::int64_t{report.scenario.spare_nodes}}, {"last", Ratio{run.spares_last}}}};
    case sim::RunEnd::kNoProgress: break;
  }
  return Notice{.kind = NoticeKind::kNeverEnds,
                .values = {{"between_failures", run.mtbf},
                           {"to_come_back", run.downtime + run.restart},
                           {"interval", run.checkpoint_interval},
                           {"checkpoint", report.checkpoint_write},
                           {"step", report.phases[report.main_phase].step.total()}}};
}

/// Whether a run that the closed form sees no end of has none.  Others than a restart of the whole job may get through,
/// and so may all when the failure rate is less than its mean.  Where it is the work lost that never ends, so may those
/// that write a checkpoint when something is due, or after a failure.
bool is_certain(const Report& report, const sim::RunSettings& settings) {
  if (settings.continuation.kind != sim::ContinuationKind::kRestart || std::isfinite(report.median_days)) return false;
  const sim::Hazards& hazards = settings.hazards;
  const bool writes_when_due = hazards.maintenance || hazards.capacity_block || hazards.preemption ||
                               (hazards.slow_nodes && hazards.slow_nodes->replaced) || settings.checkpoint.just_in_time;
  if (!writes_when_due) return true;
  sim::RunSettings little_lost = settings;
  little_lost.checkpoint.interval.reset();
  return mean_run(little_lost).end != sim::RunEnd::kReached;
}

/// Of a mixture over several domains.
void warn_of_dispatch(const Scenario& scenario, const model::ParallelPlan& plan, Notices& warnings) {
  const hardware::Instance& instance = scenario.cluster.instance;
  const bool across = plan.expert * expert_tensor(plan) > (instance.scale_up ? instance.scale_up_domain : 1);
  if (!across) return;
  const bool hidden = plan.overlap.expert ||
                      (plan.pipeline > 1 && schedule_law(plan.schedule).placement == model::StagePlacement::kBothEnds);
  if (plan.dispatcher != model::Dispatcher::kDeduplicating || !hidden)
    warnings.push_back({.kind = NoticeKind::kDispatchExposed, .place = "/training/parallel"});
  if (const Seconds wait = sim::exchange_wait(plan, instance); wait > Seconds{})
    warnings.push_back({.kind = NoticeKind::kDispatchOverEfa,
                        .place = "/training/parallel/expert",
                        .values = {{"network", instance.scale_out->name}, {"wait", wait}}});
}

/// A batch far beyond the critical one of the whole run: by McCandlish et al. 2018 the same loss wants 1 + B/Bc times
/// the fewest tokens, which is twice as many at Bc.
void warn_of_batch(const Scenario& scenario, Notices& warnings) {
  if (scenario.adapter_rank > 0) return;
  double tokens = 0;
  const Phase* largest = nullptr;
  const auto batch_of = [](const Phase& phase) {
    return static_cast<double>(phase.global_batch_size) * phase.sequence_length;
  };
  for (const Phase& phase : scenario.phases) {
    tokens += static_cast<double>(phase.tokens);
    if (!largest || batch_of(phase) > batch_of(*largest)) largest = &phase;
  }
  const double batch = largest ? batch_of(*largest) : 0;
  const double critical = model::data_critical_batch(tokens);
  // Chosen: DeepSeek-V3's published run goes to 2.3, and the law's coefficient is not confirmed.
  constexpr double kFarBeyond = 4;
  if (!(batch > kFarBeyond * critical)) return;
  warnings.push_back({.kind = NoticeKind::kBatchBeyondCritical,
                      .place = "/training/global_batch_size",
                      .values = {{"batch", count_text(batch)},
                                 {"of_critical", Ratio{batch / critical}},
                                 {"tokens", count_text(tokens)},
                                 {"critical", count_text(critical)},
                                 {"of_tokens", Ratio{2 / (1 + batch / critical)}}}});
}

/// What a pipeline makes of micro-batches and shards otherwise than its words say.
void warn_of_pipeline(const model::ParallelPlan& plan, int num_micro_batches, Notices& warnings) {
  if (plan.pipeline == 1) return;
  const std::int64_t micro_batches = num_micro_batches, stages = plan.pipeline;
  const std::int64_t quantum = schedule_law(plan.schedule).micro_batch_quantum(plan.pipeline, plan.virtual_pipeline);
  if (micro_batches < stages)
    warnings.push_back({.kind = NoticeKind::kPipelineNotFilled,
                        .place = "/training/global_batch_size",
                        .values = {{"micro_batches", micro_batches}, {"stages", stages}}});
  if (micro_batches % quantum != 0)
    warnings.push_back({.kind = NoticeKind::kMicroBatchesUneven,
                        .place = "/training/global_batch_size",
                        .values = {{"micro_batches", micro_batches},
                                   {"of", quantum},
                                   {"taken", (micro_batches + quantum - 1) / quantum * quantum}}});
  if (holds_whole_rank(plan))
    warnings.push_back({.kind = NoticeKind::kZeroBesidePipeline,
                        .place = "/training/parallel/zero_stage",
                        .values = {{"stage", static_cast<std::int64_t>(plan.zero_stage)}}});
}

void warn_of_phase(const Scenario& scenario, const Phase& asked, const PhaseReport& phase, Notices& warnings) {
  if (scenario.model.max_sequence_length > 0 && asked.sequence_length > scenario.model.max_sequence_length)
    warnings.push_back({.kind = NoticeKind::kBeyondContext,
                        .place = "/training/sequence_length",
                        .values = {{"tokens", std::int64_t{asked.sequence_length}},
                                   {"model", scenario.model.name},
                                   {"context", std::int64_t{scenario.model.max_sequence_length}}}});
  const int domain = scenario.cluster.instance.scale_up ? scenario.cluster.instance.scale_up_domain : 1;
  const network::CollectiveGroup tensor =
      network::collective_group(scenario.cluster.instance, phase.parallel.tensor, 1, 1, world_size(phase.parallel));
  if (tensor.num_domains > 1)
    warnings.push_back(
        {.kind = phase.parallel.tensor > domain ? NoticeKind::kTensorLeavesDomain : NoticeKind::kTensorSplitsDomains,
         .place = "/training/parallel/tensor",
         .values = {{"tensor", std::int64_t{phase.parallel.tensor}}, {"domain", std::int64_t{domain}}}});
  if (scenario.model.moe && phase.num_accelerators > domain) warn_of_dispatch(scenario, phase.parallel, warnings);
  warn_of_pipeline(phase.parallel, phase.step.num_micro_batches, warnings);
}

/// Storage without a known price.
std::string unpriced(const Report& report) {
  const Scenario& scenario = report.scenario;
  if (scenario.cluster.checkpoint_storage && !scenario.price.storage) return "the checkpoint storage";
  for (const CostComponent& part : report.cost.components)
    if (!part.amount) return part.name;
  return "storage";
}

/// "98.32 $/h of p5.48xlarge, on_demand in us-east-1 from 2024-06-01, last seen on 2025-06-22", and others.
std::string nearby_text(const std::vector<NearbyPrice>& prices) {
  std::string text;
  for (const auto& [instance, point, accelerators] : prices) {
    const std::string each = accelerators > 0 ? fmt::format(" ({} accelerators, {} each)", accelerators,
                                                            money_rate_text(*point.price / accelerators))
                                              : "";
    text += fmt::format("{}{} of {}{}, {} in {} from {}", text.empty() ? "" : "; ", money_rate_text(*point.price),
                        instance, each, point.kind, point.region == hardware::kAnyRegion ? "any region" : point.region,
                        date_text(point.valid_from));
    if (point.last_seen) text += fmt::format(", last seen on {}", date_text(*point.last_seen));
  }
  return text;
}

/// A framework on a machine that it does not run on.
void warn_of_framework(const Scenario& scenario, Notices& warnings) {
  const sim::FrameworkProfile& framework = scenario.framework;
  const hardware::Accelerator& accelerator = scenario.cluster.instance.accelerator;
  if (framework.runs_on.empty() || std::ranges::find(framework.runs_on, accelerator.vendor) != framework.runs_on.end())
    return;
  warnings.push_back(
      {.kind = NoticeKind::kFrameworkElsewhere,
       .place = "/training/framework",
       .values = {{"framework", framework.name}, {"accelerator", accelerator.name}, {"vendor", accelerator.vendor}}});
}

void warn_of_cost(const Report& report, Notices& warnings) {
  const Scenario& scenario = report.scenario;
  if (!report.cost.price_per_node) {
    // Of a run that may never end the cost is unknown at any price.
    if (!std::isfinite(report.mean_days)) return;
    Notice unknown{.kind = NoticeKind::kPriceUnknown,
                   .place = "/price",
                   .values = {{"kind", scenario.price.kind},
                              {"instance", scenario.cluster.instance.name},
                              {"region", scenario.price.region}}};
    if (scenario.price.on) {
      unknown.kind = NoticeKind::kPriceUnknownThen;
      unknown.values.emplace_back("on", *scenario.price.on);
    }
    warnings.push_back(std::move(unknown));
    if (!scenario.price.nearby.empty())
      warnings.push_back({.kind = NoticeKind::kPriceNearby,
                          .place = "/price",
                          .values = {{"prices", nearby_text(scenario.price.nearby)}}});
  } else if (report.cost.at_least && !report.cost.total) {
    warnings.push_back(
        {.kind = NoticeKind::kPartUnpriced, .place = "/price", .values = {{"storage", unpriced(report)}}});
  }
}

/// The newest price that the run is paid by was last seen long before its end, whatever day's price was asked for.
void warn_of_old_price(const Report& report, Notices& warnings) {
  const PriceTerms& terms = report.scenario.price;
  if (!std::isfinite(report.mean_days)) return;
  const hardware::PricePoint* last = last_price(report.scenario, report.mean_days * day);
  if (!last) return;
  constexpr int kLong_days = 180;  // chosen: half a year; AWS has cut prices of GPUs, and raised them, within less
  const Date paid_last = std::max(terms.on.value_or(Date{}), date_after(report.scenario.start, report.mean_days * day));
  if (!last->last_seen || paid_last.days_since_epoch - last->last_seen->days_since_epoch <= kLong_days) return;
  warnings.push_back({.kind = NoticeKind::kPriceLongUnseen,
                      .place = "/price",
                      .values = {{"kind", terms.kind},
                                 {"instance", report.scenario.cluster.instance.name},
                                 {"seen", *last->last_seen},
                                 {"paid", paid_last}}});
}

/// A recipe that the accelerator cannot run.  Units that scale blocks of 8 bits came with those for 4 bits [Transformer
/// Engine, MXFP8BlockScaling: compute capability 10.0 and later].
void warn_of_recipe(const Scenario& scenario, Notices& warnings) {
  const hardware::Accelerator& accelerator = scenario.cluster.instance.accelerator;
  const bool has_units =
      kernel_rates(accelerator, std::string(model::kPrecisionNames.name(model::Precision::kFp4))).has_value();
  if (scenario.precision == model::Precision::kFp8 && scenario.recipe == model::ScalingRecipe::kMxfp8 && !has_units)
    warnings.push_back({.kind = NoticeKind::kNoUnitsForRecipe,
                        .place = "/training/scaling_recipe",
                        .values = {{"accelerator", accelerator.name}}});
  if (scenario.precision == model::Precision::kFp4 && scenario.recipe == model::ScalingRecipe::kNvfp4 &&
      accelerator.vendor != "NVIDIA")
    warnings.push_back({.kind = NoticeKind::kRecipeOfNvidia,
                        .place = "/training/scaling_recipe",
                        .values = {{"accelerator", accelerator.name}, {"vendor", accelerator.vendor}}});
}

/// Frozen weights in a format that no library has on the accelerator.
void warn_of_four_bits(const Scenario& scenario, Notices& warnings) {
  const hardware::Accelerator& accelerator = scenario.cluster.instance.accelerator;
  const bool four_bits = scenario.adapter_rank > 0 && scenario.frozen_weights == model::FrozenWeights::kNf4;
  if (!four_bits || keeps_nf4(accelerator)) return;
  warnings.push_back({.kind = NoticeKind::kFourBitsElsewhere,
                      .place = "/training/frozen_weights",
                      .values = {{"accelerator", accelerator.name}, {"vendor", accelerator.vendor}}});
}

/// An interval that the run does not last for.
void warn_of_no_checkpoint(const Report& report, const sim::RunSettings& settings, Notices& warnings) {
  const auto& interval = report.scenario.checkpoint.interval;
  if (!interval || *interval < settings.productive) return;
  warnings.push_back({.kind = NoticeKind::kNoCheckpointInRun,
                      .place = "/run/checkpoint/interval",
                      .values = {{"interval", *interval}, {"steps", settings.productive}}});
}

/// Rows of the user's own that are refused, and those that state one step and disagree.
void warn_of_anchors(const Scenario& scenario, Notices& warnings) {
  if (!scenario.step_errors) return;
  const StepErrors& errors = *scenario.step_errors;
  if (errors.num_refused_rows > 0)
    warnings.push_back(
        {.kind = NoticeKind::kAnchorsRefused,
         .place = "/training/anchor",
         .values = {{"refused", std::int64_t{errors.num_refused_rows}}, {"first", errors.first_refusal}}});
  constexpr double kTold = 3 * calibration::kRepeatDeviation;  // chosen: one repeat in 400 is as far off
  for (const calibration::StepAnchor& anchor : errors.anchors)
    if (anchor.count > 1 && anchor.scatter > kTold)
      warnings.push_back(
          {.kind = NoticeKind::kAnchorsDisagree,
           .place = "/training/anchor",
           .values = {{"rows", std::int64_t{anchor.count}}, {"scatter", Ratio{std::expm1(anchor.scatter)}}}});
}

/// A number of nodes that no phase has.
void warn_of_unused_nodes(const Scenario& scenario, Notices& warnings) {
  if (scenario.phases.empty() || !phases_state_nodes(scenario)) return;
  const int nodes = scenario.cluster.num_nodes, most = most_phase_nodes(scenario);
  if (nodes == most) return;
  warnings.push_back({.kind = NoticeKind::kNodesOfNoPhase,
                      .place = "/cluster/nodes",
                      .values = {{"nodes", std::int64_t{nodes}}, {"most", std::int64_t{most}}}});
}

/// A reservation that is paid for longer than the run is expected to take.
void warn_of_reservation(const Report& report, Notices& warnings) {
  const PriceTerms& price = report.scenario.price;
  const auto term = reserved_term(price.kind);
  if (!term || !price.chosen || !price.chosen->price || !(report.mean_days * day < *term)) return;
  const int nodes = report.scenario.cluster.num_nodes + report.scenario.spare_nodes;
  warnings.push_back({.kind = NoticeKind::kReservedForLonger,
                      .place = "/price/kind",
                      .values = {{"kind", price.kind},
                                 {"term", *term},
                                 {"whole", money_text(*price.chosen->price * *term * (1.0 * nodes))},
                                 {"nodes", std::int64_t{nodes}}}});
}

/// Experts that take less than their even share.
void warn_of_dropped_tokens(const Scenario& scenario, Notices& warnings) {
  const auto& moe = scenario.model.moe;
  if (!moe || moe->capacity_factor <= 0 || moe->capacity_factor >= 1) return;
  warnings.push_back(
      {.kind = NoticeKind::kTokensDropped,
       .place = "/training/expert_capacity_factor",
       .values = {{"factor", amount_text(moe->capacity_factor)}, {"share", Ratio{1 - moe->capacity_factor}}}});
}

/// Of the nodes held most are left over, spares that are asked for aside.
void warn_of_idle_nodes(const Scenario& scenario, Notices& warnings) {
  const std::int64_t training = most_phase_nodes(scenario);
  for (const Assumption& assumption : scenario.assumptions) {
    if (assumption.why.kind != AssumptionKind::kNodesLeftOver) continue;
    Notice idle{.kind = NoticeKind::kMostNodesIdle, .place = "/cluster/nodes", .values = assumption.why.values};
    idle.values.emplace_back("training", training);
    const auto left_over = std::ranges::find(idle.values, "left_over", &NoticeValues::value_type::first);
    if (std::get<std::int64_t>(left_over->second) > training) warnings.push_back(std::move(idle));
  }
}

/// What cannot be bought as Capacity Blocks.
void warn_of_blocks(const Report& report, Notices& warnings) {
  const Scenario& scenario = report.scenario;
  if (scenario.price.kind != hardware::kCapacityBlock) return;
  int nodes = 0;
  for (const PhaseReport& phase : report.phases) nodes = std::max(nodes, phase.num_nodes);
  nodes += scenario.spare_nodes;
  const hardware::BlockTerms& blocks = scenario.price.blocks;
  if (nodes > blocks.most_nodes)
    warnings.push_back({.kind = NoticeKind::kTooManyForBlocks,
                        .place = "/cluster/nodes",
                        .values = {{"nodes", std::int64_t{nodes}},
                                   {"most", std::int64_t{blocks.most_nodes}},
                                   {"of_block", std::int64_t{blocks.most_nodes_of_block}}}});
  // What is booked has to do in nine of ten cases.
  const Seconds lasts = report.wall_clock_days_80.high * day;
  if (lasts > blocks.longest_days * day && !scenario.hazards.capacity_block)
    warnings.push_back({.kind = NoticeKind::kTooLongForBlock,
                        .place = "/run/hazards/capacity_block",
                        .values = {{"lasts", lasts}, {"most", std::int64_t{std::lround(blocks.longest_days)}}}});
}

SharedList<Assumption> assumptions_of(const Report& report) {
  SharedList<Assumption> assumptions = report.scenario.assumptions;
  for (const PhaseReport& phase : report.phases)
    if (phase.contention) assumptions.push_back(contention_assumption(report.scenario, phase));
  return assumptions;
}

Notice notice_of_memory(NoticeKind kind, const MemoryReport& memory) {
  return {.kind = kind,
          .place = "/training/parallel",
          .values = {{"peak", memory.use.total()},
                     {"capacity", memory.capacity},
                     {"chance", Ratio{memory.chance}},
                     {"largest_part", std::string(largest_part(memory.use))}}};
}

Notices obstacles_of(const Report& report) {
  Notices obstacles;
  if (report.memory.verdict() == model::MemoryVerdict::kDoesNotFit)
    obstacles.push_back(notice_of_memory(NoticeKind::kOutOfMemory, report.memory));
  return obstacles;
}

Notices warnings_of(const Report& report, const sim::RunSettings& settings, std::optional<Notice> perhaps_endless) {
  Notices warnings;
  if (report.memory.verdict() == model::MemoryVerdict::kTight)
    warnings.push_back(notice_of_memory(NoticeKind::kMemoryTight, report.memory));
  if (!report.energy.machines && !report.energy.accelerators && report.run.end == sim::RunEnd::kReached)
    warnings.push_back({.kind = NoticeKind::kPowerUnknown, .place = "/cluster/instance"});
  if (std::vector<std::string> names = left_out(settings); !names.empty())
    warnings.push_back(
        {.kind = NoticeKind::kHazardsLeftOut, .place = "/run", .values = {{"hazards", std::move(names)}}});
  if (perhaps_endless)
    warnings.push_back(
        {.kind = NoticeKind::kNoEndInClosedForm, .place = "/run", .parts = {std::move(*perhaps_endless)}});
  // One run in a thousand: rarer ones are not worth a line.
  constexpr double kTelling = 0.999;
  if (report.run.end == sim::RunEnd::kReached && report.run.spares_last < kTelling)
    warnings.push_back({.kind = NoticeKind::kSparesMayRunOut,
                        .place = "/run/spare_nodes",
                        .values = {{"spares", std::int64_t{report.scenario.spare_nodes}},
                                   {"out", Ratio{1 - report.run.spares_last}}}});
  warn_of_framework(report.scenario, warnings);
  warn_of_batch(report.scenario, warnings);
  warn_of_idle_nodes(report.scenario, warnings);
  warn_of_no_checkpoint(report, settings, warnings);
  warn_of_anchors(report.scenario, warnings);
  warn_of_unused_nodes(report.scenario, warnings);
  warn_of_reservation(report, warnings);
  warn_of_recipe(report.scenario, warnings);
  warn_of_four_bits(report.scenario, warnings);
  warn_of_dropped_tokens(report.scenario, warnings);
  for (std::size_t i = 0; i < report.phases.size(); ++i)
    warn_of_phase(report.scenario, report.scenario.phases[i], report.phases[i], warnings);
  // Below it less than half of the time makes progress.
  constexpr double kLowGoodput = 0.5;
  if (report.run.end == sim::RunEnd::kReached && report.run.goodput < kLowGoodput)
    warnings.push_back(
        {.kind = NoticeKind::kLowGoodput, .place = "/run", .values = {{"goodput", Ratio{report.run.goodput}}}});
  if (report.run.end == sim::RunEnd::kReached) {
    warn_of_cost(report, warnings);
    warn_of_old_price(report, warnings);
    warn_of_blocks(report, warnings);
  }
  for (Notice& warning : storage_warnings(report, settings)) warnings.push_back(std::move(warning));
  return warnings;
}

}  // namespace

Remarks remarks_on(const Report& report, const sim::RunSettings& settings) {
  std::optional<Notice> endless = no_end(report);
  const bool has_none = endless && is_certain(report, settings);
  Remarks remarks{.assumptions = assumptions_of(report), .warnings = {}, .obstacles = obstacles_of(report)};
  if (has_none) remarks.obstacles.push_back(*endless);
  remarks.warnings = warnings_of(report, settings, has_none ? std::nullopt : std::move(endless));
  return remarks;
}

}  // namespace fmplan::plan
