#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/shared_list.h"

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
  double per_1000_node_days = 0;     ///< unplanned, of nodes of …
  int accelerators_per_node = 8;     ///< … so many accelerators
  std::optional<double> num_events;  ///< counted; none where only a rate was published
  std::optional<double> node_days;   ///< exposure of the count
  /// Shape of the Gamma law of rates between clusters, for a rate that was not counted; none: it is taken as exact.
  std::optional<double> between_clusters{};
  SharedList<FailureCause> causes;  ///< add up to the count; empty where no split was published
  int accelerators = 0;             ///< scale of the system it was observed on
  bool confirmed = false;
  std::string source;

  friend bool operator==(const FailurePreset&, const FailurePreset&) = default;
};

/// The preset's rate for nodes of so many accelerators, in proportion to them: per 1000 node-days.
double rate_of_nodes(const FailurePreset& preset, int accelerators_per_node);

/// Shape of the Gamma law that a preset's rate is known to: events + ½ (Jeffreys' prior) where it was counted, else
/// that of rates between clusters; none: the rate is taken as exact.
std::optional<double> rate_shape(const FailurePreset& preset);

/// The quantile of that law, over the rate as stated: of Gamma(events + ½, events), which has a mean half an event
/// above 1, or of Gamma(shape, shape); 1 for an exact rate.  @pre 0 < probability < 1
double rate_factor(const FailurePreset& preset, double probability);

/// Means of that law within `parts` stretches of equal probability, lowest first, over the rate as stated; {1} for an
/// exact rate.  @pre parts ≥ 1
std::vector<double> rate_factors(const FailurePreset& preset, int parts);

}  // namespace fmplan::sim
