// Reader of a scenario's checkpoints.

#include "core/base/quantity_text.h"
#include "core/io/scenario_names.h"
#include "core/io/scenario_parts.h"

namespace fmplan::io {
namespace {

using nlohmann::json;

/// One node's share of what BLOOM-176B's 48 nodes wrote in 40 s.
constexpr BytesPerSecond kAssumedNodeBandwidth = 1.2 * gigabyte_per_second;
/// Device-to-host copy over PCIe as asynchronous checkpoints see it.
constexpr BytesPerSecond kAssumedCopyBandwidth = 20 * gigabyte_per_second;

}  // namespace

void read_checkpoint(const json& section, const ScenarioReading& reading) {
  ObjectReader reader(section, "/run/checkpoint", reading.issues);
  plan::CheckpointSpec& checkpoint = reading.scenario.checkpoint;
  const json* interval = reader.find("interval");
  if (interval && !is_auto(interval)) checkpoint.interval = reader.quantity<Seconds>("interval", time_units());
  if (!interval) reading.assume("/run/checkpoint/interval", "auto", "not given: the interval that loses least time");
  checkpoint.asynchronous = reader.choice_or<bool>("mode", false, kCheckpointModes);
  if (!reader.has("mode"))
    reading.assume("/run/checkpoint/mode", "sync", "not given: training waits for every checkpoint");
  checkpoint.node_bandwidth =
      reader.quantity_or<BytesPerSecond>("node_bandwidth", bandwidth_units(), kAssumedNodeBandwidth);
  checkpoint.accelerator_copy_bandwidth =
      reader.quantity_or<BytesPerSecond>("accelerator_copy_bandwidth", bandwidth_units(), kAssumedCopyBandwidth);
  if (!reader.has("node_bandwidth") && !reading.scenario.cluster.checkpoint_storage)
    reading.assume("/run/checkpoint/node_bandwidth", bandwidth_text(kAssumedNodeBandwidth),
                   "no storage given: what one node writes", "BLOOM-176B: 2.3 TB in 40 s from 48 nodes (chronicles)");
  if (checkpoint.asynchronous && !reader.has("accelerator_copy_bandwidth"))
    reading.assume("/run/checkpoint/accelerator_copy_bandwidth", bandwidth_text(kAssumedCopyBandwidth),
                   "an asynchronous checkpoint stalls for the copy to host memory", "assumption, unconfirmed");
  reading.finish(reader);
}

}  // namespace fmplan::io
