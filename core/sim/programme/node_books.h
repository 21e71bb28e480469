#pragma once

/// @file
/// Where the node-hours of a trial go: whole counts of nodes, added up over the time for which they hold.

#include <array>
#include <cstdint>
#include <vector>

#include "core/sim/programme/programme_settings.h"

namespace fmplan::sim {

/// Node-seconds by consecutive stretches of time.
struct TimeBins {
  std::vector<double> ends_s;  ///< ascending; what comes after the last is not counted
  std::vector<double> node_s;

  void add(double from_s, double to_s, double nodes);
};

/// A number of nodes that changes from time to time.
struct NodeMeter {
  int nodes = 0;
  double since_s = 0;
  double node_s = 0;  ///< up to then

  /// Passes the time up to now.
  void pass(double now_s) {
    node_s += nodes * (now_s - since_s);
    since_s = now_s;
  }
  double node_s_by(double now_s) const { return node_s + nodes * (now_s - since_s); }
};

/// Nodes of a pool by what they are at: held is the sum of the others.
enum class NodeUse : std::uint8_t { kHeld, kUnfit, kSpare, kBusy, kKept, kIdle };
inline constexpr std::size_t kNumNodeUses = 6;

struct PoolBook {
  std::array<NodeMeter, kNumNodeUses> meters{};
  TimeBins held_by_week, allotted_by_week;

  NodeMeter& operator[](NodeUse use) { return meters[static_cast<std::size_t>(use)]; }
  const NodeMeter& operator[](NodeUse use) const { return meters[static_cast<std::size_t>(use)]; }
  int nodes(NodeUse use) const { return (*this)[use].nodes; }

  /// Passes the time up to now, as far as the programme's end.  Before any change of a number.
  void pass(double now_s, double end_s);
};

/// The books of a trial: of pools, and of what organisations are allotted by month, up to the programme's end; of
/// projects and organisations to the last second.
class NodeBooks {
 public:
  explicit NodeBooks(const ProgrammeSettings& settings);

  PoolBook& pool(int number) { return pools_[static_cast<std::size_t>(number)]; }
  const PoolBook& pool(int number) const { return pools_[static_cast<std::size_t>(number)]; }
  /// Passes a pool's time; then its numbers may change.
  PoolBook& passed(int number, double now_s);
  /// A project is allotted so many nodes more, or fewer.
  void allot(int project, int pool, int nodes, double now_s);

  /// Node-seconds that an organisation has had up to now, and nodes that it has.
  double organisation_node_s(int organisation, double now_s) const;
  int organisation_nodes(int organisation) const {
    return organisations_[static_cast<std::size_t>(organisation)].nodes;
  }
  double project_node_s(int project, double now_s) const;

  /// Passes all time up to the programme's end.
  void close();
  std::vector<double> allotted() const;
  /// What an organisation has of a pool after the programme's end, up to now.
  double after_end_node_s(int organisation, int pool, double now_s) const;

 private:
  TimeBins& months(int organisation, int pool);

  const ProgrammeSettings& settings_;
  std::vector<PoolBook> pools_;
  std::vector<NodeMeter> projects_, organisations_;
  std::vector<NodeMeter> holdings_;  ///< by organisation and pool
  std::vector<TimeBins> months_;     ///< likewise
};

}  // namespace fmplan::sim
