#pragma once

/// @file
/// Rows of a sweep one after the other: as text, and in an order, which takes all of them in memory.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/what_if/sweep_text.h"

namespace fmplan::what_if {

/// How rows are put in order, columns by their place in the head.
struct RowOrder {
  std::vector<std::size_t> pareto;
  std::optional<std::size_t> sort;
  bool descending = false;

  bool is_asked() const { return !pareto.empty() || sort.has_value(); }
};

/// `--pareto days,cost` and `--sort 'mfu desc'` as typed.
struct RowOrderText {
  std::string pareto, sort;
};
/// @param columns  what the order asks for is added  @throws InputError for figures that there are not
RowOrder read_order(const RowOrderText& text, const answer::FigureSet& figures, std::vector<answer::Figure>& columns);

/// Rows that come one by one.
struct RowSource {
  const SweepHead& head;
  /// Calls its argument with each row, in order; the counts are then those of all.
  std::function<SweepCounts(const std::function<void(const SweepRow&)>&)> run;
};

/// All of them as text for machines, piece by piece.
SweepCounts write_rows(const RowSource& source, RowFormat format,
                       const std::function<void(const std::string& piece)>& write);

/// Rows in memory.
struct HeldRows {
  std::vector<SweepRow> rows;
  SweepCounts counts;
  std::int64_t unseen = 0;  ///< that a table has no room for, and that were not held
};

/// All rows in order; where no order is asked for and `all` is not, as many as a table shows.
/// @param all  the option that needs every row; empty: none does
/// @throws InputError where they would be too many
HeldRows held_rows(const RowSource& source, const RowOrder& order, const std::string& all);
/// The same rows again.  @pre `head` and `held` outlive it
RowSource source_of(const SweepHead& head, const HeldRows& held);

/// The points that there are to look at.
std::int64_t num_asked(const SweepHead& head);
/// Whether they were not all looked at.
bool was_stopped(const SweepHead& head, const SweepCounts& counts);

}  // namespace fmplan::what_if
