#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/evidence/row_words.h"
#include "core/evidence/step_rows.h"
#include "core/model/transformer.h"

namespace fmplan::evidence {

/// Why a row is not predicted.
struct StepRefusal {
  std::string reason;

  friend bool operator==(const StepRefusal&, const StepRefusal&) = default;
};

/// The catalogue model a row's model name means ("Qwen3_30B_a3B", "LLAMA4-Scout", "Llama3-70B slice (12 layers)"): the
/// name without signs equals an item's, or begins exactly one; else the same without its last word, and so on, as long
/// as the words left out tell neither another size ("DeepSeek V3 16B") nor another member of the family ("Mistral
/// Large"; reading "family-member").  Null if there is none.
const model::Transformer* model_of_name(const catalog::Catalog& catalog, const std::string& name);

/// The architecture of a row: the catalogue model of its name where hidden size, heads and experts agree, with what
/// the row's columns say over it; else the columns alone, with what they leave open filled by rules that are added to
/// `assumptions`:
///   head size   hidden / heads                    key/value heads  as many as heads
///   MLP, tied   of gated or plain, tied or untied embeddings the pair whose parameters are nearest to params_B;
///   without
///               params_B gated unless ffn = 4 · hidden, and untied
///   vocabulary  51,200
/// Plain MLPs come with layer norms, biases and learned positions, gated ones with RMS norms and rotary embedding.
/// Where ffn_hidden of a catalogue mixture is the width of its dense layers, its experts keep theirs.  Refused where
/// params_B is by more than a factor of 1.25 neither the model's parameters, with embeddings or without, nor those that
/// a token passes.
std::variant<model::Transformer, StepRefusal> model_of_row(const StepRow& row, const catalog::Catalog& catalog,
                                                           std::vector<std::string>& assumptions);

/// What the row's words say of how its model is trained: slots of experts, routing, multi-token prediction, packing.
void apply_words(const RowWords& words, model::Transformer& model, std::vector<std::string>& assumptions);

}  // namespace fmplan::evidence
