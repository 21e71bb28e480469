// What a run must be for its simulation to make sense.

#include <cmath>

#include <fmt/format.h>

#include "core/sim/run/run_simulation.h"

namespace fmplan::sim {
namespace {

class Check {
 public:
  void time(const char* where, Seconds value, bool may_be_zero = true, bool may_be_never = false) {
    const double seconds = value / second;
    if (may_be_never && value == kNever) return;
    if (!std::isfinite(seconds) || seconds < 0 || (!may_be_zero && seconds == 0))
      report(where, fmt::format("{} s is no {} time; give one {}", seconds, may_be_zero ? "possible" : "positive",
                                may_be_zero ? "of nothing or more" : "above nothing"));
  }

  void number(const char* where, double value, double least, double most) {
    if (!(value >= least && value <= most))
      report(where, fmt::format("{} is not between {} and {}", value, least, most));
  }

  void report(std::string where, std::string message) { issues_.push_back({std::move(where), std::move(message)}); }
  Issues take() { return std::move(issues_); }

 private:
  Issues issues_;
};

void check_recovery(const Recovery& r, Check& check) {
  check.time("/run/recovery/detection", r.detection);
  check.time("/run/recovery/diagnosis", r.diagnosis);
  check.time("/run/recovery/swap", r.swap);
  check.time("/run/recovery/replacement", r.replacement, true, true);
  if (r.repair) check.time("/run/recovery/repair", *r.repair, true, true);
  check.number("/run/recovery/repair_sigma", r.repair_sigma, 0, 10);
  check.number("/run/recovery/process_share", r.process_share, 0, 1);
  check.time("/run/recovery/initialisation", r.initialisation);
  check.time("/run/recovery/initialisation_per_rank", r.initialisation_per_rank);
  check.time("/run/recovery/warm_up", r.warm_up);
}

void check_pause(const char* every, const char* takes, const PlannedPause& pause, Check& check) {
  check.time(every, pause.every, false);
  check.time(takes, pause.takes);
  if (pause.takes >= pause.every)
    check.report(takes,
                 fmt::format("{:.6g} s do not end before the next one, {:.6g} s after the begin; make it shorter",
                             pause.takes / second, pause.every / second));
}

void check_hazards(const RunSettings& s, Check& check) {
  const Hazards& h = s.hazards;
  constexpr double kMostShape = 100, kLeastShape = 0.1, kMostRate = 1e6;
  if (h.renewal_shape) check.number("/run/hazards/renewal/shape", *h.renewal_shape, kLeastShape, kMostShape);
  if (h.lemons) {
    check.number("/run/hazards/lemons/share", h.lemons->share, 0, 1);
    check.number("/run/hazards/lemons/factor", h.lemons->factor, 1, 1e6);
    check.number("/run/hazards/lemons/recognised", h.lemons->recognised, 0, 1);
  }
  if (h.aging) {
    check.number("/run/hazards/aging/shape", h.aging->shape, kLeastShape, kMostShape);
    check.time("/run/hazards/aging/mean_life", h.aging->mean_life, false);
  }
  if (h.groups) {
    check.number("/run/hazards/groups/nodes", h.groups->nodes, 1, 1e6);
    check.time("/run/hazards/groups/mtbf", h.groups->mtbf, false);
    check.time("/run/hazards/groups/repair", h.groups->repair);
  }
  if (h.silent_corruption) {
    check.number("/run/hazards/silent_corruption/per_1000_node_days", h.silent_corruption->per_1000_node_days, 0,
                 kMostRate);
    check.time("/run/hazards/silent_corruption/found_after", h.silent_corruption->found_after);
  }
  if (h.slow_nodes) {
    check.number("/run/hazards/slow_nodes/per_1000_node_days", h.slow_nodes->per_1000_node_days, 0, kMostRate);
    check.number("/run/hazards/slow_nodes/slowdown", h.slow_nodes->slowdown, 1, 1e6);
    check.time("/run/hazards/slow_nodes/lasts", h.slow_nodes->lasts);
  }
  if (h.preemption) {
    check.time("/run/hazards/preemption/mean_between", h.preemption->mean_between, false);
    check.time("/run/hazards/preemption/notice", h.preemption->notice);
    check.time("/run/hazards/preemption/wait", h.preemption->wait);
  }
  if (h.maintenance)
    check_pause("/run/hazards/maintenance/every", "/run/hazards/maintenance/takes", *h.maintenance, check);
  if (h.capacity_block)
    check_pause("/run/hazards/capacity_block/lasts", "/run/hazards/capacity_block/gap", *h.capacity_block, check);
}

void check_levels(const CheckpointRule& rule, Check& check) {
  const auto& levels = rule.levels;
  if (levels.empty() || levels.size() > kMostCheckpointLevels) {
    check.report("/run/checkpoint/levels",
                 fmt::format("{} levels; give 1 to {}", levels.size(), kMostCheckpointLevels));
    return;
  }
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const CheckpointLevel& level = levels[i];
    const std::string where = fmt::format("/run/checkpoint/levels/{}", i);
    check.time((where + "/stall").c_str(), level.stall);
    check.time((where + "/persist_lag").c_str(), level.persist_lag);
    check.time((where + "/reload").c_str(), level.reload);
    check.number((where + "/every").c_str(), level.every, 1, 1e9);
    if (i == 0 && level.every != 1)
      check.report(where + "/every", fmt::format("{}: the nearest level takes every checkpoint; use 1", level.every));
    if (i == 0) continue;
    if (levels[i - 1].every >= 1 && level.every % levels[i - 1].every != 0)
      check.report(where + "/every",
                   fmt::format("{} is no multiple of {}, that of the level before", level.every, levels[i - 1].every));
    if (level.survives < levels[i - 1].survives)
      check.report(where, fmt::format("{} survives less ({}) than the level before, {} ({}); order them from the "
                                      "nearest to the safest",
                                      level.name, loss_scope_name(level.survives), levels[i - 1].name,
                                      loss_scope_name(levels[i - 1].survives)));
  }
  if (rule.interval) check.time("/run/checkpoint/interval", *rule.interval, false, true);
  if (rule.just_in_time) check.time("/run/checkpoint/just_in_time", *rule.just_in_time);
  check.number("/run/checkpoint/keep", rule.kept, 1, 1e9);
  if (rule.archive_interval) check.time("/run/checkpoint/archive", *rule.archive_interval, false);
}

}  // namespace

Issues check_run(const RunSettings& s) {
  Check check;
  check.time("/productive", s.productive, false);
  check.time("/step", s.step);
  check.number("/cluster/nodes", s.mean_nodes, 1e-9, 1e9);
  check.number("/run/failures/per_1000_node_days", s.failures.per_1000_node_days, 0, 1e12);
  if (s.failures.num_events) check.number("/run/failures/events", *s.failures.num_events, 1e-6, 1e12);
  check.number("/run/spare_nodes", s.spare_nodes, 0, 1e9);
  check.number("/run/evaluation", s.evaluation_share, 0, 0.999);
  check.number("/run/data", s.data_stall_share, 0, 0.999);
  if (s.evaluation_share + s.data_stall_share >= 1)
    check.report("/run/evaluation", "evaluation and stalls of data leave no time for training");
  check.time("/run/data/staged", s.cold_start);
  check_recovery(s.recovery, check);
  check_hazards(s, check);
  check_levels(s.checkpoint, check);
  constexpr double kMostCheckpoints = 1e12;
  if (s.checkpoint.interval && s.productive / *s.checkpoint.interval > kMostCheckpoints)
    check.report("/run/checkpoint/interval",
                 fmt::format("{:.3g} checkpoints are more than a run can take; give more "
                             "than {:.3g} s",
                             s.productive / *s.checkpoint.interval, s.productive / second / kMostCheckpoints));
  check.number("/run/continuation/replicas", s.continuation.replicas, 1, 1e9);
  check.number("/run/continuation/nodes_per_replica", s.continuation.nodes_per_replica, 1e-6, 1e9);
  check.time("/run/continuation/stall", s.continuation.stall);
  return check.take();
}

}  // namespace fmplan::sim
