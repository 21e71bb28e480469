#include "core/evidence/collective_question.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/denial.h"
#include "core/base/words.h"
#include "core/catalog/accelerator_name.h"
#include "core/evidence/stated_network.h"
#include "core/evidence/step_machine.h"

namespace fmplan::evidence {
namespace {

bool holds(const std::string& text, const std::string& word) {
  return lower_case(text).find(lower_case(word)) != std::string::npos;
}

/// `word` at the start of a word of `text`: "B200" is in "NVIDIA B200-SXM" and not in "GB200".
bool has_word_starting(const std::string& text, const std::string& word) {
  const std::string in = lower_case(text);
  const std::string sought = lower_case(word);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  for (std::size_t at = in.find(sought); at != std::string::npos; at = in.find(sought, at + 1))
    if (at == 0 || !is_letter(in[at - 1])) return true;
  return false;
}

/// The chip in "H200-141GB" and "NVIDIA H200"; empty: none is named.
std::string chip_word(const std::string& gpu) {
  const std::vector<std::string> words = catalog::accelerator_name(gpu).words;
  return words.empty() || catalog::names_no_chip(gpu) ? std::string() : words.front();
}

/// Cards in slots have no switch among them, whatever bridges join two.
bool is_in_slots(const CollectiveRow& row) { return holds_word(lower_case(row.gpu), "pcie"); }

/// Links between machines that the row's text states, where it crosses them.
std::optional<StatedLink> stated_link(const CollectiveRow& row) {
  if (row.nodes == 1) return std::nullopt;
  const StatedNetwork stated = stated_network(row.system, row.gpus_per_node);
  if (stated.link || !stated.doubt.empty()) return stated.link;
  const auto product = link_of_product(row.system, row.gpus_per_node);
  return product ? std::optional(StatedLink{product->bandwidth}) : std::nullopt;
}

/// Whether the links are not those of the machine, beyond what roundings differ by.  Where not all accelerators of a
/// machine take part, a text may state all links or theirs: then nothing tells.
bool has_other_links(const catalog::MeasuredMachine& machine, int gpus_per_node,
                     const std::optional<StatedLink>& stated) {
  constexpr double kAlike = 1.25;  // chosen: a rate with its protocol's overhead taken off, or without
  const int accelerators = machine.node / machine.ranks_per_accelerator;
  if (!stated || !machine.scale_out || gpus_per_node < accelerators) return false;
  const BytesPerSecond of_machine = *machine.scale_out * machine.node;
  const BytesPerSecond other = stated->bandwidth * (stated->per_gpu ? accelerators : 1);
  return std::abs(std::log(other / of_machine)) > std::log(kAlike);
}

RowMachine machine_in(const catalog::CollectiveProfileItem& item, const CollectiveRow& row,
                      const std::optional<StatedLink>& stated) {
  if (is_in_slots(row)) return RowMachine::kInSlots;
  const bool one_domain = group_of_row(row, item.machine).num_domains == 1;
  if (row.gpus_per_node > item.machine.node) return RowMachine::kOtherSize;
  if (!one_domain && !item.machine.scale_out) return RowMachine::kNoNetwork;
  if (has_other_links(item.machine, row.gpus_per_node, stated)) return RowMachine::kOtherLinks;
  const bool gpu = std::ranges::any_of(item.gpus, [&](const std::string& g) {
    return has_word_starting(row.gpu, g) || catalog::may_be_unnamed(row.gpu, g);
  });
  return gpu ? RowMachine::kSame : RowMachine::kOtherGpu;
}

}  // namespace

RowMachine row_machine(const catalog::CollectiveProfileItem& item, const CollectiveRow& row) {
  return machine_in(item, row, stated_link(row));
}

const catalog::CollectiveProfileItem* profile_of_row(const std::vector<catalog::CollectiveProfileItem>& items,
                                                     const CollectiveRow& row) {
  // Machines of one domain are joined by the accelerators' links, whatever the system is called.
  const catalog::CollectiveProfileItem *best = nullptr, *inside = nullptr;
  std::size_t longest = 0;
  const std::optional<StatedLink> stated = stated_link(row);
  const std::string chip = chip_word(row.gpu);
  const std::string system = lower_case(row.system);
  // "NCCL_MNNVL_ENABLE=0", boards with a domain of their own, "without NVLink between them".
  const bool one_rack = !holds(system + " " + row.notes, "mnnvl_enable=0") && !holds(system, "nvl4") &&
                        !holds(system, "nvl2") && (!holds(system, "nvlink") || affirms_word(system, "nvlink"));
  for (const catalog::CollectiveProfileItem& item : items) {
    const RowMachine machine = machine_in(item, row, stated);
    const auto take_longer = [&](const std::string& word) {
      if (word.size() <= longest || !holds(row.system, word)) return;
      longest = word.size();
      best = &item;
    };
    // An instance may have another GPU than the profile was measured on, as its name says then.
    for (const std::string& instance : item.instances)
      if (machine == RowMachine::kSame || (machine == RowMachine::kOtherGpu &&
                                           (row.gpu.empty() || (!chip.empty() && has_word_starting(instance, chip)))))
        take_longer(instance);
    if (machine != RowMachine::kSame) continue;
    const bool one_domain = group_of_row(row, item.machine).num_domains == 1;
    if (item.systems.empty() && one_domain && best == nullptr && !chip.empty()) best = &item;
    if (one_domain && row.nodes > 1 && one_rack && inside == nullptr && !chip.empty()) inside = &item;
    std::ranges::for_each(item.systems, take_longer);
  }
  return best != nullptr ? best : inside;
}

std::variant<catalog::CollectiveProfileItem, StepRefusal> unmeasured_machine_of_row(const CollectiveRow& row,
                                                                                    const catalog::Catalog& catalog) {
  if (is_in_slots(row)) return StepRefusal{fmt::format("{} in PCIe slots is not modelled", row.gpu)};
  if (row.nodes > 1 && !stated_link(row))
    return StepRefusal{
        fmt::format("no profile for {} on \"{}\", whose text states no network between machines; fit one "
                    "with fmplan calibrate collectives",
                    row.gpu, row.system)};
  StepRow step;
  step.gpu = row.gpu;
  step.system = row.system;
  step.gpus_per_node = row.gpus_per_node;
  step.num_gpus = row.nodes * row.gpus_per_node;
  std::vector<std::string> assumptions;
  const auto machine = machine_of_row(step, catalog, assumptions);
  if (const auto* refusal = std::get_if<StepRefusal>(&machine)) return *refusal;
  hardware::Instance instance = std::get<StepMachine>(machine).instance;
  instance.like = std::exchange(instance.name, row.system);
  // The transport is the text's: a profile over EFA says nothing of InfiniBand.
  if (instance.scale_out && row.nodes > 1) instance.scale_out->name = stated_network(row.system, row.gpus_per_node).in;
  auto item = catalog.collectives_for(instance);
  if (!item)
    return StepRefusal{
        fmt::format("no profile for {} on \"{}\", and none of its kind; fit one with fmplan calibrate "
                    "collectives",
                    row.gpu, row.system)};
  if (instance.scale_up) item->machine.scale_up = instance.scale_up->bandwidth;
  item->machine.scale_out = instance.scale_out ? std::optional(instance.scale_out->bandwidth) : std::nullopt;
  item->machine.node = instance.accelerators_per_node;
  item->machine.domain = instance.scale_up_domain;
  return *std::move(item);
}

network::CollectiveGroup group_of_row(const CollectiveRow& row, const catalog::MeasuredMachine& machine) {
  network::CollectiveGroup group;
  group.num_ranks = row.nodes * row.gpus_per_node;
  const int nodes_per_domain = machine.domain / machine.node;
  group.ranks_per_domain =
      network::ranks_of_domain(group.num_ranks, row.gpus_per_node, nodes_per_domain * row.gpus_per_node);
  group.num_domains = (group.num_ranks + group.ranks_per_domain - 1) / group.ranks_per_domain;
  group.scale_up_bandwidth = group.pair_bandwidth = machine.scale_up;
  group.scale_out_bandwidth = machine.scale_out.value_or(BytesPerSecond{});
  return group;
}

std::optional<calibration::CollectiveObservation> observation_of_row(const CollectiveRow& row,
                                                                     const catalog::MeasuredMachine& machine) {
  const std::optional<network::Collective> collective = network::parse_collective_name(row.collective);
  const network::CollectiveGroup group = group_of_row(row, machine);
  if (!collective || group.num_ranks < 2 || (group.num_domains > 1 && !machine.scale_out)) return std::nullopt;
  return calibration::CollectiveObservation{.source_id = row.source_id,
                                            .collective = *collective,
                                            .bytes = row.bytes * byte,
                                            .time = row.time_us * microsecond,
                                            .group = group,
                                            .only = restriction_in(row.notes)};
}

catalog::FittedRow fitted_row(const CollectiveRow& row) {
  return {.source_id = row.source_id, .source_ref = row.source_ref, .fingerprint = row_fingerprint(row)};
}

}  // namespace fmplan::evidence
