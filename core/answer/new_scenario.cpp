#include "core/answer/new_scenario.h"

#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "core/answer/assumption_text.h"
#include "core/base/issue.h"
#include "core/model/transformer.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_conversion.h"

namespace fmplan::answer {
namespace {

using nlohmann::json;

/// What Llama 3 was trained with [Dubey et al. 2024, §3.1.4].
constexpr int kUsualSequence = 8192;
/// Sequences of 8,192 tokens: 4M tokens a step as Llama 2 had [Touvron et al. 2023], 16M as Llama 3 70B and 405B had.
constexpr int kSmallBatch = 512, kLargeBatch = 2048;
/// Sequences of a step of adapters: chosen, between QLoRA's 16 and 64 and what instruction tuning takes [Dettmers et
/// al. 2023, Table 9].
constexpr int kAdapterBatch = 64;
/// Parameters from which the larger is taken: chosen, between the 8B and the 70B of Llama 3.
constexpr std::int64_t kLargeModel = 30'000'000'000;

void check_given(const NewScenario& asked) {
  Issues issues;
  const auto need = [&issues](const std::string& value, const char* option, const char* example) {
    if (value.empty()) issues.push_back({option, fmt::format("is missing; for instance {} {}", option, example)});
  };
  need(asked.model, "--model", "llama-3-70b; fmplan catalog list models names those that are known");
  need(asked.tokens, "--tokens", "15T");
  need(asked.instance, "--on", "p5.48xlarge; fmplan catalog list instances names those that are known");
  if (asked.deadline.empty() && (asked.nodes.empty() || asked.nodes == "auto"))
    issues.push_back({"--nodes", "is missing; for instance --nodes 128, or --deadline 2027-09-30, which finds them"});
  if (!issues.empty()) throw InputError(std::move(issues));
}

/// As --set would have it: 128 is a number, 15T a text.
void put(json& document, const std::string& path, const std::string& value) {
  scenario::set_value(document, path, value);
}

}  // namespace

text::Json new_scenario(const NewScenario& asked, const catalog::Catalog& catalog) {
  check_given(asked);
  json document = {{"version", 1}, {"model", asked.model}};
  std::vector<std::string> notes;
  put(document, "training.tokens", json(asked.tokens).dump());
  put(document, "cluster.instance", json(asked.instance).dump());
  put(document, "cluster.nodes", asked.nodes.empty() ? "auto" : asked.nodes);
  put(document, "training.parallel", "auto");
  if (!asked.deadline.empty()) put(document, "run.deadline", asked.deadline);
  const auto chosen = [&](const std::string& path, const std::string& given, int usual, const std::string& why) {
    put(document, path, given.empty() ? fmt::format("{}", usual) : given);
    if (given.empty()) notes.push_back(fmt::format("{}: {} is chosen, {}", path, usual, why));
  };
  chosen("training.sequence_length", asked.sequence_length, kUsualSequence, "as Llama 3 had; make it your own");
  // The batch goes by the model, whose name is looked up here; what is wrong with it is told with all the rest.
  bool is_large = false;
  try {
    Issues unread;
    const auto count = count_parameters(scenario::resolve_model(document["model"], "/model", catalog, ".", unread));
    is_large = count.total >= kLargeModel;
  } catch (const InputError&) {
    is_large = false;
  }
  for (const std::string& set : asked.sets) scenario::set_value(document, set);
  const json& training = document["training"];
  const bool is_adapted = training.is_object() && training.value("kind", json()) == "lora";
  if (!training.is_object() || !training.contains("global_batch_size"))
    chosen("training.global_batch_size", asked.global_batch_size,
           is_adapted ? kAdapterBatch
           : is_large ? kLargeBatch
                      : kSmallBatch,
           is_adapted ? std::string("of the order that adapters are trained with; make it your own")
                      : fmt::format("{} tokens a step at 8,192 a sequence, as {}; make it your own",
                                    is_large ? "16M" : "4M", is_large ? "Llama 3 70B had" : "Llama 2 had"));
  const plan::Scenario read = scenario::read_scenario(document, catalog, ".");
  for (const plan::Assumption& filled : read.assumptions)
    notes.push_back(
        fmt::format("left open: {} is {} ({}; {})", filled.path, filled.value, assumption_text(filled), filled.source));
  text::Json ordered = {{"version", 1}, {"notes", notes}};
  for (const char* const key : {"name", "model", "training", "cluster", "run", "price", "power"})
    if (document.contains(key)) ordered[key] = text::json_of(document[key]);
  return ordered;
}

}  // namespace fmplan::answer
