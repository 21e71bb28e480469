#include "core/evidence/kernel_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"

namespace fmplan::evidence {
namespace kernel_rows_test {

using testing::HasSubstr;

TEST(ReadKernelRows, ReadsProducts) {
  const KernelRows read = read_kernel_rows(
      "gpu,backend,dtype,m,n,k,latency_ms\nh100_sxm,trtllm 1.3,bfloat16,4096,8192,7168,0.65\n", "rows.csv");
  ASSERT_EQ(read.rows.size(), 1u);
  const KernelRow& row = read.rows[0];
  EXPECT_EQ(row.line, 2);
  EXPECT_EQ(row.gpu, "h100_sxm");
  EXPECT_EQ(row.observation.precision, "bf16");
  EXPECT_EQ(row.observation.k, 7168);
  EXPECT_FALSE(row.observation.attention);
  EXPECT_DOUBLE_EQ(row.observation.time / microsecond, 650);
}

// 2 sequences of 4096: 8192 query tokens, each seeing at most 4096.
TEST(ReadKernelRows, ReadsAttention) {
  const KernelRows read = read_kernel_rows(
      "gpu,backend,batch,seqlen,heads,kv_heads,head_dim,latency_ms\na100_sxm,vllm,2,4096,32,8,128,2.1\n", "rows.csv");
  ASSERT_EQ(read.rows.size(), 1u);
  ASSERT_TRUE(read.rows[0].observation.attention);
  const hardware::AttentionWork& work = *read.rows[0].observation.attention;
  EXPECT_EQ(work.tokens, 8192);
  EXPECT_EQ(work.context, 4096);
  EXPECT_EQ(work.key_value_heads, 8);
}

TEST(ReadKernelRows, TakesBothKindsFromOneFile) {
  const KernelRows read = read_kernel_rows(
      "gpu,backend,dtype,m,n,k,batch,seqlen,heads,kv_heads,head_dim,latency_ms,source\n"
      "l40s,x,fp8,4096,4096,4096,,,,,,0.7,paper\n"
      "l40s,x,bf16,,,,1,4096,8,8,128,0.7,paper\n",
      "rows.csv");
  EXPECT_EQ(read.rows.size(), 2u);
  EXPECT_TRUE(read.refused.empty());
  EXPECT_EQ(read.rows[0].source, "paper");
}

TEST(ReadKernelRows, RefusesBadRowsWithTheirLineAndReason) {
  struct Case {
    const char* row;
    const char* reason;
  };
  const Case cases[] = {
      {"h100,x,bf16,4096,4096,4096,,,,,,0", "latency_ms is \"0\"; a positive number was expected"},
      {"h100,x,bf16,4096,4096,4096,,,,,,nan", "latency_ms is \"nan\""},
      {"h100,x,bf16,4096.5,4096,4096,,,,,,1", "m is 4096.5; a whole number"},
      {"h100,x,bf16,-1,4096,4096,,,,,,1", "m is \"-1\""},
      {"h100,x,int3,4096,4096,4096,,,,,,1", "dtype \"int3\" is not modelled"},
      {"h100,x,,4096,4096,4096,,,,,,1", "dtype is empty"},
      {",x,bf16,4096,4096,4096,,,,,,1", "gpu is empty"},
      {"h100,x,bf16,4096,4096,4096,,,,,,1e-6", "is it in milliseconds?"},
      {"h100,x,bf16,4096,4096,4096,,,,,,1e9", "is it in milliseconds?"},
      {"h100,x,bf16,,,,,,,,,1", "fills neither"},
      {"h100,x,bf16,4096,4096,4096,1,128,8,8,128,1", "fills the columns of a product and of attention"},
      {"h100,x,bf16,,,,1,4096,8,16,128,1", "kv_heads 16 are more than heads 8"},
      {"h100,x,bf16,4096", "has 4 fields, the header 12"},
  };
  for (const Case& c : cases) {
    const KernelRows read =
        read_kernel_rows(std::string("gpu,backend,dtype,m,n,k,batch,seqlen,heads,kv_heads,head_dim,latency_ms\n") +
                             "h100,x,bf16,4096,4096,4096,,,,,,1\n" + c.row + "\n",
                         "rows.csv");
    EXPECT_EQ(read.rows.size(), 1u) << c.row;
    ASSERT_EQ(read.refused.size(), 1u) << c.row;
    EXPECT_EQ(read.refused[0].line, 3);
    EXPECT_THAT(read.refused[0].reason, HasSubstr(c.reason));
  }
}

TEST(ReadKernelRows, NotesColumnsItDoesNotKnow) {
  const KernelRows read =
      read_kernel_rows("gpu,backend,dtype,m,n,k,latency_ms,latencey\nh100,x,bf16,1,2,3,1,4\n", "rows.csv");
  ASSERT_EQ(read.notes.size(), 1u);
  EXPECT_THAT(read.notes[0], HasSubstr("latencey"));
}

TEST(ReadKernelRows, ThrowsWithoutTheColumnsOfEitherKind) {
  EXPECT_THROW(read_kernel_rows("", "rows.csv"), InputError);
  EXPECT_THROW(read_kernel_rows("gpu,m,n,latency_ms\n", "rows.csv"), InputError);
  EXPECT_THROW(read_kernel_rows("dtype,m,n,k,latency_ms\n", "rows.csv"), InputError);
  EXPECT_THROW(read_kernel_rows("gpu,gpu,dtype,m,n,k,latency_ms\n", "rows.csv"), InputError);
}

}  // namespace kernel_rows_test
}  // namespace fmplan::evidence
