#pragma once

/// @file
/// What stands beside a plan: other numbers of nodes, and the assumptions that decide most.

#include <optional>
#include <string>
#include <vector>

#include "core/base/names.h"
#include "core/plan/report.h"
#include "core/plan/verdict.h"

namespace fmplan::plan {

/// The same question on another number of nodes.
struct Neighbour {
  int nodes_held = 0;
  int nodes_training = 0;
  std::optional<int> other_batch{};  ///< sequences of the main phase; none: as asked for
  Verdict verdict = Verdict::kOk;
  // Where it ends:
  std::optional<double> fit_chance{};  ///< that its plan fits
  bool is_tight = false;               ///< less than is asked for
  std::optional<double> median_days{};
  std::optional<double> p90_days{};
  std::optional<double> chance{};  ///< of being ready by the deadline; none: there is none
  std::optional<Dollars> cost{};   ///< CostReport::known(), expected
  bool cost_is_partial = false;    ///< some of it has no known price
};

/// What an answer rests on and might be otherwise.
enum class Deciding { kStepTime, kCampaigns, kReplacement, kFailures, kSoftware };
inline constexpr auto kDecidingNames = names<Deciding>({{"step_time", Deciding::kStepTime},
                                                        {"campaign_overhead", Deciding::kCampaigns},
                                                        {"replacement", Deciding::kReplacement},
                                                        {"failures", Deciding::kFailures},
                                                        {"software", Deciding::kSoftware}});

/// One of them at its bad end.
struct DecidingAssumption {
  Deciding kind = Deciding::kStepTime;
  std::string path;                         ///< that sets it, as a JSON Pointer
  std::string value;                        ///< at the bad end, as people write it
  double more_days = 0;                     ///< in the mean; infinite: no end
  std::optional<Dollars> more_cost{};       ///< none: no end, or the nodes' price is unknown
  std::optional<MoreSpares> with_spares{};  ///< of kReplacement, ReplacementCase::with_spares
};

/// What stands beside a plan.
struct Outlook {
  std::vector<Neighbour> neighbours;
  std::vector<DecidingAssumption> deciding;
};

/// The question on half, three quarters, five quarters and twice the nodes of its answer, by evaluate(), fewest first.
/// None where every phase states its nodes, or nothing was planned.
std::vector<Neighbour> neighbours(const Scenario& asked, const Report& report, int threads = 1);

/// What the run takes if one assumption is at its bad end, those that cost most days first: the step time and what
/// campaigns take at their 90 % quantiles, the longest time to replace a node and the highest rate of failures of the
/// catalogue, a training stack one year older.  Empty where the run does not end.
std::vector<DecidingAssumption> deciding_assumptions(const Report& report);

}  // namespace fmplan::plan
