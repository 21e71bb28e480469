// NeMo: its configuration as "key: value" lines, then either
//   "Training epoch 0, iteration 28/99 | lr: … | train_step_timing in s: 0.189 | …"   (NeMo 2)
//   "Epoch 0: …| 100/2000 [20:15<…, reduced_train_loss=6.370, train_step_timing in s=11.20]"   (NeMo 1, a progress bar)

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "core/base/words.h"
#include "core/evidence/training_log_reading.h"

namespace fmplan::evidence {
namespace {

struct Key {
  std::string_view name;
  const char* column;
};
constexpr Key kKeys[] = {{"num_layers", "layers"},
                         {"hidden_size", "hidden"},
                         {"ffn_hidden_size", "ffn_hidden"},
                         {"num_attention_heads", "heads"},
                         {"num_query_groups", "kv_heads"},
                         {"encoder_seq_length", "seq_len"},
                         {"seq_length", "seq_len"},
                         {"num_moe_experts", "moe_experts"},
                         {"moe_router_topk", "moe_router_topk"},
                         {"global_batch_size", "global_batch_seqs"},
                         {"micro_batch_size", "micro_batch"},
                         {"tensor_model_parallel_size", "tp"},
                         {"pipeline_model_parallel_size", "pp"},
                         {"virtual_pipeline_model_parallel_size", "vp"},
                         {"context_parallel_size", "cp"},
                         {"expert_model_parallel_size", "ep"},
                         {"num_nodes", "num_nodes"},
                         {"devices", "gpus_per_node"}};

/// Settings that columns follow from; some have had two names.
constexpr Key kSettings[] = {{"activations_checkpoint_method", "recompute_method"},
                             {"recompute_method", "recompute_method"},
                             {"activations_checkpoint_num_layers", "recompute_num_layers"},
                             {"recompute_num_layers", "recompute_num_layers"},
                             {"moe_ffn_hidden_size", "moe_ffn_hidden_size"},
                             {"moe_shared_expert_intermediate_size", "moe_shared_expert_intermediate_size"},
                             {"fp8_recipe", "fp8_recipe"},
                             {"gated_linear_unit", "gated_linear_unit"},
                             {"share_embeddings_and_output_weights", "share_embeddings_and_output_weights"},
                             {"kv_channels", "kv_channels"},
                             {"multi_latent_attention", "multi_latent_attention"},
                             {"optimizer_cpu_offload", "optimizer_cpu_offload"},
                             {"cpu_offloading", "cpu_offloading"}};

/// "  tensor_model_parallel_size: 8", "tensor_model_parallel_size=8,"
bool read_setting(const text::LogLine& line, LogReading& reading) {
  std::string_view text = line.text;
  const std::size_t name_end = text.find_first_of(":= ");
  if (name_end == std::string_view::npos) return false;
  std::string_view value = text.substr(name_end);
  value.remove_prefix(std::min(value.find_first_not_of(":= "), value.size()));
  value = value.substr(0, value.find_first_of(" ,)#"));
  if (value.size() >= 2 && (value.front() == '\'' || value.front() == '"')) value = value.substr(1, value.size() - 2);
  const std::string_view name = text.substr(0, name_end);
  const bool is_count = !value.empty() && value.size() < 10 && value != "0" &&
                        value.find_first_not_of("0123456789") == std::string_view::npos;
  for (const Key& key : kKeys)
    if (key.name == name) {
      if (is_count) reading.state(key.column, value, line);
      return true;
    }
  const std::string lower = lower_case(value);
  for (const auto& [key, setting] : kSettings)
    if (key == name) {
      const bool is_nothing = lower == "null" || lower == "none";
      if (!is_nothing || key == "moe_shared_expert_intermediate_size") reading.state(setting, value, line);
      return true;
    }
  if (name == "sequence_parallel" && (lower == "true" || lower == "false")) {
    reading.state("sequence_parallel", lower == "true" ? "yes" : "no", line);
  } else if (name == "activations_checkpoint_granularity" || name == "recompute_granularity") {
    reading.state("recompute", lower == "null" || lower == "none" ? "none" : lower, line);
  } else if ((name == "recompute_modules" || name == "moe_layer_freq") && value.starts_with('[')) {
    reading.state(std::string(name), text.substr(text.find('[')), line);
  } else if (name == "precision" && holds_any(lower, {"bf16", "16", "32"})) {
    reading.state("precision", lower.starts_with("bf16") ? "BF16" : lower.starts_with("16") ? "FP16" : "FP32", line);
  } else if ((name == "fp8" && holds_any(lower, {"true", "hybrid", "e4m3"})) ||
             (name == "fp4" && holds_any(lower, {"true", "e2m1"}))) {
    reading.state(std::string(name), lower, line);
  } else {
    return false;
  }
  return true;
}

/// What PyTorch Lightning says of its ranks.
void read_ranks(const text::LogLine& line, LogReading& reading) {
  const auto state = [&](std::string_view text) {
    const auto ranks = leading_number(text);
    if (ranks && *ranks >= 1 && *ranks < 1e7) reading.state("num_gpus", fmt::format("{:.0f}", *ranks), line);
  };
  if (const auto rest = after(line.text, "All distributed processes registered. Starting with ")) state(*rest);
  if (const auto member = after(line.text, "MEMBER: "))
    if (const auto rest = after(*member, "/")) state(*rest);
}

/// The number after `key`, of which something must follow: a bar or bracket, or the end of a whole line.
std::optional<double> value_of(const text::LogLine& line, std::string_view key) {
  const auto rest = after(line.text, key);
  if (!rest) return std::nullopt;
  if (!line.whole && rest->find_first_of("|,]") == std::string_view::npos) return std::nullopt;
  return leading_number(*rest);
}

/// Position in the run: NeMo counts iterations within an epoch.
std::optional<std::int64_t> position_of(std::string_view text) {
  // Chosen: 10⁶ epochs of 2⁴¹ > 10¹² iterations each stay within 64 bits.
  constexpr double kMostIterations = 1e12;
  constexpr std::int64_t kEpoch = std::int64_t{1} << 41;
  constexpr double kMostEpochs = 1e6;
  std::optional<double> epoch, iteration;
  if (const auto rest = after(text, "raining epoch ")) {
    epoch = leading_number(rest->substr(0, rest->find(',')));
    if (const auto of = after(*rest, "iteration ")) iteration = leading_number(*of);
  } else if (const auto bar = after(text, "Epoch ")) {
    epoch = leading_number(*bar);
    // "| 100/2000 [": the count before the slash that a bracket follows.
    const std::size_t bracket = bar->find(" [");
    const std::size_t slash = bar->substr(0, bracket).rfind('/');
    const std::size_t blank = bar->substr(0, slash).find_last_of(" |");
    if (bracket != std::string_view::npos && slash != std::string_view::npos && blank != std::string_view::npos)
      iteration = leading_number(bar->substr(blank + 1));
  }
  if (!epoch || !iteration || *epoch < 0 || *iteration < 0 || *iteration > kMostIterations || *epoch > kMostEpochs)
    return std::nullopt;
  return static_cast<std::int64_t>(*epoch) * kEpoch + static_cast<std::int64_t>(*iteration);
}

bool read_nemo_step(const text::LogLine& line, LogReading& reading) {
  const bool trains = line.text.find("raining epoch ") != std::string::npos;
  const bool timed = line.text.find("train_step_timing in s") != std::string::npos;
  if (!trains && !timed) return false;
  const auto position = position_of(line.text);
  if (!position && !trains) return false;  // a summary over many steps
  auto time = value_of(line, "train_step_timing in s: ");
  if (!time) time = value_of(line, "train_step_timing in s=");
  if (!position || !time) {
    reading.cut_short(line);
    return true;
  }
  LoggedStep step{.iteration = *position, .period = *time};
  step.global_batch = count_or_none(value_of(line, "global_batch_size: "));
  step.tflops = value_of(line, "TFLOPS_per_GPU: ").value_or(0);
  for (const char* key : {"max_memory_allocated: ", "peak_memory_usage: "})
    reading.saw_memory(value_of(line, key).value_or(0));
  for (const char* key : {"reduced_train_loss: ", "reduced_train_loss="})
    if (const auto rest = after(line.text, key); rest && !leading_number(*rest)) ++reading.num_not_finite;
  reading.add_step(step, line);
  return true;
}

}  // namespace

void read_nemo_line(const text::LogLine& line, LogReading& reading) {
  if (read_nemo_step(line, reading)) return;
  // Once it trains, what looks like a setting is a table of something else.
  if (reading.steps.empty() && read_setting(line, reading)) return;
  read_ranks(line, reading);
  const std::string lower = lower_case(line.text);
  if (lower.starts_with("validation") || holds_any(lower, {"validating", "checkpoint save", "saving checkpoint"}))
    reading.disturb();
}

StepColumns nemo_columns(StepColumns facts) {
  const auto nodes = facts.find("num_nodes"), devices = facts.find("gpus_per_node");
  if (!facts.contains("num_gpus") && nodes != facts.end() && devices != facts.end())
    facts["num_gpus"] =
        fmt::format("{:.0f}", leading_number(nodes->second).value_or(0) * leading_number(devices->second).value_or(0));
  add_shared_settings(facts);
  return facts;
}

}  // namespace fmplan::evidence
