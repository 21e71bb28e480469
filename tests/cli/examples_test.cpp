#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/measurements/commands.h"
#include "cli/run.h"

namespace fmplan::cli {
namespace examples_test {

/// The words of a line as a shell cuts them, quotes but no variables; up to a pipe or a redirection.
std::vector<std::string> shell_words(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  bool in_word = false;
  for (const char c : line + " ") {
    if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ' ') {
      if (in_word && (word == "|" || word == ">")) break;
      if (in_word) words.push_back(word);
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  return words;
}

/// Every command that runs something has examples, and each is a command line of this program.
void expect_examples(const Command& command) {
  for (const Command& below : command.commands) expect_examples(below);
  if (!command.run) return;
  SCOPED_TRACE(command.name);
  std::istringstream lines(command.footer);
  int found = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  fmplan ")) continue;
    ++found;
    std::vector<std::string> words = shell_words(line);
    words.erase(words.begin());
    Options options;
    const Command program = fmplan_program(options, measurement_commands());
    EXPECT_FALSE(read_command_line(program, words).error.has_value()) << line;
  }
  // "source <(fmplan completion bash)" runs it too.
  EXPECT_TRUE(found > 0 || command.footer.find("fmplan " + command.name) != std::string::npos);
}

TEST(Examples, AreThereForEveryCommandAndParse) {
  Options options;
  expect_examples(fmplan_program(options, measurement_commands()));
}

}  // namespace examples_test
}  // namespace fmplan::cli
