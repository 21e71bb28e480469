#pragma once

/// @file
/// The closed lists of a scenario: what is written, and what it means.

#include <span>
#include <utility>

#include "core/model/flop_count.h"
#include "core/model/parallel_plan.h"
#include "core/sim/run/run_settings.h"
#include "core/sim/step/step_time.h"

namespace fmplan::scenario {

/// A value and the text it is written as.
template <class E>
using Names = std::pair<const char*, E>;

inline constexpr Names<model::Precision> kPrecisions[] = {{"bf16", model::Precision::kBf16},
                                                          {"fp16", model::Precision::kFp16},
                                                          {"fp8", model::Precision::kFp8},
                                                          {"fp4", model::Precision::kFp4},
                                                          {"fp32", model::Precision::kFp32}};
inline constexpr Names<model::Optimizer> kOptimizers[] = {{"adam", model::Optimizer::kAdam},
                                                          {"adam_bf16_moments", model::Optimizer::kAdamBf16Moments},
                                                          {"adam_8bit", model::Optimizer::kAdam8bit},
                                                          {"muon", model::Optimizer::kMuon},
                                                          {"sgd", model::Optimizer::kSgd}};
inline constexpr Names<sim::AttentionKernel> kAttention[] = {{"flash", sim::AttentionKernel::kFlash},
                                                             {"unfused", sim::AttentionKernel::kUnfused}};
inline constexpr Names<model::Recompute> kRecompute[] = {
    {"none", model::Recompute::kNone}, {"selective", model::Recompute::kSelective}, {"full", model::Recompute::kFull}};
inline constexpr Names<model::PipelineSchedule> kSchedules[] = {
    {"1f1b", model::PipelineSchedule::kOneForwardOneBackward}, {"gpipe", model::PipelineSchedule::kGpipe},
    {"breadth_first", model::PipelineSchedule::kBreadthFirst}, {"zb_h1", model::PipelineSchedule::kZeroBubbleH1},
    {"zb_v", model::PipelineSchedule::kZeroBubbleV},           {"dualpipe", model::PipelineSchedule::kDualPipe}};
inline constexpr Names<model::FlopConvention> kConventions[] = {
    {"6n", model::FlopConvention::k6N},
    {"palm", model::FlopConvention::kPalm},
    {"megatron_causal", model::FlopConvention::kMegatronCausal},
    {"non_causal", model::FlopConvention::kNonCausal}};
inline constexpr Names<bool> kCheckpointModes[] = {{"sync", false}, {"async", true}};
inline constexpr Names<sim::ContinuationKind> kContinuations[] = {{"restart", sim::ContinuationKind::kRestart},
                                                                  {"elastic", sim::ContinuationKind::kElastic},
                                                                  {"replica", sim::ContinuationKind::kReplica}};
inline constexpr Names<const char*> kPriceKinds[] = {{"on_demand", "on_demand"},
                                                     {"capacity_block", "capacity_block"},
                                                     {"reserved_1y", "reserved_1y"},
                                                     {"reserved_3y", "reserved_3y"},
                                                     {"spot", "spot"},
                                                     {"spot_min", "spot_min"},
                                                     {"spot_max", "spot_max"}};

/// How `value` is written; empty if it is not in the list.
template <class E>
const char* written_name(E value, std::span<const Names<E>> names) {
  for (const auto& [text, named] : names)
    if (named == value) return text;
  return "";
}

}  // namespace fmplan::scenario
