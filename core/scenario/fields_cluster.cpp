// The fields of the machine.

#include "core/network/cluster_contention.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_names.h"
#include "core/sim/run/hazards.h"

namespace fmplan::scenario::fields {
namespace {

using text::Dimension;
using text::Field;
using text::FieldTable;
using enum text::FieldKind;

constexpr std::string_view kFlows[] = {kNetworkNames.name(true)};

constexpr Field kStorageFields[] = {
    {.key = "checkpoint",
     .kind = kReference,
     .about = "Shared by all nodes.",
     .required = true,
     .catalog = "storage",
     .object = &kStorage},
    {.key = "capacity",
     .kind = kQuantity,
     .about = "What is rented, rounded up to the next size on sale; decides the rate of storage sold by size.",
     .required = true,
     .dimension = Dimension::kData}};
constexpr FieldTable kClusterStorage{.fields = kStorageFields};

constexpr Field kNetworkFields[] = {
    {.key = "model", .kind = kChoice, .about = "The object says how.", .required = true, .names = kFlows},
    {.key = "routing",
     .kind = kChoice,
     .about = "Which spine: packets over all of them, or the one that the destination's number gives.",
     .otherwise = "spray",
     .names = network::kLeafRoutingNames.texts},
    {.key = "placement",
     .kind = kChoice,
     .about = "Order of machines: leaf after leaf, or one under each leaf in turn.",
     .otherwise = "packed",
     .names = network::kPlacementNames.texts},
    {.key = "leaf_oversubscription",
     .kind = kNumber,
     .about = "Bandwidth into leaves over bandwidth out of them.",
     .rule = "the fabric's own; 1 where it states none",
     .minimum = 1,
     .maximum = 1000}};
constexpr FieldTable kNetwork{.fields = kNetworkFields};

constexpr Field kMachineFields[] = {
    {.key = "like",
     .kind = kText,
     .about = "An instance of the catalogue; what is left out here is as there, and its measured collectives serve."},
    {.key = "accelerator",
     .kind = kReference,
     .about = "A catalogue name, or an object.",
     .rule = "of the instance it is like; needed without one",
     .catalog = "accelerators",
     .object = &kAccelerator},
    {.key = "gpus_per_node",
     .kind = kWhole,
     .about = "Accelerators of a machine.",
     .rule = "of the instance it is like; needed without one",
     .minimum = 1,
     .maximum = 100'000},
    {.key = "gpus_per_domain",
     .kind = kWhole,
     .about = "Accelerators joined by the scale-up link, 72 in a rack of NVL72.",
     .rule = "those of the node",
     .minimum = 1,
     .maximum = 100'000},
    {.key = "hosts",
     .kind = kWhole,
     .about = "That a rack is made of; steps wait for the slowest.",
     .rule = "of the instance it is like, else 1",
     .minimum = 1,
     .maximum = 100'000},
    {.key = "network",
     .kind = kText,
     .about = "Link of the catalogue between machines, for instance roce-cx7; or in words, \"8x 400 Gb/s RoCE\".",
     .rule = "of the instance it is like, else infiniband-ndr"},
    {.key = "nics",
     .kind = kWhole,
     .about = "NICs of a machine.",
     .rule = "of the instance it is like, else one an accelerator",
     .minimum = 1,
     .maximum = 1024},
    {.key = "nic_rate",
     .kind = kQuantity,
     .about = "Of one NIC.",
     .rule = "of the instance it is like, else the network's",
     .dimension = Dimension::kBandwidth},
    {.key = "sharp",
     .kind = kFlag,
     .about = "InfiniBand switches add up all-reduces (SHARP), and NCCL is told to let them.",
     .otherwise = "false"}};
constexpr FieldTable kMachine{.fields = kMachineFields};

constexpr Field kClusterFields[] = {
    {.key = "instance",
     .kind = kReference,
     .about = "The machine: a catalogue name, or an object, which may be like one with changed parts.",
     .rule = "needed without machine",
     .nullable = true,
     .catalog = "instances",
     .object = &kInstance},
    {.key = "machine",
     .kind = kObject,
     .about = "In place of instance: a machine in a few words.",
     .nullable = true,
     .object = &kMachine},
    {.key = "nodes",
     .kind = kWhole,
     .about = "Instances; \"auto\": the number that keeps run.deadline at the least cost.",
     .required = true,
     .minimum = 1,
     .maximum = sim::kMostNodes,
     .names = kAutoName},
    {.key = "strict",
     .kind = kFlag,
     .about = "Every node trains and batches stay as stated; what does not divide is refused.",
     .otherwise = "false"},
    {.key = "storage",
     .kind = kObject,
     .about = "Where checkpoints are written.",
     .rule = "none: run.checkpoint.node_bandwidth counts",
     .object = &kClusterStorage},
    {.key = "network",
     .kind = kChoice,
     .about = "Times each collective as if alone, or the plan's own traffic as flows that share leaves and spines.",
     .otherwise = "analytic",
     .names = kNetworkNames.texts,
     .object = &kNetwork}};

}  // namespace

constinit const FieldTable kCluster{.name = "cluster", .about = "What it runs on.", .fields = kClusterFields};

}  // namespace fmplan::scenario::fields
