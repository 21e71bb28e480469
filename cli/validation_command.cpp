#include "cli/validation_command.h"

#include <memory>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "core/io/catalog.h"

namespace fmplan::cli {

CLI::App* add_validation(CLI::App& validate_command, Session& session, const std::string& name,
                         const std::string& description, const std::string& example, Validator validator) {
  auto* command = validate_command.add_subcommand(name, description);
  auto arguments = std::make_shared<ValidationArguments>();
  command->add_option("FILES", arguments->files, "CSV files of rows")->required()->type_name("FILE...");
  command->add_flag("--rows", arguments->rows, "every row in the JSON answer");
  command->footer(fmt::format("Example:\n  fmplan validate {} {} --rows --format json", name, example));
  command->callback([arguments, validator = std::move(validator), &session] {
    session.run = [arguments, validator, &session] {
      print(validator(*arguments, io::Catalog::shipped(session.options.catalog_dir)), session.options);
      return static_cast<int>(kOk);
    };
  });
  return command;
}

}  // namespace fmplan::cli
