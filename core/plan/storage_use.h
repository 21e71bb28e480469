#pragma once

/// @file
/// What a run does with storage: checkpoints on their levels, data read and staged, and what all of it costs.

#include <string>
#include <vector>

#include "core/plan/report.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::plan {

/// Checkpoints of `checkpoint` bytes and the scenario's data, by the storage model (hardware/storage.h).
///
/// One checkpoint of B bytes on N nodes of n accelerators, c bytes/s from an accelerator to the host:
///   copy         B/(N·n·c), to the hosts' memory
///   peer memory  (B/N)/NICs: each node sends its share to another one; 2 B there
///   drives       write_time(B), after peer memory of 2 B: each node writes its own share and the other one's
///   storage      write_time(B)
/// Synchronous: training stalls for each of these (peer memory: for the slower of copy and sending).  Asynchronous: it
/// stalls for the copy alone, and the levels are written one after another from host memory, so that a level can be
/// read back when it and those before it are through.  Reload: read_time(B); from peer memory and drives the slower of
/// reading, fetching a lost node's share from its peer and the copy to the accelerators.
///
/// Data: needed = tokens/s · bytes a token; a phase that needs more than it gets takes needed/given as long.
/// Staging: bytes over the slower of reading there and writing here, step after step.
///
/// Neglected: that checkpoints, data and training share NICs and file systems; metadata; caches and bursts.
StorageReport storage_report(const Scenario& scenario, const std::vector<PhaseReport>& phases, Bytes checkpoint);

/// Name of a level: "peer_memory", "local_nvme", the storage's own, or "storage" where none is given.
std::string level_name(const Scenario& scenario, const CheckpointLevelSpec& level);
/// What the checkpoints of level `index` survive.  Drives hold what a node lost only if peer memory comes before them.
sim::LossScope level_survives(const CheckpointSpec& checkpoint, std::size_t index);

/// What does not work out: a level too slow for the interval, a checkpoint longer than the time between failures, no
/// room for what is kept, data that comes too slowly; each with what would help.
Notices storage_warnings(const Report& report, const sim::RunSettings& settings);

/// Of all storage but the cluster's own: levels of checkpoints, data and where it was staged from, in a run as `run`.
/// cost_of() turns them into money.
std::vector<StorageRent> storage_rents(const Scenario& scenario, const std::vector<CheckpointLevelReport>& levels,
                                       const sim::RunOutcome& run, const sim::RunSettings& settings);

}  // namespace fmplan::plan
