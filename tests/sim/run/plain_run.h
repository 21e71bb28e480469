#pragma once

#include <cmath>

#include "core/base/random.h"
#include "core/sim/run/run.h"

namespace fmplan::sim {

/// 16 nodes, ten days of work, a failure about every four days; ten minutes to come back.
inline RunSettings plain_run() {
  RunSettings s;
  s.productive = 10 * day;
  s.step = 10 * second;
  s.mean_nodes = 16;
  s.accelerators = 128;
  s.failures.per_1000_node_days = 16;
  s.recovery = {.name = "plain",
                .detection = 1 * minute,
                .diagnosis = 30 * second,
                .swap = 20 * second,
                .replacement = 5 * minute,
                .initialisation = 2 * minute,
                .initialisation_per_rank = 100 * millisecond,
                .warm_up = 40 * second};
  s.checkpoint.interval = 1 * hour;
  s.checkpoint.levels = {{.name = "storage",
                          .every = 1,
                          .stall = 30 * second,
                          .persist_lag = {},
                          .reload = 1 * minute,
                          .survives = LossScope::kJob}};
  s.continuation = {.kind = ContinuationKind::kRestart, .replicas = 8, .nodes_per_replica = 2, .stall = 90 * second};
  return s;
}

/// Everything that can go wrong, as a random draw.
inline RunSettings random_run(RandomStream& random) {
  const auto often = [&random] { return random.uniform() < 0.4; };
  const auto up_to = [&random](Seconds most) { return random.uniform() * most; };
  RunSettings s = plain_run();
  s.productive = up_to(20 * day) + 1 * hour;
  s.mean_nodes = 4 + std::floor(60 * random.uniform());
  s.failures.per_1000_node_days = 50 * random.uniform();
  s.failures.num_events = often() ? std::optional<double>(20) : std::nullopt;
  s.checkpoint.interval = up_to(3 * hour) + 1 * minute;
  s.checkpoint.final_checkpoint = often();
  s.evaluation_share = 0.1 * random.uniform();
  s.data_stall_share = 0.1 * random.uniform();
  s.cold_start = up_to(1 * hour);
  s.spare_nodes = static_cast<int>(4 * random.uniform());
  s.recovery_can_fail = !often();
  if (often()) s.recovery.repair = up_to(5 * day);
  if (often()) s.recovery.process_share = random.uniform();
  if (often())
    s.hazards.lemons = LemonNodes{.share = 0.2, .factor = 10, .recognised = random.uniform()};
  else if (often())
    s.hazards.renewal_shape = 0.5 + random.uniform();
  if (often()) s.hazards.aging = NodeAging{.shape = 0.5 + random.uniform(), .mean_life = 300 * day};
  if (often()) s.hazards.groups = GroupFailures{.nodes = 4, .mtbf = 40 * day, .repair = up_to(1 * day)};
  if (often()) s.hazards.silent_corruption = SilentCorruption{.per_1000_node_days = 5, .found_after = up_to(10 * hour)};
  if (often())
    s.hazards.slow_nodes =
        SlowNodes{.per_1000_node_days = 10, .slowdown = 1 + random.uniform(), .lasts = 3 * hour, .replaced = often()};
  if (often())
    s.hazards.preemption = Preemption{.mean_between = 3 * day, .notice = up_to(2 * minute), .wait = up_to(1 * hour)};
  if (often()) s.hazards.site_outage = SiteOutages{.mean_between = 3 * day, .repair = up_to(6 * hour)};
  if (often()) s.hazards.maintenance = PlannedPause{.every = 3 * day, .takes = up_to(1 * day)};
  if (often()) s.hazards.capacity_block = PlannedPause{.every = 5 * day, .takes = up_to(2 * day)};
  if (often()) s.checkpoint.just_in_time = 40 * second;
  if (often()) s.checkpoint.archive_interval = 5 * hour;
  s.checkpoint.levels[0].persist_lag = often() ? up_to(2 * hour) : Seconds{};
  if (often())
    s.checkpoint.levels.insert(s.checkpoint.levels.begin(),
                               {.name = "memory",
                                .every = 1,
                                .stall = 2 * second,
                                .persist_lag = up_to(10 * minute),
                                .reload = 5 * second,
                                .survives = often() ? LossScope::kNode : LossScope::kProcess});
  s.checkpoint.levels.back().every = s.checkpoint.levels.size() > 1 ? 1 + static_cast<int>(9 * random.uniform()) : 1;
  const double kind = random.uniform();
  s.continuation.kind = kind < 0.5    ? ContinuationKind::kRestart
                        : kind < 0.75 ? ContinuationKind::kElastic
                                      : ContinuationKind::kReplica;
  return s;
}

}  // namespace fmplan::sim
