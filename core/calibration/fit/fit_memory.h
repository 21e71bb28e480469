#pragma once

/// @file
/// Fits the numbers of model::MemoryHabits to measured peaks, framework by framework: minimises, within bounds,
///
///   Σ_i ρ( d_i(θ) / 5 % )  +  Σ_j ((θ_j − θ⁰_j)/σ_j)²,   ρ(r) = 2(√(1 + r²) − 1),
///
/// where d = ln b̂ − ln b of a measured peak b, max(0, ln ĉ − ln c) of a run that fitted a card of c bytes, of which ĉ
/// are predicted, and min(0, ln ĉ − ln c) of one that was out of memory.
///
/// The second sum keeps a number that few rows speak of near what is known of it: the framework item's activation
/// factor, 10 bytes a logit (bf16, fp32 copy, fp32 gradient) and none retained, no gathered copy, 0.3 bytes a
/// parameter, and 5.5 % held by the allocator (max_reserved over max_allocated of SimuMax's measured layouts: 2.8
/// to 7.9 %).  Factors and bytes a logit are compared by their logarithms.

#include <map>
#include <string>
#include <vector>

#include "core/calibration/memory_fit.h"

namespace fmplan::calibration {

/// Fits one framework; with no rows the priors are the answer.  @throws InputError for a peak that is not positive and
/// finite.  Rows of every kind of evidence.
MemoryFit fit_memory(const std::vector<const MemoryObservation*>& rows, const model::MemoryHabits& habits);

/// Rows without a measured peak are fitted to, and held out with their group and source, but have no ratio.
/// `habits`: by framework, of the catalogue's items.  Groups are held out one by one, then sources.  A framework's
/// interval comes from the folds of its rows, made as wide as that of all rows' folds where its rows are of fewer than
/// three groups; without kFewestIntervalRows rows it is that of `unseen`.
/// @pre every row's framework is in `habits`.
MemoryCalibration calibrate_memory(const std::vector<MemoryObservation>& rows,
                                   const std::map<std::string, model::MemoryHabits>& habits);

}  // namespace fmplan::calibration
