#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/explain.h"
#include "cli/gate.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/watch.h"
#include "core/answer/compare_document.h"
#include "core/answer/compare_side.h"
#include "core/answer/explain_document.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/document/plan_text.h"
#include "core/programme/edit.h"
#include "core/programme/programme_comparison.h"
#include "core/programme/question.h"
#include "core/scenario/scenario_json.h"
#include "core/text/terminal_text.h"

namespace fmplan::cli {
namespace {

struct CompareArguments {
  std::vector<std::string> files;
  std::vector<std::string> sets, variants, gates, explain;
};

/// A variant, whose problems are told with its own words.
answer::Compared variant_side(const nlohmann::json& base, const std::string& variant, const catalog::Catalog& catalog,
                              const std::filesystem::path& folder) {
  nlohmann::json changed = base;
  const std::vector<std::string> assignments = answer::assignments_of(variant);
  try {
    scenario::set_values(changed, assignments, catalog);
    answer::Compared side = answer::planned_side(changed, catalog, folder);
    side.name = fmt::format("{}", fmt::join(assignments, "; "));
    return side;
  } catch (const InputError& error) {
    Issues issues = error.issues();
    for (Issue& issue : issues) issue.where = fmt::format("--with {}: {}", variant, issue.where);
    throw InputError(std::move(issues));
  }
}

/// The sides of one file: itself and, of the first one, the variants.
void add_sides(const std::string& file, const CompareArguments& arguments, const catalog::Catalog& catalog,
               std::vector<answer::Compared>& sides) {
  nlohmann::json document = document::read_json(file);
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  const bool is_first = sides.empty();
  if (answer::is_saved_answer(document)) {
    if (is_first && !arguments.variants.empty())
      throw InputError("--with", fmt::format("changes a scenario, and {} is an answer; give the scenario first", file));
    sides.push_back(answer::saved_side(document, file, catalog, folder));
    return;
  }
  scenario::set_values(document, arguments.sets, catalog);
  if (is_first && !arguments.variants.empty()) scenario::state_nodes_of_failures(document, catalog);
  sides.push_back(answer::planned_side(document, catalog, folder));
  if (!is_first) return;
  for (const std::string& variant : arguments.variants)
    sides.push_back(variant_side(document, variant, catalog, folder));
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

/// Chosen: a chance of 90 % to 1 %.
constexpr std::int64_t kProgrammeTrials = 1000;

/// Programmes side by side, each with its variants of the command line.
int compare_programmes(const CompareArguments& arguments, const catalog::Catalog& catalog, const Options& options) {
  if (!arguments.gates.empty() || !arguments.explain.empty())
    throw InputError("--fail-if, --explain", "are of scenarios; a programme's gates are fmplan programme --fail-if");
  std::vector<programme::ComparedProgramme> sides;
  const programme::StudyOptions study{
      .trials = kProgrammeTrials, .seed = options.seed, .threads = thread_count(options.jobs), .prove = false};
  InterruptibleProgress watch(options, "planning the programmes");
  const auto add = [&](const std::string& name, const programme::ProgrammeOptions& asked) {
    sides.push_back(
        {.name = name, .answer = answer_programme(programme_question(asked, catalog), catalog, study, false, watch)});
  };
  for (std::size_t i = 0; i < arguments.files.size(); ++i) {
    add(arguments.files[i], {.file = arguments.files[i], .sets = arguments.sets});
    if (i > 0) continue;
    for (const std::string& variant : arguments.variants) {
      programme::ProgrammeOptions asked{.file = arguments.files[i], .sets = arguments.sets};
      const std::vector<std::string> assignments = answer::assignments_of(variant);
      asked.sets.insert(asked.sets.end(), assignments.begin(), assignments.end());
      add(variant, asked);
    }
  }
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
    if (programme::is_programme(document::read_json(arguments->files.front())))
      return compare_programmes(*arguments, catalog, options);
    std::vector<answer::Compared> sides;
    for (const std::string& file : arguments->files) add_sides(file, *arguments, catalog, sides);
    answer::name_apart(sides);
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
    if (stopped) return static_cast<int>(kInterrupted);
    const ExitCode code = report_obstacles(sides, options);
    if (code != kOk) return static_cast<int>(code);
    return static_cast<int>(report_gates(answer::exceeded_differences(gates, document.json), options));
  };
}

}  // namespace fmplan::cli
