#include "core/sim/run/hazards.h"

#include <cmath>

namespace fmplan::sim {
namespace {

void check_pause(const char* every, const char* takes, const PlannedPause& pause, RunRules& check) {
  check.time(every, pause.every, false);
  check.time(takes, pause.takes);
  if (pause.takes >= pause.every)
    check.report(takes,
                 fmt::format("{:.6g} s do not end before the next one, {:.6g} s after the begin; make it shorter",
                             pause.takes / second, pause.every / second));
}

}  // namespace

HazardRateTable rates_beside_nodes(const Hazards& h, double num_nodes, double per_thousand_node_days) {
  const auto of_nodes = [&](const auto& hazard) {
    return hazard ? hazard->per_1000_node_days * per_thousand_node_days : 0;
  };
  return {{
      {RunCause::kGroup, h.groups ? num_nodes / h.groups->nodes / (h.groups->mtbf / second) : 0},
      {RunCause::kSilentCorruption, of_nodes(h.silent_corruption)},
      {RunCause::kSlowNode, of_nodes(h.slow_nodes)},
      {RunCause::kPreemption, h.preemption ? second / h.preemption->mean_between : 0, false},
      {RunCause::kSiteOutage, h.site_outage ? second / h.site_outage->mean_between : 0, false},
  }};
}

PerSecond loss_rate(const Hazards& h, double num_nodes, Seconds exposed, Seconds save) {
  const bool is_warned = h.preemption && save <= h.preemption->notice;
  double per_second = 0;
  for (const HazardRate& other : rates_beside_nodes(h, num_nodes, 0))
    if (other.cause != RunCause::kPreemption || !is_warned) per_second += other.per_second;
  if (h.aging && exposed > Seconds{}) {
    const double grown = exposed / h.aging->mean_life * std::tgamma(1 + 1 / h.aging->shape);
    per_second += num_nodes * std::pow(grown, h.aging->shape) / (exposed / second);
  }
  return per_second / second;
}

std::optional<Seconds> outage(const Hazards& h, RunCause cause) {
  switch (cause) {
    case RunCause::kSiteOutage: return h.site_outage->repair;
    default: return std::nullopt;
  }
}

void check_hazards(const Hazards& h, RunRules& check) {
  if (h.renewal_shape) check.number("/run/hazards/renewal/shape", *h.renewal_shape, kSmallestShape, kLargestShape);
  if (h.lemons) {
    check.number("/run/hazards/lemons/share", h.lemons->share, 0, 1);
    check.number("/run/hazards/lemons/factor", h.lemons->factor, 1, kLargestHazardFactor);
    check.number("/run/hazards/lemons/recognised", h.lemons->recognised, 0, 1);
  }
  if (h.aging) {
    check.number("/run/hazards/aging/shape", h.aging->shape, kSmallestShape, kLargestShape);
    check.time("/run/hazards/aging/mean_life", h.aging->mean_life, false);
  }
  if (h.groups) {
    check.number("/run/hazards/groups/nodes", h.groups->nodes, 1, kMostNodes);
    check.time("/run/hazards/groups/mtbf", h.groups->mtbf, false);
    check.time("/run/hazards/groups/repair", h.groups->repair);
  }
  if (h.silent_corruption) {
    check.number("/run/hazards/silent_corruption/per_1000_node_days", h.silent_corruption->per_1000_node_days, 0,
                 kMostHazardsPer1000NodeDays);
    check.time("/run/hazards/silent_corruption/found_after", h.silent_corruption->found_after);
  }
  if (h.slow_nodes) {
    check.number("/run/hazards/slow_nodes/per_1000_node_days", h.slow_nodes->per_1000_node_days, 0,
                 kMostHazardsPer1000NodeDays);
    check.number("/run/hazards/slow_nodes/slowdown", h.slow_nodes->slowdown, 1, kLargestHazardFactor);
    check.time("/run/hazards/slow_nodes/lasts", h.slow_nodes->lasts);
  }
  if (h.preemption) {
    check.time("/run/hazards/preemption/mean_between", h.preemption->mean_between, false);
    check.time("/run/hazards/preemption/notice", h.preemption->notice);
    check.time("/run/hazards/preemption/wait", h.preemption->wait);
  }
  if (h.site_outage) {
    check.time("/run/hazards/site_outage/mean_between", h.site_outage->mean_between, false);
    check.time("/run/hazards/site_outage/repair", h.site_outage->repair);
  }
  if (h.maintenance)
    check_pause("/run/hazards/maintenance/every", "/run/hazards/maintenance/takes", *h.maintenance, check);
  if (h.capacity_block)
    check_pause("/run/hazards/capacity_block/lasts", "/run/hazards/capacity_block/gap", *h.capacity_block, check);
}

std::vector<std::string> hazard_names(const Hazards& h) {
  std::vector<std::string> names;
  const auto add = [&names](const auto& hazard, const char* name) {
    if (hazard) names.emplace_back(name);
  };
  add(h.renewal_shape, "Weibull times between failures");
  add(h.lemons, "lemon nodes");
  add(h.aging, "aging of nodes");
  add(h.groups, "failures of groups of nodes");
  add(h.silent_corruption, "silent corruption");
  add(h.slow_nodes, "slow nodes");
  add(h.preemption, "preemption");
  add(h.site_outage, "outages of the site");
  add(h.maintenance, "maintenance");
  add(h.capacity_block, "the end of capacity blocks");
  return names;
}

}  // namespace fmplan::sim
