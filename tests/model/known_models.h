#pragma once

/// @file
/// Architectures the tests share, as their publications and configuration files give them.

#include "core/model/transformer.h"

namespace fmplan::model {

/// With the 51200-row vocabulary of the Megatron papers, tied, without learned positions.
inline Transformer gpt3_175b() {
  return {.name = "gpt-3-175b",
          .num_layers = 96,
          .hidden_size = 12288,
          .ffn_hidden_size = 49152,
          .num_heads = 96,
          .num_kv_heads = 96,
          .head_dim = 128,
          .vocabulary_size = 51200,
          .max_sequence_length = 2048,
          .gated_mlp = false,
          .tied_embeddings = true,
          .norm = NormKind::kLayerNorm,
          .bias = BiasKind::kAll};
}

inline Transformer llama(std::string name, int layers, int hidden, int ffn, int heads, int kv_heads, int vocabulary) {
  return {.name = std::move(name),
          .num_layers = layers,
          .hidden_size = hidden,
          .ffn_hidden_size = ffn,
          .num_heads = heads,
          .num_kv_heads = kv_heads,
          .head_dim = 128,
          .vocabulary_size = vocabulary,
          .max_sequence_length = 8192};
}
inline Transformer llama2_7b() { return llama("llama-2-7b", 32, 4096, 11008, 32, 32, 32000); }
inline Transformer llama2_70b() { return llama("llama-2-70b", 80, 8192, 28672, 64, 8, 32000); }
inline Transformer llama3_8b() { return llama("llama-3-8b", 32, 4096, 14336, 32, 8, 128256); }
inline Transformer llama3_70b() { return llama("llama-3-70b", 80, 8192, 28672, 64, 8, 128256); }
inline Transformer llama3_405b() { return llama("llama-3.1-405b", 126, 16384, 53248, 128, 8, 128256); }

inline Transformer mixtral_8x7b() {
  Transformer model = llama("mixtral-8x7b", 32, 4096, 0, 32, 8, 32000);
  model.moe = MixtureOfExperts{.num_experts = 8, .experts_per_token = 2, .expert_ffn_hidden_size = 14336};
  return model;
}

inline Transformer qwen3_30b_a3b() {
  Transformer model = llama("qwen3-30b-a3b", 48, 2048, 0, 32, 4, 151936);
  model.qk_norm = true;
  model.moe = MixtureOfExperts{.num_experts = 128, .experts_per_token = 8, .expert_ffn_hidden_size = 768};
  return model;
}

inline Transformer deepseek_v3() {
  Transformer model = llama("deepseek-v3", 61, 7168, 18432, 128, 128, 129280);
  model.latent_attention = LatentAttention{
      .q_lora_rank = 1536, .kv_lora_rank = 512, .qk_nope_head_dim = 128, .qk_rope_head_dim = 64, .v_head_dim = 128};
  model.moe = MixtureOfExperts{.num_experts = 256,
                               .experts_per_token = 8,
                               .expert_ffn_hidden_size = 2048,
                               .num_shared_experts = 1,
                               .shared_ffn_hidden_size = 2048,
                               .num_first_dense_layers = 3,
                               .router_bias = true};
  return model;
}

/// PaLM: one key/value head, SwiGLU, one norm before its parallel attention and MLP, tied [arXiv 2204.02311, §2].
inline Transformer palm_540b() {
  return {.name = "palm-540b",
          .num_layers = 118,
          .hidden_size = 18432,
          .ffn_hidden_size = 73728,
          .num_heads = 48,
          .num_kv_heads = 1,
          .head_dim = 256,
          .vocabulary_size = 256000,
          .max_sequence_length = 2048,
          .tied_embeddings = true,
          .norms_per_layer = 1};
}

inline Transformer mpt_7b() {
  return {.name = "mpt-7b",
          .num_layers = 32,
          .hidden_size = 4096,
          .ffn_hidden_size = 16384,
          .num_heads = 32,
          .num_kv_heads = 32,
          .head_dim = 128,
          .vocabulary_size = 50368,
          .max_sequence_length = 2048,
          .gated_mlp = false,
          .tied_embeddings = true,
          .norm = NormKind::kLayerNorm};
}

}  // namespace fmplan::model
