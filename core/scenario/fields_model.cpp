// The fields of a model.

#include "core/model/transformer.h"
#include "core/scenario/fields.h"

namespace fmplan::scenario::fields {
namespace {

using text::Dimension;
using text::Field;
using text::FieldTable;
using enum text::FieldKind;

constexpr Field kModelMoeFields[] = {
    {.key = "num_experts", .kind = kWhole, .required = true, .minimum = 1, .maximum = 100'000},
    {.key = "experts_per_token", .kind = kWhole, .required = true, .minimum = 1, .maximum = 100'000},
    {.key = "expert_ffn_hidden_size", .kind = kWhole, .required = true, .minimum = 1, .maximum = 10'000'000},
    {.key = "num_shared_experts", .kind = kWhole, .otherwise = "0", .minimum = 0, .maximum = 100'000},
    {.key = "shared_ffn_hidden_size",
     .kind = kWhole,
     .about = "Of one shared expert.",
     .rule = "as a routed one",
     .minimum = 0,
     .maximum = 10'000'000},
    {.key = "num_first_dense_layers", .kind = kWhole, .otherwise = "0", .minimum = 0, .maximum = 10'000},
    {.key = "layer_interval",
     .kind = kWhole,
     .about = "Every n-th layer is a mixture.",
     .otherwise = "1",
     .minimum = 1,
     .maximum = 10'000},
    {.key = "router_bias", .kind = kFlag, .otherwise = "false"},
    {.key = "num_groups",
     .kind = kWhole,
     .about = "Of experts, of which a token's lie in groups_per_token; 0: in any.",
     .otherwise = "0",
     .minimum = 0,
     .maximum = 100'000},
    {.key = "groups_per_token",
     .kind = kWhole,
     .about = "Node-limited routing.",
     .rule = "all groups",
     .minimum = 0,
     .maximum = 100'000}};
constexpr FieldTable kModelMoe{.about = "Mixture of experts.", .fields = kModelMoeFields};

constexpr Field kModelLatentAttentionFields[] = {
    {.key = "q_lora_rank",
     .kind = kWhole,
     .about = "0: queries are not compressed.",
     .otherwise = "0",
     .minimum = 0,
     .maximum = 10'000'000},
    {.key = "kv_lora_rank", .kind = kWhole, .required = true, .minimum = 1, .maximum = 10'000'000},
    {.key = "qk_nope_head_dim", .kind = kWhole, .required = true, .minimum = 1, .maximum = 10'000'000},
    {.key = "qk_rope_head_dim", .kind = kWhole, .required = true, .minimum = 0, .maximum = 10'000'000},
    {.key = "v_head_dim", .kind = kWhole, .required = true, .minimum = 1, .maximum = 10'000'000}};
constexpr FieldTable kModelLatentAttention{.about = "Multi-head latent attention.",
                                           .fields = kModelLatentAttentionFields};

constexpr Field kModelSlidingWindowFields[] = {
    {.key = "window", .kind = kWhole, .about = "Tokens.", .required = true, .minimum = 1, .maximum = 1'000'000'000},
    {.key = "period",
     .kind = kWhole,
     .about = "One layer of each period sees everything; 0: none does.",
     .otherwise = "0",
     .minimum = 0,
     .maximum = 10'000}};
constexpr FieldTable kModelSlidingWindow{.about = "Layers that see the last tokens only.",
                                         .fields = kModelSlidingWindowFields};

constexpr Field kModelFields[] = {
    {.key = "name", .kind = kText, .about = "The item's name."},
    {.key = "aliases", .kind = kTexts, .about = "Other names of the item."},
    {.key = "suggested_for", .kind = kTexts, .about = "Names of which the item is suggested."},
    {.key = "published_parameters",
     .kind = kCount,
     .about = "As published, for the check.",
     .minimum = 1,
     .maximum = text::kMostOfCount},
    {.key = "active_parameters_published",
     .kind = kCount,
     .about = "As published.",
     .minimum = 1,
     .maximum = text::kMostOfCount},
    {.key = "num_layers", .kind = kWhole, .required = true, .minimum = 1, .maximum = 10'000},
    {.key = "hidden_size", .kind = kWhole, .required = true, .minimum = 1, .maximum = 10'000'000},
    {.key = "ffn_hidden_size",
     .kind = kWhole,
     .about = "Of the dense MLP.",
     .otherwise = "0: every layer is a mixture",
     .minimum = 0,
     .maximum = 10'000'000},
    {.key = "num_heads", .kind = kWhole, .required = true, .minimum = 1, .maximum = 100'000},
    {.key = "num_kv_heads", .kind = kWhole, .rule = "num_heads", .minimum = 1, .maximum = 100'000},
    {.key = "head_dim", .kind = kWhole, .rule = "hidden_size / num_heads", .minimum = 1, .maximum = 10'000'000},
    {.key = "vocabulary_size",
     .kind = kWhole,
     .about = "Rows of the embedding, padding included.",
     .required = true,
     .minimum = 1,
     .maximum = 1'000'000'000},
    {.key = "max_sequence_length", .kind = kWhole, .minimum = 1, .maximum = 1'000'000'000},
    {.key = "gated_mlp", .kind = kFlag, .about = "Three matrices instead of two.", .otherwise = "true"},
    {.key = "tied_embeddings", .kind = kFlag, .otherwise = "false"},
    {.key = "parallel_block", .kind = kFlag, .about = "Attention and MLP read the same input.", .otherwise = "false"},
    {.key = "norm", .kind = kChoice, .otherwise = "rms_norm", .names = model::kNormNames.texts},
    {.key = "norms_per_layer", .kind = kWhole, .otherwise = "2", .minimum = 0, .maximum = 16},
    {.key = "qk_norm", .kind = kFlag, .otherwise = "false"},
    {.key = "bias", .kind = kChoice, .otherwise = "none", .names = model::kBiasNames.texts},
    {.key = "learned_positions", .kind = kFlag, .otherwise = "false"},
    {.key = "embedding_norm", .kind = kFlag, .otherwise = "false"},
    {.key = "attention_sinks", .kind = kFlag, .otherwise = "false"},
    {.key = "num_mtp_layers",
     .kind = kWhole,
     .about = "Multi-token-prediction modules.",
     .otherwise = "0",
     .minimum = 0,
     .maximum = 10'000},
    {.key = "moe", .kind = kObject, .about = "Mixture of experts.", .object = &kModelMoe},
    {.key = "latent_attention",
     .kind = kObject,
     .about = "Multi-head latent attention.",
     .object = &kModelLatentAttention},
    {.key = "sliding_window",
     .kind = kObject,
     .about = "Layers that see the last tokens only.",
     .object = &kModelSlidingWindow}};
}  // namespace

constinit const FieldTable kModel{
    .name = "model", .about = "An architecture.", .fields = kModelFields, .common = kItemFields};

}  // namespace fmplan::scenario::fields
