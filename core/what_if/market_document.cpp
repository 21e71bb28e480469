#include "core/what_if/market_document.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/answer/notice_text.h"
#include "core/answer/report_tables.h"
#include "core/base/quantity_text.h"
#include "core/base/version.h"
#include "core/base/words.h"
#include "core/plan/subject.h"
#include "core/plan/verdict.h"
#include "core/scenario/plan_json.h"
#include "core/what_if/sweep_document.h"
#include "core/what_if/sweep_text.h"

namespace fmplan::what_if {
namespace {

using answer::Align;
using answer::Figure;
using text::Json;

/// What lines tell beside nodes: days, money, energy, what the bound asks for and the objective, each once.
std::vector<Figure> figures_of(const MarketQuestion& question) {
  std::vector<Figure> figures;
  const auto add = [&](const Figure& figure) {
    if (std::ranges::find(figures, figure.name, &Figure::name) == figures.end()) figures.push_back(figure);
  };
  for (const char* const name : {"days", "finish.p90", "on_time", "cost", "gpu_hours", "energy", "co2", "mfu"})
    add(*answer::plan_figures().find(name));
  for (const answer::Condition& until : question.until)
    for (const answer::Bound& bound : bounds_of(until)) add(bound.figure);
  add(question.objective);
  // Those of the report's JSON alone are not worked out again for every line.
  std::erase_if(figures, [](const Figure& figure) { return !figure.of_report; });
  return figures;
}

PointFigure figure_at(const plan::Report& report, const Figure& figure) {
  return {.value = figure_of(report, figure),
          .interval_80 = figure.interval_of ? figure.interval_of(report) : std::nullopt};
}

std::string bought_text(const Offer& offer) {
  std::string text = offer.kind == "own" ? "the scenario's price" : offer.kind;
  if (!offer.region.empty())
    text += " in " + (offer.region == hardware::kAnyRegion ? std::string("any region") : offer.region);
  if (!offer.same_elsewhere.empty()) text += fmt::format(" +{}", offer.same_elsewhere.size());
  return text;
}

std::string market_goal_text(const MarketQuestion& question) {
  return fmt::format("{} {}", question.goal == Goal::kMinimize ? "least" : "most", question.objective.name);
}

/// " with days<=90", and the deadline.
std::string bound_text(const MarketQuestion& question, const plan::Report* report) {
  std::string text;
  if (report && report->scenario.deadline)
    text = fmt::format(", {} kept with a chance of {}", date_text(*report->scenario.deadline),
                       chance_text(report->deadline_chance.value_or(0)));
  if (!question.until.empty()) text += " with " + question.until.front().text;
  return text;
}

/// The nodes of a line that are paid for.
plan::HeldNodes held_by(const MarketLine& line) {
  return {.nodes = line.nodes, .spares = held_nodes(line.report).spares};
}

std::string market_headline(const MarketQuestion& question, const MarketAnswer& answer) {
  const std::string stopped = answer.stopped ? "; interrupted: the best so far" : "";
  if (answer.lines.empty() && answer.nearest) {
    const auto& [offer, nodes, miss] = *answer.nearest;
    return fmt::format("No machine does{}: nearest is {} × {}, {}, which misses {}{}", bound_text(question, nullptr),
                       nodes, offer.instance, bought_text(offer), miss.clause, stopped);
  }
  if (answer.lines.empty())
    return fmt::format("No machine does{}: nothing that was looked at can be bought and run so{}",
                       bound_text(question, nullptr), stopped);
  const MarketLine& best = answer.lines.front();
  const auto text_of = [&](double value) { return answer::figure_text(question.objective.unit, value); };
  std::string told = market_goal_text(question);
  if (best.objective)
    told += fmt::format(" ({})", text_of(*best.objective));
  else if (best.at_least && question.goal == Goal::kMinimize)
    told += fmt::format(" of what is known (at least {})", text_of(*best.at_least));
  else
    told += " unknown, fewest GPU-hours";
  return fmt::format("{}, {}: {}{}{}", plan::held_text(held_by(best), best.offer.instance), bought_text(best.offer),
                     told, bound_text(question, &best.report), stopped);
}

/// The command that answers with the line.
std::string paste_text(const MarketQuestion& question, const MarketLine& line) {
  std::string text = "fmplan plan " + (question.scenario.name == "stdin" ? "-" : shell_word(question.scenario.name));
  for (const std::string& set : question.sets) text += " --set " + shell_word(set);
  for (const auto& [path, value] : line.offer.sets) text += " --set " + shell_word(fmt::format("{}={}", path, value));
  return text + fmt::format(" --set cluster.nodes={}", line.nodes);
}

std::string framework_of(const Offer& offer) {
  for (const auto& [path, value] : offer.sets)
    if (path == "training.framework") return value;
  return {};
}

std::string money_cell(const plan::Report& report) {
  const plan::CostReport& cost = report.cost;
  if (!cost.known()) return "unknown";
  std::string text = answer::known_cost_text(cost);
  if (cost.total_80) text += fmt::format(" ({} – {})", money_text(cost.total_80->low), money_text(cost.total_80->high));
  return text;
}

/// What binds, in a cell: of a bound its figure.
std::string binds_cell(const MarketQuestion& question, const MarketLine& line) {
  if (line.binds.empty()) return "none better";
  if (question.until.empty() || line.binds != question.until.front().text) return line.binds;
  std::vector<std::string> names;
  for (const answer::Bound& bound : bounds_of(question.until.front()))
    if (std::ranges::find(names, bound.figure.name) == names.end()) names.push_back(bound.figure.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// How surely a line is worse than the best.
std::string likeness(const MarketAnswer& answer, const MarketLine& line) {
  if (line.told_apart) return *line.told_apart ? "" : " ≈";
  return &line == &answer.lines.front() || !line.objective ? "" : " ?";
}

/// Lines whose money is known, or the others.
answer::Table lines_table(const MarketQuestion& question, const MarketAnswer& answer, bool priced) {
  const bool is_money = question.objective.unit == answer::FigureUnit::kDollar;
  answer::Table table{.title = priced     ? "The market"
                               : is_money ? "Without a price, or with a part of it, and so never the best"
                                          : "Without a price, or with a part of it",
                      .header = {"machine", "bought", "nodes", "days", "9 in 10 by"},
                      .align = {Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kRight},
                      .rows = {},
                      .notes = {}};
  const auto add_column = [&](const std::string& name, Align align) {
    table.header.push_back(name);
    table.align.push_back(align);
  };
  add_column(priced ? "cost (80 %)" : "cost", Align::kRight);
  const bool has_spares =
      std::ranges::any_of(answer.lines, [](const MarketLine& line) { return held_by(line).spares > 0; });
  if (has_spares) table.header[2] = "nodes + spares";
  const bool is_dated =
      std::ranges::any_of(answer.lines, [](const MarketLine& line) { return line.report.deadline_chance.has_value(); });
  if (is_dated) add_column("in time", Align::kRight);
  const bool tells_objective = question.objective.name != "cost" && question.objective.name != "days" &&
                               question.objective.name != "energy" && question.objective.name != "finish.p90";
  if (tells_objective) add_column(question.objective.name, Align::kRight);
  add_column("energy", Align::kRight);
  add_column("bound by", Align::kLeft);
  const Figure energy = *answer::plan_figures().find("energy"), finish = *answer::plan_figures().find("finish.p90");
  for (const MarketLine& line : answer.lines) {
    if (line.report.cost.total.has_value() != priced) continue;
    const std::string framework = framework_of(line.offer);
    std::vector<std::string> cells = {
        line.offer.instance + (line.told_apart == false ? " ≈" : ""),
        bought_text(line.offer) + (framework.empty() ? "" : "; " + framework),
        has_spares ? fmt::format("{} + {}", line.nodes, held_by(line).spares) : count_text(line.nodes),
        days_text(line.report.median_days),
        figure_cell(finish, figure_at(line.report, finish)),
        money_cell(line.report)};
    if (is_dated) cells.push_back(line.report.deadline_chance ? chance_text(*line.report.deadline_chance) : "");
    if (tells_objective) cells.push_back(figure_cell(question.objective, {.value = {.value = line.objective}}));
    cells.push_back(figure_cell(energy, figure_at(line.report, energy)));
    cells.push_back(binds_cell(question, line));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// Why lines beside the best are less to be trusted; what there is to know of the best stands among the warnings.
std::vector<std::string> doubts(const MarketAnswer& answer) {
  std::vector<std::string> notes, old_prices;
  for (std::size_t at = 1; at < answer.lines.size(); ++at)
    for (const plan::Notice& warning : answer.lines[at].report.warnings) {
      const auto seen = std::ranges::find(warning.values, "seen", &NoticeValues::value_type::first);
      if (warning.kind == plan::NoticeKind::kPriceLongUnseen && seen != warning.values.end())
        old_prices.push_back(
            fmt::format("{} ({})", answer.lines[at].offer.instance, answer::notice_value_text(seen->second)));
      else if (plan::doubts_plan(warning.kind))
        notes.push_back(answer::notice_text(warning));
    }
  if (!old_prices.empty())
    notes.push_back(
        fmt::format("prices last seen long before they are paid, to be looked up: {}", fmt::join(old_prices, ", ")));
  return notes;
}

void add_market_notes(const MarketQuestion& question, const MarketAnswer& answer, answer::Table& table) {
  const auto likened = [&](const char* mark) {
    return std::ranges::any_of(answer.lines, [&](const MarketLine& line) { return likeness(answer, line) == mark; });
  };
  const auto elsewhere = [](const MarketLine& line) { return !line.offer.same_elsewhere.empty(); };
  if (likened(" ≈")) table.notes.push_back("≈ predictions are too far off to tell it from the best");
  if (likened(" ?"))
    table.notes.push_back("? nothing was measured near enough to say whether it is worse than the best");
  if (std::ranges::any_of(answer.lines, elsewhere))
    table.notes.push_back("+N: so many other regions have the same terms; --format json names them");
  const auto framework = [](const MarketLine& line) { return !framework_of(line.offer).empty(); };
  if (std::ranges::any_of(answer.lines, framework))
    table.notes.push_back("a framework is named where the scenario's is not known to run on the machine");
  for (std::string& note : doubts(answer)) table.notes.push_back(std::move(note));
  for (const MarketRefusal& refused : answer.refused)
    table.notes.push_back(fmt::format("none of {}: {}", refused.instance, refused.reason));
  if (!question.left_out.empty()) table.notes.push_back(question.left_out);
  table.notes.push_back(fmt::format(
      "looked at {} machines, {} offers, {} numbers of nodes from {} to {}{}{}",
      answer.lines.size() + answer.refused.size(), question.offers.size(), question.nodes.size(),
      question.nodes.front(), count_text(question.nodes.back()), question.refines ? ", and those beside the best" : "",
      answer.stopped ? fmt::format("; stopped at {} of {}", answer.num_looked_at, answer.num_points) : ""));
  if (!answer.lines.empty()) table.notes.push_back(paste_text(question, answer.lines.front()));
}

Json line_json(const MarketQuestion& question, const MarketLine& line) {
  const Offer& offer = line.offer;
  Json json = {{"instance", offer.instance},
               {"region", offer.region.empty() ? Json() : Json(offer.region)},
               {"kind", offer.kind},
               {"same_elsewhere", offer.same_elsewhere},
               {"nodes", line.nodes},
               {"spare_nodes", held_by(line).spares},
               {"objective", figure_json(question.objective, {.value = line.objective})},
               {"told_apart", line.told_apart ? Json(*line.told_apart) : Json()},
               {"bound_by", line.binds.empty() ? Json() : Json(line.binds)}};
  Json sets = Json::object();
  for (const auto& [path, value] : offer.sets) sets[path] = input_json(value);
  sets["cluster.nodes"] = line.nodes;
  json["sets"] = std::move(sets);
  json["parallel"] = scenario::parallel_json(line.report.phases[line.report.main_phase].parallel);
  Json figures = Json::object();
  for (const Figure& figure : figures_of(question)) {
    const PointFigure value = figure_at(line.report, figure);
    figures[column_name(figure)] = figure_json(figure, value.value);
    if (!figure.interval_of) continue;
    const auto end = [&](std::optional<double> at) { return figure_json(figure, {.value = at}); };
    figures[column_name(figure) + "_low_80"] =
        end(value.interval_80 ? std::optional(value.interval_80->low) : std::nullopt);
    figures[column_name(figure) + "_high_80"] =
        end(value.interval_80 ? std::optional(value.interval_80->high) : std::nullopt);
  }
  json["figures"] = std::move(figures);
  json["warnings"] = Json::array();
  for (const plan::Notice& warning : line.report.warnings)
    json["warnings"].push_back(plan::kNoticeCodes.name(warning.kind));
  json["curve"] = Json::array();
  for (const MarketPoint& point : line.curve)
    json["curve"].push_back({{"nodes", point.nodes},
                             {"days", point.days},
                             {"cost", point.cost ? Json(money_decimal(*point.cost * dollar)) : Json()},
                             {"meets", point.meets}});
  return json;
}

Json nearest_json(const MarketMiss& nearest) {
  return {{"instance", nearest.offer.instance},
          {"region", nearest.offer.region.empty() ? Json() : Json(nearest.offer.region)},
          {"kind", nearest.offer.kind},
          {"nodes", nearest.nodes},
          {"misses_by", nearest.miss.distance},
          {"clause", nearest.miss.clause}};
}

}  // namespace

answer::Document market_document(const MarketQuestion& question, const MarketAnswer& answer,
                                 const catalog::Catalog& catalog) {
  answer::Document document;
  document.headline = market_headline(question, answer);
  if (!answer.lines.empty()) document.warnings = answer::notice_texts(answer.lines.front().report.warnings);
  answer::Table priced = lines_table(question, answer, true), unpriced = lines_table(question, answer, false);
  if (priced.rows.empty()) priced.header.clear();
  add_market_notes(question, answer, unpriced.rows.empty() ? priced : unpriced);
  if (!priced.rows.empty() || unpriced.rows.empty()) document.tables.push_back(std::move(priced));
  if (!unpriced.rows.empty()) document.tables.push_back(std::move(unpriced));
  Json& json = document.json;
  json = {{"version", 1},
          {"catalog_version", catalog.version()},
          {"fmplan_version", version()},
          {"until", question.until.empty() ? Json() : Json(question.until.front().text)},
          {"goal", question.goal == Goal::kMinimize ? "minimize" : "maximize"},
          {"objective", question.objective.name},
          {"lines", Json::array()},
          {"refused", Json::array()}};
  for (const MarketLine& line : answer.lines) json["lines"].push_back(line_json(question, line));
  for (const MarketRefusal& refused : answer.refused)
    json["refused"].push_back({{"instance", refused.instance}, {"reason", refused.reason}});
  json["nearest"] = answer.nearest ? nearest_json(*answer.nearest) : Json();
  json["left_out"] = question.left_out.empty() ? Json() : Json(question.left_out);
  json["looked_at"] = {{"offers", static_cast<long long>(question.offers.size())},
                       {"node_counts", static_cast<long long>(question.nodes.size())},
                       {"fewest_nodes", question.nodes.front()},
                       {"most_nodes", question.nodes.back()},
                       {"points", static_cast<long long>(answer.num_points)},
                       {"done", static_cast<long long>(answer.num_looked_at)}};
  json["stopped"] = answer.stopped;
  return document;
}

}  // namespace fmplan::what_if
