#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/answer/document.h"
#include "core/what_if/sweep.h"

namespace fmplan::what_if {

/// Rows of a table for people, at most: beyond, the first are shown and the rest counted.
inline constexpr std::size_t kMostShown = 60;

/// The first rows for people; how many more there are is told behind them.
/// @param unseen  rows that are not among `rows`
answer::Document sweep_document(const SweepHead& head, std::span<const SweepRow> rows, const SweepCounts& counts,
                                std::int64_t unseen);

/// A figure in a table whose header names it; "≥ $2.5M" of a cost known in part.
std::string figure_cell(const answer::Figure& figure, const PointFigure& value);

/// "24 points: 20 ok, 2 do not fit, 2 refused; 3 left out by --where".
std::string counts_text(const SweepHead& head, const SweepCounts& counts);

}  // namespace fmplan::what_if
