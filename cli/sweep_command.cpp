#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/sweep_output.h"
#include "cli/watch.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/text/json_text.h"
#include "core/what_if/sweep_question.h"
#include "core/what_if/sweep_text.h"

namespace fmplan::cli {
namespace {

using what_if::SweepCounts;
using what_if::SweepHead;
using what_if::SweepQuestion;
using what_if::SweepRow;

/// Of a file of rows, at most, chosen: a million and more.
constexpr std::size_t kMostRead = std::size_t{1} << 30;

struct SweepArguments {
  what_if::SweepOptions options;
  RowOrderText order;
  std::string resume, shard;
  bool fail_if_all = false;
};

/// "2/16" into the head.
void read_shard(const std::string& text, SweepHead& head) {
  const auto number = [&](std::string_view part) {
    int value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    return error == std::errc{} && end == part.data() + part.size() ? value : 0;
  };
  const std::size_t slash = text.find('/');
  const std::string_view whole = text;
  const int shard = slash == std::string::npos ? 0 : number(whole.substr(0, slash));
  const int num_shards = slash == std::string::npos ? 0 : number(whole.substr(slash + 1));
  if (shard < 1 || shard > num_shards || num_shards > what_if::kMostShards)
    throw InputError("--shard",
                     fmt::format("\"{}\" is no part of a whole; write I/N with I from 1 to N and N up to {}, "
                                 "for instance 1/4",
                                 text, what_if::kMostShards));
  head.shard = shard;
  head.num_shards = num_shards;
}

/// @throws InputError for rows of another question.
what_if::ReadRows rows_before(const std::string& file, const SweepHead& head) {
  what_if::ReadRows before = what_if::read_rows(text::read_text_file(file, kMostRead), file);
  if (before.head.fingerprint != head.fingerprint || before.head.shard != head.shard ||
      before.head.num_shards != head.num_shards)
    throw InputError("--resume", fmt::format("{} is of another question, catalogue, program, seed or shard; ask the "
                                             "same, or write to a new file",
                                             file));
  return before;
}

/// The rows found before, then those that are still to be found.
SweepCounts run_points(const SweepQuestion& question, const SweepHead& head, const catalog::Catalog& catalog,
                       const std::optional<what_if::ReadRows>& before, const Options& options,
                       const std::function<void(const SweepRow&)>& row) {
  const auto [first, end] = points_of(head);
  SweepCounts counts;
  const auto count = [&](const SweepRow& one) {
    counts.add(one);
    row(one);
  };
  std::int64_t begin = first, shown = 0;
  if (before) {
    for (const SweepRow& one : before->rows) count(one);
    begin = before->end;
  }
  InterruptibleProgress watch(options, "sweeping");
  begin += what_if::sweep(question, catalog, begin, end, thread_count(options.jobs), watch, count);
  for (const std::int64_t one : counts.by_status) shown += one;
  counts.looked_at = begin - first;
  counts.left_out = counts.looked_at - shown;
  return counts;
}

int run_sweep(SweepArguments arguments, Options options) {
  arguments.options.seed = options.seed;
  SweepQuestion question = what_if::sweep_question(arguments.options);
  RowOrder order = read_order(arguments.order, figures_of(question), question.columns);
  order.columns_given = !arguments.options.columns.empty();
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  SweepHead head = head_of(question, catalog);
  if (!arguments.shard.empty()) {
    read_shard(arguments.shard, head);
    const std::string& file = options.output.empty() ? arguments.resume : options.output;
    if (std::filesystem::path(file).extension() != ".jsonl")
      throw InputError("--shard", "is written as JSON lines for merge; add -o FILE.jsonl");
  }
  const bool ordered = order.is_asked();
  if (ordered && (!arguments.shard.empty() || !arguments.resume.empty()))
    throw InputError(order.sort ? "--sort" : "--pareto",
                     "needs every point: leave it to merge, or to a sweep without --shard and --resume");
  if (arguments.fail_if_all && question.gates.empty())
    throw InputError("--fail-if-all", "says when --fail-if counts; add --fail-if 'days>60'");
  std::optional<what_if::ReadRows> before;
  if (!arguments.resume.empty()) {
    before = rows_before(arguments.resume, head);
    if (options.output.empty()) {
      if (options.format_given && options.format != answer::Format::kJsonLines)
        throw InputError("--format", "of the file that --resume goes on with is jsonl; name another with -o");
      options.output = arguments.resume;
      options.format = answer::Format::kJsonLines;
    }
  }
  const RowSource source{head, [&](const std::function<void(const SweepRow&)>& row) {
                           return run_points(question, head, catalog, before, options, row);
                         }};
  return sweep_exit_code(head, print_rows(source, order, options), arguments.fail_if_all);
}

struct MergeArguments {
  std::vector<std::string> files;
  RowOrderText order;
  bool fail_if_all = false;
};

int run_merge(const MergeArguments& arguments, const Options& options) {
  std::vector<what_if::ReadRows> parts;
  Issues issues;
  for (const std::string& file : arguments.files) try {
      parts.push_back(what_if::read_rows(text::read_text_file(file, kMostRead), file));
    } catch (const InputError& error) {
      issues.insert(issues.end(), error.issues().begin(), error.issues().end());
    }
  if (!issues.empty()) throw InputError(std::move(issues));
  const what_if::ReadRows all = joined_rows(parts, arguments.files);
  std::vector<answer::Figure> columns = all.head.columns;
  const RowOrder order = read_order(arguments.order, what_if::point_figures(all.head.answer, all.head.paths), columns);
  if (columns.size() > all.head.columns.size())
    throw InputError(
        order.sort ? "--sort" : "--pareto",
        fmt::format("asks for {}, which is no column of the shards; name it in their --columns", columns.back().name));
  const RowSource source{all.head, [&](const std::function<void(const SweepRow&)>& row) {
                           for (const SweepRow& one : all.rows) row(one);
                           return all.counts;
                         }};
  return sweep_exit_code(all.head, print_rows(source, order, options), arguments.fail_if_all);
}

}  // namespace

void add_sweep_command(Command& app, const Options& options) {
  Command& command = app.add_command("sweep", "one question asked of many scenarios: lists and ranges of any value");
  auto arguments = std::make_shared<SweepArguments>();
  what_if::SweepOptions& asked = arguments->options;
  command.file_endings = {".svg", ".html"};
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
  add_order_options(command, arguments->order);
  command.add_option("--fail-if CONDITION", &asked.fail_if, "exit with 4 if it holds of any point; may be repeated");
  command.add_option("--fail-if-all", &arguments->fail_if_all, "exit with 4 only if every point exceeds a --fail-if");
  command.add_option("--resume FILE", &arguments->resume, "go on where this .jsonl of the same sweep was stopped");
  command.add_option("--shard I/N", &arguments->shard, "only the I-th of N parts, for fmplan merge");
  command.footer =
      "Examples:\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set cluster.nodes=64..512:64\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set cluster.nodes=64..1024:*2 --set training.parallel=auto\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set cluster.nodes=128,256 --set training.parallel.tensor=4,8 "
      "--sort cost\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set training.tokens=1T..15T:#8 -o sweep.csv\n"
      "  fmplan sweep scenarios/llama3-70b-p5.json --set cluster.nodes=64..512:64 -o sweep.html\n"
      "Ctrl-C ends the sweep and keeps whole rows.";
  command.run = [arguments, &options] { return run_sweep(*arguments, options); };
}

void add_merge_command(Command& app, const Options& options) {
  Command& command = app.add_command("merge", "the shards of a sweep as one");
  auto arguments = std::make_shared<MergeArguments>();
  command.file_endings = {".svg", ".html"};
  command.add_argument("SHARD", &arguments->files, "files that sweep --shard I/N wrote");
  add_order_options(command, arguments->order);
  command.add_option("--fail-if-all", &arguments->fail_if_all, "exit with 4 only if every point exceeds a --fail-if");
  command.footer =
      "Example:\n"
      "  fmplan sweep S.json --set training.tokens=1T..15T:#8 --shard 1/2 -o 1.jsonl\n"
      "  fmplan sweep S.json --set training.tokens=1T..15T:#8 --shard 2/2 -o 2.jsonl\n"
      "  fmplan merge 1.jsonl 2.jsonl -o sweep.csv";
  command.run = [arguments, &options] { return run_merge(*arguments, options); };
}

}  // namespace fmplan::cli
