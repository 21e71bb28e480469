#include "core/evidence/step_model.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "core/base/words.h"

namespace fmplan::evidence {
namespace {

using model::Transformer;

/// GPT-2's 50,257 tokens padded for eight tensor-parallel ranks.
constexpr int kUsualVocabulary = 51200;

/// Letters and digits only, in lower case.
std::string bare(std::string_view name) {
  std::string result;
  for (const char c : lower_case(name))
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) result += c;
  return result;
}

const Transformer* model_of_bare_name(const catalog::Catalog& catalog, const std::string& name) {
  // Shorter names ("gpt") begin too much.
  constexpr std::size_t kShortestBeginning = 6;
  const std::string* beginning = nullptr;
  int num_beginnings = 0;
  for (const std::string& item : catalog.names("models")) {
    const std::string candidate = bare(item);
    if (candidate == name) return &catalog.model(item);
    if (name.size() >= kShortestBeginning && candidate.starts_with(name)) {
      beginning = &item;
      ++num_beginnings;
    }
  }
  return num_beginnings == 1 ? &catalog.model(*beginning) : nullptr;
}

bool agrees(const std::optional<int>& stated, int known) { return !stated || *stated == known; }

bool agrees(const StepRow& row, const Transformer& known) {
  return agrees(row.hidden_size, known.hidden_size) && agrees(row.num_heads, known.num_heads) &&
         agrees(row.num_experts, known.moe ? known.moe->num_experts : 0) &&
         (row.num_experts.has_value() || !known.moe || !row.num_layers);
}

/// What the row states, over what the catalogue knows.
Transformer laid_over(Transformer known, const StepRow& row) {
  known.num_layers = row.num_layers.value_or(known.num_layers);
  known.vocabulary_size = row.vocabulary_size.value_or(known.vocabulary_size);
  // Latent attention writes as many key/value heads as heads, whatever a table says.
  if (!known.latent_attention) known.num_kv_heads = row.num_kv_heads.value_or(known.num_kv_heads);
  if (known.moe) {
    known.moe->expert_ffn_hidden_size = row.ffn_hidden_size.value_or(known.moe->expert_ffn_hidden_size);
    known.moe->experts_per_token = row.experts_per_token.value_or(known.moe->experts_per_token);
  } else {
    known.ffn_hidden_size = row.ffn_hidden_size.value_or(known.ffn_hidden_size);
  }
  return known;
}

void set_mlp(Transformer& model, bool gated) {
  model.gated_mlp = gated;
  model.norm = gated ? model::NormKind::kRmsNorm : model::NormKind::kLayerNorm;
  model.bias = gated ? model::BiasKind::kNone : model::BiasKind::kAll;
  model.learned_positions = !gated;
}

/// Counts stay far inside their integers.
bool is_plausible(const Transformer& model) {
  constexpr double kMostParameters = 1e16;  // chosen, far beyond any model
  const double hidden = model.hidden_size;
  const double experts = model.moe ? model.moe->num_experts + model.moe->num_shared_experts : 0;
  const double expert_width = model.moe ? model.moe->expert_ffn_hidden_size : 0;
  const double layer = hidden * (4 * hidden + 3.0 * model.ffn_hidden_size + experts * (3 * expert_width + 1) +
                                 4.0 * model.num_heads * model.head_dim);
  return model.num_layers * layer + 2.0 * model.vocabulary_size * hidden < kMostParameters;
}

/// Gated or plain, tied or untied: what comes nearest to the stated parameters.
void choose_mlp(Transformer& model, const StepRow& row, std::vector<std::string>& assumptions) {
  if (!row.params_billions) {
    const bool gated = model.moe || model.ffn_hidden_size != 4 * model.hidden_size;
    set_mlp(model, gated);
    assumptions.push_back(
        fmt::format("{} MLP and untied embeddings: params_B is not stated", gated ? "gated" : "plain"));
    return;
  }
  Transformer best = model;
  double nearest = std::numeric_limits<double>::infinity();
  for (const bool gated : {true, false})
    for (const bool tied : {false, true}) {
      Transformer candidate = model;
      set_mlp(candidate, gated);
      candidate.tied_embeddings = tied;
      const double parameters = static_cast<double>(count_parameters(candidate).total);
      const double distance = std::abs(std::log(parameters / (*row.params_billions * 1e9)));
      if (distance < nearest) {
        nearest = distance;
        best = candidate;
      }
    }
  model = best;
  assumptions.push_back(fmt::format("{} MLP, {} embeddings: nearest to params_B", model.gated_mlp ? "gated" : "plain",
                                    model.tied_embeddings ? "tied" : "untied"));
}

std::variant<Transformer, StepRefusal> model_of_columns(const StepRow& row, std::vector<std::string>& assumptions) {
  const std::pair<const char*, std::optional<int>> needed[] = {
      {"layers", row.num_layers}, {"hidden", row.hidden_size}, {"ffn_hidden", row.ffn_hidden_size}};
  for (const auto& [column, value] : needed)
    if (!value) return StepRefusal{fmt::format("{} is empty, and the catalogue knows no such model", column)};
  constexpr int kUsualHeadSize = 128;  // assumed: Llama's
  const int num_heads = row.num_heads.value_or(std::max(1, *row.hidden_size / kUsualHeadSize));
  if (!row.num_heads) assumptions.push_back(fmt::format("heads of {}: not stated", kUsualHeadSize));
  if (*row.hidden_size % num_heads != 0)
    return StepRefusal{fmt::format("heads {} do not divide hidden {}", num_heads, *row.hidden_size)};
  Transformer model;
  model.name = row.model_name;
  model.num_layers = *row.num_layers;
  model.hidden_size = *row.hidden_size;
  model.num_heads = num_heads;
  model.num_kv_heads = row.num_kv_heads.value_or(num_heads);
  model.head_dim = *row.hidden_size / num_heads;
  model.vocabulary_size = row.vocabulary_size.value_or(kUsualVocabulary);
  if (!row.vocabulary_size) assumptions.push_back(fmt::format("vocabulary of {}: not stated", kUsualVocabulary));
  if (row.num_experts) {
    const int shared = row.num_shared_experts.value_or(0);
    model.moe = model::MixtureOfExperts{.num_experts = *row.num_experts,
                                        .experts_per_token = *row.experts_per_token,
                                        .expert_ffn_hidden_size = *row.ffn_hidden_size,
                                        .num_shared_experts = shared,
                                        .shared_ffn_hidden_size = shared > 0 ? *row.ffn_hidden_size : 0};
  } else {
    model.ffn_hidden_size = *row.ffn_hidden_size;
  }
  model.max_sequence_length = row.sequence_length.value_or(0);
  if (!is_plausible(model)) return StepRefusal{"layers, hidden and ffn_hidden make more than 10¹⁶ parameters"};
  choose_mlp(model, row, assumptions);
  return model;
}

}  // namespace

const Transformer* model_of_name(const catalog::Catalog& catalog, const std::string& name) {
  for (std::string left = name; !left.empty();) {
    if (const Transformer* found = model_of_bare_name(catalog, bare(left))) return found;
    const std::size_t blank = left.rfind(' ');
    left = blank == std::string::npos ? "" : left.substr(0, blank);
  }
  return nullptr;
}

std::variant<Transformer, StepRefusal> model_of_row(const StepRow& row, const catalog::Catalog& catalog,
                                                    std::vector<std::string>& assumptions) {
  const Transformer* known = model_of_name(catalog, row.model_name);
  if (known && agrees(row, *known)) {
    assumptions.push_back(fmt::format("catalogue model {} where the columns are silent", known->name));
    Transformer model = laid_over(*known, row);
    if (!is_plausible(model)) return StepRefusal{"layers, hidden and ffn_hidden make more than 10¹⁶ parameters"};
    return model;
  }
  return model_of_columns(row, assumptions);
}

}  // namespace fmplan::evidence
