// The fields of checkpoints and of the data that the steps read.

#include "core/catalog/record_items.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_names.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::scenario::fields {
namespace {

using text::Dimension;
using text::Field;
using text::FieldTable;
using enum text::FieldKind;

constexpr std::string_view kAll[] = {"all"};
constexpr double kMostKept = 10'000;  ///< checkpoints, and every how many; chosen

constexpr Field kCapacity{.key = "capacity",
                          .kind = kQuantity,
                          .about = "What is provisioned of a storage named here, if it is sold by size.",
                          .nullable = true,
                          .dimension = Dimension::kData};

constexpr Field prefixes(std::string_view about) {
  return {.key = "prefixes",
          .kind = kWhole,
          .about = about,
          .otherwise = "1",
          .minimum = 1,
          .maximum = catalog::kMostPrefixes};
}

constexpr Field kLevelFields[] = {
    {.key = "to",
     .kind = kReference,
     .about = "peer_memory, local_nvme, storage (the cluster's), or another storage.",
     .required = true,
     .catalog = "storage",
     .object = &kStorage},
    {.key = "every",
     .kind = kWhole,
     .about = "Each so-many-th checkpoint, a multiple of the level before; 1 for the first.",
     .otherwise = "1",
     .minimum = 1,
     .maximum = 1'000'000},
    {.key = "keep",
     .kind = kWhole,
     .about = "Newest checkpoints kept there.",
     .rule = "checkpoint.keep",
     .minimum = 1,
     .maximum = kMostKept},
    kCapacity,
    prefixes("Partitioned prefixes of object storage that the objects are spread over.")};
constexpr FieldTable kLevel{.fields = kLevelFields};

constexpr Field kCheckpointFields[] = {
    {.key = "interval",
     .kind = kQuantity,
     .about = "Training time between checkpoints; \"auto\": the one that loses least.",
     .otherwise = "auto",
     .why = "not given: the interval that loses least time",
     .dimension = Dimension::kTime,
     .names = kAutoName},
    {.key = "mode",
     .kind = kChoice,
     .about = "sync: training waits for the write; async: only for the copy to host memory.",
     .otherwise = "sync",
     .why = "not given: training waits for every checkpoint",
     .names = kCheckpointModeNames.texts},
    {.key = "levels",
     .kind = kList,
     .about = "Where checkpoints go, from the nearest to the safest.",
     .rule = "the cluster's storage alone",
     .nullable = true,
     .minimum = 1,
     .maximum = sim::kMostCheckpointLevels,
     .object = &kLevel},
    {.key = "keep",
     .kind = kWhole,
     .about = "Newest checkpoints kept on each level.",
     .otherwise = "2",
     .minimum = 1,
     .maximum = kMostKept},
    {.key = "archive",
     .kind = kQuantity,
     .about = "Training time between checkpoints that the last level keeps for good; null: none.",
     .rule = "null; 1 day with hazards.silent_corruption",
     .nullable = true,
     .dimension = Dimension::kTime},
    {.key = "final", .kind = kFlag, .about = "A checkpoint after the last step.", .otherwise = "true"},
    {.key = "just_in_time",
     .kind = kFlag,
     .about = "After a failure the survivors save their state; needs a second copy of it.",
     .otherwise = "false"},
    {.key = "node_bandwidth",
     .kind = kQuantity,
     .about = "Write rate of one node where the storage states none; unstated, that of each host of a rack.",
     .otherwise = "1.2 GB/s",  // one node's share of what BLOOM-176B's 48 nodes wrote in 40 s
     .why = "no storage given: what one node writes",
     .source = "BLOOM-176B: 2.3 TB in 40 s from 48 nodes (chronicles)",
     .nullable = true,
     .dimension = Dimension::kBandwidth},
    {.key = "asynchronous_overhead",
     .kind = kQuantity,
     .about = "What an asynchronous checkpoint stalls for beside the copy.",
     .otherwise = "0.5 s",
     .why = "an asynchronous checkpoint stalls for more than the copy: collecting the state, starting the writer",
     .source = "DLRover Flash Checkpoint: stalls of 0.5 s for 18 and 24 GB (repository); PyTorch DCP: 6.3 s for "
               "a 7B model (IBM)",
     .nullable = true,
     .dimension = Dimension::kTime},
    {.key = "accelerator_copy_bandwidth",
     .kind = kQuantity,
     .about = "Rate at which an accelerator's share leaves its memory (async).",
     .otherwise = "20 GB/s",  // device-to-host copy over PCIe as asynchronous checkpoints see it
     .why = "an asynchronous checkpoint stalls for the copy to host memory",
     .source = "assumption, unconfirmed",
     .nullable = true,
     .dimension = Dimension::kBandwidth}};

constexpr Field kDataFields[] = {
    {.key = "bytes_per_token",
     .kind = kNumber,
     .about = "What a token takes in storage.",
     .otherwise = "4",
     .why = "not given: a token's number in 32 bits",
     .minimum = 1e-3,
     .maximum = 1e9},
    {.key = "storage",
     .kind = kReference,
     .about = "Read from while training: storage (the cluster's), local_nvme, or another storage.",
     .rule = "unlimited",
     .nullable = true,
     .catalog = "storage",
     .object = &kStorage},
    kCapacity,
    {.key = "source",
     .kind = kReference,
     .about = "Staged from before the first step, for instance s3-standard.",
     .rule = "the data is there already",
     .nullable = true,
     .catalog = "storage",
     .object = &kStorage},
    {.key = "via",
     .kind = kReference,
     .about = "Between source and storage: S3, then FSx, then drives.",
     .rule = "nothing",
     .nullable = true,
     .catalog = "storage",
     .object = &kStorage},
    prefixes("Partitioned prefixes of the source that the objects are spread over."),
    {.key = "staged",
     .kind = kQuantity,
     .about = "How much is there before the first step; \"all\": all tokens.",
     .otherwise = "all",
     .why = "not given: all tokens, before the first step",
     .dimension = Dimension::kData,
     .names = kAll}};

}  // namespace

constinit const FieldTable kCheckpoint{.fields = kCheckpointFields};
constinit const FieldTable kData{.fields = kDataFields};

}  // namespace fmplan::scenario::fields
