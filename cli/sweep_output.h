#pragma once

#include "cli/command.h"
#include "core/what_if/row_order.h"

namespace fmplan::cli {

struct Command;

using what_if::RowOrder;
using what_if::RowOrderText;
using what_if::RowSource;

void add_order_options(Command& command, RowOrderText& text);

/// Prints the rows as `options` say: streamed where the form and the order allow it, else held in memory.
what_if::SweepCounts print_rows(const RowSource& source, const RowOrder& order, const Options& options);

/// kInterrupted, kCannotRun where no row shown can run in time, kGateExceeded, or kOk.
ExitCode sweep_exit_code(const what_if::SweepHead& head, const what_if::SweepCounts& counts, bool fail_if_all);

}  // namespace fmplan::cli
