#include "core/evidence/stated_software.h"

#include <gtest/gtest.h>

namespace fmplan::evidence {
namespace stated_software_test {

TEST(StatedSoftware, ReadsReleasesNumberedByYearAndMonth) {
  const struct {
    const char* text;
    const char* day;  ///< empty: none
  } kTexts[] = {
      {"NeMo / Megatron-Bridge (26.06.01 NeMo Container)", "2026-06-01"},
      {"NeMo 24.07 / Megatron-Core", "2024-07-01"},
      {"dgxc-benchmarking release v24.11.1; table \"Grok 1\"", "2024-11-01"},
      {"Megatron-LM (core 0.16, pt25.12 container)", "2025-12-01"},
      {"Megatron-LM (core, nemo_26.04 container)", "2026-04-01"},
      {"PyTorch NVIDIA Release 25.09", "2025-09-01"},
      {"24.12 samples/s on 16 GPUs", ""},
      {"NeMo 24.13", ""},
      {"NeMo 1.25.11", ""},
      {"container of 126.04 GB", ""},
      {"Megatron-LM 23e00ed + TE 2.11", ""},
      {"adapter runs, 25.04 TFLOP/s", ""},
      {"", ""},
      {"NeMo", ""},
  };
  for (const auto& [text, day] : kTexts) {
    const std::optional<Date> found = stated_software(text);
    EXPECT_EQ(found ? date_text(*found) : "", day) << text;
  }
}

}  // namespace stated_software_test
}  // namespace fmplan::evidence
