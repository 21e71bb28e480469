#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/shard_output.h"
#include "cli/submit.h"
#include "cli/sweep_output.h"
#include "cli/watch.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/what_if/row_files.h"
#include "core/what_if/sweep_question.h"

namespace fmplan::cli {
namespace {

using what_if::SweepCounts;
using what_if::SweepHead;
using what_if::SweepQuestion;
using what_if::SweepRow;

struct SweepArguments {
  what_if::SweepOptions options;
  RowOrderText order;
  std::string resume, shard;
  SubmitArguments submit;
  bool fail_if_all = false;
};

/// @param orders_by_more  an order asks for figures beside the columns, which parts must have then
Submission submission_of(const SweepArguments& arguments, const SweepHead& head, bool orders_by_more) {
  Submission submission{.command = "sweep",
                        .fingerprint = head.fingerprint,
                        .num_items = head.num_points,
                        .items = "points",
                        .most_shards = head.num_points,
                        .can_resume = true,
                        .files = arguments.options.files,
                        .merge_options = {"--pareto", "--sort", "--fail-if-all"}};
  if (orders_by_more) {
    std::vector<std::string> names;
    for (const answer::Figure& column : head.columns) names.push_back(column.name);
    submission.instead = {"--columns", fmt::format("{}", fmt::join(names, ","))};
  }
  return submission;
}

/// What a sweep that was interrupted leaves, and how to go on.
std::string stopped_text(const SweepHead& head, const SweepCounts& counts, const Options& options) {
  const auto [begin, end] = points_of(head);
  const std::string done = fmt::format("stopped: {} of {} points", counts.looked_at, end - begin);
  if (options.output.empty()) return done + "; -o FILE.jsonl keeps them, and --resume goes on";
  if (options.format != answer::Format::kJsonLines || has_ending(options.output, {".svg", ".html", ".xlsx"}))
    return fmt::format("{} are in {}, which cannot be resumed; -o FILE.jsonl can", done, options.output);
  return fmt::format("{} are in {}; the same with --resume {} goes on", done, options.output, options.output);
}

int run_sweep(SweepArguments arguments, Options options) {
  arguments.options.seed = options.seed;
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  SweepQuestion question = what_if::sweep_question(arguments.options, catalog);
  const std::size_t num_columns = question.columns.size();
  const RowOrder order = read_order(arguments.order, figures_of(question), question.columns);
  SweepHead head = head_of(question, catalog);
  if (!arguments.shard.empty()) {
    head.shard = what_if::parse_shard(arguments.shard);
    check_shard_file(options.output.empty() ? arguments.resume : options.output);
  }
  const bool ordered = order.is_asked();
  if (ordered && (!arguments.shard.empty() || !arguments.resume.empty()))
    throw InputError(order.sort ? "--sort" : "--pareto",
                     "needs every point: leave it to merge, or to a sweep without --shard and --resume");
  if (arguments.fail_if_all && question.gates.empty())
    throw InputError("--fail-if-all", "says when --fail-if counts; add --fail-if 'days>60'");
  check_submit(arguments.submit);
  if (arguments.submit.is_asked())
    return submit(arguments.submit, submission_of(arguments, head, question.columns.size() > num_columns), options);
  std::optional<what_if::ReadRows> before;
  if (!arguments.resume.empty()) {
    before = what_if::read_rows_before(arguments.resume, head);
    if (options.output.empty()) {
      if (options.format_given && options.format != answer::Format::kJsonLines)
        throw InputError("--format", "of the file that --resume goes on with is jsonl; name another with -o");
      options.output = arguments.resume;
      options.format = answer::Format::kJsonLines;
    }
  }
  const RowSource source{head, [&](const std::function<void(const SweepRow&)>& row) {
                           InterruptibleProgress watch(options, "sweeping");
                           return sweep_on(question, head, catalog, before, arguments.resume,
                                           thread_count(options.jobs), watch, row);
                         }};
  const SweepCounts counts = print_rows(source, order, options);
  if (was_stopped(head, counts) && !options.quiet) write_message(stopped_text(head, counts, options));
  // Of a part the exit code says that it is written; whether anything can run, and what exceeds bounds, says the whole.
  if (head.shard.of > 0 && !was_stopped(head, counts)) return kOk;
  return sweep_exit_code(head, counts, arguments.fail_if_all);
}

}  // namespace

void add_sweep_command(Command& app, const Options& options) {
  Command& command = app.add_command("sweep", "one question asked of many scenarios: lists and ranges of any value");
  auto arguments = std::make_shared<SweepArguments>();
  what_if::SweepOptions& asked = arguments->options;
  command.file_endings = {".svg", ".html", ".xlsx"};
  command.add_argument("SCENARIO", &asked.files, "scenario files (JSON); - reads stdin");
  command.add_option(
      "--set PATH=LIST", &asked.sets,
      "values to try: 4,8 or 32..128:8 or 64..1024:*2 or 0.1..0.5:#9 or a JSON array; lists are crossed; "
      "may be repeated");
  command.add_option("--zip", &asked.zip, "lists side by side, the first values together, then the second ones");
  command.add_option("--points FILE", &asked.points, "CSV whose header names paths and whose rows are the points");
  command.add_option(
      "--answer NAME", &asked.answer,
      "plan: in closed form; run: simulated; search: the best plan of search --space framework [default: plan]");
  command.add_option("--trials N", &asked.trials, "with --answer run: runs to simulate a point [default: 1000]");
  command.add_option("--columns LIST", &asked.columns, "figures to show, for instance days,cost.p90,step.mfu");
  command.add_option("--where CONDITION", &asked.where, "leave out points of which it does not hold: 'days<=120'");
  add_order_options(command, arguments->order);
  command.add_option("--fail-if CONDITION", &asked.fail_if, "exit with 4 if it holds of any point; may be repeated");
  command.add_option("--fail-if-all", &arguments->fail_if_all, "exit with 4 only if every point exceeds a --fail-if");
  command.add_option("--resume FILE", &arguments->resume, "go on where this .jsonl of the same sweep was stopped");
  command.add_option("--shard I/N", &arguments->shard, "only the I-th of N parts, for fmplan merge");
  add_submit_options(command, arguments->submit);
  command.footer =
      "Examples:\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set cluster.nodes=64..512:64\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set cluster.nodes=64..1024:*2 --set training.parallel=auto\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set cluster.nodes=128,256 --set training.parallel.tensor=4,8 "
      "--sort cost\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set training.tokens=1T..15T:#8 -o sweep.csv\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set cluster.nodes=64..512:64 -o sweep.html\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set cluster.nodes=64..512:64 -o sweep.xlsx\n"
      "Ctrl-C ends the sweep and keeps whole rows.";
  command.run = [arguments, &options] { return run_sweep(*arguments, options); };
}

}  // namespace fmplan::cli
