#include "cli/validation_command.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "core/catalog/catalog.h"

namespace fmplan::cli {

Command& add_validation(Command& validate_command, const Options& options, const std::string& name,
                        const std::string& description, const std::string& example, Validator validator) {
  Command& command = validate_command.add_command(name, description);
  auto arguments = std::make_shared<ValidationArguments>();
  command.add_argument("FILES", &arguments->files, "CSV files of rows");
  command.add_option("--rows", &arguments->rows, "every row in the JSON answer");
  command.footer = fmt::format("Example:\n  fmplan validate {} {} --rows --format json", name, example);
  command.run = [arguments, validator = std::move(validator), &options] {
    const answer::Document document = validator(*arguments, catalog::Catalog::shipped(options.catalog_dir));
    print(document, options);
    if (document.json.at("predicted").get<std::size_t>() > 0) return static_cast<int>(kOk);
    const auto num_rows = document.json.at("rows").get<std::size_t>();
    write_message(num_rows == 0
                      ? "error: the files hold no rows"
                      : fmt::format("error: none of {} rows could be predicted; the answer lists why each was refused",
                                    num_rows));
    return static_cast<int>(kCannotRun);
  };
  return command;
}

}  // namespace fmplan::cli
