#include "core/evidence/usual_micro_batch.h"

#include <gtest/gtest.h>

#include "core/catalog/catalog.h"

namespace fmplan::evidence {
namespace usual_micro_batch_test {

/// GPT-3 125M on eight A100: 12 layers of width 768, 2,048 tokens, 32 sequences a rank.
sim::StepJob small_job() {
  static const catalog::Catalog catalog = catalog::Catalog::shipped();
  sim::StepJob job;
  job.model.num_layers = 12;
  job.model.hidden_size = 768;
  job.model.num_heads = 12;
  job.model.num_kv_heads = 12;
  job.model.head_dim = 64;
  job.model.ffn_hidden_size = 3072;
  job.model.vocabulary_size = 50257;
  job.model.gated_mlp = false;
  job.instance = catalog.instance("p4de.24xlarge");
  job.framework = catalog.framework("generic");
  job.settings.plan.data = 8;
  job.settings.sequence_length = 2048;
  job.settings.global_batch_size = 256;
  return job;
}

// A token takes 8·768² + 2·768·2048 + 4·768·3072 = 17.3 MFLOP in a layer, a sequence 35.4 GFLOP, 0.113 ms at 312
// TFLOP/s: 4 ms are 35 sequences.
TEST(UsualMicroBatch, FillsALayerOfFourMilliseconds) {
  sim::StepJob job = small_job();
  EXPECT_EQ(usual_micro_batch(job), 32);
  // Thrice as wide: nine times the products, 0.90 ms.
  job.model.hidden_size = 2304;
  job.model.ffn_hidden_size = 9216;
  job.model.num_heads = 36;
  job.model.num_kv_heads = 36;
  EXPECT_EQ(usual_micro_batch(job), 4);
  job.settings.plan.tensor = 4;
  EXPECT_EQ(usual_micro_batch(job), 16);
}

TEST(UsualMicroBatch, DividesTheBatchOfARank) {
  sim::StepJob job = small_job();
  job.settings.global_batch_size = 8 * 12;
  EXPECT_EQ(usual_micro_batch(job), 4);
  job.settings.global_batch_size = 8 * 3;
  EXPECT_EQ(usual_micro_batch(job), 1);
}

// 32 sequences a rank in 4 stages: 16 micro-batches of 2.
TEST(UsualMicroBatch, LeavesAPipelineFourMicroBatchesAStage) {
  sim::StepJob job = small_job();
  job.settings.plan.pipeline = 4;
  EXPECT_EQ(usual_micro_batch(job), 2);
  // 48 in 3 stages: 24 of 2, 12 of 4, in rounds of 3; 16 in 3 stages would be no rounds.
  job.settings.plan.pipeline = 3;
  job.settings.plan.virtual_pipeline = 2;
  job.settings.global_batch_size = 8 * 48;
  EXPECT_EQ(usual_micro_batch(job), 4);
  job.settings.global_batch_size = 8 * 32;
  EXPECT_EQ(usual_micro_batch(job), 1);
}

TEST(UsualMicroBatch, KeepsWithinTheMemory) {
  sim::StepJob job = small_job();
  const int free = usual_micro_batch(job);
  job.instance.accelerator.usable_memory = 12 * gigabyte;
  const int within = usual_micro_batch(job);
  EXPECT_LT(within, free);
  EXPECT_GE(within, 1);
}

}  // namespace usual_micro_batch_test
}  // namespace fmplan::evidence
