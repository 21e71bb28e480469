#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/measurements/site_options.h"
#include "cli/outer_commands.h"
#include "cli/print.h"
#include "cli/watch.h"
#include "core/assessment/calibration.h"
#include "core/base/parallel.h"
#include "core/catalog/catalog.h"
#include "core/text/json_text.h"

namespace fmplan::cli {
namespace {

/// The item goes to -o FILE; what is said of the fit, to the terminal.
int print_fit(const answer::Document& document, const Options& options, int indent = 2) {
  if (!options.output.empty()) text::write_text_file(options.output, document.json.dump(indent) + "\n");
  Options to_terminal = options;
  to_terminal.output.clear();
  print(document, to_terminal);
  return kOk;
}

void add_kernels(Command& calibrate, const Options& options) {
  Command& command = calibrate.add_command("kernels", "the kernel times of an accelerator from measured rows");
  command.file_endings = {".json"};  // the profile
  auto question = std::make_shared<assessment::KernelCalibrationQuestion>();
  command.add_argument(
      "FILES", &question->files,
      "CSV files with gpu,backend,dtype,m,n,k,latency_ms or with batch,seqlen,heads,kv_heads,head_dim");
  command.add_option("--accelerator NAME", &question->accelerator, "take only its rows, where the files hold several");
  command.add_option("--fit-all", &question->fit_all,
                     "fit to every row instead of holding a quarter of the shapes out");
  command.footer = "Example:\n  fmplan calibrate kernels rows.csv -o h100-sxm5-80gb-kernels.json";
  command.run = [question, &options] {
    return print_fit(calibrate_kernels(*question, catalog::Catalog::shipped(options.catalog_dir)), options);
  };
}

void add_steps(Command& calibrate, const Options& options) {
  Command& command =
      calibrate.add_command("steps", "habits of frameworks and paces of accelerators from measured training steps");
  command.file_endings = {".json"};  // the profile
  auto question = std::make_shared<assessment::StepCalibrationQuestion>();
  auto hold_out = std::make_shared<std::string>("all");
  command.add_argument("FILES", &question->files, "CSV files of rows");
  command.add_option("--leave-out SOURCE", &question->left_out, "source that is not fitted to; may be repeated");
  command.add_option("--judge SOURCE", &question->judges,
                     "source that is not fitted to, but that intervals are made of; may be repeated");
  add_site_options(command, question->sites);
  command
      .add_option("--hold-out WHAT", hold_out.get(),
                  "what is also fitted without, for the errors and intervals: none, folds, sources, kinds or all "
                  "[default: all]")
      .choices = {"none", "folds", "sources", "kinds", "all"};
  command.footer =
      "The profile is taken from calibration/steps.json of a catalogue.\n"
      "Example:\n"
      "  fmplan calibrate steps rows.csv -o mine/calibration/steps.json\n"
      "  fmplan plan scenario.json --catalog mine";
  command.run = [question, hold_out, &options] {
    question->folds = *hold_out == "all" || *hold_out == "folds";
    question->sources = *hold_out == "all" || *hold_out == "sources";
    question->kinds = *hold_out == "all" || *hold_out == "kinds";
    question->threads = thread_count(options.jobs);
    const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
    answer::Document document;
    {
      ProgressLine watch(options, "fitting");
      document = calibrate_steps(*question, catalog, watch);
    }
    return print_fit(document, options, 1);
  };
}

void add_memory(Command& calibrate, const Options& options) {
  Command& command = calibrate.add_command("memory", "the memory that frameworks take, from measured peaks");
  command.file_endings = {".json"};  // the profile
  auto question = std::make_shared<assessment::MemoryCalibrationQuestion>();
  command.add_argument("FILES", &question->files, "CSV files of rows with measured_peak_mem_GB");
  command.add_option("--source TEXT", &question->source,
                     fmt::format("where the rows come from, for the profile [default: {}]", question->source));
  command.footer = "Example:\n  fmplan calibrate memory rows.csv -o my-catalog/calibration/memory.json";
  command.run = [question, &options] {
    return print_fit(calibrate_memory(*question, catalog::Catalog::shipped(options.catalog_dir)), options);
  };
}

void add_campaigns(Command& calibrate, const Options& options) {
  Command& command = calibrate.add_command("campaigns", "what whole campaigns took over what their machines could do");
  command.file_endings = {".json"};  // the profile
  auto question = std::make_shared<assessment::CampaignCalibrationQuestion>();
  command.add_argument("FILES", &question->files, "CSV files of rows of campaigns");
  command.add_option("--source TEXT", &question->source,
                     fmt::format("where the rows come from, for the item [default: {}]", question->source));
  command.footer = "Example:\n  fmplan calibrate campaigns campaigns.csv -o my-catalog/calibration/campaigns.json";
  command.run = [question, &options] {
    return print_fit(calibrate_campaigns(*question, catalog::Catalog::shipped(options.catalog_dir)), options);
  };
}

void add_collectives(Command& calibrate, const Options& options) {
  Command& command = calibrate.add_command("collectives", "a profile of collective times from rows of nccl-tests");
  command.file_endings = {".json"};  // the profile
  auto question = std::make_shared<assessment::CollectiveCalibrationQuestion>();
  command.add_argument("FILES", &question->files, "CSV files of rows, as fmplan import nccl-tests writes them");
  command.add_option("--instance NAME", &question->instance, "machine of the catalogue that all rows are of");
  command.add_option("--profile NAME|FILE", &question->profile,
                     "item to be filled in, of the catalogue or a file; takes the rows of its own systems");
  command.add_option("--leave-out SOURCE", &question->left_out, "source that is not fitted to; may be repeated");
  command.add_option("--hold-out", &question->hold_out,
                     "fit to one source for each collective and number of ranks (that with the most sizes), and leave "
                     "the others for fmplan validate");
  command.add_option("--unknown-health", &question->unknown_health,
                     "also rows whose column healthy says unknown, where there are no better ones");
  command.add_option("--cross-validate", &question->cross_validate,
                     "also fit without each source in turn and predict it");
  command.footer =
      "Examples:\n"
      "  fmplan import nccl-tests run.log --instance p5.48xlarge --nodes 4 --collective all_reduce --format csv -o "
      "rows.csv\n"
      "  fmplan calibrate collectives rows.csv --instance p5.48xlarge -o my-p5.json";
  command.run = [question, &options] {
    return print_fit(calibrate_collectives(*question, catalog::Catalog::shipped(options.catalog_dir)), options);
  };
}

void add_probe(Command& calibrate, const Options& options) {
  Command& command = calibrate.add_command("probe", "what the script of fmplan probe measured on a machine");
  command.file_endings = {".json"};  // the profile
  auto question = std::make_shared<assessment::ProbeCalibrationQuestion>();
  command.add_argument("RESULT", &question->file, "RESULT.json, as the script wrote it");
  command.add_option("--on INSTANCE", &question->instance,
                     "machine of the catalogue that it was measured on [default: the one the script was written for]");
  command.footer =
      "Plans on that machine take it from the folder laid over the catalogues.\n"
      "Example:\n"
      "  fmplan calibrate probe RESULT.json -o mine/calibration/p5.48xlarge-probe.json\n"
      "  fmplan plan scenario.json --catalog mine";
  command.run = [question, &options] {
    return print_fit(calibrate_probe(*question, catalog::Catalog::shipped(options.catalog_dir)), options);
  };
}

}  // namespace

void add_calibrate_command(Command& app, const Options& options) {
  Command& command = add_outer_command(app, "calibrate");
  add_kernels(command, options);
  add_steps(command, options);
  add_memory(command, options);
  add_collectives(command, options);
  add_campaigns(command, options);
  add_probe(command, options);
}

}  // namespace fmplan::cli
