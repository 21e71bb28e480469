#pragma once

/// @file
/// The ranks that the heading of nccl-tests lists, and on how many nodes of how many GPUs they are.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fmplan::evidence {

struct ListedRank {
  int number = 0;
  std::string host;           ///< empty: not said
  std::string process;        ///< its number on the host; empty: not said
  std::optional<int> device;  ///< of those that its process sees
  std::string gpu;            ///< with its numbers: "NVIDIA GeForce RTX 5090"

  friend bool operator==(const ListedRank&, const ListedRank&) = default;
};

/// "Rank  0 Group  0 Pid 1 on host device  0 [0x53] NVIDIA H100 80GB HBM3" in words; none where it is no such line.
std::optional<ListedRank> listed_rank(const std::vector<std::string_view>& words);

/// By their numbers.  A list may be shortened.
using RankList = std::map<int, ListedRank>;

/// The highest number and one: ranks count from 0, whichever of them are listed.
int num_ranks(const RankList& list);

struct NodeLayout {
  int nodes = 1;
  int gpus_per_node = 1;

  int num_ranks() const { return nodes * gpus_per_node; }
  friend bool operator==(const NodeLayout&, const NodeLayout&) = default;
};

/// Whether a process of the list drives several GPUs, as nccl-tests' "-g 8" and "-t 8" make one do.
bool shares_process(const RankList& list);

/// Of a whole list: its hosts, if all have as many ranks.  Of a shortened one: where its hosts, each with as many GPUs
/// as the highest device tells, are all ranks, as there can be no fewer of either.
std::optional<NodeLayout> layout_of(const RankList& list);

/// What is known of a run beside its list.
struct LayoutSaid {
  std::optional<int> nodes;
  std::optional<int> gpus_per_node;
  std::optional<int> node_gpus;  ///< all GPUs of a node of the machine, of which a run may use fewer
};

/// The layout as it was said; what was not said, by the list; what that leaves open, by the machine.  Hosts may be
/// containers of one node, but no node is two hosts.  Else what is missing.
std::variant<NodeLayout, std::string> resolved_layout(const RankList& list, const LayoutSaid& said);

}  // namespace fmplan::evidence
