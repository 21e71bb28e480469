#include "core/evidence/collective_question.h"

#include <algorithm>

#include "core/base/words.h"

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

}  // namespace

bool is_machine_of_row(const catalog::CollectiveProfileItem& item, const CollectiveRow& row) {
  const bool gpu = std::ranges::any_of(item.gpus, [&](const std::string& g) { return has_word_starting(row.gpu, g); });
  const bool one_domain = group_of_row(row, item.machine).num_domains == 1;
  return gpu && (one_domain || item.machine.scale_out) && row.gpus_per_node <= item.machine.node;
}

const catalog::CollectiveProfileItem* profile_of_row(const std::vector<catalog::CollectiveProfileItem>& items,
                                                     const CollectiveRow& row) {
  const catalog::CollectiveProfileItem* best = nullptr;
  std::size_t longest = 0;
  for (const catalog::CollectiveProfileItem& item : items) {
    if (!is_machine_of_row(item, row)) continue;
    const bool one_domain = group_of_row(row, item.machine).num_domains == 1;
    if (item.systems.empty() && one_domain && best == nullptr) best = &item;
    for (const std::string& word : item.systems) {
      if (word.size() > longest && holds(row.system, word)) {
        longest = word.size();
        best = &item;
      }
    }
  }
  return best;
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
