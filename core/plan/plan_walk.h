#pragma once

/// @file
/// The loops of a search.  What a plan's time and memory are put together from rests on few of its degrees; the loops
/// are nested so that each part is worked out once for all plans that share it:
///
///   pipeline, schedule, virtual stages    → which layers lie where, once for the whole walk
///   tensor, context, expert               → times of a layer, for each micro-batch, recomputation and switch
///     pipeline, and with it data          → traffic of gradients and parameters, for each ZeRO stage
///       micro-batch                       → time of a send, once for all experts
///         schedule, virtual stages, recomputation, ZeRO stage         (a *family*)
///           sequence parallelism, offload, two-batch overlap → memory
///             overlap                     → step time
///
/// Plans that break a rule are counted, whole subtrees at once, and not looked at.

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/model/schedule_laws.h"
#include "core/plan/search_space.h"
#include "core/sim/step/step_parts.h"

namespace fmplan::plan {

/// Counts over a walk.  Every plan of the space breaks a rule, is out of memory, or is timed.
struct WalkCounts {
  std::array<std::int64_t, kNumPlanObstacles> infeasible{};
  std::int64_t num_timed = 0;

  std::int64_t& operator[](PlanObstacle obstacle) { return infeasible[static_cast<std::size_t>(obstacle)]; }
  std::int64_t operator[](PlanObstacle obstacle) const { return infeasible[static_cast<std::size_t>(obstacle)]; }
  std::int64_t total() const;
  WalkCounts& operator+=(const WalkCounts& other);

  friend bool operator==(const WalkCounts&, const WalkCounts&) = default;
};

/// How far a plan is chosen, in the order of the loops.
enum class Chosen { kTensor, kContext, kExperts, kPipeline, kMicroBatch, kFamily, kAll };

/// Numbers that divide `number`, ascending.
std::vector<int> divisors(int number);

class PlanWalk {
 public:
  /// Plans of `phase` on `num_nodes`; what needs more memory than `usable` is out of memory.  All must outlive the
  /// walk.
  PlanWalk(const Scenario& scenario, const Phase& phase, const SearchSpace& space, int num_nodes, Bytes usable);

  /// Plans of the space, counted without looking at them.
  std::int64_t size() const;

  /// Calls, family by family,
  ///   visitor.timed(plan, memory, step time)   each variant that fits; its batch is nearest_batch() of its quantum;
  ///   visitor.too_large(plan, memory)          each that does not, whatever its overlaps;
  ///   visitor.family_done(counts) → bool       after a family's variants: whether to go on.
  /// Where a visitor has visitor.is_worth(plan, step time) → bool, whether the plan would count if it fitted, others
  /// may go untold: what is too large by its states alone counts as out of memory then, the rest as timed.
  /// Where it has visitor.may_count(plan, Chosen) → bool, plans of which that is false as far as they are chosen are
  /// neither looked at nor counted.
  /// @pre the accelerator has a peak at the scenario's precision.
  template <class Visitor>
  WalkCounts run(Visitor& visitor) const {
    return Loops<Visitor>(*this, visitor).run();
  }

 private:
  template <class Visitor>
  class Loops;

  struct Experts {
    int expert;
    int expert_tensor;
  };
  struct Chunking {
    model::PipelineSchedule schedule;
    int virtual_pipeline;
  };
  /// Where a chunking places the layers.
  struct Cut {
    Chunking chunking;
    std::vector<model::StageShare> stated;
    model::StageLayout layout;
  };
  struct Sharding {
    model::ZeroStage zero_stage;
    int shard_group;
  };

  std::vector<int> tensors() const;
  std::vector<int> contexts(int tensor) const;
  std::vector<int> pipelines(int tensor, int context) const;
  std::vector<Experts> expert_choices(int tensor) const;
  std::vector<Chunking> chunkings(int pipeline) const;
  std::vector<Cut> cuts(int pipeline) const;
  std::vector<Sharding> shardings(int tensor, int replicas, int pipeline) const;
  std::vector<bool> sequence_choices(int tensor) const;
  std::vector<model::Overlap> overlap_choices(int tensor, int replicas) const;
  /// Plans of one family.
  std::int64_t num_variants(int tensor, int replicas) const;
  /// Plans of one expert choice.
  std::int64_t num_plans(int tensor, int context) const;
  std::int64_t num_plans_of(int tensor, int pipeline) const;

  const Scenario& scenario_;
  const Phase& phase_;
  const SearchSpace& space_;
  int world_;
  int widest_tensor_ = 1;
  Bytes usable_;
  Bytes host_memory_{std::numeric_limits<double>::infinity()};
};

/// The state of the loops: the plan as far as it is chosen, and what was worked out for it.
template <class Visitor>
class PlanWalk::Loops {
 public:
  Loops(const PlanWalk& walk, Visitor& visitor)
      : walk_(walk),
        space_(walk.space_),
        model_(walk.scenario_.model),
        instance_(walk.scenario_.cluster.instance),
        framework_(walk.scenario_.framework),
        profile_(walk.scenario_.collectives.get()),
        visitor_(visitor),
        settings_(step_settings(walk.scenario_, walk.phase_, walk.space_.fixed)),
        rates_(step_rates(settings_, instance_, framework_).value()),
        cuts_(static_cast<std::size_t>(model_.num_layers) + 1),
        links_(cuts_.size()),
        layer_sets_(space_.micro_batch_sizes.size() * space_.recompute.size() * kSetsOfOne) {}

  WalkCounts run() {
    for (const int tensor : walk_.tensors()) {
      plan().tensor = tensor;
      if (!may_count(Chosen::kTensor)) continue;
      const bool shares_heads = divides_heads(model_, tensor);
      const std::vector<Experts> expert_choices = walk_.expert_choices(tensor);
      sequence_choices_ = walk_.sequence_choices(tensor);
      for (const int context : walk_.contexts(tensor)) {
        plan().context = context;
        if (!may_count(Chosen::kContext)) continue;
        const bool divides_sequence = context == 1 || walk_.phase_.sequence_length % (2 * context) == 0;
        if (!shares_heads || !divides_sequence) {
          counts_[shares_heads ? PlanObstacle::kSequence : PlanObstacle::kHeads] +=
              static_cast<std::int64_t>(expert_choices.size()) * walk_.num_plans(tensor, context);
          continue;
        }
        const std::vector<int> pipelines = walk_.pipelines(tensor, context);
        sends_.assign(pipelines.size() * space_.micro_batch_sizes.size(), std::nullopt);
        for (const Experts& experts : expert_choices) {
          plan().expert = experts.expert;
          plan().expert_tensor = experts.expert_tensor;
          if (!may_count(Chosen::kExperts)) continue;
          for (PairedLayers& set : layer_sets_) set.layers.reset();
          for (std::size_t i = 0; i < pipelines.size(); ++i) {
            first_send_ = i * space_.micro_batch_sizes.size();
            if (!each_micro_batch(pipelines[i])) return counts_;
          }
        }
      }
    }
    return counts_;
  }

 private:
  /// Of one micro-batch and recomputation: by sequence parallelism, two batches and the overlap of tensor-parallel
  /// traffic.
  static constexpr std::size_t kSetsOfOne = 8;
  /// Of layers whose passes run beside another micro-batch's in that share.
  struct PairedLayers {
    double share = 0;
    std::optional<sim::LayerSet> layers{};
  };
  static constexpr bool kLooksForWorth = requires(const Visitor& visitor, const model::ParallelPlan& plan) {
    visitor.is_worth(plan, Seconds{});
  };

  struct Holding {
    sim::FullestRank fullest;
    bool in_two_copies = false;

    friend bool operator==(const Holding&, const Holding&) = default;
  };

  /// What the plans of a family share; each is worked out when it is first asked for.
  struct FamilyParts {
    const model::StageLayout& layout;
    const sim::FullestRank& fullest;
    std::optional<sim::StageSend>& send;
    std::optional<sim::ParameterWork>& parameters;
    std::array<std::optional<Bytes>, 2>& least_memory;  ///< with the optimizer's state here, and in the host's memory
  };

  model::ParallelPlan& plan() { return settings_.plan; }

  bool may_count([[maybe_unused]] Chosen chosen) const {
    if constexpr (requires { visitor_.may_count(settings_.plan, chosen); })
      return visitor_.may_count(settings_.plan, chosen);
    return true;
  }

  bool each_micro_batch(int pipeline) {
    plan().pipeline = pipeline;
    if (!may_count(Chosen::kPipeline)) return true;
    const int replicas = walk_.world_ / plan().tensor / pipeline;
    plan().data = replicas / plan().context;
    const bool deals_batch = dealt_batch(plan().data).has_value();
    if (deals_batch && plan().data == 1 && walk_.scenario_.continuation != sim::ContinuationKind::kRestart) {
      counts_[PlanObstacle::kOneCopy] += walk_.num_plans_of(plan().tensor, pipeline);
      return true;
    }
    const int expert_ranks = plan().expert * expert_tensor(plan());
    if (!deals_batch || replicas * plan().tensor % expert_ranks != 0) {
      counts_[deals_batch ? PlanObstacle::kExperts : PlanObstacle::kBatch] +=
          walk_.num_plans_of(plan().tensor, pipeline);
      return true;
    }
    std::vector<Cut>& cuts = cuts_[static_cast<std::size_t>(pipeline)];
    if (cuts.empty()) cuts = walk_.cuts(pipeline);
    shardings_ = walk_.shardings(plan().tensor, replicas, pipeline);
    for (auto& overlaps : overlaps_) overlaps.clear();
    for (const model::Overlap& overlap : walk_.overlap_choices(plan().tensor, replicas))
      overlaps_[overlap.expert ? 1 : 0].push_back(overlap);
    num_variants_ = walk_.num_variants(plan().tensor, replicas);
    find_holdings(cuts);
    parameter_works_.assign(holdings_.size() * shardings_.size(), std::nullopt);
    least_memories_.assign(cuts.size() * shardings_.size(), {});
    for (std::size_t i = 0; i < space_.micro_batch_sizes.size(); ++i)
      if (!each_cut(i, cuts)) return false;
    return true;
  }

  /// What the fullest rank holds under each cut, and whether in two copies.
  void find_holdings(const std::vector<Cut>& cuts) {
    holdings_.clear();
    holding_of_cut_.clear();
    for (const Cut& cut : cuts) {
      plan().schedule = cut.chunking.schedule;
      const Holding holding{sim::fullest_rank(cut.layout, plan()), keeps_two_copies(plan())};
      const auto found = std::find(holdings_.begin(), holdings_.end(), holding);
      holding_of_cut_.push_back(static_cast<std::size_t>(found - holdings_.begin()));
      if (found == holdings_.end()) holdings_.push_back(holding);
    }
  }

  std::int64_t num_of_one_cut() const {
    return static_cast<std::int64_t>(shardings_.size() * space_.recompute.size()) * num_variants_;
  }

  /// The batch that a multiple of `quantum` stands for.
  std::optional<int> dealt_batch(std::int64_t quantum) const {
    return nearest_batch(walk_.phase_.global_batch_size, quantum, space_.most_batch_change);
  }

  bool each_cut(std::size_t micro_batch, const std::vector<Cut>& cuts) {
    plan().micro_batch_size = space_.micro_batch_sizes[micro_batch];
    if (!may_count(Chosen::kMicroBatch)) return true;
    const int of_each = plan().data * plan().micro_batch_size;
    const std::optional<int> dealt = dealt_batch(of_each);
    if (!dealt) {
      counts_[PlanObstacle::kMicroBatch] += static_cast<std::int64_t>(cuts.size()) * num_of_one_cut();
      return true;
    }
    if (*dealt / of_each < space_.fewest_micro_batches) {
      counts_[PlanObstacle::kFewBatches] += static_cast<std::int64_t>(cuts.size()) * num_of_one_cut();
      return true;
    }
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      const Chunking& chunking = cuts[i].chunking;
      plan().layout = cuts[i].stated;
      plan().schedule = chunking.schedule;
      plan().virtual_pipeline = chunking.virtual_pipeline;
      const std::optional<int> batch = dealt_batch(batch_quantum(plan()));
      if (!batch || !schedule_takes(chunking.schedule, plan().pipeline, chunking.virtual_pipeline, *batch / of_each)) {
        counts_[PlanObstacle::kSchedule] += num_of_one_cut();
        continue;
      }
      settings_.global_batch_size = *batch;
      for (std::size_t j = 0; j < shardings_.size(); ++j)
        for (std::size_t k = 0; k < space_.recompute.size(); ++k)
          if (!family(cuts[i].layout, i, micro_batch, j, k)) return false;
    }
    return true;
  }

  bool family(const model::StageLayout& layout, std::size_t cut, std::size_t micro_batch, std::size_t sharding,
              std::size_t recompute) {
    plan().zero_stage = shardings_[sharding].zero_stage;
    plan().shard_group = shardings_[sharding].shard_group;
    plan().recompute = space_.recompute[recompute];
    if (!may_count(Chosen::kFamily)) return true;
    const std::size_t holding = holding_of_cut_[cut];
    const FamilyParts parts{.layout = layout,
                            .fullest = holdings_[holding].fullest,
                            .send = sends_[first_send_ + micro_batch],
                            .parameters = parameter_works_[holding * shardings_.size() + sharding],
                            .least_memory = least_memories_[cut * shardings_.size() + sharding]};
    const std::size_t set = (micro_batch * space_.recompute.size() + recompute) * kSetsOfOne;
    const bool several = num_micro_batches(settings_) > 1;
    for (const bool sequence_parallel : sequence_choices_) {
      plan().sequence_parallel = sequence_parallel;
      for (const model::Offload& offload : space_.offloads) {
        plan().offload = offload;
        for (const std::vector<model::Overlap>& overlaps : overlaps_) {
          if (overlaps.empty()) continue;
          // Two batches that overlap are held at once, and there must be two.
          const bool two_batches = overlaps.front().expert && several;
          if (overlaps.front().expert && !takes_two_batches(space_.two_batches, plan())) {
            counts_[PlanObstacle::kTwoBatches] += static_cast<std::int64_t>(overlaps.size());
            continue;
          }
          each_overlap(parts, overlaps, set + (sequence_parallel ? 4 : 0) + (two_batches ? 2 : 0));
        }
      }
    }
    return visitor_.family_done(counts_);
  }

  /// Whether what is there without any micro-batch is out of memory.
  bool is_surely_too_large(const FamilyParts& parts) {
    // The bound is summed in another order than the peak, so that its last digits may differ.
    constexpr double kRounding = 1e-9;
    std::optional<Bytes>& least = parts.least_memory[plan().offload.optimizer ? 1 : 0];
    if (!least) least = least_memory_use(model_, sim::memory_settings(settings_, framework_), parts.layout);
    return (1 - kRounding) * *least > walk_.usable_;
  }

  /// All plans have as many ranks, so that a pipeline's degree tells how far its stages lie apart.
  sim::StageSend send() {
    if (plan().pipeline == 1) return {};
    std::optional<sim::StageLink>& link = links_[static_cast<std::size_t>(plan().pipeline)];
    if (!link) link = stage_link(plan(), instance_, framework_, profile_);
    return stage_send(model_, settings_, framework_, *link);
  }

  /// @pre `overlaps` need the same memory.
  void each_overlap(const FamilyParts& parts, const std::vector<model::Overlap>& overlaps, std::size_t set) {
    const auto num_overlaps = static_cast<std::int64_t>(overlaps.size());
    plan().overlap = overlaps.front();
    if (!may_count(Chosen::kAll)) return;
    model::HostMemoryUse host;
    if (plan().offload != model::Offload{})
      host = host_memory_use(model_, sim::memory_settings(settings_, framework_), parts.layout);
    if (host.total() > walk_.host_memory_) {
      counts_[PlanObstacle::kHostMemory] += num_overlaps;
      return;
    }
    if (kLooksForWorth && is_surely_too_large(parts)) {
      counts_[PlanObstacle::kMemory] += num_overlaps;
      return;
    }
    const double share = sim::paired_share(settings_);
    const auto layers_of = [&](const model::Overlap& overlap) -> std::optional<sim::LayerSet>& {
      PairedLayers& paired = layer_sets_[set + (overlap.tensor ? 1 : 0)];
      if (paired.share != share) paired = {.share = share};
      return paired.layers;
    };
    const auto time_of = [&](const model::Overlap& overlap) {
      plan().overlap = overlap;
      auto& layers = layers_of(overlap);
      if (!layers) layers = layer_set(model_, settings_, instance_, framework_, profile_, rates_);
      if (!parts.parameters)
        parts.parameters = parameter_work(model_, settings_, instance_, framework_, profile_, rates_, parts.fullest);
      if (!parts.send) parts.send = send();
      return step_time(settings_, instance_, framework_, parts.layout, *layers, *parts.parameters, *parts.send, host)
          .total();
    };
    if constexpr (kLooksForWorth) {
      // Where the layers' times are known, a step's is found sooner than the memory.
      const auto may_count = [&](const model::Overlap& overlap) {
        return !layers_of(overlap) || visitor_.is_worth(plan(), time_of(overlap));
      };
      if (std::ranges::none_of(overlaps, may_count)) {
        counts_.num_timed += num_overlaps;
        return;
      }
      plan().overlap = overlaps.front();
    }
    const Bytes memory = memory_use(model_, sim::memory_settings(settings_, framework_), parts.layout).total();
    if (memory > walk_.usable_) {
      counts_[PlanObstacle::kMemory] += num_overlaps;
      visitor_.too_large(plan(), memory);
      return;
    }
    counts_.num_timed += num_overlaps;
    for (const model::Overlap& overlap : overlaps) {
      const Seconds time = time_of(overlap);
      visitor_.timed(plan(), memory, time);
    }
  }

  const PlanWalk& walk_;
  const SearchSpace& space_;
  const model::Transformer& model_;
  const hardware::Instance& instance_;
  const sim::FrameworkProfile& framework_;
  const network::CollectiveProfile* profile_;
  Visitor& visitor_;
  sim::StepSettings settings_;
  sim::StepRates rates_;
  WalkCounts counts_;

  std::vector<std::vector<Cut>> cuts_;                ///< by pipeline; empty: not asked for yet
  std::vector<std::optional<sim::StageLink>> links_;  ///< by pipeline
  std::vector<bool> sequence_choices_;
  std::vector<PairedLayers> layer_sets_;
  std::vector<Holding> holdings_;
  std::vector<std::size_t> holding_of_cut_;
  std::vector<Sharding> shardings_;
  std::array<std::vector<model::Overlap>, 2> overlaps_;  ///< without and with two batches that overlap
  std::int64_t num_variants_ = 0;
  std::vector<std::optional<sim::ParameterWork>> parameter_works_;   ///< by holding and sharding
  std::vector<std::array<std::optional<Bytes>, 2>> least_memories_;  ///< by cut and sharding
  std::vector<std::optional<sim::StageSend>> sends_;  ///< by pipeline and micro-batch, whatever the experts
  std::size_t first_send_ = 0;                        ///< of the pipeline
};

}  // namespace fmplan::plan
