#include "core/evidence/collective_question.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/catalog/catalog.h"
#include "core/network/nccl_model.h"
#include "tests/source_dir.h"

namespace fmplan::evidence {
namespace collective_question_test {

using catalog::MeasuredMachine;
using network::Collective;

catalog::Catalog shipped() { return catalog::Catalog({source_dir() + "/catalogs"}); }

CollectiveRow row_of(const std::string& gpu, const std::string& system, int nodes, int per_node = 8) {
  CollectiveRow row;
  row.source_id = "somebody";
  row.gpu = gpu;
  row.system = system;
  row.nodes = nodes;
  row.gpus_per_node = per_node;
  row.collective = "all_reduce";
  row.bytes = 1024;
  row.time_us = 10;
  return row;
}

TEST(ProfileOfRow, GoesByGpuAndTheLongestSystemWord) {
  const auto items = catalog::load_collective_profiles(shipped());
  const auto name = [&](const CollectiveRow& row) {
    const auto* item = profile_of_row(items, row);
    return item ? item->name : "none";
  };
  EXPECT_EQ(name(row_of("H100-80GB", "p5.48xlarge (32x100G EFAv2)", 2)), "p5-efa");
  EXPECT_EQ(name(row_of("NVIDIA H100 80GB HBM3", "somebody's node", 1)), "h100-node");
  EXPECT_EQ(name(row_of("H100-80GB", "somebody's cluster", 2)), "none");
  EXPECT_EQ(name(row_of("H200", "p5en.48xlarge", 2)), "p5en-efa");
  EXPECT_EQ(name(row_of("GB200", "NVL72", 16, 4)), "gb200-nvl72");  // not B200, though the name holds it
  EXPECT_EQ(name(row_of("GH200", "one node", 1, 4)), "none");       // not H200
  EXPECT_EQ(name(row_of("NVIDIA GB300", "Kubernetes nodes", 4, 4)), "gb300-nvl72") << "16 of a rack's 72";
  EXPECT_EQ(name(row_of("NVIDIA GB300", "Kubernetes nodes", 20, 4)), "none") << "more than a rack has";
  for (const char* system : {"nodes with NCCL_MNNVL_ENABLE=0", "NVL4 servers", "servers without NVLink between them"})
    EXPECT_EQ(name(row_of("GB200", system, 2, 4)), "none") << system;
  EXPECT_EQ(name(row_of("", "2 p3dn.24xlarge instances, EFA", 2)), "p3dn-efa") << "the instance tells the GPU";
}

// What the text states of links decides against words, and an instance that a profile lists for it, whatever its GPU.
TEST(ProfileOfRow, GoesByLinksAndInstancesToo) {
  const auto items = catalog::load_collective_profiles(shipped());
  const auto name = [&](const CollectiveRow& row) {
    const auto* item = profile_of_row(items, row);
    return item ? item->name : "none";
  };
  EXPECT_EQ(name(row_of("A100-40GB", "8x 200 Gb/s InfiniBand HDR", 2)), "a100-ib");
  EXPECT_EQ(name(row_of("A100-40GB", "4x 200 Gb/s InfiniBand HDR", 2)), "none") << "half the NICs";
  EXPECT_EQ(name(row_of("A100-40GB", "1x 200 Gb/s InfiniBand HDR", 2, 1)), "a100-ib") << "one GPU's share";
  EXPECT_EQ(name(row_of("A100-40GB", "4x ConnectX-6 InfiniBand", 2)), "none") << "200 Gb/s each, half of them";
  EXPECT_EQ(name(row_of("H200-141GB", "OCI BM.GPU.H200.8", 2)), "h100-ib");
  EXPECT_EQ(name(row_of("H100-PCIe-80GB", "one node", 1, 2)), "none");
  EXPECT_EQ(name(row_of("H100-80GB", "8x H100 SXM on PCIe switches", 1)), "h100-node");
  const auto& a100 = *std::ranges::find(items, "a100-ib", &catalog::CollectiveProfileItem::name);
  EXPECT_EQ(row_machine(a100, row_of("A100", "8x 200 Gb/s", 2)), RowMachine::kSame);
  EXPECT_EQ(row_machine(a100, row_of("A100", "4x 200 Gb/s", 2)), RowMachine::kOtherLinks);
  EXPECT_EQ(row_machine(a100, row_of("A100", "8x 200 Gb/s", 2, 16)), RowMachine::kOtherSize);
  EXPECT_EQ(row_machine(a100, row_of("A100-PCIe", "8x 200 Gb/s", 2)), RowMachine::kInSlots);
  const auto& node = *std::ranges::find(items, "h100-node", &catalog::CollectiveProfileItem::name);
  EXPECT_EQ(row_machine(node, row_of("H100", "somebody's cluster", 2)), RowMachine::kNoNetwork);
  EXPECT_EQ(row_machine(a100, row_of("H100", "8x 200 Gb/s", 2)), RowMachine::kOtherGpu);
}

// A machine that no profile is of has the links of its text; without them nothing is known of what crosses.
TEST(UnmeasuredMachineOfRow, HasTheLinksThatTheTextStates) {
  const catalog::Catalog catalog = shipped();
  const auto machine = [&](const CollectiveRow& row) { return unmeasured_machine_of_row(row, catalog); };
  const auto four = machine(row_of("A100-40GB", "4x 200 Gb/s InfiniBand HDR", 2));
  ASSERT_TRUE(std::holds_alternative<catalog::CollectiveProfileItem>(four));
  const MeasuredMachine& links = std::get<catalog::CollectiveProfileItem>(four).machine;
  EXPECT_DOUBLE_EQ(*links.scale_out / gigabyte_per_second, 4 * 25.0 / 8);
  EXPECT_EQ(links.node, 8);
  for (const CollectiveRow& row : {row_of("A100-40GB", "somebody's cluster", 2), row_of("H100-PCIe", "8x 400 Gb/s", 2)})
    EXPECT_TRUE(std::holds_alternative<StepRefusal>(machine(row))) << row.gpu << " " << row.system;
}

// H800's links have 200 GB/s, not the 450 of the machine that its times are like: no 2 GiB arrive faster than that.
TEST(UnmeasuredMachineOfRow, HasTheScaleUpLinksOfItsOwnGpu) {
  CollectiveRow row = row_of("NVIDIA H800", "one node", 1);
  row.collective = "broadcast";
  row.bytes = 2147483648;
  const auto machine = unmeasured_machine_of_row(row, shipped());
  ASSERT_TRUE(std::holds_alternative<catalog::CollectiveProfileItem>(machine));
  const auto& item = std::get<catalog::CollectiveProfileItem>(machine);
  EXPECT_DOUBLE_EQ(item.machine.scale_up / gigabyte_per_second, 200);
  const auto time =
      network::collective_time(Collective::kBroadcast, row.bytes * byte, group_of_row(row, item.machine), item.profile);
  EXPECT_GT(time.total / microsecond, 2147483648 / 200e3);
}

// Names as drivers print them; a driver that does not know the chip leaves the row's system to tell.
TEST(ProfileOfRow, ReadsNamesOfDrivers) {
  const auto items = catalog::load_collective_profiles(shipped());
  const auto name = [&](const CollectiveRow& row) {
    const auto* item = profile_of_row(items, row);
    return item ? item->name : "none";
  };
  EXPECT_EQ(name(row_of("NVIDIA H200", "OCI BM.GPU.H200.8", 2)), "h100-ib");
  EXPECT_EQ(name(row_of("NVIDIA B200", "bm.gpu.gb200.4", 2, 4)), "none") << "not GB200's";
  EXPECT_EQ(name(row_of("AMD Radeon Graphics", "bm.gpu.mi355x.8", 1)), name(row_of("mi355x", "bm.gpu.mi355x.8", 1)));
  EXPECT_NE(name(row_of("AMD Radeon Graphics", "bm.gpu.mi355x.8", 1)), "none");
  EXPECT_EQ(name(row_of("AMD Radeon Graphics", "one node", 1)), "none");
  EXPECT_EQ(name(row_of("AMD Radeon Graphics", "p5.48xlarge", 1)), "none");
  const auto& h100 = *std::ranges::find(items, "h100-node", &catalog::CollectiveProfileItem::name);
  EXPECT_EQ(row_machine(h100, row_of("NVIDIA Graphics Device", "", 1)), RowMachine::kSame) << "may be one";
  EXPECT_EQ(row_machine(h100, row_of("AMD Radeon Graphics", "", 1)), RowMachine::kOtherGpu);
}

// Racks of 16 measured nodes of 4: 16 nodes are one NVLink domain, 48 are three.
TEST(GroupOfRow, CountsARackAsOneDomain) {
  const MeasuredMachine rack{
      .scale_up = 900 * gigabyte_per_second, .scale_out = 50 * gigabyte_per_second, .node = 4, .domain = 64};
  EXPECT_EQ(group_of_row(row_of("GB200", "", 16, 4), rack).num_domains, 1);
  EXPECT_EQ(group_of_row(row_of("GB200", "", 16, 4), rack).ranks_per_domain, 64);
  EXPECT_EQ(group_of_row(row_of("GB200", "", 48, 4), rack).num_domains, 3);
  MeasuredMachine whole = rack;
  whole.domain = 72;
  EXPECT_EQ(group_of_row(row_of("GB200", "", 18, 4), whole).num_domains, 1) << "an NVL72 rack has 18 nodes";
  EXPECT_EQ(group_of_row(row_of("GB200", "", 18, 4), whole).ranks_per_domain, 72);
  EXPECT_EQ(group_of_row(row_of("GB200", "", 32, 4), whole).num_domains, 2);
  EXPECT_EQ(group_of_row(row_of("GB200", "", 32, 4), whole).ranks_per_domain, 64) << "evenly over two racks";
  const MeasuredMachine node{
      .scale_up = 450 * gigabyte_per_second, .scale_out = 50 * gigabyte_per_second, .node = 8, .domain = 8};
  EXPECT_EQ(group_of_row(row_of("H100", "", 2, 1), node).num_domains, 2);  // one GPU of each of two nodes
}

// Published bus bandwidths, most of them among the rows fitted to, each inside the profile's 80 % interval (which is
// what the profile promises of most rows).
TEST(ShippedCollectiveProfiles, HoldPublishedBusBandwidths) {
  struct Published {
    const char* profile;
    const char* collective;
    int nodes, per_node;
    double bytes, busbw;  // GB/s
    const char* source;
  };
  const double gib = 1024.0 * 1024 * 1024;
  const std::vector<Published> published = {
      {"h100-node", "all_reduce", 1, 8, 16 * gib, 480.2, "NVIDIA dgxc-benchmarking, DGX H100"},
      {"p5-efa", "all_reduce", 2, 8, 16 * gib, 487.3, "awslabs awsome-distributed-training, two p5"},
      {"p5-efa", "alltoall", 16, 8, 2 * gib, 44.2, "crazyguitar p5 scaling"},
      {"p4d-efa", "all_reduce", 2, 8, 1 * gib, 76.2, "AWS documentation, two p4d"},
      {"b200-ib", "all_gather", 2, 8, 16 * gib, 308.2, "Vultr, two HGX B200"},
      {"h100-ib", "all_reduce", 4, 8, 16 * gib, 365.8, "NVIDIA nccl-tests issue 309"},
      {"p6-b200-efa", "all_reduce", 4, 8, 16 * gib, 381.8, "stas00 ML engineering, four p6-b200"},
      {"gb200-nvl72", "alltoall", 48, 4, 8 * gib, 62.5, "OCI quick start, three racks"},
  };
  const auto items = catalog::load_collective_profiles(shipped());
  for (const Published& p : published) {
    const auto item = std::find_if(items.begin(), items.end(), [&](const auto& i) { return i.name == p.profile; });
    ASSERT_NE(item, items.end()) << p.profile;
    CollectiveRow row = row_of("", "", p.nodes, p.per_node);
    row.collective = p.collective;
    const Collective collective = *network::parse_collective_name(p.collective);
    const auto time =
        network::collective_time(collective, p.bytes * byte, group_of_row(row, item->machine), item->profile);
    const double factor = network::bus_factor(collective, p.nodes * p.per_node);
    const Seconds measured = factor * p.bytes / (p.busbw * 1e9) * second;
    EXPECT_GT(measured, time.low) << p.source;
    EXPECT_LT(measured, time.high) << p.source;
  }
}

}  // namespace collective_question_test
}  // namespace fmplan::evidence
