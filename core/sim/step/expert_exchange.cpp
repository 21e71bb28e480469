#include "core/sim/step/expert_exchange.h"

#include <algorithm>
#include <cmath>

#include "core/model/expert_routing.h"
#include "core/model/state_bytes.h"

namespace fmplan::sim {
namespace {

using model::Dispatcher;
using network::Collective;

}  // namespace

double expert_imbalance(const model::MixtureOfExperts& moe, const model::ParallelPlan& plan, const StepHabits& habits) {
  return plan.expert == 1 || moe.capacity_factor > 0 || moe.balanced_routing ? 1 : habits[StepHabit::kExpertImbalance];
}

void add_expert_stages(LayerContext& context, const model::ParallelPlan& plan, const hardware::Instance& instance,
                       const network::CollectiveProfile* profile) {
  if (plan.dispatcher != Dispatcher::kDeduplicating || plan.expert == 1) return;
  const int stride = expert_tensor(plan);
  const network::CollectiveGroup group = network::collective_group(instance, plan.expert, stride, 1, world_size(plan));
  const int inside = group.ranks_per_domain, rails = group.num_domains;
  context.expert_inside.emplace(instance, inside, stride, profile);
  context.expert_rails.emplace(instance, rails, inside * stride, profile);
  context.rails = rails;
}

Seconds expert_way_time(const model::MixtureOfExperts& moe, const model::ParallelPlan& plan, const LayerContext& c,
                        const StepHabits& habits, Bytes tokens) {
  const Bytes busiest = expert_imbalance(moe, plan, habits) * tokens;
  if (plan.dispatcher == Dispatcher::kDeduplicating)
    return std::max(c.expert_rails->time(Collective::kAllToAll, places_of_token(moe, c.rails) * busiest),
                    c.expert_inside->time(Collective::kAllToAll, places_of_token(moe, plan.expert) * busiest));
  return std::pow(c.expert_domains, habits[StepHabit::kExpertSpread]) *
         c.expert.time(Collective::kAllToAll, rows_per_token(moe) * busiest);
}

Seconds expert_exchange_time(const model::Transformer& model, const StepSettings& settings, const LayerContext& c,
                             const FrameworkProfile& framework) {
  const StepHabits& habits = framework.habits;
  const double elements = c.tokens * model.hidden_size / settings.plan.tensor;
  const double slower = habits[StepHabit::kExpertParallel];
  if (settings.plan.dispatcher == Dispatcher::kAllGather) {
    const Bytes all = settings.plan.expert * element_bytes(settings.precision) * elements * byte;
    return slower * std::pow(c.expert_domains, habits[StepHabit::kExpertSpread]) *
           (c.expert.time(Collective::kAllGather, all) + c.expert.time(Collective::kReduceScatter, all));
  }
  const auto way = [&](double width) {
    return expert_way_time(*model.moe, settings.plan, c, habits, width * elements * byte);
  };
  const bool quantised = framework.quantised_dispatch && is_quantised(settings.precision);
  const Seconds back = way(element_bytes(settings.precision));
  return slower * ((quantised ? way(model::quantised_bytes(settings.recipe)) : back) + back);
}

Seconds exchange_wait(const model::ParallelPlan& plan, const hardware::Instance& instance) {
  if (plan.expert == 1 || !instance.scale_out) return {};
  const int stride = expert_tensor(plan);
  if (network::collective_group(instance, plan.expert, stride, 1, world_size(plan)).num_domains == 1) return {};
  switch (plan.dispatcher) {
    case Dispatcher::kAllToAll: return instance.scale_out->exchange_wait;
    case Dispatcher::kDeduplicating: return instance.scale_out->deduplicating_wait;
    case Dispatcher::kAllGather: break;
  }
  return {};
}

}  // namespace fmplan::sim
