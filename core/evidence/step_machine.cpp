#include "core/evidence/step_machine.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/words.h"
#include "core/catalog/reported_machines.h"
#include "core/evidence/reported_gpu.h"
#include "core/evidence/stated_network.h"

namespace fmplan::evidence {
namespace {

using catalog::ReportedMachine;
using hardware::Instance;

/// Without GPUDirect RDMA every byte crosses PCIe twice on its way out, and again on its way in.
constexpr double kHostStaging = 0.5;

const ReportedMachine* reported_system(const std::vector<ReportedMachine>& reported, const std::string& system) {
  const auto found = std::find_if(reported.begin(), reported.end(), [&](const ReportedMachine& each) {
    return each.is_system() && system.find(each.name) != std::string::npos;
  });
  return found == reported.end() ? nullptr : &*found;
}

/// The longest name of an instance that stands in the text; of two names the first.
const Instance* named_instance(const catalog::Catalog& catalog, const std::string& text) {
  const std::string* best = nullptr;
  std::size_t first = std::string::npos;
  for (const std::string& name : catalog.names("instances")) {
    const std::size_t at = text.find(name);
    if (at == std::string::npos || at > first || (at == first && name.size() < best->size())) continue;
    best = &name;
    first = at;
  }
  return best ? &catalog.instance(*best) : nullptr;
}

/// What a row's system says of the machine.
struct NamedMachine {
  const Instance* instance = nullptr;
  std::string assumed;  ///< said where it is taken
};

/// A product's name in the text, whole words.
struct ProductName {
  const ReportedMachine* product;
  std::size_t begin, end;
};

/// The products that the text names, the longer of two names that overlap ("A3 Mega" of "GCP A3 Mega").
std::vector<ProductName> named_products(const std::vector<ReportedMachine>& reported, const std::string& system) {
  const std::string words = catalog::product_words(system);
  std::vector<ProductName> found;
  for (const ReportedMachine& each : reported)
    for (const std::string& name : each.systems)
      if (const std::size_t at = find_word(words, name); at != std::string::npos)
        found.push_back({&each, at, at + name.size()});
  std::ranges::stable_sort(found, std::ranges::greater{}, [](const ProductName& n) { return n.end - n.begin; });
  std::vector<ProductName> longest;
  for (const ProductName& name : found) {
    const bool overlaps = std::ranges::any_of(
        longest, [&](const ProductName& taken) { return name.begin < taken.end && taken.begin < name.end; });
    if (!overlaps) longest.push_back(name);
  }
  return longest;
}

/// An instance's own name counts before a product's; of two products neither.
NamedMachine named_machine(const catalog::Catalog& catalog, const std::string& system, const Instance& reference,
                           std::vector<std::string>& assumptions) {
  NamedMachine named{named_instance(catalog, system), {}};
  if (!named.instance) {
    for (const ProductName& name : named_products(catalog.reported_machines(), system)) {
      const std::string& instance = name.product->instance;
      if (!catalog.has("instances", instance)) continue;
      if (named.instance && named.instance->name != instance) {
        assumptions.push_back(
            fmt::format("{}: the row's system may be {} or {}", reference.name, named.instance->name, instance));
        return {};
      }
      named = {&catalog.instance(instance), name.product->assumed};
    }
  }
  if (named.instance && named.instance->accelerator.name != reference.accelerator.name) {
    assumptions.push_back(fmt::format("{}: {}, which the row names, has accelerators {}", reference.name,
                                      named.instance->name, named.instance->accelerator.name));
    return {};
  }
  return named;
}

void multiply_rates(hardware::Accelerator& accelerator, double factor) {
  for (auto& [precision, rate] : accelerator.peak) rate = factor * rate;
  accelerator.attention.peak_rate = factor * accelerator.attention.peak_rate;
  accelerator.cores = static_cast<int>(factor * accelerator.cores);
  accelerator.memory = factor * accelerator.memory;
  accelerator.usable_memory = factor * accelerator.usable_memory;
  accelerator.memory_bandwidth = factor * accelerator.memory_bandwidth;
}

/// GPUs that the catalogue knows only a relative of.
void apply_variant(Instance& instance, const ReportedMachine& gpu, bool alone, std::vector<std::string>& assumptions) {
  hardware::Accelerator& accelerator = instance.accelerator;
  if (gpu.item) {
    accelerator = *gpu.item;
    if (instance.scale_up && accelerator.scale_up_bandwidth)
      instance.scale_up->bandwidth = *accelerator.scale_up_bandwidth;
  } else if (!gpu.accelerator.empty()) {
    accelerator.name = gpu.accelerator;
  }
  if (gpu.memory) {
    // Of a relative with another memory, programs are shown the same share.
    accelerator.usable_memory = *gpu.memory / accelerator.memory * accelerator.usable_memory;
    accelerator.memory = *gpu.memory;
  }
  accelerator.memory_bandwidth = gpu.memory_bandwidth.value_or(accelerator.memory_bandwidth);
  accelerator.host_slowness = gpu.host_slowness.value_or(accelerator.host_slowness);
  if (gpu.scale_up && instance.scale_up) instance.scale_up->bandwidth = *gpu.scale_up;
  if (gpu.parts > 1) {
    const double part = 1.0 / gpu.parts;
    multiply_rates(accelerator, part);
    instance.accelerators_per_node *= gpu.parts;
    instance.scale_up_domain *= gpu.parts;
    if (instance.scale_up) instance.scale_up->bandwidth = part * instance.scale_up->bandwidth;
    if (instance.scale_out) instance.scale_out->bandwidth = part * instance.scale_out->bandwidth;
  }
  if (!gpu.assumed.empty()) assumptions.push_back(gpu.assumed);
  if (alone && !gpu.alone.empty()) assumptions.push_back(gpu.alone);
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

/// The row's memory of the GPU, where the catalogue knows the chip with another alone.
void apply_memory(hardware::Accelerator& accelerator, Bytes memory, const StepRow& row,
                  std::vector<std::string>& assumptions) {
  assumptions.push_back(fmt::format("{}: {} with {} in place of {}; its memory bandwidth and rates are kept", row.gpu,
                                    accelerator.name, data_text(memory), data_text(accelerator.memory)));
  accelerator.usable_memory = memory / accelerator.memory * accelerator.usable_memory;
  accelerator.memory = memory;
}

/// `known`: what is known of the row's system, or else of its GPU; null: nothing.
void apply_links(Instance& instance, const StepRow& row, const ReportedMachine* known,
                 std::vector<std::string>& assumptions) {
  const std::string system = lower_case(row.system);
  std::optional<BytesPerSecond> per_gpu;
  const StatedNetwork stated = stated_network(row.system, instance.accelerators_per_node);
  if (stated.link) {
    const double share = stated.link->per_gpu ? 1 : 1.0 / instance.accelerators_per_node;
    per_gpu = share * stated.link->bandwidth;
  } else if (known && known->link) {
    per_gpu = known->link;
    assumptions.push_back(known->link_source);
  } else if (const auto product =
                 stated.doubt.empty() ? link_of_product(row.system, instance.accelerators_per_node) : std::nullopt) {
    per_gpu = product->bandwidth / instance.accelerators_per_node;
    if (row.num_gpus > instance.scale_up_domain) assumptions.push_back(product->words);
  }
  const bool other = per_gpu && (!instance.scale_out || instance.scale_out->bandwidth != *per_gpu);
  if (other) {
    set_scale_out(instance, *per_gpu);
    if (row.num_gpus > instance.scale_up_domain)
      assumptions.push_back(
          fmt::format("links of {:.4g} Gbit/s a GPU in place of {}'s", *per_gpu / gigabit_per_second, instance.name));
  }
  if (!stated.doubt.empty())
    assumptions.push_back(fmt::format("links of {}: the row has {}", instance.name, stated.doubt));
  if (!per_gpu && stated.doubt.empty() && row.num_gpus > instance.scale_up_domain &&
      system.find("dgx") == std::string::npos)
    assumptions.push_back(
        row.system.empty() ? fmt::format("links of {}: the row states none", instance.name)
                           : fmt::format("links of {}: none are known of the row's \"{}\"", instance.name, row.system));
}

}  // namespace

std::variant<StepMachine, StepRefusal> machine_of_row(const StepRow& row, const catalog::Catalog& catalog,
                                                      std::vector<std::string>& assumptions) {
  const std::vector<ReportedMachine>& reported = catalog.reported_machines();
  const std::string system = lower_case(row.system);
  auto read = reported_gpu(row.gpu, catalog);
  if (auto* refusal = std::get_if<StepRefusal>(&read)) return std::move(*refusal);
  const auto& gpu = std::get<ReportedGpu>(read);
  const ReportedMachine* known = gpu.machine;
  const Instance& reference = catalog.instance(known->instance);
  const NamedMachine named = named_machine(catalog, system, reference, assumptions);
  StepMachine machine{named.instance ? *named.instance : reference, std::nullopt};
  if (!named.assumed.empty()) assumptions.push_back(named.assumed);
  if (const auto* measured = catalog.collectives_of(machine.instance.name)) machine.collectives = measured->profile;
  apply_variant(machine.instance, *known, gpu.without_memory, assumptions);
  if (gpu.other_memory) apply_memory(machine.instance.accelerator, *gpu.other_memory, row, assumptions);
  apply_node(machine.instance, row, assumptions);
  if (!named.instance) {
    const ReportedMachine* of_system = reported_system(reported, system);
    apply_links(machine.instance, row, of_system || machine.instance.scale_out ? of_system : known, assumptions);
  }
  if (machine.instance.scale_out && (denies_gpudirect(row.notes) || denies_gpudirect(row.system))) {
    machine.instance.scale_out->bandwidth = kHostStaging * machine.instance.scale_out->bandwidth;
    assumptions.emplace_back("half the links' bandwidth: data is staged through the host's memory");
  }
  return machine;
}

}  // namespace fmplan::evidence
