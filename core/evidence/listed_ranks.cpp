#include "core/evidence/listed_ranks.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace fmplan::evidence {
namespace {

std::optional<int> whole_number(std::string_view word) {
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || value < 0) return std::nullopt;
  return value;
}

/// What stands behind "device  0 [0000:18:00]"; the address may have a blank in it.
std::string gpu_behind(std::vector<std::string_view>::const_iterator word,
                       std::vector<std::string_view>::const_iterator end) {
  if (word != end && word->starts_with('[')) {
    while (word != end && !word->ends_with(']')) ++word;
    if (word != end) ++word;
  }
  std::string gpu;
  for (; word != end; ++word) gpu += (gpu.empty() ? "" : " ") + std::string(*word);
  return gpu;
}

std::map<std::string, int> ranks_by_host(const RankList& list) {
  std::map<std::string, int> counts;
  for (const auto& [number, rank] : list) ++counts[rank.host];
  return counts;
}

/// GPUs that a node has at least: the highest device that a process sees and one.
int fewest_gpus(const RankList& list) {
  int fewest = 1;
  for (const auto& [number, rank] : list) fewest = std::max(fewest, rank.device.value_or(0) + 1);
  return fewest;
}

bool is_whole(const RankList& list) { return static_cast<int>(list.size()) == num_ranks(list); }

/// GPUs a node of so many nodes, by the list; none where it says otherwise.
std::optional<int> gpus_by_list(const RankList& list, int nodes) {
  const int ranks = num_ranks(list);
  if (ranks == 0 || ranks % nodes != 0) return std::nullopt;
  const std::optional<NodeLayout> layout = layout_of(list);
  const bool agrees = is_whole(list) ? layout && nodes <= layout->nodes : ranks / nodes >= fewest_gpus(list);
  return agrees ? std::optional(ranks / nodes) : std::nullopt;
}

}  // namespace

std::optional<ListedRank> listed_rank(const std::vector<std::string_view>& words) {
  const auto device = std::find(words.begin(), words.end(), "device");
  if (words.size() < 2 || words.front() != "Rank" || device == words.end()) return std::nullopt;
  constexpr int kMost = 10'000'000;  // chosen, beyond any job, so that one more is a number too
  const std::optional<int> number = whole_number(words[1]);
  if (!number || *number > kMost) return std::nullopt;
  const auto word_behind = [&](std::string_view key) {
    const auto found = std::find(words.begin(), device, key);
    return found != device && found + 1 != device ? std::string(*(found + 1)) : std::string();
  };
  ListedRank rank{.number = *number, .host = word_behind("on"), .process = word_behind("Pid"), .device = {}, .gpu = {}};
  if (device + 1 == words.end()) return rank;
  rank.device = whole_number(*(device + 1));
  if (rank.device && *rank.device > kMost) rank.device.reset();
  rank.gpu = gpu_behind(device + 2, words.end());
  return rank;
}

bool shares_process(const RankList& list) {
  // Containers may have the same numbers of processes, and see one device each.
  std::map<std::pair<std::string_view, std::string_view>, int> device_of;
  for (const auto& [number, rank] : list) {
    if (rank.process.empty() || !rank.device) continue;
    const auto [first, is_new] = device_of.try_emplace({rank.host, rank.process}, *rank.device);
    if (!is_new && first->second != *rank.device) return true;
  }
  return false;
}

int num_ranks(const RankList& list) { return list.empty() ? 0 : list.rbegin()->first + 1; }

std::optional<NodeLayout> layout_of(const RankList& list) {
  const std::map<std::string, int> by_host = ranks_by_host(list);
  if (by_host.empty() || by_host.contains("")) return std::nullopt;
  const int hosts = static_cast<int>(by_host.size()), ranks = num_ranks(list);
  if (is_whole(list)) {
    const bool alike = std::ranges::all_of(by_host, [&](const auto& host) { return host.second * hosts == ranks; });
    return alike ? std::optional(NodeLayout{hosts, ranks / hosts}) : std::nullopt;
  }
  return ranks % hosts == 0 && ranks / hosts == fewest_gpus(list) ? std::optional(NodeLayout{hosts, ranks / hosts})
                                                                  : std::nullopt;
}

std::variant<NodeLayout, std::string> resolved_layout(const RankList& list, const LayoutSaid& said) {
  const auto fits = [&](std::optional<int> gpus) { return gpus && (!said.node_gpus || *gpus <= *said.node_gpus); };
  const std::optional<NodeLayout> listed = layout_of(list);
  std::optional<int> nodes = said.nodes, gpus = said.gpus_per_node;
  if (!nodes && listed) nodes = listed->nodes;
  if (!gpus && nodes)
    if (const auto by_list = gpus_by_list(list, *nodes); fits(by_list)) gpus = by_list;
  if (!gpus) gpus = said.node_gpus;
  if (!nodes && gpus && num_ranks(list) > 0 && num_ranks(list) % *gpus == 0) nodes = num_ranks(list) / *gpus;
  if (!nodes) return "does not say on how many nodes it ran; give --nodes";
  if (!gpus) return "does not say how many GPUs a node has; give --instance or --gpus-per-node";
  return NodeLayout{*nodes, *gpus};
}

}  // namespace fmplan::evidence
