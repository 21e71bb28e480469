// Reader of a scenario's storage: where checkpoints go, and where data is read from.

#include <algorithm>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/plan/storage_use.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_names.h"
#include "core/scenario/scenario_parts.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;
using plan::AssumptionKind;
using plan::CheckpointLevelSpec;
using Kind = CheckpointLevelSpec::Kind;

constexpr const char* kStorageOfCluster = "storage";

struct Place {
  Kind kind = Kind::kStorage;
  std::optional<hardware::Storage> storage;
};

/// The drives of the cluster's instance: the catalogue's item for so many.
Place local_drives(const std::string& where, const ScenarioReading& reading) {
  const hardware::Instance& instance = reading.scenario.cluster.instance;
  Place place{.kind = Kind::kLocalDrives, .storage = {}};
  const std::string name = fmt::format("local-nvme-{}-drives", instance.local_drives.value_or(0));
  if (instance.name.empty()) return place;  // is an issue of its own
  if (!instance.local_nvme) {
    reading.issues.push_back(
        {where, fmt::format("{} has no local drives that the catalogue knows of; leave this out, or "
                            "give the instance \"local_nvme\"",
                            instance.name)});
  } else if (!instance.local_drives || !reading.catalog.has("storage", name)) {
    reading.issues.push_back(
        {where, fmt::format("how fast the drives of {} are is not in the catalogue{}; write an object such as "
                            R"({{"name": "drives", "scope": "node", "client_bandwidth": "8 GB/s"}})",
                            instance.name, instance.local_drives ? fmt::format(" (no {})", name) : std::string())});
  } else {
    place.storage = reading.catalog.storage(name, *instance.local_nvme);
    const auto text = [](std::optional<BytesPerSecond> rate) {
      return bandwidth_text(rate.value_or(BytesPerSecond{}));
    };
    reading.assume(where,
                   fmt::format("{} writing, {} reading a node", text(place.storage->client_bandwidth),
                               text(place.storage->read_client_bandwidth)),
                   {AssumptionKind::kDrives, {{"drives", std::int64_t{*instance.local_drives}}}},
                   "catalogue item storage/" + name + ", unconfirmed");
  }
  return place;
}

/// The capacity that stands beside a storage's name.
void set_capacity(hardware::Storage& storage, text::FieldReader& reader, const std::string& where,
                  const ScenarioReading& reading) {
  if (const auto capacity = reader.optional_quantity<Bytes>("capacity")) {
    storage.capacity = provisioned(storage, *capacity, reader.where("capacity"), reading);
  } else if (is_sold_by_size(storage)) {
    reading.issues.push_back({where, fmt::format("{} is sold by size; write its \"capacity\" beside it, for instance "
                                                 "\"capacity\": \"100 TB\"",
                                                 text::value_text(storage.name))});
  }
}

/// The prefixes that stand beside a storage's name.
void set_prefixes(hardware::Storage& storage, text::FieldReader& reader) {
  if (!reader.has("prefixes")) return;
  const int prefixes = reader.whole("prefixes");
  if (storage.requests)
    storage.requests->prefixes = prefixes;
  else
    reader.report("prefixes",
                  fmt::format("{} is not limited by requests; leave it out", text::value_text(storage.name)));
}

/// A name or an object: "storage" is the cluster's, "local_nvme" the nodes' drives, and all else other storage, whose
/// capacity stands beside it in `reader`.
Place read_place(const json& value, const std::string& where, text::FieldReader& reader,
                 const ScenarioReading& reading) {
  const std::optional<hardware::Storage>& cluster = reading.scenario.cluster.checkpoint_storage;
  if (value == kStorageOfCluster) return {.kind = Kind::kClusterStorage, .storage = cluster};
  if (value == "peer_memory") return {.kind = Kind::kPeerMemory, .storage = {}};
  if (value == "local_nvme") return local_drives(where, reading);
  const std::size_t before = reading.issues.size();
  Place place;
  place.storage = named_or_inline<hardware::Storage>(
      value, where, reading.issues, [&](const std::string& name) { return reading.catalog.storage(name, Bytes{}); },
      [&](const json& object, const std::string& at, Issues& issues) {
        return catalog::read_storage(object, at, issues).storage;
      });
  if (place.storage->per_node) {
    place.kind = Kind::kLocalDrives;
    place.storage->capacity = reading.scenario.cluster.instance.local_nvme.value_or(Bytes{});
  }
  if (reading.issues.size() == before) set_capacity(*place.storage, reader, where, reading);
  return place;
}

/// Capacity and prefixes belong to storage that is named here.
void refuse_choices(text::FieldReader& reader, const char* why) {
  for (const char* key : {"capacity", "prefixes"})
    if (reader.has(key)) reader.report(key, why);
}

CheckpointLevelSpec read_level(const json& element, const std::string& where, int kept, const text::FieldTable& table,
                               const ScenarioReading& reading) {
  text::FieldReader reader(element, where, table, reading.issues);
  CheckpointLevelSpec level;
  level.every = reader.whole("every");
  level.kept = reader.whole_or("keep", kept);
  if (const json* to = reader.require("to")) {
    const Place place = read_place(*to, reader.where("to"), reader, reading);
    level.kind = place.kind;
    if (place.kind == Kind::kLocalDrives || place.kind == Kind::kStorage) level.storage = place.storage;
    if (place.kind == Kind::kStorage) set_prefixes(*level.storage, reader);
    if (place.kind == Kind::kPeerMemory) refuse_choices(reader, "hosts' memory has the instance's size; leave it out");
    if (place.kind == Kind::kClusterStorage)
      refuse_choices(reader, "is /cluster/storage's to say; set it there, or name another storage here");
  }
  reading.finish(reader);
  return level;
}

/// What is wrong between a level and those before it.
void check_level(std::size_t i, const std::vector<std::string>& where, const ScenarioReading& reading) {
  const plan::Scenario& scenario = reading.scenario;
  const plan::CheckpointSpec& spec = scenario.checkpoint;
  const CheckpointLevelSpec& level = spec.levels[i];
  const auto refuse = [&](const char* key, std::string message) {
    reading.issues.push_back({where[i] + key, std::move(message)});
  };
  const std::string name = level_name(scenario, level);
  if (level.kind == Kind::kPeerMemory) {
    if (scenario.cluster.num_nodes == 1 && !scenario.search_nodes)
      refuse("/to", "\"peer_memory\" needs another node; use at least 2 nodes, or leave this level out");
    else if (!scenario.cluster.instance.scale_out && !scenario.cluster.instance.name.empty())
      refuse("/to",
             fmt::format("\"peer_memory\" needs a network between instances, and {} states none; leave this level "
                         "out",
                         scenario.cluster.instance.name));
  }
  if (i == 0) {
    if (level.every != 1)
      refuse("/every",
             fmt::format("{}: the first level takes every checkpoint; use 1, and set \"interval\"", level.every));
    return;
  }
  const CheckpointLevelSpec& before = spec.levels[i - 1];
  if (level.every % before.every != 0) {
    const int below = level.every / before.every * before.every;
    refuse("/every",
           fmt::format("{} is not a multiple of the {} of the level before; use {}{}", level.every, before.every,
                       below > 0 ? fmt::format("{} or ", below) : std::string(), below + before.every));
  }
  for (std::size_t j = 0; j < i; ++j)
    if (level_name(scenario, spec.levels[j]) == name) {
      refuse("/to", fmt::format("{} is a level already; leave one of the two out", text::value_text(name)));
      return;
    }
  if (level_survives(spec, i) < level_survives(spec, i - 1))
    refuse("/to",
           fmt::format("{} survives the loss of a {} only, but {} before it that of a {}; levels go from near to "
                       "safe, put it further up",
                       text::value_text(name), loss_scope_name(level_survives(spec, i)),
                       text::value_text(level_name(scenario, before)), loss_scope_name(level_survives(spec, i - 1))));
}

void read_levels(text::FieldReader& checkpoint, int kept, const ScenarioReading& reading) {
  plan::CheckpointSpec& spec = reading.scenario.checkpoint;
  spec.levels.front().kept = kept;
  const json* stated = checkpoint.find("levels");
  if (!stated || stated->is_null()) return;
  if (!stated->is_array() || stated->empty() || stated->size() > sim::kMostCheckpointLevels) {
    checkpoint.report(
        "levels", fmt::format("{} is not a list of 1 to {} levels; write for instance [{{\"to\": \"peer_memory\"}}, "
                              "{{\"to\": \"storage\", \"every\": 10}}]",
                              text::value_text(*stated), sim::kMostCheckpointLevels));
    return;
  }
  const std::size_t before = reading.issues.size();
  std::vector<std::string> where;
  spec.levels.clear();
  checkpoint.each("levels", [&](const json& element, const std::string& at) {
    where.push_back(at);
    spec.levels.push_back(read_level(element, at, kept, *checkpoint.field("levels").object, reading));
  });
  if (reading.issues.size() > before) return;
  for (std::size_t i = 0; i < where.size(); ++i) check_level(i, where, reading);
  if (level_survives(spec, where.size() - 1) < sim::LossScope::kNode)
    reading.issues.push_back(
        {where.back() + "/to",
         fmt::format("{} is lost with its node, and no level outlives one; add {{\"to\": \"storage\"}} after it",
                     text::value_text(level_name(reading.scenario, spec.levels.back())))});
}

bool needs_node_bandwidth(const plan::Scenario& scenario) {
  return !scenario.cluster.checkpoint_storage &&
         std::any_of(scenario.checkpoint.levels.begin(), scenario.checkpoint.levels.end(),
                     [](const CheckpointLevelSpec& level) { return level.kind == Kind::kClusterStorage; });
}

/// Where data comes from before the first step: "source", and "via" between it and the storage.
void read_staging(text::FieldReader& reader, const ScenarioReading& reading) {
  plan::DataSpec& data = reading.scenario.data;
  const json* source = reader.find("source");
  const json* staged = reader.find("staged");
  const json* via = reader.find("via");
  if (!source || source->is_null()) {
    if (data.storage) set_prefixes(*data.storage, reader);
    for (const char* key : {"staged", "via"})
      if (reader.has(key))
        reader.report(key, R"(needs a "source" to stage from, for instance "source": "s3-standard")");
    return;
  }
  if (!data.storage)
    reader.report("storage", R"(is missing; say where the data is staged to, for instance "storage": "storage")");
  const auto place = [&](const json& value, const char* key) -> std::optional<hardware::Storage> {
    static const json kNothing = json::object();
    Issues none;
    text::FieldReader beside(kNothing, reader.where(), reader.table(), none);
    std::optional<hardware::Storage> storage = read_place(value, reader.where(key), beside, reading).storage;
    if (!storage)
      reader.report(key, fmt::format("{} is not storage that data lies on; name one, such as \"s3-standard\"",
                                     text::value_text(value)));
    return storage;
  };
  if (auto from = place(*source, "source")) {
    set_prefixes(*from, reader);
    data.staged_from.push_back(*from);
  }
  if (via && !via->is_null())
    if (const auto between = place(*via, "via")) data.staged_from.push_back(*between);
  double tokens = 0;
  for (const plan::Phase& phase : reading.scenario.phases) tokens += static_cast<double>(phase.tokens);
  const Bytes all = tokens * data.bytes_per_token * byte;
  const bool everything = !staged || *staged == "all";
  data.staged = everything ? all : reader.quantity<Bytes>("staged");
  if (!staged) reading.assume("/run/data/staged", data_text(all), {AssumptionKind::kDefault});
  if (!data.storage) data.staged_from.clear();
}

}  // namespace

Bytes provisioned(const hardware::Storage& storage, Bytes wanted, const std::string& where,
                  const ScenarioReading& reading) {
  const Bytes size = next_size(storage, wanted);
  if (size == wanted) return wanted;
  const auto below = previous_size(storage, wanted);
  plan::AssumptionReason why = {AssumptionKind::kRoundedUp, {{"wanted", wanted}, {"storage", storage.name}}};
  if (below) why.values.emplace_back("below", *below);
  reading.assume(where, data_text(size), std::move(why), "catalogue item storage/" + storage.name);
  return size;
}

void read_checkpoint(const json& section, const ScenarioReading& reading) {
  text::FieldReader reader(section, "/run/checkpoint", fields::kCheckpoint, reading.issues);
  plan::CheckpointSpec& checkpoint = reading.scenario.checkpoint;
  const json* interval = reader.find("interval");
  if (interval && !is_auto(interval)) checkpoint.interval = reader.quantity<Seconds>("interval");
  reading.assume_default(reader, "interval");
  checkpoint.asynchronous = reader.choice("mode", kCheckpointModeNames);
  reading.assume_default(reader, "mode");
  checkpoint.just_in_time = reader.flag("just_in_time");
  checkpoint.final_checkpoint = reader.flag("final");
  checkpoint.archive_interval = reader.optional_quantity<Seconds>("archive");
  if (!reader.has("archive") && reading.scenario.hazards.silent_corruption) {
    checkpoint.archive_interval = 1 * day;
    reading.assume("/run/checkpoint/archive", "1 day", {AssumptionKind::kArchiveAgainstCorruption});
  }
  read_levels(reader, reader.whole("keep"), reading);
  const auto assume_rate = [&](const char* key, BytesPerSecond rate) {
    reading.assume(reader.where(key), bandwidth_text(rate), {AssumptionKind::kDefault},
                   std::string(reader.field(key).source));
  };
  checkpoint.node_bandwidth = reader.quantity<BytesPerSecond>("node_bandwidth");
  // A rack counts as one node, and each of its hosts writes.
  if (!reader.has("node_bandwidth")) checkpoint.node_bandwidth *= reading.scenario.cluster.instance.hosts;
  checkpoint.accelerator_copy_bandwidth = reader.quantity<BytesPerSecond>("accelerator_copy_bandwidth");
  checkpoint.asynchronous_overhead = reader.quantity<Seconds>("asynchronous_overhead");
  if (!reader.has("node_bandwidth") && needs_node_bandwidth(reading.scenario))
    assume_rate("node_bandwidth", checkpoint.node_bandwidth);
  const text::Field& overhead = reader.field("asynchronous_overhead");
  if (checkpoint.asynchronous && !reader.has("asynchronous_overhead"))
    reading.assume(reader.where("asynchronous_overhead"), time_text(checkpoint.asynchronous_overhead),
                   {AssumptionKind::kDefault}, std::string(overhead.source));
  if (checkpoint.asynchronous && !reader.has("accelerator_copy_bandwidth"))
    assume_rate("accelerator_copy_bandwidth", checkpoint.accelerator_copy_bandwidth);
  reading.finish(reader);
}

void read_data(const json& section, const ScenarioReading& reading) {
  text::FieldReader reader(section, "/run/data", fields::kData, reading.issues);
  plan::DataSpec& data = reading.scenario.data;
  data.bytes_per_token = reader.number("bytes_per_token");
  reading.assume_default(reader, "bytes_per_token");
  if (const json* storage = reader.find("storage"); storage && !storage->is_null()) {
    const Place place = read_place(*storage, reader.where("storage"), reader, reading);
    data.storage = place.storage;
    data.on_cluster_storage = place.kind == Kind::kClusterStorage;
    if (place.kind == Kind::kPeerMemory || (data.on_cluster_storage && !place.storage))
      reader.report("storage", data.on_cluster_storage
                                   ? R"(the cluster states none; give it "storage", or name one here)"
                                   : R"("peer_memory" keeps no data; use "local_nvme" or a storage's name)");
    if (data.on_cluster_storage && reader.has("capacity"))
      reader.report("capacity", "is /cluster/storage's to say; set it there, or name another storage here");
  } else {
    reading.assume("/run/data/storage", "unlimited", {AssumptionKind::kDataUnlimited});
  }
  read_staging(reader, reading);
  reading.finish(reader);
}

}  // namespace fmplan::scenario
