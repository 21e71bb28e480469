#pragma once

/// @file
/// Commands and options as plain values, and command lines read by them.  What stands behind the reading, CLI11, is
/// known to command_line.cpp alone.

#include <functional>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fmplan::cli {

/// What a command line asks for.
enum class Request { kRun, kHelp, kVersion };

/// Where the value of an option goes, which must outlive the reading; a flag sets a bool, a repeatable option fills a
/// list.  A Request is what the option asks for instead of a run.
using Target = std::variant<bool*, int*, std::optional<int>*, double*, std::string*, std::vector<std::string>*,
                            std::function<void(const std::string&)>, Request>;

/// How many values there may be.
struct NumValues {
  int least = 1;
  int most = 1;
};

/// An option ("--trials N"), a flag ("--quiet") or an argument ("SCENARIO").
struct Option {
  std::vector<std::string> names;  ///< "-o", "--output"; of an argument its only name
  std::string value;               ///< what help calls the value: "FILE"; empty for flags and arguments
  Target target;
  std::string help;
  bool required = false;
  std::vector<std::string> choices{};     ///< the only values it takes; empty: any
  char separator = '\0';                  ///< between values given as one word; '\0': none
  std::optional<NumValues> num_values{};  ///< of a list; none: one or more
  /// What is wrong with a value; empty if nothing is.
  std::function<std::string(const std::string& value)> problem{};
};

bool is_argument(const Option& option);
bool takes_value(const Option& option);
/// Whether it fills a list.
bool takes_many(const Option& option);

/// "-h, --help", which every command understands.
Option help_option();

/// The program, or a command of it.
struct Command {
  std::string name;
  std::string description;
  std::string footer{};                           ///< examples and remarks, for help
  std::string group = "Subcommands";              ///< heading under which the help of the command above lists it
  std::vector<Option> options = {help_option()};  ///< and arguments
  std::list<Command> commands{};                  ///< one of them must be given, if there are any
  std::vector<std::string> file_endings{};        ///< ".svg": what -o takes beside the forms of every answer
  std::function<int()> run{};                     ///< returns an ExitCode; throws InputError or std::exception
  std::string program{};                          ///< beside this one, that runs it instead; empty: this one

  /// Adds "--quiet", "--trials N" or "-o, --output FILE", as help writes it.  The result is for saying more of the
  /// option at once: the next one may move it.
  Option& add_option(std::string_view label, Target target, std::string help);
  /// Adds an argument that must be given.
  Option& add_argument(std::string argument, Target target, std::string help);
  /// Adds a command below this one; the result stays valid.
  Command& add_command(std::string command, std::string what);
};

/// A command and those above it, the program first.
using CommandPath = std::vector<const Command*>;

/// "fmplan catalog show".
std::string path_text(const CommandPath& path);

struct UnknownWords {
  std::vector<std::string> words;  ///< not empty; options and others, as given
};
struct MissingCommand {};
struct MissingValue {
  std::string option;
};
struct RepeatedOption {
  std::string option;
};
/// Anything else.
struct BadUsage {
  std::string message;
};
/// Why a command line cannot be followed.
using UsageError = std::variant<UnknownWords, MissingCommand, MissingValue, RepeatedOption, BadUsage>;

/// What a command line turned out to say.
struct CommandLine {
  CommandPath path;  ///< to the command that it names, as far as it could be read
  Request request = Request::kRun;
  std::optional<UsageError> error{};
};

/// A line of a file of settings: key = value, TOML.
struct ConfigLine {
  std::string key;  ///< with its section, "section.key"
  std::vector<std::string> values;
};

/// What stands in the text of a file of settings, in its order.
std::vector<ConfigLine> read_config(const std::string& text);

/// Reads the words after the program's name and fills the targets of the options among them.  Options of a command are
/// understood after its name, those of the program anywhere.
/// @throws what targets that are functions throw.
CommandLine read_command_line(const Command& program, const std::vector<std::string>& words);

/// The words with each option beside its value, where that is a word of its own.  @pre they could be read, to `path`
std::vector<std::vector<std::string>> grouped_words(const CommandPath& path, const std::vector<std::string>& words);

}  // namespace fmplan::cli
