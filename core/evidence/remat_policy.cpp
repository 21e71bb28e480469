#include "core/evidence/remat_policy.h"

#include <algorithm>

namespace fmplan::evidence {
namespace {

struct Kept {
  bool qkv = false;
  bool context = false;
  bool out = false;
  bool mlp = false;
};

constexpr struct {
  std::string_view policy;
  Kept kept;
} kPolicies[] = {
    {"minimal", {.qkv = true, .out = true, .mlp = true}},
    {"minimal_with_context", {.qkv = true, .context = true, .out = true, .mlp = true}},
    {"save_dot_with_context_except_mlp", {.qkv = true, .context = true, .out = true}},
    {"save_dot_except_mlp", {.qkv = true, .out = true}},
    {"save_qkv_proj", {.qkv = true}},
    {"save_out_proj", {.out = true}},
};

/// What stands behind the policy's name: in parentheses, else to the end of the clause.
std::string_view list_of(std::string_view notes) {
  for (const std::string_view name :
       {"remat_policy=custom", "remat_policy: custom", "remat_policy custom", "remat custom"}) {
    const std::size_t at = notes.find(name);
    if (at == std::string_view::npos) continue;
    const std::string_view behind = notes.substr(at + name.size());
    return behind.substr(0, behind.find(behind.starts_with('(') ? ')' : ';'));
  }
  return {};
}

/// "out_proj,query/key/value_proj=offload,mlpwi=remat": what follows the sign is said of all names since the last one.
/// Of queries, keys and values the first are the most.
Kept listed(std::string_view list) {
  Kept kept, named;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    const std::string_view item = list.substr(at, end - at);
    const auto has = [&](std::string_view name) { return item.find(name) != std::string_view::npos; };
    named.qkv |= has("qkv_proj") || has("query_proj") || has("query/");
    named.context |= has("context");
    named.out |= has("out_proj");
    named.mlp |= has("mlpwi");
    if (has("=remat")) named = {};
    if (has("=") || end == list.size()) {
      kept.qkv |= named.qkv;
      kept.context |= named.context;
      kept.out |= named.out;
      kept.mlp |= named.mlp;
      named = {};
    }
    at = end + 1;
  }
  return kept;
}

}  // namespace

model::Recomputation rematerialised(std::string_view policy, std::string_view notes, const model::Transformer& model) {
  using enum model::RecomputeModule;
  const auto* const found = std::ranges::find(kPolicies, policy, [](const auto& entry) { return entry.policy; });
  const Kept kept = found != std::end(kPolicies) ? found->kept : listed(list_of(notes));
  model::Recomputation again = model::Recompute::kSelective;
  const auto repeat = [&](model::RecomputeModule module, bool where = true) {
    if (where) again.modules |= bit_of(module);
  };
  repeat(kLayerNorm);
  repeat(kCoreAttention, !kept.context);
  repeat(kQkvProjection, !kept.qkv);
  repeat(kMlaUpProjection, !kept.qkv && model.latent_attention);
  repeat(kOutputProjection, !kept.out);
  repeat(kMlp, !kept.mlp);
  repeat(kMoe, !kept.mlp && model.moe);
  repeat(kMoeActivation, kept.mlp && model.moe);
  return again;
}

}  // namespace fmplan::evidence
