// The fields of machines: accelerators and instances.

#include "core/scenario/fields.h"

namespace fmplan::scenario::fields {
namespace {

using text::Dimension;
using text::Field;
using text::FieldTable;
using enum text::FieldKind;

constexpr Field kRatesByPrecision[] = {{.key = "fp64", .kind = kQuantity, .dimension = Dimension::kFlopRate},
                                       {.key = "fp32", .kind = kQuantity, .dimension = Dimension::kFlopRate},
                                       {.key = "tf32", .kind = kQuantity, .dimension = Dimension::kFlopRate},
                                       {.key = "bf16", .kind = kQuantity, .dimension = Dimension::kFlopRate},
                                       {.key = "fp16", .kind = kQuantity, .dimension = Dimension::kFlopRate},
                                       {.key = "fp8", .kind = kQuantity, .dimension = Dimension::kFlopRate},
                                       {.key = "fp4", .kind = kQuantity, .dimension = Dimension::kFlopRate},
                                       {.key = "int8", .kind = kQuantity, .dimension = Dimension::kFlopRate}};
constexpr FieldTable kAcceleratorMeasuredMatmul{.fields = kRatesByPrecision};

constexpr FieldTable kAcceleratorPeak{.about = "Dense peaks by precision.", .fields = kRatesByPrecision};

constexpr Field kAcceleratorScaleUpFields[] = {
    {.key = "link", .kind = kNote},
    {.key = "unidirectional", .kind = kQuantity, .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "bidirectional", .kind = kQuantity, .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "point_to_point", .kind = kQuantity, .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "domain", .kind = kWhole, .minimum = 1, .maximum = 1'000'000'000}};
constexpr FieldTable kAcceleratorScaleUp{.fields = kAcceleratorScaleUpFields};

constexpr Field kMatrixProductFields[] = {
    {.key = "compute_efficiency", .kind = kNumber, .required = true, .minimum = 0.001, .maximum = 1},
    {.key = "memory_efficiency", .kind = kNumber, .required = true, .minimum = 0.001, .maximum = 1},
    {.key = "launch", .kind = kQuantity, .required = true, .dimension = Dimension::kTime},
    {.key = "median_error", .kind = kShare, .maximum = 1},
    {.key = "mean_error", .kind = kShare, .maximum = 1}};
constexpr FieldTable kMatrixProduct{.fields = kMatrixProductFields};

constexpr Field kAcceleratorGemmFields[] = {{.key = "fp64", .kind = kObject, .object = &kMatrixProduct},
                                            {.key = "fp32", .kind = kObject, .object = &kMatrixProduct},
                                            {.key = "tf32", .kind = kObject, .object = &kMatrixProduct},
                                            {.key = "bf16", .kind = kObject, .object = &kMatrixProduct},
                                            {.key = "fp16", .kind = kObject, .object = &kMatrixProduct},
                                            {.key = "fp8", .kind = kObject, .object = &kMatrixProduct},
                                            {.key = "fp4", .kind = kObject, .object = &kMatrixProduct},
                                            {.key = "int8", .kind = kObject, .object = &kMatrixProduct}};
constexpr FieldTable kAcceleratorGemm{.about = "Efficiency of matrix products by precision.",
                                      .fields = kAcceleratorGemmFields};

constexpr Field kAcceleratorAttentionFields[] = {
    {.key = "peak_rate", .kind = kQuantity, .required = true, .dimension = Dimension::kFlopRate},
    {.key = "half_length", .kind = kNumber, .required = true, .minimum = 1, .maximum = 1'000'000},
    {.key = "backward_ratio", .kind = kNumber, .minimum = 0.05, .maximum = 2}};
constexpr FieldTable kAcceleratorAttention{.fields = kAcceleratorAttentionFields};

constexpr Field kAcceleratorFields[] = {
    {.key = "like",
     .kind = kText,
     .about = "An accelerator of the catalogue: what is left out is as there, and so are kernels, which follow the "
              "changed peaks and bandwidths."},
    {.key = "name", .kind = kText, .about = "The item's name; needed without like."},
    {.key = "vendor", .kind = kText, .about = "Needed without like."},
    {.key = "aliases", .kind = kTexts, .about = "Other names of the item."},
    {.key = "form_factor", .kind = kNote},
    {.key = "architecture",
     .kind = kText,
     .about = "As \"Hopper\": measured steps of the same architecture narrow the interval of step time."},
    {.key = "memory_type", .kind = kNote},
    {.key = "last_level_cache", .kind = kNote},
    {.key = "power_term", .kind = kNote},
    {.key = "inherits", .kind = kNote},
    {.key = "chip",
     .kind = kText,
     .about = "The accelerator whose chip it has at the same power, and so its pace in steps."},
    {.key = "release_year", .kind = kWhole, .minimum = 2010, .maximum = 2100},
    {.key = "cores", .kind = kWhole, .minimum = 1, .maximum = 1'000'000'000},
    {.key = "pcie", .kind = kWhole, .minimum = 1, .maximum = 10},
    {.key = "measured_matmul", .kind = kObject, .object = &kAcceleratorMeasuredMatmul},
    {.key = "peak",
     .kind = kObject,
     .about = "Dense peaks by precision; needed without like.",
     .object = &kAcceleratorPeak},
    {.key = "memory", .kind = kQuantity, .about = "Needed without like.", .dimension = Dimension::kData},
    {.key = "usable_memory",
     .kind = kQuantity,
     .about = "What programs are shown of it.",
     .rule = "as memory",
     .nullable = true,
     .dimension = Dimension::kData},
    {.key = "memory_bandwidth", .kind = kQuantity, .about = "Needed without like.", .dimension = Dimension::kBandwidth},
    {.key = "scale_up", .kind = kObject, .nullable = true, .object = &kAcceleratorScaleUp},
    {.key = "power", .kind = kQuantity, .nullable = true, .dimension = Dimension::kPower},
    {.key = "gemm",
     .kind = kObject,
     .about = "Efficiency of matrix products by precision; needed without like.",
     .object = &kAcceleratorGemm},
    {.key = "attention", .kind = kObject, .about = "Needed without like.", .object = &kAcceleratorAttention},
    {.key = "memory_efficiency", .kind = kNumber, .minimum = 0.01, .maximum = 1},
    {.key = "element_wise_efficiency", .kind = kNumber, .minimum = 0.01, .maximum = 1},
    {.key = "sustained_clock", .kind = kNumber, .minimum = 0.1, .maximum = 1},
    {.key = "host_slowness", .kind = kNumber, .minimum = 0.1, .maximum = 10},
    {.key = "devices",
     .kind = kWhole,
     .about = "That programs see of one, each with its share of compute and memory.",
     .otherwise = "1",
     .minimum = 1,
     .maximum = 16}};
}  // namespace

constinit const FieldTable kAccelerator{
    .name = "accelerator", .about = "A GPU or AI chip.", .fields = kAcceleratorFields, .common = kItemFields};

namespace {

constexpr Field kInstanceLocalNvmeFields[] = {
    {.key = "total", .kind = kQuantity, .nullable = true, .dimension = Dimension::kData},
    {.key = "drives", .kind = kWhole, .minimum = 1, .maximum = 1000},
    {.key = "drive_size", .kind = kQuantity, .dimension = Dimension::kData}};
constexpr FieldTable kInstanceLocalNvme{.fields = kInstanceLocalNvmeFields};

constexpr Field kInstanceScaleUpFields[] = {
    {.key = "network", .kind = kReference, .about = "The link; needed without like.", .catalog = "networks"},
    {.key = "bandwidth",
     .kind = kQuantity,
     .about = "Per accelerator and direction.",
     .nullable = true,
     .dimension = Dimension::kBandwidth},
    {.key = "efficiency",
     .kind = kNumber,
     .about = "Share of the line rate reached.",
     .rule = "the network's",
     .minimum = 0.001,
     .maximum = 1},
    {.key = "latency",
     .kind = kQuantity,
     .about = "Of one message.",
     .rule = "the network's",
     .nullable = true,
     .dimension = Dimension::kTime}};
constexpr FieldTable kInstanceScaleUp{.fields = kInstanceScaleUpFields};

constexpr Field kInstanceScaleOutFields[] = {
    {.key = "network", .kind = kReference, .about = "The link; needed without like.", .catalog = "networks"},
    {.key = "total", .kind = kQuantity, .about = "Of the node.", .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "nics", .kind = kWhole, .minimum = 1, .maximum = 1024},
    {.key = "nic_rate", .kind = kQuantity, .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "sharp",
     .kind = kFlag,
     .about = "InfiniBand switches add up all-reduces (SHARP), and NCCL is told to let them.",
     .otherwise = "false"},
    {.key = "efficiency",
     .kind = kNumber,
     .about = "Share of the line rate reached.",
     .rule = "the network's",
     .minimum = 0.001,
     .maximum = 1},
    {.key = "latency",
     .kind = kQuantity,
     .about = "Of one message.",
     .rule = "the network's",
     .nullable = true,
     .dimension = Dimension::kTime}};
constexpr FieldTable kInstanceScaleOut{.fields = kInstanceScaleOutFields};

constexpr Field kInstanceFields[] = {
    {.key = "like",
     .kind = kText,
     .about = "An instance of the catalogue: what is left out is as there, and its measured collectives serve."},
    {.key = "name", .kind = kText, .about = "The item's name; needed without like."},
    {.key = "provider", .kind = kText, .otherwise = "user"},
    {.key = "accelerator",
     .kind = kReference,
     .about = "A catalogue name, or an object; needed without like.",
     .catalog = "accelerators",
     .object = &kAccelerator},
    {.key = "accelerators_per_node", .kind = kWhole, .about = "Needed without like.", .minimum = 1, .maximum = 100'000},
    {.key = "hosts",
     .kind = kWhole,
     .about = "That an UltraServer or a rack is made of; steps wait for the slowest.",
     .otherwise = "1",
     .minimum = 1,
     .maximum = 100'000},
    {.key = "scale_up_domain",
     .kind = kWhole,
     .about = "Accelerators joined by the scale-up link.",
     .rule = "those of the node",
     .minimum = 1,
     .maximum = 100'000},
    {.key = "accelerator_memory_total", .kind = kQuantity, .nullable = true, .dimension = Dimension::kData},
    {.key = "vcpus", .kind = kWhole, .minimum = 1, .maximum = 1'000'000'000},
    {.key = "host_memory", .kind = kQuantity, .about = "Of the node.", .nullable = true, .dimension = Dimension::kData},
    {.key = "local_nvme",
     .kind = kObject,
     .about = "Drives of the node.",
     .nullable = true,
     .object = &kInstanceLocalNvme},
    {.key = "scale_up", .kind = kObject, .about = "The link inside.", .nullable = true, .object = &kInstanceScaleUp},
    {.key = "scale_out",
     .kind = kObject,
     .about = "The link between machines.",
     .nullable = true,
     .object = &kInstanceScaleOut},
    {.key = "host_link",
     .kind = kText,
     .about = "Network of the catalogue that joins one accelerator to its host's memory, for instance pcie-5; null: "
              "not known. Left out: the x16 slot of the accelerator's PCIe generation.",
     .nullable = true},
    {.key = "fabric", .kind = kText, .about = "A fabric of the catalogue that the machines hang on."},
    {.key = "pcie_switches", .kind = kWhole, .about = "PCIe switches of the node.", .minimum = 1, .maximum = 1024},
    {.key = "block_storage_bandwidth", .kind = kQuantity, .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "network_total", .kind = kQuantity, .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "node_power",
     .kind = kQuantity,
     .about = "Of the whole node.",
     .nullable = true,
     .dimension = Dimension::kPower}};
}  // namespace

constinit const FieldTable kInstance{
    .name = "instance", .about = "A machine.", .fields = kInstanceFields, .common = kItemFields};

}  // namespace fmplan::scenario::fields
