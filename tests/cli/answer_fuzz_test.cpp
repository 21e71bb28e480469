// Answers to scenarios that nobody would write: fields drawn from the table of all fields, set to the ends of their
// ranges, beyond them and to anything of their kind, in every command that takes a scenario.  Each is answered with
// figures, or refused with the place, whatever it says.  FMPLAN_FUZZ_CASES=100000 asks that many; the same number asks
// the same, so that what was found once is found again.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/scenario/fields.h"
#include "core/text/field_table.h"
#include "core/text/json_text.h"
#include "tests/cli/run_words.h"
#include "tests/source_dir.h"

namespace fmplan::cli {
namespace answer_fuzz_test {

using text::Field;
using text::FieldKind;
using text::FieldTable;

/// No std distributions: they differ between libraries.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  bool one_in(std::size_t n) { return below(n) == 0; }
  double unit() { return static_cast<double>(engine_() >> 11) / 9007199254740992.0; }
  template <class T>
  const T& of(const std::vector<T>& values) {
    return values[below(values.size())];
  }

 private:
  std::mt19937_64 engine_;
};

std::string number_of(const Field& field, Dice& dice) {
  const double low = field.minimum, high = std::max(field.maximum, field.minimum + 1);
  switch (dice.below(12)) {
    case 0: return fmt::format("{}", low);
    case 1: return fmt::format("{}", high);
    case 2: return fmt::format("{}", low - 1);
    case 3: return fmt::format("{}", high + 1);
    default: {
      const double value = std::exp(std::log(low + 1) + dice.unit() * (std::log(high + 1) - std::log(low + 1))) - 1;
      return fmt::format("{}", field.kind == FieldKind::kNumber ? value : std::round(value));
    }
  }
}

std::string value_of(const Field& field, Dice& dice) {
  static const std::vector<std::string> kOdd = {"null", "true", "-1", "1e300", "[]", "{}", "\"\"", "auto", "1 day"};
  if (dice.one_in(30)) return dice.of(kOdd);
  switch (field.kind) {
    case FieldKind::kWhole:
    case FieldKind::kCount:
    case FieldKind::kNumber: return number_of(field, dice);
    case FieldKind::kShare: return dice.of<std::string>({"0", "1", "0.5", "99.9 %", "1e-12", "1.5"});
    case FieldKind::kFlag: return dice.of<std::string>({"true", "false"});
    case FieldKind::kDay: return dice.of<std::string>({"2019-01-01", "2025-06-05", "2026-02-30", "9999-12-31"});
    case FieldKind::kQuantity: {
      const auto units = units_of(field.dimension);
      const double value = dice.of<double>({0, 1e-9, 1, 14, 1e4, 1e9, 1e18, -1});
      return fmt::format("{} {}", value, units[dice.below(units.size())].text);
    }
    default: break;
  }
  return field.names.empty() ? dice.of(kOdd) : std::string(field.names[dice.below(field.names.size())]);
}

/// "run.checkpoint.interval=30 days": a field at any depth of `table`.
std::string assignment_of(const FieldTable& table, Dice& dice) {
  const auto drawn = [&]() -> const Field& { return table.fields[dice.below(table.fields.size())]; };
  // Names of items that are none say little, however often they are refused.
  const auto says_little = [](const Field& field) {
    using enum FieldKind;
    return field.kind == kReference || field.kind == kModel || field.kind == kPath || field.kind == kAnything;
  };
  const Field* chosen = &drawn();
  for (int again = 0; again < 3 && says_little(*chosen); ++again) chosen = &drawn();
  const Field& field = *chosen;
  const std::string key(field.key);
  const bool descends = field.object != nullptr && !field.object->fields.empty() && !dice.one_in(6);
  if (!descends) return key + "=" + value_of(field, dice);
  return key + (field.kind == FieldKind::kList ? ".0." : ".") + assignment_of(*field.object, dice);
}

std::vector<std::string> words_of(Dice& dice) {
  static const std::vector<std::vector<std::string>> kCommands = {{"plan"},
                                                                  {"plan"},
                                                                  {"run", "--trials", "20"},
                                                                  {"run", "--trials", "1", "--no-changes"},
                                                                  {"step"},
                                                                  {"memory"},
                                                                  {"network"},
                                                                  {"search", "--space", "framework", "--top", "2"},
                                                                  {"plan", "--set", "training.parallel=auto"}};
  static const std::vector<std::string> kScenarios = {"gpt3-175b-a100", "llama3-70b-p5",   "llama3-405b-16k",
                                                      "llama2-70b",     "bloom-176b-p4de", "llama-65b"};
  std::vector<std::string> words = dice.of(kCommands);
  words.insert(words.begin() + 1, fmt::format("{}/scenarios/{}.json", source_dir(), dice.of(kScenarios)));
  for (std::size_t i = 0, count = 1 + dice.below(2); i < count; ++i) {
    words.emplace_back("--set");
    words.push_back(assignment_of(scenario::fields::kScenario, dice));
  }
  words.insert(words.end(), {"--format", dice.one_in(3) ? "json" : "table", "--quiet"});
  return words;
}

/// Empty where the program did what it should.
std::string fault_of(const std::vector<std::string>& words, const Ran& ran) {
  static const std::regex kNoFigure(R"((^|[^[:alpha:]])-?(inf|nan)([^[:alpha:]]|$)|negative precision|std::|basic_)",
                                    std::regex::optimize);
  if (ran.code != kOk && ran.code != kInputError && ran.code != kCannotRun)
    return fmt::format("exit code {}", ran.code);
  if (std::regex_search(ran.out, kNoFigure) || std::regex_search(ran.err, kNoFigure))
    return "no figure in a figure's place";
  if (ran.code == kInputError)
    return ran.err.starts_with("error: ") && ran.out.empty() ? "" : "refused without a word, or half answered";
  if (ran.out.empty()) return "no answer";
  const bool is_json = std::find(words.begin(), words.end(), "json") != words.end();
  return is_json && !nlohmann::json::accept(ran.out) ? "no JSON" : "";
}

TEST(Answers, AreFiguresOrRefusalsWhateverAScenarioSays) {
  const char* asked = std::getenv("FMPLAN_FUZZ_CASES");
  const std::uint64_t cases = asked ? std::strtoull(asked, nullptr, 10) : 250;
  // No answer takes more than somebody would wait for, even with sanitizers: of the processor's time, since the machine
  // may have other work.
  constexpr double kMostPatience_s = 120;
  int num_answered = 0, num_asked = 0;
  for (std::uint64_t seed = 0; seed < cases; ++seed) {
    Dice dice(seed);
    const std::vector<std::string> words = words_of(dice);
    const std::clock_t before = std::clock();
    const Ran ran = run_words(words);
    ++num_asked;
    num_answered += ran.code == kInputError ? 0 : 1;
    const std::string fault = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC > kMostPatience_s
                                  ? "takes too long"
                                  : fault_of(words, ran);
    EXPECT_THAT(fault, testing::IsEmpty()) << "fmplan " << fmt::format("{}", fmt::join(words, " ")) << "\n" << ran.err;
  }
  // Most are refused, but what is answered is worth asking.
  EXPECT_GT(num_answered, num_asked / 8);
}

}  // namespace answer_fuzz_test
}  // namespace fmplan::cli
