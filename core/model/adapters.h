#pragma once

/// @file
/// Training of low-rank adapters beside frozen weights [Hu et al. 2021, LoRA].

#include "core/base/names.h"
#include "core/model/transformer.h"

namespace fmplan::model {

/// What of the model is trained.
enum class TrainingKind {
  kFull,  ///< every parameter
  kLora   ///< low-rank adapters beside some of each layer's products; the rest is frozen
};
inline constexpr auto kTrainingKindNames =
    names<TrainingKind>({{"full", TrainingKind::kFull}, {"lora", TrainingKind::kLora}});

/// Rank of adapters in most recipes of NeMo and MaxText (unconfirmed).
inline constexpr int kUsualAdapterRank = 32;

/// Which products have adapters.
enum class AdapterTargets {
  kQueryKeyValue,  ///< of queries, keys and values, as one [Hu et al. 2021, §4.2]
  kAttention,      ///< of queries, keys and values, each with its own, and attention's output
  kAllLinear       ///< those and the dense MLP's or the shared experts'; routed experts stay frozen
};
inline constexpr auto kAdapterTargetsNames = names<AdapterTargets>({{"query_key_value", AdapterTargets::kQueryKeyValue},
                                                                    {"attention", AdapterTargets::kAttention},
                                                                    {"all_linear", AdapterTargets::kAllLinear}});

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

/// Inputs and outputs of a layer's products with adapters on one tensor rank, together: adapters of rank r hold r times
/// as many parameters.  With q, k of all query heads and of keys or values, h hidden, f the inner width of the dense
/// MLP or, in a layer of experts, of the shared ones, and t tensor ranks:
///
///   query_key_value   h + (q + 2k)/t
///   attention         4h + 2(q + k)/t; of latent attention those of its down and up projections and of the output
///   all_linear        attention's + 3(h + f/t) where the MLP is gated, 2(h + f/t) where it is plain
double adapted_width(const Transformer& model, bool mixture, int tensor, AdapterTargets targets);

/// The mean over all layers.
double mean_adapted_width(const Transformer& model, int tensor, AdapterTargets targets);

/// Of the FLOP that training every parameter takes, the share that training adapters takes: the forward products and
/// those for the gradients of activations, 4 of 6; the adapters' own are neglected.
inline constexpr double kAdapterFlopShare = 2.0 / 3;

}  // namespace fmplan::model
