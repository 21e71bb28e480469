#pragma once

/// @file
/// The best loss that money and time buy: law, size, shape, plan, nodes and price in one (docs/what_if.md).

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job.h"
#include "core/model/scaling_law.h"
#include "core/model/shape_rule.h"
#include "core/plan/report.h"
#include "core/what_if/point.h"

namespace fmplan::what_if {

struct BudgetQuestion {
  AskedScenario base;               ///< all but the model, its tokens, the batch and the nodes
  std::vector<std::string> sets{};  ///< PATH=VALUE that are already in it
  std::optional<int> batch{};       ///< sequences of a step, where the scenario states them; none: up to the critical
  Dollars budget;                   ///< that the expected cost may be
  model::ScalingLaw law;            ///< that tells the loss
  std::vector<model::ScalingLaw> others{};  ///< laws beside it
  model::LawConditions conditions{};
  std::optional<double> days{};            ///< until the deadline; none: there is none
  std::vector<answer::Condition> until{};  ///< beside budget and deadline, and worse with more tokens; none or one
  int sequence_length = 0;
  model::ShapeRule rule;
  FlopPerSecond node_peak;      ///< of a node, at half precision
  DollarsPerSecond node_price;  ///< on the first day
};

/// What a size is trained on.
struct SizeAnswer {
  model::Transformer model;
  double parameters = 0;
  std::int64_t tokens = 0;  ///< the most that the money and the time are enough for
  int batch = 0;            ///< sequences
  int nodes = 0;            ///< that train
  int spares = 0;
  double loss = 0;
};

/// What a law says of a point.
struct LawView {
  std::string law;
  std::optional<double> loss{};             ///< of the recommended size and tokens
  std::optional<model::Optimum> optimum{};  ///< for the compute of the recommended run
};

struct BudgetAnswer {
  std::optional<SizeAnswer> best;
  /// What more tokens break: "money", "time", "until", "blocks", which are not sold for more, or "batch": the time, but
  /// not with a larger batch, which beyond the critical would be worth less.
  std::string bound_by{};
  std::vector<SizeAnswer> sizes;  ///< the best of every size looked at, ascending
  plan::Report report;            ///< of the best, as `fmplan plan` answers to `scenario`
  nlohmann::json scenario;
  Range loss_80;                           ///< where steps are at the ends of their 80 % interval, for the same money
  std::optional<model::Optimum> promised;  ///< by the law alone at kAssumedUtilisation
  std::vector<LawView> laws;
  bool at_edge = false;         ///< the best is the smallest or largest size looked at
  std::int64_t num_points = 0;  ///< sizes × numbers of nodes
  bool stopped = false;
};

/// What budgets are turned into compute with where nobody plans.
inline constexpr double kAssumedUtilisation = 0.4;

/// Sizes that are looked at, each larger than the last by a tenth (chosen: the loss is flat in it).
inline constexpr double kSizeStep = 1.1;

/// N of the law: without the embeddings where it counts so.
double size_by(const model::ScalingLaw& law, const model::Transformer& model);

/// Whether the law tells the loss of any N and D, and of dense models.
bool tells_loss(const model::ScalingLaw& law);

/// Dense models by the rule, from a quarter of the law's optimum at a twentieth of the peak to four times its optimum
/// at the whole peak; each on numbers of nodes up to 20,000, with the best plan that the framework can be told, for as
/// many tokens as cost the budget and, with the scenario's confidence, end by its deadline.  Money and days rise with
/// tokens, which are bisected.  All sizes are looked at on numbers of nodes a quarter apart, the best of them closely:
/// by turns other batches and other numbers of nodes in every octave that comes near the best.
///
/// A batch that the scenario does not state is at most the critical one of its tokens (data_critical_batch()): of a
/// larger one tokens are worth less than the law takes them for, and the loss told would not be reached.  Spares that
/// it does not state are 1, 2, 4 … up to an eighth of the nodes, as many as give more tokens.
///
/// What a smaller budget finds a larger one finds, too, but for what lies between the numbers that are looked at.  The
/// same answer for any number of threads.
BudgetAnswer spend(const BudgetQuestion& question, const catalog::Catalog& catalog, int threads,
                   const Watch& watch = {});

}  // namespace fmplan::what_if
