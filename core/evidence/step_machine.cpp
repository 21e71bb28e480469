#include "core/evidence/step_machine.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/base/words.h"

namespace fmplan::evidence {
namespace {

using hardware::Instance;

/// How rows call a GPU, and the instance that stands for it.
struct KnownGpu {
  std::string_view name;  ///< a row's gpu begins so, in lower case
  std::string_view instance;
};
/// The longest fitting name counts.
constexpr KnownGpu kGpus[] = {{"a100", "dgx-a100-640gb"},
                              {"a100-80gb", "dgx-a100-640gb"},
                              {"a100-40gb", "p4d.24xlarge"},
                              {"a800-80gb", "dgx-a100-640gb"},
                              {"h100", "dgx-h100"},
                              {"h100-80gb", "dgx-h100"},
                              {"h100-96gb-hbm2e", "dgx-h100"},
                              {"h200", "nd96isr-h200-v5"},
                              {"gh200", "dgx-h100"},
                              {"b200", "bm.gpu.b200.8"},
                              {"b300", "dgx-b300"},
                              {"gb200", "nd128isr-ndr-gb200-v6"},
                              {"gb300", "a4x-maxgpu-4g-metal"},
                              {"v100", "p3dn.24xlarge"},
                              {"mi300x", "nd96isr-mi300x-v5"},
                              {"trainium1", "trn1.32xlarge"},
                              {"trainium2", "trn2.48xlarge"}};

/// Machines whose rows do not state their links.
struct KnownSystem {
  std::string_view name;
  double gigabits_per_gpu;
  std::string_view why;
};
/// Gbit/s of each GPU, from the sources they name.
constexpr KnownSystem kSystems[] = {
    {"jupiter", 200, "one NDR200 InfiniBand port per GPU (Jülich Supercomputing Centre, JUPITER technical overview)"},
    {"dgx-2", 50, "eight 100 Gbit/s ports for 16 GPUs (NVIDIA DGX-2 data sheet)"}};

/// Without GPUDirect RDMA every byte crosses PCIe twice on its way out, and again on its way in.
constexpr double kHostStaging = 0.5;

const KnownGpu* known_gpu(std::string_view gpu) {
  const KnownGpu* best = nullptr;
  for (const KnownGpu& known : kGpus)
    if (gpu.starts_with(known.name) && (!best || known.name.size() > best->name.size())) best = &known;
  return best;
}

/// The longest name of an instance that stands in the text; of two names the first.
const Instance* named_instance(const std::map<std::string, Instance>& instances, const std::string& text) {
  const Instance* best = nullptr;
  std::size_t first = std::string::npos, length = 0;
  for (const auto& [name, instance] : instances) {
    const std::size_t at = text.find(lower_case(name));
    if (at == std::string::npos || at > first || (at == first && name.size() < length)) continue;
    best = &instance;
    first = at;
    length = name.size();
  }
  return best;
}

void multiply_rates(hardware::Accelerator& accelerator, double factor) {
  for (auto& [precision, rate] : accelerator.peak) rate = factor * rate;
  accelerator.attention.peak_rate = factor * accelerator.attention.peak_rate;
  accelerator.cores = static_cast<int>(factor * accelerator.cores);
  accelerator.memory = factor * accelerator.memory;
  accelerator.memory_bandwidth = factor * accelerator.memory_bandwidth;
}

/// GPUs that the catalogue knows only a relative of.
void apply_variant(Instance& instance, std::string_view gpu, std::vector<std::string>& assumptions) {
  hardware::Accelerator& accelerator = instance.accelerator;
  if (gpu.starts_with("a800")) {
    if (instance.scale_up) instance.scale_up->bandwidth = 200 * gigabyte_per_second;
    assumptions.emplace_back("A800: an A100 with NVLink of 400 GB/s in both directions together");
  } else if (gpu.starts_with("gh200")) {
    accelerator.name = "gh200";
    accelerator.memory = 96 * gigabyte;
    accelerator.memory_bandwidth = 4000 * gigabyte_per_second;
    assumptions.emplace_back(
        "GH200: the chip of H100 SXM with 96 GB at 4 TB/s; its host and power limit are not modelled");
  } else if (gpu.starts_with("h100-96gb-hbm2e")) {
    accelerator.name = "h100-96gb-hbm2e";
    accelerator.memory = 96 * gigabyte;
    accelerator.memory_bandwidth = 2400 * gigabyte_per_second;
    assumptions.emplace_back("H100 with 96 GB at 2.4 TB/s; its power limit is not modelled");
  } else if (gpu == "a100") {
    assumptions.emplace_back("A100 with 80 GB: the row does not say which");
  } else if (gpu.find("neuroncore") != std::string_view::npos) {
    // Two cores to a chip: rows count cores.
    multiply_rates(accelerator, 0.5);
    instance.accelerators_per_node *= 2;
    instance.scale_up_domain *= 2;
    if (instance.scale_up) instance.scale_up->bandwidth = 0.5 * instance.scale_up->bandwidth;
    if (instance.scale_out) instance.scale_out->bandwidth = 0.5 * instance.scale_out->bandwidth;
    assumptions.emplace_back("one NeuronCore: half a chip and half its links");
  }
}

void apply_node(Instance& instance, const StepRow& row, std::vector<std::string>& assumptions) {
  const int per_node = row.gpus_per_node.value_or(instance.accelerators_per_node);
  if (per_node == instance.accelerators_per_node) return;
  assumptions.push_back(
      fmt::format("{} GPUs a node in place of {}'s {}", per_node, instance.name, instance.accelerators_per_node));
  // A domain that spans machines stays; one that is the machine goes with it.
  if (instance.scale_up_domain == instance.accelerators_per_node) instance.scale_up_domain = per_node;
  instance.accelerators_per_node = per_node;
}

void set_scale_out(Instance& instance, BytesPerSecond per_gpu) {
  // Latency and efficiency of the instance's own links, or InfiniBand's where it states none.
  if (!instance.scale_out)
    instance.scale_out =
        hardware::Link{.name = "InfiniBand", .bandwidth = {}, .efficiency = 0.8, .latency = 5 * microsecond};
  instance.scale_out->bandwidth = per_gpu;
}

void apply_links(Instance& instance, const StepRow& row, std::vector<std::string>& assumptions) {
  const std::string system = lower_case(row.system);
  std::optional<BytesPerSecond> per_gpu;
  if (const auto stated = stated_link(row.system)) {
    per_gpu = stated->per_gpu ? stated->bandwidth : (1.0 / instance.accelerators_per_node) * stated->bandwidth;
  } else if (const auto known = std::find_if(std::begin(kSystems), std::end(kSystems),
                                             [&](const auto& s) { return system.find(s.name) != std::string::npos; });
             known != std::end(kSystems)) {
    per_gpu = known->gigabits_per_gpu * gigabit_per_second;
    assumptions.emplace_back(known->why);
  } else if (!instance.scale_out) {
    // The only instance of GB300 in the catalogue states none.
    per_gpu = 800 * gigabit_per_second;
    assumptions.emplace_back("800 Gbit/s between domains: one ConnectX-8 per GPU");
  }
  const bool other = per_gpu && (!instance.scale_out || instance.scale_out->bandwidth != *per_gpu);
  if (other) {
    set_scale_out(instance, *per_gpu);
    if (row.num_gpus > instance.scale_up_domain)
      assumptions.push_back(
          fmt::format("links of {:.4g} Gbit/s a GPU in place of {}'s", *per_gpu / gigabit_per_second, instance.name));
  }
  if (!per_gpu && row.num_gpus > instance.scale_up_domain && system.find("dgx") == std::string::npos)
    assumptions.push_back(fmt::format("links of {}: the row states none", instance.name));
}

}  // namespace

std::optional<StatedLink> stated_link(std::string_view text) {
  const std::string lower = lower_case(text);
  const std::size_t unit = lower.find("gb");
  // "80GB" is memory, "96GB HBM" too: a rate goes on with "/s", "ps" or a blank after a product "4x100Gb".
  for (std::size_t at = unit; at != std::string::npos; at = lower.find("gb", at + 1)) {
    std::size_t begin = at;
    while (begin > 0 && lower[begin - 1] == ' ') --begin;
    const std::size_t end = begin;
    while (begin > 0 && ((lower[begin - 1] >= '0' && lower[begin - 1] <= '9') || lower[begin - 1] == '.')) --begin;
    double rate = 0;
    if (begin == end || std::from_chars(lower.data() + begin, lower.data() + end, rate).ec != std::errc{}) continue;
    double count = 1;
    const bool product = begin > 1 && lower[begin - 1] == 'x' && lower[begin - 2] >= '0' && lower[begin - 2] <= '9';
    if (product) {
      std::size_t first = begin - 1;
      while (first > 0 && lower[first - 1] >= '0' && lower[first - 1] <= '9') --first;
      std::from_chars(lower.data() + first, lower.data() + begin - 1, count);
    }
    const std::string after = lower.substr(at + 2);
    if (!product && !after.starts_with("/s") && !after.starts_with("ps") && !after.starts_with("it/s")) continue;
    if (text[at + 1] == 'B') continue;  // gigabytes
    return StatedLink{count * rate * gigabit_per_second, after.find("per gpu") != std::string::npos};
  }
  return std::nullopt;
}

std::variant<StepMachine, StepRefusal> machine_of_row(const StepRow& row,
                                                      const std::map<std::string, Instance>& instances,
                                                      const std::map<std::string, network::CollectiveProfile>& profiles,
                                                      std::vector<std::string>& assumptions) {
  const std::string gpu = lower_case(row.gpu);
  const std::string system = lower_case(row.system);
  if (gpu.find(" or ") != std::string::npos) return StepRefusal{fmt::format("gpu \"{}\" may be two", row.gpu)};
  const KnownGpu* known = known_gpu(gpu);
  if (!known) return StepRefusal{fmt::format("gpu \"{}\" is not in the catalogue", row.gpu)};
  const auto reference = instances.find(std::string(known->instance));
  if (reference == instances.end())
    return StepRefusal{fmt::format("the catalogue has no instance {} for gpu \"{}\"", known->instance, row.gpu)};
  const Instance* named = named_instance(instances, system);
  if (named && named->accelerator.name != reference->second.accelerator.name) named = nullptr;
  StepMachine machine{named ? *named : reference->second, std::nullopt};
  const std::string name = machine.instance.name;
  if (const auto profile = profiles.find(name); profile != profiles.end()) machine.collectives = profile->second;
  apply_variant(machine.instance, gpu, assumptions);
  apply_node(machine.instance, row, assumptions);
  if (!named) apply_links(machine.instance, row, assumptions);
  if (machine.instance.scale_out && lower_case(row.notes).find("without gdr") != std::string::npos) {
    machine.instance.scale_out->bandwidth = kHostStaging * machine.instance.scale_out->bandwidth;
    assumptions.emplace_back("half the links' bandwidth: data is staged through the host's memory");
  }
  return machine;
}

}  // namespace fmplan::evidence
