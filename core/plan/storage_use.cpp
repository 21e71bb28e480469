#include "core/plan/storage_use.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/base/quantity_text.h"

namespace fmplan::plan {
namespace {

using hardware::StorageTime;
using Kind = CheckpointLevelSpec::Kind;

/// What moves checkpoints and data.
struct Movers {
  hardware::StorageClients clients;
  Seconds copy;  ///< of one checkpoint between accelerators and hosts
};

/// What one node's NICs carry together; none where its instance states no network.
std::optional<BytesPerSecond> node_nics(const hardware::Instance& instance) {
  if (!instance.scale_out) return std::nullopt;
  return instance.accelerators_per_node * instance.scale_out->bandwidth;
}

Movers movers(const Scenario& scenario, const std::vector<PhaseReport>& phases, Bytes checkpoint) {
  double node_seconds = 0;
  Seconds productive;
  int accelerators = 1;
  for (const PhaseReport& phase : phases) {
    productive += phase.productive;
    node_seconds += phase.num_nodes * (phase.productive / second);
    accelerators = std::max(accelerators, phase.num_accelerators);
  }
  return {.clients = {.num_nodes = node_seconds / (productive / second),
                      .unstated = scenario.checkpoint.node_bandwidth,
                      .nics = node_nics(scenario.cluster.instance)},
          .copy = checkpoint / accelerators / scenario.checkpoint.accelerator_copy_bandwidth};
}

/// The storage a level lies on; none: hosts' memory, or the nodes' own rate where the cluster has no storage.
const std::optional<hardware::Storage>& storage_of(const Scenario& scenario, const CheckpointLevelSpec& level) {
  return level.kind == Kind::kClusterStorage ? scenario.cluster.checkpoint_storage : level.storage;
}

std::string held_text(const StorageTime& time) { return std::string(storage_bound_name(time.held_by)); }

void set_times(CheckpointLevelReport& level, const StorageTime& write, const StorageTime& read) {
  level.write = write.time;
  level.write_rate = write.rate;
  level.write_held_by = held_text(write);
  level.read = read.time;
  level.read_held_by = held_text(read);
}

/// Through the NICs of the nodes, or of the one that lost its share.
StorageTime sent(Bytes bytes, const Movers& movers) {
  const BytesPerSecond rate = movers.clients.num_nodes * movers.clients.nics.value_or(movers.clients.unstated);
  return {bytes / rate, rate, hardware::StorageBound::kClients};
}

CheckpointLevelReport level_report(const Scenario& scenario, std::size_t index, Bytes checkpoint,
                                   const Movers& movers) {
  const CheckpointLevelSpec& spec = scenario.checkpoint.levels[index];
  const hardware::Instance& instance = scenario.cluster.instance;
  const double nodes = movers.clients.num_nodes;
  CheckpointLevelReport level;
  level.name = level_name(scenario, spec);
  level.every = spec.every;
  level.kept = spec.kept;
  level.survives = level_survives(scenario.checkpoint, index);
  level.bytes = checkpoint;
  if (spec.kind == Kind::kPeerMemory) {
    level.bytes = 2 * checkpoint;
    set_times(level, sent(checkpoint, movers), sent(checkpoint, movers));
    level.write_held_by = level.read_held_by = "network between nodes";
    if (instance.host_memory) level.room = nodes * *instance.host_memory;
  } else if (const auto& storage = storage_of(scenario, spec); storage) {
    const bool peers = storage->per_node && level.survives >= sim::LossScope::kNode;
    if (peers) level.bytes = 2 * checkpoint;
    set_times(level, write_time(level.bytes, *storage, movers.clients),
              read_time(checkpoint, *storage, movers.clients));
    if (peers && sent(checkpoint, movers).time > level.read) {
      level.read = sent(checkpoint, movers).time;
      level.read_held_by = "network between nodes";
    }
    if (storage->per_node && instance.local_nvme) level.room = nodes * *instance.local_nvme;
    if (!storage->per_node && storage->capacity > Bytes{}) level.room = storage->capacity;
  } else {
    const BytesPerSecond rate = nodes * scenario.checkpoint.node_bandwidth;
    set_times(level, {checkpoint / rate, rate}, {checkpoint / rate, rate});
  }
  level.held = level.kept * level.bytes;
  return level;
}

/// Near levels come back through the hosts' memory in no time; what is left is the copy.
bool is_near(const Scenario& scenario, const CheckpointLevelSpec& spec) {
  const auto& storage = storage_of(scenario, spec);
  return spec.kind == Kind::kPeerMemory || (storage && storage->per_node);
}

/// What a start reads beside a checkpoint of adapters: the frozen weights, which lie with the last level.
Seconds frozen_read(const Scenario& scenario, const Movers& movers) {
  if (scenario.adapter_rank == 0) return Seconds{};
  const Bytes frozen = frozen_weight_bytes(scenario.model, scenario.precision);
  const CheckpointLevelSpec& last = scenario.checkpoint.levels.back();
  if (const auto& storage = storage_of(scenario, last); storage)
    return read_time(frozen, *storage, movers.clients).time;
  if (last.kind == Kind::kPeerMemory) return sent(frozen, movers).time;
  return frozen / (movers.clients.num_nodes * scenario.checkpoint.node_bandwidth);
}

void add_levels(StorageReport& report, const Scenario& scenario, Bytes checkpoint, const Movers& movers) {
  const CheckpointSpec& spec = scenario.checkpoint;
  const Seconds frozen = frozen_read(scenario, movers);
  Seconds lag;
  for (std::size_t i = 0; i < spec.levels.size(); ++i) {
    CheckpointLevelReport level = level_report(scenario, i, checkpoint, movers);
    if (spec.asynchronous) {
      lag += level.write;
      level.stall = i == 0 ? spec.asynchronous_overhead + movers.copy : Seconds{};
      level.persist_lag = lag;
      report.shortest_interval += level.write / level.every;
    } else {
      level.stall = spec.levels[i].kind == Kind::kPeerMemory ? std::max(level.write, movers.copy) : level.write;
    }
    if (is_near(scenario, spec.levels[i]) && movers.copy > level.read) {
      level.read = movers.copy;
      level.read_held_by = "copies to accelerators";
    }
    level.read += frozen;
    report.levels.push_back(std::move(level));
  }
}

void add_staging(DataReport& data, const DataSpec& spec, const hardware::StorageClients& clients) {
  for (std::size_t i = 0; i < spec.staged_from.size(); ++i) {
    const hardware::Storage& from = spec.staged_from[i];
    const hardware::Storage& to = i + 1 < spec.staged_from.size() ? spec.staged_from[i + 1] : spec.storage.value();
    const StorageTime read = read_time(spec.staged, from, clients), write = write_time(spec.staged, to, clients);
    const bool reads = read.time >= write.time;
    data.staging.push_back(
        {.from = from.name,
         .to = to.name,
         .time = reads ? read.time : write.time,
         .held_by = fmt::format("{} of {}", held_text(reads ? read : write), reads ? from.name : to.name)});
    data.cold_start += data.staging.back().time;
  }
}

DataReport data_report(const Scenario& scenario, const std::vector<PhaseReport>& phases,
                       hardware::StorageClients clients) {
  const DataSpec& spec = scenario.data;
  DataReport data;
  Seconds productive, stalled;
  int accelerators = 1;
  for (const PhaseReport& phase : phases) {
    const BytesPerSecond needed = phase.tokens_per_second * spec.bytes_per_token * byte_per_second;
    clients.num_nodes = phase.num_nodes;
    accelerators = std::max(accelerators, phase.num_accelerators);
    productive += phase.productive;
    if (spec.storage) {
      const hardware::StorageRate given = read_rate(*spec.storage, clients);
      if (given.rate < needed) stalled += (needed / given.rate - 1) * phase.productive;
      if (!data.given || needed > data.needed) {
        data.given = given.rate;
        data.held_by = storage_bound_name(given.held_by);
      }
    }
    data.needed = std::max(data.needed, needed);
  }
  // Of steps, stalls and evaluation together, of which evaluation has its share in any case.
  if (stalled > Seconds{}) data.stall_share = stalled / (productive + stalled) * (1 - scenario.evaluation_share);
  clients.num_nodes = phases.front().num_nodes;
  add_staging(data, spec, clients);
  const sim::Recovery& start = scenario.recovery;
  if (!data.staging.empty())
    data.cold_start += start.initialisation + accelerators * start.initialisation_per_rank + start.warm_up;
  return data;
}

/// What would make a level faster.
Notice remedy(const Scenario& scenario, const CheckpointLevelSpec& spec, BytesPerSecond needed) {
  const auto& storage = storage_of(scenario, spec);
  if (!storage || storage->per_node) return {.kind = NoticeKind::kWriteLessOften};
  if (storage->write_bandwidth_per_tebibyte && storage->client_bandwidth)
    return {.kind = NoticeKind::kProvisionMore,
            .values = {{"capacity", needed / *storage->write_bandwidth_per_tebibyte * tebibyte}}};
  if (storage->requests && storage->requests->puts_per_second > 0) {
    const double prefixes =
        std::ceil(needed / (storage->requests->puts_per_second * storage->requests->part_size / second));
    return {.kind = NoticeKind::kSpreadPrefixes, .values = {{"prefixes", static_cast<std::int64_t>(prefixes)}}};
  }
  return {.kind = NoticeKind::kFasterStorage};
}

/// Levels that cannot take what comes: they fall behind further and further.
void warn_of_throughput(Notices& warnings, const Report& report) {
  const StorageReport& storage = report.storage;
  const Seconds interval = report.run.checkpoint_interval;
  constexpr double kRounding = 1e-9;  // the shortest interval itself is long enough
  if (!(storage.shortest_interval * (1 - kRounding) > interval)) return;
  std::size_t slowest = 0;
  const auto load = [&](std::size_t i) { return storage.levels[i].write / storage.levels[i].every; };
  for (std::size_t i = 1; i < storage.levels.size(); ++i)
    if (load(i) > load(slowest)) slowest = i;
  const CheckpointLevelReport& level = storage.levels[slowest];
  const Seconds others = storage.shortest_interval - load(slowest);
  const bool reachable = interval > others;
  const BytesPerSecond needed = level.bytes / (level.every * (interval - others));
  Notice warning{.kind = reachable ? NoticeKind::kThroughputUnreachable : NoticeKind::kThroughputBeyondAll,
                 .place = "/run/checkpoint",
                 .values = {{"interval", interval},
                            {"to", level.name},
                            {"takes", level.write_rate},
                            {"held_by", level.write_held_by},
                            {"shortest", storage.shortest_interval}},
                 .parts = {remedy(report.scenario, report.scenario.checkpoint.levels[slowest],
                                  reachable ? needed : level.bytes / (level.every * interval))}};
  if (reachable) warning.values.emplace_back("needed", needed);
  warnings.push_back(std::move(warning));
}

/// A stated interval that is shorter than a step.
void warn_of_each_step(Notices& warnings, const Report& report) {
  const auto& asked = report.scenario.checkpoint.interval;
  if (asked && *asked < report.run.checkpoint_interval)
    warnings.push_back({.kind = NoticeKind::kCheckpointEachStep,
                        .place = "/run/checkpoint",
                        .values = {{"asked", *asked}, {"step", report.run.checkpoint_interval}}});
}

/// A checkpoint that is rarely finished between two failures.
void warn_of_length(Notices& warnings, const Report& report) {
  for (const CheckpointLevelReport& level : report.storage.levels) {
    const Seconds takes = level.stall + level.persist_lag;
    if (takes <= report.run.mtbf) continue;
    warnings.push_back({.kind = NoticeKind::kCheckpointTooLong,
                        .place = "/run/checkpoint",
                        .values = {{"to", level.name},
                                   {"takes", takes},
                                   {"between_failures", report.run.mtbf},
                                   {"held_by", level.write_held_by}}});
  }
}

Bytes data_of_all_tokens(const Scenario& scenario) {
  double tokens = 0;
  for (const Phase& phase : scenario.phases) tokens += static_cast<double>(phase.tokens);
  return tokens * scenario.data.bytes_per_token * byte;
}

/// What lies on each storage must find room there.
void warn_of_room(Notices& warnings, const Report& report, const sim::RunSettings& settings) {
  const Scenario& scenario = report.scenario;
  struct Use {
    Bytes held, room;
  };
  std::map<std::string, Use> uses;
  for (std::size_t i = 0; i < report.storage.levels.size(); ++i) {
    const CheckpointLevelReport& level = report.storage.levels[i];
    if (!level.room) continue;
    Use& use = uses[level.name];
    use.held += level.held;
    use.room = *level.room;
    if (i + 1 == report.storage.levels.size() && scenario.checkpoint.archive_interval)
      use.held += std::floor(settings.productive / *scenario.checkpoint.archive_interval) * level.bytes;
  }
  if (const auto& storage = scenario.data.storage) {
    const bool drives = storage->per_node;
    Use& use = uses[drives ? "local_nvme" : storage->name];
    use.held += scenario.data.staged_from.empty() ? data_of_all_tokens(scenario) : scenario.data.staged;
    use.room = drives ? report.phases.front().num_nodes * storage->capacity : storage->capacity;
  }
  constexpr double kRounding = 1e-9;  // of what is told in other units
  if (const Bytes all = data_of_all_tokens(scenario); scenario.data.staged > (1 + kRounding) * all)
    warnings.push_back({.kind = NoticeKind::kStagedBeyondData,
                        .place = "/run/data/staged",
                        .values = {{"staged", scenario.data.staged}, {"read", all}}});
  for (const auto& [name, use] : uses)
    if (use.room > Bytes{} && use.held > use.room)
      warnings.push_back({.kind = NoticeKind::kStorageFull,
                          .place = "/run/checkpoint",
                          .values = {{"held", use.held}, {"storage", name}, {"room", use.room}}});
}

void warn_of_data(Notices& warnings, const Report& report) {
  const auto& data = report.storage.data;
  if (!data || !data->given || data->needed <= *data->given) return;
  warnings.push_back({.kind = NoticeKind::kStepsWaitForData,
                      .place = "/data",
                      .values = {{"share", Ratio{data->stall_share}},
                                 {"needed", data->needed},
                                 {"storage", report.scenario.data.storage->name},
                                 {"given", *data->given},
                                 {"held_by", data->held_by}}});
}

void warn_of_copies(Notices& warnings, const Report& report) {
  const Scenario& scenario = report.scenario;
  if (num_state_copies(report.phases[report.main_phase].parallel) > 1) return;
  const char* const place = "/training/parallel/zero_stage";
  if (scenario.checkpoint.just_in_time) warnings.push_back({.kind = NoticeKind::kNoSecondCopyInTime, .place = place});
  if (scenario.continuation == sim::ContinuationKind::kReplica)
    warnings.push_back({.kind = NoticeKind::kNoSecondCopyToContinue, .place = place});
}

std::optional<DollarsPerByteSecond> price_of(const Scenario& scenario, const std::string& storage) {
  const auto found = scenario.price.other_storage.find(storage);
  return found == scenario.price.other_storage.end() ? std::nullopt : std::optional(found->second);
}

StorageRent rent_of(const Scenario& scenario, const hardware::Storage& storage) {
  StorageRent rent;
  rent.name = "storage_" + storage.name;
  rent.price = price_of(scenario, storage.name);
  rent.held = storage.capacity;
  if (storage.capacity > Bytes{}) rent.note = fmt::format("{} of {}", data_text(storage.capacity), storage.name);
  return rent;
}

/// Storage that is paid by what lies there, and by requests.
void add_checkpoint_rent(StorageRent& rent, const hardware::Storage& storage, const CheckpointLevelReport& level,
                         bool is_last, const sim::RunOutcome& run, const sim::RunSettings& settings) {
  const Seconds work = run.time.productive + run.time.evaluation + run.time.data_stall + run.time.overhead;
  const double written = work / (level.every * run.checkpoint_interval);
  if (storage.requests) rent.requests += written * num_requests(storage, level.bytes) * storage.requests->price_per_put;
  if (storage.capacity > Bytes{}) return;
  rent.held += level.held;
  rent.note = fmt::format("{} kept", data_text(level.held));
  if (!is_last || !settings.checkpoint.archive_interval) return;
  // Of the checkpoints that are there, the first of every so many.
  const Seconds apart = level.every * run.checkpoint_interval;
  const Seconds archived = std::max(1.0, std::ceil(*settings.checkpoint.archive_interval / apart)) * apart;
  rent.archived += std::floor(work / archived) * level.bytes;
  rent.note += fmt::format(", {} archived by the end", data_text(rent.archived));
}

}  // namespace

std::string level_name(const Scenario& scenario, const CheckpointLevelSpec& level) {
  if (level.kind == Kind::kPeerMemory) return "peer_memory";
  const auto& storage = storage_of(scenario, level);
  if (level.kind == Kind::kLocalDrives) return "local_nvme";
  return storage ? storage->name : "storage";
}

sim::LossScope level_survives(const CheckpointSpec& checkpoint, std::size_t index) {
  const CheckpointLevelSpec& level = checkpoint.levels[index];
  if (level.kind == Kind::kPeerMemory) return sim::LossScope::kNode;
  if (level.kind != Kind::kLocalDrives) return sim::LossScope::kJob;
  const bool peers =
      std::any_of(checkpoint.levels.begin(), checkpoint.levels.begin() + static_cast<std::ptrdiff_t>(index),
                  [](const CheckpointLevelSpec& before) { return before.kind == Kind::kPeerMemory; });
  return peers ? sim::LossScope::kNode : sim::LossScope::kProcess;
}

StorageReport storage_report(const Scenario& scenario, const std::vector<PhaseReport>& phases, Bytes checkpoint) {
  StorageReport report;
  const Movers moved_by = movers(scenario, phases, checkpoint);
  add_levels(report, scenario, checkpoint, moved_by);
  if (scenario.data != DataSpec{}) report.data = data_report(scenario, phases, moved_by.clients);
  return report;
}

Notices storage_warnings(const Report& report, const sim::RunSettings& settings) {
  Notices warnings;
  warn_of_throughput(warnings, report);
  warn_of_each_step(warnings, report);
  warn_of_length(warnings, report);
  warn_of_room(warnings, report, settings);
  warn_of_data(warnings, report);
  warn_of_copies(warnings, report);
  return warnings;
}

std::vector<StorageRent> storage_rents(const Scenario& scenario, const std::vector<CheckpointLevelReport>& levels,
                                       const sim::RunOutcome& run, const sim::RunSettings& settings) {
  std::vector<StorageRent> rents;
  // One rent a storage, however many uses it has.
  const auto rent = [&](const hardware::Storage& storage) -> StorageRent& {
    for (StorageRent& known : rents)
      if (known.name == "storage_" + storage.name) return known;
    rents.push_back(rent_of(scenario, storage));
    return rents.back();
  };
  const std::vector<CheckpointLevelSpec>& specs = scenario.checkpoint.levels;
  for (std::size_t i = 0; i < specs.size(); ++i)
    if (specs[i].kind == Kind::kStorage)
      add_checkpoint_rent(rent(*specs[i].storage), *specs[i].storage, levels[i], i + 1 == specs.size(), run, settings);
  const DataSpec& data = scenario.data;
  const auto& cluster = scenario.cluster.checkpoint_storage;
  const auto is_elsewhere = [&](const hardware::Storage& storage) {
    return !storage.per_node && !(cluster && cluster->name == storage.name);
  };
  if (data.storage && !data.on_cluster_storage && is_elsewhere(*data.storage)) rent(*data.storage);
  for (const hardware::Storage& storage : data.staged_from) {
    if (!is_elsewhere(storage)) continue;
    StorageRent& source = rent(storage);
    if (storage.requests) source.requests += num_requests(storage, data.staged) * storage.requests->price_per_get;
    if (storage.capacity > Bytes{}) continue;
    source.held += data.staged;
    source.note += fmt::format("{}{} of data", source.note.empty() ? "" : ", ", data_text(data.staged));
  }
  return rents;
}

}  // namespace fmplan::plan
