#pragma once

/// @file
/// Fits a CollectiveProfile to measured times: minimises, over the logarithms of the coefficients θ,
///
///   Σ_i w_i ρ( ( (ln t̂_i(θ) − ln t_i) / σ_i )² )  +  Σ_k ( (θ_k − θ⁰_k) / s_k )²
///
/// with ρ the soft-L1 loss, σ 5 % from 1 MiB up and 10 % below, θ⁰ the coefficients of a start profile (their hops
/// across domains scaled together to the measured time of small messages), s the spreads of coefficient_table(), and
/// box bounds that keep every efficiency at most 1.  While fitting, the fastest candidate is taken softly,
///   t̂ = (Σ_c t_c^−k)^(−1/k), k rising from 8 to 40,
/// so that candidates that are nearly as fast learn too.  In-place and out-of-place times of one source are averaged
/// first.

#include <vector>

#include "core/calibration/collective_fit.h"

namespace fmplan::calibration {

struct CollectiveFitOptions {
  bool fit_inside = true;   ///< the coefficients inside a domain
  bool fit_across = true;   ///< … and across
  int max_iterations = 60;  ///< of each stage
};

/// The fewest points (after averaging) a fit of the chosen coefficients is tried with: half as many as coefficients
/// that some point could tell about, the priors holding what is left open, and 8 at least.
int points_needed(const std::vector<CollectiveObservation>& observations, const network::CollectiveProfile& start,
                  const CollectiveFitOptions& options);

/// Fits from `start`, whose coefficients are the priors' centres, and sets the interval factors from the residuals.
/// @throws InputError if there are fewer points than points_needed(), or a time or size is not positive and finite.
CollectiveFit fit_collectives(const std::vector<CollectiveObservation>& observations,
                              const network::CollectiveProfile& start, const CollectiveFitOptions& options = {});

/// Factors on the prediction between which 80 % of `observations` lie, at least ±5 %; widened by 1 + 1/√m for m
/// points, since few points show less than the true spread.
network::TimeFactors interval_factors(const std::vector<CollectiveObservation>& observations,
                                      const network::CollectiveProfile& profile);

/// Whose cluster the observations are of: that of who asks, or others' of its kind.
enum class MeasuredAt { kOwnMachine, kOtherSites };

/// What the observations say of how far the profile is off, cell by cell: the hull of what four fifths of the cell's
/// points lie between and of what, in that band of sizes, runs of one cluster differ by, or across domains sites of one
/// system.
std::vector<network::MeasuredCell> measured_cells(const std::vector<CollectiveObservation>& observations,
                                                  const network::CollectiveProfile& profile, MeasuredAt where);

/// Widens the intervals of a fitted profile by what rows it has not seen show: to the hull of its own and theirs where
/// there are at least 10 such points in the size half, else by half as much again on either side (in logarithms), which
/// is about how held-out sources compare to fitted ones where both are known.
void widen_interval(network::CollectiveProfile& profile, const std::vector<CollectiveObservation>& held_out);

/// One row per (source, group, collective, size, restriction): the geometric mean of its times.
std::vector<CollectiveObservation> averaged(const std::vector<CollectiveObservation>& observations);

}  // namespace fmplan::calibration
