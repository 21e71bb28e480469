#include "cli/sweep_output.h"

#include <algorithm>
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
using what_if::SweepRow;

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

/// Pieces of text to stdout, a good many at once.
class StdoutPieces {
 public:
  void add(const std::string& piece) {
    pieces_ += piece;
    if (pieces_.size() > std::size_t{1} << 16) flush();
  }
  void flush() {
    write_stdout(pieces_);
    pieces_.clear();
  }

 private:
  std::string pieces_;
};

using WritePiece = std::function<void(const std::string&)>;

/// Calls `write` with a writer to the file, whole or not at all, or to stdout.
void write_pieces(const std::string& file, const std::function<void(const WritePiece&)>& write) {
  if (!file.empty()) {
    text::write_text_file(file, [&](std::ostream& out) {
      write([&](const std::string& piece) {
        if (!(out << piece)) throw std::runtime_error(fmt::format("cannot write {}: is the disk full?", file));
      });
    });
    return;
  }
  StdoutPieces pieces;
  write([&pieces](const std::string& piece) { pieces.add(piece); });
  pieces.flush();
}

SweepCounts write_rows(const RowSource& source, RowFormat format, const std::string& file) {
  SweepCounts counts;
  write_pieces(file, [&](const WritePiece& write) {
    write(rows_begin(format, source.head));
    bool first = true;
    counts = source.run(
        [&](const SweepRow& row) { write(row_text(format, source.head, row, std::exchange(first, false))); });
    write(rows_end(format, source.head, counts, was_stopped(source.head, counts)));
  });
  return counts;
}

/// Rows in order, from memory.
SweepCounts print_held(const RowSource& source, const RowOrder& order, const Options& options) {
  const SweepHead& head = source.head;
  const bool is_whole = is_made_of_all(options.output);
  auto [rows, counts, unseen] = held_rows(source, order, is_whole ? "--output" : "");
  if (is_whole) {
    text::write_text_file(options.output, sweep_file(head, std::move(rows), counts, options.output));
    if (!options.quiet) write_message(counts_text(head, counts));
    return counts;
  }
  if (const std::optional<RowFormat> format = row_format(options)) {
    const auto again = [&rows = rows, &counts = counts](const std::function<void(const SweepRow&)>& row) {
      for (const SweepRow& one : rows) row(one);
      return counts;
    };
    return write_rows({head, again}, *format, options.output);
  }
  const auto more = unseen + std::max<std::int64_t>(0, static_cast<std::int64_t>(rows.size()) -
                                                           static_cast<std::int64_t>(what_if::kMostShown));
  if (rows.size() > what_if::kMostShown) rows.resize(what_if::kMostShown);
  print(sweep_document(head, rows, counts, more), options);
  return counts;
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
  const SweepCounts counts = streams ? write_rows(source, *format, options.output) : print_held(source, order, options);
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
