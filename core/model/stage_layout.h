#pragma once

/// @file
/// Which layers of a model lie on which rank of a pipeline.  Memory, step time, simulation and trace all read this one
/// layout; nothing else deals layers.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/parallel_plan.h"
#include "core/model/transformer.h"

namespace fmplan::model {

/// What sets one layer's time and memory apart from another's: a dense MLP or a mixture of experts, attention to
/// everything or to a window.
enum class LayerKind { kDense, kMoe, kWindowedDense, kWindowedMoe };
inline constexpr std::size_t kNumLayerKinds = 4;
constexpr bool has_experts(LayerKind kind) { return kind == LayerKind::kMoe || kind == LayerKind::kWindowedMoe; }
constexpr bool is_windowed(LayerKind kind) { return kind >= LayerKind::kWindowedDense; }

/// Of layer `index` (0 …).  That of the last layer is also the kind of the blocks of multi-token-prediction modules.
LayerKind layer_kind(const Transformer& model, int index);
/// Layers of the whole model by LayerKind.
std::array<int, kNumLayerKinds> layers_by_kind(const Transformer& model);

/// What a stage of the model or a rank of the pipeline holds.
struct StageContent {
  std::array<int, kNumLayerKinds> layers{};  ///< by LayerKind
  int mtp_modules = 0;                       ///< multi-token-prediction modules
  bool embedding = false;
  bool head = false;                       ///< final norm, LM head and loss, those of multi-token predictions included
  std::int64_t dense_parameters = 0;       ///< all but those of routed experts
  std::int64_t expert_parameters = 0;      ///< of all routed experts, before expert parallelism
  std::int64_t vocabulary_parameters = 0;  ///< of the dense ones, those of embedding and head

  int num_layers() const { return layers[0] + layers[1] + layers[2] + layers[3]; }
  int num_moe_layers() const { return layers[1] + layers[3]; }
  int num_dense_layers() const { return layers[0] + layers[2]; }
  /// Whether as many layers of each kind and MTP modules wait for their backward pass.
  bool keeps_as_much_as(const StageContent& other) const {
    return num_dense_layers() == other.num_dense_layers() && num_moe_layers() == other.num_moe_layers() &&
           mtp_modules == other.mtp_modules;
  }
  /// Whether a micro-batch takes as long through `other`: the embedding costs no time.
  bool takes_as_long_as(const StageContent& other) const {
    return layers == other.layers && mtp_modules == other.mtp_modules && head == other.head;
  }

  StageContent& operator+=(const StageContent& other);
  friend bool operator==(const StageContent&, const StageContent&) = default;
};

struct RankContent {
  StageContent all;
  /// Where stages are placed as a V or from both ends, what a rank holds on the way down the ranks and on the way back:
  /// different numbers of micro-batches are under way in each.  Elsewhere the first is all.
  std::array<StageContent, 2> ways{};
  /// Where stages are looped, whether one of its chunks keeps other activations than another: it has other layers,
  /// dense or mixtures, or other MTP modules.  A head does not count.
  bool unequal_chunks = false;
  /// A second copy of the embedding's matrix, in no count of parameters: of a tied head, or of multi-token-prediction
  /// modules, on a rank that holds neither the embedding nor such a head.
  bool copies_embedding = false;

  friend bool operator==(const RankContent&, const RankContent&) = default;
};

/// Ranks that follow one another and are alike.
struct RankRun {
  int first_rank = 0;
  int num_ranks = 1;

  friend bool operator==(const RankRun&, const RankRun&) = default;
};

struct StageLayout {
  std::vector<StageContent> stages;  ///< of the model, from its first layer to its last
  std::vector<RankContent> ranks;    ///< of the pipeline
  std::vector<RankRun> runs;         ///< through each of whose chunks a micro-batch takes as long; in their order
  std::vector<RankRun> holdings;     ///< whose ranks hold the same

  friend bool operator==(const StageLayout&, const StageLayout&) = default;
};

/// How layers are dealt over stages where a plan does not state it.
enum class LayerDeal {
  kEven,   ///< as evenly as whole layers allow, embedding and head counted where they do not divide
  kByCost  ///< in order, a stage taking layers until the running cost of products passes its share: the layer that
           ///< passes stays, so first stages hold more (nanotron, build_model)
};

/// Stages that a plan cuts the model into: p·v; p with DualPipe, which places each twice.
int num_stages(const ParallelPlan& plan);

/// The one layout of a plan: stages by plan.layout where the plan states one, else by `deal`.
///
/// LayerDeal::kEven.  Where p divides the L layers, every rank has L/p; of its chunks the earlier stages have one layer
/// more where they must.  Else the embedding, the head, and each MTP module twice (its block and its pass through the
/// head) count as layers, as Megatron-Core counts with account_for_embedding_in_pipeline_split and
/// account_for_loss_in_pipeline_split: of the U = L + 1 + (1 + 2·MTP) each of the n stages has ⌊U/n⌋, and the first
/// U mod n one more, as torchtitan deals them (generate_llm_fqn_per_model_part, weights of 1).  The end counts less
/// where a rank would be left without a layer.  So 126 layers on 16 stages are 7, 8 … 8, 7 [Llama 3, arXiv:2407.21783,
/// §3.3.2; Megatron-Bridge, Llama 3.1 405B], DeepSeek-V3's 61 and its MTP module 4 … 4, 1 [Megatron-Bridge's layouts
/// for 4, 8 and 16 stages], BLOOM's 70 on 12 stages 5, 6 … 6, 5.
///
/// LayerDeal::kByCost.  The layers before the end of stage i are the fewest whose cost passes (i + 1)/p of the whole,
/// the head's included.  Costs are in units of a layer's products; a mixture's layers are taken as like dense ones.
/// With several chunks a rank as kEven.
///
/// The parameters of all stages add up to the model's, MTP modules included (count_parameters()); with DualPipe each
/// stage lies on two ranks.
/// @pre p ≤ L, with ZB-V 2p ≤ L; plan.layout is empty, or has num_stages() stages with L layers and all
/// MTP modules in all, the embedding on the first and the head on the last.
StageLayout stage_layout(const Transformer& model, const ParallelPlan& plan, LayerDeal deal = LayerDeal::kEven);

}  // namespace fmplan::model
