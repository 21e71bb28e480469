#pragma once

#include <string>
#include <vector>

#include "core/evidence/row_words.h"
#include "core/model/adapters.h"

namespace fmplan::evidence {

/// Adapters of a row; of rank 0: it trains the whole model.
struct RowAdapters {
  int rank = 0;
  model::AdapterTargets targets = model::AdapterTargets::kQueryKeyValue;
  model::FrozenWeights frozen = model::FrozenWeights::kAsComputed;
};

/// "LoRA", "QLoRA", or with their rank and targets: "LoRA rank 16 on all linear layers", "LoRA r=16,
/// target_modules=all-linear", "… on attention".
RowAdapters adapters_of(const RowWords& words, std::vector<std::string>& assumptions);

}  // namespace fmplan::evidence
