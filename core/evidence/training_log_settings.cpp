// What follows from settings that Megatron and NeMo have in common, and call alike.

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/words.h"
#include "core/evidence/training_log_reading.h"

namespace fmplan::evidence {
namespace {

bool is_on(const StepColumns& facts, const char* name) {
  const std::string value = lower_case(value_in(facts, name));
  return value == "true" || value == "1";
}

/// None: the log does not say.
std::optional<bool> switch_in(const StepColumns& facts, const char* name) {
  const std::string value = lower_case(value_in(facts, name));
  if (value == "true") return true;
  return value == "false" ? std::optional(false) : std::nullopt;
}

/// "moe_act, layernorm" of "['moe_act', 'layernorm']"; empty of "None" and of what Megatron recomputes by default, the
/// core of attention alone.
std::string module_names(std::string list) {
  std::erase_if(list, [](char c) { return c == '[' || c == ']' || c == '\'' || c == '"'; });
  return list == "None" || list == "core_attn" ? std::string() : list;
}

/// Which layers or modules are computed again, where Megatron's settings recompute_method, recompute_num_layers and
/// recompute_modules say so.
void say_how_recompute(StepColumns& facts) {
  if (value_in(facts, "recompute") == "full") {
    if (const auto layers = leading_number(value_in(facts, "recompute_num_layers")); layers && *layers >= 1)
      facts["recompute"] = fmt::format("full, recompute_method={}, recompute_num_layers={:.0f}",
                                       value_in(facts, "recompute_method") == "block" ? "block" : "uniform", *layers);
  } else if (value_in(facts, "recompute") == "selective") {
    if (const std::string modules = module_names(value_in(facts, "recompute_modules")); !modules.empty())
      facts["recompute"] = "selective: " + modules;
  }
}

void set_count(StepColumns& facts, const char* column, const char* setting) {
  if (const auto count = leading_number(value_in(facts, setting)); count && *count >= 1)
    facts[column] = value_in(facts, setting);
}

/// Dense layers before the first mixture: 3 of "[0]*3+[1]*58" and of "[0, 0, 0, 1, 1]"; none of what is no such list.
std::optional<int> first_dense_layers(const std::string& frequency) {
  if (!frequency.starts_with("[0")) return std::nullopt;
  const std::string zeros = frequency.substr(0, frequency.find('1'));
  if (const auto times = after(zeros, "[0]*")) {
    const auto count = leading_number(*times);
    return count ? std::optional(static_cast<int>(*count)) : std::nullopt;
  }
  return static_cast<int>(std::ranges::count(zeros, '0'));
}

void set_experts(StepColumns& facts) {
  if (!facts.contains("moe_experts")) return;
  const std::string dense_width = value_in(facts, "ffn_hidden");
  set_count(facts, "ffn_hidden", "moe_ffn_hidden_size");
  set_count(facts, "moe_topk", "moe_router_topk");
  const std::string shared = lower_case(value_in(facts, "moe_shared_expert_intermediate_size"));
  if (shared == "none" || shared == "null") facts["moe_shared"] = "0";
  // The row counts shared experts of a routed one's size.
  const auto of_all = leading_number(shared), of_one = leading_number(value_in(facts, "ffn_hidden"));
  if (of_all && of_one && *of_one > 0 && std::fmod(*of_all, *of_one) == 0)
    facts["moe_shared"] = fmt::format("{:.0f}", *of_all / *of_one);
  const auto first = first_dense_layers(value_in(facts, "moe_layer_freq"));
  if (first && *first > 0 && !dense_width.empty())
    add_note(facts, fmt::format("first {} layers dense of width {}", *first, dense_width));
}

void set_precision(StepColumns& facts) {
  const auto is_set = [&facts](const char* name) {
    const std::string value = lower_case(value_in(facts, name));
    return !value.empty() && value != "none" && value != "null" && value != "false";
  };
  const std::string recipe = lower_case(value_in(facts, "fp8_recipe"));
  if (is_set("fp4")) {
    facts["precision"] = "NVFP4";
  } else if (is_set("fp8")) {
    // Words that rows are read by: Megatron's "tensorwise" is current scaling.
    facts["precision"] = recipe.starts_with("mx")           ? "MXFP8"
                         : recipe.starts_with("block")      ? "FP8 blockwise"
                         : recipe.starts_with("tensorwise") ? "FP8 current scaling"
                         : recipe.starts_with("delayed")    ? "FP8 delayed scaling"
                                                            : "FP8";
  }
}

/// What the model has that no column says.
void note_model(StepColumns& facts) {
  const std::optional<bool> untied = switch_in(facts, "untie_embeddings_and_output_weights");
  const std::optional<bool> tied = switch_in(facts, "share_embeddings_and_output_weights");
  for (const char* const name : {"swiglu", "gated_linear_unit"})
    if (const std::optional<bool> gated = switch_in(facts, name)) {
      add_note(facts, *gated ? "gated MLP" : "plain MLP");
      break;
    }
  if (untied || tied) add_note(facts, untied.value_or(!tied.value_or(false)) ? "untied embeddings" : "tied embeddings");
  const auto size = leading_number(value_in(facts, "kv_channels"));
  const auto heads = leading_number(value_in(facts, "heads")), hidden = leading_number(value_in(facts, "hidden"));
  if (size && heads && hidden && *size >= 1 && *size * *heads != *hidden)
    add_note(facts, fmt::format("head size {:.0f}", *size));
  if (is_on(facts, "multi_latent_attention")) add_note(facts, "multi-latent attention");
}

/// "distributed optimizer, offload": what lies in host memory is refused where rows are read.
void say_what_is_offloaded(StepColumns& facts) {
  const auto add = [&facts](const char* column) {
    std::string& text = facts[column];
    text += text.empty() ? "offload" : ", offload";
  };
  if (is_on(facts, "optimizer_cpu_offload")) add("zero_or_fsdp");
  if (is_on(facts, "cpu_offloading")) add("recompute");
}

}  // namespace

std::string value_in(const StepColumns& facts, const char* name) {
  const auto found = facts.find(name);
  return found == facts.end() ? std::string() : found->second;
}

void add_note(StepColumns& facts, std::string_view note) {
  std::string& notes = facts["notes"];
  notes += notes.empty() ? "" : "; ";
  notes += note;
}

void add_shared_settings(StepColumns& facts) {
  set_experts(facts);
  say_how_recompute(facts);
  set_precision(facts);
  note_model(facts);
  say_what_is_offloaded(facts);
}

}  // namespace fmplan::evidence
