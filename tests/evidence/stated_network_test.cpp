#include "core/evidence/stated_network.h"

#include <gtest/gtest.h>

namespace fmplan::evidence {
namespace stated_network_test {

struct Case {
  const char* text;
  double gigabits;
  bool per_gpu = false;
};

void expect_read(const Case& c) {
  const StatedNetwork found = stated_network(c.text, 8);
  ASSERT_TRUE(found.link) << c.text << ": " << found.doubt;
  EXPECT_NEAR(found.link->bandwidth / gigabit_per_second, c.gigabits, 1e-9 * c.gigabits) << c.text;
  EXPECT_EQ(found.link->per_gpu, c.per_gpu) << c.text;
}

// Links × rate, whatever words stand between and behind.
TEST(StatedNetwork, MultipliesLinksByTheirRate) {
  for (const Case& c :
       {Case{"8x ConnectX-7 400Gb/s", 3200}, Case{"8xConnectX-7 400 Gbps InfiniBand", 3200},
        Case{"8x200Gb/s RDMA", 1600}, Case{"4 x ConnectX-8 XDR 800 Gb/s per node", 3200},
        Case{"16 x 200 Gb/s, 4-plane", 3200}, Case{"32x100G EFA", 3200}, Case{"4x100Gb RoCE per node", 400},
        Case{"eight 400 Gbit/s NICs", 3200}, Case{"8 NICs, 400 Gb/s each", 3200}, Case{"400 Gb/s NDR x8", 3200},
        Case{"8× 400GbE", 3200}, Case{"8 ConnectX-6 HDR at 200 Gb/s", 1600}, Case{"3,200 Gb/s per node", 3200},
        Case{"1,600 Gbps node-node, 2x 25 GbE management", 1600},
        Case{"Grand Teton: 8xH100 96GB HBM2e 2.4TB/s, NVLink, 400Gb/s RDMA per GPU", 400, true},
        Case{"8x Pensando Pollara 400 (400 Gb/s RoCE) a node, 3-stage Clos", 3200}})
    expect_read(c);
}

// A number with a maker's or a link's words alone between it and the rate counts the NICs behind the rate.
TEST(StatedNetwork, CountsNicsThatStandBehindTheirRate) {
  for (const Case& c :
       {Case{"8 NVIDIA Mellanox 400 Gbps [HDR] InfiniBand HCAs per node", 3200}, Case{"8 400Gb/s HCAs per node", 3200},
        Case{"Each node has 8 NVIDIA Mellanox 400 Gbps HDR InfiniBand Host Channel Adapters (HCAs) for communication",
             3200},
        Case{"with 8 400-Gbps NICs per node", 3200}, Case{"8 NVIDIA 400 Gbps HCAs", 3200},
        Case{"8 single-port ConnectX-7 NDR 400 Gb/s adapters per node", 3200},
        Case{"4 HPE Slingshot 11 200 Gb/s NICs per node", 800},
        Case{"eight NVIDIA Mellanox 200Gbps HDR Infiniband HCAs for application communication", 1600},
        // Numbers of names and of GPUs count no links.
        Case{"ConnectX-7 400 Gb/s per node", 400}, Case{"Slingshot 11 200 Gb/s per node", 200},
        Case{"8 GPUs with 400 Gb/s per node", 400}})
    expect_read(c);
}

// Ethernet without another network is the machines'; beside one it is for other ends.
TEST(StatedNetwork, KnowsEthernetAsALink) {
  expect_read({"100GbE per node", 100});
  expect_read({"8x 100 GbE", 800});
  for (const char* text : {"10 GbE", "25 GbE TCP", "100 Gbit Ethernet", "NCCL over 100G TCP", "Ethernet 100G"}) {
    const StatedNetwork found = stated_network(text, 8);
    EXPECT_FALSE(found.link) << text;
    EXPECT_FALSE(found.doubt.empty()) << text;
  }
  for (const char* text : {"InfiniBand, 25 GbE", "A100 80G, Ethernet", "2x 25 GbE management"}) {
    const StatedNetwork found = stated_network(text, 8);
    EXPECT_FALSE(found.link) << text;
    EXPECT_EQ(found.doubt, "") << text;
  }
}

TEST(DeniesGpudirect, KnowsItsAbsenceFromItsMention) {
  for (const char* text : {"GPUDirect RDMA off", "8x 400 Gb/s, no GPUDirect", "IB without GDR (slow regime)",
                           "GPUDirect RDMA: disabled", "not using GPUDirect RDMA", "GDR=0", "GPUDirect RDMA not used"})
    EXPECT_TRUE(denies_gpudirect(text)) << text;
  for (const char* text : {"", "GPUDirect RDMA", "GPUDirect-TCPXO", "with GDR", "GPUDirect RDMA (no SHARP)",
                           "GPUDirect RDMA, no oversubscription", "no oversubscription, GPUDirect RDMA", "GDR=1"})
    EXPECT_FALSE(denies_gpudirect(text)) << text;
}

TEST(StatedNetwork, KnowsWhoseARateIs) {
  for (const Case& c :
       {Case{"DGX H100 reference architecture (8xNVLink, 400Gb/s IB per GPU)", 400, true},
        Case{"400Gb/s RDMA/GPU", 400, true}, Case{"1600 Gbps node-node RoCE", 1600}, Case{"800 Gb/s per node", 800},
        Case{"2x 200 Gb/s per GPU", 400, true}, Case{"3.2 Tb/s EFA", 3200},
        Case{"InfiniBand, 50 GB/s IB per GPU", 400, true}, Case{"8x ConnectX-7 400 Gb/s IB (3.2 Tb/s per node)", 3200}})
    expect_read(c);
}

// A GPU's name in the fabric's makes the rate no GPU's.
TEST(StatedNetwork, KnowsAFabricOfGpusFromARatePerGpu) {
  for (const Case& c :
       {Case{"GPU fabric 3.2 Tb/s", 3200}, Case{"Storage fabric 1.6 Tb/s, GPU fabric 3.2 Tb/s", 3200},
        Case{"GPU-to-GPU RDMA 3200 Gbps", 3200}, Case{"GPU servers with 4x 200 Gb/s HDR", 800},
        Case{"GPU interconnect 1600 Gb/s", 1600}, Case{"1.6 Tb/s per GPU server", 1600},
        Case{"3.2 Tb/s RDMA/node", 3200}, Case{"400 Gb/s for each GPU", 400, true}, Case{"400 Gb/s a GPU", 400, true},
        Case{"each GPU with 400 Gb/s", 400, true}, Case{"400 Gb/s IB/GPU", 400, true}})
    expect_read(c);
}

// The colon of a ratio, or one behind a rate, heads nothing.
TEST(StatedNetwork, KnowsALabelFromARatio) {
  for (const Case& c :
       {Case{"8x 400 Gb/s InfiniBand 1:1 fat-tree", 3200}, Case{"8x 400 Gb/s InfiniBand, 1.5 : 1 oversubscribed", 3200},
        Case{"InfiniBand NDR 400 Gb/s per GPU (1:1), rail-optimised", 400, true}, Case{"400 Gb/s NICs: 8", 3200},
        Case{"1:1 400 Gb/s NDR x8", 3200}, Case{"DGX-2: 8x 100 Gb/s EDR", 800}, Case{"InfiniBand : 8x 400 Gb/s", 3200},
        Case{"fat-tree 2:1, Compute: 8x ConnectX-7 400Gb/s; Storage: 2x 200 Gb/s", 3200}})
    expect_read(c);
  // Non-blocking says nothing of the number of links.
  EXPECT_FALSE(stated_network("1:1 400 Gb/s InfiniBand NICs", 8).link);
}

// 10 - 2 links, 8 - 2: what is counted for other ends joins no GPUs.
TEST(StatedNetwork, LeavesLinksThatAreCountedForOtherEnds) {
  for (const Case& c :
       {Case{"10x ConnectX-6 200 Gb/s (8 compute, 2 storage)", 1600},
        Case{"10x ConnectX-6 200 Gb/s (2 storage, 8 compute)", 1600},
        Case{"8 x 400 Gb/s, of which 2 for storage", 2400}, Case{"8x 400 Gb/s IB, 2 of them for storage", 2400},
        Case{"10x HDR200 (2 for storage)", 1600}, Case{"8x 400 Gb/s IB, 2 storage racks", 3200},
        Case{"8x 400 Gb/s (8 compute)", 3200}, Case{"8x 400 Gb/s; storage: 4x 200 Gb/s, of which 2 for storage", 3200}})
    expect_read(c);
}

// A generation of InfiniBand with its rate in its name.
TEST(StatedNetwork, ReadsRatesInTheNamesOfGenerations) {
  for (const Case& c : {Case{"8x NDR400", 3200}, Case{"4x HDR200", 800}, Case{"8-rail NDR400", 3200},
                        Case{"8 NICs x NDR-400 InfiniBand", 3200}, Case{"8x ConnectX-7 NDR200 InfiniBand", 1600},
                        Case{"NDR400 per GPU", 400, true}, Case{"XDR800 x8", 6400}, Case{"8-rail 400 Gb/s", 3200},
                        Case{"8x 200 Gb/s to NDR400 switches", 1600}, Case{"8x Spectrum-X 400 Gb/s", 3200}})
    expect_read(c);
  EXPECT_NE(stated_network("NDR400 InfiniBand", 8).doubt, "");
  EXPECT_EQ(stated_network("HDR, 200 nodes", 8).doubt, "");
}

// 8 GPUs share at most 8 · 1600 Gbit/s; beside a cluster's rate a GPU's counts.
TEST(StatedNetwork, TakesNoClustersRateForAMachines) {
  expect_read({"100 Tb/s fabric, 400 Gb/s per GPU", 400, true});
  expect_read({"51.2 Tb/s InfiniBand fabric, 8x 400 Gb/s InfiniBand", 3200});
  expect_read({"12.8 Tb/s per node", 12800});
  for (const char* text : {"100 Tb/s fabric", "12.9 Tb/s per node", "256x 400 Gb/s", "2000 Gb/s per GPU"}) {
    const StatedNetwork found = stated_network(text, 8);
    EXPECT_FALSE(found.link) << text;
    EXPECT_NE(found.doubt.find("more than a machine of 8 GPUs has"), std::string::npos) << text << found.doubt;
  }
}

// Of several networks the one that joins the machines' GPUs.
TEST(StatedNetwork, LeavesWhatIsForOtherEnds) {
  for (const Case& c :
       {Case{"Storage: 2x ConnectX-7 200Gb/s; Compute: 8x ConnectX-7 400Gb/s; Management: 1x 25 Gb/s", 3200},
        Case{"2x 100 Gb/s storage, 8x 400 Gb/s compute, 2x 25 Gb/s management", 3200},
        Case{"NVLink 900 GB/s, 2x 100GbE, 8x NDR 400 Gb/s InfiniBand", 3200},
        Case{"front-end 1x200 Gb/s + back-end 8x400 Gb/s", 3200},
        Case{"8xA100 80GB nodes NVLink, 4x100Gb/s Omni-Path per node", 400},
        Case{"Lustre over 4x200Gb/s IB, compute fabric 8x200Gb/s HDR IB", 1600},
        Case{"Compute: 8 x CX7, 400 Gb/s each; in-band 100 Gb/s management", 3200},
        Case{"Storage: 2x BF3 ConnectX-7 400Gb/s, Compute: 8x BF3 ConnectX-7 400Gb/s, Management: 100Gb/s Ethernet NIC",
             3200},
        Case{"2x BlueField-3 200 Gb/s for storage and 8x BlueField-3 400 Gb/s for scale-out", 3200},
        Case{"8x80G A100, 8x200G RoCE, 1x100G OOB", 1600}})
    expect_read(c);
}

TEST(StatedNetwork, SaysWhenItIsInDoubt) {
  for (const char* text : {"400 Gb/s InfiniBand", "NDR InfiniBand 400Gbps", "8x400 Gb/s IB, 4x200 Gb/s IB",
                           "InfiniBand, 400 Gb/s per NIC", "8x ConnectX-7 (2x200 Gb/s)", "8x 1.6e3 Gb/s", "8x 1e9 Gb/s",
                           "-8x 400 Gb/s", "8x 0 Gb/s IB", "8x 400 GB/s RoCE", "8 dual-port 200 Gb/s HCAs per node",
                           "8 unheard-of 400 Gb/s HCAs per node", "400 Gb/s HCAs per node", "8 such 400 Gb/s per node",
                           "8x H100 InfiniBand 400 Gb/s", "8x GPUs InfiniBand 400 Gb/s"}) {
    const StatedNetwork found = stated_network(text, 8);
    EXPECT_FALSE(found.link) << text;
    EXPECT_FALSE(found.doubt.empty()) << text;
  }
}

TEST(StatedNetwork, ReadsNoRateWhereThereIsNone) {
  for (const char* text : {"", "DGX-H100", "64 A100-80GB (fabric not stated)", "8xH100 96GB HBM2e 2.4TB/s", "Gb/s",
                           "NVLink 7.2 Tb/s", "Storage: 2x200 Gb/s", "8x MI300X 192 GB, xGMI 128 GB/s", "A100 80Gb"}) {
    const StatedNetwork found = stated_network(text, 8);
    EXPECT_FALSE(found.link) << text;
    EXPECT_EQ(found.doubt, "") << text;
  }
}

TEST(LinkOfProduct, TakesCountedProductsAtTheirFullRate) {
  for (const auto& [text, gigabits] :
       {std::pair("8x NVIDIA H200, 4x NVIDIA/Mellanox ConnectX-7 NICs (InfiniBand) per server", 1600.0),
        {"8x ConnectX-8", 6400.0},
        {"eight CX-6 HCAs", 1600.0},
        {"Compute: 8x ConnectX-7; Storage: 2x BlueField-3", 3200.0}}) {
    const auto link = link_of_product(text, 8);
    ASSERT_TRUE(link) << text;
    EXPECT_DOUBLE_EQ(link->bandwidth / gigabit_per_second, gigabits) << text;
  }
  for (const char* text :
       {"8x ConnectX-7 200 Gb/s", "ConnectX-7", "Storage: 2x ConnectX-7", "8x ConnectX-7 + 2x ConnectX-6",
        "8x H100, InfiniBand", "", "1x ConnectX-7 per GPU", "8x H100 per node, 1 ConnectX-7 NIC per GPU",
        "2 nodes, 16x ConnectX-7", "8x ConnectX-7 HDR InfiniBand", "8x ConnectX-7 (HDR, 200G each)", "8x ConnectX-6 Dx",
        "4x dual-port ConnectX-6"})
    EXPECT_FALSE(link_of_product(text, 8)) << text;
}

}  // namespace stated_network_test
}  // namespace fmplan::evidence
