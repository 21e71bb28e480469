#include "cli/terminal.h"

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <sys/ioctl.h>
#include <unistd.h>

namespace fmplan::cli {
namespace {

std::optional<int> columns_from_environment() {
  const char* text = std::getenv("COLUMNS");
  if (text == nullptr) return std::nullopt;
  const std::string_view digits = text;
  int columns = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), columns);
  const bool sensible =
      error == std::errc{} && end == digits.data() + digits.size() && columns >= 20 && columns <= 1000;
  return sensible ? std::optional(columns) : std::nullopt;
}

}  // namespace

bool is_terminal(int file_descriptor) {
  const char* term = std::getenv("TERM");
  return isatty(file_descriptor) != 0 && !(term != nullptr && std::string_view(term) == "dumb");
}

int output_width() {
  constexpr int kWithoutTerminal = 100;  // columns; chosen, as wide as the project's own lines
  if (const std::optional<int> columns = columns_from_environment()) return *columns;
  winsize size{};
  if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
    return size.ws_col;
  return kWithoutTerminal;
}

}  // namespace fmplan::cli
