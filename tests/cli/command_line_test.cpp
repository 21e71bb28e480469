#include "cli/command_line.h"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/hand_over.h"
#include "cli/measurements/commands.h"
#include "cli/option_text.h"
#include "cli/run.h"
#include "cli/usage_error.h"

namespace fmplan::cli {
namespace command_line_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Values {
  bool flag = false;
  int number = 0;
  std::optional<int> perhaps;
  double ratio = 0;
  std::string text, taken, first;
  std::vector<std::string> list, files;
};

/// `tool [--jobs N] do FIRST [FILES...] OPTIONS` and `tool facts list`.
Command tool(Values& values) {
  Command program{.name = "tool", .description = "what it does"};
  program.add_option("--version", Request::kVersion, "of the tool");
  program.add_option("--jobs N", &values.number, "threads");
  Command& command = program.add_command("do", "does it");
  command.add_option("-f, --flag", &values.flag, "a flag");
  command.add_option("--perhaps N", &values.perhaps, "a number");
  command.add_option("--ratio RATIO", &values.ratio, "a ratio");
  command.add_option("-t, --text TEXT", &values.text, "a text");
  command.add_option(
      "--take TEXT", [&values](const std::string& text) { values.taken = "<" + text + ">"; }, "a text");
  command.add_option("--list TEXT", &values.list, "texts").separator = ',';
  command.add_option("--choice NAME", &values.text, "a choice").choices = {"red", "green"};
  command.add_option("--odd N", &values.text, "odd").problem = [](const std::string& text) {
    return text.size() % 2 == 1 ? "" : "is even";
  };
  command.add_argument("FIRST", &values.first, "the first");
  command.add_argument("FILES", &values.files, "the others").required = false;
  program.add_command("facts", "what is known").add_command("list", "all of it");
  return program;
}

TEST(AddOption, TakesNamesAndTheValueFromTheLabel) {
  std::string text;
  bool flag = false;
  Command command{.name = "do", .description = "does it"};
  EXPECT_THAT(command.add_option("-t, --text FILE|N", &text, "a text").names, ElementsAre("-t", "--text"));
  EXPECT_EQ(command.options.back().value, "FILE|N");
  EXPECT_EQ(option_label(command.options.back()), "-t, --text FILE|N");
  EXPECT_EQ(option_label(command.add_option("--flag", &flag, "a flag")), "--flag");
  EXPECT_EQ(option_label(command.add_argument("FILE", &text, "a file")), "FILE");
}

TEST(ReadCommandLine, FillsTheTargets) {
  Values values;
  const Command program = tool(values);
  const CommandLine line =
      read_command_line(program, {"--jobs", "3", "do", "-f", "--perhaps", "4", "--ratio=0.5", "-t", "a b", "--take",
                                  "c", "--list", "x,y", "--odd", "abc", "one", "two", "three"});
  ASSERT_FALSE(line.error);
  EXPECT_EQ(line.request, Request::kRun);
  EXPECT_EQ(path_text(line.path), "tool do");
  EXPECT_TRUE(values.flag);
  EXPECT_EQ(values.number, 3);
  EXPECT_EQ(values.perhaps, 4);
  EXPECT_EQ(values.ratio, 0.5);
  EXPECT_EQ(values.text, "abc");  // --odd, read after -t
  EXPECT_EQ(values.taken, "<c>");
  EXPECT_THAT(values.list, ElementsAre("x", "y"));
  EXPECT_EQ(values.first, "one");
  EXPECT_THAT(values.files, ElementsAre("two", "three"));
}

TEST(ReadCommandLine, LeavesWhatIsNotGivenAsItWas) {
  Values values;
  values.text = "before";
  const Command program = tool(values);
  ASSERT_FALSE(read_command_line(program, {"do", "one"}).error);
  EXPECT_FALSE(values.flag);
  EXPECT_EQ(values.perhaps, std::nullopt);
  EXPECT_EQ(values.text, "before");
  EXPECT_THAT(values.files, IsEmpty());
}

TEST(ReadCommandLine, ARepeatableOptionTakesOneWordEachTime) {
  Values values;
  const Command program = tool(values);
  ASSERT_FALSE(read_command_line(program, {"do", "--list", "x", "one", "--list", "y"}).error);
  EXPECT_THAT(values.list, ElementsAre("x", "y"));
  EXPECT_EQ(values.first, "one");
}

TEST(ReadCommandLine, OptionsOfTheProgramStandAnywhere) {
  Values values;
  const Command program = tool(values);
  ASSERT_FALSE(read_command_line(program, {"do", "one", "--jobs", "5"}).error);
  EXPECT_EQ(values.number, 5);
}

TEST(ReadCommandLine, TellsWhatElseIsAskedFor) {
  Values values;
  const Command program = tool(values);
  const CommandLine help = read_command_line(program, {"facts", "list", "--help"});
  EXPECT_EQ(help.request, Request::kHelp);
  EXPECT_EQ(path_text(help.path), "tool facts list");
  EXPECT_EQ(read_command_line(program, {"--version"}).request, Request::kVersion);
}

TEST(ReadCommandLine, ErrorsAreValues) {
  struct Case {
    std::vector<std::string> words;
    const char* path;
    std::vector<std::string> problems;
  };
  const std::vector<Case> cases = {
      {{"do", "one", "--flg", "--textt=x"},
       "tool do",
       {R"(unknown option "--flg"; did you mean "--flag"?)", R"(unknown option "--textt"; did you mean "--text"?)"}},
      {{"fcats"}, "tool", {R"(unknown command "fcats"; did you mean "facts"?)"}},
      {{"facts"}, "tool facts", {"a command is missing: list"}},
      {{"facts", "list", "x"}, "tool facts list", {R"(unexpected argument "x")"}},
      {{"do"}, "tool do", {"FIRST is required"}},
      {{"do", "one", "--text"}, "tool do", {"--text needs a value"}},
      {{"do", "one", "-t", "a", "--text", "b"}, "tool do", {"--text is given more than once"}},
      {{"do", "one", "--choice", "gren"},
       "tool do",
       {R"(--choice: "gren" is none of red, green; did you mean "green"?)"}},
      {{"do", "one", "--odd", "ab"}, "tool do", {"--odd: is even"}},
  };
  for (const Case& c : cases) {
    Values values;
    const Command program = tool(values);
    const CommandLine line = read_command_line(program, c.words);
    ASSERT_TRUE(line.error) << c.problems.front();
    EXPECT_EQ(path_text(line.path), c.path);
    EXPECT_EQ(usage_problems(line.path, *line.error), c.problems);
  }
}

TEST(ReadCommandLine, HoldsTheNumberOfArguments) {
  std::vector<std::string> files;
  Command program{.name = "tool", .description = "what it does"};
  program.add_argument("FILES", &files, "two or three").num_values = {2, 3};
  EXPECT_TRUE(read_command_line(program, {"a"}).error);
  EXPECT_FALSE(read_command_line(program, {"a", "b", "c"}).error);
  EXPECT_TRUE(read_command_line(program, {"a", "b", "c", "d"}).error);
}

TEST(RunElsewhere, FindsTheCommandThatAnotherProgramRuns) {
  Options options;
  const Command program = fmplan_program(options);
  const auto other = [&](std::vector<std::string> words) {
    const Command* const command = run_elsewhere(program, words);
    return command == nullptr ? std::string() : command->program;
  };
  EXPECT_EQ(other({"serve", "--listen", "127.0.0.1:1"}), "fmplan-server");
  EXPECT_EQ(other({"--seed", "7", "--quiet", "calibrate", "steps"}), "fmplan-measurements");
  EXPECT_EQ(other({"help", "mcp"}), "fmplan-server");
  EXPECT_EQ(other({"__complete", "validate", "--"}), "fmplan-measurements");
  // Values of options and arguments of other commands are no commands.
  EXPECT_EQ(other({"--catalog", "serve", "plan"}), "");
  EXPECT_EQ(other({"plan", "serve"}), "");
  EXPECT_EQ(other({"help"}), "");
  EXPECT_EQ(other({}), "");
}

void expect_described(const CommandPath& path) {
  const Command& command = *path.back();
  EXPECT_THAT(command.description, Not(IsEmpty())) << path_text(path);
  if (!command.program.empty()) return;  // another one has its options
  EXPECT_EQ(static_cast<bool>(command.run), command.commands.empty()) << path_text(path);
  for (const Option& option : command.options) {
    EXPECT_THAT(option.help, Not(IsEmpty())) << path_text(path) << option_label(option);
    EXPECT_EQ(option.value.empty(), is_argument(option) || !takes_value(option))
        << path_text(path) << option_label(option);
  }
  if (command.commands.empty()) {
    EXPECT_THAT(command.footer, HasSubstr(path_text(path)));
  }
  for (const Command& below : command.commands) {
    CommandPath longer = path;
    longer.push_back(&below);
    expect_described(longer);
  }
}

TEST(FmplanProgram, EveryCommandRunsAndHasExamplesAndEveryOptionHelp) {
  Options options;
  const Command program = fmplan_program(options, measurement_commands());
  expect_described({&program});
}

}  // namespace command_line_test
}  // namespace fmplan::cli
