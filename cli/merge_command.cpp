#include <cstddef>
#include <fstream>
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
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "core/what_if/run_part.h"
#include "core/what_if/search_part.h"
#include "core/what_if/sweep_text.h"

namespace fmplan::cli {
namespace {

using what_if::PartFile;
using what_if::PartKind;
using what_if::SweepRow;

/// Bytes of a part of a search or a run, at most, chosen: a run's are below a million.
constexpr std::size_t kMostPart = std::size_t{1} << 28;

struct MergeArguments {
  std::vector<std::string> files;
  RowOrderText order;
  bool fail_if_all = false;
};

/// What `read` makes of the files.  @throws InputError with all that cannot be read.
template <class Read>
auto read_all(const std::vector<std::string>& files, const Read& read) {
  std::vector<decltype(read(files.front()))> parts;
  Issues issues;
  for (const std::string& file : files) try {
      parts.push_back(read(file));
    } catch (const InputError& error) {
      issues.insert(issues.end(), error.issues().begin(), error.issues().end());
    }
  if (!issues.empty()) throw InputError(std::move(issues));
  return parts;
}

int merge_sweep(const MergeArguments& arguments, const Options& options) {
  // Once to see that all is there, and once more to print it: rows are not held.
  const auto parts =
      read_all(arguments.files, [](const std::string& file) { return what_if::read_row_file(file, {}); });
  const what_if::JoinedRows all = joined_rows(parts, arguments.files);
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
  const what_if::PartHead& head = parts.front().head;
  const answer::SearchArguments arguments =
      read_content(parts.front(), [&](const auto&) { return what_if::search_arguments(head.arguments); });
  const SearchAsked asked{
      {answer::search_asked(scenario::read_scenario(head.asked.document, catalog, head.asked.folder), arguments)},
      answer::parse_conditions(head.fail_if, answer::search_figures(), "--fail-if")};
  return print_search(asked, joined(asked.scenario, asked.question, parts), std::nullopt, catalog.version(), options);
}

int merge_run(const std::vector<PartFile>& files, const catalog::Catalog& catalog, Options options) {
  const what_if::PartHead& head = files.front().head;
  plan::RunStudyOptions asked = what_if::run_options(files.front());
  asked.threads = thread_count(options.jobs);
  std::vector<sim::RunPart> parts;
  parts.reserve(files.size());
  for (const PartFile& file : files) parts.push_back(what_if::run_part(file));
  const plan::Scenario scenario = scenario::read_scenario(head.asked.document, catalog, head.asked.folder);
  RunAnswer answer{.trials = asked.trials,
                   .origin = {head.asked.document, catalog.version(), head.seed},
                   .gates = answer::parse_conditions(head.fail_if, answer::run_figures(), "--fail-if")};
  {
    ProgressLine watch(options, "simulating what stands beside");
    answer.study = study_of_parts(scenario, asked, parts, watch);
  }
  const RunFiles where =
      answer::run_files(options.output.empty() ? std::vector<std::string>{} : std::vector<std::string>{options.output});
  // Pictures are written beside the answer, which then goes to stdout.
  options.output = where.answer_file;
  return print_run(answer, where, options);
}

/// Of all files, which must be of one command.  @throws InputError
PartKind kind_of(const std::vector<std::string>& files) {
  std::vector<PartKind> kinds;
  for (const std::string& file : files) {
    std::ifstream in(file, std::ios::binary);
    std::string line;
    if (!std::getline(in, line)) line = text::read_text_file(file);  // which says why
    kinds.push_back(what_if::part_kind(line, file));
  }
  Issues issues;
  for (std::size_t i = 1; i < files.size(); ++i)
    if (kinds[i] != kinds.front())
      issues.push_back({files[i], fmt::format("is a part of a {}, and {} of a {}; give those of one",
                                              what_if::kPartKindNames.name(kinds[i]), files.front(),
                                              what_if::kPartKindNames.name(kinds.front()))});
  if (!issues.empty()) throw InputError(std::move(issues));
  return kinds.front();
}

int run_merge(const MergeArguments& arguments, const Options& options) {
  const PartKind kind = kind_of(arguments.files);
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
  const std::vector<PartFile> parts = whole_of(
      read_all(arguments.files,
               [](const std::string& file) { return what_if::read_part(text::read_text_file(file, kMostPart), file); }),
      catalog);
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
