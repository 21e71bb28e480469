#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fmplan::sim {

/// One of the reasons that a published count is split into.
struct FailureCause {
  std::string name;  ///< as published
  double count = 0;
  bool node_lost = true;  ///< else only its processes die

  friend bool operator==(const FailureCause&, const FailureCause&) = default;
};

/// An observed rate of interruptions that stop a whole job, with the count it comes from.
struct FailurePreset {
  std::string name;
  std::string title;
  double per_1000_node_days = 0;     ///< unplanned, per eight-accelerator node
  std::optional<double> num_events;  ///< counted; none where only a rate was published
  std::optional<double> node_days;   ///< exposure of the count
  std::vector<FailureCause> causes;  ///< add up to the count; empty where no split was published
  int accelerators = 0;              ///< scale of the system it was observed on
  bool confirmed = false;
  std::string source;

  friend bool operator==(const FailurePreset&, const FailurePreset&) = default;
};

}  // namespace fmplan::sim
