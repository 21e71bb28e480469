#pragma once

/// @file
/// A formula as one reads it, which is also what is computed: "{tokens_per_step} / {step.step_time_s}".
///
/// Names stand in braces.  {a|1} is 1, and {a|b} is b, where a is unknown; {step.breakdown_s.*} is the sum of all that
/// stands there and is not 0.  Operators are + − × / with the usual order, and brackets; functions exp, ln, sqrt,
/// ceil, hypot, max and Φ, the normal distribution.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fmplan::answer {

/// What a name stands for; none: unknown.
using NamedValue = std::function<std::optional<double>(const std::string& name)>;
/// What stands below "step.breakdown_s", by full names.
using NamesBelow = std::function<std::vector<std::string>(const std::string& group)>;

/// A formula with groups and fallbacks put in: text and names, in turn.
class Formula {
 public:
  Formula(std::string_view text, const NamedValue& value_of, const NamesBelow& below);

  /// Without repetition, in their order.
  std::vector<std::string> names() const;
  /// "tokens_per_step / step.step_time_s".
  std::string in_names() const;
  /// "16777216 / 9.2680", with as many digits as `value` needs to come out as number_text() prints it.  None where a
  /// name is unknown, or where the formula does not give the value.
  std::optional<std::string> in_numbers(const NamedValue& value_of, double value) const;

 private:
  struct Piece {
    std::string text;
    bool is_name = false;
  };
  std::vector<Piece> pieces_;
};

/// Numbers alone: "16777216 / 9.2680"; NaN where it is no formula.
double computed(std::string_view numbers);

/// Five significant digits, whole numbers below 10⁹ with all of theirs: "0.40132", "6809078", "1.5000e13".
std::string number_text(double value, int digits = 5);

}  // namespace fmplan::answer
