#include "core/evidence/step_model.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "core/base/denial.h"
#include "core/base/integers.h"
#include "core/base/words.h"
#include "core/catalog/report_readings.h"
#include "core/evidence/row_words.h"

namespace fmplan::evidence {
namespace {

using model::Transformer;

/// GPT-2's 50,257 tokens padded for eight tensor-parallel ranks.
constexpr int kUsualVocabulary = 51200;

/// By how much the parameters that a row states, or its model's name tells, may differ from those of the model that is
/// meant.  Chosen: of 3,900 rows of reports those read rightly that differ most have a round name for a count, as
/// MaxText's "128B" of 107.9e9.
constexpr double kMostParameterRatio = 1.25;

/// Reports count parameters with embeddings or without, with modules that predict further tokens, or of a mixture those
/// that a token passes.
bool is_of_size(const Transformer& model, double billions) {
  const model::ParameterCount count = count_parameters(model);
  const auto embeddings = static_cast<double>(count.embedding + count.head);
  const auto between = [&](double least, double most) {
    return billions * 1e9 * kMostParameterRatio >= least && billions * 1e9 <= most * kMostParameterRatio;
  };
  const auto total = static_cast<double>(count.total), active = static_cast<double>(count.active);
  return between(total - embeddings, total + static_cast<double>(count.mtp)) ||
         (model.moe && between(active - embeddings, active));
}

/// Letters, digits and "+" in lower case, and the points between digits: "Llama 1.3B" is not "Llama 13B", nor "Command
/// R+" "Command R".
std::string bare(std::string_view name) {
  const std::string lower = lower_case(name);
  std::string result;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const char c = lower[i];
    const bool is_point = c == '.' && i > 0 && is_digit(lower[i - 1]) && i + 1 < lower.size() && is_digit(lower[i + 1]);
    if ((c >= 'a' && c <= 'z') || is_digit(c) || c == '+' || is_point) result += c;
  }
  return result;
}

/// The one whose name it is, else is without points ("Llama31-8B"), or the only one whose name begins with it.
const Transformer* model_of_bare_name(const catalog::Catalog& catalog, const std::string& name, bool may_begin) {
  // Shorter names ("gpt") begin too much.
  constexpr std::size_t kShortestBeginning = 6;
  const std::string *without_points = nullptr, *beginning = nullptr;
  int num_beginnings = 0;
  for (const std::string& item : catalog.names("models")) {
    std::string candidate = bare(item);
    if (candidate == name) return &catalog.model(item);
    if (name.find('.') == std::string::npos) std::erase(candidate, '.');
    if (candidate == name && !without_points) without_points = &item;
    if (may_begin && name.size() >= kShortestBeginning && candidate.starts_with(name)) {
      beginning = &item;
      ++num_beginnings;
    }
  }
  if (without_points) return &catalog.model(*without_points);
  for (const auto& [alias, item] : catalog.aliases("models")) {
    std::string candidate = bare(alias);
    if (name.find('.') == std::string::npos) std::erase(candidate, '.');
    if (candidate == name) return &catalog.model(item);
  }
  return num_beginnings == 1 ? &catalog.model(*beginning) : nullptr;
}

/// The sizes that words of a model's name tell, in billions: 16 of "16B", 3 of "A3B", 0.39 of "390M", 1000 of "1T".
std::vector<double> sizes_told(std::string_view text) {
  constexpr std::pair<char, double> kBillions[] = {{'m', 1e-3}, {'b', 1}, {'t', 1e3}};  // million, billion, trillion
  std::vector<double> sizes;
  std::string words = lower_case(text);
  for (char& c : words)
    if (!(c >= 'a' && c <= 'z') && !is_digit(c) && c != '.') c = ' ';
  for (std::string_view word : words_of(words)) {
    if (word.starts_with('a')) word.remove_prefix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number, std::chars_format::fixed);
    if (error != std::errc{} || end + 1 != word.data() + word.size()) continue;
    for (const auto& [unit, billions] : kBillions)
      if (*end == unit) sizes.push_back(number * billions);
  }
  return sizes;
}

/// "400B", " 17Bx16E", "_1.5T": whether words that a name loses begin with a number of parameters.
bool begins_with_size(std::string_view words) {
  words.remove_prefix(std::min(words.find_first_not_of(" -_"), words.size()));
  const std::size_t unit = words.find_first_not_of("0123456789.");
  return unit != std::string_view::npos && unit > 0 &&
         std::string_view("bBmMtT").find(words[unit]) != std::string::npos;
}

/// Whether a name may lose `words` and still mean the model: "DeepSeek-V3 671B" may, "DeepSeek V3 16B" and "DeepSeek V2
/// Lite" are others of the family.
bool may_drop(const catalog::Catalog& catalog, const std::string& words, const Transformer& model) {
  catalog::ReportTexts texts;
  texts[catalog::ReportColumn::kModel] = lower_case(words);
  return !catalog.report_readings().rule("family-member", texts) &&
         std::ranges::all_of(sizes_told(words), [&](double billions) { return is_of_size(model, billions); });
}

bool agrees(const std::optional<int>& stated, int known) { return !stated || *stated == known; }

bool agrees(const StepRow& row, const Transformer& known) {
  return agrees(row.hidden_size, known.hidden_size) && agrees(row.num_heads, known.num_heads) &&
         agrees(row.num_experts, known.moe ? known.moe->num_experts : 0);
}

/// Configuration files of mixtures call another width than the experts' "intermediate_size": that of dense layers, or
/// that of all experts of a token, which Qwen3's have though no layer is as wide.
bool is_width_of_dense_layers(const Transformer& known, int width) {
  const int expert_width = known.moe->expert_ffn_hidden_size;
  return width != expert_width &&
         (width == known.ffn_hidden_size || width == known.moe->experts_per_token * expert_width);
}

/// What the row states, over what the catalogue knows.
Transformer row_over_catalog(Transformer known, const StepRow& row, std::vector<std::string>& assumptions) {
  known.num_layers = row.num_layers.value_or(known.num_layers);
  known.vocabulary_size = row.vocabulary_size.value_or(known.vocabulary_size);
  // Latent attention writes as many key/value heads as heads, whatever a table says.
  if (!known.latent_attention) known.num_kv_heads = row.num_kv_heads.value_or(known.num_kv_heads);
  if (known.moe) {
    if (row.ffn_hidden_size && is_width_of_dense_layers(known, *row.ffn_hidden_size))
      assumptions.push_back(fmt::format("experts of width {}, the catalogue's: ffn_hidden {} is not an expert's",
                                        known.moe->expert_ffn_hidden_size, *row.ffn_hidden_size));
    else
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

/// What the notes say by one of two words; none: nothing.
std::optional<bool> is_stated(const RowWords& words, std::string_view question, std::string_view yes) {
  const std::string_view meaning = words.meaning(question);
  return meaning.empty() ? std::nullopt : std::optional(meaning == yes);
}

/// Of gated and plain MLPs of `width(gated)`, with tied and untied embeddings, as far as the notes leave them open,
/// what comes nearest to the row's parameters; none: nothing does by a logarithm below `most`.
template <class Width>
std::optional<Transformer> nearest_mlp(const Transformer& model, const StepRow& row, const RowWords& words, double most,
                                       const Width& width) {
  const std::optional<bool> stated_gated = is_stated(words, "mlp", "gated");
  const std::optional<bool> stated_tied = is_stated(words, "embeddings", "tied");
  std::optional<Transformer> best;
  for (const bool gated : {true, false}) {
    for (const bool tied : {false, true}) {
      if (gated != stated_gated.value_or(gated) || tied != stated_tied.value_or(tied)) continue;
      Transformer candidate = model;
      set_mlp(candidate, gated);
      candidate.tied_embeddings = tied;
      candidate.ffn_hidden_size = width(gated);
      const double parameters = static_cast<double>(count_parameters(candidate).total);
      const double distance = std::abs(std::log(parameters / (*row.params_billions * 1e9)));
      if (distance >= most) continue;
      most = distance;
      best = std::move(candidate);
    }
  }
  return best;
}

/// Gated or plain, tied or untied: as the notes say, else what comes nearest to the stated parameters.
void choose_mlp(Transformer& model, const StepRow& row, const RowWords& words, std::vector<std::string>& assumptions) {
  const std::optional<bool> stated_gated = is_stated(words, "mlp", "gated");
  const std::optional<bool> stated_tied = is_stated(words, "embeddings", "tied");
  const bool is_stated_whole = stated_gated && stated_tied;
  if (!row.params_billions || is_stated_whole) {
    const bool gated = stated_gated.value_or(model.moe || model.ffn_hidden_size != 4 * model.hidden_size);
    set_mlp(model, gated);
    model.tied_embeddings = stated_tied.value_or(false);
    if (!is_stated_whole)
      assumptions.push_back(fmt::format("{} MLP and {} embeddings: params_B is not stated", gated ? "gated" : "plain",
                                        model.tied_embeddings ? "tied" : "untied"));
    return;
  }
  model = nearest_mlp(model, row, words, std::numeric_limits<double>::infinity(), [&model](bool /*gated*/) {
            return model.ffn_hidden_size;
          }).value_or(model);
  assumptions.push_back(fmt::format("{} MLP, {} embeddings: nearest to params_B", model.gated_mlp ? "gated" : "plain",
                                    model.tied_embeddings ? "tied" : "untied"));
}

/// A plain MLP of four times the hidden size or a gated one of 8/3 of it, up to the next multiple of 256, whichever
/// makes the row's parameters; false: neither does.
bool choose_width(Transformer& model, const StepRow& row, const RowWords& words,
                  std::vector<std::string>& assumptions) {
  // Chosen: what names are rounded by, and less than lies between tied and untied embeddings of models above a billion.
  constexpr double kNear = 0.04;
  constexpr int kMultiple = 256;  // Llama's
  const int plain = 4 * model.hidden_size;
  const int gated = ceil_divide(8 * model.hidden_size / 3, kMultiple) * kMultiple;
  std::optional<Transformer> found =
      nearest_mlp(model, row, words, kNear, [&](bool is_gated) { return is_gated ? gated : plain; });
  if (!found) return false;
  model = *std::move(found);
  assumptions.push_back(fmt::format(
      "{} MLP of width {}, {} embeddings: ffn_hidden is not stated, and params_B is so made",
      model.gated_mlp ? "gated" : "plain", model.ffn_hidden_size, model.tied_embeddings ? "tied" : "untied"));
  return true;
}

/// "head_dim 128", "head size 128"; none: the notes have no such words.
std::optional<int> stated_head_size(const RowWords& words) {
  for (const char* const key : {"head_dim", "head dim", "head size"})
    if (const auto size = number_behind(words[catalog::ReportColumn::kNotes], key)) return size;
  return std::nullopt;
}

/// "first 3 layers dense of width 18432".
void set_dense_layers(Transformer& model, const RowWords& words) {
  const std::string& notes = words[catalog::ReportColumn::kNotes];
  const auto layers = number_behind(notes, "first"), width = number_behind(notes, "layers dense of width");
  if (!model.moe || !layers || !width || *layers >= model.num_layers) return;
  model.moe->num_first_dense_layers = *layers;
  model.ffn_hidden_size = *width;
}

std::variant<Transformer, StepRefusal> model_of_columns(const StepRow& row, const RowWords& words,
                                                        std::vector<std::string>& assumptions) {
  for (const char* const latent : {"latent attention", "mla"})
    if (affirms_word(words[catalog::ReportColumn::kNotes], latent))
      return StepRefusal{"its latent attention has sizes that no column is for; name a model of the catalogue"};
  const bool width_of_parameters = !row.ffn_hidden_size && !row.num_experts && row.params_billions;
  const std::pair<const char*, bool> needed[] = {{"layers", row.num_layers.has_value()},
                                                 {"hidden", row.hidden_size.has_value()},
                                                 {"ffn_hidden", row.ffn_hidden_size || width_of_parameters}};
  for (const auto& [column, is_known] : needed)
    if (!is_known) return StepRefusal{fmt::format("{} is empty, and the catalogue knows no such model", column)};
  constexpr int kUsualHeadSize = 128;  // assumed: Llama's
  const int num_heads = row.num_heads.value_or(std::max(1, *row.hidden_size / kUsualHeadSize));
  if (!row.num_heads) assumptions.push_back(fmt::format("heads of {}: not stated", kUsualHeadSize));
  const std::optional<int> head_size = stated_head_size(words);
  if (!head_size && *row.hidden_size % num_heads != 0)
    return StepRefusal{fmt::format("heads {} do not divide hidden {}", num_heads, *row.hidden_size)};
  Transformer model;
  model.name = row.model_name;
  model.num_layers = *row.num_layers;
  model.hidden_size = *row.hidden_size;
  model.num_heads = num_heads;
  model.num_kv_heads = row.num_kv_heads.value_or(num_heads);
  if (!row.num_kv_heads) assumptions.emplace_back("as many key/value heads as heads: not stated");
  model.head_dim = head_size.value_or(*row.hidden_size / num_heads);
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
    model.ffn_hidden_size = row.ffn_hidden_size.value_or(4 * model.hidden_size);
  }
  model.max_sequence_length = row.sequence_length.value_or(0);
  set_dense_layers(model, words);
  if (!is_plausible(model)) return StepRefusal{"layers, hidden and ffn_hidden make more than 10¹⁶ parameters"};
  if (!width_of_parameters) {
    choose_mlp(model, row, words, assumptions);
  } else if (!choose_width(model, row, words, assumptions)) {
    return StepRefusal{"ffn_hidden is empty, and no usual width makes params_B of the other columns"};
  }
  return model;
}

/// "capacity_factor=1.25", or with a blank.
void apply_capacity(const RowWords& words, Transformer& model, std::vector<std::string>& assumptions) {
  if (!model.moe) return;
  for (const char* key : {"capacity_factor", "capacity factor"})
    if (const auto factor = number_behind<double>(words[catalog::ReportColumn::kNotes], key);
        factor && *factor <= model::kMostCapacityFactor) {
      model.moe->capacity_factor = *factor;
      assumptions.push_back(fmt::format("slots of experts padded to {} of their even share", *factor));
      return;
    }
}

/// "forced balanced routing", "balanced (fake) gate", and recipes that are known to do so.
void apply_routing(const RowWords& words, Transformer& model, std::vector<std::string>& assumptions) {
  if (!model.moe) return;
  std::vector<std::string> of_rule;
  if (words.meaning("routing", of_rule) != "balanced") return;
  model.moe->balanced_routing = true;
  if (of_rule.empty()) of_rule.emplace_back("every expert is given as many tokens: the row says so");
  assumptions.insert(assumptions.end(), of_rule.begin(), of_rule.end());
}

/// Samples packed into sequences, which attention stays inside: their tokens are what the reading means.
void apply_documents(const RowWords& words, Transformer& model, std::vector<std::string>& assumptions) {
  if (const auto length = number_behind<int>(words.meaning("packed-documents", assumptions), ""))
    model.document_length = *length;
}

/// "w/o MTP", "mtp_num_layers=0".
void apply_mtp(const RowWords& words, Transformer& model, std::vector<std::string>& assumptions) {
  if (model.num_mtp_layers == 0 || words.meaning("multi-token-prediction") != "off") return;
  model.num_mtp_layers = 0;
  assumptions.emplace_back("without the modules of multi-token prediction: the row says so");
}

}  // namespace

const Transformer* model_of_name(const catalog::Catalog& catalog, const std::string& name) {
  // "Qwen/Qwen3-4B-Base": who published it, and words behind the name.
  const std::size_t slash = name.find('/');
  const bool is_published = slash != std::string::npos && name.find(' ') > slash;
  const std::string whole = is_published ? name.substr(slash + 1) : name;
  for (std::string left = whole; !left.empty();) {
    // "Llama-4-Maverick 400B" means the only one that begins so; "Command A" is none that begins with "Command".
    const std::string dropped = whole.substr(left.size());
    const bool may_begin = dropped.empty() || begins_with_size(dropped);
    if (const Transformer* found = model_of_bare_name(catalog, bare(left), may_begin))
      return may_drop(catalog, dropped, *found) ? found : nullptr;
    const std::size_t end = left.find_last_of(" -_");
    left = end == std::string::npos ? "" : left.substr(0, end);
  }
  return nullptr;
}

std::variant<Transformer, StepRefusal> model_of_row(const StepRow& row, const catalog::Catalog& catalog,
                                                    std::vector<std::string>& assumptions) {
  const Transformer* known = model_of_name(catalog, row.model_name);
  std::variant<Transformer, StepRefusal> read;
  if (known && agrees(row, *known)) {
    assumptions.push_back(fmt::format("catalogue model {} where the columns are silent", known->name));
    read = row_over_catalog(*known, row, assumptions);
    if (!is_plausible(std::get<Transformer>(read)))
      return StepRefusal{"layers, hidden and ffn_hidden make more than 10¹⁶ parameters"};
  } else {
    read = model_of_columns(row, RowWords(row, catalog.report_readings()), assumptions);
  }
  const auto* model = std::get_if<Transformer>(&read);
  if (model && row.params_billions && !is_of_size(*model, *row.params_billions))
    return StepRefusal{
        fmt::format("params_B is {:g}, and the model of its name and columns has {:.4g} billion parameters",
                    *row.params_billions, static_cast<double>(count_parameters(*model).total) * 1e-9)};
  return read;
}

void apply_words(const RowWords& words, Transformer& model, std::vector<std::string>& assumptions) {
  apply_capacity(words, model, assumptions);
  apply_routing(words, model, assumptions);
  apply_mtp(words, model, assumptions);
  apply_documents(words, model, assumptions);
}

}  // namespace fmplan::evidence
