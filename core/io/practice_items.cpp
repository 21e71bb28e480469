#include "core/io/practice_items.h"

#include "core/base/quantity_text.h"
#include "core/io/catalog_items.h"
#include "core/io/object_reader.h"

namespace fmplan::io {
namespace {

using model::GradientStorage;

constexpr std::pair<const char*, GradientStorage> kGradients[] = {
    {"by_precision", GradientStorage::kByPrecision},
    {"as_weights", GradientStorage::kAsWeights},
    {"fp32", GradientStorage::kFp32},
    {"as_weights_and_sharded_fp32", GradientStorage::kAsWeightsAndFp32},
    {"as_weights_and_fp32", GradientStorage::kAsWeightsAndWholeFp32}};

void read_storage_habits(ObjectReader& reader, model::MemoryHabits& habits) {
  habits.gradients_beside_bf16 =
      reader.choice_or<GradientStorage>("gradients_beside_bf16", habits.gradients_beside_bf16, kGradients);
  habits.gradients_beside_fp16 =
      reader.choice_or<GradientStorage>("gradients_beside_fp16", habits.gradients_beside_fp16, kGradients);
  if (reader.boolean_or("master_weights_only", false)) habits.weight_storage = model::WeightStorage::kMasterOnly;
  if (reader.boolean_or("layers_dealt_by_cost", false)) habits.layer_deal = model::LayerDeal::kByCost;
}

}  // namespace

sim::FrameworkProfile read_framework(const nlohmann::json& item, const std::string& where, Issues& issues) {
  ObjectReader reader(item, where, issues);
  sim::FrameworkProfile framework;
  framework.name = read_envelope(reader);
  framework.hidden_passes = reader.number("hidden_passes", 0, 1000);
  framework.ffn_passes_gated = reader.number("ffn_passes_gated", 0, 100);
  framework.ffn_passes_plain = reader.number("ffn_passes_plain", 0, 100);
  framework.host_time_per_layer = reader.quantity<Seconds>("host_time_per_layer", time_units());
  framework.tensor_parallel_overlap = reader.number("tensor_parallel_overlap", 0, 1);
  framework.overlaps_weight_gradients = reader.boolean_or("overlaps_weight_gradients", false);
  framework.data_parallel_overlap = reader.number("data_parallel_overlap", 0, 1);
  framework.attention_library = reader.string_or("attention_library", {});
  framework.gradient_bytes = reader.number("gradient_bytes", 0.5, 8);
  framework.habits[sim::StepHabit::kStagePerTensorRank] =
      reader.quantity_or<Seconds>("stage_time_per_tensor_rank", time_units(), Seconds{}) / second;
  framework.memory.activation_factor = reader.number("activation_factor", 0.1, 10);
  read_storage_habits(reader, framework.memory);
  framework.memory_overhead = reader.quantity_or<Bytes>("memory_overhead", data_units(), Bytes{});
  reader.refuse_unknown_keys();
  return framework;
}

sim::Recovery read_recovery(const nlohmann::json& item, const std::string& where, Issues& issues) {
  ObjectReader reader(item, where, issues);
  sim::Recovery recovery;
  recovery.name = read_envelope(reader);
  recovery.detection = reader.quantity<Seconds>("detection", time_units());
  recovery.replacement = reader.quantity<Seconds>("replacement", time_units());
  recovery.initialisation = reader.quantity<Seconds>("initialisation", time_units());
  recovery.initialisation_per_rank = reader.quantity_or<Seconds>("initialisation_per_rank", time_units(), Seconds{});
  reader.refuse_unknown_keys();
  return recovery;
}

}  // namespace fmplan::io
