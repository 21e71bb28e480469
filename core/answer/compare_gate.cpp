#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/answer/compare_document.h"
#include "core/answer/compare_figures.h"
#include "core/answer/gate.h"

namespace fmplan::answer {
namespace {

using text::Json;

constexpr std::string_view kRatio = ".ratio", kDifference = ".difference";

std::vector<Figure> named_differences() {
  std::vector<Figure> figures;
  for (const ComparedFigure& compared : compared_figures()) {
    for (const Figure& figure : plan_figures().named()) {
      if (figure.pointer != compared.pointer || figure.name == "nodes_held") continue;
      figures.push_back({.name = figure.name + std::string(kRatio),
                         .unit = FigureUnit::kFactor,
                         .what = "over the first side's",
                         .pointer = figure.pointer,
                         .says_unit = true});
      figures.push_back({.name = figure.name + std::string(kDifference),
                         .unit = figure.unit,
                         .what = "to the first side's",
                         .pointer = figure.pointer,
                         .says_unit = figure.says_unit});
    }
  }
  return figures;
}

/// From the line of the figure among those of a side; unknown where there is none.
FigureValue difference_value(const Json& lines, const Figure& figure) {
  for (const Json& line : lines.elements())
    if (line.at("pointer").as_text() == figure.pointer) {
      Figure part = figure;
      part.pointer = figure.name.ends_with(kRatio) ? "/ratio" : "/difference";
      return json_value(line, part);
    }
  return {};
}

}  // namespace

const FigureSet& difference_figures() {
  static const FigureSet kFigures(named_differences(), {});
  return kFigures;
}

std::vector<std::string> exceeded_differences(const std::vector<Condition>& gates, const Json& json) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& side, const Json& figures) {
    const FigureValues values = [&figures](const Figure& figure) { return difference_value(figures, figure); };
    for (const std::string& line : exceeded_gates(gates, values)) lines.push_back(fmt::format("{}: {}", side, line));
  };
  add(json.at("reports").at(std::size_t{1}).as_text(), json.at("figures"));
  for (const Json& other : json.at("others").elements()) add(other.at("report").as_text(), other.at("figures"));
  return lines;
}

}  // namespace fmplan::answer
