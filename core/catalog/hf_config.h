#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/model/transformer.h"

namespace fmplan::catalog {

/// True for an object that names a `model_type` or `architectures`, as a Hugging Face config.json does, and is no item
/// of this program's own ("kind", "num_layers").
bool looks_like_hf_config(const nlohmann::json& document);

/// The architecture a Hugging Face config.json describes; `name` becomes the model's name.
///
/// `model_type` decides, `architectures` where it is not known; of multimodal models (Gemma 3) the text part is read.
/// Known: llama, mistral, mixtral, qwen2, qwen2_moe, qwen3, qwen3_moe, deepseek_v2, deepseek_v3 (and Kimi K2, which
/// says it is one), gemma, gemma2, gemma3, gpt_neox, gpt_oss.  Any other is one issue that lists these.  Fields that
/// transformers' configuration classes fill in are filled in alike; a field that is missing or ill-typed is an issue at
/// its JSON Pointer.  Other keys are ignored: the files carry many.
///
/// Neglected: the gate of Qwen2-MoE's shared expert (hidden_size weights a layer) and rotary details, which have none.
model::Transformer transformer_from_hf_config(const nlohmann::json& document, const std::string& name, Issues& issues);

}  // namespace fmplan::catalog
