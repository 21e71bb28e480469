#pragma once

/// @file
/// Intervals from residuals on rows that were not fitted to, grouped by where they come from.

#include <optional>
#include <string>
#include <vector>

namespace fmplan::calibration {

struct SourceResidual {
  std::string source;
  double log_ratio = 0;  ///< ln(measured / predicted)

  friend bool operator==(const SourceResidual&, const SourceResidual&) = default;
};

/// The factor f ≥ 1 with P(predicted / f ≤ measured ≤ predicted · f) ≥ `level` for a row of a source not among those of
/// the residuals, if sources are exchangeable: the `level`-quantile of |ln(measured / predicted)| where each of the k
/// sources has a mass of 1/(k + 1), shared by its rows, and the rest lies at infinity [Dunn, Wasserman & Ramdas,
/// "Distribution-free prediction sets for two-layer hierarchical models", J. Am. Stat. Assoc. 118 (2023); their pooled
/// CDFs].  Residuals of `left_out` do not count.  None if the quantile is infinite: level > k/(k + 1).
/// @pre 0 < level < 1
std::optional<double> conformal_factor(const std::vector<SourceResidual>& residuals, const std::string& left_out,
                                       double level);

}  // namespace fmplan::calibration
