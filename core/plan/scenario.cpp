#include "core/plan/scenario.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/model/memory_use.h"
#include "core/model/schedule_laws.h"
#include "core/model/stage_layout.h"

namespace fmplan::plan {
namespace {

using model::ParallelPlan;

std::string nearest_multiples(std::int64_t value, std::int64_t quantum) {
  const std::int64_t below = value / quantum * quantum;
  return below > 0 ? fmt::format("{} or {}", below, below + quantum) : fmt::format("{}", quantum);
}

/// "one of 1, 2, 4": the divisors of `value` up to `at_most`.  @pre value > 0.
std::string divisors_text(std::int64_t value, std::int64_t at_most) {
  std::string text;
  for (std::int64_t d = 1; d <= std::min(value, at_most); ++d)
    if (value % d == 0) text += fmt::format("{}{}", text.empty() ? "use one of " : ", ", d);
  return text;
}

/// Values that could not be read, by pointer.
class Unread {
 public:
  explicit Unread(const std::vector<std::string>& pointers) : pointers_(pointers) {}

  /// True if all of `pointers` were read, whole and with all they stand in.
  bool none_of(std::initializer_list<std::string_view> pointers) const {
    return std::none_of(pointers_.begin(), pointers_.end(), [&](const std::string& unread) {
      return std::any_of(pointers.begin(), pointers.end(),
                         [&](std::string_view pointer) { return holds(unread, pointer) || holds(pointer, unread); });
    });
  }

  /// True if the machine was read, named or by hand.
  bool has_machine() const { return none_of({"/cluster/instance", "/cluster/machine"}); }

 private:
  /// True if `inner` is `outer` or something in it.
  static bool holds(std::string_view outer, std::string_view inner) {
    return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '/');
  }

  const std::vector<std::string>& pointers_;
};

/// A phase, its plan and where the document has them.
struct Part {
  const Scenario& scenario;
  const Phase& phase;
  const ParallelPlan& plan;
  std::optional<int> stated_data;
  std::string where;           ///< of the phase
  std::string parallel_where;  ///< of the plan
  const Unread& unread;
  Issues& issues;

  std::string at(const char* key) const { return fmt::format("{}/{}", parallel_where, key); }
  bool read(const char* key) const { return unread.none_of({at(key)}); }
  /// Of the phase, or of the training where all phases share it.
  bool read_of_phase(const std::string& key) const {
    return unread.none_of({where + "/" + key, "/training/phases/0/" + key, "/training/" + key});
  }
  /// True if a problem of the value was told.
  bool refused(const char* key) const {
    return std::ranges::any_of(issues, [where = at(key)](const Issue& issue) { return issue.where == where; });
  }
  void refuse(std::string pointer, std::string message) const {
    issues.push_back({std::move(pointer), std::move(message)});
  }
};

void check_tensor(const Part& part) {
  const model::Transformer& model = part.scenario.model;
  const int tensor = part.plan.tensor, kv = model.num_kv_heads;
  if (!part.read("tensor")) return;
  if (model.num_heads % tensor != 0)
    part.refuse(part.at("tensor"), fmt::format("{} does not divide the {} attention heads; {}", tensor, model.num_heads,
                                               divisors_text(model.num_heads, 64)));
  else if (!model.latent_attention && kv % tensor != 0 && tensor % kv != 0)
    part.refuse(part.at("tensor"),
                fmt::format("{} neither divides the {} key/value heads nor is a multiple of them; {}", tensor, kv,
                            divisors_text(kv, 64)));
}

/// ZB-V places two chunks on every stage, however few layers these are.
void check_v(const Part& part, const model::ScheduleLaw& law) {
  const int num_layers = part.scenario.model.num_layers;
  const int pipeline = part.plan.pipeline, chunks = part.plan.virtual_pipeline;
  if (chunks != 2)
    part.refuse(
        part.at("virtual_pipeline"),
        fmt::format("{} with schedule \"{}\", which places two chunks on every stage; use 2", chunks, law.name()));
  if (pipeline == 1)
    part.refuse(part.at("pipeline"),
                fmt::format("1 with schedule \"{}\" is no pipeline; use at least 2, or schedule \"1f1b\"", law.name()));
  else if (2 * std::int64_t{pipeline} > num_layers)
    part.refuse(part.at("pipeline"),
                fmt::format("{} stages of two chunks are more than the model's {} layers; {}", pipeline, num_layers,
                            num_layers < 4 ? "use schedule \"1f1b\"" : fmt::format("use at most {}", num_layers / 2)));
}

/// DualPipe pairs the stages from both ends.
void check_pairs(const Part& part, const model::ScheduleLaw& law) {
  const int pipeline = part.plan.pipeline, num_layers = part.scenario.model.num_layers;
  if (pipeline % 2 == 0) return;
  const std::string below = pipeline > 2 ? fmt::format("{}", pipeline - 1) : "";
  const std::string above = pipeline < num_layers ? fmt::format("{}", pipeline + 1) : "";
  const std::string nearest = below + (below.empty() || above.empty() ? "" : " or ") + above;
  part.refuse(part.at("pipeline"), fmt::format("{} is odd, but schedule \"{}\" pairs the stages from both ends; use {}",
                                               pipeline, law.name(), nearest.empty() ? "schedule \"1f1b\"" : nearest));
}

/// Chunks that an interleaved schedule passes through a stage in turn.
void check_chunks(const Part& part, const model::ScheduleLaw& law) {
  const int pipeline = part.plan.pipeline, chunks = part.plan.virtual_pipeline;
  const int per_stage = model::layers_per_stage(part.scenario.model.num_layers, pipeline);
  if (chunks == 1) return;
  if (law.most_chunks == 1)
    part.refuse(part.at("virtual_pipeline"), fmt::format("{} with a schedule that has one chunk a stage; use 1, or "
                                                         "schedule \"1f1b\" or \"breadth_first\"",
                                                         chunks));
  else if (pipeline == 1)
    part.refuse(part.at("virtual_pipeline"),
                fmt::format("{} needs a pipeline of at least 2; use 1, or raise pipeline", chunks));
  else if (part.plan.layout.empty() && per_stage % chunks != 0)
    part.refuse(part.at("virtual_pipeline"), fmt::format("{} does not divide the {} layers of a pipeline stage; {}",
                                                         chunks, per_stage, divisors_text(per_stage, per_stage)));
}

/// A stated layout has as many stages as the plan, and all of the model.
void check_layout(const Part& part) {
  const std::vector<model::StageShare>& layout = part.plan.layout;
  if (layout.empty() || !part.read("layout")) return;
  const model::Transformer& model = part.scenario.model;
  const int pipeline = part.plan.pipeline, chunks = part.plan.virtual_pipeline;
  const auto stated = static_cast<int>(layout.size());
  const int needed = num_stages(part.plan);
  if (stated != needed)
    part.refuse(part.at("layout"),
                fmt::format("its stages are {}, but pipeline {} × virtual_pipeline {} with schedule "
                            "\"{}\" makes {}; state {}",
                            stated, pipeline, chunks, schedule_law(part.plan.schedule).name(), needed, needed));
  int layers = 0, modules = 0;
  for (const model::StageShare& stage : layout) {
    layers += stage.num_layers;
    modules += stage.mtp_modules;
  }
  if (layers != model.num_layers)
    part.refuse(part.at("layout"),
                fmt::format("its layers are {}, but the model has {}; deal all of them, or leave the "
                            "layout out",
                            layers, model.num_layers));
  if (modules != model.num_mtp_layers)
    part.refuse(part.at("layout"),
                fmt::format("its multi-token-prediction modules are {}, but the model has {}; write {}", modules,
                            model.num_mtp_layers, model.num_mtp_layers == 0 ? "none" : "an m for each"));
}

void check_pipeline(const Part& part) {
  const int num_layers = part.scenario.model.num_layers;
  const int pipeline = part.plan.pipeline;
  if (!part.read("pipeline")) return;
  if (pipeline > num_layers) {
    part.refuse(part.at("pipeline"),
                fmt::format("{} is more than the model's {} layers; use at most {}", pipeline, num_layers, num_layers));
    return;
  }
  if (!part.read("schedule")) return;
  const model::ScheduleLaw& law = schedule_law(part.plan.schedule);
  if (law.even_pipeline) check_pairs(part, law);
  if (!part.read("virtual_pipeline")) return;
  law.placement == model::StagePlacement::kV ? check_v(part, law) : check_chunks(part, law);
  check_layout(part);
}

void check_expert(const Part& part) {
  const auto& moe = part.scenario.model.moe;
  if (!moe && part.plan.overlap.expert)
    part.refuse(part.at("overlap/expert"),
                "is of the dispatch of a mixture's experts, but the model is dense; leave it out");
  const int expert = part.plan.expert;
  if (!part.read("expert") || expert == 1) return;
  if (!moe)
    part.refuse(part.at("expert"), fmt::format("{} needs a mixture of experts, but the model is dense; use 1", expert));
  else if (moe->num_experts % expert != 0)
    part.refuse(part.at("expert"), fmt::format("{} does not divide the {} experts; {}", expert, moe->num_experts,
                                               divisors_text(moe->num_experts, 512)));
}

/// What a plan must divide of the model.
void check_division(const Part& part) {
  if (!part.unread.none_of({"/model"})) return;
  check_tensor(part);
  check_pipeline(part);
  check_expert(part);
}

/// With causal attention each context rank takes two blocks of the sequence, one from either end.
void check_context(const Part& part) {
  const std::int64_t blocks = 2 * std::int64_t{part.plan.context};
  if (part.plan.context == 1 || !part.read("context") || !part.read_of_phase("sequence_length")) return;
  if (part.phase.sequence_length % blocks != 0)
    part.refuse(part.at("context"), fmt::format("2 × {} does not divide the sequence of {} tokens; use a divisor, or a "
                                                "sequence of {}",
                                                part.plan.context, part.phase.sequence_length,
                                                nearest_multiples(part.phase.sequence_length, blocks)));
}

/// A batch is counted in sequences, and of one step at least there have to be tokens.
void check_tokens(const Part& part) {
  const Phase& phase = part.phase;
  if (!part.read_of_phase("global_batch_size") || !part.read_of_phase("sequence_length") ||
      !part.read_of_phase("tokens"))
    return;
  const double step = 1.0 * phase.global_batch_size * static_cast<double>(phase.sequence_length);
  if (step <= static_cast<double>(phase.tokens)) return;
  part.refuse(
      part.where + "/global_batch_size",
      fmt::format("{} sequences of {} tokens make a step of {} tokens, more than the {} to train on; a batch is "
                  "counted in sequences, not tokens: use at most {}",
                  phase.global_batch_size, phase.sequence_length, count_text(step),
                  count_text(static_cast<double>(phase.tokens)),
                  std::max<std::int64_t>(1, phase.tokens / phase.sequence_length)));
}

/// DualPipe feeds as many micro-batches from either end, and needs a pipeline's worth of each to fill it.
void check_micro_batches(const Part& part, std::int64_t num_micro_batches, std::int64_t quantum) {
  const model::ScheduleLaw& law = schedule_law(part.plan.schedule);
  const int pipeline = part.plan.pipeline;
  const std::int64_t fewest = law.fewest_micro_batches(pipeline);
  if (!law.strict_micro_batches || !part.read("schedule") || pipeline % 2 != 0) return;
  if (num_micro_batches >= fewest && num_micro_batches % 2 == 0) return;
  const std::int64_t nearest = std::max(fewest, num_micro_batches + num_micro_batches % 2) * quantum;
  part.refuse(part.where + "/global_batch_size",
              fmt::format("{} makes {} micro-batches, but schedule \"{}\" on {} stages needs an even number of at "
                          "least {}; nearest: {}",
                          part.phase.global_batch_size, num_micro_batches, law.name(), pipeline, fewest, nearest));
}

void check_batch(const Part& part, std::int64_t data) {
  if (!part.read("micro_batch_size") || !part.read_of_phase("global_batch_size")) return;
  const std::int64_t quantum = data * part.plan.micro_batch_size;
  if (part.phase.global_batch_size % quantum != 0)
    part.refuse(part.where + "/global_batch_size",
                fmt::format("{} is not a multiple of data_parallel {} × micro_batch_size {} = {}; nearest: {}",
                            part.phase.global_batch_size, data, part.plan.micro_batch_size, quantum,
                            nearest_multiples(part.phase.global_batch_size, quantum)));
  else
    check_micro_batches(part, part.phase.global_batch_size / quantum, quantum);
}

/// What to turn off so that the rest fits in `available` bytes a rank.
std::string less_offload(const model::HostMemoryUse& use, Bytes available) {
  const bool both = use.optimizer > Bytes{} && use.activations > Bytes{};
  if (both && use.optimizer <= available) return "set activations to false";
  if (both && use.activations <= available) return "set optimizer to false";
  return both ? "set both to false" : "set it to false";
}

/// What is offloaded needs a way to the host's memory, and room there.
void check_offload(const Part& part) {
  const hardware::Instance& instance = part.scenario.cluster.instance;
  if (part.plan.offload == model::Offload{} || !part.read("offload") || !part.unread.has_machine()) return;
  if (!instance.host_link)
    part.refuse(part.at("offload"),
                fmt::format("{} states no link to the memory of its host; give the instance a \"host_link\" such as "
                            "\"pcie-5\", or leave offload out",
                            instance.name));
}

/// All ranks of a node are taken as of one pipeline stage, as they are where ranks are numbered with stages outermost.
/// @pre everything was read, and the plan divides what it must.
void check_host_memory(const Part& part) {
  const hardware::Instance& instance = part.scenario.cluster.instance;
  if (part.plan.offload == model::Offload{} || !instance.host_memory) return;
  const ParallelPlan plan = phase_plan(part.scenario, part.phase);
  const model::HostMemoryUse use =
      host_memory_use(part.scenario.model, memory_settings(part.scenario, part.phase, plan));
  const Bytes available = *instance.host_memory / instance.accelerators_per_node;
  if (use.total() <= available) return;
  part.refuse(part.at("offload"),
              fmt::format("{} × {} need {} of host memory a node, but {} has {}; shard over more ranks, or {}",
                          instance.accelerators_per_node, data_text(use.total()),
                          data_text(instance.accelerators_per_node * use.total()), instance.name,
                          data_text(*instance.host_memory), less_offload(use, available)));
}

/// @param data  copies of the model
void check_continuation(const Part& part, std::int64_t data) {
  constexpr const char* kWhere = "/run/continuation";
  if (part.scenario.continuation == sim::ContinuationKind::kRestart || data > 1 || !part.unread.none_of({kWhere}))
    return;
  part.refuse(kWhere,
              fmt::format("\"{}\" needs other copies of the model to go on with, but tensor {} × pipeline {} × context "
                          "{} on {} nodes make one; use \"restart\", or more nodes",
                          sim::kContinuationNames.name(part.scenario.continuation), part.plan.tensor,
                          part.plan.pipeline, part.plan.context, phase_nodes(part.scenario, part.phase)));
}

/// What the machine must divide into.
void check_world(const Part& part) {
  const ParallelPlan& plan = part.plan;
  const bool known = part.read("tensor") && part.read("pipeline") && part.read("context") &&
                     part.read_of_phase("nodes") && part.unread.has_machine() &&
                     part.unread.none_of({"/cluster/nodes"});
  // Nothing is told of what follows from a degree that has to be another.
  if (!known || part.refused("tensor") || part.refused("pipeline")) return;
  const int num_nodes = phase_nodes(part.scenario, part.phase);
  const int per_node = part.scenario.cluster.instance.accelerators_per_node;
  const std::int64_t world = std::int64_t{num_nodes} * per_node;
  const std::int64_t replica = std::int64_t{plan.tensor} * plan.pipeline * plan.context;
  if (world % replica != 0) {
    const std::int64_t nodes = replica / std::gcd(replica, std::int64_t{per_node});
    part.refuse(part.parallel_where, fmt::format("tensor {} × pipeline {} × context {} = {} does not divide the {} "
                                                 "accelerators of {} nodes; change the plan, or use {} nodes",
                                                 plan.tensor, plan.pipeline, plan.context, replica, world, num_nodes,
                                                 nearest_multiples(num_nodes, nodes)));
    return;
  }
  const std::int64_t data = world / replica;
  if (part.stated_data && *part.stated_data != data && part.read("data"))
    part.refuse(part.at("data"),
                fmt::format("{} makes a world of {}, but there are {} accelerators; leave it out, or use {}",
                            *part.stated_data, replica * *part.stated_data, world, data));
  check_continuation(part, data);
  const std::int64_t replicas = data * plan.context;
  if (part.scenario.model.moe && part.read("expert") && part.read("expert_tensor")) {
    const std::int64_t split = expert_tensor(plan);
    if (plan.expert_tensor == 0 && replicas % plan.expert != 0)
      part.refuse(part.at("expert"), fmt::format("{} does not divide data × context = {}; {}", plan.expert, replicas,
                                                 divisors_text(replicas, 512)));
    const std::int64_t ranks = replicas * plan.tensor;
    if (split == 1 && plan.tensor > 1 && ranks % plan.expert != 0)
      part.refuse(part.at("expert"), fmt::format("{} does not divide data × context × tensor = {}; {}", plan.expert,
                                                 ranks, divisors_text(ranks, 512)));
    else if (plan.expert_tensor > 0 && ranks % (plan.expert * split) != 0)
      part.refuse(part.at("expert_tensor"),
                  fmt::format("expert {} × expert_tensor {} does not divide data × context × tensor = {}; use 1 or {}",
                              plan.expert, split, ranks, plan.tensor));
  }
  if (plan.shard_group > 0 && plan.shard_group < replicas && replicas % plan.shard_group != 0 &&
      part.read("shard_group"))
    part.refuse(part.at("shard_group"), fmt::format("{} does not divide data × context = {}; {}", plan.shard_group,
                                                    replicas, divisors_text(replicas, 512)));
  check_batch(part, data);
  if (part.issues.empty() && part.unread.none_of({""})) check_host_memory(part);
}

/// In fp8, attention and the head stay in 16 bits.
bool can_compute(const hardware::Accelerator& accelerator, model::Precision precision) {
  const bool sixteen =
      (precision != model::Precision::kFp8 && precision != model::Precision::kFp4) || kernel_rates(accelerator, "bf16");
  return sixteen && kernel_rates(accelerator, std::string(sim::precision_name(precision)));
}

/// "bf16, fp16": what the accelerator has a peak for, of the precisions one trains in.
std::string precisions_text(const hardware::Accelerator& accelerator) {
  std::string text;
  for (const model::Precision precision : model::kPrecisionNames.values)
    if (can_compute(accelerator, precision))
      text += fmt::format("{}{}", text.empty() ? "" : ", ", sim::precision_name(precision));
  return text.empty() ? "another instance" : text;
}

/// Accelerators of one job that the instance's links can join, at most.
std::int64_t most_joined(const hardware::Instance& instance) {
  if (instance.scale_out) return kMostAccelerators;
  return instance.scale_up ? instance.scale_up_domain : 1;
}

void check_machine(const Scenario& scenario, const Unread& unread, Issues& issues) {
  const hardware::Instance& instance = scenario.cluster.instance;
  if (!unread.has_machine()) return;
  if (unread.none_of({"/training/precision"}) && !can_compute(instance.accelerator, scenario.precision))
    issues.push_back(
        {"/training/precision",
         fmt::format("{} has no {} rate{}; use {}", instance.accelerator.name, sim::precision_name(scenario.precision),
                     scenario.precision == model::Precision::kFp8 || scenario.precision == model::Precision::kFp4
                         ? " (fp8 and fp4 need bf16 beside them)"
                         : "",
                     precisions_text(instance.accelerator))});
  const std::int64_t joined = most_joined(instance);
  if (joined < instance.accelerators_per_node)
    issues.push_back(
        {"/cluster/instance",
         fmt::format("the links of {} join {} of its {} accelerators; give it a scale_up link with a "
                     "scale_up_domain of {}, or a scale_out link",
                     instance.name, joined, instance.accelerators_per_node, instance.accelerators_per_node)});
  const auto check_nodes = [&](int num_nodes, const std::string& where) {
    const std::int64_t most_nodes = std::max(std::int64_t{1}, joined / instance.accelerators_per_node);
    if (num_nodes > most_nodes && !instance.scale_out)
      issues.push_back(
          {where, fmt::format("{} of {}, which states no network between instances; use {}{} or another instance",
                              num_nodes, instance.name, most_nodes > 1 ? "at most " : "", most_nodes)});
    const std::int64_t most = kMostAccelerators / instance.accelerators_per_node;
    if (num_nodes > most)
      issues.push_back({where, fmt::format("{} × {} accelerators are more than {}; use at most {} nodes", num_nodes,
                                           instance.accelerators_per_node, kMostAccelerators, most)});
  };
  if (unread.none_of({"/cluster/nodes"}) && !scenario.search_nodes)
    check_nodes(scenario.cluster.num_nodes, "/cluster/nodes");
  for (std::size_t i = 0; i < scenario.phases.size(); ++i) {
    const std::string where = fmt::format("/training/phases/{}/nodes", i);
    if (scenario.phases[i].num_nodes && unread.none_of({where})) check_nodes(*scenario.phases[i].num_nodes, where);
  }
}

/// @pre check_machine() found nothing.
void check_network(const Scenario& scenario, const Unread& unread, Issues& issues) {
  const bool known = unread.has_machine() && unread.none_of({"/cluster/nodes", "/cluster/network"});
  if (!scenario.network_flows || !known || scenario.search_nodes) return;
  const int most_nodes = std::max(1, most_phase_nodes(scenario));
  for (Issue& issue : check_plan_contention(scenario.cluster.instance, most_nodes, *scenario.network_flows))
    issues.push_back(std::move(issue));
}

/// A group cannot be larger than all that there is.
void check_groups(const Scenario& scenario, const Unread& unread, Issues& issues) {
  const std::string where = "/run/hazards/groups/nodes";
  if (!scenario.hazards.groups || scenario.search_nodes || scenario.search_spares) return;
  if (!unread.none_of({where, "/cluster/nodes", "/training/phases", "/run/spare_nodes"})) return;
  const int most_nodes = std::max(scenario.cluster.num_nodes, most_phase_nodes(scenario)) + scenario.spare_nodes;
  if (scenario.hazards.groups->nodes > most_nodes)
    issues.push_back({where, fmt::format("{} nodes behind one switch are more than there are, spares included; use at "
                                         "most {}",
                                         scenario.hazards.groups->nodes, most_nodes)});
}

model::WeightStorage stored_weights(const Scenario& scenario) {
  return scenario.adapter_rank > 0 ? model::WeightStorage::kComputeCopyAndMaster
                                   : scenario.framework.memory.weight_storage;
}

}  // namespace

int phase_nodes(const Scenario& scenario, const Phase& phase) {
  return phase.num_nodes.value_or(scenario.cluster.num_nodes);
}

int most_phase_nodes(const Scenario& scenario) {
  int most = 0;
  for (const Phase& phase : scenario.phases) most = std::max(most, phase_nodes(scenario, phase));
  return most;
}

bool phases_state_nodes(const Scenario& scenario) {
  return std::ranges::all_of(scenario.phases, [](const Phase& phase) { return phase.num_nodes.has_value(); });
}

ParallelPlan phase_plan(const Scenario& scenario, const Phase& phase) {
  ParallelPlan plan = phase.parallel.value_or(scenario.parallel);
  const int world = phase_nodes(scenario, phase) * scenario.cluster.instance.accelerators_per_node;
  plan.data = std::max(1, world / (plan.tensor * plan.pipeline * plan.context));
  return plan;
}

sim::StepSettings step_settings(const Scenario& scenario, const Phase& phase, const ParallelPlan& plan) {
  return {.plan = plan,
          .precision = scenario.precision,
          .recipe = scenario.recipe,
          .optimizer = scenario.optimizer,
          .attention = scenario.attention,
          .cuda_graphs = scenario.cuda_graphs,
          .loss_chunks = scenario.loss_chunks,
          .adapter_rank = scenario.adapter_rank,
          .adapter_targets = scenario.adapter_targets,
          .frozen_weights = scenario.frozen_weights,
          .sequence_length = phase.sequence_length,
          .global_batch_size = phase.global_batch_size};
}

sim::StepJob step_job(const Scenario& scenario, const Phase& phase) {
  return {.model = scenario.model,
          .settings = step_settings(scenario, phase, phase_plan(scenario, phase)),
          .instance = scenario.cluster.instance,
          .framework = scenario.framework,
          .collectives = scenario.collectives,
          .software = scenario.software};
}

model::MemorySettings memory_settings(const Scenario& scenario, const Phase& phase, const ParallelPlan& plan) {
  return sim::memory_settings(step_settings(scenario, phase, plan), scenario.framework);
}

model::CheckpointParts checkpoint_parts(const Scenario& scenario) {
  return model::checkpoint_parts(scenario.precision, scenario.optimizer, stored_weights(scenario));
}

Bytes checkpoint_bytes(const Scenario& scenario) {
  return model::checkpoint_bytes(scenario.model, scenario.precision, scenario.optimizer, scenario.adapter_rank,
                                 scenario.adapter_targets, stored_weights(scenario));
}

bool keeps_nf4(const hardware::Accelerator& accelerator) {
  // bitsandbytes 0.50, installation guide.
  constexpr std::array<std::string_view, 3> kVendors = {"NVIDIA", "AMD", "Intel"};
  return accelerator.vendor.empty() || std::ranges::find(kVendors, accelerator.vendor) != kVendors.end();
}

Issues check_scenario(const Scenario& scenario, const std::vector<std::string>& unread_pointers) {
  Issues issues;
  const Unread unread(unread_pointers);
  check_machine(scenario, unread, issues);
  if (issues.empty()) check_network(scenario, unread, issues);
  check_groups(scenario, unread, issues);
  const std::string common = "/training/parallel";
  bool common_checked = scenario.search_parallel;
  for (std::size_t i = 0; i < scenario.phases.size(); ++i) {
    const Phase& phase = scenario.phases[i];
    const std::string where = scenario.phases.size() > 1 ? fmt::format("/training/phases/{}", i) : "/training";
    const bool own = phase.parallel.has_value();
    const std::string own_where = fmt::format("/training/phases/{}/parallel", i);
    const Part part{.scenario = scenario,
                    .phase = phase,
                    .plan = own ? *phase.parallel : scenario.parallel,
                    .stated_data = own ? phase.stated_data : scenario.stated_data,
                    .where = where,
                    .parallel_where = own ? own_where : common,
                    .unread = unread,
                    .issues = issues};
    check_tokens(part);
    if (!own && scenario.search_parallel) continue;
    // What all phases share is told once.
    if (own || !common_checked) {
      check_division(part);
      check_offload(part);
    }
    common_checked = common_checked || !own;
    check_context(part);
    if (!scenario.search_nodes || phase.num_nodes) check_world(part);
  }
  return issues;
}

}  // namespace fmplan::plan
