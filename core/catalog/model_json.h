#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/model/transformer.h"
#include "core/text/json_writer.h"

namespace fmplan::catalog {

/// Reads a model as catalogue items and scenarios write it, version 1: the fields of model::Transformer by their names,
/// "moe", "latent_attention" and "sliding_window" as objects, "norm" as "rms_norm" | "layer_norm", "bias" as "none" |
/// "qkv" | "attention" | "all".  "num_kv_heads" is "num_heads" if left out, "head_dim" hidden_size / num_heads.
/// "title", "notes", "published_parameters", "active_parameters_published" and "provenance" may stand beside them.
/// All problems, contradictions between fields included, are added to `issues`; `where` is the object's JSON Pointer.
model::Transformer read_transformer(const nlohmann::json& object, const std::string& where, Issues& issues);

/// Checks that hold for every architecture, wherever it was read from; each issue stands under `where`.
void check_transformer(const model::Transformer& model, const std::string& where, Issues& issues);

/// `model` as read_transformer() reads it; fields that have their default are left out.
text::Json transformer_json(const model::Transformer& model);

}  // namespace fmplan::catalog
