// What a run must be for its simulation to make sense.

#include <fmt/format.h>

#include "core/sim/run/run_rules.h"
#include "core/sim/run/run_simulation.h"

namespace fmplan::sim {
namespace {

void check_recovery(const Recovery& r, RunRules& check) {
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

void check_levels(const CheckpointRule& rule, RunRules& check) {
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
  RunRules check;
  check.time("/productive", s.productive, false);
  check.time("/step", s.step);
  check.number("/cluster/nodes", s.mean_nodes, 1e-9, 1e9);
  for (const RunPhase& phase : s.phases) check.number("/training/phases", phase.nodes, 1e-9, 1e9);
  check.number("/run/failures/per_1000_node_days", s.failures.per_1000_node_days, 0, 1e12);
  if (s.failures.num_events) check.number("/run/failures/events", *s.failures.num_events, 1e-6, 1e12);
  check.number("/run/spare_nodes", s.spare_nodes, 0, 1e9);
  check.number("/run/evaluation", s.evaluation_share, 0, 0.999);
  check.number("/run/data", s.data_stall_share, 0, 0.999);
  check.number("/run/campaign_overhead", s.overhead_share, 0, 0.999);
  if (s.evaluation_share + s.data_stall_share + s.overhead_share >= 1)
    check.report("/run/evaluation",
                 "evaluation, stalls of data and what campaigns take beside leave no time for training");
  check.time("/run/data/staged", s.cold_start);
  check_recovery(s.recovery, check);
  check_hazards(s.hazards, check);
  check_levels(s.checkpoint, check);
  constexpr double kMostCheckpoints = 1e12;  // chosen: counts stay whole in a double
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
