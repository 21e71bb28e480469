#pragma once

/// @file
/// Catalogue items of kind "calibration" that describe the kernels of one accelerator: coefficients by precision, how
/// good the fit is, and between which times measurements lie.  Format: docs/models/kernels.md.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/calibration/kernel_fit.h"
#include "core/catalog/documents.h"
#include "core/hardware/accelerator.h"
#include "core/text/json_writer.h"

namespace fmplan::catalog {

/// Fused attention as one library has it.
struct AttentionKernel {
  hardware::AttentionEfficiency efficiency;
  std::vector<std::string> backends;  ///< one of these stands in a row's backend
  calibration::KernelIntervals intervals{};

  friend bool operator==(const AttentionKernel&, const AttentionKernel&) = default;
};

struct KernelProfileItem {
  std::string name;
  std::string title;
  std::string accelerator;
  std::vector<std::string> gpus;        ///< words of which one stands in a row's gpu
  std::optional<std::string> inherits;  ///< the item that the coefficients were taken from
  std::map<std::string, hardware::GemmEfficiency> gemm;
  std::map<std::string, calibration::KernelIntervals> gemm_intervals;
  std::string attention;  ///< which of the kernels steps are predicted with
  std::map<std::string, AttentionKernel> attention_kernels;
  std::string sdpa;  ///< which of them PyTorch's scaled_dot_product_attention runs; empty: not known
  std::array<std::optional<double>, hardware::kNumMemoryKernels> memory_kernels{};  ///< shares of the memory bandwidth
  std::vector<std::string> backends;                                                ///< of the rows fitted to

  /// The kernel that a row's backend names, else the default one.
  const AttentionKernel& kernel_of(const std::string& backend) const;

  friend bool operator==(const KernelProfileItem&, const KernelProfileItem&) = default;
};

KernelProfileItem read_kernel_profile(const nlohmann::json& document, const std::string& where, Issues& issues);

/// What the names of these items end with.
inline constexpr std::string_view kKernelProfileSuffix = "-kernels";
/// "<accelerator>-kernels", as the items are named.
std::string kernel_profile_name(std::string_view accelerator);

/// Every item that is about kernels, by name.  @throws InputError
std::vector<KernelProfileItem> load_kernel_profiles(const Documents& documents);

/// The item whose longest word stands in `gpu` by itself: "b200" in "NVIDIA B200-SXM" and not in "GB200".  Null if
/// there is none, or if the name says that it is a PCIe card and the item's words do not.
const KernelProfileItem* profile_of_gpu(const std::vector<KernelProfileItem>& items, const std::string& gpu);

/// What a fit found, to be written into an item.
struct KernelCalibration {
  std::map<std::string, calibration::GemmFit> gemm;
  std::map<std::string, calibration::AttentionFit> attention;
  std::vector<std::string> backends;
};

/// `document` with the fitted precisions and attention kernels in the place of its own; what was not fitted stays.
text::Json fitted_kernels_json(const text::Json& document, const KernelCalibration& found);

}  // namespace fmplan::catalog
