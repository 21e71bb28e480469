#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "core/assessment/demand_import.h"
#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/evidence/job_log.h"
#include "core/text/json_text.h"

namespace fmplan::cli {
namespace {

struct DemandArguments {
  std::string file;
  std::string instance = "p5.48xlarge";
  std::optional<int> nodes;
  std::string name;
  std::string start;
  int processors_per_node = 1;
};

/// Logs of years: larger than what other files may be.
constexpr std::size_t kMostLogBytes = 256u << 20;

std::optional<Date> start_of(const DemandArguments& arguments) {
  if (arguments.start.empty()) return std::nullopt;
  const std::optional<Date> start = parse_date(arguments.start);
  if (!start) throw InputError("--start", fmt::format("\"{}\" is no day such as 2025-03-01", arguments.start));
  return start;
}

assessment::DemandTerms terms_of(const DemandArguments& arguments, const Options& options) {
  if (arguments.nodes && *arguments.nodes < 1)
    throw InputError("--nodes", fmt::format("{} is no number of nodes from 1 on", *arguments.nodes));
  return {.name = arguments.name.empty() ? std::filesystem::path(arguments.file).stem().string() : arguments.name,
          .instance = catalog::Catalog::shipped(options.catalog_dir).instance(arguments.instance).name,
          .nodes = arguments.nodes};
}

/// What is wrong with the file as a whole is told under its name.
template <class Make>
scenario::Programme made_of(const std::string& file, const Make& make) {
  try {
    return make();
  } catch (const InputError& error) {
    Issues issues = error.issues();
    for (Issue& issue : issues)
      if (!issue.where.starts_with("--")) issue.where = issue.where.empty() ? file : file + ": " + issue.where;
    throw InputError(std::move(issues));
  }
}

std::shared_ptr<DemandArguments> add_common(Command& command, const char* what) {
  auto arguments = std::make_shared<DemandArguments>();
  command.add_argument("FILE", &arguments->file, what);
  command.add_option("--instance NAME", &arguments->instance, "machine of the catalogue that the pool has");
  command.add_option("--nodes N", &arguments->nodes, "of the pool (default: the log's, or the most asked for at once)");
  command.add_option("--name NAME", &arguments->name, "of the programme (default: the file's)");
  return arguments;
}

void add_log(Command& command, const Options& options, const char* name, const char* about, bool is_swf) {
  Command& log = command.add_command(name, about);
  const auto arguments = add_common(log, is_swf ? "a log in the Standard Workload Format" : "what sacct -P printed");
  if (is_swf) {
    log.add_option("--start DAY", &arguments->start, "day of the log's time 0 (default: its UnixStartTime)");
    log.add_option("--processors-per-node N", &arguments->processors_per_node, "processors that make a node");
  }
  log.footer = fmt::format("Example:\n  fmplan import {} {} --instance p5.48xlarge -o programme.json", name,
                           is_swf ? "log.swf" : "jobs.txt");
  log.run = [arguments, is_swf, &options] {
    const assessment::DemandTerms terms = terms_of(*arguments, options);
    if (arguments->processors_per_node < 1)
      throw InputError("--processors-per-node",
                       fmt::format("{} is no number from 1 on", arguments->processors_per_node));
    const std::string text = text::read_text_file(arguments->file, kMostLogBytes);
    const evidence::JobLog jobs =
        is_swf ? evidence::read_swf(text, arguments->file, {start_of(*arguments), arguments->processors_per_node})
               : evidence::read_sacct(text, arguments->file);
    print(assessment::programme_document(
              made_of(arguments->file, [&] { return assessment::programme_of_jobs(jobs, terms); }), jobs.notes),
          options);
    return static_cast<int>(kOk);
  };
}

}  // namespace

void add_import_demand(Command& command, const Options& options) {
  add_log(command, options, "swf", "jobs in the Standard Workload Format as a programme to edit", true);
  add_log(command, options, "sacct", "jobs of Slurm as a programme to edit", false);
  Command& demand = command.add_command("demand", "a table of who wants what as a programme to edit");
  const auto arguments = add_common(demand, "CSV: organisation,project,nodes,days,deadline");
  demand.add_option("--start DAY", &arguments->start, "first day of the programme");
  demand.footer =
      "Example:\n  fmplan import demand wishes.csv --start 2026-03-01 --instance p5.48xlarge -o programme.json";
  demand.run = [arguments, &options] {
    assessment::DemandTerms terms = terms_of(*arguments, options);
    const std::optional<Date> start = start_of(*arguments);
    if (!start) throw InputError("--start", "is missing: the programme's first day, for instance --start 2026-03-01");
    terms.start = *start;
    const auto rows = evidence::read_demand(text::read_text_file(arguments->file), arguments->file);
    print(assessment::programme_document(
              made_of(arguments->file, [&] { return assessment::programme_of_demand(rows, terms); }), {}),
          options);
    return static_cast<int>(kOk);
  };
}

}  // namespace fmplan::cli
