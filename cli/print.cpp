#include "cli/print.h"

#include <cstdlib>

#include <unistd.h>

#include "cli/output.h"
#include "cli/terminal.h"
#include "core/text/json_text.h"
#include "core/text/terminal_text.h"

namespace fmplan::cli {

void print(const answer::Document& document, const Options& options) {
  const bool to_file = !options.output.empty();
  const std::string text = answer::render(document, options.format, !to_file && use_color(options), output_width());
  // CSV has no place for warnings; a reader of the numbers should still see them.
  if (options.format == answer::Format::kCsv && !options.quiet)
    for (const std::string& warning : document.warnings) write_message("warning: " + text::printable(warning));
  if (to_file) {
    text::write_text_file(options.output, text);
  } else {
    write_stdout(text);
  }
}

bool use_color(const Options& options) {
  const char* no_color = std::getenv("NO_COLOR");
  const bool refused = options.no_color || (no_color != nullptr && *no_color != '\0');
  return !refused && is_terminal(STDOUT_FILENO);
}

}  // namespace fmplan::cli
