#include "cli/sweep_output.h"

#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "core/base/issue.h"
#include "core/export/answer_workbook.h"
#include "core/text/json_text.h"
#include "core/what_if/sweep_document.h"
#include "core/what_if/sweep_page.h"
#include "core/what_if/sweep_picture.h"
#include "core/what_if/sweep_question.h"
#include "core/what_if/sweep_text.h"

namespace fmplan::cli {
namespace {

using what_if::RowFormat;
using what_if::SweepCounts;
using what_if::SweepHead;
using what_if::SweepRow;

/// Rows that sorting and fronts hold in memory, at most: half a gigabyte (chosen).
constexpr std::int64_t kMostHeld = 1'000'000;
/// Rows of a workbook, at most: half a gigabyte while it is made (chosen).
constexpr std::size_t kMostInWorkbook = 50'000;

/// What is made of all rows at once, whatever the form of the answer.
bool is_made_of_all(const std::string& file) { return has_ending(file, {".svg", ".html", ".xlsx"}); }

/// Adds what is not yet a column.
std::size_t column_of(const answer::Figure& figure, std::vector<answer::Figure>& columns) {
  const auto found = std::ranges::find(columns, figure.name, &answer::Figure::name);
  if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
  columns.push_back(figure);
  return columns.size() - 1;
}

std::optional<RowFormat> row_format(const Options& options) {
  switch (options.format) {
    case answer::Format::kCsv: return RowFormat::kCsv;
    case answer::Format::kJson: return RowFormat::kJson;
    case answer::Format::kJsonLines: return RowFormat::kJsonLines;
    default: return std::nullopt;
  }
}

std::int64_t num_asked(const SweepHead& head) { return points_of(head).end - points_of(head).begin; }

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

/// FILE.svg, or FILE.html with the picture and the table.
void write_picture(const SweepHead& head, std::vector<SweepRow> rows, const SweepCounts& counts,
                   const std::string& file) {
  if (rows.empty()) throw InputError("--output", "there is no row to draw; widen --where");
  if (rows.size() > what_if::kMostDrawn)
    throw InputError("--output",
                     fmt::format("{} rows are too many for a picture, {} at most; narrow the lists, or --pareto",
                                 rows.size(), what_if::kMostDrawn));
  const std::string picture = sweep_svg(head, rows, drawn_figures(head, !has_usual_columns(head)));
  if (has_ending(file, {".svg"})) {
    text::write_text_file(file, picture);
    return;
  }
  text::write_text_file(file, sweep_page(head, std::move(rows), counts, picture));
}

/// FILE.xlsx, of the same answer as JSON.
void write_workbook(const SweepHead& head, const std::vector<SweepRow>& rows, const SweepCounts& counts,
                    const std::string& file) {
  if (rows.size() > kMostInWorkbook)
    throw InputError("--output", fmt::format("{} rows are too many for a workbook, {} at most; narrow the lists, "
                                             "--pareto, or write .csv",
                                             rows.size(), kMostInWorkbook));
  std::string json = rows_begin(RowFormat::kJson, head);
  bool first = true;
  for (const SweepRow& row : rows) json += row_text(RowFormat::kJson, head, row, std::exchange(first, false));
  json += rows_end(RowFormat::kJson, head, counts, was_stopped(head, counts));
  text::write_text_file(file, exports::answer_xlsx(nlohmann::json::parse(json), "").text);
}

/// Rows in order, from memory.
SweepCounts print_held(const RowSource& source, const RowOrder& order, const Options& options) {
  const SweepHead& head = source.head;
  const bool is_whole = is_made_of_all(options.output);
  if ((order.is_asked() || is_whole) && num_asked(head) > kMostHeld)
    throw InputError(order.sort ? "--sort"
                     : is_whole ? "--output"
                                : "--pareto",
                     fmt::format("holds all rows in memory, {} of {} at most; narrow the lists, or sort the CSV",
                                 kMostHeld, num_asked(head)));
  const std::size_t most = order.is_asked() || is_whole ? static_cast<std::size_t>(kMostHeld) : what_if::kMostShown;
  std::vector<SweepRow> rows;
  const SweepCounts counts = source.run([&](const SweepRow& row) {
    if (rows.size() < most) rows.push_back(row);
  });
  const std::int64_t unseen =
      order.is_asked() || is_whole ? 0 : counts.shown() - static_cast<std::int64_t>(rows.size());
  if (!order.pareto.empty()) rows = pareto_front(rows, head, order.pareto);
  if (order.sort) sort_rows(rows, *order.sort, order.descending);
  if (is_whole) {
    if (has_ending(options.output, {".xlsx"}))
      write_workbook(head, rows, counts, options.output);
    else
      write_picture(head, rows, counts, options.output);
    if (!options.quiet) write_message(counts_text(head, counts));
    return counts;
  }
  if (const std::optional<RowFormat> format = row_format(options)) {
    const auto again = [&](const std::function<void(const SweepRow&)>& row) {
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

bool was_stopped(const SweepHead& head, const SweepCounts& counts) { return counts.looked_at < num_asked(head); }

void add_order_options(Command& command, RowOrderText& text) {
  command.add_option("--pareto LIST", &text.pareto, "only points that no other beats in all of these: days,cost");
  command.add_option("--sort FIGURE", &text.sort, "ascending; 'mfu desc' descending");
}

RowOrder read_order(const RowOrderText& text, const answer::FigureSet& figures, std::vector<answer::Figure>& columns) {
  RowOrder order;
  if (!text.pareto.empty())
    for (const answer::Figure& figure : what_if::read_figures(text.pareto, figures, "--pareto"))
      order.pareto.push_back(column_of(figure, columns));
  if (text.sort.empty()) return order;
  const std::size_t blank = text.sort.find(' ');
  const std::string way = blank == std::string::npos ? "asc" : text.sort.substr(blank + 1);
  if (way != "asc" && way != "desc")
    throw InputError("--sort", fmt::format("\"{}\" is neither asc nor desc; write for instance 'mfu desc'", way));
  order.descending = way == "desc";
  const std::vector<answer::Figure> by = what_if::read_figures(text.sort.substr(0, blank), figures, "--sort");
  if (by.size() > 1) throw InputError("--sort", "takes one figure, for instance 'mfu desc'");
  order.sort = column_of(by.front(), columns);
  return order;
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
