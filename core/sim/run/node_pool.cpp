#include "core/sim/run/node_pool.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "core/base/statistics.h"

namespace fmplan::sim {

SpareNodes fresh_spares(const RunSettings& settings, int number, RandomKey key) {
  if (!settings.hazards.lemons) return SpareNodes(number);
  ++key.index;
  return SpareNodes(number, binomial_quantile(number, settings.hazards.lemons->share, uniform_draw(key)));
}

NodePool::NodePool(const RunSettings& settings, int num_nodes, const RandomKey& key, SpareNodes& shared, SpareNodes own,
                   double offset_s)
    : s_(settings), shared_(shared), own_(std::move(own)), offset_s_(offset_s) {
  if (s_.hazards.lemons) lemons_ = binomial_quantile(num_nodes, s_.hazards.lemons->share, uniform_draw(key));
}

NodePool::Order NodePool::replace(RunCause cause, int number, double clock_s, RandomStream& kinds,
                                  RandomStream& durations) {
  const double now_s = clock_s + offset_s_;
  own_.take_back_repaired(now_s);
  shared_.take_back_repaired(now_s);
  const double platform_s = now_s + s_.recovery.replacement / second;
  Order order{.ready_s = now_s};
  for (int i = 0; i < number; ++i) {
    SpareNodes::Repair failed{.until_s = now_s + draw_repair_s(cause, durations)};
    if (cause == RunCause::kLemon) {
      --lemons_;
      // Another job's lemon may come with shared spares to a job that knows of none: there it is a node like others.
      const double recognised = s_.hazards.lemons ? s_.hazards.lemons->recognised : 0;
      failed.is_lemon = recognised == 0 || kinds.uniform() >= recognised;
    }
    if (SpareNodes& spares = own_.free_ > 0 ? own_ : shared_; spares.free_ > 0) {
      const bool is_lemon = spares.free_lemons_ > 0 && kinds.uniform() * spares.free_ < spares.free_lemons_;
      lemons_ += is_lemon ? 1 : 0;
      spares.free_lemons_ -= is_lemon ? 1 : 0;
      --spares.free_;
      spares.push(failed);
      order.ready_s = std::max(order.ready_s, now_s + s_.recovery.swap / second);
      continue;
    }
    ++order.num_starved;
    SpareNodes& next = first_to_come_back();
    const auto& repairs = next.repairs_;
    const double repaired_s = repairs.empty() ? failed.until_s : std::min(failed.until_s, repairs.front().until_s);
    // What a switch has cut off comes back with it: no platform sends others.
    if (cause != RunCause::kGroup && platform_s < repaired_s) {
      order.ready_s = std::max(order.ready_s, platform_s);
      continue;
    }
    const SpareNodes::Repair back = next.first_back(failed);
    lemons_ += back.is_lemon ? 1 : 0;
    order.ready_s = std::max(order.ready_s, back.until_s);
  }
  order.ready_s = std::max(clock_s, order.ready_s - offset_s_);
  return order;
}

double NodePool::draw_repair_s(RunCause cause, RandomStream& durations) const {
  if (cause == RunCause::kGroup) return s_.hazards.groups->repair / second;
  const Recovery& r = s_.recovery;
  if (!r.repair) return r.replacement / second;
  const double mean_s = *r.repair / second;
  switch (r.repair_law) {
    case RepairLaw::kFixed: return mean_s;
    case RepairLaw::kExponential: return mean_s * durations.exponential();
    case RepairLaw::kLognormal: {
      // Box and Muller: one of the two.
      const double radius = std::sqrt(2 * durations.exponential());
      const double normal = radius * std::cos(2 * std::numbers::pi * durations.uniform());
      return mean_s * std::exp(r.repair_sigma * normal - r.repair_sigma * r.repair_sigma / 2);
    }
  }
  return mean_s;
}

SpareNodes& NodePool::first_to_come_back() {
  if (own_.repairs_.empty()) return shared_;
  if (shared_.repairs_.empty()) return own_;
  return own_.repairs_.front() > shared_.repairs_.front() ? shared_ : own_;
}

void SpareNodes::take_back_repaired(double clock_s) {
  while (!repairs_.empty() && repairs_.front().until_s <= clock_s) {
    ++free_;
    free_lemons_ += pop().is_lemon ? 1 : 0;
  }
}

void SpareNodes::push(Repair repair) {
  repairs_.push_back(repair);
  std::ranges::push_heap(repairs_, std::greater<>{});
}

SpareNodes::Repair SpareNodes::first_back(Repair failed) {
  if (repairs_.empty() || repairs_.front() > failed) return failed;
  push(failed);
  return pop();
}

SpareNodes::Repair SpareNodes::pop() {
  std::ranges::pop_heap(repairs_, std::greater<>{});
  const Repair repair = repairs_.back();
  repairs_.pop_back();
  return repair;
}

}  // namespace fmplan::sim
