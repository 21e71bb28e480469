#pragma once

/// @file
/// What an offer of the market on a number of nodes is worth, and what keeps it from being an answer.

#include <cstddef>
#include <optional>
#include <string>
#include <tuple>

#include "core/plan/report.h"
#include "core/what_if/market_offers.h"

namespace fmplan::what_if {

/// Why a number of nodes does not do.
enum class Failing {
  kNothing,
  kPlan,
  kMemory,
  kEnd,
  kTooManyForBlocks,
  kTooLongForBlock,
  kDeadline,
  kBound,
  kUnknown,  ///< the bound may hold or not
};
inline constexpr std::size_t kNumFailings = 9;

/// How much better numbers of nodes may be than those a few percent away (chosen: of the bundled scenario's machines
/// the best of all numbers is up to 1.2 % better than that of six binary digits; at 0.03 one winner was missed by 0.004
/// %).
inline constexpr double kMarketSlack = 0.05;

/// What became of an offer on a number of nodes.
struct Judged {
  Failing failing = Failing::kPlan;
  std::optional<double> objective{};
  std::optional<double> at_least{};  ///< what is known of an objective that is not known whole
  double misses_by = 0;              ///< of the deadline and the bound the one that is missed by more
  double gpu_hours = 0;              ///< by which those of which nothing is known are put in order
  double days = 0;                   ///< median
  double lost = 0;                   ///< to failures and checkpoints, of the time; 1: there is no end
  std::optional<double> cost{};

  bool runs() const {
    return failing == Failing::kNothing || failing == Failing::kDeadline || failing == Failing::kBound ||
           failing == Failing::kUnknown;
  }
  bool does() const { return failing == Failing::kNothing; }
};

/// Less is better: objectives that are known before those of which a part is, and these, where the least is asked for,
/// before those of which nothing is.
using Worth = std::tuple<int, double>;

Worth worth_of(const Judged& judged, Goal goal);

/// The whole of an objective, or what is known of it.
void set_objective(Judged& judged, const answer::FigureValue& objective);

/// Whether `other` is worse than `best` by no more than kMarketSlack.
bool is_near(const Worth& best, const Worth& other);

/// Holds reports against the question's deadline, bound and objective.
class MarketJudge {
 public:
  /// Both must outlive it.
  MarketJudge(const MarketQuestion& question, const catalog::Catalog& catalog);

  Judged judge(const plan::Report& report) const;
  Failing failing_of(const plan::Report& report, const answer::FigureValues& values) const;
  answer::FigureValues values_of(const plan::Report& report, const nlohmann::json& document) const;
  /// Of the deadline the chance that lacks, over the confidence.
  Miss miss_of_bounds(const plan::Report& report, const answer::FigureValues& values) const;

  /// What fails, in a cell.
  std::string failing_text(const Judged& judged) const;
  /// What keeps the bound from being told.
  std::string unknown_text() const;

 private:
  const MarketQuestion& question_;
  const catalog::Catalog& catalog_;
  bool wants_json_ = false;  ///< a figure stands only in the report's JSON
};

/// The objective and what the bound asks for.
std::vector<answer::Figure> asked_figures(const MarketQuestion& question);

}  // namespace fmplan::what_if
