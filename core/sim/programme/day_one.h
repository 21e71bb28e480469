#pragma once

/// @file
/// Nodes that are good when they are delivered: the binomial law in closed form.

namespace fmplan::sim {

/// The chance that at least `needed` of `delivered` nodes are good, each defective with `defective_share` by its own
/// luck:
///   P = Σ_{k = 0}^{delivered − needed} C(delivered, k)·s^k·(1 − s)^{delivered − k}
/// To about 10⁻¹³.  It leaves out that bad nodes come in batches.  @pre delivered ≥ 0, 0 ≤ defective_share ≤ 1
double chance_of_nodes(int delivered, double defective_share, int needed);

/// The fewest nodes beyond `needed` with which chance_of_nodes() of `needed` is at least `confidence`.
/// @pre needed ≥ 0, 0 ≤ share < 1, 0 ≤ confidence < 1
int fewest_extra_nodes(int needed, double share, double confidence);

}  // namespace fmplan::sim
