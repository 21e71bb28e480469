#include "core/evidence/probe_result.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"
#include "core/text/object_reader.h"

namespace fmplan::evidence {
namespace {

using nlohmann::json;

/// Of a dimension, a size of a group, a repeat: beyond what a machine holds.
constexpr int kMostElements = 1 << 24;
/// Beyond what a machine of today holds.
constexpr double kMostBytes = 1e13;
/// An hour for one kernel is a slip of a unit.
constexpr double kMostKernelSeconds = 3600;
/// Nothing that a launch starts ends within a nanosecond.
constexpr double kLeastKernelSeconds = 1e-9;
/// Accelerators of a job that anyone probes.
constexpr int kMostRanks = 100'000;
/// Beyond what a script asks for: a file that is longer is another's.
constexpr std::size_t kMostMeasurements = 10'000;

const std::vector<std::string> kPrecisions = {"bf16", "fp16", "fp8", "fp4"};

std::string precision_of(text::ObjectReader& reader) {
  std::string precision = reader.string("precision");
  if (!precision.empty() && std::find(kPrecisions.begin(), kPrecisions.end(), precision) == kPrecisions.end()) {
    reader.report("precision", fmt::format("\"{}\" is none of bf16, fp16, fp8, fp4", precision));
    precision = "bf16";
  }
  return precision;
}

int dimension(text::ObjectReader& reader, const char* key) { return reader.integer(key, 1, kMostElements); }

/// As require(), and says what to write.
const json* demand(text::ObjectReader& reader, const char* key, const std::string& what, Issues& issues) {
  const std::size_t before = issues.size();
  const json* value = reader.require(key);
  if (issues.size() > before) issues.back().message += "; write " + what;
  return value;
}

bool truth(text::ObjectReader& reader, const char* key, Issues& issues) {
  return demand(reader, key, "true or false", issues) != nullptr && reader.boolean_or(key, false);
}

template <class E, std::size_t N>
E named(text::ObjectReader& reader, const char* key, E otherwise, const NameTable<E, N>& names, Issues& issues) {
  if (demand(reader, key, fmt::format("one of {}", fmt::join(names.texts, ", ")), issues) == nullptr) return otherwise;
  return reader.choice_or(key, otherwise, names);
}

Bytes bytes_of(text::ObjectReader& reader) { return reader.number("bytes", 1, kMostBytes) * byte; }

void read_product(text::ObjectReader& reader, ProbeTask& task) {
  task.name = reader.string("name");
  task.precision = precision_of(reader);
  task.m = dimension(reader, "m");
  task.n = dimension(reader, "n");
  task.k = dimension(reader, "k");
  if (task.kind == ProbeKind::kGroupedProduct) task.groups = dimension(reader, "groups");
  if (task.kind == ProbeKind::kSustainedProduct) task.seconds = reader.integer("lasts_s", 1, 3600);
}

void read_attention_task(text::ObjectReader& reader, ProbeTask& task, Issues& issues) {
  task.library = named(reader, "library", task.library, kProbeLibraryNames, issues);
  task.backward = truth(reader, "backward", issues);
  task.batch = dimension(reader, "batch");
  task.tokens = dimension(reader, "tokens");
  task.heads = dimension(reader, "heads");
  task.kv_heads = dimension(reader, "kv_heads");
  task.head_size = dimension(reader, "head_size");
  if (task.kv_heads > task.heads)
    reader.report("kv_heads", fmt::format("{} are more than the {} heads", task.kv_heads, task.heads));
}

void read_layer(text::ObjectReader& reader, ProbeTask& task, Issues& issues) {
  task.tokens = dimension(reader, "tokens");
  task.hidden_size = dimension(reader, "hidden_size");
  task.ffn_hidden_size = dimension(reader, "ffn_hidden_size");
  task.gated = truth(reader, "gated", issues);
  task.heads = dimension(reader, "heads");
  task.kv_heads = dimension(reader, "kv_heads");
  task.head_size = dimension(reader, "head_size");
}

void read_collective(text::ObjectReader& reader, ProbeTask& task, Issues& issues) {
  task.collective = named(reader, "collective", task.collective, network::kCollectiveNames, issues);
  task.across = truth(reader, "across", issues);
  task.bytes = bytes_of(reader);
}

ProbeTask read_task(ProbeKind kind, text::ObjectReader& reader, Issues& issues) {
  ProbeTask task;
  task.kind = kind;
  switch (task.kind) {
    case ProbeKind::kProduct:
    case ProbeKind::kGroupedProduct:
    case ProbeKind::kSustainedProduct: read_product(reader, task); break;
    case ProbeKind::kAttention: read_attention_task(reader, task, issues); break;
    case ProbeKind::kLayer: read_layer(reader, task, issues); break;
    case ProbeKind::kCopy:
      task.copy = named(reader, "copy", task.copy, kProbeCopyNames, issues);
      task.bytes = bytes_of(reader);
      break;
    case ProbeKind::kCollective: read_collective(reader, task, issues); break;
  }
  return task;
}

Seconds seconds_of(text::ObjectReader& reader, const char* key) {
  return reader.number(key, kLeastKernelSeconds, kMostKernelSeconds) * second;
}

ProbeTimes read_times(text::ObjectReader& reader, const ProbeTask& task, Issues& issues) {
  const std::size_t before = issues.size();
  ProbeTimes times{.repeats = reader.integer("repeats", 1, kMostElements),
                   .ranks = reader.integer("ranks", 1, kMostRanks),
                   .median = seconds_of(reader, "median_s"),
                   .low = seconds_of(reader, "low_s"),
                   .high = seconds_of(reader, "high_s"),
                   .fastest_rank = seconds_of(reader, "fastest_rank_s"),
                   .slowest_rank = seconds_of(reader, "slowest_rank_s"),
                   .first = std::nullopt};
  if (task.kind == ProbeKind::kSustainedProduct) times.first = seconds_of(reader, "first_s");
  if (issues.size() > before) return times;
  const auto ordered = [&](const char* low_key, Seconds low, const char* high_key, Seconds high) {
    if (low > high)
      reader.report(low_key, fmt::format("{:.6g} is above {} {:.6g}; write the lesser of the two first", low / second,
                                         high_key, high / second));
  };
  ordered("low_s", times.low, "median_s", times.median);
  ordered("median_s", times.median, "high_s", times.high);
  ordered("fastest_rank_s", times.fastest_rank, "slowest_rank_s", times.slowest_rank);
  return times;
}

ProbeMeasurement read_measurement(const json& entry, const std::string& where, Issues& issues) {
  const std::size_t before = issues.size();
  text::ObjectReader reader(entry, where, issues);
  const auto kind = named(reader, "kind", ProbeKind::kProduct, kProbeKindNames, issues);
  if (issues.size() > before) return {};  // what else it should hold hangs on its kind
  ProbeMeasurement measurement{
      .task = read_task(kind, reader, issues), .times = std::nullopt, .absent = {}, .where = where};
  if (reader.has("absent")) {
    measurement.absent = reader.string("absent");
  } else if (reader.has("median_s")) {
    measurement.times = read_times(reader, measurement.task, issues);
  } else {
    reader.report("median_s", "is missing; write the time in seconds, or \"absent\" with the reason why there is none");
  }
  reader.refuse_unknown_keys();
  return measurement;
}

/// Null counts as not told.
std::string text_or_null(text::ObjectReader& reader, const char* key, Issues& issues) {
  const json* value = demand(reader, key, "a text in double quotes, or null", issues);
  return value != nullptr && !value->is_null() ? reader.string(key) : std::string();
}

std::optional<double> number_or_null(text::ObjectReader& reader, const char* key, double least, double most,
                                     Issues& issues) {
  const json* value = demand(reader, key, "a number, or null", issues);
  return value != nullptr && !value->is_null() ? std::optional(reader.number(key, least, most)) : std::nullopt;
}

void read_asked(text::ObjectReader& parent, ProbeResult& result, Issues& issues) {
  const json* object = demand(parent, "asked", "an object, as the script of fmplan probe does", issues);
  if (object == nullptr) return;
  text::ObjectReader reader(*object, parent.where("asked"), issues);
  result.asked_instance = reader.string("instance");
  result.asked_accelerator = reader.string("accelerator");
  result.asked_model = text_or_null(reader, "model", issues);
  reader.refuse_unknown_keys();
}

void read_machine(text::ObjectReader& parent, ProbeResult& result, Issues& issues) {
  const json* object = demand(parent, "machine", "an object, as the script of fmplan probe does", issues);
  if (object == nullptr) return;
  text::ObjectReader reader(*object, parent.where("machine"), issues);
  result.accelerator = text_or_null(reader, "accelerator", issues);
  if (const json* count = demand(reader, "accelerators_per_node", "a whole number, or null", issues);
      count != nullptr && !count->is_null())
    result.accelerators_per_node = reader.integer("accelerators_per_node", 1, kMostRanks);
  result.nodes = reader.integer("nodes", 1, kMostRanks);
  number_or_null(reader, "memory_bytes", 1, kMostBytes, issues);
  number_or_null(reader, "cores", 1, kMostElements, issues);
  result.power_limit_w = number_or_null(reader, "power_limit_w", 1, 1e5, issues);
  reader.refuse_unknown_keys();
}

void read_software(text::ObjectReader& parent, ProbeResult& result, Issues& issues) {
  const json* object = demand(parent, "software", "an object, as the script of fmplan probe does", issues);
  if (object == nullptr) return;
  text::ObjectReader reader(*object, parent.where("software"), issues);
  for (const char* key : {"torch", "cuda", "hip", "nccl", "cudnn", "driver", "python"})
    if (const std::string version = text_or_null(reader, key, issues); !version.empty())
      result.software.push_back(fmt::format("{} {}", key, version));
  reader.refuse_unknown_keys();
}

}  // namespace

std::string probe_task_text(const ProbeTask& task) {
  switch (task.kind) {
    case ProbeKind::kProduct:
    case ProbeKind::kSustainedProduct:
      return fmt::format("{} {} {} {} × {} × {}", kProbeKindNames.name(task.kind), task.name, task.precision, task.m,
                         task.n, task.k);
    case ProbeKind::kGroupedProduct:
      return fmt::format("grouped_product {} {} × {} × {} × {}", task.name, task.groups, task.m, task.n, task.k);
    case ProbeKind::kAttention:
      return fmt::format("attention {} {} × {} tokens, {} heads{}", kProbeLibraryNames.name(task.library), task.batch,
                         task.tokens, task.heads, task.backward ? ", forward and backward" : "");
    case ProbeKind::kLayer: return fmt::format("layer of {}, {} tokens", task.hidden_size, task.tokens);
    case ProbeKind::kCopy: return fmt::format("copy {}", kProbeCopyNames.name(task.copy));
    case ProbeKind::kCollective:
      return fmt::format("{} {} {:.6g} MiB", collective_name(task.collective), task.across ? "across" : "inside",
                         task.bytes / mebibyte);
  }
  return {};
}

text::Json probe_task_json(const ProbeTask& task) {
  text::Json json = {{"kind", kProbeKindNames.name(task.kind)}};
  switch (task.kind) {
    case ProbeKind::kProduct:
    case ProbeKind::kGroupedProduct:
    case ProbeKind::kSustainedProduct:
      json["name"] = task.name;
      json["precision"] = task.precision;
      json["m"] = task.m;
      json["n"] = task.n;
      json["k"] = task.k;
      if (task.kind == ProbeKind::kGroupedProduct) json["groups"] = task.groups;
      if (task.kind == ProbeKind::kSustainedProduct) json["lasts_s"] = task.seconds;
      break;
    case ProbeKind::kAttention:
      json["library"] = kProbeLibraryNames.name(task.library);
      json["backward"] = task.backward;
      json["batch"] = task.batch;
      json["tokens"] = task.tokens;
      json["heads"] = task.heads;
      json["kv_heads"] = task.kv_heads;
      json["head_size"] = task.head_size;
      break;
    case ProbeKind::kLayer:
      json["tokens"] = task.tokens;
      json["hidden_size"] = task.hidden_size;
      json["ffn_hidden_size"] = task.ffn_hidden_size;
      json["gated"] = task.gated;
      json["heads"] = task.heads;
      json["kv_heads"] = task.kv_heads;
      json["head_size"] = task.head_size;
      break;
    case ProbeKind::kCopy:
      json["copy"] = kProbeCopyNames.name(task.copy);
      json["bytes"] = static_cast<long long>(task.bytes / byte);
      break;
    case ProbeKind::kCollective:
      json["collective"] = collective_name(task.collective);
      json["across"] = task.across;
      json["bytes"] = static_cast<long long>(task.bytes / byte);
      break;
  }
  return json;
}

ProbeResult read_probe_result(const json& document, const std::string& name) {
  Issues issues;
  text::ObjectReader reader(document, name + "#", issues);
  ProbeResult result;
  if (reader.integer("version", 0) != 1 && issues.empty())
    reader.report("version", "only version 1 is read; write the script again with this fmplan probe");
  if (const std::string kind = reader.string("kind"); !kind.empty() && kind != "probe_result")
    reader.report("kind", fmt::format("\"{}\" is not \"probe_result\", what the script of fmplan probe writes", kind));
  result.written_by = reader.string("written_by");
  result.dry_run = truth(reader, "dry_run", issues);
  result.complete = truth(reader, "complete", issues);
  result.date = reader.date("date");
  reader.number("duration_s", 0, 1e7);
  read_asked(reader, result, issues);
  read_machine(reader, result, issues);
  read_software(reader, result, issues);
  const json* list = demand(reader, "measurements", "a list of what was measured", issues);
  if (list != nullptr && list->is_array() && list->size() > kMostMeasurements) {
    reader.report("measurements",
                  fmt::format("holds {} entries, and {} are the most that are read", list->size(), kMostMeasurements));
  } else {
    reader.each("measurements", [&](const json& entry, const std::string& where) {
      result.measurements.push_back(read_measurement(entry, where, issues));
    });
  }
  reader.refuse_unknown_keys();
  if (!issues.empty()) throw InputError(std::move(issues));
  return result;
}

}  // namespace fmplan::evidence
