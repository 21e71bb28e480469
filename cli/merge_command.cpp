#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "cli/run_output.h"
#include "cli/search_output.h"
#include "cli/sweep_output.h"
#include "cli/watch.h"
#include "core/answer/run_document.h"
#include "core/answer/search_document.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/what_if/row_files.h"
#include "core/what_if/run_part.h"
#include "core/what_if/search_part.h"

namespace fmplan::cli {
namespace {

using what_if::PartFile;
using what_if::PartKind;
using what_if::SweepRow;

struct MergeArguments {
  std::vector<std::string> files;
  RowOrderText order;
  bool fail_if_all = false;
};

int merge_sweep(const MergeArguments& arguments, const Options& options) {
  // Once to see that all is there, and once more to print it: rows are not held.
  const what_if::JoinedRows all = what_if::joined_row_files(arguments.files);
  std::vector<answer::Figure> columns = all.head.columns;
  const RowOrder order = read_order(arguments.order, what_if::point_figures(all.head.answer, all.head.paths), columns);
  if (columns.size() > all.head.columns.size())
    throw InputError(
        order.sort ? "--sort" : "--pareto",
        fmt::format("asks for {}, which is no column of the shards; name it in their --columns", columns.back().name));
  const RowSource source{all.head, [&](const std::function<void(const SweepRow&)>& row) {
                           for (const std::size_t part : all.order) what_if::read_row_file(arguments.files[part], row);
                           return all.counts;
                         }};
  return sweep_exit_code(all.head, print_rows(source, order, options), arguments.fail_if_all);
}

int merge_search(const std::vector<PartFile>& parts, const catalog::Catalog& catalog, const Options& options) {
  const SearchAsked asked{{what_if::search_asked(parts.front(), catalog)},
                          answer::parse_conditions(parts.front().head.fail_if, answer::search_figures(), "--fail-if")};
  return print_search(asked, joined(asked.question, parts), catalog.version(), options);
}

int merge_run(const std::vector<PartFile>& parts, const catalog::Catalog& catalog, Options options) {
  const what_if::PartHead& head = parts.front().head;
  plan::RunStudyOptions asked = what_if::run_options(parts.front());
  asked.threads = thread_count(options.jobs);
  RunAnswer answer{.trials = asked.trials,
                   .origin = {head.asked.document, catalog.version(), head.seed},
                   .gates = answer::parse_conditions(head.fail_if, answer::run_figures(), "--fail-if")};
  {
    ProgressLine watch(options, "simulating what stands beside");
    answer.study = joined_run(parts, asked, catalog, watch);
  }
  const RunFiles where =
      answer::run_files(options.output.empty() ? std::vector<std::string>{} : std::vector<std::string>{options.output});
  // Pictures are written beside the answer, which then goes to stdout.
  options.output = where.answer_file;
  return print_run(answer, where, options);
}

int run_merge(const MergeArguments& arguments, const Options& options) {
  const PartKind kind = what_if::part_kind_of(arguments.files);
  if (kind == PartKind::kSweep) return merge_sweep(arguments, options);
  // Of sweeps alone a workbook is made.
  if (has_ending(options.output, {".xlsx"})) for_file(options, options.output, {".svg", ".html"});
  for (const auto& [option, given] :
       {std::pair("--pareto", !arguments.order.pareto.empty()), std::pair("--sort", !arguments.order.sort.empty()),
        std::pair("--fail-if-all", arguments.fail_if_all)})
    if (given)
      throw InputError(option, fmt::format("is of a sweep's points, and these are parts of a {}; leave it out",
                                           what_if::kPartKindNames.name(kind)));
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  const std::vector<PartFile> parts = what_if::read_whole(arguments.files, catalog);
  return kind == PartKind::kRun ? merge_run(parts, catalog, options) : merge_search(parts, catalog, options);
}

}  // namespace

void add_merge_command(Command& app, const Options& options) {
  Command& command = app.add_command("merge", "the shards of a sweep, a search or a run as one");
  auto arguments = std::make_shared<MergeArguments>();
  command.file_endings = {".svg", ".html", ".xlsx"};
  command.add_argument("SHARD", &arguments->files, "files that sweep, search or run --shard I/N wrote");
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
