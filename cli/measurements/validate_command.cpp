#include <memory>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/measurements/site_options.h"
#include "cli/outer_commands.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/watch.h"
#include "core/assessment/validation.h"
#include "core/base/parallel.h"
#include "core/catalog/catalog.h"

namespace fmplan::cli {
namespace {

int print_validation(const answer::Document& document, const Options& options) {
  print(document, options);
  if (document.json.at("predicted").as_double() > 0) return kOk;
  const double num_rows = document.json.at("rows").as_double();
  write_message(
      num_rows == 0
          ? "error: the files hold no rows"
          : fmt::format("error: none of {} rows could be predicted; the answer lists why each was refused", num_rows));
  return kCannotRun;
}

void add_deltas(Command& validate, const Options& options) {
  Command& command = validate.add_command("deltas", "changes of step time between two plans");
  auto question = std::make_shared<assessment::DeltaQuestion>();
  command.add_argument("PAIRS", &question->pairs, "CSV file of pairs of rows");
  command.add_argument("ROWS", &question->rows, "CSV file of the rows that they name by row_id");
  command.add_option("--fit FILE", &question->fit_files,
                     "CSV of more rows that the fits without a pair's source are made from; may be repeated");
  command.add_option("--leave-out SOURCE", &question->left_out, "source that is not fitted to; may be repeated");
  add_site_options(command, question->sites);
  command.add_option("--rows", &question->with_rows, "every pair in the JSON answer");
  command.footer = "Example:\n  fmplan validate deltas pairs.csv rows.csv --fit steps.csv --rows --format json";
  command.run = [question, &options] {
    question->threads = thread_count(options.jobs);
    const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
    answer::Document document;
    {
      ProgressLine watch(options, "fitting");
      document = validate_deltas(*question, catalog, watch);
    }
    return print_validation(document, options);
  };
}

}  // namespace

void add_validate_command(Command& app, const Options& options) {
  Command& command = add_outer_command(app, "validate");
  for (const assessment::ValidationKind& kind : assessment::kValidationKinds) {
    Command& below = command.add_command(kind.name, kind.of);
    auto question = std::make_shared<assessment::ValidationQuestion>();
    below.add_argument("FILES", &question->files, "CSV files of rows");
    below.add_option("--rows", &question->with_rows, "every row in the JSON answer");
    if (kind.anchored)
      below.add_option(
          "--anchor FILE", &question->anchor,
          "CSV of measured rows of the same cluster, which correct the predictions; no row corrects itself");
    below.footer = fmt::format("Example:\n  fmplan validate {} {} --rows --format json", kind.name, kind.example);
    below.run = [question, &kind, &options] {
      return print_validation(kind.answer(*question, catalog::Catalog::shipped(options.catalog_dir)), options);
    };
  }
  add_deltas(command, options);
}

}  // namespace fmplan::cli
