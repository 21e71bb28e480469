#pragma once

/// @file
/// Training of low-rank adapters beside frozen weights [Hu et al. 2021, LoRA].

#include "core/base/names.h"
#include "core/model/transformer.h"

namespace fmplan::model {

/// What of the model is trained.
enum class TrainingKind {
  kFull,  ///< every parameter
  kLora   ///< adapters on the query, key and value product of each layer; the rest is frozen
};
inline constexpr auto kTrainingKindNames =
    names<TrainingKind>({{"full", TrainingKind::kFull}, {"lora", TrainingKind::kLora}});

/// Rank of adapters in most recipes of NeMo and MaxText (unconfirmed).
inline constexpr int kUsualAdapterRank = 32;

/// What frozen weights are stored in.
enum class FrozenWeights {
  kAsComputed,  ///< in the format of the products
  kNf4          ///< 4 bits, for the products made 16 again one after the other [Dettmers et al. 2023, QLoRA, §3]
};
inline constexpr auto kFrozenWeightsNames =
    names<FrozenWeights>({{"as_computed", FrozenWeights::kAsComputed}, {"nf4", FrozenWeights::kNf4}});

/// Bytes of a weight in NF4 with double quantisation: 4 bits, a scale of 8 bits for 64 weights and one of 32 bits for
/// 256 of these scales, 4.127 bits in all [Dettmers et al. 2023, §3].
inline constexpr double kNf4Bytes = (4 + 8.0 / 64 + 32.0 / (64 * 256)) / 8;

/// Input and output of the query, key and value product on one tensor rank, together: adapters of rank r on it, where
/// recipes put them first [Hu et al. 2021, §4.2], hold r times as many parameters.
double adapted_width(const Transformer& model, int tensor);

/// Of the FLOP that training every parameter takes, the share that training adapters takes: the forward products and
/// those for the gradients of activations, 4 of 6; the adapters' own are neglected.
inline constexpr double kAdapterFlopShare = 2.0 / 3;

}  // namespace fmplan::model
