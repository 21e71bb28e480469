#include "core/what_if/axis.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/text/csv_text.h"
#include "core/text/json_text.h"

namespace fmplan::what_if {
namespace {

constexpr const char* kForms = "write 4,8 or 32..128:8 or 64..1024:*2 or 0.1..0.5:#9";

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

/// Parted at commas outside of brackets and quotes.
std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> parts(1);
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (c == '"' && (i == 0 || list[i - 1] != '\\')) quoted = !quoted;
    if (!quoted && (c == '{' || c == '[')) ++depth;
    if (!quoted && (c == '}' || c == ']')) --depth;
    if (c == ',' && !quoted && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts) part = trimmed(part);
  return parts;
}

/// A number and the unit behind it.
struct AxisMeasure {
  double number = 0;
  std::string unit;
};

std::optional<AxisMeasure> measure_of(const std::string& text) {
  AxisMeasure measure;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), measure.number);
  if (error != std::errc{} || !std::isfinite(measure.number)) return std::nullopt;
  measure.unit = std::string(end, text.data() + text.size());
  // "1e24 FLOP" is a number with a unit, "2025-01-01" is none.
  if (!measure.unit.empty() && std::string("-+.:0123456789").find(measure.unit.front()) != std::string::npos)
    return std::nullopt;
  return measure;
}

/// A count in another's unit, "2T" in B is 2000B; none where one of them is no unit of counts.
std::optional<double> count_in(const std::string& text, const std::string& unit) {
  const auto count = parse_count(text), one = parse_count("1" + unit);
  if (!count || !one || *one < 1) return std::nullopt;
  return static_cast<double>(*count) / static_cast<double>(*one);
}

/// Shortest text that shows twelve digits: steps of 0.1 come out as written.
std::string number_text(double value) {
  if (value == std::round(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
  return fmt::format("{:.12g}", value);
}

struct AxisRange {
  AxisMeasure low, high;
  std::string step;  ///< "8", "*2", "#9"; empty: whole numbers
};

class RangeReader {
 public:
  RangeReader(std::string place, const std::string& text) : place_(std::move(place)), text_(text) {}

  std::vector<std::string> values() {
    const std::size_t dots = text_.find("..");
    // A quantity may hold a colon, the ends of a range do not.
    const std::size_t colon = text_.find(':', dots);
    const std::string low_text = trimmed(std::string_view(text_).substr(0, dots));
    const std::string high_text = trimmed(
        std::string_view(text_).substr(dots + 2, colon == std::string::npos ? std::string::npos : colon - dots - 2));
    const std::string step = colon == std::string::npos ? "" : trimmed(std::string_view(text_).substr(colon + 1));
    AxisRange range = ends(low_text, high_text, step);
    if (range.high.number < range.low.number) fail(fmt::format("runs backwards; write {}..{}", high_text, low_text));
    if (step.starts_with('*')) return times(range);
    if (step.starts_with('#')) return evenly(range);
    return steps(range);
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw InputError(place_, fmt::format("\"{}\" {}", text_, problem));
  }

  AxisRange ends(const std::string& low_text, const std::string& high_text, const std::string& step) const {
    const auto low = measure_of(low_text), high = measure_of(high_text);
    if (!low || !high) fail(fmt::format("is no range of numbers; {}", kForms));
    AxisRange range{*low, *high, step};
    if (range.low.unit.empty()) range.low.unit = range.high.unit;
    if (range.low.unit == range.high.unit) return range;
    const auto high_count = count_in(high_text, range.low.unit);
    if (!high_count) fail("has ends in different units; write both in one");
    range.high = {*high_count, range.low.unit};
    return range;
  }

  std::string text_of(const AxisRange& range, double value) const { return number_text(value) + range.high.unit; }

  double step_number(const std::string& text, const char* example, const std::string& unit = {}) const {
    const auto step = measure_of(text);
    if (step && (step->unit.empty() || step->unit == unit)) return step->number;
    const auto count = unit.empty() ? std::nullopt : count_in(text, unit);
    if (!count) fail(fmt::format("has no number for a step; write for instance {}", example));
    return *count;
  }

  void check_count(double count) const {
    if (count > static_cast<double>(kMostValues))
      fail(fmt::format("has {:.3g} values, more than {}; widen the step", count, kMostValues));
  }

  std::vector<std::string> steps(const AxisRange& range) const {
    const bool whole =
        range.low.number == std::round(range.low.number) && range.high.number == std::round(range.high.number);
    if (range.step.empty() && !whole) fail("needs a step, for instance 0.1..0.5:0.1");
    const double step = range.step.empty() ? 1 : step_number(range.step, "32..128:8", range.high.unit);
    if (!(step > 0)) fail(fmt::format("never gets on by steps of {}; use one above 0", range.step));
    // Half a millionth of a step is rounding.
    const double count = std::floor((range.high.number - range.low.number) / step + 1e-6) + 1;
    check_count(count);
    std::vector<std::string> values;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i)
      values.push_back(text_of(range, range.low.number + static_cast<double>(i) * step));
    return values;
  }

  std::vector<std::string> times(const AxisRange& range) const {
    const double factor = step_number(range.step.substr(1), "64..1024:*2");
    if (!(factor > 1)) fail(fmt::format("never gets on by factors of {}; use one above 1", range.step.substr(1)));
    if (!(range.low.number > 0)) fail("cannot grow by factors from 0 or below; begin above 0");
    check_count(std::log(range.high.number / range.low.number) / std::log(factor) + 1);
    std::vector<std::string> values;
    double value = range.low.number;
    while (value <= range.high.number * (1 + 1e-9)) {
      values.push_back(text_of(range, value));
      value *= factor;
    }
    return values;
  }

  std::vector<std::string> evenly(const AxisRange& range) const {
    const double count = step_number(range.step.substr(1), "0.1..0.5:#9");
    if (range.low.number == range.high.number) fail("stands still; write its one value");
    if (!(count >= 2) || count != std::round(count)) fail("needs a whole number of values, at least 2, as in #9");
    check_count(count);
    std::vector<std::string> values;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i)
      values.push_back(text_of(
          range, range.low.number + (range.high.number - range.low.number) * static_cast<double>(i) / (count - 1)));
    return values;
  }

  std::string place_;
  const std::string& text_;
};

/// Whether it means to be one: "8..64", "1T..15T:*2", "10..100 $/h:10"; no path ("../laws", "a/../b").
bool is_range(const std::string& part) {
  const std::size_t dots = part.find("..");
  if (dots == std::string::npos || dots == 0 || part.starts_with('"') || part.starts_with('{')) return false;
  const bool begins_as_number = std::string_view("+-.0123456789").find(part.front()) != std::string_view::npos;
  return part.find('/') == std::string::npos ||
         (begins_as_number && part[dots - 1] != '/' && !part.substr(dots).starts_with("../"));
}

std::vector<std::string> array_values(const std::string& list, const std::string& place) {
  std::vector<std::string> values;
  const nlohmann::json array = text::parse_json(list, place);
  for (const nlohmann::json& element : array) values.push_back(element.dump());
  return values;
}

}  // namespace

std::string dotted(std::string path) {
  if (path.starts_with('/')) path.erase(0, 1);
  std::ranges::replace(path, '/', '.');
  return path;
}

Axis parse_axis(const std::string& text, const std::string& option) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError(fmt::format("{} {}", option, text), "write PATH=LIST, for instance cluster.nodes=64..512:64");
  Axis axis{.path = text.substr(0, equals), .values = {}};
  const std::string place = fmt::format("{} {}", option, axis.path);
  const std::string list = trimmed(text.substr(equals + 1));
  if (list.starts_with('[')) {
    axis.values = array_values(list, place);
  } else {
    for (const std::string& part : parts_of(list)) {
      if (part.empty()) throw InputError(place, fmt::format("has an empty value in \"{}\"; {}", list, kForms));
      std::vector<std::string> values = is_range(part) ? RangeReader(place, part).values() : std::vector{part};
      std::ranges::move(values, std::back_inserter(axis.values));
      if (axis.values.size() > static_cast<std::size_t>(kMostValues))
        throw InputError(place, fmt::format("has more than {} values; widen a step", kMostValues));
    }
  }
  if (axis.values.empty()) throw InputError(place, fmt::format("has no value; {}", kForms));
  axis.values.shrink_to_fit();
  return axis;
}

std::vector<std::string> places_between(const std::string& low, const std::string& high, int count) {
  const AxisMeasure from = *measure_of(low), to = *measure_of(high);
  const bool by_factors = from.number > 0 && to.number > 0;
  std::vector<std::string> places;
  for (int i = 0; i < count; ++i) {
    const double share = 1.0 * i / (count - 1);
    const double value = by_factors ? from.number * std::pow(to.number / from.number, share)
                                    : from.number + share * (to.number - from.number);
    // Ends stay as they are written, so that they are found again.
    const std::string text = i == 0 ? low : i == count - 1 ? high : number_text(text::rounded(value, 4)) + to.unit;
    if (places.empty() || (text != places.back() && text != high) || i == count - 1) {
      if (places.empty() || text != places.back()) places.push_back(text);
    }
  }
  return places;
}

std::optional<double> leading_number(const std::string& text) {
  const auto measure = measure_of(text);
  return measure ? std::optional(measure->number) : std::nullopt;
}

std::optional<RangeEnds> stepless_range(const std::string& list) {
  const std::size_t dots = list.find("..");
  if (dots == std::string::npos || list.find_first_of(",:[{\"") != std::string::npos) return std::nullopt;
  RangeEnds ends{.low = trimmed(std::string_view(list).substr(0, dots)),
                 .high = trimmed(std::string_view(list).substr(dots + 2))};
  const auto low = measure_of(ends.low), high = measure_of(ends.high);
  if (!low || !high) return std::nullopt;
  double high_number = high->number;
  if (low->unit.empty()) {
    ends.low += high->unit;  // "10..60 min"
  } else if (low->unit != high->unit) {
    const auto count = count_in(ends.high, low->unit);  // "500B..2T"
    if (!count) return std::nullopt;
    high_number = *count;
    ends.high = number_text(high_number) + low->unit;
  }
  ends.is_whole = low->unit.empty() && high->unit.empty() && low->number == std::round(low->number) &&
                  high_number == std::round(high_number);
  ends.width = high_number - low->number;
  return ends;
}

Grid::Grid(std::vector<Axis> axes, bool zipped) : axes_(std::move(axes)), zipped_(zipped) {
  Issues issues;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const auto same = [&](const Axis& other) { return dotted(other.path) == dotted(axes_[i].path); };
    if (std::any_of(axes_.begin(), axes_.begin() + static_cast<std::ptrdiff_t>(i), same))
      issues.push_back({"--set " + axes_[i].path, "is varied twice; give all its values in one list"});
    if (zipped_ && axes_[i].values.size() != axes_.front().values.size())
      issues.push_back(
          {"--zip", fmt::format("{} has {} values, {} has {}; side by side they need as many each", axes_.front().path,
                                axes_.front().values.size(), axes_[i].path, axes_[i].values.size())});
  }
  if (!issues.empty()) throw InputError(std::move(issues));
  double size = 1;
  for (const Axis& axis : axes_) size *= zipped_ ? 1 : static_cast<double>(axis.values.size());
  if (zipped_ && !axes_.empty()) size = static_cast<double>(axes_.front().values.size());
  if (size > static_cast<double>(kMostPoints)) {
    const auto longest = std::ranges::max_element(axes_, {}, [](const Axis& axis) { return axis.values.size(); });
    throw InputError("--set",
                     fmt::format("makes {:.4g} points, more than {}; narrow the longest list, the {} values of "
                                 "{}",
                                 size, kMostPoints, longest->values.size(), longest->path));
  }
  size_ = static_cast<std::int64_t>(size);
}

std::vector<std::string> Grid::values(std::int64_t index) const {
  std::vector<std::string> values(axes_.size());
  for (std::size_t i = axes_.size(); i-- > 0;) {
    const auto count = static_cast<std::int64_t>(axes_[i].values.size());
    values[i] = axes_[i].values[static_cast<std::size_t>(zipped_ ? index : index % count)];
    if (!zipped_) index /= count;
  }
  return values;
}

std::vector<Axis> read_points(const std::string& csv, const std::string& name) {
  const std::vector<text::CsvRecord> records = text::parse_csv(csv, name);
  if (records.empty()) throw InputError(name, "is empty; its first line names paths, as cluster.nodes,training.tokens");
  std::vector<Axis> axes;
  Issues issues;
  for (const std::string& path : records.front().fields) axes.push_back({.path = trimmed(path), .values = {}});
  for (const Axis& axis : axes)
    if (axis.path.empty()) issues.push_back({name + ":1", "has a column without a name; write a path of the scenario"});
  for (std::size_t i = 1; i < records.size(); ++i) {
    const text::CsvRecord& record = records[i];
    if (record.fields.size() != axes.size()) {
      issues.push_back({fmt::format("{}:{}", name, record.line),
                        fmt::format("has {} fields where the header has {}", record.fields.size(), axes.size())});
      continue;
    }
    for (std::size_t column = 0; column < axes.size(); ++column) {
      if (record.fields[column].empty())
        issues.push_back({fmt::format("{}:{}", name, record.line), fmt::format("{} is empty", axes[column].path)});
      axes[column].values.push_back(record.fields[column]);
    }
  }
  if (records.size() == 1) issues.push_back({name, "has a header but no rows"});
  if (!issues.empty()) throw InputError(std::move(issues));
  return axes;
}

}  // namespace fmplan::what_if
