#include "core/assessment/probe_script.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/assessment/probe_text.h"
#include "core/base/version.h"
#include "core/catalog/catalog.h"
#include "core/scenario/scenario_json.h"

namespace fmplan::assessment {
namespace {

using answer::Align;
using evidence::ProbeKind;
using evidence::ProbeTask;
using model::Transformer;

/// Tokens of a micro-batch on one accelerator: one sequence of 8,192, as most published rows have; chosen.
constexpr int kTokens = 8192;
/// Of attention; two, since its rate rises with the sequence; chosen.
constexpr int kSequences[] = {4096, 8192};
/// Edges of the ladder's square products; chosen: from where cores are not full to where long products fade.
constexpr int kLadder[] = {1024, 2048, 4096, 8192, 16384};
/// Chosen: warm after a few seconds, and twice that to be read.
constexpr int kSustainedSeconds = 20;
/// Of the product that runs without pause; chosen: long, and small enough for every accelerator's memory.
constexpr int kSustainedEdge = 8192;
/// Dimensions that 8- and 4-bit kernels take are multiples of this.
constexpr int kAlignment = 32;
/// Sizes of collectives; chosen: latency, the middle, and what training sends.
constexpr double kMessagesMib[] = {1, 16, 64, 256, 1024};

struct Shape {
  std::string name;
  int n = 0;
  int k = 0;
};

/// The forward products of a layer on one of `tensor` ranks, and of the head.
std::vector<Shape> shapes(const Transformer& model, int tensor) {
  std::vector<Shape> list;
  const int h = model.hidden_size;
  if (model.latent_attention) {
    const auto& mla = *model.latent_attention;
    const int heads = model.num_heads / tensor;
    const int query = heads * (mla.qk_nope_head_dim + mla.qk_rope_head_dim);
    list.push_back({"kv_up", heads * (mla.qk_nope_head_dim + mla.v_head_dim), mla.kv_lora_rank});
    list.push_back(mla.q_lora_rank > 0 ? Shape{"query_up", query, mla.q_lora_rank} : Shape{"query", query, h});
    list.push_back({"attention_out", h, heads * mla.v_head_dim});
  } else {
    list.push_back({"query_key_value", (model.num_heads + 2 * model.num_kv_heads) * model.head_dim / tensor, h});
    list.push_back({"attention_out", h, model.num_heads * model.head_dim / tensor});
  }
  const int up = model.gated_mlp ? 2 : 1;
  if (model.ffn_hidden_size > 0) {
    list.push_back({"mlp_up", up * model.ffn_hidden_size / tensor, h});
    list.push_back({"mlp_down", h, model.ffn_hidden_size / tensor});
  }
  if (model.moe && model.moe->num_shared_experts > 0) {
    const int ffn = model.moe->num_shared_experts * model.moe->shared_ffn_hidden_size / tensor;
    list.push_back({"shared_up", up * ffn, h});
    list.push_back({"shared_down", h, ffn});
  }
  list.push_back({"head", model.vocabulary_size / tensor, h});
  return list;
}

bool is_aligned(const Shape& shape) {
  return shape.n >= kAlignment && shape.k >= kAlignment && shape.n % kAlignment == 0 && shape.k % kAlignment == 0;
}

/// 16 bits first, then what the accelerator has a peak of.
std::vector<std::string> precisions(const hardware::Accelerator& accelerator) {
  std::vector<std::string> list = {accelerator.peak.contains("bf16") ? "bf16" : "fp16"};
  for (const char* quantised : {"fp8", "fp4"})
    if (accelerator.peak.contains(quantised)) list.emplace_back(quantised);
  return list;
}

void add_products(std::vector<ProbeTask>& tasks, const hardware::Instance& instance, const Transformer* model) {
  for (const std::string& precision : precisions(instance.accelerator)) {
    const auto add = [&](const std::string& name, int n, int k, int m) {
      tasks.push_back({.kind = ProbeKind::kProduct,
                       .name = name,
                       .precision = precision,
                       .m = m,
                       .n = n,
                       .k = k,
                       .bytes = Bytes{}});
    };
    for (const int edge : kLadder) add("ladder", edge, edge, edge);
    if (model == nullptr) continue;
    for (const int tensor : {1, instance.accelerators_per_node}) {
      if (tensor > 1 && (model->num_heads % tensor != 0 || model->num_kv_heads % tensor != 0)) continue;
      for (const Shape& shape : shapes(*model, tensor)) {
        if (!is_aligned(shape) || (shape.name == "head" && precision.starts_with("fp") && precision != "fp16"))
          continue;
        add(tensor > 1 ? fmt::format("{}_tensor_{}", shape.name, tensor) : shape.name, shape.n, shape.k, kTokens);
      }
    }
  }
}

/// Experts of one rank where a machine's accelerators share them, at the tokens that come to them.
void add_experts(std::vector<ProbeTask>& tasks, const hardware::Instance& instance, const Transformer& model) {
  const auto& moe = *model.moe;
  const int ranks = std::min(instance.accelerators_per_node, moe.num_experts);
  const int groups = std::max(1, moe.num_experts / ranks);
  const int rows = std::max(1, kTokens / moe.num_experts * ranks * moe.experts_per_token / kAlignment) * kAlignment;
  const int up = (model.gated_mlp ? 2 : 1) * moe.expert_ffn_hidden_size;
  for (const Shape& shape :
       {Shape{"expert_up", up, model.hidden_size}, Shape{"expert_down", model.hidden_size, moe.expert_ffn_hidden_size}})
    tasks.push_back({.kind = ProbeKind::kGroupedProduct,
                     .name = shape.name,
                     .m = rows,
                     .n = shape.n,
                     .k = shape.k,
                     .groups = groups,
                     .bytes = Bytes{}});
}

struct Heads {
  int heads = 32;  ///< of Llama 3 8B, for want of a model
  int kv_heads = 8;
  int size = 128;
};

Heads heads_of(const Transformer* model) {
  if (model == nullptr) return {};
  if (!model->latent_attention) return {model->num_heads, model->num_kv_heads, model->head_dim};
  const auto& mla = *model->latent_attention;
  const int mean = (mla.qk_nope_head_dim + mla.qk_rope_head_dim + mla.v_head_dim) / 2;
  return {model->num_heads, model->num_heads, mean / 8 * 8};
}

void add_attention(std::vector<ProbeTask>& tasks, const Transformer* model) {
  const Heads of = heads_of(model);
  for (const evidence::ProbeLibrary library : evidence::kProbeLibraryNames.values)
    for (const int tokens : kSequences)
      for (const bool backward : {false, true})
        tasks.push_back({.kind = ProbeKind::kAttention,
                         .name = {},
                         .library = library,
                         .backward = backward,
                         .batch = kTokens / tokens,
                         .tokens = tokens,
                         .heads = of.heads,
                         .kv_heads = of.kv_heads,
                         .head_size = of.size,
                         .bytes = Bytes{}});
}

/// Where the model has dense layers with heads of the usual kind.
void add_layer(std::vector<ProbeTask>& tasks, const Transformer& model) {
  if (model.latent_attention || model.ffn_hidden_size == 0) return;
  tasks.push_back({.kind = ProbeKind::kLayer,
                   .name = {},
                   .tokens = kTokens,
                   .heads = model.num_heads,
                   .kv_heads = model.num_kv_heads,
                   .head_size = model.head_dim,
                   .hidden_size = model.hidden_size,
                   .ffn_hidden_size = model.ffn_hidden_size,
                   .gated = model.gated_mlp,
                   .bytes = Bytes{}});
}

void add_collectives(std::vector<ProbeTask>& tasks, const hardware::Instance& instance) {
  using network::Collective;
  for (const bool across : {false, true}) {
    if (!across && instance.accelerators_per_node < 2) continue;
    if (across && !instance.scale_out) continue;
    for (const Collective collective :
         {Collective::kAllReduce, Collective::kAllGather, Collective::kReduceScatter, Collective::kAllToAll})
      for (const double size : kMessagesMib)
        tasks.push_back({.kind = ProbeKind::kCollective,
                         .name = {},
                         .collective = collective,
                         .across = across,
                         .bytes = size * mebibyte});
  }
}

void check_probed_machine(const hardware::Instance& instance, Issues& issues) {
  const std::string& vendor = instance.accelerator.vendor;
  if (vendor == "NVIDIA" || vendor == "AMD") return;
  issues.push_back(
      {"--on", fmt::format("{} has {} of {}: the script measures what PyTorch runs with CUDA or ROCm; name "
                           "a machine with GPUs of NVIDIA or AMD, for instance p5.48xlarge",
                           instance.name, instance.accelerator.name, vendor)});
}

answer::Table table_of(const std::vector<ProbeTask>& tasks) {
  answer::Table table{.title = "What is measured",
                      .header = {"kind", "measurements", "for instance"},
                      .align = {Align::kLeft, Align::kRight, Align::kLeft},
                      .rows = {},
                      .notes = {"run it with bash on the machine, for two with --nodes 2 --rank 0|1 --master HOST",
                                "then: fmplan calibrate probe RESULT.json"}};
  for (const ProbeKind kind : evidence::kProbeKindNames.values) {
    const auto of_kind = [&](const ProbeTask& task) { return task.kind == kind; };
    const auto first = std::find_if(tasks.begin(), tasks.end(), of_kind);
    if (first == tasks.end()) continue;
    table.rows.push_back({std::string(evidence::kProbeKindNames.name(kind)),
                          fmt::format("{}", std::count_if(tasks.begin(), tasks.end(), of_kind)),
                          evidence::probe_task_text(*first)});
  }
  return table;
}

}  // namespace

std::vector<ProbeTask> probe_tasks(const hardware::Instance& instance, const Transformer* model) {
  std::vector<ProbeTask> tasks;
  add_products(tasks, instance, model);
  if (model != nullptr && model->moe) add_experts(tasks, instance, *model);
  tasks.push_back({.kind = ProbeKind::kSustainedProduct,
                   .name = "sustained",
                   .precision = precisions(instance.accelerator).front(),
                   .m = kSustainedEdge,
                   .n = kSustainedEdge,
                   .k = kSustainedEdge,
                   .seconds = kSustainedSeconds,
                   .bytes = Bytes{}});
  add_attention(tasks, model);
  if (model != nullptr) add_layer(tasks, *model);
  for (const evidence::ProbeCopy copy : evidence::kProbeCopyNames.values)
    tasks.push_back({.kind = ProbeKind::kCopy, .name = {}, .copy = copy, .bytes = 1 * gibibyte});
  add_collectives(tasks, instance);
  return tasks;
}

ProbeScript probe_script(const ProbeQuestion& question, const catalog::Catalog& catalog) {
  Issues issues;
  hardware::Instance instance;
  try {
    instance = catalog.instance(question.instance);
    check_probed_machine(instance, issues);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) issues.push_back({"--on", issue.message});
  }
  std::optional<Transformer> model;
  if (!question.model.empty())
    model = scenario::resolve_model(question.model, "--model", catalog, std::filesystem::current_path(), issues);
  if (!issues.empty()) throw InputError(std::move(issues));
  const std::vector<ProbeTask> tasks = probe_tasks(instance, model ? &*model : nullptr);
  text::Json plan = {{"version", 1},
                     {"written_by", fmt::format("fmplan {}", version())},
                     {"asked",
                      {{"instance", instance.name},
                       {"accelerator", instance.accelerator.name},
                       {"model", model ? text::Json(model->name) : text::Json()}}},
                     {"measurements", text::Json::array()}};
  for (const ProbeTask& task : tasks) plan["measurements"].push_back(probe_task_json(task));

  ProbeScript script{.text = std::string(kProbeText), .document = {}};
  constexpr std::string_view kPlace = "%PLAN%";
  script.text.replace(script.text.find(kPlace), kPlace.size(), plan.dump(1));
  script.document.headline =
      fmt::format("{} measurements{} on {}", tasks.size(), model ? " for " + model->name : "", instance.name);
  script.document.tables = {table_of(tasks)};
  script.document.json = std::move(plan);
  return script;
}

}  // namespace fmplan::assessment
