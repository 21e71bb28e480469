#pragma once

/// @file
/// Which layers lie on which pipeline stage, as a scenario states it.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/issue.h"
#include "core/model/parallel_plan.h"
#include "core/model/transformer.h"
#include "core/text/object_reader.h"

namespace fmplan::scenario {

/// Stages as Megatron-Core's --pipeline-model-parallel-layout writes them: E the embedding, t a layer, m a
/// multi-token-prediction module, L head and loss, | the end of a stage; x*n and (…)*n repeat, commas mean nothing.
/// "Et*3|(tt|)*29,m|L" are 32 stages.  What is wrong with the text is reported under `where`, and nothing returned.
/// [megatron/core/transformer/pipeline_parallel_layer_layout.py]
std::vector<model::StageShare> parse_layout(std::string_view text, const std::string& where, Issues& issues);

/// Such a text, from which parse_layout() reads the same stages: "Et*3|(t*2|)*29m|L".
std::string layout_text(const std::vector<model::StageShare>& layout);

/// Model chunks a rank of the plan's pipeline by its layout; 1 without one, or where they do not divide.
int chunks_of_layout(const model::ParallelPlan& plan);

/// The field "layout" of a plan: a text as above; a list of layers per stage, with the embedding on the first, head and
/// MTP modules on the last; or an object with Megatron-Core's num_layers_in_first_pipeline_stage and
/// num_layers_in_last_pipeline_stage (of a rank, all its chunks together), or account_for_embedding_in_pipeline_split
/// and account_for_loss_in_pipeline_split (which count as a layer).  Empty if it is not given, or wrong.
/// [megatron/core/transformer/transformer_block.py, get_num_layers_to_build]
/// @param plan  whose degrees an object's stages are of
std::vector<model::StageShare> read_layout(text::ObjectReader& parallel, const model::ParallelPlan& plan,
                                           const model::Transformer& model, Issues& issues);

}  // namespace fmplan::scenario
