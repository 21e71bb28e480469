// The fields of what is trained, and how.

#include "core/model/adapters.h"
#include "core/model/flop_count.h"
#include "core/model/parallel_plan.h"
#include "core/plan/scenario.h"
#include "core/scenario/fields.h"
#include "core/sim/run/hazards.h"
#include "core/sim/step/step_settings.h"

namespace fmplan::scenario::fields {
namespace {

using text::Field;
using text::FieldTable;
using enum text::FieldKind;

/// Ranks, tokens and sequences at most: chosen, beyond any cluster and any model.
constexpr double kLargestDegree = 1'000'000;
constexpr double kMostLossChunks = 1024;  // chosen: beyond it what is left of logits is nothing
constexpr double kLongestSequence = 100'000'000;
constexpr double kLargestBatch = 1'000'000'000;
constexpr Field kOverlapFields[] = {
    {.key = "tensor",
     .kind = kFlag,
     .about = "Tensor-parallel collectives beside the products around them.",
     .otherwise = "true"},
    {.key = "gradients", .kind = kFlag, .about = "Their reduction beside the backward pass.", .otherwise = "true"},
    {.key = "parameters", .kind = kFlag, .about = "Their gathering beside the forward pass.", .otherwise = "true"},
    {.key = "expert",
     .kind = kFlag,
     .about = "Dispatch and combine of routed tokens beside a second micro-batch's compute (two-batch overlap).",
     .otherwise = "false"}};
constexpr FieldTable kOverlap{.fields = kOverlapFields};

constexpr Field kOffloadFields[] = {
    {.key = "optimizer", .kind = kFlag, .about = "Master weights and moments.", .otherwise = "false"},
    {.key = "activations", .kind = kFlag, .about = "Of layers waiting for their backward pass.", .otherwise = "false"}};
constexpr FieldTable kOffload{.fields = kOffloadFields};

constexpr Field degree(std::string_view key, std::string_view about) {
  return {.key = key, .kind = kWhole, .about = about, .otherwise = "1", .minimum = 1, .maximum = kLargestDegree};
}

constexpr Field kParallelFields[] = {
    degree("tensor", "Tensor parallelism."),
    degree("pipeline", "Pipeline stages."),
    degree("virtual_pipeline", "Model chunks per pipeline stage (interleaved 1F1B, breadth-first; 2 with zb_v)."),
    degree("context", "Context parallelism."),
    degree("expert", "Expert parallelism; divides data × context."),
    {.key = "data",
     .kind = kWhole,
     .about = "Data parallelism; only checked against what the machine leaves.",
     .rule = "nodes × accelerators per node / (tensor × pipeline × context)",
     .minimum = 1,
     .maximum = kLargestDegree},
    degree("micro_batch_size", "Sequences of one micro-batch."),
    {.key = "zero_stage",
     .kind = kWhole,
     .about = "ZeRO stage: 0 none, 1 optimizer, 2 gradients, 3 parameters (FSDP).",
     .otherwise = "1",
     .minimum = 0,
     .maximum = 3},
    {.key = "sequence_parallel",
     .kind = kFlag,
     .about = "Sequence parallelism beside tensor parallelism.",
     .rule = "true if tensor > 1"},
    {.key = "recompute",
     .kind = kChoice,
     .about = "Activations computed again in the backward pass.",
     .otherwise = "none",
     .names = model::kRecomputeNames.texts},
    {.key = "recompute_modules",
     .kind = kText,
     .about =
         "With selective: which, with commas between: core_attn, layernorm, mlp, moe_act, shared_experts, mla_up_proj, "
         "moe, qkv_proj, out_proj.",
     .rule = "scores where attention is unfused, else the activation function"},
    {.key = "recompute_method",
     .kind = kChoice,
     .about = "With full: uniform is every layer, block the first recompute_num_layers of each model chunk.",
     .otherwise = "uniform",
     .names = model::kRecomputeMethodNames.texts},
    {.key = "recompute_num_layers",
     .kind = kWhole,
     .about = "With full: layers of a unit that keeps one input (uniform), or of each model chunk (block).",
     .otherwise = "1",
     .minimum = 1,
     .maximum = 100000},
    {.key = "schedule",
     .kind = kChoice,
     .about = "Pipeline schedule; 1f1b is interleaved if virtual_pipeline > 1.",
     .otherwise = "1f1b",
     .names = model::kPipelineScheduleNames.texts},
    {.key = "dispatcher",
     .kind = kChoice,
     .about = "Of routed tokens: a copy for each expert, all to all ranks, or a copy for each domain (DeepEP).",
     .rule = "the framework's habit",
     .names = model::kDispatcherNames.texts},
    {.key = "expert_tensor",
     .kind = kWhole,
     .about = "Tensor parallelism inside an expert.",
     .rule = "the framework's habit, else as tensor",
     .minimum = 1,
     .maximum = kLargestDegree},
    {.key = "shard_group",
     .kind = kWhole,
     .about = "Ranks among which ZeRO shards, copies being kept between groups (HSDP).",
     .rule = "all replicas",
     .minimum = 1,
     .maximum = kLargestDegree},
    {.key = "layout",
     .kind = kAnything,
     .about = "Which layers lie on which stage: a text, a list or an object, below.",
     .rule = "dealt by rule"},
    {.key = "overlap",
     .kind = kObject,
     .about = "Which communication runs beside compute, as far as the framework is able to.",
     .object = &kOverlap},
    {.key = "offload",
     .kind = kObject,
     .about = "What lies in the host's memory while it is not in use.",
     .object = &kOffload}};

constexpr Field tokens(std::string_view about, std::string_view rule, bool required) {
  return {.key = "tokens",
          .kind = kCount,
          .about = about,
          .rule = rule,
          .required = required,
          .minimum = 1,
          .maximum = text::kMostOfCount};
}

constexpr Field sequence_length(std::string_view rule) {
  return {.key = "sequence_length",
          .kind = kWhole,
          .about = "Tokens of a sequence.",
          .rule = rule,
          .minimum = 1,
          .maximum = kLongestSequence};
}

constexpr Field global_batch_size(std::string_view rule) {
  return {.key = "global_batch_size",
          .kind = kWhole,
          .about = "Sequences of a step.",
          .rule = rule,
          .minimum = 1,
          .maximum = kLargestBatch};
}

constexpr Field kPhaseFields[] = {{.key = "name", .kind = kText, .rule = "\"phase N\""},
                                  tokens("Tokens of this phase.", "", true),
                                  sequence_length("the training's"),
                                  global_batch_size("the training's"),
                                  {.key = "nodes",
                                   .kind = kWhole,
                                   .about = "Instances.",
                                   .rule = "the cluster's",
                                   .minimum = 1,
                                   .maximum = sim::kMostNodes},
                                  {.key = "parallel",
                                   .kind = kObject,
                                   .about = "Its own plan, not \"auto\".",
                                   .rule = "the training's",
                                   .object = &kParallel}};

constexpr Field kTrainingFields[] = {
    tokens("Tokens to train on; not beside phases.", "required unless there are phases", false),
    sequence_length("required unless every phase has its own"),
    global_batch_size("required unless every phase has its own"),
    {.key = "phases",
     .kind = kList,
     .about = "In order; replaces tokens.",
     .rule = "one phase",
     .minimum = 1,
     .object = &kPhase},
    {.key = "kind",
     .kind = kChoice,
     .about = "What is trained: every parameter, or low-rank adapters beside frozen weights.",
     .otherwise = "full",
     .names = model::kTrainingKindNames.texts},
    {.key = "adapter_rank",
     .kind = kWhole,
     .about = "Rank of the adapters, with kind lora.",
     .rule = "32 with kind lora, the rank of most recipes",
     .nullable = true,
     .minimum = 1,
     .maximum = 65536},
    {.key = "adapter_targets",
     .kind = kChoice,
     .about = "Which products have adapters, with kind lora: queries, keys and values as one; all of attention; or the "
              "MLP's too.",
     .otherwise = "query_key_value",
     .nullable = true,
     .names = model::kAdapterTargetsNames.texts},
    {.key = "frozen_weights",
     .kind = kChoice,
     .about =
         "What the frozen weights are stored in, with kind lora: nf4 is QLoRA's 4 bits, made 16 product by product.",
     .otherwise = "as_computed",
     .nullable = true,
     .names = model::kFrozenWeightsNames.texts},
    {.key = "expert_capacity_factor",
     .kind = kNumber,
     .about =
         "Of a mixture: slots of an expert over its even share of tokens; padded, and what exceeds them is dropped.",
     .rule = "as many as are routed, none dropped",
     .minimum = model::kLeastCapacityFactor,
     .maximum = model::kMostCapacityFactor},
    {.key = "balanced_routing",
     .kind = kFlag,
     .about = "Of a mixture: each expert is given as many tokens, as benchmarks force it; a learned router does not.",
     .otherwise = "false"},
    {.key = "document_length",
     .kind = kWhole,
     .about = "Tokens of the documents packed into a sequence, where attention stays inside each; a sample's, in "
              "fine-tuning.",
     .rule = "attention over the whole sequence",
     .minimum = 1,
     .maximum = kLongestSequence},
    {.key = "precision",
     .kind = kChoice,
     .about = "Of the matrix products.",
     .otherwise = "bf16",
     .names = model::kPrecisionNames.texts},
    {.key = "scaling_recipe",
     .kind = kChoice,
     .about = "How operands of fp8 and fp4 are scaled: bytes held and gathered. Time of products is not told apart.",
     .rule = "delayed with fp8, nvfp4 with fp4",
     .names = model::kScalingRecipeNames.texts},
    {.key = "quantised_primary_weights",
     .kind = kFlag,
     .about = "In fp8 and fp4, no 16-bit copy of the weights is kept beside the quantised ones.",
     .rule = "the framework's habit"},
    {.key = "optimizer",
     .kind = kChoice,
     .about = "What is stored of every parameter.",
     .otherwise = "adam",
     .names = model::kOptimizerNames.texts},
    {.key = "master_weights",
     .kind = kFlag,
     .about =
         "Whether fp32 weights are kept; without them weights, gradients and moments are all in 16 bits (pure bf16).",
     .otherwise = "true"},
    {.key = "attention",
     .kind = kChoice,
     .about = "Attention kernel.",
     .otherwise = "flash",
     .names = sim::kAttentionKernelNames.texts},
    {.key = "cuda_graphs",
     .kind = kFlag,
     .about = "The host launches the kernels of a layer, but for those of routed experts, as one graph each way.",
     .otherwise = "false"},
    {.key = "loss_chunks",
     .kind = kWhole,
     .about = "Pieces that a micro-batch's logits and loss are made in (chunked or fused linear cross-entropy): less "
              "memory, the same products.",
     .otherwise = "1",
     .minimum = 1,
     .maximum = kMostLossChunks},
    {.key = "software",
     .kind = kDay,
     .about = "When the training stack was released; a year's releases make steps faster.",
     .rule = "the newest of the framework that was measured",
     .nullable = true},
    {.key = "mfu_convention",
     .kind = kChoice,
     .about = "How model FLOP are counted.",
     .otherwise = "megatron_causal",
     .names = model::kFlopConventionNames.texts},
    {.key = "framework",
     .kind = kReference,
     .about = "Overlap, fusion and overhead habits.",
     .otherwise = "generic",
     .catalog = "frameworks",
     .object = &kFramework},
    {.key = "fit_confidence",
     .kind = kShare,
     .about = "Chance of fitting in memory that a plan must have to be found.",
     .otherwise = "0.9",
     .minimum = plan::kLeastFitConfidence,
     .maximum = plan::kMostFitConfidence},
    {.key = "anchor",
     .kind = kPath,
     .about = "CSV of measured steps of your own cluster, relative to the scenario; they correct the step time.",
     .rule = "none"},
    {.key = "parallel",
     .kind = kObject,
     .about = "How the job is split over accelerators; \"auto\" searches degrees, micro-batch and recomputation.",
     .otherwise = "auto",
     .why =
         "not given: degrees, micro-batch and recomputation are searched, the fastest that fit; fmplan search varies "
         "schedule, switches and offload too",
     .names = kAutoName,
     .object = &kParallel}};

}  // namespace

constinit const FieldTable kParallel{
    .name = "parallel",
    .about = "How the job is split over accelerators. `data` is what the machine leaves; stated, it is checked.",
    .fields = kParallelFields};
constinit const FieldTable kPhase{
    .name = "phase", .about = "A stretch of training. What is left out is the training's.", .fields = kPhaseFields};
constinit const FieldTable kTraining{
    .name = "training", .about = "What is trained on, and how.", .fields = kTrainingFields};

}  // namespace fmplan::scenario::fields
