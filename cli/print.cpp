#include "cli/print.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/terminal.h"
#include "core/base/issue.h"
#include "core/text/json_text.h"
#include "core/text/terminal_text.h"

namespace fmplan::cli {

namespace {

bool is_folder(const std::string& output) {
  std::error_code error;
  return output.ends_with('/') || std::filesystem::is_directory(output, error);
}

/// Every table of the answer as FOLDER/NAME.csv.
void write_tables(const answer::Document& document, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  for (const answer::CsvTable& table : csv_tables(document))
    text::write_text_file(folder / (table.name + ".csv"), table.text);
}

/// To whoever looks at one table: that there are others.
void name_tables(const answer::Document& document) {
  std::string names;
  for (const answer::CsvTable& table : csv_tables(document)) names += (names.empty() ? "" : ", ") + table.name;
  write_message(fmt::format("tables: {}; --table NAME chooses one, -o FOLDER/ writes all", names));
}

}  // namespace

void print(const answer::Document& document, const Options& options) {
  const bool to_file = !options.output.empty();
  const bool is_csv = options.format == answer::Format::kCsv;
  // CSV has no place for warnings; a reader of the numbers should still see them.
  if (is_csv && !options.quiet)
    for (const std::string& warning : document.warnings) write_message("warning: " + text::printable(warning));
  if (is_csv && to_file && options.table.empty() && is_folder(options.output)) {
    write_tables(document, options.output);
    return;
  }
  const std::string text =
      answer::render(document, options.format, !to_file && use_color(options), output_width(), options.table);
  if (to_file) {
    text::write_text_file(options.output, text);
  } else {
    write_stdout(text);
    if (is_csv && !options.quiet && options.table.empty() && is_terminal(STDERR_FILENO)) name_tables(document);
  }
}

bool has_ending(const std::string& file, const std::vector<std::string>& endings) {
  return std::ranges::find(endings, std::filesystem::path(file).extension().string()) != endings.end();
}

Options for_file(Options options, const std::string& file, const std::vector<std::string>& own_endings) {
  static const std::vector<std::pair<std::string, answer::Format>> kEndings = {
      {".json", answer::Format::kJson},   {".jsonl", answer::Format::kJsonLines}, {".csv", answer::Format::kCsv},
      {".md", answer::Format::kMarkdown}, {".html", answer::Format::kHtml},       {".txt", answer::Format::kTable}};
  // Forms that somebody who writes such a name does not expect to hold a table.
  static const std::vector<std::string> kOthers = {".svg", ".htm", ".pdf", ".png", ".xlsx", ".ics"};
  options.output = file;
  if (has_ending(file, own_endings)) return options;
  const std::string ending = std::filesystem::path(file).extension().string();
  for (const auto& [name, format] : kEndings) {
    if (name != ending) continue;
    if (options.format_given && options.format != format)
      throw InputError("--output", fmt::format("\"{}\" contradicts --format; leave one of them out", file));
    options.format = format;
  }
  if (has_ending(file, kOthers))
    throw InputError("--output",
                     fmt::format("\"{}\": this answer is not written as {}; use .json, .jsonl, .csv, .md, "
                                 ".html or .txt{}{}",
                                 file, ending, own_endings.empty() ? "" : ", or ", fmt::join(own_endings, ", ")));
  return options;
}

bool use_color(const Options& options) {
  const char* no_color = std::getenv("NO_COLOR");
  const bool refused = options.no_color || (no_color != nullptr && *no_color != '\0');
  return !refused && is_terminal(STDOUT_FILENO);
}

}  // namespace fmplan::cli
