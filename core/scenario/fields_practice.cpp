// The fields of items that say what is usual: frameworks, failures, recovery, storage.

#include "core/model/memory_use.h"
#include "core/scenario/fields.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::scenario::fields {
namespace {

using text::Dimension;
using text::Field;
using text::FieldTable;
using enum text::FieldKind;

constexpr std::string_view kFailuresCausesScopeNames[] = {"node", "process"};
constexpr std::string_view kNever[] = {"never"};
constexpr std::string_view kStorageScopeNames[] = {"shared", "node"};

constexpr std::string_view kUnstatedRecomputeNames[] = {"none", "full"};
constexpr std::string_view kUnstatedMicroBatchNames[] = {"of_micro_batch", "of_rank"};

constexpr Field kRecipeFields[] = {
    {.key = "model", .kind = kText, .about = "Letters and digits of its name, in lower case.", .required = true},
    {.key = "gpu", .kind = kText, .about = "Its name begins so.", .required = true},
    {.key = "precision", .kind = kText, .about = "A word of it.", .rule = "any"},
    {.key = "tensor", .kind = kWhole, .about = "Tensor parallelism.", .otherwise = "1", .minimum = 1, .maximum = 1e6},
    {.key = "pipeline", .kind = kWhole, .about = "Pipeline stages.", .otherwise = "1", .minimum = 1, .maximum = 1e6},
    {.key = "micro_batch_size", .kind = kWhole, .about = "Sequences.", .otherwise = "1", .minimum = 1, .maximum = 1e6},
    {.key = "recompute_modules", .kind = kText, .about = "Computed again.", .rule = "none"},
    {.key = "recompute_first_layers",
     .kind = kWhole,
     .about = "Of each model chunk, computed again.",
     .minimum = 1,
     .maximum = 1000},
    {.key = "offloaded_layers",
     .kind = kWhole,
     .about = "Whose activations lie with the hosts.",
     .otherwise = "0",
     .minimum = 0,
     .maximum = 1000}};
constexpr FieldTable kRecipe{.about = "Of one model on one GPU in one layout.", .fields = kRecipeFields};

constexpr Field kUnstatedFields[] = {
    {.key = "recompute", .kind = kChoice, .otherwise = "none", .names = kUnstatedRecomputeNames},
    {.key = "shards_parameters", .kind = kFlag, .about = "ZeRO 3, else ZeRO 1.", .otherwise = "false"},
    {.key = "stated_micro_batch",
     .kind = kChoice,
     .about = "What is stated as its micro-batch with pipeline stages.",
     .otherwise = "of_micro_batch",
     .names = kUnstatedMicroBatchNames},
    {.key = "layers_per_chunk",
     .kind = kWhole,
     .about = "Of an interleaved pipeline; without it, it is not interleaved.",
     .minimum = 1,
     .maximum = 1000},
    {.key = "layers_per_chunk_of",
     .kind = kText,
     .about = "Word of the report's framework, in lower case, that it is a habit of.",
     .rule = "all reports of it"},
    {.key = "recipes",
     .kind = kList,
     .about = "That the framework publishes; the first that agrees.",
     .object = &kRecipe}};
constexpr FieldTable kUnstated{
    .about = "How its runs are set up where a report of them does not say; no plan rests on it.",
    .fields = kUnstatedFields};

constexpr Field kFrameworkFields[] = {
    {.key = "name", .kind = kText, .about = "The item's name.", .required = true},
    {.key = "hidden_passes",
     .kind = kNumber,
     .about = "Reads and writes of a hidden-sized tensor in one layer's forward pass.",
     .required = true,
     .minimum = 0,
     .maximum = 1000},
    {.key = "ffn_passes_gated",
     .kind = kNumber,
     .about = "Of an FFN-sized tensor by a gated activation.",
     .required = true,
     .minimum = 0,
     .maximum = 100},
    {.key = "ffn_passes_plain",
     .kind = kNumber,
     .about = "And by a plain one.",
     .required = true,
     .minimum = 0,
     .maximum = 100},
    {.key = "host_time_per_layer",
     .kind = kQuantity,
     .about = "The host launches a layer's forward kernels no faster.",
     .required = true,
     .dimension = Dimension::kTime},
    {.key = "tensor_parallel_overlap",
     .kind = kNumber,
     .about = "Share of tensor-parallel traffic hidden.",
     .required = true,
     .minimum = 0,
     .maximum = 1},
    {.key = "overlaps_weight_gradients",
     .kind = kFlag,
     .about = "Gradients of a column-parallel layer's input are reduced beside its weight-gradient product.",
     .otherwise = "false"},
    {.key = "attention_library",
     .kind = kNote,
     .about = "Of fused attention: \"fa1\", \"fa2\", \"fa3\", \"cudnn\"; the accelerator's fastest where it was not "
              "measured on it."},
    {.key = "stage_time_per_tensor_rank",
     .kind = kQuantity,
     .about = "What a layer takes at least, per tensor rank, in a pipeline over several domains.",
     .otherwise = "0",
     .dimension = Dimension::kTime},
    {.key = "data_parallel_overlap",
     .kind = kNumber,
     .about = "Share of compute that can hide gradient traffic.",
     .required = true,
     .minimum = 0,
     .maximum = 1},
    {.key = "gradient_bytes",
     .kind = kNumber,
     .about = "Per element when gradients are reduced.",
     .required = true,
     .minimum = 0.5,
     .maximum = 8},
    {.key = "activation_factor",
     .kind = kNumber,
     .about = "Activation memory over that of fused kernels.",
     .required = true,
     .minimum = 0.1,
     .maximum = 10},
    {.key = "gradients_beside_bf16",
     .kind = kChoice,
     .about = "What gradients are stored in beside bf16 or fp8 weights.",
     .otherwise = "by_precision",
     .names = model::kGradientStorageNames.texts},
    {.key = "gradients_beside_fp16",
     .kind = kChoice,
     .about = "The same beside fp16 weights.",
     .names = model::kGradientStorageNames.texts},
    {.key = "master_weights_only",
     .kind = kFlag,
     .about = "Sharded fp32 weights are the only resident copy (FSDP).",
     .otherwise = "false"},
    {.key = "quantised_primary_weights",
     .kind = kFlag,
     .about = "In fp8 and fp4, no 16-bit copy of the weights is kept beside the quantised ones.",
     .otherwise = "false"},
    {.key = "quantised_saved_inputs",
     .kind = kFlag,
     .about = "In fp8 and fp4, inputs of products are kept for the backward pass as quantised.",
     .otherwise = "false"},
    {.key = "selective_by_operation",
     .kind = kFlag,
     .about = "Its selective recomputation is \"per_operation\", which searches try in place of \"selective\".",
     .otherwise = "false"},
    {.key = "layers_dealt_by_cost",
     .kind = kFlag,
     .about = "Layers are dealt over pipeline stages by running cost.",
     .otherwise = "false"},
    {.key = "memory_overhead",
     .kind = kQuantity,
     .about = "Beyond the accelerator's context and collective library.",
     .otherwise = "0",
     .nullable = true,
     .dimension = Dimension::kData},
    {.key = "unstated", .kind = kObject, .object = &kUnstated}};
}  // namespace

constinit const FieldTable kFramework{
    .name = "framework", .about = "Habits of a training framework.", .fields = kFrameworkFields, .common = kItemFields};

namespace {

constexpr Field kFailuresCausesFields[] = {{.key = "cause", .kind = kText, .about = "As published.", .required = true},
                                           {.key = "count",
                                            .kind = kWhole,
                                            .about = "Of the events.",
                                            .required = true,
                                            .minimum = 1,
                                            .maximum = 1'000'000'000},
                                           {.key = "scope",
                                            .kind = kChoice,
                                            .about = "node: a node is lost; process: it goes on.",
                                            .otherwise = "node",
                                            .names = kFailuresCausesScopeNames}};
constexpr FieldTable kFailuresCauses{.about = "One cause.", .fields = kFailuresCausesFields};

constexpr Field kFailuresFields[] = {
    {.key = "name", .kind = kText, .about = "The item's name.", .required = true},
    {.key = "like", .kind = kText, .about = "A catalogue item, of which all but the rate holds."},
    {.key = "mtbf",
     .kind = kQuantity,
     .about = "Beside like: mean time between failures of a job of so many nodes.",
     .dimension = Dimension::kTime},
    {.key = "nodes",
     .kind = kWhole,
     .about = "Those.",
     .rule = "cluster.nodes",
     .minimum = 1,
     .maximum = sim::kMostNodes},
    {.key = "accelerators",
     .kind = kWhole,
     .about = "Of the system observed.",
     .required = true,
     .minimum = 1,
     .maximum = 1'000'000'000},
    {.key = "accelerators_per_node", .kind = kWhole, .required = true, .minimum = 1, .maximum = 1024},
    {.key = "window_days", .kind = kNumber, .about = "Observed for so long.", .minimum = 0.01, .maximum = 100'000},
    {.key = "event_type", .kind = kNote, .about = "What was counted."},
    {.key = "events",
     .kind = kNumber,
     .about = "Counted; null: not published.",
     .required = true,
     .nullable = true,
     .minimum = 1,
     .maximum = 1'000'000'000'000},
    {.key = "node_days",
     .kind = kNumber,
     .about = "Exposure; null: not published.",
     .required = true,
     .nullable = true,
     .minimum = 1,
     .maximum = 1'000'000'000'000},
    {.key = "per_1000_node_days",
     .kind = kNumber,
     .about = "Of nodes of accelerators_per_node.",
     .required = true,
     .minimum = 1e-06,
     .maximum = 10'000},
    {.key = "causes",
     .kind = kList,
     .about = "What the events were; their counts add up to events.",
     .object = &kFailuresCauses}};
}  // namespace

constinit const FieldTable kFailures{.name = "failures",
                                     .about = "An observed rate of interruptions.",
                                     .fields = kFailuresFields,
                                     .common = kItemFields,
                                     .instead = "like"};

namespace {

constexpr Field kRecoveryFields[] = {
    {.key = "name", .kind = kText, .about = "The item's name.", .required = true},
    {.key = "like", .kind = kText, .about = "A catalogue item whose values hold where the object has none."},
    {.key = "detection",
     .kind = kQuantity,
     .about = "Until it is noticed.",
     .required = true,
     .nullable = true,
     .dimension = Dimension::kTime},
    {.key = "diagnosis",
     .kind = kQuantity,
     .about = "Which node it was.",
     .otherwise = "0",
     .nullable = true,
     .dimension = Dimension::kTime},
    {.key = "swap",
     .kind = kQuantity,
     .about = "Until a spare that stands by has taken over.",
     .otherwise = "0",
     .nullable = true,
     .dimension = Dimension::kTime},
    {.key = "replacement",
     .kind = kQuantity,
     .about = "Until there is a healthy node where no spare is free.",
     .required = true,
     .nullable = true,
     .dimension = Dimension::kTime,
     .names = kNever},
    {.key = "repair",
     .kind = kQuantity,
     .about = "Mean, until a failed node is a spare again.",
     .rule = "as replacement",
     .dimension = Dimension::kTime,
     .names = kNever},
    {.key = "repair_law",
     .kind = kChoice,
     .about = "Of repair.",
     .otherwise = "exponential",
     .names = sim::kRepairLawNames.texts},
    {.key = "repair_sigma",
     .kind = kNumber,
     .about = "Of repair_law lognormal: standard deviation of the logarithm.",
     .otherwise = "1.94",  // √(2 ln(mean / median))
     .source = "LANL, 22 systems: repairs of 355 min in the mean and 54 min in the median",
     .minimum = 0.01,
     .maximum = 3},
    {.key = "process_share",
     .kind = kShare,
     .about = "Of failures after which the same nodes start again.",
     .otherwise = "0",
     .maximum = 1},
    {.key = "initialisation",
     .kind = kQuantity,
     .about = "Start of processes and communicators.",
     .required = true,
     .nullable = true,
     .dimension = Dimension::kTime},
    {.key = "initialisation_per_rank",
     .kind = kQuantity,
     .about = "And this for each accelerator.",
     .otherwise = "0",
     .nullable = true,
     .dimension = Dimension::kTime},
    {.key = "warm_up",
     .kind = kQuantity,
     .about = "Compilation and caches, after every start.",
     .otherwise = "0",
     .nullable = true,
     .dimension = Dimension::kTime}};
}  // namespace

constinit const FieldTable kRecovery{.name = "recovery",
                                     .about = "What happens after a failure.",
                                     .fields = kRecoveryFields,
                                     .common = kItemFields,
                                     .instead = "like"};

namespace {

constexpr Field kStorageFields[] = {
    {.key = "name", .kind = kText, .about = "The item's name.", .required = true},
    {.key = "service", .kind = kNote, .about = "The provider's service."},
    {.key = "scope", .kind = kChoice, .about = "Shared by all nodes, or inside each.", .names = kStorageScopeNames},
    {.key = "write_per_tebibyte", .kind = kQuantity, .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "write_bandwidth", .kind = kQuantity, .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "client_bandwidth", .kind = kQuantity, .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "read_per_tebibyte", .kind = kQuantity, .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "network_per_tebibyte", .kind = kQuantity, .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "burst_per_tebibyte", .kind = kQuantity, .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "read_bandwidth", .kind = kQuantity, .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "read_client_bandwidth", .kind = kQuantity, .nullable = true, .dimension = Dimension::kBandwidth},
    {.key = "capacity", .kind = kAnything, .about = "What can be provisioned: minimum and step."},
    {.key = "requests", .kind = kAnything, .about = "Limits and prices of requests."},
    {.key = "prices", .kind = kList, .about = "By region and day."}};
}  // namespace

constinit const FieldTable kStorage{
    .name = "storage", .about = "Where checkpoints and data lie.", .fields = kStorageFields, .common = kItemFields};

}  // namespace fmplan::scenario::fields
