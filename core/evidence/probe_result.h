#pragma once

/// @file
/// What `fmplan probe` has a machine measured, and what comes back: RESULT.json, as
/// docs/schema/probe_result.schema.json has it.  The script core/assessment/probe.sh writes it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/date.h"
#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/network/collective_time.h"
#include "core/text/json_writer.h"

namespace fmplan::evidence {

/// A layer is a dense one in 16 bits, forward and backward, as plain PyTorch has it.
enum class ProbeKind { kProduct, kGroupedProduct, kSustainedProduct, kAttention, kLayer, kCopy, kCollective };
inline constexpr auto kProbeKindNames = names<ProbeKind>({{"product", ProbeKind::kProduct},
                                                          {"grouped_product", ProbeKind::kGroupedProduct},
                                                          {"sustained_product", ProbeKind::kSustainedProduct},
                                                          {"attention", ProbeKind::kAttention},
                                                          {"layer", ProbeKind::kLayer},
                                                          {"copy", ProbeKind::kCopy},
                                                          {"collective", ProbeKind::kCollective}});

/// Copies: from the accelerator's memory to itself (2 bytes moved for each copied), the sum of two tensors (3), and to
/// and from the host's memory.
enum class ProbeCopy { kDevice, kAdd, kToHost, kFromHost };
inline constexpr auto kProbeCopyNames = names<ProbeCopy>({{"device", ProbeCopy::kDevice},
                                                          {"add", ProbeCopy::kAdd},
                                                          {"to_host", ProbeCopy::kToHost},
                                                          {"from_host", ProbeCopy::kFromHost}});

/// The libraries of fused attention that PyTorch has kernels of.
enum class ProbeLibrary { kFlash, kCudnn };
inline constexpr auto kProbeLibraryNames =
    names<ProbeLibrary>({{"flash", ProbeLibrary::kFlash}, {"cudnn", ProbeLibrary::kCudnn}});

/// One thing to measure.  Members that its kind does not need stay as they are.
struct ProbeTask {
  ProbeKind kind = ProbeKind::kProduct;
  std::string name;                ///< of a product: which of the model's, or "ladder"
  std::string precision = "bf16";  ///< "bf16", "fp16", "fp8" or "fp4"
  int m = 0;                       ///< of each group
  int n = 0;
  int k = 0;
  int groups = 1;
  int seconds = 0;  ///< that a sustained product runs
  ProbeLibrary library = ProbeLibrary::kFlash;
  bool backward = false;  ///< forward and backward together
  int batch = 1;
  int tokens = 0;  ///< of a sequence
  int heads = 0;
  int kv_heads = 0;
  int head_size = 0;
  int hidden_size = 0;  ///< of a layer
  int ffn_hidden_size = 0;
  bool gated = true;
  ProbeCopy copy = ProbeCopy::kDevice;
  network::Collective collective = network::Collective::kAllReduce;
  bool across = false;  ///< all machines, else inside each
  Bytes bytes;          ///< of a copy; of a collective as nccl-tests counts them

  friend bool operator==(const ProbeTask&, const ProbeTask&) = default;
};

/// The median over accelerators of each one's median; the least and the most of all repeats; the medians of the fastest
/// and of the slowest accelerator.
struct ProbeTimes {
  int repeats = 0;
  int ranks = 0;
  Seconds median;
  Seconds low;
  Seconds high;
  Seconds fastest_rank;
  Seconds slowest_rank;
  std::optional<Seconds> first;  ///< of a sustained product: its time before the accelerator grew warm

  friend bool operator==(const ProbeTimes&, const ProbeTimes&) = default;
};

struct ProbeMeasurement {
  ProbeTask task;
  std::optional<ProbeTimes> times;
  std::string absent;  ///< why there are none
  std::string where;   ///< "/measurements/3"

  friend bool operator==(const ProbeMeasurement&, const ProbeMeasurement&) = default;
};

struct ProbeResult {
  std::string written_by;
  bool dry_run = false;
  bool complete = false;  ///< the script came to its end
  Date date;
  std::string asked_instance;
  std::string asked_accelerator;
  std::string asked_model;  ///< empty: none
  std::string accelerator;  ///< as the driver calls it; empty: not told
  int accelerators_per_node = 0;
  int nodes = 1;
  std::optional<double> power_limit_w;
  std::vector<std::string> software;  ///< "torch 2.9.0", …: what was told
  std::vector<ProbeMeasurement> measurements;

  friend bool operator==(const ProbeResult&, const ProbeResult&) = default;
};

/// "product mlp_up bf16 8192 × 28672 × 4096", as messages name it.
std::string probe_task_text(const ProbeTask& task);

/// The task as the script reads it, and writes it back beside its times.
text::Json probe_task_json(const ProbeTask& task);

/// @throws InputError with every problem of the document: place, value, rule and what would do.
ProbeResult read_probe_result(const nlohmann::json& document, const std::string& name);

}  // namespace fmplan::evidence
