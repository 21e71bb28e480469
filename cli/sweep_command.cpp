#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/watch.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/text/json_text.h"
#include "core/what_if/sweep_document.h"
#include "core/what_if/sweep_question.h"
#include "core/what_if/sweep_text.h"

namespace fmplan::cli {
namespace {

using what_if::RowFormat;
using what_if::SweepCounts;
using what_if::SweepHead;
using what_if::SweepQuestion;
using what_if::SweepRow;

/// Rows that sorting and fronts hold in memory, at most: half a gigabyte (chosen).
constexpr std::int64_t kMostHeld = 1'000'000;

struct SweepArguments {
  what_if::SweepOptions options;
  std::string pareto, sort, resume;
  bool fail_if_all = false;
};

/// How rows are put in order, columns by their place.
struct RowOrder {
  std::vector<std::size_t> pareto;
  std::optional<std::size_t> sort;
  bool descending = false;

  bool is_asked() const { return !pareto.empty() || sort.has_value(); }
};

/// Adds what is not yet a column.
std::size_t column_of(const answer::Figure& figure, std::vector<answer::Figure>& columns) {
  const auto found = std::ranges::find(columns, figure.name, &answer::Figure::name);
  if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
  columns.push_back(figure);
  return columns.size() - 1;
}

/// `--sort 'mfu desc'`, `--pareto days,cost`.
RowOrder order_of(const SweepArguments& arguments, SweepQuestion& question) {
  std::vector<std::string> paths;
  for (const what_if::Axis& axis : question.grid.axes()) paths.push_back(axis.path);
  const answer::FigureSet figures = what_if::point_figures(question.settings.answer, paths);
  RowOrder order;
  if (!arguments.pareto.empty())
    for (const answer::Figure& figure : what_if::read_figures(arguments.pareto, figures, "--pareto"))
      order.pareto.push_back(column_of(figure, question.columns));
  if (!arguments.sort.empty()) {
    const std::size_t blank = arguments.sort.find(' ');
    const std::string way = blank == std::string::npos ? "asc" : arguments.sort.substr(blank + 1);
    if (way != "asc" && way != "desc")
      throw InputError("--sort", fmt::format("\"{}\" is neither asc nor desc; write for instance 'mfu desc'", way));
    order.descending = way == "desc";
    order.sort =
        column_of(what_if::read_figures(arguments.sort.substr(0, blank), figures, "--sort").at(0), question.columns);
  }
  return order;
}

std::optional<RowFormat> row_format(const Options& options) {
  switch (options.format) {
    case answer::Format::kCsv: return RowFormat::kCsv;
    case answer::Format::kJson: return RowFormat::kJson;
    case answer::Format::kJsonLines: return RowFormat::kJsonLines;
    default: return std::nullopt;
  }
}

/// A sweep under way, with what an earlier one has already found.
class Sweep {
 public:
  Sweep(SweepQuestion question, const catalog::Catalog& catalog, const Options& options)
      : question_(std::move(question)), catalog_(catalog), options_(options), head_(head_of(question_, catalog)) {}

  const SweepHead& head() const { return head_; }
  const SweepCounts& counts() const { return counts_; }
  bool stopped() const { return counts_.looked_at < head_.num_points; }

  /// @throws InputError for rows of another question.
  void resume(const std::string& file) {
    before_ = what_if::read_rows(text::read_text_file(file, kMostResumed), file);
    if (before_->head.fingerprint != head_.fingerprint)
      throw InputError("--resume",
                       fmt::format("{} is of another question, catalogue, program or seed; ask the same, or "
                                   "write to a new file",
                                   file));
  }

  /// Calls `row` with each that is not left out, in order.
  void run(const std::function<void(const SweepRow&)>& row) {
    std::int64_t begin = 0;
    const auto count = [&](const SweepRow& one) {
      counts_.add(one);
      row(one);
    };
    if (before_) {
      for (const SweepRow& one : before_->rows) count(one);
      begin = before_->end;
    }
    InterruptibleProgress watch(options_, "sweeping");
    counts_.looked_at =
        begin + what_if::sweep(question_, catalog_, begin, head_.num_points, thread_count(options_.jobs), watch, count);
    std::int64_t shown = 0;
    for (const std::int64_t one : counts_.by_status) shown += one;
    counts_.left_out = counts_.looked_at - shown;
  }

 private:
  /// Chosen: a million rows and more.
  static constexpr std::size_t kMostResumed = std::size_t{1} << 30;

  SweepQuestion question_;
  const catalog::Catalog& catalog_;
  const Options& options_;
  SweepHead head_;
  std::optional<what_if::ReadRows> before_;
  SweepCounts counts_;
};

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
    text::write_text_file(file, [&](std::ostream& out) { write([&out](const std::string& piece) { out << piece; }); });
    return;
  }
  StdoutPieces pieces;
  write([&pieces](const std::string& piece) { pieces.add(piece); });
  pieces.flush();
}

/// Rows as they come.
void stream_rows(Sweep& sweep, RowFormat format, const std::string& file) {
  write_pieces(file, [&](const WritePiece& write) {
    write(rows_begin(format, sweep.head()));
    bool first = true;
    sweep.run([&](const SweepRow& row) { write(row_text(format, sweep.head(), row, std::exchange(first, false))); });
    write(rows_end(format, sweep.head(), sweep.counts(), sweep.stopped()));
  });
}

void write_rows(const Sweep& sweep, const std::vector<SweepRow>& rows, RowFormat format, const std::string& file) {
  write_pieces(file, [&](const WritePiece& write) {
    write(rows_begin(format, sweep.head()));
    for (const SweepRow& row : rows) write(row_text(format, sweep.head(), row, &row == rows.data()));
    write(rows_end(format, sweep.head(), sweep.counts(), sweep.stopped()));
  });
}

/// Rows held, those beyond `most` only counted.
std::vector<SweepRow> held_rows(Sweep& sweep, std::size_t most) {
  std::vector<SweepRow> rows;
  sweep.run([&](const SweepRow& row) {
    if (rows.size() < most) rows.push_back(row);
  });
  return rows;
}

int exit_code_of(const Sweep& sweep, bool fail_if_all) {
  const SweepCounts& counts = sweep.counts();
  if (sweep.stopped()) return kInterrupted;
  const auto of = [&counts](plan::Verdict verdict) { return counts.by_status[static_cast<std::size_t>(verdict)]; };
  if (of(plan::Verdict::kOk) + of(plan::Verdict::kMissesDeadline) == 0) return kCannotRun;
  const bool exceeded = fail_if_all ? counts.tripped == counts.shown() : counts.tripped > 0;
  return exceeded && counts.tripped > 0 ? kGateExceeded : kOk;
}

int run_sweep(SweepArguments arguments, Options options) {
  arguments.options.seed = options.seed;
  SweepQuestion question = what_if::sweep_question(arguments.options);
  const RowOrder order = order_of(arguments, question);
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  Sweep sweep(std::move(question), catalog, options);
  if (order.is_asked() && sweep.head().num_points > kMostHeld)
    throw InputError(order.sort ? "--sort" : "--pareto",
                     fmt::format("holds all rows in memory, {} of {} at most; narrow the lists, or sort the CSV",
                                 kMostHeld, sweep.head().num_points));
  if (!arguments.resume.empty()) {
    sweep.resume(arguments.resume);
    if (options.output.empty()) {
      options.output = arguments.resume;
      options.format = answer::Format::kJsonLines;
    }
  }
  const std::optional<RowFormat> format = row_format(options);
  if (format && !order.is_asked()) {
    stream_rows(sweep, *format, options.output);
  } else {
    std::vector<SweepRow> rows = held_rows(sweep, order.is_asked() ? kMostHeld : what_if::kMostShown);
    const auto num_rows = static_cast<std::int64_t>(rows.size());
    std::int64_t more = order.is_asked() ? 0 : sweep.counts().shown() - num_rows;
    if (!order.pareto.empty()) rows = pareto_front(rows, sweep.head(), order.pareto);
    if (order.sort) sort_rows(rows, *order.sort, order.descending);
    if (format) {
      write_rows(sweep, rows, *format, options.output);
    } else {
      if (rows.size() > what_if::kMostShown) {
        more = static_cast<std::int64_t>(rows.size() - what_if::kMostShown);
        rows.resize(what_if::kMostShown);
      }
      print(sweep_document(sweep.head(), rows, sweep.counts(), more), options);
    }
  }
  if (format == RowFormat::kCsv && !options.quiet) write_message(counts_text(sweep.head(), sweep.counts()));
  return exit_code_of(sweep, arguments.fail_if_all);
}

}  // namespace

void add_sweep_command(Command& app, const Options& options) {
  Command& command = app.add_command("sweep", "one question asked of many scenarios: lists and ranges of any value");
  auto arguments = std::make_shared<SweepArguments>();
  what_if::SweepOptions& asked = arguments->options;
  command.add_argument("SCENARIO", &asked.files, "scenario files (JSON); - reads stdin");
  command.add_option(
      "--set PATH=LIST", &asked.sets,
      "values to try: 4,8 or 32..128:8 or 64..1024:*2 or 0.1..0.5:#9 or a JSON array; lists are crossed; "
      "may be repeated");
  command.add_option("--zip", &asked.zip, "lists side by side, the first values together, then the second ones");
  command.add_option("--points FILE", &asked.points, "CSV whose header names paths and whose rows are the points");
  command.add_option("--answer NAME", &asked.answer,
                     "plan: in closed form; run: simulated; search: the best parallel plan [default: plan]");
  command.add_option("--trials N", &asked.trials, "with --answer run: runs to simulate a point [default: 1000]");
  command.add_option("--columns LIST", &asked.columns, "figures to show, for instance days,cost.p90,step.mfu");
  command.add_option("--where CONDITION", &asked.where, "leave out points of which it does not hold: 'days<=120'");
  command.add_option("--pareto LIST", &arguments->pareto, "only points that no other beats in all of these: days,cost");
  command.add_option("--sort FIGURE", &arguments->sort, "ascending; 'mfu desc' descending");
  command.add_option("--fail-if CONDITION", &asked.fail_if, "exit with 4 if it holds of any point; may be repeated");
  command.add_option("--fail-if-all", &arguments->fail_if_all, "exit with 4 only if every point exceeds a --fail-if");
  command.add_option("--resume FILE", &arguments->resume, "go on where this .jsonl of the same sweep was stopped");
  command.footer =
      "Examples:\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set cluster.nodes=64..512:64\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set cluster.nodes=64..1024:*2 --set training.parallel=auto\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set cluster.nodes=128,256 --set training.parallel.tensor=4,8 "
      "--sort cost\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set training.tokens=1T..15T:#8 -o sweep.csv\n"
      "Ctrl-C ends the sweep and keeps whole rows.";
  command.run = [arguments, &options] { return run_sweep(*arguments, options); };
}

}  // namespace fmplan::cli
