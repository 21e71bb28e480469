#include "core/calibration/conformal.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace fmplan::calibration {

std::optional<double> conformal_factor(const std::vector<SourceResidual>& residuals, const std::string& left_out,
                                       double level) {
  std::map<std::string, int> rows;
  for (const SourceResidual& residual : residuals)
    if (residual.source != left_out) ++rows[residual.source];
  std::vector<std::pair<double, double>> scores;  // and their masses
  for (const SourceResidual& residual : residuals)
    if (residual.source != left_out)
      scores.emplace_back(std::abs(residual.log_ratio),
                          1.0 / (static_cast<double>(rows.size() + 1) * rows[residual.source]));
  std::sort(scores.begin(), scores.end());
  // Sums of 1/n miss a round level by rounding.
  constexpr double kRounding = 1e-12;
  double mass = 0;
  for (const auto& [score, share] : scores) {
    mass += share;
    if (mass >= level - kRounding) return std::exp(score);
  }
  return std::nullopt;
}

}  // namespace fmplan::calibration
