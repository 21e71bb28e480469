#include "core/evidence/remat_policy.h"

#include <gtest/gtest.h>

#include "core/model/recomputation.h"
#include "tests/model/known_models.h"

namespace fmplan::evidence {
namespace {

std::string again(std::string_view policy, std::string_view notes, const model::Transformer& model) {
  return module_names(rematerialised(policy, notes, model));
}

// Of the ten tensors that MaxText names, those that each policy's list lacks [get_remat_policy() of its decoders].
TEST(RematPolicy, RepeatsWhatItsListLacks) {
  const model::Transformer model = model::llama3_8b();
  EXPECT_EQ(again("minimal", "", model), "core_attn, layernorm");
  EXPECT_EQ(again("minimal_with_context", "", model), "layernorm");
  EXPECT_EQ(again("save_dot_with_context_except_mlp", "", model), "layernorm, mlp");
  EXPECT_EQ(again("save_dot_except_mlp", "", model), "core_attn, layernorm, mlp");
  EXPECT_EQ(again("save_qkv_proj", "", model), "core_attn, layernorm, mlp, out_proj");
  EXPECT_EQ(again("save_out_proj", "", model), "core_attn, layernorm, mlp, qkv_proj");
}

TEST(RematPolicy, ReadsTheListOfACustomOne) {
  const model::Transformer model = model::llama3_8b();
  const auto custom = [&](std::string_view notes) { return again("custom", notes, model); };
  EXPECT_EQ(custom("remat_policy=custom(decoder_layer_input,out_proj,query/key/value_proj=offload); adamw"),
            "core_attn, layernorm, mlp");
  EXPECT_EQ(custom("remat_policy=custom(context=offload,mlpwo=offload)"), "layernorm, mlp, qkv_proj, out_proj");
  // Without the queries, most is made again.
  EXPECT_EQ(custom("remat_policy=custom(mlpwo=offload,key/value_proj=device)"),
            "core_attn, layernorm, mlp, qkv_proj, out_proj");
  EXPECT_EQ(custom("(custom_vjp); remat_policy=custom(out_proj=offload), context parallel 4"),
            "core_attn, layernorm, mlp, qkv_proj");
  EXPECT_EQ(custom("remat_policy=custom(query_proj=device,context,out_proj=remat,mlpwi_0=device)"),
            "core_attn, layernorm, out_proj");
  EXPECT_EQ(custom("remat custom, context offloaded to host; ring over out_proj"),
            "layernorm, mlp, qkv_proj, out_proj");
}

// Experts are the MLP of a mixture; queries, keys and values of latent attention come up from latents.
TEST(RematPolicy, NamesTheModulesThatTheModelHas) {
  EXPECT_EQ(again("save_out_proj", "", model::deepseek_v3()), "core_attn, layernorm, mlp, mla_up_proj, moe, qkv_proj");
  EXPECT_EQ(again("save_dot_with_context_except_mlp", "", model::mixtral_8x7b()), "layernorm, mlp, moe");
  EXPECT_EQ(again("minimal_with_context", "", model::mixtral_8x7b()), "layernorm, moe_act");
}

}  // namespace
}  // namespace fmplan::evidence
