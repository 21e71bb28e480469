#pragma once

/// @file
/// Whether nodes are there when they were to be: deliveries that slip, nodes that are found defective.

#include <string>
#include <vector>

#include "core/scenario/programme.h"

namespace fmplan::programme {

/// One delivery.
struct DeliveryCheck {
  std::string pool;
  Date on;
  int nodes = 0;
  double expected_defective = 0;
  std::vector<double>
      chances;  ///< of kDeliveryDays: that many days after, all but the pool's spares are there and good
  int spares_for_confidence = 0;  ///< beyond the nodes that are needed, so that enough are good when they are checked
};

/// Days after a delivery that are looked at.
inline constexpr int kDeliveryDays[] = {1, 2, 7};
/// Of having enough good nodes (the office's: nineteen in twenty).
inline constexpr double kDeliveryConfidence = 0.95;

struct DayOne {
  std::vector<DeliveryCheck> deliveries;
  std::vector<double> chances;  ///< of kDeliveryDays: all deliveries together
};

/// By d days after a delivery of n nodes, of which n − s are needed (s the pool's spares, for its first delivery):
///   0 before they are checked; P(Binomial(n, defective) ≤ s) until a defective one is replaced, 1 from then on,
/// times the chance that it is not late by more than what is left.  Deliveries and nodes are independent.
DayOne day_one(const scenario::Programme& programme);

}  // namespace fmplan::programme
