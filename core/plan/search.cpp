#include "core/plan/search.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "core/hardware/power.h"
#include "core/plan/cost.h"
#include "core/plan/phase_report.h"
#include "core/plan/plan_walk.h"

namespace fmplan::plan {
namespace {

using model::ParallelPlan;

/// Of the fields that are chosen so far.
int num_changes(const ParallelPlan& a, const ParallelPlan& b, Chosen chosen = Chosen::kAll) {
  const auto differ = [chosen](Chosen since, bool differs) { return chosen >= since && differs ? 1 : 0; };
  // Without tensor parallelism there is no sequence parallelism to switch.
  const bool sequence_parallel_differs = a.sequence_parallel != b.sequence_parallel && a.tensor > 1 && b.tensor > 1;
  return differ(Chosen::kTensor, a.tensor != b.tensor) + differ(Chosen::kContext, a.context != b.context) +
         differ(Chosen::kExperts, a.expert != b.expert) + differ(Chosen::kPipeline, a.pipeline != b.pipeline) +
         differ(Chosen::kMicroBatch, a.micro_batch_size != b.micro_batch_size) +
         differ(Chosen::kFamily, a.virtual_pipeline != b.virtual_pipeline) +
         differ(Chosen::kFamily, a.recompute != b.recompute) + differ(Chosen::kFamily, a.zero_stage != b.zero_stage) +
         differ(Chosen::kAll, a.offload.optimizer != b.offload.optimizer) +
         differ(Chosen::kAll, a.offload.activations != b.offload.activations) +
         differ(Chosen::kAll, a.overlap.expert != b.overlap.expert) + differ(Chosen::kAll, sequence_parallel_differs);
}

/// Keeps the fastest plan that fits, of those that divide the batch and of those that need another.
struct Fastest {
  int batch;
  double most_change;
  std::optional<NearestPlan> best{}, other_batch{};

  int dealt(const ParallelPlan& plan) const {
    return most_change > 0 ? *nearest_batch(batch, batch_quantum(plan), most_change) : batch;
  }
  bool is_worth(const ParallelPlan& plan, Seconds time) const {
    const int sequences = dealt(plan);
    const std::optional<NearestPlan>& fastest = sequences == batch ? best : other_batch;
    return !fastest || time / sequences < fastest->step_time / fastest->global_batch_size;
  }
  void timed(const ParallelPlan& plan, Bytes memory, Seconds time) {
    if (!is_worth(plan, time)) return;
    const int sequences = dealt(plan);
    (sequences == batch ? best : other_batch) =
        NearestPlan{.parallel = plan, .step_time = time, .memory = memory, .global_batch_size = sequences};
  }
  /// Another batch has to be worth it.
  std::optional<NearestPlan> chosen() const {
    const auto of_sequence = [](const NearestPlan& plan) { return plan.step_time / plan.global_batch_size; };
    if (!other_batch) return best;
    return !best || of_sequence(*other_batch) < (1 - kWorthAnotherBatch) * of_sequence(*best) ? other_batch : best;
  }
  void too_large(const ParallelPlan&, Bytes) {}
  bool family_done(const WalkCounts&) { return true; }
};

/// Keeps the plan that needs least memory.
struct Smallest {
  std::optional<NearestPlan> smallest{};

  void timed(const ParallelPlan& plan, Bytes memory, Seconds) { too_large(plan, memory); }
  void too_large(const ParallelPlan& plan, Bytes memory) {
    if (!smallest || memory < smallest->memory)
      smallest = NearestPlan{.parallel = plan, .step_time = {}, .memory = memory};
  }
  bool family_done(const WalkCounts&) { return true; }
};

/// Keeps the plan that changes fewest fields of another, then the fastest.
struct Nearest {
  const ParallelPlan& wanted;
  model::FrozenWeights frozen_weights;
  int fewest = 0;  ///< changes of the nearest, or until there is one the most that are looked at
  std::optional<NearestPlan> nearest{};

  bool may_count(const ParallelPlan& plan, Chosen chosen) const { return num_changes(plan, wanted, chosen) <= fewest; }

  void timed(const ParallelPlan& plan, Bytes memory, Seconds time) {
    const int changes = num_changes(plan, wanted);
    if (nearest && std::tie(fewest, nearest->step_time) <= std::tie(changes, time)) return;
    nearest = NearestPlan{.parallel = plan, .step_time = time, .memory = memory, .frozen_weights = frozen_weights};
    fewest = changes;
  }
  void too_large(const ParallelPlan&, Bytes) {}
  bool family_done(const WalkCounts&) { return true; }
};

/// Plans of one number of nodes that no other beats in both step time and memory: ascending in memory, descending in
/// step time.
class Front {
 public:
  void offer(const FoundPlan& plan) {
    const auto less_memory = [](const FoundPlan& a, const FoundPlan& b) { return a.memory < b.memory; };
    auto at = std::lower_bound(plans_.begin(), plans_.end(), plan, less_memory);
    if (at != plans_.begin() && std::prev(at)->step_time <= plan.step_time) return;
    if (at != plans_.end() && at->memory == plan.memory && at->step_time <= plan.step_time) return;
    auto end = at;
    while (end != plans_.end() && end->step_time >= plan.step_time) ++end;
    at = plans_.erase(at, end);
    plans_.insert(at, plan);
  }
  const std::vector<FoundPlan>& plans() const { return plans_; }

 private:
  std::vector<FoundPlan> plans_;
};

/// Behind those that are as good, where it is among the best.
void enter_among(std::vector<FoundPlan>& best, int num_best, const FoundPlan& plan) {
  const auto wanted = static_cast<std::size_t>(num_best);
  // Whole days of Capacity Blocks cost many plans the same, and what cannot be bought is all the same.
  const auto less = [](const FoundPlan& a, const FoundPlan& b) {
    return std::tie(a.objective, a.step_time) < std::tie(b.objective, b.step_time);
  };
  if (best.size() == wanted && !less(plan, best.back())) return;
  best.insert(std::upper_bound(best.begin(), best.end(), plan, less), plan);
  if (best.size() > wanted) best.pop_back();
}

/// Collects the answer on one number of nodes.
class Collector {
 public:
  Collector(const Scenario& scenario, const Phase& phase, const SearchQuestion& question, int num_nodes,
            std::int64_t done_before, const Watch& watch, SearchResult& result)
      : scenario_(scenario),
        phase_(phase),
        question_(question),
        num_nodes_(num_nodes),
        done_before_(done_before),
        watch_(watch),
        result_(result) {}

  void timed(const ParallelPlan& plan, Bytes memory, Seconds time) {
    see(plan, memory, time);
    if (!leader_ || time < leader_->step_time) leader_ = found(plan, memory, time);
    // Of one memory variant the fastest overlap alone can be on the front.
    if (!variant_ || variant_->memory != memory) {
      if (variant_) front_.offer(*variant_);
      variant_ = found(plan, memory, time);
    } else if (time < variant_->step_time) {
      variant_ = found(plan, memory, time);
    }
  }
  void too_large(const ParallelPlan& plan, Bytes memory) { see(plan, memory, {}); }

  bool family_done(const WalkCounts& counts) {
    if (variant_) front_.offer(*variant_);
    variant_.reset();
    if (leader_) enter(*leader_);
    leader_.reset();
    constexpr int kFamiliesBetweenCalls = 1 << 12;  // chosen: rare, yet stops at once
    if (++num_families_ % kFamiliesBetweenCalls != 0) return true;
    watch_.report(done_before_ + counts.total(), result_.num_plans);
    result_.stopped = watch_.stopped();
    return !result_.stopped;
  }

  const std::vector<FoundPlan>& front() const { return front_.plans(); }

 private:
  FoundPlan found(const ParallelPlan& plan, Bytes memory, Seconds time) const {
    return {.num_nodes = num_nodes_, .parallel = plan, .step_time = time, .memory = memory};
  }
  void see(const ParallelPlan& plan, Bytes memory, Seconds time) {
    if (!result_.smallest || memory < result_.smallest->memory) result_.smallest = found(plan, memory, time);
  }
  void enter(FoundPlan plan) {
    plan.objective = objective_of(scenario_, phase_, question_.objective, num_nodes_, plan.step_time);
    enter_among(result_.best, question_.num_best, plan);
  }

  const Scenario& scenario_;
  const Phase& phase_;
  const SearchQuestion& question_;
  int num_nodes_;
  std::int64_t done_before_;
  const Watch& watch_;
  SearchResult& result_;
  std::optional<FoundPlan> leader_;   ///< the fastest variant of the family
  std::optional<FoundPlan> variant_;  ///< the fastest overlap of the memory variant
  Front front_;
  std::int64_t num_families_ = 0;
};

/// Whether `a` is at least as good as `b` in step time, memory, node-time (and with it money) and nodes.
bool dominates(const FoundPlan& a, const FoundPlan& b) {
  return a.num_nodes <= b.num_nodes && a.memory <= b.memory && a.step_time <= b.step_time &&
         a.num_nodes * a.step_time <= b.num_nodes * b.step_time;
}

/// Those that no other beats, by nodes and step time.
std::vector<FoundPlan> unbeaten(const std::vector<FoundPlan>& plans) {
  std::vector<FoundPlan> front;
  for (const FoundPlan& plan : plans) {
    const bool beaten = std::any_of(plans.begin(), plans.end(), [&](const FoundPlan& other) {
      return &other != &plan && dominates(other, plan) && !(dominates(plan, other) && &other > &plan);
    });
    if (!beaten) front.push_back(plan);
  }
  std::sort(front.begin(), front.end(), [](const FoundPlan& a, const FoundPlan& b) {
    return std::tie(a.num_nodes, a.step_time) < std::tie(b.num_nodes, b.step_time);
  });
  return front;
}

/// Dollars of one step; infinite where the nodes cannot be bought for all steps.
double cost_of_step(const Scenario& scenario, const Phase& phase, int num_nodes, Seconds step_time) {
  if (has_flat_price(scenario)) return num_nodes * (*scenario.price.chosen->price * step_time / dollar);
  const auto steps = static_cast<double>(num_steps(phase));
  const std::optional<Dollars> cost = nodes_cost(scenario, num_nodes, steps * step_time);
  return cost ? *cost / steps / dollar : std::numeric_limits<double>::infinity();
}

}  // namespace

double objective_of(const Scenario& scenario, const Phase& phase, Objective objective, int num_nodes,
                    Seconds step_time) {
  const hardware::Instance& instance = scenario.cluster.instance;
  const double accelerators = 1.0 * num_nodes * instance.accelerators_per_node;
  switch (objective) {
    case Objective::kStepTime: return step_time / second;
    case Objective::kGpuHours: return accelerators * (step_time / hour);
    case Objective::kCost: return cost_of_step(scenario, phase, num_nodes, step_time);
    case Objective::kEnergy:
      return hardware::accelerator_energy(accelerators * (step_time / hour), *instance.accelerator.power,
                                          scenario.power.pue) /
             joule;
  }
  return 0;
}

Bytes largest_peak(const Scenario& scenario, double fit_confidence) {
  return scenario.cluster.instance.accelerator.usable_memory /
         peak_quantile(scenario.framework.memory.interval, fit_confidence);
}

double chance_of_fitting(const Scenario& scenario, Bytes memory) {
  return model::chance_of_fitting(memory, scenario.framework.memory.interval,
                                  scenario.cluster.instance.accelerator.usable_memory);
}

namespace {

/// What "parallel": "auto" looks at.
SearchSpace automatic_space(const Scenario& scenario) {
  SearchSpace space = within(framework_space(scenario.parallel, scenario), scenario.framework.offers);
  if (!scenario.strict) space.most_batch_change = kMostBatchChange;
  return space;
}

/// And what costs more and saves memory: more that is sharded, and gathered for every layer, and what waits in the
/// host's memory.
SearchSpace saving_space(SearchSpace space, const Scenario& scenario) {
  const SearchSpace whole = whole_space(scenario);
  space.zero_stages = whole.zero_stages;
  space.offloads = whole.offloads;
  return within(std::move(space), scenario.framework.offers);
}

}  // namespace

PlanSearch search_plans(const Scenario& scenario, const Phase& phase, int num_nodes) {
  const SearchSpace space = automatic_space(scenario);
  Fastest visitor{phase.global_batch_size, space.most_batch_change};
  const Bytes usable = largest_peak(scenario, scenario.fit_confidence);
  WalkCounts counts = PlanWalk(scenario, phase, space, num_nodes, usable).run(visitor);
  if (!visitor.chosen() && counts[PlanObstacle::kMemory] > 0) {
    const SearchSpace saving = saving_space(space, scenario);
    counts += PlanWalk(scenario, phase, saving, num_nodes, usable).run(visitor);
  }
  return {.best = visitor.chosen(),
          .num_considered = counts.num_timed + counts[PlanObstacle::kMemory] + counts[PlanObstacle::kHostMemory]};
}

std::optional<NearestPlan> smallest_plan(const Scenario& scenario, const Phase& phase, int num_nodes) {
  const SearchSpace space = saving_space(automatic_space(scenario), scenario);
  Smallest visitor;
  // Nothing is small enough to be timed.
  PlanWalk(scenario, phase, space, num_nodes, Bytes{}).run(visitor);
  if (!visitor.smallest) return std::nullopt;
  NearestPlan found = std::move(*visitor.smallest);
  Phase dealt = phase;
  dealt.global_batch_size = found.global_batch_size =
      *nearest_batch(phase.global_batch_size, batch_quantum(found.parallel), space.most_batch_change);
  found.step_time = step_time(scenario.model, step_settings(scenario, dealt, found.parallel), scenario.cluster.instance,
                              scenario.framework, scenario.collectives.get())
                        .value()
                        .total();
  return found;
}

std::optional<NearestPlan> nearest_fitting_plan(const Scenario& scenario, const Phase& phase,
                                                const ParallelPlan& wanted) {
  SearchSpace space = framework_space(wanted, scenario);
  space.sequence_parallel = {true};
  space.two_batches = scenario.framework.offers.two_batches;
  space.overlaps = offered_overlaps({wanted.overlap}, space.two_batches);
  Nearest visitor{wanted, scenario.frozen_weights};
  const auto look_at = [&](const SearchSpace& plans) {
    const PlanWalk walk(scenario, phase, plans, phase_nodes(scenario, phase),
                        largest_peak(scenario, std::max(scenario.fit_confidence, model::kFitConfidence)));
    // Most plans that do not fit are one or two changes away from one that does, and few plans are as near.
    for (const int most : {2, std::numeric_limits<int>::max()}) {
      visitor.fewest = most;
      walk.run(visitor);
      if (visitor.nearest) return;
    }
  };
  look_at(space);
  if (visitor.nearest) return visitor.nearest;
  look_at(saving_space(space, scenario));
  const bool has_wide_base = scenario.adapter_rank > 0 && scenario.frozen_weights == model::FrozenWeights::kAsComputed;
  if (visitor.nearest || !has_wide_base || !keeps_nf4(scenario.cluster.instance.accelerator)) return visitor.nearest;
  Scenario narrow = scenario;
  narrow.frozen_weights = model::FrozenWeights::kNf4;
  return nearest_fitting_plan(narrow, phase, wanted);
}

std::int64_t num_plans(const Scenario& scenario, const Phase& phase, const SearchQuestion& question) {
  std::int64_t num = 0;
  for (const int num_nodes : question.node_counts)
    num += PlanWalk(scenario, phase, question.space, num_nodes, largest_peak(scenario, question.fit_confidence)).size();
  return num;
}

SearchResult search(const Scenario& scenario, const Phase& phase, const SearchQuestion& question, const Watch& watch) {
  SearchResult result;
  result.num_plans = num_plans(scenario, phase, question);
  for (const int num_nodes : question.node_counts) {
    const PlanWalk walk(scenario, phase, question.space, num_nodes, largest_peak(scenario, question.fit_confidence));
    Collector collector(scenario, phase, question, num_nodes, result.counts.total(), watch, result);
    const WalkCounts counts = walk.run(collector);
    result.counts += counts;
    result.pareto.insert(result.pareto.end(), collector.front().begin(), collector.front().end());
    watch.report(result.counts.total(), result.num_plans);
    result.stopped = result.stopped || watch.stopped();
    if (result.stopped) break;
  }
  // Whoever says stop after the last plan has the whole answer.
  if (result.counts.total() == result.num_plans) result.stopped = false;
  result.pareto = unbeaten(result.pareto);
  for (FoundPlan& plan : result.pareto)
    plan.objective = objective_of(scenario, phase, question.objective, plan.num_nodes, plan.step_time);
  return result;
}

SearchResult joined_search(const SearchQuestion& question, const std::vector<SearchResult>& parts) {
  SearchResult all;
  for (const SearchResult& part : parts) {
    all.num_plans += part.num_plans;
    all.counts += part.counts;
    for (const FoundPlan& plan : part.best) enter_among(all.best, question.num_best, plan);
    all.pareto.insert(all.pareto.end(), part.pareto.begin(), part.pareto.end());
    if (part.smallest && (!all.smallest || part.smallest->memory < all.smallest->memory)) all.smallest = part.smallest;
  }
  all.pareto = unbeaten(all.pareto);
  return all;
}

}  // namespace fmplan::plan
