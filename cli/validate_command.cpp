#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "core/assessment/validation.h"
#include "core/catalog/catalog.h"

namespace fmplan::cli {
namespace {

int run_validation(const assessment::ValidationKind& kind, const assessment::ValidationQuestion& question,
                   const Options& options) {
  const answer::Document document = kind.answer(question, catalog::Catalog::shipped(options.catalog_dir));
  print(document, options);
  if (document.json.at("predicted").as_double() > 0) return kOk;
  const double num_rows = document.json.at("rows").as_double();
  write_message(
      num_rows == 0
          ? "error: the files hold no rows"
          : fmt::format("error: none of {} rows could be predicted; the answer lists why each was refused", num_rows));
  return kCannotRun;
}

}  // namespace

void add_validate_command(Command& app, const Options& options) {
  Command& command = app.add_command("validate", "hold predictions against measured rows");
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
    below.run = [question, &kind, &options] { return run_validation(kind, *question, options); };
  }
}

}  // namespace fmplan::cli
