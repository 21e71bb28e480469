#include "core/catalog/accelerator_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::catalog {
namespace accelerator_name_test {

using testing::ElementsAre;

TEST(AcceleratorName, PartsChipMemoryAndFormFactor) {
  struct Case {
    const char* text;
    const char* chip;
    double gigabytes;  ///< 0: not said
    const char* form_factor;
    const char* memory_type;
  };
  for (const Case& c :
       {Case{"A100-SXM4-40GB", "a100", 40, "sxm", ""}, Case{"NVIDIA H100 80GB HBM3", "h100", 80, "", "hbm3"},
        Case{"A100-PCIE-40GB", "a100", 40, "pcie", ""}, Case{"H100 NVL", "h100", 0, "nvl", ""},
        Case{"H100SXM5", "h100", 0, "sxm", ""}, Case{"A100 80 GB", "a100", 80, "", ""},
        Case{"NVIDIA GH200 144G HBM3e", "gh200", 144, "", "hbm3e"},
        Case{"AMD Instinct MI300X OAM", "mi300x", 0, "oam", ""}, Case{"H100 (96GB HBM2e)", "h100", 96, "", "hbm2e"},
        Case{"b200_sxm", "b200", 0, "sxm", ""}, Case{"Tesla V100-SXM2-16GB", "v100", 16, "sxm", ""},
        Case{"HGX H20", "h20", 0, "", ""}}) {
    const AcceleratorName name = accelerator_name(c.text);
    EXPECT_THAT(name.words, ElementsAre(c.chip)) << c.text;
    EXPECT_EQ(name.memory.value_or(Bytes{}) / gigabyte, c.gigabytes) << c.text;
    EXPECT_EQ(name.form_factor, c.form_factor) << c.text;
    EXPECT_EQ(name.memory_type, c.memory_type) << c.text;
  }
  EXPECT_THAT(accelerator_name("GB200 NVL72").words, ElementsAre("gb200", "nvl72")) << "a rack, and no form factor";
}

TEST(LettersOfChip, CountsWholeWords) {
  const auto letters = [](const char* name, const char* item) {
    return letters_of_chip(accelerator_name(name), accelerator_name(item));
  };
  EXPECT_EQ(letters("H20-141GB", "h20"), 3u);
  EXPECT_EQ(letters("H200", "h20"), 0u);
  EXPECT_EQ(letters("A100X", "a100"), 0u);
  EXPECT_EQ(letters("L40", "l40s"), 0u);
  EXPECT_EQ(letters("Gaudi2", "gaudi-2"), letters("Gaudi 2", "gaudi-2"));
  EXPECT_GT(letters("Trainium1 NeuronCore-v2", "trainium1-neuroncore"),
            letters("Trainium1 NeuronCore-v2", "trainium1"));
}

// 80 GiB are 85.9 GB; 192 GB of B200 are 180 for programs; 64, 80 and 96 GB are three cards.
TEST(IsSameMemory, TellsUnitsFromCards) {
  EXPECT_TRUE(is_same_memory(80 * gibibyte, 80 * gigabyte));
  EXPECT_TRUE(is_same_memory(180 * gigabyte, 192 * gigabyte));
  EXPECT_FALSE(is_same_memory(64 * gigabyte, 80 * gigabyte));
  EXPECT_FALSE(is_same_memory(96 * gigabyte, 80 * gigabyte));
}

TEST(IsOtherCard, HoldsForCardsOfAnotherFormFactor) {
  EXPECT_TRUE(is_other_card(accelerator_name("H100 PCIe"), "SXM5"));
  EXPECT_TRUE(is_other_card(accelerator_name("H200 NVL"), "SXM5"));
  EXPECT_FALSE(is_other_card(accelerator_name("L40S PCIe"), "PCIe"));
  EXPECT_FALSE(is_other_card(accelerator_name("H100"), "SXM5"));
  EXPECT_FALSE(is_other_card(accelerator_name("H100 PCIe"), "")) << "nothing is known of it";
}

// What a driver prints in a container that lacks the table of names.
TEST(NamesNoChip, HoldsForWhatDriversCallAChipUnknownToThem) {
  EXPECT_TRUE(names_no_chip("AMD Radeon Graphics"));
  EXPECT_TRUE(names_no_chip("NVIDIA Graphics Device"));
  for (const char* name : {"AMD Instinct MI355X", "NVIDIA H200", "NVIDIA GeForce RTX 5090", ""})
    EXPECT_FALSE(names_no_chip(name)) << name;
  EXPECT_TRUE(may_be_unnamed("AMD Radeon Graphics", "mi355x"));
  EXPECT_FALSE(may_be_unnamed("AMD Radeon Graphics", "h100-sxm5-80gb"));
  EXPECT_FALSE(may_be_unnamed("NVIDIA Graphics Device", "mi355x"));
  EXPECT_FALSE(may_be_unnamed("AMD Instinct MI300X", "mi355x")) << "it is named";
}

}  // namespace accelerator_name_test
}  // namespace fmplan::catalog
