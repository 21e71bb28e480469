#pragma once

/// @file
/// What is known of each pipeline schedule, one entry a schedule: its name, what it needs, where the model's stages
/// lie, what is held and what is waited for.  A new schedule is an enumerator, an entry here, and a generator of its
/// order in core/sim/step/pipeline_schedule.cpp.  How the laws follow from the orders: docs/models/step_simulation.md.
///
/// Symbols: p ranks, v model chunks a rank, m micro-batches; F and B = I + W the forward and the backward pass of one
/// micro-batch through all that a rank holds, I for gradients of inputs and W for those of weights.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/quantity.h"
#include "core/model/parallel_plan.h"

namespace fmplan::model {

/// Where the stages of a model lie.
enum class StagePlacement {
  kLooped,   ///< p·v stages, stage k on rank k mod p
  kV,        ///< 2p stages, down the ranks and back up: k and 2p − 1 − k on rank k
  kBothEnds  ///< p stages, each twice: k and p − 1 − k on rank k, which half of the micro-batches cross each
};

/// Ranks that follow one another and take the same times, one micro-batch through all that one of them holds.
struct RankPasses {
  int num_ranks = 1;
  Seconds forward;
  Seconds backward;
  Seconds weight_gradient;  ///< what of the backward pass only the optimizer waits for
  double first_share = 1;   ///< of the passes, those of the first of a rank's chunks
  double last_share = 1;    ///< and those of its last

  Seconds total() const { return forward + backward; }
};

struct PipelinePasses {
  std::span<const RankPasses> runs;  ///< in order of ranks
  std::size_t slowest = 0;           ///< of runs
  int virtual_pipeline = 1;
  int num_micro_batches = 1;

  int pipeline() const;
};

inline constexpr int kAnyChunks = 1 << 30;  ///< chosen: more than any model has layers

struct ScheduleLaw {
  PipelineSchedule schedule;
  const char* title;  ///< in sentences; in scenarios: name()
  StagePlacement placement = StagePlacement::kLooped;

  // What it needs.
  int fewest_chunks = 1;  ///< v
  int most_chunks = 1;
  bool even_pipeline = false;
  int (*micro_batch_quantum)(int pipeline, int virtual_pipeline);  ///< of which m is a multiple
  std::int64_t (*fewest_micro_batches)(std::int64_t pipeline);     ///< from which on the laws hold
  bool strict_micro_batches = false;  ///< with another number there is no such step, rather than a longer one
  /// Whether it is GPipe with one chunk a rank, and nothing new.
  bool is_gpipe_of_one_chunk = false;

  // How it runs.
  bool splits_backward = false;    ///< into gradients of inputs and of weights
  bool all_forward_first = false;  ///< no backward pass before the last forward pass, so that all logits are kept
  bool chunk_by_chunk = false;     ///< all micro-batches pass a chunk before the next chunk begins
  bool waits_for_sends = false;    ///< frameworks that hold one chunk a rank send and receive in between

  /// Micro-batches whose activations rank `rank` of p > 1 holds at its peak.  A chunk of v counts 1/v; where these are
  /// unequal, interleaved_in_flight().  With looped stages no rank holds more than the one before it.
  double (*in_flight)(int pipeline, int virtual_pipeline, int num_micro_batches, int rank);
  /// Of m, those whose forward pass runs beside another's backward pass, on the ranks that pair fewest.
  double (*paired_passes)(int pipeline, int num_micro_batches);
  /// How long the slowest rank waits for the others in a step, sends apart.
  Seconds (*bubble)(const PipelinePasses& passes);

  constexpr std::string_view name() const { return kPipelineScheduleNames.name(schedule); }
};

/// In the order of PipelineSchedule.
///
///   GPipe          in flight m; bubble Σ (F + B) of the other ranks [Huang et al. 2019, arXiv:1811.06965, §2.3]
///   1F1B           min(m, p − i) on rank i; one_forward_one_backward_bubble()
///                  [Narayanan et al. 2021, arXiv:2104.04473, §2.2]
///   interleaved    min(m, (2(p − i − 1) + (v − 1)p + 1)/v); one_forward_one_backward_bubble() [§2.2.2]
///   breadth-first  m; Σ (F + B) of the first chunks of the ranks before the slowest and of the last chunks of those
///                  behind it [Lamy-Poirier 2023, arXiv:2211.05953]
///   ZB-H1          min(m, p); zero_bubble_h1_bubble() [Qi et al. 2024, arXiv:2401.10241, §2.1]
///   ZB-V           min(m, p); Σ max(F, I, 2(I − W))/2, of whole ranks [§6; simulated]
///   DualPipe       min(m, p + 1); with h = p/2 − 1 Σ (h(F + I − W + max(F, I)) − min(h·max(0, I − F), F))/(p − 1)
///                  [DeepSeek-V3, arXiv:2412.19437, §3.2.1, Table 2; simulated]
std::span<const ScheduleLaw> schedule_laws();
const ScheduleLaw& schedule_law(PipelineSchedule schedule);

/// Whether every forward pass of a rank comes before its first backward pass, so that it holds all micro-batches.
/// Without a pipeline GPipe takes one after the other; breadth-first passes all of them through a layer before the
/// next.
inline bool holds_all_micro_batches(const ParallelPlan& plan) {
  const ScheduleLaw& law = schedule_law(plan.schedule);
  return law.all_forward_first && (plan.pipeline > 1 || law.chunk_by_chunk);
}

/// Whether each stage of the model lies on two ranks, with gradients and optimizer state of its own on both.
inline bool keeps_two_copies(const ParallelPlan& plan) {
  return plan.pipeline > 1 && schedule_law(plan.schedule).placement == StagePlacement::kBothEnds;
}

/// Whether sharded gradients (ZeRO 2 and 3) are scattered after every micro-batch.  In a pipeline they add up on the
/// rank that made them, and travel once, after its last micro-batch: torch.distributed.pipelining synchronises in the
/// last backward pass alone, Megatron-LM's distributed optimizer once a step, and DeepSpeed has nothing beyond ZeRO 1
/// beside a pipeline.  Gradients of the whole rank are held until then.
inline bool scatters_each_micro_batch(const ParallelPlan& plan) {
  return plan.zero_stage >= ZeroStage::kGradients && plan.pipeline == 1 && !schedule_law(plan.schedule).chunk_by_chunk;
}

/// Whether a rank is done with all micro-batches' passes through some of its layers before it begins with others: chunk
/// by chunk in a pipeline, layer by layer without one.  With one chunk a rank of a pipeline there are no others, and
/// the schedule is GPipe.
inline bool leaves_layers_behind(const ParallelPlan& plan) {
  return schedule_law(plan.schedule).chunk_by_chunk && (plan.pipeline == 1 || plan.virtual_pipeline > 1);
}

/// Whether sharded parameters (ZeRO 3) are dropped after every pass and gathered for the next.  In a pipeline a layer
/// stays gathered from its first micro-batch to its last, as torchtitan has FSDP2 do (`reshard_after_forward` is off
/// beside a pipeline) and Llama 3 did [arXiv:2407.21783, §3.3.2]; the 16-bit parameters of the whole rank are held
/// meanwhile.  Breadth-first schedules are done with a chunk's forward passes before the next chunk's, and drop it.
inline bool gathers_each_pass(const ParallelPlan& plan) {
  return plan.zero_stage == ZeroStage::kParameters && (plan.pipeline == 1 || leaves_layers_behind(plan));
}

/// Whether a rank holds gradients of all its parameters, and with ZeRO 3 these gathered, though both are sharded: what
/// is not scattered or dropped after a pass of a pipeline.
inline bool holds_whole_rank(const ParallelPlan& plan) {
  return plan.zero_stage >= ZeroStage::kGradients && plan.pipeline > 1 && !leaves_layers_behind(plan);
}

/// Bubble of 1F1B, interleaved or not, whatever the ranks take.  With rank s the last of the slowest ones and F_s and
/// B_s its passes through one chunk,
///
///   Σ F + B of the first chunks of the ranks before s  +  max(0, A − k·F_s)  +  max(0, A − k·B_s)
///
/// where A is Σ F + B of the last chunks of the ranks behind s.  The first micro-batch comes down the ranks before s,
/// and the last gradient goes up them, with nothing to do for s.  Behind s the first micro-batch is under way for A
/// until its gradient is back, and the last one again; s fills both waits with the k passes that come between in its
/// order: p − s − 1 of them, interleaved 2(p − s − 1).  Where m is too small for so many, all its forward passes come
/// before its first backward pass, and both waits are the same one.  Of equal ranks the bubble is (p − 1)(F + B)/v.
Seconds one_forward_one_backward_bubble(const PipelinePasses& passes);

/// Bubble of ZB-H1, whatever the ranks take, with s and k as above and A the Σ F + I of the ranks behind s:
///
///   Σ F of the ranks before s  +  max(0, A − k·F_s)  +  max(0, A − k·(I_s + W_s))
///     +  max(0, Σ I of the ranks before s + W_0 − (s + 1)·W_s)
///
/// Rank s, counted from 0, puts s weight gradients off to the end, where they fill the time that the last gradient
/// takes up the ranks before it and rank 0 for its own.  Of equal ranks the bubble is (p − 1)·max(F, F + I − W).
Seconds zero_bubble_h1_bubble(const PipelinePasses& passes);

/// Whether chunks of a rank take turns, backward passes of one between forward passes of another.
inline bool interleaves_chunks(const ParallelPlan& plan) {
  const ScheduleLaw& law = schedule_law(plan.schedule);
  return plan.pipeline > 1 && plan.virtual_pipeline > 1 && law.placement == StagePlacement::kLooped &&
         !law.chunk_by_chunk;
}

/// ScheduleLaw::in_flight of interleaved 1F1B where the chunks of a rank keep unequal activations, `kept(chunk)` of a
/// micro-batch: in units of all that rank i keeps of one,
///
///   max over k of  Σ_c kept(c) · (forward passes of c among the first n + k + 1 − backward passes among the first k)
///
/// at most m.  It runs n = 2(p − i − 1) + (v − 1)p passes ahead; pass j goes forward through chunk ⌊j/p⌋ mod v and
/// backward through chunk v − 1 − ⌊j/p⌋ mod v.  In between two passes at which one of the two changes what is held is
/// linear in k, and it repeats after p·v passes, so that few k are looked at.
/// @pre p > 1; kept is not negative, and positive for one chunk at least.
template <class Kept>
double interleaved_in_flight(const ParallelPlan& plan, int num_micro_batches, int rank, Kept&& kept) {
  const std::int64_t p = plan.pipeline, v = plan.virtual_pipeline;
  const std::int64_t passes = (num_micro_batches + p - 1) / p * p * v;
  const std::int64_t ahead = std::min(passes, 2 * (p - rank - 1) + (v - 1) * p);
  const auto forward = [&](std::int64_t pass) { return kept(static_cast<int>(pass / p % v)); };
  const auto backward = [&](std::int64_t pass) { return kept(static_cast<int>(v - 1 - pass / p % v)); };
  const auto to_change = [&](std::int64_t pass) { return p - pass % p; };
  double whole = 0, held = 0;
  for (std::int64_t chunk = 0; chunk < v; ++chunk) whole += forward(chunk * p);
  for (std::int64_t pass = 0; pass < ahead; pass += to_change(pass))
    held += static_cast<double>(std::min(to_change(pass), ahead - pass)) * forward(pass);
  double most = held;
  const std::int64_t end = std::min(p * v, passes - ahead);
  for (std::int64_t k = 0, n = 0; k < end; k += n) {
    n = std::min({to_change(ahead + k), to_change(k), end - k});
    const double in = forward(ahead + k), change = in - backward(k);
    most = std::max(most, held + in + std::max(0.0, static_cast<double>(n - 1) * change));
    held += static_cast<double>(n) * change;
  }
  return std::min<double>(num_micro_batches, most / whole);
}

/// Model chunks that a rank passes in turn: v, of DualPipe its two stages.
constexpr int chunks_of_rank(StagePlacement placement, int virtual_pipeline) {
  return placement == StagePlacement::kBothEnds ? 2 : virtual_pipeline;
}

/// The stage that chunk `chunk` of rank `rank` is.
constexpr int stage_of_chunk(StagePlacement placement, int pipeline, int rank, int chunk) {
  switch (placement) {
    case StagePlacement::kV: return chunk == 0 ? rank : 2 * pipeline - 1 - rank;
    case StagePlacement::kBothEnds: return chunk == 0 ? rank : pipeline - 1 - rank;
    case StagePlacement::kLooped: break;
  }
  return chunk * pipeline + rank;
}

}  // namespace fmplan::model
