#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "core/what_if/sweep.h"

namespace fmplan::cli {

struct Command;

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
void add_order_options(Command& command, RowOrderText& text);
/// @param columns  what the order asks for is added  @throws InputError for figures that there are not
RowOrder read_order(const RowOrderText& text, const answer::FigureSet& figures, std::vector<answer::Figure>& columns);

/// Rows that come one by one.
struct RowSource {
  const what_if::SweepHead& head;
  /// Calls its argument with each row, in order; the counts are then those of all.
  std::function<what_if::SweepCounts(const std::function<void(const what_if::SweepRow&)>&)> run;
};

/// Prints the rows as `options` say: streamed where the form and the order allow it, else held in memory.
what_if::SweepCounts print_rows(const RowSource& source, const RowOrder& order, const Options& options);

/// Whether the points were not all looked at.
bool was_stopped(const what_if::SweepHead& head, const what_if::SweepCounts& counts);

/// kInterrupted, kCannotRun where no row shown can run in time, kGateExceeded, or kOk.
ExitCode sweep_exit_code(const what_if::SweepHead& head, const what_if::SweepCounts& counts, bool fail_if_all);

}  // namespace fmplan::cli
