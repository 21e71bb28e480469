#include "core/model/shape_rule.h"

#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::model {
namespace shape_rule_test {

Transformer dense(int layers, int width) {
  return {.name = "dense",
          .num_layers = layers,
          .hidden_size = width,
          .ffn_hidden_size = 4 * width,
          .num_heads = width / 128,
          .num_kv_heads = 8,
          .head_dim = 128,
          .vocabulary_size = 32000};
}

double size_of(const Transformer& model) { return static_cast<double>(count_parameters(model).total); }

// Through two points a line goes exactly: layers = e^a N^b.
TEST(ShapeRule, GoesThroughTwoModels) {
  const std::vector<Transformer> models = {dense(32, 4096), dense(80, 8192)};
  const ShapeRule rule = fit_shape_rule(models);
  EXPECT_NEAR(rule.b, std::log(80.0 / 32) / std::log(size_of(models[1]) / size_of(models[0])), 1e-12);
  EXPECT_NEAR(layers_by(rule, size_of(models[0])), 32, 1e-9);
  EXPECT_NEAR(layers_by(rule, size_of(models[1])), 80, 1e-9);
  EXPECT_EQ(rule.ffn_ratio, 4);
  EXPECT_EQ(rule.num_models, 2);
}

TEST(ShapeRule, LeavesOutMixturesPlainMlpsAndSmallModels) {
  std::vector<Transformer> models = {dense(32, 4096), dense(80, 8192), dense(24, 1024), dense(8, 8192), dense(8, 8192)};
  models[3].moe = MixtureOfExperts{.num_experts = 8, .experts_per_token = 2, .expert_ffn_hidden_size = 1024};
  models[4].gated_mlp = false;
  EXPECT_EQ(fit_shape_rule(models).num_models, 2);
}

TEST(ShapesBetween, AscendByTheStepAndKeepTheRule) {
  const std::vector<Transformer> models = {dense(32, 4096), dense(80, 8192), dense(126, 16384)};
  const ShapeRule rule = fit_shape_rule(models);
  const std::vector<Transformer> shapes = shapes_between(rule, 2e9, 500e9, 1.1);
  ASSERT_GT(shapes.size(), 30u);
  double last = 0;
  for (const Transformer& model : shapes) {
    const double size = size_of(model);
    EXPECT_GE(size, 2e9);
    EXPECT_LE(size, 500e9);
    if (last > 0) {
      EXPECT_GE(size / last, 1.1 * (1 - 1e-12));
      EXPECT_LE(size / last, 1.35) << "a gap before " << model.name;
    }
    last = size;
    EXPECT_EQ(model.num_heads * model.head_dim, model.hidden_size);
    EXPECT_EQ(model.num_heads % model.num_kv_heads, 0);
    EXPECT_LE(std::abs(std::log(model.num_layers / layers_by(rule, size))), 0.3);
  }
}

}  // namespace shape_rule_test
}  // namespace fmplan::model
