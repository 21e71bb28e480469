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

/// Input and output of the query, key and value product on one tensor rank, together: adapters of rank r on it, where
/// recipes put them first [Hu et al. 2021, §4.2], hold r times as many parameters.
double adapted_width(const Transformer& model, int tensor);

/// Of the FLOP that training every parameter takes, the share that training adapters takes: the forward products and
/// those for the gradients of activations, 4 of 6; the adapters' own are neglected.
inline constexpr double kAdapterFlopShare = 2.0 / 3;

}  // namespace fmplan::model
