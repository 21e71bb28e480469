#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/import_arguments.h"
#include "cli/print.h"
#include "core/assessment/import_kind.h"
#include "core/assessment/price_import.h"
#include "core/assessment/price_import_document.h"
#include "core/base/issue.h"
#include "core/catalog/catalog.h"
#include "core/text/json_text.h"

namespace fmplan::cli {
namespace {

namespace fs = std::filesystem;

/// An item's file and its text.
using ItemTexts = std::vector<std::pair<fs::path, std::string>>;

/// The items of `import` as files of a folder.
/// @throws InputError for files that are there already with other content, but where `folder` is --catalog's, whose
/// items are among the imported ones.
ItemTexts item_texts(const assessment::PriceImport& import, const std::string& folder, const Options& options) {
  std::error_code error;
  const bool is_catalog = !options.catalog_dir.empty() && fs::equivalent(folder, options.catalog_dir, error);
  ItemTexts texts;
  Issues issues;
  for (const text::Json& list : import.lists) {
    const fs::path path = fs::path(folder) / "prices" / (list.at("name").as_text() + ".json");
    std::string text = list.dump(2) + "\n";
    if (!is_catalog && fs::exists(path, error) && text::read_text_file(path) != text)
      issues.push_back({path.string(), fmt::format("is there already; --catalog {} adds to its prices, or write to "
                                                   "another folder",
                                                   folder)});
    texts.emplace_back(path, std::move(text));
  }
  if (fs::exists(folder, error) && !fs::is_directory(folder, error))
    issues.push_back({"--output", fmt::format("\"{}\" is a file; give a folder for the items", folder)});
  if (!issues.empty()) throw InputError(std::move(issues));
  return texts;
}

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
  const ItemTexts texts = item_texts(import, folder, options);
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
