// torchtitan: a few lines on model, mesh and batch, then "step: 10  loss: …  tps: 7,034  tflops: …  mfu: 41.19%".

#include <algorithm>
#include <charconv>
#include <cstddef>

#include <fmt/format.h>

#include "core/base/words.h"
#include "core/evidence/training_log_reading.h"

namespace fmplan::evidence {
namespace {

constexpr double kGibibyte = 1073741824;  ///< torchtitan writes GiB

/// "Building device mesh with parallelism: pp=1, dp_replicate=1, dp_shard=64, cp=1, tp=1, ep=1" and, before 2025-10,
/// "Building 2-D device mesh with ['dp_shard', 'tp'], [4, 2]": by name.
std::map<std::string, int> mesh_of(std::string_view text) {
  std::map<std::string, int> mesh;
  const auto number = [](std::string_view digits) {
    int value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  };
  if (const auto named = after(text, "with parallelism:")) {
    for (std::string_view rest = *named; !rest.empty();) {
      rest.remove_prefix(std::min(rest.find_first_not_of(", "), rest.size()));
      const std::size_t equals = rest.find('=');
      if (equals == std::string_view::npos) break;
      mesh[std::string(rest.substr(0, equals))] = number(rest.substr(equals + 1));
      rest.remove_prefix(std::min(rest.find(','), rest.size()));
    }
    return mesh;
  }
  const auto lists = after(text, "device mesh with [");
  if (!lists) return mesh;
  const std::size_t names_end = lists->find(']');
  const std::size_t sizes_begin = lists->find('[');
  if (names_end == std::string_view::npos || sizes_begin == std::string_view::npos) return mesh;
  std::string_view names = lists->substr(0, names_end);
  std::string_view sizes = lists->substr(sizes_begin + 1);
  while (!names.empty() && !sizes.empty()) {
    names.remove_prefix(std::min(names.find_first_not_of("', \""), names.size()));
    sizes.remove_prefix(std::min(sizes.find_first_not_of(", "), sizes.size()));
    const std::size_t name_end = std::min(names.find_first_of("'\""), names.size());
    if (name_end == 0) break;
    mesh[std::string(names.substr(0, name_end))] = number(sizes);
    names.remove_prefix(std::min(name_end + 1, names.size()));
    sizes.remove_prefix(std::min(sizes.find(','), sizes.size()));
  }
  return mesh;
}

bool read_mesh(const text::LogLine& line, LogReading& reading) {
  if (line.text.find("device mesh with") == std::string::npos) return false;
  const std::map<std::string, int> mesh = mesh_of(line.text);
  constexpr int kMostRanks = 10'000'000;  // chosen, beyond any cluster
  double ranks = 1, data = 1;
  for (const auto& [dimension, size] : mesh) {
    if (size < 1 || size > kMostRanks) return true;
    // Experts are spread over the ranks of the other dimensions.
    if (dimension == "ep" || dimension == "etp") continue;
    ranks *= size;
    if (dimension.starts_with("dp")) data *= size;
  }
  if (mesh.empty() || ranks > kMostRanks) return true;
  const auto degree = [&](const char* dimension) {
    const auto found = mesh.find(dimension);
    return fmt::format("{}", found == mesh.end() ? 1 : found->second);
  };
  reading.state("num_gpus", fmt::format("{:.0f}", ranks), line);
  reading.state("dp", fmt::format("{:.0f}", data), line);
  for (const char* dimension : {"tp", "pp", "cp"}) reading.state(dimension, degree(dimension), line);
  if (mesh.contains("ep")) reading.state("ep", degree("ep"), line);
  return true;
}

/// "Model llama3 8B size: 8,030,261,248 total parameters"
void read_model(const text::LogLine& line, LogReading& reading) {
  const auto rest = after(line.text, "Model ");
  if (!rest) return;
  const std::size_t size = rest->find(" size: ");
  if (size == std::string_view::npos || rest->find("parameters") == std::string_view::npos) return;
  const auto parameters = leading_number(rest->substr(size + 7));
  if (!parameters || !(*parameters > 0)) return;
  reading.state("model_name", rest->substr(0, size), line);
  reading.state("params_B", fmt::format("{}", *parameters * 1e-9), line);
}

/// "Trainer is initialized with local batch size 1, global batch size 64, …, sequence length 8192, …"
void read_batch(const text::LogLine& line, LogReading& reading) {
  const std::pair<const char*, const char*> columns[] = {{"local batch size ", "micro_batch"},
                                                         {"global batch size ", "global_batch_seqs"},
                                                         {"sequence length ", "seq_len"}};
  for (const auto& [key, column] : columns) {
    const auto rest = after(line.text, key);
    const auto value = rest ? leading_number(*rest) : std::nullopt;
    // A number at the end of the line may have lost its last digits.
    if (value && *value >= 1 && *value < 1e9 && rest->find_first_not_of("0123456789,") != std::string_view::npos)
      reading.state(column, fmt::format("{:.0f}", *value), line);
  }
}

void read_technique(const text::LogLine& line, LogReading& reading) {
  const auto rest = after(line.text, "Applied ");
  if (!rest) return;
  const std::string technique = lower_case(*rest);
  for (const char* sharding : {"FSDP", "HSDP", "DDP"})
    if (technique.starts_with(lower_case(sharding) + " to the model")) reading.state("zero_or_fsdp", sharding, line);
  if (technique.find("activation checkpointing") == std::string::npos) return;
  for (const char* kind : {"selective", "full"})
    if (technique.starts_with(kind)) reading.state("recompute", kind, line);
}

/// True for a step of training; "validate step: 10 …" is none.
bool read_torchtitan_step(const text::LogLine& line, LogReading& reading) {
  const std::size_t at = line.text.find("step: ");
  if (at == std::string::npos) return false;
  const std::string_view text = std::string_view(line.text).substr(at);
  if (at >= 9 && line.text.compare(at - 9, 9, "validate ") == 0) {
    reading.disturb();
    return true;
  }
  if (text.find("loss: ") == std::string_view::npos) return false;
  const auto iteration = leading_number(text.substr(6));
  auto rate = after(text, " tps: ");
  if (!rate) rate = after(text, " wps: ");  // its name in 2024
  // Without the field after it, the number may have lost its last digits.
  constexpr double kMostIterations = 1e12;
  if (!iteration || *iteration < 0 || *iteration > kMostIterations || !rate ||
      rate->find(':') == std::string_view::npos) {
    reading.cut_short(line);
    return true;
  }
  const auto tokens_per_s = leading_number(*rate);
  if (!tokens_per_s || !(*tokens_per_s > 0)) {
    reading.cut_short(line);
    return true;
  }
  LoggedStep step{.iteration = static_cast<std::int64_t>(*iteration), .period = 1 / *tokens_per_s};
  if (const auto rest = after(text, "tflops: ")) step.tflops = leading_number(*rest).value_or(0);
  if (const auto rest = after(text, "mfu: ")) step.mfu_percent = leading_number(*rest).value_or(0);
  if (const auto rest = after(text, "memory: "))
    if (const auto amount = leading_number(*rest)) reading.saw_memory(*amount * kGibibyte);
  if (const auto rest = after(text, "loss: "); rest && !leading_number(*rest)) ++reading.num_not_finite;
  reading.add_step(step, line);
  return true;
}

}  // namespace

void read_torchtitan_line(const text::LogLine& line, LogReading& reading) {
  if (read_torchtitan_step(line, reading) || read_mesh(line, reading)) return;
  read_model(line, reading);
  read_technique(line, reading);
  if (line.text.find("rainer is initialized with") != std::string::npos ||
      line.text.find("raining starts at step") != std::string::npos)
    read_batch(line, reading);
  if (const auto rest = after(line.text, "CUDA capacity: "))
    if (const std::size_t end = rest->find(" with "); end != std::string_view::npos)
      reading.state("gpu", gpu_of_device_name(rest->substr(0, end)), line);
  if (line.text.find("loat8") != std::string::npos && line.text.find("training active") != std::string::npos)
    reading.state("precision", "FP8", line);
  if (holds_any(lower_case(line.text), {"saving the checkpoint", "saving a checkpoint", "finished saving"}))
    reading.disturb();
}

}  // namespace fmplan::evidence
