#include "core/plan/placement/clasp_process.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/process.h"

namespace fmplan::plan {
namespace {

/// Of what an error of clasp reads like, the line of it.
std::string error_line(std::string_view text) {
  const std::size_t begin = text.find("*** ERROR");
  if (begin == std::string_view::npos) return {};
  constexpr std::size_t kMostOfALine = 200;  // chosen: characters
  return ": " + std::string(text.substr(begin, std::min(text.find('\n', begin) - begin, kMostOfALine)));
}

/// Codes of clasp's own from here on say that it failed; below they say what it found.
constexpr int kClaspFailed = 33;

/// Why there is no answer; empty: there may be one.
std::string reason(const Finished& finished, const ClaspSettings& settings) {
  switch (finished.end) {
    case ProgramEnd::kNotThere: return fmt::format("{} is not installed", settings.program);
    case ProgramEnd::kNotStarted: return fmt::format("{} cannot be started: {}", settings.program, finished.error);
    case ProgramEnd::kStopped: return "it was stopped";
    case ProgramEnd::kGuard:
      return fmt::format("it had not ended after {:g} s", std::chrono::duration<double>(settings.guard).count());
    case ProgramEnd::kTooMuch: return "it wrote more than an answer";
    case ProgramEnd::kEnded: break;
  }
  if (finished.signal != 0) return fmt::format("it was ended by signal {}", finished.signal);
  if (finished.code && *finished.code >= kClaspFailed)
    return fmt::format("it ended with code {}{}", *finished.code, error_line(finished.err));
  return {};
}

OpbAnswer failed(std::string why) {
  OpbAnswer answer;
  answer.trouble = std::move(why);
  return answer;
}

/// Chosen by trial on random programmes (docs/decisions/0022-placement-by-clasp.md).
std::array<const char*, 2> options_of(OpbSearch search) {
  switch (search) {
    case OpbSearch::kFromBelow: return {"--opt-strategy=usc,pmres,7", "--configuration=trendy"};
    case OpbSearch::kFromAbove: return {"--opt-strategy=bb,lin", "--configuration=jumpy"};
    case OpbSearch::kFromBelowAnew: break;
  }
  return {"--opt-strategy=usc,pmres,7", "--configuration=tweety"};
}

OpbAnswer ask(const ClaspSettings& settings, const OpbQuestion& question, const Watch& watch) {
  Program clasp{.words = {settings.program, "--outf=1", "--verbose=1", "--quiet=1",
                          fmt::format("--solve-limit={}", question.conflicts)},
                .input = question.text,
                .guard = settings.guard,
                // Chosen: some lines, and 16 characters for each variable of the one assignment that it writes.
                .most_output = 1'000'000 + 16 * static_cast<std::size_t>(question.num_variables)};
  for (const char* option : options_of(question.search)) clasp.words.emplace_back(option);
  const Finished finished = run_program(clasp, watch);
  if (std::string why = reason(finished, settings); !why.empty()) return failed(std::move(why));
  return read_clasp_output(finished.out, question.num_variables);
}

template <class Number>
std::optional<Number> number_at(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

std::string_view without_spaces(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string_view::npos ? std::string_view{} : text.substr(begin);
}

/// "x1 -x2 …" into `values`.  @return whether it is that.
bool read_values(std::string_view text, std::vector<bool>& values) {
  for (text = without_spaces(text); !text.empty(); text = without_spaces(text)) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    const bool negative = word.front() == '-';
    const std::string_view name = word.substr(negative ? 1 : 0);
    if (name.size() < 2 || name.front() != 'x') return false;
    const std::optional<int> number = number_at<int>(name.substr(1));
    if (!number || *number < 1 || *number > static_cast<int>(values.size())) return false;
    values[static_cast<std::size_t>(*number - 1)] = !negative;
  }
  return true;
}

}  // namespace

OpbSolver clasp_solver(const ClaspSettings& settings) {
  return [settings](const OpbQuestion& question, const Watch& watch) {
    OpbAnswer answer = ask(settings, question, watch);
    if (!answer.trouble.empty()) answer.trouble = "clasp: " + answer.trouble;
    return answer;
  };
}

OpbAnswer read_clasp_output(std::string_view text, int num_variables) {
  OpbAnswer answer;
  std::vector<bool> values(static_cast<std::size_t>(num_variables));
  bool has_values = false;
  std::string_view state;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.starts_with("s ")) state = line.substr(2);
    if (line.starts_with("c clasp version ")) answer.solver = fmt::format("clasp {}", line.substr(16, 40));
    if (line.starts_with("v ")) {
      has_values = true;
      if (!read_values(line.substr(2), values)) return failed("it names a variable that was not asked about");
    }
    // "c Progression : [ 7;21]", "c Bounds         : [7;21]": what is below the least, and the best so far.
    if (!line.starts_with("c Progression") && !line.starts_with("c Bounds")) continue;
    const std::size_t begin = line.find('[');
    if (begin == std::string_view::npos) continue;
    if (const auto bound = number_at<std::int64_t>(without_spaces(line.substr(begin + 1)))) answer.bound = *bound;
  }
  if (state == "OPTIMUM FOUND")
    answer.optimal = true;
  else if (state == "UNSATISFIABLE")
    answer.unsatisfiable = true;
  else if (state != "SATISFIABLE" && state != "UNKNOWN")
    return failed("it ended without saying what it found");
  if (has_values) answer.values = std::move(values);
  if (answer.optimal && !has_values) return failed("it says that it found the best and does not write it");
  return answer;
}

}  // namespace fmplan::plan
