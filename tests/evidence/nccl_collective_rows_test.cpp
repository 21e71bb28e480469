#include "core/evidence/collective_rows.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/text/csv_text.h"

namespace fmplan::evidence {
namespace nccl_collective_rows_test {

using network::Collective;
using network::NcclAlgorithm;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kHeader =
    "source_id,source_ref,date_if_known,gpu,instance_or_system,nodes,gpus_per_node,collective,bytes,time_us,algbw_GBps,"
    "busbw_GBps,"
    "in_place,nccl_version,notes\n";

TEST(Csv, KeepsCommasQuotesAndLineBreaksInQuotes) {
  const auto records = text::parse_csv(
      "\xEF\xBB\xBF"
      "a,\"b, \"\"c\"\"\"\r\n\r\n\"1\n2\",3",
      "x.csv");
  ASSERT_EQ(records.size(), 2u);
  EXPECT_THAT(records[0].fields, ElementsAre("a", "b, \"c\""));
  EXPECT_THAT(records[1].fields, ElementsAre("1\n2", "3"));
  EXPECT_EQ(records[1].line, 3);
  EXPECT_EQ(text::csv_line(records[0].fields), "a,\"b, \"\"c\"\"\"");
}

TEST(Csv, RefusesOpenQuotes) {
  EXPECT_THROW(text::parse_csv("a,\"b", "x.csv"), InputError);
  EXPECT_THROW(text::parse_csv("a,b\"c", "x.csv"), InputError);
  EXPECT_THROW(text::parse_csv("\"a\"b", "x.csv"), InputError);
}

TEST(CollectiveRows, AreReadByColumnName) {
  const auto read = read_collective_rows(
      "bytes,gpu,time_us,nodes,gpus_per_node,collective,favourite\n"
      "1048576,H100,26.93,1,8,all_reduce,blue\n",
      "mine.csv");
  ASSERT_EQ(read.rows.size(), 1u);
  EXPECT_EQ(read.rows[0].bytes, 1048576);
  EXPECT_EQ(read.rows[0].source_id, "mine");
  ASSERT_EQ(read.notes.size(), 1u);
  EXPECT_THAT(read.notes[0], HasSubstr("column \"favourite\" is not known"));
}

TEST(CollectiveRows, ThatSayNothingUsableAreRefusedWithTheirReason) {
  const auto reason = [](const std::string& row) {
    const auto read = read_collective_rows(kHeader + row + "\n", "x.csv");
    return read.refused.empty() ? std::string("taken") : read.refused.front().reason;
  };
  EXPECT_EQ(reason("s,,,H100,x,2,8,all_reduce,1073741824,4607.6,233.04,436.95,no,,"), "taken");
  EXPECT_THAT(reason("s,,,H100,x,2,8,all_reduce,1024,nan,,,no,,"), HasSubstr("time_us \"nan\" is not a finite number"));
  EXPECT_THAT(reason("s,,,H100,x,2,8,all_reduce,1024,,,,no,,"), HasSubstr("time_us \"\""));
  EXPECT_THAT(reason("s,,,H100,x,2,8,all_reduce,0,5,,,no,,"), HasSubstr("bytes is 0"));
  EXPECT_THAT(reason("s,,,H100,x,2,8,all_reduce,1024,-5,,,no,,"), HasSubstr("must be greater than 0"));
  EXPECT_THAT(reason("s,,,H100,x,2.5,8,all_reduce,1024,5,,,no,,"), HasSubstr("a whole number"));
  EXPECT_THAT(reason("s,,,H100,x,2,8,all_reduce,1073741824,4.6076,233.04,436.95,no,,"),
              HasSubstr("are the units mixed?"));
  EXPECT_THAT(reason("s,,,H100,x,2,8,all_reduce,1073"), HasSubstr("is the line cut short?"));
}

TEST(CollectiveRows, NeedTheirColumns) {
  try {
    read_collective_rows("gpu,nodes\nH100,1\n", "x.csv");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.issues().size(), 4u);  // gpus_per_node, collective, bytes, time_us
  }
  EXPECT_THROW(read_collective_rows("", "x.csv"), InputError);
}

// 16-bit elements: 134217728 of them are 256 MiB; 1.0921 ms are 1092.1 us.
TEST(NodeTables, CountElementsAndMilliseconds) {
  const auto read = read_collective_rows(
      "framework,version,device,op_name,kernel_source,nccl_dtype,num_gpus,message_size,latency\n"
      "F,2.29.2,NVIDIA H100 80GB HBM3,all_reduce,NCCL,half,8,134217728,1.0921\n"
      "F,2.29.2,NVIDIA H100 80GB HBM3,all_reduce,NCCL,int8,8,134217728,0.72\n",
      "node_h100.csv");
  ASSERT_EQ(read.rows.size(), 2u);
  EXPECT_EQ(read.rows[0].bytes, 268435456);
  EXPECT_NEAR(read.rows[0].time_us, 1092.1, 1e-9);
  EXPECT_EQ(read.rows[0].source_id, "node_h100");
  EXPECT_FALSE(restriction_in(read.rows[0].notes).no_nvls);
  EXPECT_TRUE(restriction_in(read.rows[1].notes).no_nvls);
}

TEST(CollectiveRows, WrittenAndReadAgainAreTheSame) {
  const auto read = read_collective_rows(
      kHeader +
          "s,\"a, b\",2025,H100,x (IB),2,8,all_reduce,1073741824,4607.6,233.04,436.95,no,2.28,note\n"
          "s,,2025,H100,x,2,8,alltoall,8,3.25,0,0,yes,,\n",
      "x.csv");
  ASSERT_EQ(read.rows.size(), 2u);
  EXPECT_EQ(read_collective_rows(collective_rows_csv(read.rows), "x.csv").rows, read.rows);
}

TEST(CollectiveNames, AreReadInTheSpellingsOfNcclTests) {
  EXPECT_EQ(network::parse_collective_name("alltoall"), Collective::kAllToAll);
  EXPECT_EQ(network::parse_collective_name("All_Reduce"), Collective::kAllReduce);
  EXPECT_EQ(network::parse_collective_name("reduce"), Collective::kReduce);
  EXPECT_EQ(network::parse_collective_name("hypercube"), std::nullopt);
}

TEST(Restrictions, AreReadFromTheNotes) {
  EXPECT_EQ(restriction_in("default env"), network::NcclRestriction{});
  const auto only = restriction_in("NCCL_ALGO=Ring NCCL_PROTO=LL128; NCCL_NVLS_ENABLE=0");
  EXPECT_EQ(only.algorithm, NcclAlgorithm::kRing);
  EXPECT_EQ(only.protocol, network::NcclProtocol::kLl128);
  EXPECT_TRUE(only.no_nvls);
  EXPECT_EQ(restriction_in("NCCL_ALGO=NVLSTree").algorithm, NcclAlgorithm::kNvlsTree);
}

TEST(Fingerprint, IsOfWhatWasMeasuredNotOfItsName) {
  CollectiveRow row;
  row.gpu = "H100";
  row.bytes = 1024;
  row.time_us = 12.5;
  CollectiveRow other = row;
  other.source_id = "renamed";
  other.notes = "copied";
  EXPECT_EQ(row_fingerprint(row), row_fingerprint(other));
  EXPECT_EQ(row_fingerprint(row).size(), 8u);
  other.time_us = 12.6;
  EXPECT_NE(row_fingerprint(row), row_fingerprint(other));
}

}  // namespace nccl_collective_rows_test
}  // namespace fmplan::evidence
