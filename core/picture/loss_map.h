#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/statistics.h"

namespace fmplan::picture {

/// A training: so many parameters on so many tokens.
struct LossPoint {
  double parameters = 0;
  double tokens = 0;

  friend bool operator==(const LossPoint&, const LossPoint&) = default;
};

/// Trainings that have something in common, with falling tokens: `text` says what.
struct LossCurve {
  std::string text;
  std::vector<LossPoint> points;
};

struct LossMark {
  enum class Kind { kAsked, kBest, kBeside };

  Kind kind = Kind::kAsked;
  LossPoint at;
  std::string text;
};

/// What a scaling law says over parameters and tokens, worked out and worded.
struct LossMap {
  std::string title;
  std::string subtitle;         ///< the law's name
  std::string loss_means;       ///< unit and data of the loss
  std::string parameters_mean;  ///< what the law counts as a parameter
  std::string compute_means;    ///< what is equal along a budget: "6ND"
  Range parameters;             ///< of the axes; curves lie within them
  Range tokens;
  std::optional<Range> fitted_parameters{};  ///< on which the law was fitted
  std::optional<Range> fitted_tokens{};
  std::vector<LossCurve> losses{};
  std::vector<LossCurve> budgets{};
  LossCurve own_budget{};  ///< of the answer, without points: none
  std::vector<LossPoint> optimum{};
  std::vector<LossMark> marks{};
};

/// Both axes logarithmic: parameters to the right, tokens upwards.  Curves of equal loss and of equal compute with
/// their texts, the line of the best division of compute, the marks with theirs, and where the law was fitted.
/// @pre 0 < low < high of both axes
std::string loss_map_svg(const LossMap& map);

}  // namespace fmplan::picture
