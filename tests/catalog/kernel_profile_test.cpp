#include "core/catalog/kernel_profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalog/catalog.h"
#include "core/hardware/kernel_time.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"
#include "tests/catalog/catalog_folder.h"

namespace fmplan::catalog {
namespace kernel_profile_test {

TEST(KernelProfiles, ThereIsOneForEveryAccelerator) {
  const Catalog catalog = Catalog::shipped();
  for (const std::string& name : catalog.names("accelerators")) {
    const auto item = load_kernels_of(catalog, name);
    ASSERT_TRUE(item) << name;
    EXPECT_EQ(catalog_slug(item->accelerator), name);
    EXPECT_EQ(catalog.accelerator(name).gemm, item->gemm) << name;
  }
}

// Measured: errors on rows not fitted to, and a source that says so.  Inherited: neither, and wider intervals.
TEST(KernelProfiles, SayWhetherTheyWereMeasured) {
  const Catalog catalog = Catalog::shipped();
  for (const KernelProfileItem& item : load_kernel_profiles(catalog)) {
    const bool measured = !item.backends.empty();
    EXPECT_EQ(measured, !item.inherits) << item.name;
    EXPECT_EQ(catalog.raw("calibration", item.name).at("provenance").at("confirmed").get<bool>(), measured)
        << item.name;
    for (const auto& [precision, gemm] : item.gemm) EXPECT_EQ(gemm.median_error.has_value(), measured) << item.name;
    if (!item.inherits) continue;
    Issues issues;
    const auto parent = read_kernel_profile(catalog.raw("calibration", *item.inherits), "", issues);
    for (const auto& [precision, intervals] : item.gemm_intervals)
      if (parent.gemm_intervals.contains(precision)) {
        EXPECT_LE(intervals[0].low_80, parent.gemm_intervals.at(precision)[0].low_80) << item.name << precision;
        EXPECT_GE(intervals[0].high_80, parent.gemm_intervals.at(precision)[0].high_80) << item.name << precision;
      }
  }
}

// 357.9 TFLOP/s of FlashAttention 2 and 672.2 of cuDNN on H100, of whose 989.4 TFLOP/s H800 has 989 and H20 148.
TEST(Accelerators, TakeLibrariesOfAttentionFromTheirArchitecture) {
  const Catalog catalog = Catalog::shipped();
  const hardware::Accelerator h100 = catalog.accelerator("h100-sxm5-80gb");
  for (const auto& [name, peak] : {std::pair{"h800-sxm5-80gb", 989.0}, std::pair{"h20-96gb", 148.0}}) {
    const hardware::Accelerator accelerator = catalog.accelerator(name);
    for (const auto& [library, rate] : {std::pair{"fa2", 357.9}, std::pair{"cudnn", 672.2}}) {
      const hardware::AttentionEfficiency& of = accelerator.attention_libraries.at(library);
      EXPECT_NEAR(of.peak_rate / teraflop_per_second, rate * peak / 989.4, 1e-9) << name << library;
      EXPECT_EQ(of.half_length, h100.attention_libraries.at(library).half_length) << name << library;
    }
    // Of what it has itself nothing is taken.
    EXPECT_EQ(accelerator.attention_libraries.at("fa3"), accelerator.attention) << name;
  }
  // Matrix cores of another make have none of the parent's libraries.
  EXPECT_FALSE(catalog.accelerator("gaudi-3").attention_libraries.contains("fa3"));
  EXPECT_FALSE(catalog.accelerator("v100-sxm2-32gb").attention_libraries.contains("fa2"));
}

// FlashAttention 2 calls none of what Blackwell has of its own and runs as on Hopper, within 5 %; PyTorch's dispatcher
// takes cuDNN's kernels there, and FlashAttention 2's on what is older.
TEST(Accelerators, OfBlackwellRunFlashAttention2AsHopperDoes) {
  const Catalog catalog = Catalog::shipped();
  const auto libraries = [&](const char* name) { return catalog.accelerator(name).attention_libraries; };
  const auto hopper = libraries("h100-sxm5-80gb");
  for (const char* name : {"b200-sxm", "gb200", "b300-sxm"}) {
    const auto blackwell = libraries(name);
    EXPECT_NEAR(blackwell.at("fa2").peak_rate / hopper.at("fa2").peak_rate, 1, 0.05) << name;
    EXPECT_GT(blackwell.at("sdpa").peak_rate / blackwell.at("fa2").peak_rate, 5) << name;
    EXPECT_EQ(blackwell.at("sdpa"), catalog.accelerator(name).attention) << name;
  }
  for (const char* name : {"a100-sxm4-80gb", "h100-sxm5-80gb", "h200-sxm-141gb"})
    EXPECT_EQ(libraries(name).at("sdpa"), libraries(name).at("fa2")) << name;
}

// 671 against 667 TFLOP/s and 4.9 against 2.9 TB/s: nothing that is computed in a step takes longer.
TEST(Accelerators, OfALaterTrainiumAreNoSlower) {
  const Catalog catalog = Catalog::shipped();
  for (const char* precision : {"bf16", "fp8"}) {
    const auto second = hardware::kernel_rates(catalog.accelerator("trainium2"), precision);
    const auto third = hardware::kernel_rates(catalog.accelerator("trainium3"), precision);
    for (const double size : {512.0, 2048.0, 8192.0, 32768.0})
      EXPECT_LE(gemm_time(*third, size, size, size), gemm_time(*second, size, size, size)) << precision << size;
    EXPECT_GE(third->attention_rate, second->attention_rate);
    EXPECT_LE(third->attention_half_length, second->attention_half_length);
    EXPECT_GE(third->attention_backward, second->attention_backward);
  }
}

// Whatever library a framework calls, an accelerator runs it no faster than the one its kernels are inherited from does
// for its peak, if both are of one architecture.
TEST(Accelerators, RunNoLibraryFasterForWantOfRows) {
  const Catalog catalog = Catalog::shipped();
  for (const KernelProfileItem& item : load_kernel_profiles(catalog)) {
    if (!item.inherits) continue;
    Issues issues;
    const std::string of = read_kernel_profile(catalog.raw("calibration", *item.inherits), "", issues).accelerator;
    const hardware::Accelerator child = catalog.accelerator(item.accelerator), parent = catalog.accelerator(of);
    if (child.architecture != parent.architecture) continue;
    for (const auto& [library, efficiency] : parent.attention_libraries)
      EXPECT_TRUE(child.attention_libraries.contains(library)) << item.accelerator << " " << library;
  }
}

TEST(KernelProfiles, AreFoundByTheNamesOfMeasuredRows) {
  const Catalog catalog = Catalog::shipped();
  const auto items = load_kernel_profiles(catalog);
  const std::pair<const char*, const char*> cases[] = {{"a100_sxm", "a100-sxm4-80gb"},
                                                       {"A100-SXM4-80GB", "a100-sxm4-80gb"},
                                                       {"A100-SXM4-40GB", "a100-sxm4-40gb"},
                                                       {"h100_sxm", "h100-sxm5-80gb"},
                                                       {"NVIDIA H100 SXM5", "h100-sxm5-80gb"},
                                                       {"H200", "h200-sxm-141gb"},
                                                       {"h200_sxm", "h200-sxm-141gb"},
                                                       {"b200_sxm", "b200-sxm"},
                                                       {"gb200", "gb200"},
                                                       {"NVIDIA GB200", "gb200"},
                                                       {"b300_sxm", "b300-sxm"},
                                                       {"l40s", "l40s"}};
  for (const auto& [gpu, accelerator] : cases) {
    const KernelProfileItem* item = profile_of_gpu(items, gpu);
    ASSERT_NE(item, nullptr) << gpu;
    EXPECT_EQ(item->accelerator, accelerator) << gpu;
  }
  for (const char* gpu : {"H100 PCIe", "RTX 4090", "xb200", "h2000", ""})
    EXPECT_EQ(profile_of_gpu(items, gpu), nullptr) << gpu;
}

TEST(KernelProfiles, NameTheAttentionOfABackend) {
  const Catalog catalog = Catalog::shipped();
  const KernelProfileItem h100 = *load_kernels_of(catalog, "h100-sxm5-80gb");
  EXPECT_EQ(h100.kernel_of("vllm 0.24.0"), h100.attention_kernels.at("vllm"));
  EXPECT_EQ(h100.kernel_of("TRTLLM 1.3.0rc20"), h100.attention_kernels.at("trtllm"));
  EXPECT_EQ(h100.kernel_of("something else"), h100.attention_kernels.at(h100.attention));
}

// An accelerator of one's own under a shipped name is timed by the roofline it states; a calibration item beside it
// takes the roofline's place, and then the two may not both be there.
TEST(KernelProfiles, OfTheCatalogueDoNotApplyToAnAcceleratorOfOnesOwn) {
  const CatalogFolder folder;
  nlohmann::json own = Catalog::shipped().raw("accelerators", "h100-sxm5-80gb");
  own["gemm"]["bf16"] = {{"compute_efficiency", 0.5}, {"memory_efficiency", 0.5}, {"launch", "9 us"}};
  own["attention"] = {{"peak_rate", "500 TFLOP/s"}, {"half_length", 1000}};
  folder.write("accelerators/h100-sxm5-80gb.json", own.dump());
  const Catalog catalog({Catalog::shipped().roots().front(), folder.root()});
  EXPECT_FALSE(load_kernels_of(catalog, "h100-sxm5-80gb"));
  EXPECT_EQ(catalog.accelerator("h100-sxm5-80gb").gemm.at("bf16").compute, 0.5);
  folder.write("calibration/h100-sxm5-80gb-kernels.json",
               Catalog::shipped().raw("calibration", "h100-sxm5-80gb-kernels").dump());
  const Catalog with_kernels({Catalog::shipped().roots().front(), folder.root()});  // the first is a snapshot
  EXPECT_TRUE(load_kernels_of(with_kernels, "h100-sxm5-80gb"));
  EXPECT_THROW(with_kernels.accelerator("h100-sxm5-80gb"), InputError);
}

// An item of one's own may be like a shipped one: half its memory bandwidth, and its kernels.
TEST(Accelerators, OfOnesOwnMayBeLikeAnother) {
  const CatalogFolder folder;
  folder.write("accelerators/half.json", R"({"version": 1, "kind": "accelerator", "name": "half", "like": "b200-sxm",
      "memory_bandwidth": "4 TB/s", "provenance": {"source": "a test", "date": "2026-11-28", "confirmed": false}})");
  folder.write("accelerators/again.json", R"({"version": 1, "kind": "accelerator", "name": "again", "like": "half",
      "provenance": {"source": "a test", "date": "2026-11-28", "confirmed": false}})");
  const Catalog catalog({Catalog::shipped().roots().front(), folder.root()});
  const hardware::Accelerator half = catalog.accelerator("half"), whole = catalog.accelerator("b200-sxm");
  EXPECT_EQ(half.memory_bandwidth, 4 * terabyte_per_second);
  EXPECT_EQ(half.gemm, whole.gemm);
  EXPECT_EQ(half.attention_libraries, whole.attention_libraries);
  EXPECT_EQ(half.usable_memory, whole.usable_memory);
  EXPECT_EQ(half.chip, "b200-sxm");
  try {
    catalog.accelerator("again");
    ADD_FAILURE() << "read";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("half is itself like \"b200-sxm\"; name that one"));
  }
}

TEST(ReadKernelProfile, RefusesWhatCannotBe) {
  nlohmann::json document = Catalog::shipped().raw("calibration", "h100-sxm5-80gb-kernels");
  document["gemm"]["bf16"]["compute_efficiency"] = 1.2;
  document["gemm"]["bf16"]["lanch"] = "4 us";
  document["attention"]["kernel"] = "none";
  document["attention"]["sdpa"] = "no such";
  Issues issues;
  read_kernel_profile(document, "item#", issues);
  std::vector<std::string> places;
  for (const Issue& issue : issues) places.push_back(issue.where);
  EXPECT_EQ(places, (std::vector<std::string>{"item#/gemm/bf16/compute_efficiency", "item#/gemm/bf16/lanch",
                                              "item#/attention/kernel", "item#/attention/sdpa"}));
}

// A fit written into an item and read again is the same, but for the four digits that are kept.
TEST(FittedKernels, AreReadAsTheyWereWritten) {
  const nlohmann::json shipped = Catalog::shipped().raw("calibration", "h100-sxm5-80gb-kernels");
  KernelCalibration found;
  found.backends = {"made 1.0"};
  calibration::GemmFit fit;
  fit.efficiency = {.compute = 0.8, .memory = 0.7, .launch = 5 * microsecond};
  fit.efficiency.median_error = 0.05;
  fit.coefficients = {
      {"compute_efficiency", 0.8, 0.01, false}, {"memory_efficiency", 0.7, 0.01, false}, {"launch", 5e-6, 0.01, true}};
  fit.intervals.fill({0.9, 1.1, 0.8, 1.3});
  found.gemm["bf16"] = fit;
  const text::Json document = text::json_of(shipped);
  const nlohmann::json written = text::parsed(fitted_kernels_json(document, found));
  Issues issues;
  const KernelProfileItem item = read_kernel_profile(written, "item#", issues);
  EXPECT_TRUE(issues.empty());
  EXPECT_EQ(item.gemm.at("bf16"), fit.efficiency);
  EXPECT_EQ(item.gemm_intervals.at("bf16"), fit.intervals);
  EXPECT_EQ(item.backends, found.backends);
  EXPECT_EQ(item.gemm.at("fp8"), load_kernels_of(Catalog::shipped(), "h100-sxm5-80gb")->gemm.at("fp8"));
}

}  // namespace kernel_profile_test
}  // namespace fmplan::catalog
