#pragma once

/// @file
/// The figures of an answer that questions are asked about: "days<=60", --minimize cost.p90, --columns nodes,mfu.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/statistics.h"
#include "core/plan/report.h"

namespace fmplan::answer {

/// What a figure is counted in, which says how its values are written, read and told.
enum class FigureUnit {
  kNumber,
  kFactor,
  kRatio,
  kSecond,
  kHour,
  kDay,
  kDate,
  kByte,
  kDollar,
  kKilowattHour,
  kKilogram
};

/// What is known of a figure, in its unit; a date in days since 1970.
struct FigureValue {
  std::optional<double> value;  ///< none: unknown
  bool is_least = false;        ///< a part of it is unknown: at least so much
};

struct Figure {
  std::string name;  ///< as questions write it: "cost.p90", or a key of the report, "step.mfu"
  FigureUnit unit = FigureUnit::kNumber;
  std::string what{};        ///< in words
  std::string pointer{};     ///< of the report in JSON; empty: it is not there
  bool says_unit = false;    ///< the name says the unit, so that a bare number will do
  std::string share_name{};  ///< the figure that a bound in percent is held against: of "memory", its share of the card
  /// In closed form; none: what stands at `pointer`.
  FigureValue (*of_report)(const plan::Report& report) = nullptr;
  /// Between these lie 80 % of what is thought possible; none: the figure has no interval.
  std::optional<Range> (*interval_of)(const plan::Report& report) = nullptr;
};

/// The figures that an answer has: some by short names, all numbers of its JSON by their keys.
class FigureSet {
 public:
  /// @param schema  of the JSON that the answer is written as; empty: it has no keys to ask for
  FigureSet(std::vector<Figure> named, std::string_view schema) : named_(std::move(named)), schema_(schema) {}

  /// "cost", "cost_p90" for "cost.p90", or "step.mfu"; none if there is no such figure.
  std::optional<Figure> find(std::string_view name) const;
  const std::vector<Figure>& named() const { return named_; }
  /// Those with keys.
  std::vector<Figure> keyed() const;
  /// Another one, before the others, in the place of one of its name.
  void add(Figure figure) {
    std::erase_if(named_, [&figure](const Figure& other) { return other.name == figure.name; });
    named_.insert(named_.begin(), std::move(figure));
  }

 private:
  std::vector<Figure> named_;
  std::string_view schema_;
};

/// Of `fmplan plan`: its report in closed form.
const FigureSet& plan_figures();

/// `"cots" is no figure of the answer; did you mean "cost"?`, or with a list of those that there are.
std::string no_such_figure(std::string_view name, const FigureSet& figures);

/// The value in closed form.  @pre the figure has `of_report`
FigureValue figure_of(const plan::Report& report, const Figure& figure);

/// A value for people: "$2.5M", "119.0 days", "2025-06-23", "41.3 %".
std::string figure_text(FigureUnit unit, double value);
/// The same with the digits that tell it from its neighbours.
std::string exact_figure_text(FigureUnit unit, double value);

/// What a bound means in the unit; none if it is not read so.  Bare numbers are taken only where the figure says its
/// unit.
std::optional<double> read_figure(const Figure& figure, std::string_view text);
/// "an amount of money such as $2.5M".
std::string_view figure_example(FigureUnit unit);

/// "step_time_s": the name of a CSV column or a JSON key.
std::string column_name(const Figure& figure);

}  // namespace fmplan::answer
