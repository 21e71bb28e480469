#include "cli/validation_command.h"

#include <memory>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/output.h"
#include "core/catalog/catalog.h"

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
      const answer::Document document = validator(*arguments, catalog::Catalog::shipped(session.options.catalog_dir));
      print(document, session.options);
      if (document.json.at("predicted").get<std::size_t>() > 0) return static_cast<int>(kOk);
      const auto num_rows = document.json.at("rows").get<std::size_t>();
      write_message(
          num_rows == 0
              ? "error: the files hold no rows"
              : fmt::format("error: none of {} rows could be predicted; the answer lists why each was refused",
                            num_rows));
      return static_cast<int>(kCannotRun);
    };
  });
  return command;
}

}  // namespace fmplan::cli
