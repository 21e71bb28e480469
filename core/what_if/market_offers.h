#pragma once

/// @file
/// What is asked of the market: machines as they are offered, and what makes one of them the best.

#include <string>
#include <utility>
#include <vector>

#include "core/what_if/point.h"
#include "core/what_if/solve.h"

namespace fmplan::what_if {

/// A machine in one region, bought in one way.
struct Offer {
  std::string instance;
  std::string region;
  std::string kind;                                         ///< of buying
  std::vector<std::string> same_elsewhere{};                ///< regions with the same terms
  std::vector<std::pair<std::string, std::string>> sets{};  ///< of the scenario, for this offer: path and value
  bool by_hand = false;  ///< of the scenario's own machine, which it describes itself
};

struct MarketQuestion {
  AskedScenario scenario;
  std::vector<std::string> sets{};         ///< PATH=VALUE that are already in it, for the lines to paste
  std::vector<Offer> offers;               ///< of one machine next to each other
  std::vector<int> nodes;                  ///< numbers that are tried, ascending
  bool refines = false;                    ///< whether numbers between them are tried, where a better one may lie
  std::vector<answer::Condition> until{};  ///< beside the scenario's deadline; none or one
  Goal goal = Goal::kMinimize;
  answer::Figure objective;
  std::vector<std::string> without_offers{};  ///< machines of which no offer was asked for
  std::string left_out{};                     ///< offers that are not looked at, and why; empty: none
};

}  // namespace fmplan::what_if
