#include "core/evidence/row_adapters.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "core/base/denial.h"
#include "core/base/words.h"

namespace fmplan::evidence {
namespace {

using enum catalog::ReportColumn;

/// What only rows of adapters have.
constexpr std::string_view kOfAdapters[] = {"lora", "qlora", "lora_rank", "lora_r", "lora_alpha", "lora_target"};

bool says(const RowWords& words, std::string_view word) {
  return affirms_word(words[kModel], word) || affirms_word(words[kNotes], word);
}

/// What stands behind the first "lora" of the notes, all of them where the model's name has it; empty: none does.
std::string_view behind_lora(const RowWords& words) {
  const std::size_t at = words[kNotes].find("lora");
  if (at == std::string::npos) return affirms_word(words[kModel], "lora") ? words[kNotes] : std::string_view();
  return std::string_view(words[kNotes]).substr(at);
}

/// "rank 16", "r=16".
std::optional<int> adapter_rank_in(std::string_view text) {
  for (const char* key : {"rank", "lora_rank", "lora_r", "r"})
    if (const std::size_t at = find_word(text, key); at != std::string_view::npos)
      if (const auto rank = number_behind(text.substr(at), key)) return rank;
  return std::nullopt;
}

}  // namespace

RowAdapters adapters_of(const RowWords& words, std::vector<std::string>& assumptions) {
  if (std::ranges::none_of(kOfAdapters, [&](std::string_view word) { return says(words, word); })) return {};
  const std::string_view told = behind_lora(words);
  RowAdapters adapters{.rank = adapter_rank_in(told).value_or(model::kUsualAdapterRank)};
  const char* where = "the query, key and value product";
  if (holds_any(told, {"all linear", "all-linear", "all_linear", "target all", "target: all", "target=all",
                       "target_modules all", "gate_proj", "up_proj", "down_proj"})) {
    adapters.targets = model::AdapterTargets::kAllLinear;
    where = "all linear layers";
  } else if (told.find(fmt::format("rank {} on attention", adapters.rank)) != std::string_view::npos ||
             holds_any(told, {"o_proj"})) {
    adapters.targets = model::AdapterTargets::kAttention;
    where = "attention's products";
  }
  assumptions.push_back(fmt::format("adapters of rank {} on {}", adapters.rank, where));
  adapters.frozen = model::kFrozenWeightsNames.parse(words.meaning("frozen-weights", assumptions))
                        .value_or(model::FrozenWeights::kAsComputed);
  return adapters;
}

}  // namespace fmplan::evidence
