#include "core/answer/compare_document.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/answer/compare_charts.h"
#include "core/answer/compare_tables.h"
#include "core/answer/comparison.h"
#include "core/answer/comparison_text.h"
#include "core/answer/page.h"
#include "core/answer/report_tables.h"
#include "core/base/quantity_text.h"
#include "core/text/json_conversion.h"

namespace fmplan::answer {
namespace {

using text::Json;

// ---- figures ----

Json figure_json(const ComparedFigure& figure, double value) {
  return figure.is_money ? Json(money_decimal(value * dollar)) : Json(value);
}

Json figure_json(const ComparedFigure& figure, const std::optional<double>& value) {
  return value ? figure_json(figure, *value) : Json(nullptr);
}

Json figure_range_json(const ComparedFigure& figure, const std::optional<Range>& range) {
  if (!range) return nullptr;
  return {{"low", figure_json(figure, range->low)}, {"high", figure_json(figure, range->high)}};
}

void add_difference(const ComparedFigure& figure, const std::optional<FigureDifference>& found, Json& line) {
  line["difference"] = found ? figure_json(figure, found->difference) : Json(nullptr);
  line["ratio"] = found ? Json(found->ratio) : Json(nullptr);
  line["difference_80"] = found ? figure_range_json(figure, found->difference_80) : Json(nullptr);
  line["told_apart"] = found ? Json(found->told_apart) : Json(nullptr);
}

/// Values of all sides, and the second against the first.
Json figures_json(const std::vector<Compared>& sides, const Comparison& second) {
  Json figures = Json::array();
  for (std::size_t i = 0; i < compared_figures().size(); ++i) {
    const ComparedFigure& figure = compared_figures()[i];
    Json line = {{"pointer", figure.pointer}, {"values", Json::array()}, {"interval_80", Json::array()}};
    for (const Compared& side : sides) {
      line["values"].push_back(figure_json(figure, figure_at(side.report, figure.pointer)));
      line["interval_80"].push_back(figure_range_json(figure, interval_at(side.report, figure)));
    }
    add_difference(figure, second.differences[i], line);
    figures.push_back(std::move(line));
  }
  return figures;
}

Json differences_json(const Comparison& comparison) {
  Json figures = Json::array();
  for (std::size_t i = 0; i < compared_figures().size(); ++i) {
    Json line = {{"pointer", compared_figures()[i].pointer}};
    add_difference(compared_figures()[i], comparison.differences[i], line);
    figures.push_back(std::move(line));
  }
  return figures;
}

// ---- inputs and why ----

Json input_changes_json(const Comparison& comparison) {
  Json changes = Json::array();
  const auto add = [&](const std::vector<InputChange>& list, bool filled_in) {
    for (const InputChange& change : list)
      changes.push_back({{"pointer", change.pointer},
                         {"from", text::json_of(change.from)},
                         {"to", text::json_of(change.to)},
                         {"filled_in", filled_in}});
  };
  add(comparison.stated, false);
  add(comparison.filled_in, true);
  return changes;
}

Json because_json(const Why& why) {
  Json because = Json::array();
  for (const FigureShares& found : why.figures)
    for (std::size_t i = 0; i < found.shares.shares.size(); ++i) {
      Json line = {{"change", why.groups[i].pointer},
                   {"pointer", found.figure->pointer},
                   {"share", figure_json(*found.figure, found.shares.shares[i])}};
      if (!found.shares.standard_errors.empty())
        line["standard_error"] = figure_json(*found.figure, found.shares.standard_errors[i]);
      because.push_back(std::move(line));
    }
  return because;
}

Json because_from_json(const Why& why) {
  double possible = 1;
  for (const FigureShares& found : why.figures) possible = std::min(possible, found.shares.possible);
  const bool told = why.not_told.empty();
  Json refused = Json::array();
  for (const std::string& refusal : why.refusals) refused.push_back(refusal);
  return {{"method", !told         ? "none"
                     : why.sampled ? "sampled_orders"
                                   : "all_orders"},
          {"plans", why.num_plans},
          {"possible_orders", told ? Json(possible) : Json(nullptr)},
          {"refused", refused},
          {"not_told", told ? Json(nullptr) : Json(why.not_told)}};
}

Json cause_shares_json(const Comparison& comparison) {
  Json causes = Json::array();
  for (const FigureCauses& found : comparison.causes)
    for (const plan::CauseShare& cause : found.causes)
      causes.push_back({{"pointer", found.figure->pointer},
                        {"cause", cause.cause},
                        {"share", figure_json(*found.figure, cause.share)}});
  return causes;
}

void add_why(const Comparison& comparison, Json& line) {
  line["because"] = because_json(comparison.why);
  line["because_from"] = because_from_json(comparison.why);
  line["causes"] = cause_shares_json(comparison);
}

Json speed_json(const std::optional<plan::StepComparison>& speed) {
  if (!speed) return nullptr;
  Json line = comparison_json(*speed);
  line["same_work"] = speed->same_work;
  return line;
}

Json document_json(const std::vector<Compared>& sides, const std::vector<Comparison>& comparisons) {
  Json document = {{"version", 1}, {"reports", Json::array()}};
  for (const Compared& side : sides) document["reports"].push_back(side.name);
  document["changes"] = input_changes_json(comparisons.front());
  document["figures"] = figures_json(sides, comparisons.front());
  document["speed"] = Json::array();
  for (const Comparison& comparison : comparisons) document["speed"].push_back(speed_json(comparison.speed));
  add_why(comparisons.front(), document);
  document["others"] = Json::array();
  for (std::size_t i = 1; i < comparisons.size(); ++i) {
    Json line = {{"report", sides[i + 1].name},
                 {"changes", input_changes_json(comparisons[i])},
                 {"figures", differences_json(comparisons[i])}};
    add_why(comparisons[i], line);
    document["others"].push_back(std::move(line));
  }
  return document;
}

/// A row for each figure, a column for each side.
Json rows_json(const std::vector<Compared>& sides) {
  Json rows = Json::array();
  for (const ComparedFigure& figure : compared_figures()) {
    Json row = {{"figure", figure.pointer}};
    for (const Compared& side : sides) row[side.name] = figure_json(figure, figure_at(side.report, figure.pointer));
    rows.push_back(std::move(row));
  }
  return rows;
}

/// What a page has beside the tables: a page has a headline, and says what the first side takes for given.
void add_page(const std::vector<Compared>& sides, const std::vector<Comparison>& comparisons, Document& document) {
  document.headline = comparison_headline(sides, comparisons);
  document.page_title = comparison_title(sides);
  document.lead = comparison_line(sides);
  document.charts = compare_charts(sides, comparisons);
  if (!sides.front().planned) return;
  document.page_tables.push_back(assumptions_table(sides.front().planned->assumptions));
  document.page_tables.back().title += " of " + sides.front().name;
}

}  // namespace

Document compare_document(const std::vector<Compared>& sides, const catalog::Catalog& catalog, int threads,
                          std::uint64_t seed, const Watch& watch) {
  std::vector<Comparison> comparisons;
  for (std::size_t i = 1; i < sides.size(); ++i)
    comparisons.push_back(compare_sides(sides.front(), sides[i], catalog, threads, seed, watch));
  Document document;
  document.tables = compare_tables(sides, comparisons);
  document.json = document_json(sides, comparisons);
  document.csv = rows_json(sides);
  for (const Compared& side : sides)
    for (const std::string& obstacle : side.obstacles)
      document.warnings.push_back(fmt::format("{}: {}", side.name, obstacle));
  add_page(sides, comparisons, document);
  document.made_with = made_with(catalog.version(), seed);
  return document;
}

}  // namespace fmplan::answer
