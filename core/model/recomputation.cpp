#include "core/model/recomputation.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "core/model/expert_routing.h"

namespace fmplan::model {
namespace {

enum class Output { kSplit, kReplicated, kHidden };  ///< over tensor ranks; as the residual stream

/// One product of a layer, a token's worth.
struct Product {
  double inputs = 0;
  double outputs = 0;
  Output output = Output::kSplit;
};

/// The products of a layer in the order in which they run, those of routed experts apart.
class Products {
 public:
  Products(const Transformer& model, LayerKind kind, int tensor) {
    add_attention(model, tensor);
    num_attention_ = count_;
    if (has_experts(kind) && model.moe) return;
    add({1.0 * model.hidden_size, 1.0 * model.ffn_hidden_size});
    if (model.gated_mlp) add({1.0 * model.hidden_size, 1.0 * model.ffn_hidden_size});
    add({1.0 * model.ffn_hidden_size, 1.0 * model.hidden_size, Output::kHidden});
  }

  std::size_t size() const { return count_; }
  const Product& operator[](std::size_t i) const { return products_[i]; }
  double multiplications(std::size_t i) const { return products_[i].inputs * products_[i].outputs; }
  double of_attention() const {
    double sum = 0;
    for (std::size_t i = 0; i < num_attention_; ++i) sum += multiplications(i);
    return sum;
  }
  double of_output_projection() const { return multiplications(num_attention_ - 1); }

 private:
  void add(const Product& product) { products_[count_++] = product; }

  void add_attention(const Transformer& model, int tensor) {
    const double h = model.hidden_size, a = model.num_heads;
    if (const auto& latent = model.latent_attention) {
      const double qk = a * (latent->qk_nope_head_dim + latent->qk_rope_head_dim);
      const double up = a * (latent->qk_nope_head_dim + latent->v_head_dim);
      if (latent->q_lora_rank > 0) {
        add({h, 1.0 * latent->q_lora_rank, Output::kReplicated});
        add({1.0 * latent->q_lora_rank, qk});
      } else {
        add({h, qk});
      }
      add({h, 1.0 * latent->kv_lora_rank + latent->qk_rope_head_dim, Output::kReplicated});
      add({1.0 * latent->kv_lora_rank, up});
      add({a * latent->v_head_dim, h, Output::kHidden});
      return;
    }
    const double key = 1.0 * model.head_dim * std::max(model.num_kv_heads, tensor);
    add({h, a * model.head_dim});
    add({h, key});
    add({h, key});
    add({a * model.head_dim, h, Output::kHidden});
  }

  std::array<Product, 8> products_{};
  std::size_t count_ = 0;
  std::size_t num_attention_ = 0;
};

constexpr bool keeps_output(std::size_t product) { return product % 2 == 0; }

double attention_output_width(const Transformer& model) {
  const auto& latent = model.latent_attention;
  return 1.0 * model.num_heads * (latent ? latent->v_head_dim : model.head_dim);
}

/// Multiplications of the mixture's products; the router's are neglected.
struct MixtureProducts {
  double routed = 0;
  double shared = 0;
};

MixtureProducts mixture_products(const Transformer& model, LayerKind kind) {
  if (!has_experts(kind) || !model.moe) return {};
  const MixtureOfExperts& moe = *model.moe;
  const double products = (model.gated_mlp ? 3.0 : 2.0) * model.hidden_size;
  return {.routed = products * rows_per_token(moe) * moe.expert_ffn_hidden_size,
          .shared = products * moe.num_shared_experts * moe.shared_ffn_hidden_size};
}

/// Multiplications of the products of latents that come up again.
double up_projections(const Transformer& model) {
  const auto& latent = model.latent_attention;
  if (!latent) return 0;
  const double a = model.num_heads;
  return latent->q_lora_rank * a * (latent->qk_nope_head_dim + latent->qk_rope_head_dim) +
         latent->kv_lora_rank * a * (latent->qk_nope_head_dim + latent->v_head_dim);
}

}  // namespace

KeptByOperation kept_by_operation(const Transformer& model, LayerKind kind, const ParallelPlan& plan) {
  const Products products(model, kind, plan.tensor);
  KeptByOperation kept{.split_elements = attention_output_width(model)};
  for (std::size_t i = 0; i < products.size(); ++i) {
    if (!keeps_output(i)) continue;
    switch (products[i].output) {
      case Output::kSplit: kept.split_elements += products[i].outputs; break;
      case Output::kReplicated: kept.replicated_elements += products[i].outputs; break;
      case Output::kHidden: ++kept.hidden_copies; break;
    }
  }
  if (has_experts(kind) && model.moe && plan.expert > 1) {
    const double k = rows_per_token(*model.moe);
    switch (plan.dispatcher) {
      case Dispatcher::kAllToAll: kept.exchanged_elements = 2 * k * model.hidden_size; break;
      // A copy a rank goes out, and their sum comes back.
      case Dispatcher::kDeduplicating:
        kept.exchanged_elements = (places_of_token(*model.moe, plan.expert) + 1) * model.hidden_size;
        break;
      // Of the gathering nothing is kept, of the scattered sum the layer's share.
      case Dispatcher::kAllGather: kept.exchanged_elements = model.hidden_size; break;
    }
  }
  return kept;
}

double repeated_product_share(const Transformer& model, LayerKind kind, const Recomputation& recompute) {
  if (recompute.kind == Recompute::kNone) return 0;
  if (recompute.kind == Recompute::kFull) return 1;
  const Products products(model, kind, 1);
  const MixtureProducts mixture = mixture_products(model, kind);
  double all = mixture.routed + mixture.shared, again = 0;
  for (std::size_t i = 0; i < products.size(); ++i) all += products.multiplications(i);
  if (recompute.kind == Recompute::kPerOperation) {
    again = mixture.routed + mixture.shared;
    for (std::size_t i = 0; i < products.size(); ++i)
      if (!keeps_output(i)) again += products.multiplications(i);
    return again / all;
  }
  const bool whole_mixture = recompute.has(RecomputeModule::kMoe);
  if (whole_mixture) again += mixture.routed;
  if (whole_mixture || recompute.has(RecomputeModule::kSharedExperts)) again += mixture.shared;
  const bool dense = !has_experts(kind) || !model.moe;
  if (dense && recompute.has(RecomputeModule::kMlp)) again += all - products.of_attention();
  const double up = up_projections(model);
  if (recompute.has(RecomputeModule::kMlaUpProjection)) again += up;
  if (recompute.has(RecomputeModule::kQkvProjection))
    again += products.of_attention() - products.of_output_projection() - up;
  if (recompute.has(RecomputeModule::kOutputProjection)) again += products.of_output_projection();
  return again / all;
}

bool repeats_core_attention(const Recomputation& recompute) {
  return recompute.kind == Recompute::kFull || recompute.is_cheapest() ||
         recompute.has(RecomputeModule::kCoreAttention);
}

NamedModules parse_modules(std::string_view text) {
  NamedModules named;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(", ", at), text.size());
    const std::string_view name = text.substr(at, end - at);
    at = end + 1;
    if (name.empty()) continue;
    if (const auto module = kRecomputeModuleNames.parse(name))
      named.modules |= bit_of(*module);
    else
      named.unknown.emplace_back(name);
  }
  return named;
}

std::string module_names(const Recomputation& recompute) {
  std::string text;
  for (std::size_t i = 0; i < kRecomputeModuleNames.count; ++i)
    if (recompute.has(kRecomputeModuleNames.values[i]))
      text += fmt::format("{}{}", text.empty() ? "" : ", ", kRecomputeModuleNames.texts[i]);
  return text;
}

std::string recomputation_detail(const Recomputation& recompute) {
  if (recompute.kind != Recompute::kFull) return module_names(recompute);
  const char* layers = recompute.num_layers == 1 ? "layer" : "layers";
  if (recompute.method == RecomputeMethod::kBlock)
    return fmt::format("the first {} {} of a chunk", recompute.num_layers, layers);
  return recompute.num_layers == 1 ? "" : fmt::format("units of {} {}", recompute.num_layers, layers);
}

}  // namespace fmplan::model
