#pragma once

/// @file
/// The figures that plans are compared by.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "core/base/statistics.h"
#include "core/plan/report.h"
#include "core/plan/step_comparison.h"

namespace fmplan::answer {

/// How a figure goes with the speed of the steps, and so what its difference to another plan's may be off by.
enum class SpeedLaw : std::uint8_t {
  kNone,     ///< not by a rule
  kExact,    ///< counted, not predicted
  kInSpeed,  ///< in proportion: tokens per second
  kInverse,  ///< in proportion to the time of a step: days, hours, money
};

struct ComparedFigure {
  const char* label;
  const char* pointer;  ///< into a plan's report
  SpeedLaw law;
  double unit;      ///< that shares of a difference are whole numbers of
  bool is_money;    ///< a decimal string in JSON
  bool is_checked;  ///< saved figures and those planned again must agree in it
  std::string (*text)(double value);
  std::optional<double> (*of)(const plan::Report& report);
  const char* at_least = nullptr;  ///< into a plan's report: what is known of it where `pointer` has nothing
};

/// In the order shown.
std::span<const ComparedFigure> compared_figures();

/// The figure as the report's JSON has it; none if it is unknown.
std::optional<double> figure_at(const nlohmann::json& report, const char* pointer);
/// Its own 80 % interval there; none where it has none.
std::optional<Range> interval_at(const nlohmann::json& report, const ComparedFigure& figure);

/// What of a difference is certain.
struct FigureDifference {
  double difference = 0;
  std::optional<double> ratio;         ///< none over 0
  std::optional<Range> difference_80;  ///< none: there is no rule
  std::optional<bool> told_apart;      ///< whether that interval leaves out 0; none: unknown
};

/// `other` against `base`.  Where the figure goes with the speed of the steps, the predicted ratio r is off by the
/// factors of `speed`, the error of the difference (plan/step_comparison.h): [v·(r·f₁ − 1), v·(r·f₂ − 1)] for the
/// base's v as predicted.  All else, of prices, failures and campaigns, is taken to err alike in both.  Steps of
/// another model are other work, and nothing is said of them.
/// @pre none of the two is unknown.
FigureDifference figure_difference(const ComparedFigure& figure, double base, double other,
                                   const std::optional<plan::StepComparison>& speed);

}  // namespace fmplan::answer
