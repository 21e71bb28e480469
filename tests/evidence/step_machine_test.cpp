#include "core/evidence/step_machine.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/evidence/question_rows.h"

namespace fmplan::evidence {
namespace step_machine_test {

using testing::Contains;
using testing::HasSubstr;

// Four ports of 100 Gbit/s for four V100: 12.5 GB/s each.
TEST(MachineOfRow, PutsTheRowsNodeAndLinksInPlace) {
  StepRow row;
  row.gpu = "V100-32GB-SXM2";
  row.system = "Jean Zay 4xV100 nodes, 2 nodes (4x100Gb Omni-Path)";
  row.num_gpus = 8;
  row.gpus_per_node = 4;
  std::vector<std::string> assumptions;
  const auto read = machine_of_row(row, shipped(), assumptions);
  ASSERT_TRUE(std::holds_alternative<StepMachine>(read));
  const hardware::Instance& instance = std::get<StepMachine>(read).instance;
  EXPECT_EQ(instance.accelerators_per_node, 4);
  EXPECT_EQ(instance.scale_up_domain, 4);
  EXPECT_DOUBLE_EQ(instance.scale_out->bandwidth / gigabyte_per_second, 12.5);
  EXPECT_THAT(assumptions, Contains(HasSubstr("4 GPUs a node in place of p3dn.24xlarge's 8")));
}

TEST(MachineOfRow, TakesTheInstanceThatTheRowNames) {
  StepRow row;
  row.gpu = "H100-80GB-SXM";
  row.system = "AWS p5.48xlarge (EFA 3200 Gb/s per node)";
  row.num_gpus = 32;
  std::vector<std::string> assumptions;
  const auto read = machine_of_row(row, shipped(), assumptions);
  ASSERT_TRUE(std::holds_alternative<StepMachine>(read));
  EXPECT_EQ(std::get<StepMachine>(read).instance, shipped().instance("p5.48xlarge"));
  EXPECT_TRUE(assumptions.empty());
}

/// What a row of the GPU and the system runs on.
std::variant<StepMachine, StepRefusal> machine_with(const char* gpu, const char* system,
                                                    std::vector<std::string>& assumptions) {
  StepRow row;
  row.gpu = gpu;
  row.system = system;
  row.num_gpus = 64;
  return machine_of_row(row, shipped(), assumptions);
}

// Chip, memory and form factor count, in whatever order and with whatever makers' names.
TEST(MachineOfRow, ReadsGpusAsToolsAndPapersWriteThem) {
  struct Case {
    const char* gpu;
    const char* accelerator;
    double gigabytes;
    const char* said;  ///< of it; empty: nothing need be
  };
  for (const Case& c : {Case{"A100-SXM4-40GB", "a100-sxm4-40gb", 40, ""},
                        Case{"A100-SXM-40GB", "a100-sxm4-40gb", 40, ""},
                        Case{"A100 SXM 40GB", "a100-sxm4-40gb", 40, ""},
                        Case{"NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb", 80, ""},
                        Case{"A100 SXM", "a100-sxm4-80gb", 80, "A100 with 80 GB: the row does not say which"},
                        Case{"NVIDIA H100 80GB HBM3", "h100-sxm5-80gb", 80, ""},
                        Case{"H100SXM5", "h100-sxm5-80gb", 80, ""},
                        Case{"H100 94GB", "h100-96gb-hbm2e", 96, "H100 with 96 GB at 2.4 TB/s"},
                        Case{"H100 (96GB HBM2e)", "h100-96gb-hbm2e", 96, "H100 with 96 GB at 2.4 TB/s"},
                        Case{"H100 64GB", "h100-sxm5-80gb", 64, "64.0 GB in place of 80.0 GB"},
                        Case{"A100-64GB-SXM", "a100-sxm4-80gb", 64, "64.0 GB in place of 80.0 GB"},
                        Case{"V100-16GB-SXM2", "v100-sxm2-32gb", 16, "16.0 GB in place of 32.0 GB"},
                        Case{"H20-141GB", "h20-96gb", 141, "141 GB in place of 96.0 GB"},
                        Case{"GH200 144GB HBM3e", "gh200", 144, "144 GB in place of 96.0 GB"},
                        Case{"GH200 480GB", "gh200", 96, "GH200"},
                        Case{"A800", "a100-sxm4-80gb", 80, "A800"},
                        Case{"A800-SXM4-80GB", "a100-sxm4-80gb", 80, "A800"},
                        Case{"AMD Instinct MI300X", "mi300x", 192, ""},
                        Case{"Gaudi2", "gaudi-2", 96, ""},
                        Case{"TPU v5 lite", "tpu-v5e", 16, ""},
                        Case{"B200 192GB", "b200-sxm", 180, ""},
                        Case{"NVIDIA GB200 NVL72", "gb200", 186, ""},
                        Case{"L40S PCIe", "l40s", 48, ""}}) {
    std::vector<std::string> assumptions;
    const auto found = machine_with(c.gpu, "", assumptions);
    ASSERT_TRUE(std::holds_alternative<StepMachine>(found)) << c.gpu;
    const hardware::Accelerator& accelerator = std::get<StepMachine>(found).instance.accelerator;
    EXPECT_EQ(accelerator.name, c.accelerator) << c.gpu;
    EXPECT_NEAR(accelerator.memory / gigabyte, c.gigabytes, 1e-9) << c.gpu;
    EXPECT_LE(accelerator.usable_memory, 1.08 * accelerator.memory) << c.gpu << ": GiB are 7.4 % over GB";
    if (*c.said) {
      EXPECT_THAT(assumptions, Contains(HasSubstr(c.said))) << c.gpu;
    }
  }
}

// A forward call of torch.nn.Linear takes the processor of a GB200 37.08 us, of a GH200 33.17, of a DGX H100 13.48
// (github.com/NVIDIA/TransformerEngine issue 2053).
TEST(MachineOfRow, KnowsTheProcessorsOfSuperchips) {
  for (const auto& [gpu, microseconds] :
       {std::pair("GH200 480GB", 33.17), std::pair("GB200", 37.08), std::pair("GB300", 37.08), std::pair("H100", 13.48),
        std::pair("B200", 13.48)}) {
    std::vector<std::string> assumptions;
    const auto found = machine_with(gpu, "", assumptions);
    ASSERT_TRUE(std::holds_alternative<StepMachine>(found)) << gpu;
    EXPECT_NEAR(std::get<StepMachine>(found).instance.accelerator.host_slowness, microseconds / 13.48, 5e-3) << gpu;
  }
}

TEST(MachineOfRow, RefusesCardsThatAreOthersThanTheCatalogues) {
  for (const auto& [gpu, message] :
       {std::pair("H100 PCIe", "is a PCIe card, and the catalogue has h100 as SXM5 alone; write \"h100\""),
        std::pair("NVIDIA H100 NVL", "is an NVL card"), std::pair("H200 NVL", "is an NVL card"),
        std::pair("A100-PCIE-40GB", "write \"a100-40gb\""), std::pair("A100 PCIe 80GB", "is a PCIe card"),
        std::pair("A100X", "is not in the catalogue"), std::pair("L40", "is not in the catalogue"),
        std::pair("NVIDIA", "is not in the catalogue")}) {
    std::vector<std::string> assumptions;
    const auto found = machine_with(gpu, "", assumptions);
    ASSERT_TRUE(std::holds_alternative<StepRefusal>(found)) << gpu;
    EXPECT_THAT(std::get<StepRefusal>(found).reason, HasSubstr(message)) << gpu;
  }
}

// Whole words, the longest name first, and only where the GPU is the product's.
TEST(MachineOfRow, KnowsProductsOfClouds) {
  struct Case {
    const char* gpu;
    const char* system;
    const char* instance;
    const char* said;  ///< of it; empty: nothing of the system
  };
  for (const Case& c :
       {Case{"H100", "GCP A3 (h100-80gb-8), the first generation", "a3-highgpu-8g", ""},
        Case{"H100", "A3 Mega", "a3-megagpu-8g", ""}, Case{"H100", "Google Cloud A3 Mega", "a3-megagpu-8g", ""},
        Case{"H100", "AWS P5", "p5.48xlarge", ""}, Case{"H100", "Azure ND H100 v5-series", "nd96isr-h100-v5", ""},
        Case{"H200", "ND-H200-v5", "nd96isr-h200-v5", ""},
        Case{"GB200", "Google Cloud A4X, RoCE", "a4x-highgpu-4g", ""}, Case{"A100-40GB", "AWS P4d", "p4d.24xlarge", ""},
        Case{"H100", "printed on A3 sheets", "dgx-h100", ""},
        Case{"H100", "GCP A3 Mega (a3-highgpu-8g)", "a3-highgpu-8g", ""},
        Case{"H100", "A3 Ultra", "dgx-h100", "dgx-h100: a3-ultragpu-8g, which the row names, has accelerators"},
        Case{"H200", "p5.48xlarge", "nd96isr-h200-v5", "nd96isr-h200-v5: p5.48xlarge, which the row names"},
        Case{"A100-80GB", "p4d or p4de", "dgx-a100-640gb", "the row's system may be"}}) {
    std::vector<std::string> assumptions;
    const auto found = machine_with(c.gpu, c.system, assumptions);
    ASSERT_TRUE(std::holds_alternative<StepMachine>(found)) << c.system;
    EXPECT_EQ(std::get<StepMachine>(found).instance.name, c.instance) << c.gpu << ", " << c.system;
    if (*c.said) {
      EXPECT_THAT(assumptions, Contains(HasSubstr(c.said))) << c.system;
    } else {
      EXPECT_THAT(assumptions, testing::Not(Contains(HasSubstr("row names")))) << c.system;
    }
  }
}

TEST(MachineOfRow, HalvesLinksWithoutGpudirect) {
  std::vector<std::string> assumptions;
  const auto rate = [&](const char* system) {
    const StepMachine machine = std::get<StepMachine>(machine_with("H100", system, assumptions));
    return machine.instance.scale_out->bandwidth / gigabit_per_second;
  };
  EXPECT_DOUBLE_EQ(rate("8x 400 Gb/s InfiniBand, GPUDirect RDMA"), 400);
  EXPECT_DOUBLE_EQ(rate("8x 400 Gb/s InfiniBand, no GPUDirect"), 200);
}

// Accelerators without a machine of their own run in another's, with their own peaks and links inside.
TEST(MachineOfRow, GivesEveryAcceleratorAMachine) {
  struct Case {
    const char* gpu;
    const char* accelerator;
    double terabytes_per_second;
    double scale_up_gb;  ///< one way
  };
  for (const Case& c : {Case{"H800-80GB", "h800-sxm5-80gb", 3.36, 200}, Case{"H20", "h20-96gb", 4.0, 450},
                        Case{"MI325X", "mi325x", 6, 448}, Case{"MI355X 288GB", "mi355x", 8, 535.5}}) {
    StepRow row;
    row.gpu = c.gpu;
    row.num_gpus = 8;
    std::vector<std::string> assumptions;
    const auto found = machine_of_row(row, shipped(), assumptions);
    ASSERT_TRUE(std::holds_alternative<StepMachine>(found)) << c.gpu;
    const hardware::Instance& instance = std::get<StepMachine>(found).instance;
    EXPECT_EQ(instance.accelerator.name, c.accelerator);
    EXPECT_DOUBLE_EQ(instance.accelerator.memory_bandwidth / terabyte_per_second, c.terabytes_per_second) << c.gpu;
    EXPECT_DOUBLE_EQ(instance.scale_up->bandwidth / gigabyte_per_second, c.scale_up_gb) << c.gpu;
    EXPECT_FALSE(assumptions.empty()) << c.gpu;
  }
  StepRow row;
  row.gpu = "L40S";
  row.num_gpus = 8;
  std::vector<std::string> assumptions;
  EXPECT_TRUE(std::holds_alternative<StepMachine>(machine_of_row(row, shipped(), assumptions)));
}

}  // namespace step_machine_test
}  // namespace fmplan::evidence
