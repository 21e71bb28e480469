#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "cli/scenario_arguments.h"
#include "core/answer/compare_document.h"
#include "core/answer/report_json.h"
#include "core/base/issue.h"
#include "core/plan/evaluate.h"
#include "core/plan/step_comparison.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"

namespace fmplan::cli {
namespace {

struct CompareArguments {
  std::vector<std::string> files;
  std::vector<std::string> sets;
};

/// The step of a report that was written before, if its scenario still comes out the same: another version's, or that
/// of a scenario whose files are gone, is compared by its figures alone.
std::optional<plan::ComparableStep> step_of(const nlohmann::json& report, const std::filesystem::path& folder,
                                            const catalog::Catalog& catalog) {
  const nlohmann::json::json_pointer time("/step/step_time_s");
  if (!report.contains("scenario") || !report.contains(time) || !report.at(time).is_number()) return std::nullopt;
  try {
    const plan::Report again = evaluate(scenario::read_scenario(report["scenario"], catalog, folder));
    if (again.phases.empty() || again.phases[again.main_phase].step.total() / second != report.at(time).get<double>())
      return std::nullopt;
    return comparable_step(again);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

/// A report as `plan --format json` wrote it, or a scenario, which is evaluated.
answer::Compared load(const std::string& file, const CompareArguments& arguments, const catalog::Catalog& catalog,
                      const Options& options) {
  nlohmann::json document = text::read_json_file(file);
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  if (answer::is_report(document)) {
    answer::Compared compared = answer::read_report(std::move(document), file);
    compared.step = step_of(compared.report, folder, catalog);
    return compared;
  }
  for (const std::string& assignment : arguments.sets) scenario::set_value(document, assignment);
  const plan::Scenario scenario = scenario::read_scenario(document, catalog, folder);
  const plan::Report report = evaluate(scenario);
  return {scenario.name, text::parsed(answer::report_json(report, {document, catalog.version(), options.seed})),
          comparable_step(report)};
}

}  // namespace

void add_compare_command(Command& app, const Options& options) {
  Command& command = app.add_command("compare", "two or more scenarios or reports side by side");
  auto arguments = std::make_shared<CompareArguments>();
  command.add_argument("FILES", &arguments->files, "scenarios, or reports written by plan --format json").num_values = {
      2, 20};
  command.add_option("--set PATH=VALUE", &arguments->sets, "replace a value in every scenario given");
  command.footer =
      "Examples:\n"
      "  fmplan compare scenarios/llama3-70b-p5.json scenarios/llama2-70b.json\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --format json -o before.json\n"
      "  fmplan compare before.json scenarios/llama3-70b-p5.json --set cluster.nodes=128";
  command.run = [arguments, &options] {
    const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
    std::vector<answer::Compared> reports;
    for (const std::string& file : arguments->files) reports.push_back(load(file, *arguments, catalog, options));
    print(answer::compare_document(reports), options);
    return static_cast<int>(kOk);
  };
}

}  // namespace fmplan::cli
