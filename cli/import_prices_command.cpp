#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/import_arguments.h"
#include "cli/print.h"
#include "core/catalog/catalog.h"
#include "core/imports/import_kind.h"
#include "core/imports/price_import.h"
#include "core/imports/price_import_document.h"
#include "core/imports/price_item_files.h"

namespace fmplan::cli {
namespace {

int run_import_prices(const ImportArguments& arguments, const Options& options) {
  const imports::PriceImport import = imports::imported_prices(import_files(arguments).front(), arguments.given,
                                                               catalog::Catalog::shipped(options.catalog_dir));
  // A name with the ending of an answer is one; any other is the folder of the items, and the answer is printed.
  const bool to_folder =
      !options.output.empty() && !has_ending(options.output, {".json", ".jsonl", ".csv", ".md", ".html", ".txt"});
  if (!to_folder) {
    print(price_import_document(import, ""), options);
    return kOk;
  }
  std::string folder = options.output;
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  std::error_code error;
  // Of the catalogue that is planned with, the items are among the imported ones.
  const bool is_catalog =
      !options.catalog_dir.empty() && std::filesystem::equivalent(folder, options.catalog_dir, error);
  imports::write_price_items(import.lists, folder, is_catalog);
  Options to_terminal = options;
  to_terminal.output.clear();
  print(price_import_document(import, folder), to_terminal);
  return kOk;
}

}  // namespace

void add_import_prices(Command& command, const Options& options) {
  const auto arguments = std::make_shared<ImportArguments>();
  Command& skypilot = add_import_kind(command, imports::import_kind("skypilot"), arguments);
  skypilot.run = [arguments, &options] { return run_import_prices(*arguments, options); };
}

}  // namespace fmplan::cli
