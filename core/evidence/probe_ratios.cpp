#include "core/evidence/probe_ratios.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/calibration/kernel_observation.h"
#include "core/network/nccl_model.h"

namespace fmplan::evidence {
namespace {

using calibration::Probed;

/// Shorter messages tell of latencies, which are not corrected.
constexpr Bytes kLongMessage = 16 * mebibyte;

/// Share of a profile's time that is quantising, beyond which a product alone says little of it; chosen.
constexpr double kMostLeftOut = 0.2;

/// As short runs find it: at its full clock, with no pace of training.
hardware::Accelerator at_full_clock(hardware::Accelerator accelerator) {
  accelerator.sustained_clock = 1;
  accelerator.pace = {};
  return accelerator;
}

Probed products_of(const std::string& precision) {
  if (precision == "fp4") return Probed::kProducts4Bit;
  return precision == "fp8" ? Probed::kProducts8Bit : Probed::kProducts16Bit;
}

std::optional<hardware::AttentionWork> attention_work(const ProbeTask& task) {
  if (task.kind != ProbeKind::kAttention && task.kind != ProbeKind::kLayer) return std::nullopt;
  return hardware::AttentionWork{.heads = 1.0 * task.heads,
                                 .key_value_heads = 1.0 * task.kv_heads,
                                 .head_size = 1.0 * task.head_size,
                                 .tokens = 1.0 * task.batch * task.tokens,
                                 .context = 1.0 * task.tokens};
}

bool is_training_size(const ProbeTask& task) {
  return calibration::kernel_band({.backend = {},
                                   .precision = task.precision,
                                   .m = 1.0 * task.m,
                                   .n = 1.0 * task.n,
                                   .k = 1.0 * task.k,
                                   .attention = attention_work(task),
                                   .time = Seconds{}}) == calibration::KernelBand::kTraining;
}

void predict_product(const ProbeTask& task, const hardware::Accelerator& accelerator, ProbeRatio& ratio) {
  auto rates = hardware::kernel_rates(accelerator, task.precision);
  if (!rates) {
    ratio.why_not = fmt::format("{} has no peak of {}", accelerator.name, task.precision);
    return;
  }
  const auto time = [&] { return gemm_time(*rates, task.m, task.n, task.k, task.groups); };
  const Seconds whole = time();
  rates->gemm.conversion_s = 0;
  ratio.predicted = time();
  ratio.left_out_share = 1 - *ratio.predicted / whole;
  if (task.kind == ProbeKind::kGroupedProduct)
    ratio.why_not = "how experts are grouped is a framework's habit";
  else if (!is_training_size(task))
    ratio.why_not = "it is smaller than products of training";
  else if (ratio.left_out_share > kMostLeftOut)
    ratio.why_not = "quantising its operands takes more than a fifth of the time that is predicted";
  else
    ratio.decides = products_of(task.precision);
}

void predict_attention(const ProbeTask& task, const hardware::Accelerator& accelerator, ProbeRatio& ratio) {
  const std::string library = task.library == ProbeLibrary::kCudnn ? "cudnn" : "fa2";
  const auto rates = hardware::kernel_rates(accelerator, "bf16", library);
  if (!rates) {
    ratio.why_not = fmt::format("{} has no peak of bf16", accelerator.name);
    return;
  }
  const hardware::AttentionWork work = *attention_work(task);
  ratio.predicted = flash_attention_forward_time(*rates, work);
  if (task.backward) *ratio.predicted += flash_attention_backward_time(*rates, work);
  if (!accelerator.attention_libraries.contains(library))
    ratio.why_not = fmt::format("no row of {} on {} tells what the library takes from what the machine takes", library,
                                accelerator.name);
  else if (!is_training_size(task))
    ratio.why_not = "it is smaller than attention of training";
  else
    ratio.decides = Probed::kAttention;
}

/// Its products, of which the backward pass has two for each, and its attention; nothing else of it.
void predict_layer(const ProbeTask& task, const hardware::Accelerator& accelerator, ProbeRatio& ratio) {
  ratio.why_not = "norms, activations and launches are a framework's habits";
  const auto rates = hardware::kernel_rates(accelerator, "bf16", "fa2");
  if (!rates) return;
  const double width = 1.0 * task.heads * task.head_size;
  const double both = 2.0 * task.kv_heads * task.head_size;
  const Seconds products =
      gemm_time(*rates, task.tokens, width + both, task.hidden_size) +
      gemm_time(*rates, task.tokens, task.hidden_size, width) +
      gemm_time(*rates, task.tokens, (task.gated ? 2.0 : 1.0) * task.ffn_hidden_size, task.hidden_size) +
      gemm_time(*rates, task.tokens, task.hidden_size, task.ffn_hidden_size);
  constexpr double kPasses = 3;  // forward, and for the gradients of inputs and of weights
  const hardware::AttentionWork work = *attention_work(task);
  ratio.predicted =
      kPasses * products + flash_attention_forward_time(*rates, work) + flash_attention_backward_time(*rates, work);
}

void predict_copy(const ProbeTask& task, const hardware::Instance& instance, ProbeRatio& ratio) {
  const hardware::Accelerator& accelerator = instance.accelerator;
  switch (task.copy) {
    case ProbeCopy::kDevice:
    case ProbeCopy::kAdd: {
      const double passes = task.copy == ProbeCopy::kAdd ? 3 : 2;
      ratio.predicted = passes * task.bytes / (accelerator.memory_efficiency * accelerator.memory_bandwidth);
      ratio.why_not = "what kernels reach of the memory is a framework's habit";
      return;
    }
    case ProbeCopy::kToHost:
    case ProbeCopy::kFromHost:
      if (instance.host_link) ratio.predicted = task.bytes / instance.host_link->bandwidth;
      ratio.why_not = "offloading is not fitted";
      return;
  }
}

void predict_collective(const ProbeTask& task, const ProbeResult& result, const hardware::Instance& instance,
                        const network::CollectiveProfile* collectives, ProbeRatio& ratio) {
  const int nodes = task.across ? result.nodes : 1;
  const int accelerators = nodes * result.accelerators_per_node;
  if (collectives == nullptr) {
    ratio.why_not = "no profile predicts this machine's collectives";
  } else if (nodes > 1 ? !instance.scale_out : !instance.scale_up) {
    ratio.why_not = fmt::format("{} states no such link", instance.name);
  } else if (accelerators < 2 || accelerators > nodes * instance.accelerators_per_node) {
    ratio.why_not = fmt::format("{} accelerators of {} are no group of it", accelerators, instance.name);
  } else {
    const auto group = network::collective_group(instance, accelerators, 1, collectives->ranks_per_accelerator);
    ratio.predicted = network::calibrated_seconds(task.collective, task.bytes, group, *collectives);
    if (task.bytes < kLongMessage)
      ratio.why_not = "short messages tell of latencies, which are not corrected";
    else
      ratio.decides = group.num_domains > 1 ? Probed::kAcross : Probed::kInside;
  }
}

ProbeRatio ratio_of(const ProbeMeasurement& measurement, const ProbeResult& result, const hardware::Instance& instance,
                    const hardware::Accelerator& brief, const network::CollectiveProfile* collectives) {
  ProbeRatio ratio{.measurement = &measurement, .predicted = std::nullopt, .decides = std::nullopt, .why_not = {}};
  const ProbeTask& task = measurement.task;
  if (!measurement.times) {
    ratio.why_not = measurement.absent;
    return ratio;
  }
  switch (task.kind) {
    case ProbeKind::kProduct:
    case ProbeKind::kGroupedProduct: predict_product(task, brief, ratio); break;
    case ProbeKind::kSustainedProduct: {
      hardware::Accelerator sustained = brief;
      sustained.sustained_clock = instance.accelerator.sustained_clock;
      predict_product(task, sustained, ratio);
      break;
    }
    case ProbeKind::kAttention: predict_attention(task, brief, ratio); break;
    case ProbeKind::kLayer: predict_layer(task, brief, ratio); break;
    case ProbeKind::kCopy: predict_copy(task, instance, ratio); break;
    case ProbeKind::kCollective: predict_collective(task, result, instance, collectives, ratio); break;
  }
  return ratio;
}

bool is_clock(const ProbeRatio& ratio) { return ratio.measurement->task.kind == ProbeKind::kSustainedProduct; }

/// How the clock under load differs from what the catalogue says of it: ln of a long run's ratio over that of its own
/// beginning.
std::optional<double> clock_shift(const std::vector<ProbeRatio>& ratios, const hardware::Instance& instance) {
  for (const ProbeRatio& ratio : ratios) {
    if (!is_clock(ratio) || !ratio.measurement->times) continue;
    const ProbeTimes& times = *ratio.measurement->times;
    return std::log(times.median / *times.first) + std::log(instance.accelerator.sustained_clock);
  }
  return std::nullopt;
}

}  // namespace

double ProbeRatio::log_ratio() const { return std::log(measurement->times->median / *predicted); }

std::vector<ProbeRatio> probe_ratios(const ProbeResult& result, const hardware::Instance& instance,
                                     const network::CollectiveProfile* collectives) {
  const hardware::Accelerator brief = at_full_clock(instance.accelerator);
  std::vector<ProbeRatio> ratios;
  for (const ProbeMeasurement& measurement : result.measurements)
    ratios.push_back(ratio_of(measurement, result, instance, brief, collectives));
  return ratios;
}

calibration::MachineProbe machine_probe(const std::vector<ProbeRatio>& ratios, const hardware::Instance& instance) {
  calibration::MachineProbe probe;
  probe.instance = instance.name;
  probe.accelerator = instance.accelerator.name;
  const std::optional<double> clock = clock_shift(ratios, instance);
  for (std::size_t i = 0; i < calibration::kNumProbed; ++i) {
    const Probed probed = calibration::kProbedNames.values[i];
    std::vector<double> logs;
    double left_out = 0;
    for (const ProbeRatio& ratio : ratios) {
      if (ratio.decides != probed || is_clock(ratio)) continue;
      logs.push_back(ratio.log_ratio());
      left_out += ratio.left_out_share;
    }
    const auto n = static_cast<double>(logs.size());
    if (n < kFewestProbePoints) continue;
    // How a profile's time parts into product and quantising is fitted too: half of the latter may be the former's.
    const calibration::ProbeShift brief = calibration::pooled_shift(logs, left_out / n / 2);
    if (!pace_of(probed))
      probe.shifts[i] = brief;
    else
      probe.shifts[i] =
          clock ? calibration::joined_shift(brief, brief.log_ratio + *clock) : calibration::unsustained_shift(brief);
  }
  return probe;
}

}  // namespace fmplan::evidence
