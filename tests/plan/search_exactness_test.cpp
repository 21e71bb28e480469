// The search against counting up every plan by itself: thousands of small spaces, each plan timed and weighed by the
// functions that evaluate() calls, and every rule written out a second time.

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plan/search.h"
#include "tests/plan/small_scenario.h"

namespace fmplan::plan {
namespace search_exactness_test {

using model::ParallelPlan;
using model::PipelineSchedule;
using model::Recompute;
using model::ZeroStage;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : generator_(seed) {}
  int below(int count) { return static_cast<int>(generator_() % static_cast<std::uint64_t>(count)); }
  bool once_in(int count) { return below(count) == 0; }
  template <class T>
  T one_of(std::initializer_list<T> values) {
    return *(values.begin() + below(static_cast<int>(values.size())));
  }
  /// One to `most` of the values, in an order of their own.
  template <class T>
  std::vector<T> some_of(std::vector<T> values, int most) {
    std::vector<T> some;
    for (int left = 1 + below(most); left > 0 && !values.empty(); --left) {
      const auto at = values.begin() + below(static_cast<int>(values.size()));
      some.push_back(*at);
      values.erase(at);
    }
    return some;
  }

 private:
  std::mt19937_64 generator_;
};

model::Transformer random_model(Dice& dice) {
  model::Transformer model;
  model.name = "random";
  model.num_layers = 1 + dice.below(9);
  model.num_heads = dice.one_of({2, 4, 6, 8, 12, 16});
  const int shared = dice.one_of({1, 2, model.num_heads});
  model.num_kv_heads = model.num_heads % shared == 0 ? model.num_heads / shared : model.num_heads;
  model.head_dim = dice.one_of({64, 128});
  model.hidden_size = model.num_heads * model.head_dim;
  model.ffn_hidden_size = 4 * model.hidden_size;
  model.vocabulary_size = 32000;
  model.max_sequence_length = 4096;
  model.gated_mlp = dice.once_in(2);
  model.tied_embeddings = dice.once_in(2);
  model.num_mtp_layers = dice.once_in(5) ? 1 : 0;
  if (dice.once_in(8))
    model.latent_attention = model::LatentAttention{
        .q_lora_rank = 256, .kv_lora_rank = 128, .qk_nope_head_dim = 64, .qk_rope_head_dim = 32, .v_head_dim = 64};
  if (dice.once_in(3))
    model.moe = model::MixtureOfExperts{.num_experts = dice.one_of({2, 3, 4, 8}),
                                        .experts_per_token = 2,
                                        .expert_ffn_hidden_size = 2 * model.hidden_size,
                                        .num_first_dense_layers = dice.below(2)};
  return model;
}

Scenario random_scenario(Dice& dice) {
  Scenario scenario = small_scenario();
  scenario.model = random_model(dice);
  scenario.phases[0].sequence_length = dice.one_of({512, 1000, 1536, 2048});
  scenario.phases[0].global_batch_size = dice.one_of({6, 8, 12, 16, 24, 32, 48});
  hardware::Instance& instance = scenario.cluster.instance;
  instance.accelerators_per_node = dice.one_of({4, 8});
  instance.scale_up_domain = dice.once_in(6) ? 16 : instance.accelerators_per_node;
  if (dice.once_in(8)) instance.scale_up.reset();
  if (dice.once_in(2))
    instance.host_link = hardware::Link{
        .name = "host", .bandwidth = 25 * gigabyte_per_second, .efficiency = 0.8, .latency = 10 * microsecond};
  if (dice.once_in(2)) instance.host_memory = dice.one_of({1, 4, 64}) * gigabyte;
  sim::FrameworkProfile& framework = scenario.framework;
  framework.data_parallel_overlap = dice.one_of({0.0, 0.7, 1.0});
  framework.tensor_parallel_overlap = dice.one_of({0.0, 0.5});
  framework.overlaps_weight_gradients = dice.once_in(2);
  framework.drops_unread_products = dice.once_in(2);
  framework.host_time_per_layer = dice.below(3) * 100 * microsecond;
  framework.habits[sim::StepHabit::kHostPerMicroBatch] = 1e-4 * dice.below(3);
  framework.habits[sim::StepHabit::kStraggler] = 0.01 * dice.below(2);
  framework.habits[sim::StepHabit::kStagePerTensorRank] = 1e-4 * dice.below(2);
  if (dice.once_in(4)) scenario.continuation = sim::ContinuationKind::kElastic;
  scenario.price.chosen = price_point("on_demand", 30);
  return scenario;
}

SearchQuestion random_question(const Scenario& scenario, Dice& dice) {
  SearchQuestion question;
  SearchSpace& space = question.space;
  space = whole_space(scenario);
  space.fixed.expert_tensor = dice.once_in(4) ? 1 : 0;
  space.fixed.shard_group = dice.once_in(4) ? dice.one_of({2, 3}) : 0;
  space.tensor_across_domains = dice.once_in(3);
  if (dice.once_in(3)) space.tensor = dice.some_of(std::vector<int>{1, 2, 4, 8, 16}, 3);
  if (dice.once_in(3)) space.pipeline = dice.some_of(std::vector<int>{1, 2, 3, 4, 6, 8}, 4);
  if (dice.once_in(3)) space.virtual_pipeline = dice.some_of(std::vector<int>{1, 2, 3, 4}, 3);
  if (dice.once_in(2)) space.context = dice.some_of(std::vector<int>{1, 2, 4}, 2);
  if (dice.once_in(3)) space.expert = dice.some_of(std::vector<int>{1, 2, 3, 4}, 3);
  space.fewest_context_tokens = dice.one_of({64, 256});
  space.fewest_micro_batches = dice.one_of({1, 1, 4});
  space.whole_experts = dice.once_in(2);
  space.shard_groups = dice.once_in(2);
  space.micro_batch_sizes = dice.some_of(std::vector<int>{1, 2, 3, 4, 8}, 3);
  space.schedules = dice.some_of(space.schedules, 4);
  space.zero_stages = dice.some_of(space.zero_stages, 3);
  space.recompute = dice.some_of(space.recompute, 3);
  space.sequence_parallel = dice.some_of(std::vector<bool>{true, false}, 2);
  space.overlaps = dice.some_of(space.overlaps, 4);
  if (dice.once_in(8)) space.overlaps.front().expert = true;
  space.two_batches = dice.one_of({sim::TwoBatches::kUnsaid, sim::TwoBatches::kNo, sim::TwoBatches::kInterleaved});
  space.offloads = dice.some_of(space.offloads, 4);
  question.node_counts = dice.some_of(std::vector<int>{1, 2, 3, 4}, 2);
  question.objective = dice.one_of({Objective::kStepTime, Objective::kGpuHours, Objective::kCost, Objective::kEnergy});
  question.fit_confidence = dice.one_of({0.5, 0.9, 0.99});
  question.num_best = dice.one_of({1, 3, 10});
  return question;
}

/// A plan with what the public functions say of it.
struct Judged {
  int num_nodes = 0;
  ParallelPlan plan;
  int layout = 0;  ///< the same for plans that differ in sequence parallelism, offload and overlap alone
  std::optional<PlanObstacle> rule;  ///< that it breaks; the rest is empty then
  Bytes memory, host;
  Seconds time;
};

bool listed(const std::vector<int>& degrees, int degree) {
  return degrees.empty() || std::count(degrees.begin(), degrees.end(), degree) > 0;
}

/// Every choice of a space, one loop inside the other.
class Everything {
 public:
  Everything(const Scenario& scenario, const SearchQuestion& question)
      : scenario_(scenario), phase_(scenario.phases[0]), space_(question.space), plan_(question.space.fixed) {
    for (const int num_nodes : question.node_counts) degrees(num_nodes);
  }
  std::vector<Judged> plans;

 private:
  void degrees(int num_nodes) {
    num_nodes_ = num_nodes;
    const hardware::Instance& instance = scenario_.cluster.instance;
    world_ = num_nodes * instance.accelerators_per_node;
    domain_ = instance.scale_up_domain;
    const int together = instance.scale_up ? domain_ : 1;
    for (int t = 1; t <= world_; ++t)
      for (int c = 1; c <= 64; c *= 2)
        for (int p = 1; p <= scenario_.model.num_layers; ++p) {
          if (!listed(space_.tensor, t) || !listed(space_.context, c) || !listed(space_.pipeline, p)) continue;
          if (world_ % (t * c * p) != 0 || (t > together && !space_.tensor_across_domains)) continue;
          if (c > 1 && phase_.sequence_length / c < space_.fewest_context_tokens) continue;
          plan_.tensor = t;
          plan_.context = c;
          plan_.pipeline = p;
          plan_.data = world_ / (t * c * p);
          experts();
        }
  }

  void experts() {
    const int num_experts = scenario_.model.moe ? scenario_.model.moe->num_experts : 1;
    const std::set<int> splits = {
        space_.fixed.expert_tensor,
        space_.whole_experts && plan_.tensor > 1 && scenario_.model.moe ? 1 : space_.fixed.expert_tensor};
    for (int e = 1; e <= std::min(num_experts, world_); ++e)
      for (const int split : splits) {
        if (num_experts % e != 0 || (scenario_.model.moe && !listed(space_.expert, e))) continue;
        plan_.expert = e;
        plan_.expert_tensor = split;
        chunks();
      }
  }

  void chunks() {
    const int layers = scenario_.model.num_layers, p = plan_.pipeline;
    if (p == 1) return with_schedule(PipelineSchedule::kOneForwardOneBackward, 1);
    const int of_a_stage = (layers + p - 1) / p;
    for (const PipelineSchedule schedule : space_.schedules)
      for (int v = 1; p * v <= layers; ++v) {
        const bool interleaves =
            schedule == PipelineSchedule::kOneForwardOneBackward || schedule == PipelineSchedule::kBreadthFirst;
        bool meant = v == 1;  // GPipe, ZB-H1, DualPipe
        if (schedule == PipelineSchedule::kZeroBubbleV) meant = v == 2;
        if (interleaves) meant = of_a_stage % v == 0 && listed(space_.virtual_pipeline, v);
        if (schedule == PipelineSchedule::kBreadthFirst && v == 1) meant = false;  // GPipe
        if (meant) with_schedule(schedule, v);
      }
  }

  void with_schedule(PipelineSchedule schedule, int v) {
    plan_.schedule = schedule;
    plan_.virtual_pipeline = v;
    const int replicas = plan_.data * plan_.context;
    const std::vector<ZeroStage> zero_stages =
        replicas == 1 ? std::vector<ZeroStage>{space_.zero_stages.front()} : space_.zero_stages;
    const int in_domain = domain_ / plan_.tensor;
    const bool divides = space_.fixed.shard_group != 0 && replicas % space_.fixed.shard_group == 0;
    const int fixed = divides ? space_.fixed.shard_group : 0;
    for (const ZeroStage zero : zero_stages)
      for (const bool in_groups : {false, true}) {
        const bool meant = zero != ZeroStage::kNone && fixed == 0 && in_domain > 1 && in_domain < replicas &&
                           replicas % in_domain == 0 && space_.shard_groups;
        if (in_groups && !meant) continue;
        plan_.zero_stage = zero;
        plan_.shard_group = in_groups ? in_domain : fixed;
        for (const int micro_batch : space_.micro_batch_sizes)
          for (const model::Recomputation& recompute : space_.recompute) {
            plan_.micro_batch_size = micro_batch;
            plan_.recompute = recompute;
            ++layout_;
            switches();
          }
      }
  }

  void switches() {
    const int replicas = plan_.data * plan_.context;
    const std::vector<bool> sequence = plan_.tensor == 1 ? std::vector<bool>{false} : space_.sequence_parallel;
    std::set<std::tuple<bool, bool, bool, bool>> overlaps;
    for (const model::Overlap& overlap : space_.overlaps) {
      const model::Overlap first = space_.overlaps.front();
      overlaps.insert({plan_.tensor == 1 ? first.tensor : overlap.tensor,
                       replicas == 1 ? first.gradients : overlap.gradients,
                       replicas == 1 ? first.parameters : overlap.parameters, overlap.expert});
    }
    for (const bool on : sequence)
      for (const model::Offload& offload : space_.offloads)
        for (const auto& [tensor, gradients, parameters, expert] : overlaps) {
          plan_.sequence_parallel = on;
          plan_.offload = offload;
          plan_.overlap = {tensor, gradients, parameters, expert};
          judge();
        }
  }

  std::optional<PlanObstacle> broken_rule() const {
    const model::Transformer& model = scenario_.model;
    const ParallelPlan& plan = plan_;
    const int kv = model.num_kv_heads;
    if (model.num_heads % plan.tensor != 0) return PlanObstacle::kHeads;
    if (!model.latent_attention && kv % plan.tensor != 0 && plan.tensor % kv != 0) return PlanObstacle::kHeads;
    if (plan.context > 1 && phase_.sequence_length % (2 * plan.context) != 0) return PlanObstacle::kSequence;
    if (phase_.global_batch_size % plan.data != 0) return PlanObstacle::kBatch;
    if (scenario_.continuation != sim::ContinuationKind::kRestart && plan.data == 1) return PlanObstacle::kOneCopy;
    const int split = plan.expert_tensor == 0 ? plan.tensor : plan.expert_tensor;
    if (plan.data * plan.context * plan.tensor % (plan.expert * split) != 0) return PlanObstacle::kExperts;
    const int share = phase_.global_batch_size / plan.data;
    if (share % plan.micro_batch_size != 0) return PlanObstacle::kMicroBatch;
    const int m = share / plan.micro_batch_size, p = plan.pipeline;
    if (m < space_.fewest_micro_batches) return PlanObstacle::kFewBatches;
    const bool interleaved = plan.schedule == PipelineSchedule::kOneForwardOneBackward && plan.virtual_pipeline > 1;
    if (interleaved && m % p != 0) return PlanObstacle::kSchedule;
    if (plan.schedule == PipelineSchedule::kZeroBubbleH1 && m < p) return PlanObstacle::kSchedule;
    if (plan.schedule == PipelineSchedule::kZeroBubbleV && m < 2 * p - 1) return PlanObstacle::kSchedule;
    if (plan.schedule == PipelineSchedule::kDualPipe && (p % 2 == 1 || m % 2 == 1 || m < 2 * p))
      return PlanObstacle::kSchedule;
    if (plan.overlap.expert && space_.two_batches != sim::TwoBatches::kUnsaid) {
      const bool again = plan.recompute == Recompute::kFull, in_one_chunk = p > 1 && plan.virtual_pipeline == 1;
      if (space_.two_batches == sim::TwoBatches::kNo || again || in_one_chunk) return PlanObstacle::kTwoBatches;
    }
    return std::nullopt;
  }

  void judge() {
    Judged judged;
    judged.num_nodes = num_nodes_;
    judged.plan = plan_;
    judged.layout = layout_;
    judged.rule = broken_rule();
    if (!judged.rule) {
      const sim::StepSettings settings = step_settings(scenario_, phase_, plan_);
      const model::MemorySettings memory = memory_settings(scenario_, phase_, plan_);
      judged.memory = memory_use(scenario_.model, memory).total();
      judged.host = host_memory_use(scenario_.model, memory).total();
      if (!plan_.offload.optimizer) {
        EXPECT_LE(least_memory_use(scenario_.model, memory, stage_layout(scenario_.model, memory)),
                  (1 + 1e-12) * judged.memory);
      }
      judged.time = step_time(scenario_.model, settings, scenario_.cluster.instance, scenario_.framework)->total();
    }
    plans.push_back(judged);
  }

  const Scenario& scenario_;
  const Phase& phase_;
  const SearchSpace& space_;
  ParallelPlan plan_;
  int num_nodes_ = 0, world_ = 0, domain_ = 0, layout_ = 0;
};

/// By 30 $ a node-hour, or 20 once the price is cut.
double dollars_of_a_step(const Judged& plan, const Scenario& scenario) {
  const auto later = scenario.price.later.find("on_demand");
  if (later == scenario.price.later.end()) return 30 * plan.num_nodes * (plan.time / hour);
  const Phase& phase = scenario.phases[0];
  const double steps =
      std::ceil(1.0 * static_cast<double>(phase.tokens) / (1.0 * phase.global_batch_size * phase.sequence_length));
  const int dear_days = later->second.front().valid_from.days_since_epoch - scenario.start.days_since_epoch;
  const double hours = steps * (plan.time / hour), dear = std::min(hours, 24.0 * dear_days);
  return plan.num_nodes * (30 * dear + 20 * (hours - dear)) / steps;
}

double worth(const Judged& plan, Objective objective, const Scenario& scenario) {
  const int accelerators = plan.num_nodes * scenario.cluster.instance.accelerators_per_node;
  switch (objective) {
    case Objective::kStepTime: return plan.time / second;
    case Objective::kGpuHours: return accelerators * (plan.time / hour);
    case Objective::kCost: return dollars_of_a_step(plan, scenario);
    case Objective::kEnergy: return accelerators * (plan.time / second) * 400 * 1.2;  // 400 W, PUE 1.2
  }
  return 0;
}

using Point = std::tuple<int, double, double>;  ///< nodes, bytes, seconds

/// Of plans that fit, those that none is better than in nodes, memory, time and node-time, by comparing all with all.
std::set<Point> front_of(const std::vector<const Judged*>& fitting) {
  std::map<std::pair<int, double>, double> fastest;
  for (const Judged* plan : fitting) {
    const auto [at, is_new] = fastest.emplace(std::pair(plan->num_nodes, plan->memory / byte), plan->time / second);
    if (!is_new) at->second = std::min(at->second, plan->time / second);
  }
  std::vector<std::array<double, 4>> points;
  for (const auto& [place, seconds] : fastest)
    points.push_back({seconds, 1.0 * place.first, place.second, place.first * seconds});
  std::sort(points.begin(), points.end());
  std::set<Point> front;
  for (const auto& point : points) {
    const bool beaten = std::any_of(points.begin(), points.end(), [&](const auto& other) {
      return other != point && other[0] <= point[0] && other[1] <= point[1] && other[2] <= point[2] &&
             other[3] <= point[3];
    });
    if (!beaten) front.insert({static_cast<int>(point[1]), point[2], point[0]});
  }
  return front;
}

/// Asks for the fastest plan alone, as "parallel": "auto" does.
struct Fastest {
  std::optional<Seconds> best{};

  bool is_worth(const ParallelPlan&, Seconds time) const { return !best || time < *best; }
  void timed(const ParallelPlan& plan, Bytes, Seconds time) {
    if (is_worth(plan, time)) best = time;
  }
  void too_large(const ParallelPlan&, Bytes) {}
  bool family_done(const WalkCounts&) { return true; }
};

/// What a found plan says of itself is what the public functions say of it.
void expect_true_of_itself(const Scenario& scenario, const FoundPlan& found) {
  const Phase& phase = scenario.phases[0];
  EXPECT_EQ(found.memory, memory_use(scenario.model, memory_settings(scenario, phase, found.parallel)).total());
  EXPECT_EQ(found.step_time, step_time(scenario.model, step_settings(scenario, phase, found.parallel),
                                       scenario.cluster.instance, scenario.framework)
                                 ->total());
  EXPECT_EQ(world_size(found.parallel), found.num_nodes * scenario.cluster.instance.accelerators_per_node);
}

struct Seen {
  std::int64_t plans = 0, timed = 0, out_of_memory = 0, spaces_with_best = 0, mixtures = 0;
  std::array<std::int64_t, kNumPlanObstacles> infeasible{};
};

void compare_one_space(std::uint64_t seed, Seen& seen) {
  Dice dice(seed);
  Scenario scenario = random_scenario(dice);
  SearchQuestion question = random_question(scenario, dice);
  const std::vector<Judged> plans = Everything(scenario, question).plans;

  // A memory between the smallest and the largest plan's, so that some fit.
  std::vector<Bytes> sizes;
  for (const Judged& plan : plans)
    if (!plan.rule) sizes.push_back(plan.memory);
  std::sort(sizes.begin(), sizes.end());
  if (!sizes.empty())
    scenario.cluster.instance.accelerator.usable_memory =
        sizes[static_cast<std::size_t>(dice.below(static_cast<int>(sizes.size())))] *
        peak_quantile(scenario.framework.memory.interval, question.fit_confidence);
  // In half of them the price is cut on the day when half of the plans are through, of steps that take ten days or so.
  if (question.objective == Objective::kCost && dice.once_in(2)) {
    std::vector<Seconds> times;
    for (const Judged& plan : plans)
      if (!plan.rule) times.push_back(plan.time);
    std::sort(times.begin(), times.end());
    if (!times.empty()) {
      constexpr int kDays = 10;
      Phase& phase = scenario.phases[0];
      phase.tokens = static_cast<std::int64_t>(kDays * day / times[times.size() / 2]) * phase.global_batch_size *
                     phase.sequence_length;
      hardware::PricePoint cut = price_point("on_demand", 20);
      cut.valid_from = Date{scenario.start.days_since_epoch + kDays};
      scenario.price.later["on_demand"] = {cut};
    }
  }
  const Bytes usable = largest_peak(scenario, question.fit_confidence);
  const auto host_memory = scenario.cluster.instance.host_memory;

  WalkCounts counts;
  std::vector<const Judged*> fitting;
  std::map<int, double> worth_of_layout;
  for (const Judged& plan : plans) {
    std::optional<PlanObstacle> obstacle = plan.rule;
    const bool host_is_full = host_memory && plan.host > *host_memory / scenario.cluster.instance.accelerators_per_node;
    if (!obstacle && host_is_full) obstacle = PlanObstacle::kHostMemory;
    if (!obstacle && plan.memory > usable) obstacle = PlanObstacle::kMemory;
    if (obstacle) {
      ++counts[*obstacle];
      continue;
    }
    ++counts.num_timed;
    fitting.push_back(&plan);
    const double value = worth(plan, question.objective, scenario);
    const auto [at, is_new] = worth_of_layout.emplace(plan.layout, value);
    if (!is_new) at->second = std::min(at->second, value);
  }
  std::vector<double> values;
  for (const auto& [layout, value] : worth_of_layout) values.push_back(value);
  std::sort(values.begin(), values.end());
  values.resize(std::min(values.size(), static_cast<std::size_t>(question.num_best)));

  const SearchResult result = search(scenario, scenario.phases[0], question);
  ASSERT_EQ(result.num_plans, static_cast<std::int64_t>(plans.size())) << "seed " << seed;
  ASSERT_EQ(result.counts.num_timed, counts.num_timed) << "seed " << seed;
  ASSERT_EQ(result.counts.infeasible, counts.infeasible) << "seed " << seed;
  ASSERT_EQ(result.best.size(), values.size()) << "seed " << seed;
  for (std::size_t i = 0; i < values.size(); ++i) {
    expect_true_of_itself(scenario, result.best[i]);
    // Money and energy are put together in another order here: rounding.
    EXPECT_NEAR(result.best[i].objective, values[i], 1e-12 * values[i]) << "seed " << seed;
  }
  if (!fitting.empty() && question.objective == Objective::kStepTime) {
    const auto faster = [](const Judged* a, const Judged* b) { return a->time < b->time; };
    EXPECT_EQ(result.best[0].step_time, (*std::min_element(fitting.begin(), fitting.end(), faster))->time);
  }
  for (const int num_nodes : question.node_counts) {
    std::optional<Seconds> fastest;
    for (const Judged* plan : fitting)
      if (plan->num_nodes == num_nodes && (!fastest || plan->time < *fastest)) fastest = plan->time;
    Fastest visitor;
    PlanWalk(scenario, scenario.phases[0], question.space, num_nodes, usable).run(visitor);
    EXPECT_EQ(visitor.best, fastest) << "seed " << seed;
  }
  std::set<Point> front;
  for (const FoundPlan& plan : result.pareto) {
    expect_true_of_itself(scenario, plan);
    front.insert({plan.num_nodes, plan.memory / byte, plan.step_time / second});
  }
  EXPECT_EQ(front.size(), result.pareto.size()) << "seed " << seed;
  EXPECT_EQ(front, front_of(fitting)) << "seed " << seed;

  seen.plans += result.num_plans;
  seen.timed += counts.num_timed;
  seen.spaces_with_best += result.best.empty() ? 0 : 1;
  seen.mixtures += scenario.model.moe ? 1 : 0;
  for (std::size_t i = 0; i < kNumPlanObstacles; ++i) seen.infeasible[i] += counts.infeasible[i];
}

TEST(SearchExactness, FindsWhatCountingUpFindsInThousandsOfSmallSpaces) {
  constexpr int kNumSpaces = 3000;
  Seen seen;
  for (std::uint64_t seed = 1; seed <= kNumSpaces; ++seed) {
    compare_one_space(seed, seen);
    if (HasFatalFailure() || HasNonfatalFailure()) return;
  }
  // The spaces drawn are worth comparing: most have an answer, and every obstacle is met.
  EXPECT_GT(seen.spaces_with_best, kNumSpaces / 2);
  EXPECT_GT(seen.mixtures, kNumSpaces / 5);
  for (const std::int64_t count : seen.infeasible) EXPECT_GT(count, 0);
  RecordProperty("plans", std::to_string(seen.plans));
  RecordProperty("timed", std::to_string(seen.timed));
}

}  // namespace search_exactness_test
}  // namespace fmplan::plan
