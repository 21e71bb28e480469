#pragma once

/// @file
/// A difference told as shares: of the inputs that were changed (Shapley's value) and of the factors and terms that a
/// figure is made of (logarithmic means).  Values in, shares out.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace fmplan::plan {

/// Which changes are made: bit i is set where change i is.
using ChangeSet = std::uint64_t;
/// Changes that a set can hold.
inline constexpr int kMostChanges = 64;

/// A figure with the changes of a set made; none where it is unknown or that set cannot be planned.
using FigureOfSet = std::function<std::optional<double>(ChangeSet)>;

struct InputShares {
  std::vector<double> shares;           ///< by change; empty: no order of the changes can be gone through
  std::vector<double> standard_errors;  ///< of sampled orders; empty: all were taken
  double possible = 0;                  ///< share of the orders that can be
};

/// Shapley's value [Shapley 1953]: what change i adds, averaged over all orders of making the changes.  The shares add
/// up to the whole difference.
///
/// An order that comes through a set without a figure is left out: the mean is then over the orders that remain
/// [Faigle & Kern 1992], each of which adds up to the whole difference as well.  With N(S) and M(S) possible ways to
/// come to S and to go on from there,
///   share_i = Σ_{S without i} N(S) · M(S + i) · (v(S + i) − v(S)) / N(all).
/// @pre 1 <= num_changes <= 20: it asks for 2^n figures.
InputShares shares_of_all_orders(int num_changes, const FigureOfSet& figure);

using ChangeOrder = std::vector<int>;

/// `num_pairs` orders drawn evenly, each followed by its reverse, whose errors mostly cancel (antithetic draws).
std::vector<ChangeOrder> sampled_orders(int num_changes, int num_pairs, std::uint64_t seed);

/// The mean over orders as sampled_orders() gives them, with the standard error of the pairs' means.
InputShares shares_of_orders(const std::vector<ChangeOrder>& orders, const FigureOfSet& figure);

/// The difference of Π to_k and Π from_k by factor, with the logarithmic mean L of the two products [Ang 2004, LMDI]:
///   share_k = L(Π to, Π from) · ln(to_k / from_k),  L(a, b) = (a − b)/ln(a/b), L(a, a) = a.
/// Nothing is left over.  @pre as many of both, all positive.
std::vector<double> factor_shares(std::span<const double> from, std::span<const double> to);

/// Shares as whole numbers of `unit` that add up to `total` as a whole number of it: each is rounded down, and those
/// with the largest remainders are given one unit more.
std::vector<double> rounded_shares(std::span<const double> shares, double total, double unit);

}  // namespace fmplan::plan
