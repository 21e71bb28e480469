#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/import_arguments.h"
#include "cli/print.h"
#include "core/assessment/import_kind.h"
#include "core/assessment/price_import.h"
#include "core/assessment/price_import_document.h"
#include "core/assessment/price_item_files.h"
#include "core/catalog/catalog.h"
#include "core/text/json_text.h"

namespace fmplan::cli {
namespace {

namespace fs = std::filesystem;

int run(const ImportArguments& arguments, const Options& options) {
  const assessment::PriceImport import = assessment::imported_prices(import_files(arguments).front(), arguments.given,
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
  const bool is_catalog = !options.catalog_dir.empty() && fs::equivalent(folder, options.catalog_dir, error);
  const assessment::ItemTexts texts = assessment::price_item_texts(import.lists, folder, is_catalog);
  fs::create_directories(fs::path(folder) / "prices");
  for (const auto& [path, text] : texts) text::write_text_file(path, text);
  Options to_terminal = options;
  to_terminal.output.clear();
  print(price_import_document(import, folder), to_terminal);
  return kOk;
}

}  // namespace

void add_import_prices(Command& command, const Options& options) {
  const auto arguments = std::make_shared<ImportArguments>();
  Command& skypilot = add_import_kind(command, assessment::import_kind("skypilot"), arguments);
  skypilot.footer =
      "Examples:\n"
      "  fmplan import skypilot vms.csv --on 2026-03-01 -o my-prices\n"
      "  fmplan plan scenarios/llama3-70b-p5.json --catalog my-prices\n"
      "-o names the folder of the items; with the ending of an answer (.json, .csv, …) that of the answer.";
  skypilot.run = [arguments, &options] { return run(*arguments, options); };
}

}  // namespace fmplan::cli
