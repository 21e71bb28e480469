#pragma once

/// @file
/// What the trials of a programme draw, and how its streams of random numbers are told apart.

#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/sim/programme/programme_settings.h"

namespace fmplan::sim {

/// The seed of part `number`: 0 has the programme's own, so that it draws what simulate_run() draws; the others are as
/// far apart as SplitMix64 [Steele, Lea & Flood 2014] brings them.
std::uint64_t luck_seed(std::uint64_t seed, std::uint64_t number);

/// Streams of random numbers beside those of runs (TrialStream).
enum class ProgrammeStream : std::uint32_t { kLateness = 200, kDefects, kArrivals, kWidths, kDurations };
RandomKey programme_key(std::uint64_t seed, std::int64_t trial, ProgrammeStream stream);

/// Standard normals whose correlations are all one ρ, drawn one after another: row k of the Cholesky factor of the
/// matrix of ones on and ρ off its diagonal is (c₀, …, c_{k−1}, d_k) with
///   d_k = √(1 − Σ_{j<k} c_j²),   c_k = (ρ − Σ_{j<k} c_j²)/d_k
/// so that the first is its own draw.  @pre 0 ≤ ρ ≤ 1
class EqualCorrelation {
 public:
  explicit EqualCorrelation(double rho) : rho_(rho) {}

  /// The next one, of an independent standard normal.
  double next(double normal);

 private:
  double rho_;
  double shared_ = 0;   ///< Σ c_j·normal_j
  double squares_ = 0;  ///< Σ c_j²
};

/// One error of the step time: of a project and a kin.
struct ErrorGroup {
  int project = 0;
  int kin = -1;
  std::uint64_t seed = 1;  ///< of its first task
};

/// Those of the programme, in the order of their first tasks; the one of each task, −1 where it has none.
struct ErrorGroups {
  std::vector<ErrorGroup> groups;
  std::vector<int> of_task;
};
ErrorGroups error_groups(const ProgrammeSettings& settings, std::uint64_t seed);

/// The standard normal that each group's error is a quantile of, in one trial.
std::vector<double> draw_errors(const ErrorGroups& groups, double shared_error, std::int64_t trial);

}  // namespace fmplan::sim
