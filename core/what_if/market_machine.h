#pragma once

/// @file
/// What the offers of one machine are worth on a number of nodes.

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/plan/report.h"
#include "core/plan/scenario.h"
#include "core/what_if/market_judgement.h"
#include "core/what_if/market_offers.h"

namespace fmplan::what_if {

/// A machine with its offers, of those with the same terms the first, and their scenarios on some number of nodes.
struct Machine {
  std::string instance;
  std::vector<Offer> offers{};
  std::vector<plan::Scenario> terms{};
  std::string refusal{};  ///< of an offer that could not be read
};

/// The offers of a machine on a number of nodes.
struct OffersOnNodes {
  int nodes = 0;
  std::vector<Judged> judged{};       ///< by offer; empty: not looked at
  std::vector<plan::Phase> phases{};  ///< with the plans of all nodes; empty: none are known
};

/// Plans the offers of machines and judges them.  Of any thread.
class MachinePlans {
 public:
  /// All must outlive it.
  MachinePlans(const MarketQuestion& question, const catalog::Catalog& catalog, const MarketJudge& judge);

  /// The question's scenario on an offer.
  nlohmann::json document(const Offer& offer, int nodes) const;

  /// Reads the offers of a machine, for their terms on any number of nodes, and keeps one of each set of terms.
  void read(Machine& machine) const;

  /// The offers on a number of nodes, which decides more of a scenario than its size: failures of the whole job,
  /// checkpoints to other nodes, what a probe says of one node.  All nodes train, or of a `whole` plan as many as is
  /// fastest, as in what a line shows.
  OffersOnNodes look_at(const Machine& machine, int nodes, bool whole) const;

  /// What the offers are worth where some of the nodes held stand by and the others train by the plans of fewer, if
  /// that is faster: it is where failures wait long for another node.
  /// @param looked the numbers of nodes that were looked at, ascending
  std::vector<Judged> judged_standing_by(const Machine& machine, const OffersOnNodes& held,
                                         const std::vector<OffersOnNodes>& looked) const;

 private:
  plan::Scenario scenario_on(const Offer& offer, int nodes) const;
  std::optional<plan::Scenario> terms_of(const Offer& offer, std::string& refusal) const;
  Judged judged(plan::Report report) const;

  const MarketQuestion& question_;
  const catalog::Catalog& catalog_;
  const MarketJudge& judge_;
  bool energy_matters_ = false;  ///< offers of the same money differ in what their sites take
  bool carbon_matters_ = false;  ///< offers of the same money differ
};

}  // namespace fmplan::what_if
