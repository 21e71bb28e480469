#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/hardware/kernel_time.h"
#include "tests/cli/run_words.h"
#include "tests/source_dir.h"

namespace fmplan::cli {
namespace kernel_commands_test {

using nlohmann::json;
using testing::HasSubstr;

const std::string kBundledRows = source_dir() + "/validation/kernels.csv";

/// Products timed with the shipped coefficients of H100, at the clock of short runs, 10 % slower.
std::string made_rows() {
  hardware::Accelerator h100 = catalog::Catalog::shipped().accelerator("h100-sxm5-80gb");
  h100.sustained_clock = 1;
  const hardware::KernelRates rates = kernel_rates(h100, "bf16").value();
  std::string text = "gpu,backend,dtype,m,n,k,latency_ms\n";
  for (const int n : {512, 1024, 2048, 4096, 6144, 8192, 16384})
    for (const int k : {1024, 2048, 5120, 8192, 14336})
      for (const int m : {256, 1024, 2048, 3072, 4096, 8192})
        text += fmt::format("h100_sxm,made,bfloat16,{},{},{},{:.9g}\n", m, n, k,
                            1.1 * (gemm_time(rates, m, n, k) / millisecond));
  return text;
}

TEST(ValidateKernels, PrintsTheErrorsOfTheBundledRows) {
  const Ran ran = run_words({"validate", "kernels", kBundledRows, "--rows", "--format", "json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json answer = json::parse(ran.out);
  EXPECT_EQ(answer["rows"], answer["predicted"]);
  EXPECT_GT(answer["rows"].get<int>(), 300);
  EXPECT_TRUE(answer["refused"].empty());
  for (const char* key : {"mape", "median_ape", "p90_ape", "bias", "coverage_80", "coverage_95", "median_width_80"})
    EXPECT_TRUE(answer[key].is_number()) << key;
  EXPECT_EQ(answer["row_results"].size(), answer["rows"].get<std::size_t>());
  const json& row = answer["row_results"][0];
  EXPECT_LT(row["low_95"], row["low_80"]);
  EXPECT_LT(row["low_80"], row["high_80"]);
  EXPECT_LT(row["high_80"], row["high_95"]);
  // Some sixty rows each: the median of all held-out rows is 2 to 6 %, that of sixty within about two points of it.
  for (const json& kernel : answer["by_kernel"])
    if (kernel["kernel"] == "gemm bf16, training, held out") {
      EXPECT_LT(kernel["median_ape"].get<double>(), 0.08);
    }
  EXPECT_GT(answer["coverage_80"].get<double>(), 0.7);
  EXPECT_GT(answer["coverage_95"].get<double>(), 0.88);
}

TEST(ValidateKernels, RefusesWhatItCannotPredictWithTheLineAndTheReason) {
  const ScratchFolder folder;
  const std::string rows = folder.write("rows.csv",
                                        "gpu,backend,dtype,m,n,k,latency_ms\n"
                                        "h100_sxm,x,bfloat16,4096,4096,4096,0.18\n"
                                        "rtx-9000,x,bfloat16,4096,4096,4096,0.18\n"
                                        "a100_sxm,x,fp8,4096,4096,4096,0.18\n"
                                        "h100_sxm,x,bfloat16,4096,4096,4096,-1\n");
  const Ran ran = run_words({"validate", "kernels", rows, "--format", "json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json answer = json::parse(ran.out);
  EXPECT_EQ(answer["predicted"], 1);
  ASSERT_EQ(answer["refused"].size(), 3u);
  std::vector<std::string> reasons;
  for (const json& refused : answer["refused"])
    reasons.push_back(fmt::format("{}: {}", refused["line"].get<int>(), refused["reason"].get<std::string>()));
  EXPECT_THAT(reasons, testing::UnorderedElementsAre(HasSubstr("3: gpu \"rtx-9000\" is not known"),
                                                     HasSubstr("4: a100-sxm4-80gb has no fp8 peak"),
                                                     HasSubstr("5: latency_ms is \"-1\"")));
}

TEST(ValidateKernels, RefusesAFileWithoutItsColumns) {
  const ScratchFolder folder;
  const Ran ran = run_words({"validate", "kernels", folder.write("rows.csv", "gpu,m,n\nh100,1,2\n")});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("latency_ms"));
}

// The rows are 10 % slower than the shipped profile; the fitted one laid over it predicts them.
TEST(CalibrateKernels, WritesAProfileThatPredictsItsRows) {
  const ScratchFolder folder;
  const std::string rows = folder.write("rows.csv", made_rows());
  std::filesystem::create_directories(folder.path("calibration"));
  const std::string profile = folder.path("calibration/h100-sxm5-80gb-kernels.json");
  const Ran fitted = run_words({"calibrate", "kernels", rows, "-o", profile});
  ASSERT_EQ(fitted.code, 0) << fitted.err;
  EXPECT_THAT(fitted.out, HasSubstr("held out"));
  EXPECT_THAT(fitted.out, HasSubstr("standard error"));
  const auto median = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"validate", "kernels", rows, "--format", "json"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = run_words(words);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return json::parse(ran.out)["median_ape"].get<double>();
  };
  EXPECT_NEAR(median({}), 1 - 1 / 1.1, 0.001);
  EXPECT_LT(median({"--catalog", folder.path("")}), 0.01);
  // What was not in the rows is as it was.
  const json written = json::parse(ScratchFolder::read(profile));
  EXPECT_EQ(written["gemm"]["fp8"],
            catalog::Catalog::shipped().raw("calibration", "h100-sxm5-80gb-kernels")["gemm"]["fp8"]);
}

TEST(CalibrateKernels, AsksWhichAcceleratorWhereThereAreSeveral) {
  const Ran ran = run_words({"calibrate", "kernels", kBundledRows});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("--accelerator"));
}

TEST(CalibrateKernels, SaysThatRowsAreTooFew) {
  const Ran ran = run_words({"calibrate", "kernels", kBundledRows, "--accelerator", "l40s"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("at least 30 are needed"));
}

}  // namespace kernel_commands_test
}  // namespace fmplan::cli
