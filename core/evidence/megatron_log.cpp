// Megatron-LM, Megatron-Core, Megatron-DeepSpeed and Megatron-Bridge: arguments as "name ..... value" before the run,
// then "iteration 25/ 500 | key: value | … |".

#include <algorithm>
#include <charconv>
#include <string>

#include "core/base/words.h"
#include "core/evidence/training_log_reading.h"

namespace fmplan::evidence {
namespace {

struct Argument {
  std::string_view name;
  const char* column;
};
/// Whose value is the column's.
constexpr Argument kArguments[] = {{"num_layers", "layers"},
                                   {"hidden_size", "hidden"},
                                   {"num_attention_heads", "heads"},
                                   {"seq_length", "seq_len"},
                                   {"num_experts", "moe_experts"},
                                   {"world_size", "num_gpus"},
                                   {"global_batch_size", "global_batch_seqs"},
                                   {"micro_batch_size", "micro_batch"},
                                   {"tensor_model_parallel_size", "tp"},
                                   {"pipeline_model_parallel_size", "pp"},
                                   {"virtual_pipeline_model_parallel_size", "vp"},
                                   {"context_parallel_size", "cp"},
                                   {"expert_model_parallel_size", "ep"},
                                   {"data_parallel_size", "dp"}};

/// Settings that a column follows from together with others.
constexpr std::string_view kTogether[] = {"ffn_hidden_size",
                                          "moe_ffn_hidden_size",
                                          "moe_router_topk",
                                          "moe_shared_expert_intermediate_size",
                                          "group_query_attention",
                                          "num_query_groups",
                                          "recompute_method",
                                          "recompute_num_layers",
                                          "bf16",
                                          "fp16",
                                          "fp8",
                                          "fp8_recipe",
                                          "fp4",
                                          "swiglu",
                                          "untie_embeddings_and_output_weights",
                                          "kv_channels",
                                          "multi_latent_attention",
                                          "optimizer_cpu_offload",
                                          "cpu_offloading",
                                          "use_distributed_optimizer",
                                          "use_megatron_fsdp",
                                          "use_custom_fsdp",
                                          "data_parallel_sharding_strategy",
                                          "use_torch_fsdp2"};

bool is_count(std::string_view text) {
  return !text.empty() && text.size() < 12 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// `rest` is what stands behind the dots.
void read_argument(std::string_view name, std::string_view rest, const text::LogLine& line, LogReading& reading) {
  const std::string_view value = first_word(rest);
  for (const Argument& argument : kArguments)
    if (argument.name == name && is_count(value) && value != "0") return reading.state(argument.column, value, line);
  for (const std::string_view together : kTogether)
    if (together == name) return reading.state(std::string(name), value, line);
  if (name == "virtual_pipeline_model_parallel_size" && value == "None") return reading.state("vp", "1", line);
  if (name == "sequence_parallel" && (value == "True" || value == "False"))
    return reading.state("sequence_parallel", value == "True" ? "yes" : "no", line);
  if (name == "recompute_granularity") return reading.state("recompute", value == "None" ? "none" : value, line);
  // Lists: "['moe_act', 'layernorm']", "[0, 1, 1]".
  for (const std::string_view list : {"recompute_modules", "moe_layer_freq"})
    if (name == list) return reading.state(std::string(name), rest, line);
  if (name == "optimizer" && lower_case(value).ends_with("muon")) return reading.state("notes", "Muon", line);
  if (name == "attention_backend" && holds_any(lower_case(value), {"flash", "unfused"}))
    return reading.state("attention_impl", lower_case(value).find("unfused") != std::string::npos ? "unfused" : "flash",
                         line);
  if (name == "use_flash_attn" && value == "True") return reading.state("attention_impl", "flash", line);
}

/// "  num_layers ............ 32"
bool read_argument_line(const text::LogLine& line, LogReading& reading) {
  const std::string_view text = line.text;
  const std::size_t name_end = text.find(' ');
  if (name_end == std::string_view::npos) return false;
  const std::size_t dots_end = std::min(text.find_first_not_of('.', name_end + 1), text.size());
  constexpr std::size_t kFewestDots = 3;  // chosen: Megatron pads names with dots to one column
  if (dots_end < name_end + 1 + kFewestDots || dots_end >= text.size() || text[dots_end] != ' ') return false;
  read_argument(text.substr(0, name_end), text.substr(dots_end + 1), line, reading);
  return true;
}

/// One cell of an iteration's line; none if it is not there or the line ends within it.
std::optional<double> cell(std::string_view text, std::string_view key) {
  const auto rest = after(text, key);
  if (!rest || rest->find('|') == std::string_view::npos) return std::nullopt;
  return leading_number(*rest);
}

/// "iteration       25/73242187 |" at the beginning or after a time; none for any other line.
std::optional<std::int64_t> iteration_of(std::string_view text) {
  const auto rest = after(text, "iteration ");
  if (!rest) return std::nullopt;
  const std::size_t digits = rest->find_first_not_of(' ');
  if (digits == std::string_view::npos) return std::nullopt;
  const std::string_view number = rest->substr(digits);
  std::int64_t iteration = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), iteration);
  if (error != std::errc{} || end == number.data() + number.size() || *end != '/') return std::nullopt;
  return iteration;
}

bool is_not_finite(std::string_view text, std::string_view key) {
  const auto rest = after(text, key);
  return rest && holds_any(lower_case(first_word(*rest)), {"nan", "inf"});
}

bool read_iteration(const text::LogLine& line, LogReading& reading) {
  const auto iteration = iteration_of(line.text);
  if (!iteration) return false;
  const auto time_ms = cell(line.text, "elapsed time per iteration (ms):");
  // NeMo's lines begin alike.
  if (!time_ms && line.text.find("train_step_timing") != std::string::npos) return false;
  if (!time_ms) {
    reading.cut_short(line);
    return true;
  }
  LoggedStep step{.iteration = *iteration, .period = *time_ms * 1e-3};
  step.global_batch = count_or_none(cell(line.text, "global batch size:"));
  for (const char* key : {"throughput per GPU (TFLOP/s/GPU):", "compute per GPU (TFLOP/s/GPU):"})
    if (const auto tflops = cell(line.text, key)) step.tflops = *tflops;
  // A skipped iteration leaves the optimizer out.
  step.disturbed = cell(line.text, "number of skipped iterations:").value_or(0) > 0;
  if (is_not_finite(line.text, "lm loss:") || cell(line.text, "number of nan iterations:").value_or(0) > 0)
    ++reading.num_not_finite;
  reading.add_step(step, line);
  return true;
}

/// "[Rank 0] (after 10 iterations) memory (MB) | allocated: 7253.7 | max allocated: 7960.0 | …": mebibytes.
void read_memory(const text::LogLine& line, LogReading& reading) {
  constexpr double kMebibyte = 1048576;  // bytes
  constexpr double kGigabyte = 1e9;      // bytes
  if (const auto rest = after(line.text, "| max allocated:"))
    if (const auto amount = leading_number(*rest)) reading.saw_memory(*amount * kMebibyte);
  if (const auto rest = after(line.text, "mem-max-allocated-gigabytes:"))
    if (const auto amount = leading_number(*rest)) reading.saw_memory(*amount * kGigabyte);
}

/// " > padded vocab (size: 50257) with 943 dummy tokens (new size: 51200)"
void read_vocabulary(const text::LogLine& line, LogReading& reading) {
  if (line.text.find("padded vocab") == std::string::npos) return;
  if (const auto rest = after(line.text, "new size:")) {
    const std::string_view digits = rest->substr(std::min(rest->find_first_not_of(' '), rest->size()));
    const std::string_view count = digits.substr(0, digits.find_first_not_of("0123456789"));
    if (is_count(count)) reading.state("vocab", count, line);
  }
}

/// By Megatron-FSDP's strategy, by the names that it has had, PyTorch's FSDP2 or the distributed optimizer.
void say_how_sharded(StepColumns& facts) {
  const bool megatron_fsdp =
      value_in(facts, "use_megatron_fsdp") == "True" || value_in(facts, "use_custom_fsdp") == "True";
  const std::string strategy = value_in(facts, "data_parallel_sharding_strategy");
  if (megatron_fsdp && strategy == "no_shard") {
    facts["zero_or_fsdp"] = "none";
  } else if (megatron_fsdp && strategy == "optim") {
    facts["zero_or_fsdp"] = "ZeRO-1";
  } else if (megatron_fsdp && strategy == "optim_grads") {
    facts["zero_or_fsdp"] = "ZeRO-2";
  } else if (megatron_fsdp || value_in(facts, "use_torch_fsdp2") == "True") {
    facts["zero_or_fsdp"] = "FSDP";
  } else if (const std::string sharded = value_in(facts, "use_distributed_optimizer"); !sharded.empty()) {
    facts["zero_or_fsdp"] = sharded == "True" ? "distributed optimizer" : "none";
  }
}

}  // namespace

void read_megatron_line(const text::LogLine& line, LogReading& reading) {
  if (const auto rest = after(line.text, "Total number of parameters in billions:"))
    if (const auto billions = leading_number(*rest); billions && *billions > 0)
      reading.state("params_B", first_word(*rest), line);
  if (read_iteration(line, reading) || read_argument_line(line, reading)) return;
  read_memory(line, reading);
  read_vocabulary(line, reading);
  if (line.text.find("validation loss at") != std::string::npos ||
      line.text.find("saving checkpoint at iteration") != std::string::npos)
    reading.disturb();
}

StepColumns megatron_columns(StepColumns facts) {
  const auto take = [&](const char* column, const std::string& text) {
    if (is_count(text)) facts[column] = text;
  };
  if (value_in(facts, "group_query_attention") == "True") take("kv_heads", value_in(facts, "num_query_groups"));
  if (value_in(facts, "group_query_attention") == "False") take("kv_heads", value_in(facts, "heads"));
  take("ffn_hidden", value_in(facts, "ffn_hidden_size"));
  const std::string bf16 = value_in(facts, "bf16"), fp16 = value_in(facts, "fp16");
  if (bf16 == "True") {
    facts["precision"] = "BF16";
  } else if (fp16 == "True") {
    facts["precision"] = "FP16";
  } else if (bf16 == "False" && fp16 == "False") {
    facts["precision"] = "FP32";
  }
  say_how_sharded(facts);
  add_shared_settings(facts);
  return facts;
}

}  // namespace fmplan::evidence
