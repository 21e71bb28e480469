#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/explain.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/watch.h"
#include "core/answer/compare_document.h"
#include "core/answer/compare_question.h"
#include "core/answer/compare_side.h"
#include "core/answer/explain_document.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/document/plan_text.h"
#include "core/programme/edit.h"
#include "core/programme/programme_comparison.h"
#include "core/text/terminal_text.h"

namespace fmplan::cli {
namespace {

struct CompareArguments {
  std::vector<std::string> files;
  std::vector<std::string> sets, variants, gates, explain;
};

answer::CompareQuestion read_compare_question(const CompareArguments& arguments) {
  answer::CompareQuestion question{.documents = {}, .sets = arguments.sets, .variants = arguments.variants};
  Issues issues;
  for (const std::string& file : arguments.files)
    collect(issues, [&] {
      question.documents.push_back({document::read_json(file), file, std::filesystem::path(file).parent_path()});
    });
  if (!issues.empty()) throw InputError(std::move(issues));
  return question;
}

/// A problem of a variant is told with its words, one of a file among several with the file's name.
answer::PlaceIssue placed_in(const answer::CompareQuestion& question) {
  return [&question](Issue issue, const answer::SideOrigin& origin) {
    if (!origin.variant && issue.where.starts_with("--")) return issue;  // of every file
    const std::string& file = question.documents[origin.document].name;
    const std::string side = origin.variant ? fmt::format("--with {}", question.variants[*origin.variant])
                             : question.documents.size() > 1 && !issue.where.starts_with(file) ? file
                                                                                               : "";
    if (!side.empty()) issue.where = issue.where.empty() ? side : fmt::format("{}: {}", side, issue.where);
    return issue;
  };
}

/// Why a side cannot run is said even where only the answer is read.
ExitCode report_obstacles(const std::vector<answer::Compared>& sides, const Options& options) {
  // CSV says its warnings there already.
  const bool said = options.format == answer::Format::kCsv && !options.quiet;
  ExitCode code = kOk;
  for (const answer::Compared& side : sides)
    for (const std::string& obstacle : side.obstacles) {
      if (!said) write_message(text::printable(fmt::format("in the way: {}: {}", side.name, obstacle)));
      code = kCannotRun;
    }
  return code;
}

/// Programmes side by side, each with its variants of the command line.
ExitCode compare_programmes(const CompareArguments& arguments, const answer::CompareQuestion& question,
                            const catalog::Catalog& catalog, const Options& options) {
  if (!arguments.gates.empty() || !arguments.explain.empty())
    throw InputError("--fail-if, --explain", "are of scenarios; a programme's gates are fmplan programme --fail-if");
  InterruptibleProgress watch(options, "planning the programmes");
  const std::vector<programme::ComparedProgramme> sides = programme::compared_programmes(
      question, catalog, options.seed, thread_count(options.jobs), placed_in(question), watch);
  print(programme_comparison(sides), options);
  return watch.stopped() ? kInterrupted : kOk;
}

}  // namespace

void add_compare_command(Command& app, const Options& options) {
  Command& command =
      app.add_command("compare", "scenarios, variants or saved answers side by side, and why they differ");
  auto arguments = std::make_shared<CompareArguments>();
  command
      .add_argument("FILES", &arguments->files,
                    "scenarios, or what plan, run and search wrote with --format json; or programmes")
      .num_values = {1, 20};
  command.add_option("--with CHANGES", &arguments->variants,
                     "a variant of the first scenario: PATH=VALUE, or several with \";\" between; may be repeated");
  command.add_option("--set PATH=VALUE", &arguments->sets, "replace a value in every scenario given");
  add_explain_option(command, arguments->explain);
  command.add_option("--fail-if CONDITION", &arguments->gates,
                     "exit with 4 if it holds of a side against the first, for instance 'cost.ratio>1.1 or "
                     "days.difference>3'; may be repeated");
  command.footer =
      "Examples:\n"
      "  fmplan compare scenarios/llama3-70b-p5.json scenarios/llama2-70b.json\n"
      "  fmplan compare scenarios/llama3-70b-p5.json --with cluster.nodes=128 --with cluster.nodes=512\n"
      "  fmplan compare scenarios/llama3-70b-p5.json --with 'price.kind=capacity_block; run.spare_nodes=0'\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --format json -o before.json\n"
      "  fmplan compare before.json scenarios/llama3-70b-p5.json --set cluster.nodes=128\n"
      "  fmplan compare before.json scenarios/llama3-70b-p5.json --fail-if 'cost.ratio>1.1'\n"
      "Exit code 3 if one of them cannot run.";
  command.run = [arguments, &options] {
    if (arguments->files.size() + arguments->variants.size() < 2)
      throw InputError("FILES",
                       "one alone is compared with nothing; give a second file, or a variant of it: --with "
                       "cluster.nodes=128");
    const std::vector<answer::Condition> gates =
        answer::parse_conditions(arguments->gates, answer::difference_figures(), "--fail-if");
    const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
    const answer::CompareQuestion question = read_compare_question(*arguments);
    if (programme::is_programme(question.documents.front().document))
      return compare_programmes(*arguments, question, catalog, options);
    const std::vector<answer::Compared> sides =
        compared_sides(question, catalog, thread_count(options.jobs), placed_in(question));
    answer::Document document;
    bool stopped = false;
    {
      InterruptibleProgress watch(options, "finding why they differ");
      document = answer::compare_document(sides, catalog, thread_count(options.jobs), options.seed, watch);
      stopped = watch.stopped();
    }
    print(
        arguments->explain.empty() ? document : answer::explain_sides(arguments->explain, sides, catalog, options.seed),
        options);
    if (stopped) return kInterrupted;
    const ExitCode code = report_obstacles(sides, options);
    if (code != kOk) return code;
    return report_gates(answer::exceeded_differences(gates, document.json), options);
  };
}

}  // namespace fmplan::cli
