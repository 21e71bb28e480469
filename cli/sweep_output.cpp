#include "cli/sweep_output.h"

#include <ostream>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "core/text/json_text.h"
#include "core/what_if/sweep_document.h"
#include "core/what_if/sweep_file.h"
#include "core/what_if/sweep_text.h"

namespace fmplan::cli {
namespace {

using what_if::RowFormat;
using what_if::SweepCounts;
using what_if::SweepHead;

/// What is made of all rows at once, whatever the form of the answer.
bool is_made_of_all(const std::string& file) { return has_ending(file, {".svg", ".html", ".xlsx"}); }

std::optional<RowFormat> row_format(const Options& options) {
  switch (options.format) {
    case answer::Format::kCsv: return RowFormat::kCsv;
    case answer::Format::kJson: return RowFormat::kJson;
    case answer::Format::kJsonLines: return RowFormat::kJsonLines;
    default: return std::nullopt;
  }
}

/// To the file, whole or not at all, or to stdout.
SweepCounts print_streamed(const RowSource& source, RowFormat format, const std::string& file) {
  SweepCounts counts;
  if (!file.empty()) {
    text::write_text_file(file, [&](std::ostream& out) {
      counts = write_rows(source, format, [&](const std::string& piece) {
        if (!(out << piece)) throw std::runtime_error(fmt::format("cannot write {}: is the disk full?", file));
      });
    });
    return counts;
  }
  constexpr std::size_t kMostHeld = std::size_t{1} << 16;  // bytes; chosen: a good many pieces at once
  std::string pieces;
  counts = write_rows(source, format, [&pieces](const std::string& piece) {
    pieces += piece;
    if (pieces.size() > kMostHeld) write_stdout(std::exchange(pieces, {}));
  });
  write_stdout(pieces);
  return counts;
}

/// Rows in order, from memory.
SweepCounts print_held(const RowSource& source, const RowOrder& order, const Options& options) {
  const SweepHead& head = source.head;
  const bool is_whole = is_made_of_all(options.output);
  const what_if::HeldRows held = held_rows(source, order, is_whole ? "--output" : "");
  if (is_whole) {
    text::write_text_file(options.output, sweep_file(head, held, options.output));
    if (!options.quiet) write_message(counts_text(head, held.counts));
  } else if (const std::optional<RowFormat> format = row_format(options)) {
    print_streamed(source_of(head, held), *format, options.output);
  } else {
    print(sweep_document(head, held.rows, held.counts, held.unseen), options);
  }
  return held.counts;
}

}  // namespace

void add_order_options(Command& command, RowOrderText& text) {
  command.add_option("--pareto LIST", &text.pareto, "only points that no other beats in all of these: days,cost");
  command.add_option("--sort FIGURE", &text.sort, "ascending; 'mfu desc' descending");
}

SweepCounts print_rows(const RowSource& source, const RowOrder& order, const Options& options) {
  const std::optional<RowFormat> format = row_format(options);
  const bool is_whole = is_made_of_all(options.output);
  const bool streams = format && !order.is_asked() && !is_whole;
  SweepCounts counts = streams ? print_streamed(source, *format, options.output) : print_held(source, order, options);
  // CSV has no place for a last line.
  if (format == RowFormat::kCsv && !is_whole && !options.quiet) write_message(counts_text(source.head, counts));
  return counts;
}

ExitCode sweep_exit_code(const SweepHead& head, const SweepCounts& counts, bool fail_if_all) {
  if (was_stopped(head, counts)) return kInterrupted;
  const auto of = [&counts](plan::Verdict verdict) { return counts.by_status[static_cast<std::size_t>(verdict)]; };
  // A part without points has nothing that could fail.
  if (num_asked(head) > 0 && of(plan::Verdict::kOk) == 0) return kCannotRun;
  const bool exceeded = fail_if_all ? counts.tripped == counts.shown() : counts.tripped > 0;
  return exceeded && counts.tripped > 0 ? kGateExceeded : kOk;
}

}  // namespace fmplan::cli
