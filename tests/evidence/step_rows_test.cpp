#include "core/evidence/step_rows.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"

namespace fmplan::evidence {
namespace step_rows_test {

using testing::HasSubstr;

constexpr const char* kHeader =
    "source_id,model_name,layers,hidden,heads,kv_heads,moe_experts,moe_topk,gpu,num_gpus,tp,pp,cp,dp,"
    "measured_step_time_s,measured_tflops_per_gpu,measured_mfu_pct\n";
constexpr const char* kGoodRow = "a,GPT,48,6144,64,64,,,A100,8,8,1,1,1,1.42,140,43.7\n";

TEST(ReadStepRows, ReadsWhatIsStatedAndLeavesTheRestUnknown) {
  const StepRows read = read_step_rows(std::string(kHeader) + kGoodRow, "rows.csv");
  ASSERT_EQ(read.rows.size(), 1u);
  const StepRow& row = read.rows[0];
  EXPECT_EQ(row.line, 2);
  EXPECT_EQ(row.source_id, "a");
  EXPECT_EQ(row.num_layers, 48);
  EXPECT_EQ(row.tensor, 8);
  EXPECT_EQ(row.num_gpus, 8);
  EXPECT_EQ(row.step_time_s, 1.42);
  EXPECT_DOUBLE_EQ(row.mfu.value(), 0.437);
  EXPECT_FALSE(row.num_experts);
  EXPECT_FALSE(row.sequence_length);
  EXPECT_EQ(row.precision, "");
}

TEST(ReadStepRows, RefusesParametersThatAreNotInBillions) {
  struct Case {
    const char* value;
    const char* reason;
  };
  const Case cases[] = {{"0", "is 0; a positive number"},
                        {"-7", "is \"-7\"; a positive number"},
                        {"nan", "is \"nan\"; a positive number"},
                        {"1000001", "is 1000001; at most 10⁶ was expected, in billions: 7 for a model of 7 billion"},
                        {"7e9", "is 7e9; at most 10⁶ was expected, in billions"}};
  for (const char* column : {"params_B", "active_params_B"}) {
    const std::string header = std::string("gpu,num_gpus,") + column + "\n";
    for (const Case& c : cases) {
      const StepRows read = read_step_rows(header + "A100,8," + c.value + "\n", "rows.csv");
      ASSERT_EQ(read.refused.size(), 1u) << column << " " << c.value;
      EXPECT_THAT(read.refused[0].reason, HasSubstr(std::string(column) + " " + c.reason));
    }
    for (const char* value : {"", "0.07", "1e6"})
      EXPECT_EQ(read_step_rows(header + "A100,8," + value + "\n", "rows.csv").rows.size(), 1u) << column << value;
  }
}

// 128 sequences of 8,192 tokens over 64 GPUs in 2.16 s: 7,585 tokens/s each.
TEST(ReadStepRows, RefusesATimeAndARateThatContradictEachOther) {
  const std::string header =
      "gpu,num_gpus,global_batch_seqs,seq_len,measured_step_time_s,measured_tokens_per_s_per_gpu\n";
  EXPECT_EQ(read_step_rows(header + "A100,64,128,8192,2.16,7585\n", "rows.csv").rows.size(), 1u);
  for (const char* measured : {"2160,7585", "2.16,100", "2.16,485440"}) {
    const StepRows read = read_step_rows(header + "A100,64,128,8192," + measured + "\n", "rows.csv");
    ASSERT_EQ(read.refused.size(), 1u) << measured;
    EXPECT_THAT(read.refused[0].reason, HasSubstr("is the time in seconds, the rate of one GPU?"));
  }
}

TEST(ReadStepRows, RefusesBadRowsWithTheirLineAndReason) {
  struct Case {
    const char* row;
    const char* reason;
  };
  const Case cases[] = {
      {"a,GPT,48,6144,64,64,,,,8,8,1,1,1,1,,", "gpu is empty"},
      {"a,GPT,48,6144,64,64,,,A100,,8,1,1,1,1,,", "num_gpus is empty"},
      {"a,GPT,48,6144,64,64,,,A100,0,8,1,1,1,1,,", "num_gpus is 0; a whole number from 1"},
      {"a,GPT,48.5,6144,64,64,,,A100,8,8,1,1,1,1,,", "layers is 48.5; a whole number"},
      {"a,GPT,48,-1,64,64,,,A100,8,8,1,1,1,1,,", "hidden is \"-1\"; a positive number"},
      {"a,GPT,48,1e300,64,64,,,A100,8,8,1,1,1,1,,", "hidden is 1e300; a whole number from 1 to 10⁷"},
      {"a,GPT,48,6144,64,64,,,A100,8,8,1,1,1,nan,,", "measured_step_time_s is \"nan\""},
      {"a,GPT,48,6144,64,64,,,A100,8,8,1,1,1,inf,,", "measured_step_time_s is \"inf\""},
      {"a,GPT,48,6144,64,64,,,A100,8,8,1,1,1,0,,", "measured_step_time_s is 0"},
      {"a,GPT,48,6144,64,64,,,A100,8,8,1,1,1,1.4 s,,", "measured_step_time_s is \"1.4 s\""},
      {"a,GPT,48,6144,64,64,,,A100,8,8,1,1,1,1e9,,", "is it in seconds?"},
      {"a,GPT,48,6144,64,64,,,A100,8,8,1,1,1,,1e12,", "is it in TFLOP/s?"},
      {"a,GPT,48,6144,64,64,,,A100,8,8,1,1,1,,,140", "measured_mfu_pct 140 is more than 100"},
      {"a,GPT,48,6144,64,48,,,A100,8,8,1,1,1,1,,", "kv_heads 48 do not divide heads 64"},
      {"a,GPT,48,6144,8,64,,,A100,8,8,1,1,1,1,,", "kv_heads 64 do not divide heads 8"},
      {"a,GPT,48,6144,64,64,8,16,A100,8,8,1,1,1,1,,", "moe_topk 16 is more than moe_experts 8"},
      {"a,GPT,48,6144,64,64,8,,A100,8,8,1,1,1,1,,", "moe_experts and moe_topk stand together"},
      {"a,GPT,48,6144,64,64,,,A100,12,8,1,1,,1,,", "tp · pp · cp = 8 does not divide num_gpus 12"},
      {"a,GPT,48,6144,64,64,,,A100,64,8,2,1,2,1,,", "dp · tp · pp · cp = 32, but num_gpus is 64"},
      {"a,GPT,48,6144,64,64,,,A100,8,10000000,10000000,10000000,1,1,,", "does not divide num_gpus 8"},
      {"a,GPT,48", "has 3 fields, the header 17"},
  };
  for (const Case& c : cases) {
    const StepRows read = read_step_rows(std::string(kHeader) + kGoodRow + c.row + "\n", "rows.csv");
    EXPECT_EQ(read.rows.size(), 1u) << c.row;
    ASSERT_EQ(read.refused.size(), 1u) << c.row;
    EXPECT_EQ(read.refused[0].line, 3) << c.row;
    EXPECT_THAT(read.refused[0].reason, HasSubstr(c.reason)) << c.row;
  }
}

TEST(ReadStepRows, NotesColumnsItDoesNotKnow) {
  const StepRows read = read_step_rows("gpu,num_gpus,precison,colour\nA100,8,bf16,blue\n", "rows.csv");
  EXPECT_EQ(read.rows.size(), 1u);
  ASSERT_EQ(read.notes.size(), 2u);
  EXPECT_THAT(read.notes[0], HasSubstr("did you mean \"precision\"?"));
  EXPECT_THAT(read.notes[1], HasSubstr("\"colour\" is not known"));
}

TEST(ReadStepRows, ThrowsWithoutTheColumnsItNeeds) {
  EXPECT_THROW(read_step_rows("", "rows.csv"), InputError);
  EXPECT_THROW(read_step_rows("gpu,layers\n", "rows.csv"), InputError);
  EXPECT_THROW(read_step_rows("gpu,gpu,num_gpus\n", "rows.csv"), InputError);
  EXPECT_THROW(read_step_rows("gpu,num_gpus\n\"A100,8\n", "rows.csv"), InputError);
}

}  // namespace step_rows_test
}  // namespace fmplan::evidence
