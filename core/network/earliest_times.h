#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace fmplan::network {

/// The earliest of many times that keep changing, as a tree of minima with 16 children to a node.
class EarliestTimes {
 public:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  explicit EarliestTimes(std::size_t num_slots) {
    do {
      num_slots = num_slots == 0 ? 1 : (num_slots + kFan - 1) / kFan;
      levels_.emplace_back(num_slots * kFan, kNever);
      changed_.emplace_back(num_slots, char{0});
      changed_nodes_.emplace_back();
    } while (num_slots > 1);
  }

  /// Takes effect with the next refresh().
  void set(std::size_t slot, double time) {
    levels_[0][slot] = time;
    mark(0, slot / kFan);
  }

  void refresh() {
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      for (const std::size_t node : changed_nodes_[level]) {
        changed_[level][node] = 0;
        if (level + 1 == levels_.size()) continue;
        levels_[level + 1][node] = minimum(level, node);
        mark(level + 1, node / kFan);
      }
      changed_nodes_[level].clear();
    }
  }

  double earliest() const { return minimum(levels_.size() - 1, 0); }

  /// Calls visit(slot) for every slot whose time is at most `limit`, in order of the slots.
  template <typename Visit>
  void visit_until(double limit, Visit&& visit) const {
    visit_node(levels_.size() - 1, 0, limit, visit);
  }

 private:
  static constexpr std::size_t kFan = 16;  ///< chosen: two cache lines of times

  void mark(std::size_t level, std::size_t node) {
    if (changed_[level][node] == 0) changed_nodes_[level].push_back(node);
    changed_[level][node] = 1;
  }

  double minimum(std::size_t level, std::size_t node) const {
    const double* const times = levels_[level].data() + node * kFan;
    double even = times[0];
    double odd = times[1];
    for (std::size_t i = 2; i < kFan; i += 2) {
      even = times[i] < even ? times[i] : even;
      odd = times[i + 1] < odd ? times[i + 1] : odd;
    }
    return even < odd ? even : odd;
  }

  template <typename Visit>
  void visit_node(std::size_t level, std::size_t node, double limit, Visit& visit) const {
    for (std::size_t i = node * kFan; i < (node + 1) * kFan; ++i) {
      if (levels_[level][i] > limit) continue;
      if (level == 0) {
        visit(i);
      } else {
        visit_node(level - 1, i, limit, visit);
      }
    }
  }

  std::vector<std::vector<double>> levels_;  ///< the times, their minima by 16, the minima of those …
  std::vector<std::vector<char>> changed_;
  std::vector<std::vector<std::size_t>> changed_nodes_;
};

}  // namespace fmplan::network
