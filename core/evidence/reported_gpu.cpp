#include "core/evidence/reported_gpu.h"

#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "core/catalog/accelerator_name.h"

namespace fmplan::evidence {
namespace {

using catalog::AcceleratorName;
using catalog::ReportedMachine;

/// What a row's GPU may begin with.
std::string gpu_names(const std::vector<ReportedMachine>& reported) {
  std::string names;
  for (const ReportedMachine& each : reported)
    if (each.is_gpu()) names += (names.empty() ? "" : ", ") + each.name;
  return names;
}

/// Of one that rows count, where the instance is there.
std::optional<Bytes> memory_of(const ReportedMachine& machine, const catalog::Catalog& catalog) {
  if (machine.memory) return machine.memory;
  const double part = 1.0 / machine.parts;
  if (machine.item) return part * machine.item->memory;
  if (!catalog.has("instances", machine.instance)) return std::nullopt;
  return part * catalog.instance(machine.instance).accelerator.memory;
}

/// How well one of an item's names fits: first the chip's letters, then memory, then its type; more is better.
using Fit = std::tuple<std::size_t, int, int>;

/// 2: as stated, or unsaid by both; 1: unsaid by one; 0: another.
template <typename T, typename Same>
int agreement(bool stated, bool known, const T& a, const T& b, Same same) {
  if (stated && known) return same(a, b) ? 2 : 0;
  return stated == known ? 2 : 1;
}

Fit fit_of(const AcceleratorName& gpu, const AcceleratorName& item, bool has_memory) {
  const auto same_memory = [](std::optional<Bytes> a, std::optional<Bytes> b) {
    return catalog::is_same_memory(*a, *b);
  };
  const int memory =
      has_memory ? 2 : agreement(gpu.memory.has_value(), item.memory.has_value(), gpu.memory, item.memory, same_memory);
  const int type = agreement(!gpu.memory_type.empty(), !item.memory_type.empty(), gpu.memory_type, item.memory_type,
                             std::equal_to<>());
  return {catalog::letters_of_chip(gpu, item), memory, type};
}

/// As its document writes it; empty: not known.
std::string form_factor_of(const ReportedMachine& machine, const catalog::Catalog& catalog) {
  const std::string name = machine.item ? machine.item->name : catalog.instance(machine.instance).accelerator.name;
  const catalog::ItemFile* item = catalog.find("accelerators", name);
  return item ? catalog.raw(*item).value("form_factor", "") : std::string();
}

}  // namespace

std::variant<ReportedGpu, StepRefusal> reported_gpu(std::string_view gpu, const catalog::Catalog& catalog) {
  const std::vector<ReportedMachine>& reported = catalog.reported_machines();
  if (catalog::catalog_slug(gpu).find("-or-") != std::string::npos)
    return StepRefusal{fmt::format("gpu \"{}\" may be two", gpu)};
  const AcceleratorName name = catalog::accelerator_name(gpu);
  ReportedGpu best{nullptr, !name.memory, std::nullopt};
  Fit best_fit;
  for (const ReportedMachine& each : reported) {
    if (!each.is_gpu()) continue;
    std::vector<std::string> called = each.aliases;
    called.push_back(each.name);
    for (const std::string& one : called) {
      const AcceleratorName item = catalog::accelerator_name(one);
      if (catalog::letters_of_chip(name, item) == 0) continue;
      const std::optional<Bytes> memory = memory_of(each, catalog);
      const bool has_memory = name.memory && ((memory && catalog::is_same_memory(*name.memory, *memory)) ||
                                              (item.memory && catalog::is_same_memory(*name.memory, *item.memory)));
      const Fit fit = fit_of(name, item, has_memory);
      if (best.machine && fit <= best_fit) continue;
      best_fit = fit;
      best.machine = &each;
      best.other_memory = has_memory || !memory ? std::nullopt : name.memory;
    }
  }
  if (!best.machine)
    return StepRefusal{
        fmt::format("gpu \"{}\" is not in the catalogue; begin it with one of {}", gpu, gpu_names(reported))};
  const ReportedMachine& machine = *best.machine;
  if (!catalog.has("instances", machine.instance))
    return StepRefusal{fmt::format("the catalogue has no instance {} for gpu \"{}\"", machine.instance, gpu)};
  if (const std::string form = form_factor_of(machine, catalog); catalog::is_other_card(name, form))
    return StepRefusal{fmt::format(
        "gpu \"{}\" is {} card, and the catalogue has {} as {} alone; write \"{}\" to take that in its place", gpu,
        name.form_factor == "pcie" ? "a PCIe" : "an NVL", machine.name, form, machine.name)};
  return best;
}

}  // namespace fmplan::evidence
