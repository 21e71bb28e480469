#include "core/model/stage_layout.h"

#include <algorithm>
#include <cmath>

#include "core/model/schedule_laws.h"

namespace fmplan::model {
namespace {

int num_windowed_layers_before(const Transformer& model, int count) {
  if (!model.sliding_window || model.sliding_window->window <= 0) return 0;
  const int period = model.sliding_window->period;
  return period == 0 ? count : count - count / period;
}

/// Layers begin … end − 1 by kind.
std::array<int, kNumLayerKinds> count_layers(const Transformer& model, int begin, int end) {
  std::array<int, kNumLayerKinds> layers{};
  const int moe = num_moe_layers_before(model, end) - num_moe_layers_before(model, begin);
  const int windowed = num_windowed_layers_before(model, end) - num_windowed_layers_before(model, begin);
  if (windowed == 0 || moe == 0 || moe == end - begin) {
    const bool all_moe = moe > 0 && windowed > 0;
    layers[static_cast<std::size_t>(all_moe ? LayerKind::kWindowedMoe : LayerKind::kWindowedDense)] = windowed;
    layers[static_cast<std::size_t>(LayerKind::kMoe)] = windowed == 0 ? moe : all_moe ? moe - windowed : 0;
    layers[static_cast<std::size_t>(LayerKind::kDense)] = end - begin - moe - (all_moe ? 0 : windowed);
    return layers;
  }
  for (int layer = begin; layer < end; ++layer) ++layers[static_cast<std::size_t>(layer_kind(model, layer))];
  return layers;
}

/// Parameters of what stages are made of.
struct PieceParameters {
  explicit PieceParameters(const Transformer& model)
      : count(count_parameters(model)), modules(std::max(1, model.num_mtp_layers)) {
    if (model.moe) experts = model.moe->num_experts * count.expert;
    if (is_moe_layer(model, model.num_layers - 1)) module_experts = experts;
  }

  void count_into(StageContent& stage) const {
    const std::int64_t common = count.attention_layer + count.norms_layer;
    stage.dense_parameters = stage.num_layers() * common + stage.num_dense_layers() * count.dense_mlp_layer +
                             stage.num_moe_layers() * (count.shared_experts_layer + count.router_layer) +
                             stage.mtp_modules * (count.mtp / modules - module_experts);
    stage.expert_parameters = stage.num_moe_layers() * experts + stage.mtp_modules * module_experts;
    stage.vocabulary_parameters = (stage.embedding ? count.embedding : 0) + (stage.head ? count.head : 0);
    stage.dense_parameters += stage.vocabulary_parameters + (stage.head ? count.final_norm : 0);
  }

  ParameterCount count;
  int modules;
  std::int64_t experts = 0;         ///< of one mixture layer
  std::int64_t module_experts = 0;  ///< of one MTP module
};

/// Layers before each of n stages when they are dealt evenly.
class EvenDeal {
 public:
  EvenDeal(const Transformer& model, const ParallelPlan& plan, int num_stages)
      : num_layers_(model.num_layers), num_stages_(num_stages) {
    int end = 0;
    if (num_layers_ % plan.pipeline != 0) {
      first_ = 1;
      end = 1 + 2 * model.num_mtp_layers;
    }
    // With several stages a rank, the last may be the head alone.
    const int fewest = num_stages == plan.pipeline ? 1 : 0;
    while (end > 0 && (num_layers_ + first_ + end) / num_stages - end < fewest) --end;
    const int counted = num_layers_ + first_ + end;
    per_stage_ = counted / num_stages;
    num_larger_ = counted % num_stages;
  }

  int layers_before(int stage) const {
    if (stage == 0) return 0;
    if (stage == num_stages_) return num_layers_;
    return stage * per_stage_ + std::min(stage, num_larger_) - first_;
  }

 private:
  int num_layers_;
  int num_stages_;
  int first_ = 0;  ///< what the embedding counts
  int per_stage_ = 0;
  int num_larger_ = 0;
};

/// Layers before each stage when they are dealt by cost, and the stage at which the running cost reaches the head.
class DealByCost {
 public:
  DealByCost(const Transformer& model, const ParameterCount& count, int num_stages)
      : num_layers_(model.num_layers), num_stages_(num_stages) {
    const auto products = static_cast<double>(count.attention_layer + count.dense_mlp_layer);
    const double head = 1.0 * model.vocabulary_size * model.hidden_size / std::max(products, 1.0);
    share_ = (model.num_layers + head) / num_stages;
  }

  int layers_before(int stage) const { return std::min(num_layers_, passed(stage)); }
  bool bears_head(int stage) const {
    return passed(stage) <= num_layers_ && (stage == num_stages_ - 1 || passed(stage + 1) > num_layers_);
  }

 private:
  int passed(int stage) const {
    if (stage == 0) return 0;
    return stage == num_stages_ ? num_layers_ : static_cast<int>(share_ * stage) + 1;
  }

  int num_layers_;
  int num_stages_;
  double share_ = 0;
};

/// Fills the stages with what `share_of` (stage → StageShare) gives them of the model, in order.
template <class ShareOf>
void fill_stages(std::vector<StageContent>& stages, const Transformer& model, const PieceParameters& pieces,
                 ShareOf&& share_of) {
  int begin = 0;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const StageShare share = share_of(static_cast<int>(i));
    StageContent& stage = stages[i];
    stage.layers = count_layers(model, begin, begin + share.num_layers);
    stage.mtp_modules = share.mtp_modules;
    stage.embedding = share.embedding;
    stage.head = share.head;
    pieces.count_into(stage);
    begin += share.num_layers;
  }
}

/// Shares with the embedding on the first stage, head and MTP modules on the last.
template <class Deal>
auto shares_of(const Deal& deal, const Transformer& model, int num_stages) {
  return [&deal, &model, num_stages](int stage) -> StageShare {
    const bool last = stage == num_stages - 1;
    return {.num_layers = deal.layers_before(stage + 1) - deal.layers_before(stage),
            .mtp_modules = last ? model.num_mtp_layers : 0,
            .embedding = stage == 0,
            .head = last};
  };
}

RankContent rank_content(const Transformer& model, const ParallelPlan& plan, const std::vector<StageContent>& stages,
                         int rank) {
  const StagePlacement placement = schedule_law(plan.schedule).placement;
  RankContent content;
  const auto held = [&](int chunk) -> const StageContent& {
    return stages[static_cast<std::size_t>(stage_of_chunk(placement, plan.pipeline, rank, chunk))];
  };
  const int num_chunks = static_cast<int>(stages.size()) / plan.pipeline;
  if (plan.pipeline == 1 || placement == StagePlacement::kLooped) {
    for (int chunk = 0; chunk < num_chunks; ++chunk) {
      const StageContent& stage = held(chunk);
      content.all += stage;
      content.unequal_chunks |= !stage.keeps_as_much_as(stages[static_cast<std::size_t>(rank)]);
    }
    content.ways[0] = content.all;
  } else {
    content.ways = {held(0), held(1)};
    content.all = content.ways[0];
    content.all += content.ways[1];
  }
  const bool tied_head = content.all.head && model.tied_embeddings;
  content.copies_embedding = !content.all.embedding && (tied_head || content.all.mtp_modules > 0);
  return content;
}

/// Whether a micro-batch takes as long through each chunk of a rank as through that of the rank before.
bool is_like_the_one_before(const ParallelPlan& plan, const StageLayout& layout, std::size_t rank) {
  const RankContent &one = layout.ranks[rank], &before = layout.ranks[rank - 1];
  if (!one.all.takes_as_long_as(before.all)) return false;
  if (schedule_law(plan.schedule).placement != StagePlacement::kLooped)
    return one.ways[0].takes_as_long_as(before.ways[0]);
  for (std::size_t stage = rank; stage < layout.stages.size(); stage += static_cast<std::size_t>(plan.pipeline))
    if (!layout.stages[stage].takes_as_long_as(layout.stages[stage - 1])) return false;
  return true;
}

/// Whether a rank holds what the one before it does, in chunks of whatever content.
bool holds_the_same(const RankContent& one, const RankContent& other) {
  return one.all == other.all && one.copies_embedding == other.copies_embedding &&
         one.unequal_chunks == other.unequal_chunks;
}

/// Ends the ranks of the last run with `rank`, or begins another.
void add_rank(std::vector<RankRun>& runs, int rank, bool is_like_the_last) {
  if (is_like_the_last) {
    ++runs.back().num_ranks;
  } else {
    runs.push_back({.first_rank = rank, .num_ranks = 1});
  }
}

}  // namespace

LayerKind layer_kind(const Transformer& model, int index) {
  const bool windowed = num_windowed_layers_before(model, index + 1) > num_windowed_layers_before(model, index);
  if (is_moe_layer(model, index)) return windowed ? LayerKind::kWindowedMoe : LayerKind::kMoe;
  return windowed ? LayerKind::kWindowedDense : LayerKind::kDense;
}

std::array<int, kNumLayerKinds> layers_by_kind(const Transformer& model) {
  return count_layers(model, 0, model.num_layers);
}

StageContent& StageContent::operator+=(const StageContent& other) {
  for (std::size_t kind = 0; kind < kNumLayerKinds; ++kind) layers[kind] += other.layers[kind];
  mtp_modules += other.mtp_modules;
  embedding |= other.embedding;
  head |= other.head;
  dense_parameters += other.dense_parameters;
  expert_parameters += other.expert_parameters;
  vocabulary_parameters += other.vocabulary_parameters;
  return *this;
}

int num_stages(const ParallelPlan& plan) {
  if (plan.pipeline == 1) return 1;
  switch (schedule_law(plan.schedule).placement) {
    case StagePlacement::kV: return 2 * plan.pipeline;
    case StagePlacement::kBothEnds: return plan.pipeline;
    case StagePlacement::kLooped: break;
  }
  return plan.pipeline * plan.virtual_pipeline;
}

StageLayout stage_layout(const Transformer& model, const ParallelPlan& plan, LayerDeal deal) {
  const PieceParameters pieces(model);
  const int num = num_stages(plan);
  StageLayout layout;
  layout.stages.resize(static_cast<std::size_t>(num));
  if (!plan.layout.empty()) {
    fill_stages(layout.stages, model, pieces, [&](int stage) { return plan.layout[static_cast<std::size_t>(stage)]; });
  } else if (deal == LayerDeal::kByCost && num == plan.pipeline) {
    const DealByCost by_cost(model, pieces.count, num);
    fill_stages(layout.stages, model, pieces, [&, share_of = shares_of(by_cost, model, num)](int stage) {
      StageShare share = share_of(stage);
      share.head = by_cost.bears_head(stage);
      share.mtp_modules = share.head ? model.num_mtp_layers : 0;
      return share;
    });
  } else {
    const EvenDeal even(model, plan, num);
    fill_stages(layout.stages, model, pieces, shares_of(even, model, num));
  }
  layout.ranks.reserve(static_cast<std::size_t>(plan.pipeline));
  for (int rank = 0; rank < plan.pipeline; ++rank) {
    layout.ranks.push_back(rank_content(model, plan, layout.stages, rank));
    const auto i = static_cast<std::size_t>(rank);
    add_rank(layout.runs, rank, rank > 0 && is_like_the_one_before(plan, layout, i));
    add_rank(layout.holdings, rank, rank > 0 && holds_the_same(layout.ranks[i], layout.ranks[i - 1]));
  }
  return layout;
}

}  // namespace fmplan::model
