#include "core/catalog/machine_items.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/catalog/accelerator_like.h"
#include "core/catalog/fabric_items.h"
#include "core/catalog/instance_like.h"
#include "core/catalog/item_fields.h"
#include "core/catalog/network_items.h"
#include "core/hardware/kernel_time.h"
#include "core/text/object_reader.h"

namespace fmplan::catalog {
namespace {

using hardware::Accelerator;
using hardware::AttentionEfficiency;
using hardware::GemmEfficiency;
using hardware::Instance;
using hardware::Link;
using nlohmann::json;

const std::vector<std::string>& precisions() {
  static const std::vector<std::string> kNames = {"fp64", "fp32", "tf32", "bf16", "fp16", "fp8", "fp4", "int8"};
  return kNames;
}

/// Calls `read` for each precision of an object such as "peak"; any other key is an issue.
void each_precision(text::ObjectReader& reader, const std::string& key, bool required, Issues& issues,
                    const std::function<void(text::ObjectReader&, const std::string&)>& read) {
  const json* object = required ? reader.require(key) : reader.find(key);
  if (!object) return;
  text::ObjectReader inner(*object, reader.where(key), issues);
  for (const std::string& precision : precisions())
    if (inner.has(precision)) read(inner, precision);
  for (const std::string& precision : precisions()) inner.find(precision);
  inner.refuse_unknown_keys();
  if (required && object->is_object() && object->empty())
    reader.report(key, "is empty; name at least one precision, for instance \"bf16\"");
}

double positive_share(text::ObjectReader& reader, const std::string& key) {
  constexpr double kSmallest = 1e-3;  // chosen: no share is so small
  return reader.number(key, kSmallest, 1);
}

GemmEfficiency read_gemm_efficiency(const json& object, const std::string& where, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  GemmEfficiency gemm;
  gemm.compute = positive_share(reader, "compute_efficiency");
  gemm.memory = positive_share(reader, "memory_efficiency");
  gemm.launch = reader.quantity<Seconds>("launch", time_units());
  if (reader.has("median_error")) gemm.median_error = reader.share_or("median_error", 0);
  reader.share_or("mean_error", 0);
  reader.refuse_unknown_keys();
  return gemm;
}

AttentionEfficiency read_attention_efficiency(const json& object, const std::string& where, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  AttentionEfficiency attention;
  attention.peak_rate = reader.quantity<FlopPerSecond>("peak_rate", flop_rate_units());
  attention.half_length = reader.number("half_length", 1, 1e6);
  attention.backward = reader.number_or("backward_ratio", attention.backward, 0.05, 2);
  reader.refuse_unknown_keys();
  return attention;
}

/// The rate in one direction.  The other fields are for the reader of the file, and for the check.
std::optional<BytesPerSecond> read_accelerator_link(const json& object, const std::string& where, Issues& issues) {
  text::ObjectReader reader(object, where, issues);
  reader.string_or("link", {});
  const auto one_way = reader.optional_quantity<BytesPerSecond>("unidirectional", bandwidth_units());
  const auto both_ways = reader.optional_quantity<BytesPerSecond>("bidirectional", bandwidth_units());
  reader.optional_quantity<BytesPerSecond>("point_to_point", bandwidth_units());
  reader.integer_or("domain", 1, 1);
  constexpr double kRounding = 0.01;  // chosen: what rounding of data sheets leaves
  if (one_way && both_ways && std::abs(*both_ways / *one_way - 2) > kRounding)
    reader.report("bidirectional",
                  fmt::format("{} is not twice the {} one way", bandwidth_text(*both_ways), bandwidth_text(*one_way)));
  reader.refuse_unknown_keys();
  return one_way;
}

void read_description(text::ObjectReader& reader, Issues& issues) {
  for (const char* key : {"form_factor", "memory_type", "last_level_cache", "power_term", "inherits"})
    reader.string_or(key, {});
  reader.integer_or("release_year", 2017, 2010, 2100);
  reader.integer_or("pcie", 1, 1, 10);
  each_precision(reader, "measured_matmul", false, issues, [](text::ObjectReader& inner, const std::string& precision) {
    inner.quantity<FlopPerSecond>(precision, flop_rate_units());
  });
}

std::optional<NetworkItem> resolve_network(text::ObjectReader& reader, const std::string& key,
                                           const Documents& documents) {
  const std::string name = reader.string(key);
  if (name.empty()) return std::nullopt;
  try {
    return load_network(documents, name);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) reader.report(key, issue.message);
    return std::nullopt;
  }
}

std::optional<BytesPerSecond> scale_out_bandwidth(text::ObjectReader& reader, const NetworkItem& network,
                                                  int accelerators) {
  const auto total = reader.optional_quantity<BytesPerSecond>("total", bandwidth_units());
  const auto rate = reader.optional_quantity<BytesPerSecond>("nic_rate", bandwidth_units());
  const int nics = reader.has("nics") ? reader.integer("nics", 1, 1024) : 0;
  if (total) return *total / accelerators;
  const std::optional<BytesPerSecond> each = rate ? rate : network.nic_rate;
  if (nics > 0 && each) return nics * *each / accelerators;
  reader.report(nics > 0 ? "nic_rate" : "nics", "is missing; give \"nics\" and \"nic_rate\", or \"total\" of the node");
  return std::nullopt;
}

/// Efficiency and latency: the instance's own, else the network's; neither is guessed.
std::optional<Link> finished_link(text::ObjectReader& reader, const NetworkItem& network,
                                  std::optional<BytesPerSecond> bandwidth) {
  if (network.role == "fabric") {
    reader.report("network", fmt::format("\"{}\" joins switches and is no link; name one, for instance \"roce-cx7\" or "
                                         "\"infiniband-ndr\"",
                                         network.name));
    return std::nullopt;
  }
  const auto efficiency = reader.has("efficiency") ? positive_share(reader, "efficiency") : network.efficiency;
  auto latency = reader.optional_quantity<Seconds>("latency", time_units());
  if (!latency) latency = network.latency;
  if (!efficiency)
    reader.report("efficiency",
                  fmt::format("is missing, and {} has none: give the share of the line rate reached", network.name));
  if (!latency)
    reader.report("latency", fmt::format("is missing, and {} has none: give for instance \"5 us\"", network.name));
  reader.refuse_unknown_keys();
  if (!bandwidth || !efficiency || !latency) return std::nullopt;
  return Link{.name = network.title,
              .bandwidth = *bandwidth,
              .efficiency = *efficiency,
              .latency = *latency,
              .exchange_wait = network.exchange_wait,
              .deduplicating_wait = network.deduplicating_wait};
}

std::optional<Link> read_scale_up(text::ObjectReader& instance, const Accelerator& accelerator,
                                  const Documents& documents, Issues& issues) {
  const json* object = instance.find("scale_up");
  if (!object || object->is_null()) return std::nullopt;
  text::ObjectReader reader(*object, instance.where("scale_up"), issues);
  const std::optional<NetworkItem> network = resolve_network(reader, "network", documents);
  auto bandwidth = reader.optional_quantity<BytesPerSecond>("bandwidth", bandwidth_units());
  if (!network) return std::nullopt;
  if (!bandwidth) bandwidth = accelerator.scale_up_bandwidth ? accelerator.scale_up_bandwidth : network->bandwidth;
  if (!bandwidth) reader.report("bandwidth", "is missing, and neither the accelerator nor the network has one");
  return finished_link(reader, *network, bandwidth);
}

std::optional<Link> read_scale_out(text::ObjectReader& instance, int accelerators, const Documents& documents,
                                   bool& sharp, Issues& issues) {
  const json* object = instance.find("scale_out");
  if (!object || object->is_null()) return std::nullopt;
  text::ObjectReader reader(*object, instance.where("scale_out"), issues);
  const std::optional<NetworkItem> network = resolve_network(reader, "network", documents);
  sharp = reader.boolean_or("sharp", false);
  if (!network) return std::nullopt;
  if (sharp && !network->name.starts_with("infiniband")) {
    reader.report("sharp", fmt::format("is true, and switches add up on InfiniBand alone, not on {}; write false",
                                       network->title));
    sharp = false;
  }
  if (network->role == "fabric") return finished_link(reader, *network, std::nullopt);
  const auto bandwidth = scale_out_bandwidth(reader, *network, accelerators);
  return finished_link(reader, *network, bandwidth);
}

/// The link named, as one accelerator has it.
std::optional<Link> read_host_link(text::ObjectReader& reader, const Documents& documents) {
  const json* value = reader.find("host_link");
  if (value->is_null()) return std::nullopt;
  const std::optional<NetworkItem> network = resolve_network(reader, "host_link", documents);
  if (!network) return std::nullopt;
  if (!network->bandwidth || !network->efficiency) {
    reader.report("host_link", fmt::format("{} has no {}; name a link to the host, for instance \"pcie-5\"",
                                           network->name, network->bandwidth ? "efficiency" : "bandwidth"));
    return std::nullopt;
  }
  return Link{.name = network->title,
              .bandwidth = *network->bandwidth,
              .efficiency = *network->efficiency,
              .latency = network->latency.value_or(Seconds{})};
}

/// The slot of the accelerator's PCIe generation, shared by the accelerators behind one switch.
std::optional<Link> slot_link(const json& item, const Instance& instance, const Documents& documents) {
  try {
    const std::optional<std::string> slot = pcie_slot(documents, item);
    if (!slot) return std::nullopt;
    const NetworkItem network = load_network(documents, *slot);
    if (!network.bandwidth || !network.efficiency) return std::nullopt;
    const int slots = instance.wiring.num_pcie_switches.value_or(instance.accelerators_per_node);
    return Link{.name = network.title,
                .bandwidth = std::min(1.0, 1.0 * slots / instance.accelerators_per_node) * *network.bandwidth,
                .efficiency = *network.efficiency,
                .latency = network.latency.value_or(Seconds{})};
  } catch (const InputError&) {
    return std::nullopt;  // reported where the accelerator is read, or is no part of this item
  }
}

/// By the ratio of the dense bf16 peaks; as it is where one has none.
void scale_attention(const Accelerator& parent, Accelerator& accelerator) {
  const auto own = dense_peak(accelerator, "bf16"), parents = dense_peak(parent, "bf16");
  const double ratio = own && parents ? *own / *parents : 1;
  accelerator.attention = parent.attention;
  accelerator.attention_libraries = parent.attention_libraries;
  accelerator.attention.peak_rate = ratio * accelerator.attention.peak_rate;
  for (auto& [library, efficiency] : accelerator.attention_libraries)
    efficiency.peak_rate = ratio * efficiency.peak_rate;
}

/// An accelerator that says "like".  Kernels reach the other's shares of the changed peaks and bandwidths, attention
/// its share of the dense bf16 peak; it has the other's paces, as its `chip`.
Accelerator read_accelerator_like(const json& item, const std::string& where, const Documents& documents,
                                  Issues& issues) {
  if (!item.at("like").is_string()) {
    issues.push_back({where + "/like", "must name an accelerator of the catalogue, for instance \"h100-sxm5-80gb\""});
    return {};
  }
  const std::string like = item.at("like").get<std::string>();
  try {
    const ItemFile& file = documents.item("accelerators", like);
    if (const json& document = documents.raw(file); document.contains("like"))
      throw InputError(where, fmt::format("{} is itself like {}; name that one", like, document.at("like").dump()));
    const Accelerator parent = load_accelerator(documents, like);
    const std::optional<KernelProfileItem> kernels = load_kernels_of(documents, file.path.stem().string());
    Accelerator accelerator = read_accelerator(changed_accelerator(item, documents.raw(file), like), where, issues,
                                               kernels ? &*kernels : nullptr);
    if (kernels) scale_attention(parent, accelerator);
    if (accelerator.chip.empty()) accelerator.chip = parent.chip.empty() ? parent.name : parent.chip;
    accelerator.like = like;
    return accelerator;
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) issues.push_back({where + "/like", issue.message});
    return {};
  }
}

Accelerator resolve_accelerator(text::ObjectReader& reader, const Documents& documents, Issues& issues) {
  const json* value = reader.require("accelerator");
  if (!value) return {};
  if (value->is_object() && value->contains("like"))
    return read_accelerator_like(*value, reader.where("accelerator"), documents, issues);
  if (value->is_object()) return read_accelerator(*value, reader.where("accelerator"), issues);
  const std::string name = reader.string("accelerator");
  if (name.empty()) return {};
  try {
    return load_accelerator(documents, name);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues()) reader.report("accelerator", issue.message);
    return {};
  }
}

void read_local_nvme(text::ObjectReader& item, Instance& instance, Issues& issues) {
  const json* object = item.find("local_nvme");
  if (!object || object->is_null()) return;
  text::ObjectReader reader(*object, item.where("local_nvme"), issues);
  instance.local_nvme = reader.optional_quantity<Bytes>("total", data_units());
  if (!instance.local_nvme) {
    instance.local_drives = reader.integer("drives", 1, 1000);
    instance.local_nvme = *instance.local_drives * reader.quantity<Bytes>("drive_size", data_units());
  }
  reader.refuse_unknown_keys();
}

/// The textbook roofline of an accelerator whose kernels were not fitted.
void read_roofline(text::ObjectReader& reader, Accelerator& accelerator, Issues& issues) {
  each_precision(reader, "gemm", true, issues, [&](text::ObjectReader& inner, const std::string& precision) {
    accelerator.gemm[precision] = read_gemm_efficiency(*inner.find(precision), inner.where(precision), issues);
  });
  if (const json* attention = reader.require("attention"))
    accelerator.attention = read_attention_efficiency(*attention, reader.where("attention"), issues);
}

void take_kernels(text::ObjectReader& reader, Accelerator& accelerator, const KernelProfileItem& kernels) {
  for (const char* key : {"gemm", "attention"})
    if (reader.has(key)) reader.report(key, fmt::format("stands in calibration/{} too; leave one out", kernels.name));
  accelerator.gemm = kernels.gemm;
  accelerator.memory_kernels = kernels.memory_kernels;
  if (const auto kernel = kernels.attention_kernels.find(kernels.attention); kernel != kernels.attention_kernels.end())
    accelerator.attention = kernel->second.efficiency;
  for (const auto& [name, kernel] : kernels.attention_kernels)
    accelerator.attention_libraries[name] = kernel.efficiency;
  if (const auto sdpa = kernels.attention_kernels.find(kernels.sdpa); sdpa != kernels.attention_kernels.end())
    accelerator.attention_libraries["sdpa"] = sdpa->second.efficiency;
}

/// Libraries of attention that the accelerator's own item has no rows of run as on the accelerator whose kernels it
/// takes, if that one's cores are of the same architecture: `peak_rate` by the ratio of the dense 16-bit peaks, the
/// rest as it is.  A framework that calls one of them would else be given the item's own, which may be a faster one.
void inherit_attention(const Documents& documents, const KernelProfileItem& kernels, Accelerator& accelerator) {
  const ItemFile* file = kernels.inherits ? documents.find("calibration", *kernels.inherits) : nullptr;
  if (file == nullptr) return;
  const KernelProfileItem parent = load_item(documents, *file, read_kernel_profile);
  const ItemFile* chip = documents.find("accelerators", parent.accelerator);
  // A user's accelerator under the parent's name is another one than the kernels are of.
  if (chip == nullptr || chip->root > file->root) return;
  const Accelerator of_parent =
      load_item(documents, *chip, [&](const json& item, const std::string& where, Issues& issues) {
        return read_accelerator(item, where, issues, &parent);
      });
  const auto own = dense_peak(accelerator, "bf16"), parents = dense_peak(of_parent, "bf16");
  if (of_parent.architecture.empty() || of_parent.architecture != accelerator.architecture || !own || !parents) return;
  for (auto [name, efficiency] : of_parent.attention_libraries) {
    efficiency.peak_rate = *own / *parents * efficiency.peak_rate;
    accelerator.attention_libraries.try_emplace(name, efficiency);
  }
}

/// What programs are shown of `memory`, whose GB are powers of two on many data sheets.  Less than nine tenths, or more
/// than all, is another card's.
Bytes read_usable_memory(text::ObjectReader& reader, Bytes memory) {
  const auto usable = reader.optional_quantity<Bytes>("usable_memory", data_units());
  if (!usable) return memory;
  const Bytes least = 0.9 * memory, most = gibibyte / gigabyte * memory;
  if (*usable < least || *usable > most)
    reader.report("usable_memory",
                  fmt::format("is {}, but memory is {}; use {} to {}, or leave it out", data_text(*usable),
                              data_text(memory), data_text(least), data_text(most)));
  return *usable;
}

}  // namespace

Accelerator read_accelerator(const json& item, const std::string& where, Issues& issues,
                             const KernelProfileItem* kernels) {
  text::ObjectReader reader(item, where, issues);
  Accelerator accelerator;
  reader.find("like");  // known, though a document that has it is changed before
  accelerator.name = read_envelope(reader);
  reader.find("aliases");
  accelerator.vendor = reader.string("vendor");
  accelerator.chip = reader.string_or("chip", {});
  accelerator.architecture = reader.string_or("architecture", {});
  read_description(reader, issues);
  accelerator.cores = reader.integer_or("cores", 0, 1);
  each_precision(reader, "peak", true, issues, [&](text::ObjectReader& inner, const std::string& precision) {
    accelerator.peak[precision] = inner.quantity<FlopPerSecond>(precision, flop_rate_units());
  });
  accelerator.memory = reader.quantity<Bytes>("memory", data_units());
  accelerator.usable_memory = read_usable_memory(reader, accelerator.memory);
  accelerator.memory_bandwidth = reader.quantity<BytesPerSecond>("memory_bandwidth", bandwidth_units());
  if (const json* link = reader.find("scale_up"); link && !link->is_null())
    accelerator.scale_up_bandwidth = read_accelerator_link(*link, reader.where("scale_up"), issues);
  accelerator.power = reader.optional_quantity<Watts>("power", power_units());
  if (kernels != nullptr) {
    take_kernels(reader, accelerator, *kernels);
  } else {
    read_roofline(reader, accelerator, issues);
  }
  accelerator.memory_efficiency = reader.number_or("memory_efficiency", accelerator.memory_efficiency, 0.01, 1);
  accelerator.element_wise_efficiency =
      reader.number_or("element_wise_efficiency", accelerator.element_wise_efficiency, 0.01, 1);
  accelerator.sustained_clock = reader.number_or("sustained_clock", accelerator.sustained_clock, 0.1, 1);
  accelerator.host_slowness = reader.number_or("host_slowness", accelerator.host_slowness, 0.1, 10);
  accelerator.devices = reader.integer_or("devices", accelerator.devices, 1, 16);
  reader.refuse_unknown_keys();
  return accelerator;
}

std::optional<KernelProfileItem> load_kernels_of(const Documents& documents, std::string_view accelerator) {
  const ItemFile& item = documents.item("accelerators", accelerator);
  const ItemFile* kernels = documents.find("calibration", kernel_profile_name(item.path.stem().string()));
  // A user's accelerator replaces the shipped one whole, its kernels included.
  if (!kernels || item.root > kernels->root) return std::nullopt;
  return load_item(documents, *kernels, read_kernel_profile);
}

Accelerator load_accelerator(const Documents& documents, std::string_view name) {
  const ItemFile& item = documents.item("accelerators", name);
  if (documents.raw(item).is_object() && documents.raw(item).contains("like"))
    return load_item(documents, item, [&](const json& document, const std::string& where, Issues& issues) {
      return read_accelerator_like(document, where, documents, issues);
    });
  const std::optional<KernelProfileItem> kernels = load_kernels_of(documents, item.path.stem().string());
  Accelerator accelerator =
      load_item(documents, item, [&](const json& document, const std::string& where, Issues& issues) {
        return read_accelerator(document, where, issues, kernels ? &*kernels : nullptr);
      });
  if (kernels) inherit_attention(documents, *kernels, accelerator);
  return accelerator;
}

Accelerator measured_accelerator(const Documents& documents, const KernelProfileItem& item) {
  Accelerator accelerator = load_accelerator(documents, item.accelerator);
  accelerator.gemm = item.gemm;
  accelerator.attention = item.attention_kernels.at(item.attention).efficiency;
  accelerator.sustained_clock = 1;
  return accelerator;
}

Instance read_instance(const json& item, const std::string& where, const Documents& documents, Issues& issues) {
  if (item.is_object() && item.contains("like")) {
    const std::optional<json> document = document_of_like(item, where, documents, issues);
    if (!document) return {};
    Instance instance = read_instance(*document, where, documents, issues);
    instance.like = item.at("like").get<std::string>();
    return instance;
  }
  text::ObjectReader reader(item, where, issues);
  Instance instance;
  reader.find("like");  // known, though a document that has it is merged before
  instance.name = read_envelope(reader);
  instance.provider = reader.string_or("provider", "user");
  instance.accelerator = resolve_accelerator(reader, documents, issues);
  instance.accelerators_per_node = reader.integer("accelerators_per_node", 1, 100'000);
  instance.hosts = reader.integer_or("hosts", 1, 1, 100'000);
  if (instance.accelerators_per_node % instance.hosts != 0)
    reader.report("hosts", fmt::format("{} do not share {} accelerators evenly; write a divisor of it", instance.hosts,
                                       instance.accelerators_per_node));
  instance.scale_up_domain = reader.integer_or("scale_up_domain", instance.accelerators_per_node, 1, 100'000);
  reader.optional_quantity<Bytes>("accelerator_memory_total", data_units());
  reader.integer_or("vcpus", 1, 1);
  instance.host_memory = reader.optional_quantity<Bytes>("host_memory", data_units());
  read_local_nvme(reader, instance, issues);
  instance.scale_up = read_scale_up(reader, instance.accelerator, documents, issues);
  instance.scale_out = read_scale_out(reader, instance.accelerators_per_node, documents, instance.sharp, issues);
  for (const char* key : {"block_storage_bandwidth", "network_total"})
    reader.optional_quantity<BytesPerSecond>(key, bandwidth_units());
  instance.node_power = reader.optional_quantity<Watts>("node_power", power_units());
  instance.wiring = read_wiring(item, reader, documents);
  // What NICs bring crosses the accelerator's own slot.
  if (instance.scale_out && instance.wiring.pcie_bandwidth)
    instance.scale_out->bandwidth = std::min(instance.scale_out->bandwidth, *instance.wiring.pcie_bandwidth);
  instance.host_link =
      reader.has("host_link") ? read_host_link(reader, documents) : slot_link(item, instance, documents);
  instance.fabric = read_instance_fabric(reader, documents);
  reader.refuse_unknown_keys();
  return instance;
}

}  // namespace fmplan::catalog
