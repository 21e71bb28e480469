#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/import_arguments.h"
#include "cli/print.h"
#include "core/catalog/catalog.h"
#include "core/imports/import_kind.h"
#include "core/text/json_text.h"

namespace fmplan::cli {

AddCommand add_import_prices;
namespace {

using imports::ImportKind;

void add_kind(Command& import_command, const Options& options, const ImportKind& kind) {
  const auto arguments = std::make_shared<ImportArguments>();
  Command& command = add_import_kind(import_command, kind, arguments);
  command.run = [&kind, arguments, &options] {
    print(kind.make(import_files(*arguments), arguments->given, catalog::Catalog::shipped(options.catalog_dir)),
          options);
    return kOk;
  };
}

}  // namespace

Command& add_import_kind(Command& import_command, const ImportKind& kind,
                         const std::shared_ptr<ImportArguments>& arguments) {
  Command& command = import_command.add_command(std::string(kind.name), std::string(kind.description));
  command.footer = kind.examples;
  if (kind.takes_many)
    command.add_argument("FILES", &arguments->files, std::string(kind.file));
  else
    command.add_argument(
        "FILE", [arguments](const std::string& file) { arguments->files = {file}; }, std::string(kind.file));
  for (const imports::ImportOption& option : kind.options) {
    const auto set = [arguments, name = option.name](const std::string& text) {
      arguments->given[std::string(name)] = {text};
    };
    const std::string label = fmt::format("--{} {}", option.name, option.value);
    if (option.repeats)
      command.add_option(label, &arguments->given[std::string(option.name)], std::string(option.help));
    else
      command.add_option(label, set, std::string(option.help));
  }
  return command;
}

std::vector<imports::ImportFile> import_files(const ImportArguments& arguments) {
  std::vector<imports::ImportFile> files;
  for (const std::string& name : arguments.files)
    files.push_back({name, [name] { return std::make_unique<std::ifstream>(text::open_file(name)); }});
  return files;
}

void add_import_command(Command& app, const Options& options) {
  Command& command = app.add_command("import", "read other tools' files");
  for (const ImportKind& kind : imports::import_kinds()) {
    if (kind.name == "skypilot")  // which writes items, too
      add_import_prices(command, options);
    else
      add_kind(command, options, kind);
  }
}

}  // namespace fmplan::cli
