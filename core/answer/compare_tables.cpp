#include "core/answer/compare_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/answer/comparison_text.h"
#include "core/base/quantity_text.h"

namespace fmplan::answer {
namespace {

/// Filled-in inputs that are shown; JSON has all.  Chosen: a screen is for what was asked.
constexpr std::size_t kMostFilledIn = 8;
/// Of the sum of a figure's shares without their signs: smaller ones are shown as one.  Chosen.
constexpr double kSmallShare = 0.01;

// ---- numbers that add up as shown ----

/// How the shares of a figure are written: all in one unit, with as many decimals as the largest needs.
struct ShareStyle {
  double in_unit = 1;  ///< one of what is shown, in the figure's own unit
  std::string prefix, suffix;
  int decimals = 0;
};

ShareStyle share_style(const ComparedFigure& figure, double largest) {
  const std::string_view pointer = figure.pointer;
  ShareStyle style;
  int least_decimals = 0;
  if (pointer == "/step/step_time_s") {
    style.in_unit = largest >= 1 ? 1 : 1e-3;
    style.suffix = largest >= 1 ? " s" : " ms";
  } else if (pointer.starts_with("/run/wall_clock_days")) {
    least_decimals = 1;
  } else {
    style.prefix = figure.is_money ? "$" : "";
    style.in_unit = largest >= 1e6 ? 1e6 : largest >= 1e4 ? 1e3 : 1;
    style.suffix = largest >= 1e6 ? "M" : largest >= 1e4 ? "K" : "";
  }
  // Three digits of the largest.
  const double shown = largest / style.in_unit;
  style.decimals = shown > 0 ? std::clamp(2 - static_cast<int>(std::floor(std::log10(shown))), least_decimals, 3) : 0;
  return style;
}

std::string signed_share_text(double value, const ShareStyle& style) {
  const double shown = value / style.in_unit;
  const double half = 0.5 * std::pow(10, -style.decimals);
  if (std::abs(shown) < half) return "0";
  return fmt::format("{}{}{:.{}f}{}", shown < 0 ? "-" : "+", style.prefix, std::abs(shown), style.decimals,
                     style.suffix);
}

/// Shares and, last, their sum, rounded so that they add up as they are shown.
std::vector<std::string> share_texts(const ComparedFigure& figure, std::vector<double> shares) {
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  double largest = std::abs(total);
  for (const double share : shares) largest = std::max(largest, std::abs(share));
  const ShareStyle style = share_style(figure, largest);
  const double last_digit = style.in_unit * std::pow(10, -style.decimals);
  shares = plan::rounded_shares(shares, total, last_digit);
  shares.push_back(std::round(total / last_digit) * last_digit);
  std::vector<std::string> texts;
  texts.reserve(shares.size());
  for (const double share : shares) texts.push_back(signed_share_text(share, style));
  return texts;
}

/// The places of the values, the largest first, whatever its sign.
std::vector<std::size_t> by_size(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return std::abs(values[i]); });
  return order;
}

// ---- tables ----

/// The side's name, or a short one that a note explains: the columns of numbers are no wider than their headings.
std::string short_name(const std::vector<Compared>& sides, std::size_t side) {
  constexpr std::size_t kLongest = 32;  // bytes; chosen: three columns in a hundred
  return sides[side].name.size() > kLongest && side > 0 ? fmt::format("variant {}", side) : sides[side].name;
}

/// ": NAME" where there are several.
std::string of_side(const std::vector<Compared>& sides, std::size_t side) {
  return sides.size() > 2 ? ": " + short_name(sides, side) : "";
}

std::string filled_words(const nlohmann::json& value) { return value.is_null() ? "none" : value_words(value); }

Table inputs_table(const std::vector<Compared>& sides, std::size_t side, const Comparison& comparison) {
  Table table{.title = "Inputs that differ" + of_side(sides, side),
              .header = {"input", "from", "to"},
              .align = {Align::kLeft, Align::kLeft, Align::kLeft},
              .rows = {},
              .notes = {}};
  for (const InputChange& change : comparison.stated)
    table.rows.push_back({path_words(change.pointer), value_words(change.from), value_words(change.to)});
  // What is stated stands above, and what reads alike differs in no digit that tells anything.
  std::vector<const InputChange*> filled_in;
  for (const InputChange& change : comparison.filled_in)
    if (!std::ranges::count(comparison.stated, change.pointer, &InputChange::pointer) &&
        filled_words(change.from) != filled_words(change.to))
      filled_in.push_back(&change);
  for (std::size_t i = 0; i < std::min(kMostFilledIn, filled_in.size()); ++i)
    table.rows.push_back(
        {"· " + path_words(filled_in[i]->pointer), filled_words(filled_in[i]->from), filled_words(filled_in[i]->to)});
  if (!filled_in.empty()) table.notes.emplace_back("· filled in by a rule or the catalogue");
  if (filled_in.size() > kMostFilledIn)
    table.notes.push_back(
        fmt::format("and {} more of these; --format json has them", filled_in.size() - kMostFilledIn));
  if (!table.rows.empty()) return table;
  table.header.clear();
  const bool known = sides.front().inputs && sides[side].inputs;
  table.notes.emplace_back(known ? "none" : "not known: one of the two answers does not carry its scenario");
  return table;
}

std::string difference_text(const std::optional<FigureDifference>& found) {
  if (!found || !found->ratio) return "";
  return fmt::format("{:+.1f} %{}", 100 * (*found->ratio - 1),
                     found->difference != 0 && found->told_apart == false ? " ≈" : "");
}

void add_remarks(const std::vector<Compared>& sides, const std::vector<Comparison>& comparisons, Table& table) {
  const auto unclear = [](const std::optional<FigureDifference>& found) {
    return found && found->difference != 0 && found->told_apart == false;
  };
  if (std::ranges::any_of(comparisons,
                          [&](const Comparison& c) { return std::ranges::any_of(c.differences, unclear); }))
    table.notes.emplace_back("≈ the model cannot tell this difference from none: its 80 % interval holds 0");
  for (std::size_t i = 0; i < sides.size(); ++i)
    if (short_name(sides, i) != sides[i].name)
      table.notes.push_back(fmt::format("{}: {}", short_name(sides, i), sides[i].name));
  for (const Compared& side : sides)
    for (const std::string& remark : side.remarks) table.notes.push_back(fmt::format("{}: {}", side.name, remark));
  for (std::size_t i = 0; i < comparisons.size(); ++i)
    if (comparisons[i].speed) table.notes.push_back(comparison_text(short_name(sides, i + 1), *comparisons[i].speed));
}

/// What is known of a figure that is not known whole.
std::optional<double> known_part(const Compared& side, const ComparedFigure& figure) {
  return figure.at_least ? figure_at(side.report, figure.at_least) : std::nullopt;
}

std::string figure_cell(const Compared& side, const ComparedFigure& figure) {
  if (const auto value = figure_at(side.report, figure.pointer)) return figure.text(*value);
  const auto part = known_part(side, figure);
  return part ? "≥ " + figure.text(*part) : "unknown";
}

/// Of a figure that is known of the first alone: where a part of the other's is more, by how much it is more at least.
std::string least_difference_text(const Compared& base, const Compared& other, const ComparedFigure& figure) {
  const auto value = figure_at(base.report, figure.pointer), part = known_part(other, figure);
  if (!value || !part || !(*value > 0) || *part <= *value || figure_at(other.report, figure.pointer)) return "";
  return fmt::format("≥ {:+.1f} %", 100 * (*part / *value - 1));
}

Table figures_table(const std::vector<Compared>& sides, const std::vector<Comparison>& comparisons) {
  Table table{.title = "Comparison", .header = {""}, .align = {Align::kLeft}, .rows = {}, .notes = {}};
  for (std::size_t i = 0; i < sides.size(); ++i) {
    table.header.push_back(short_name(sides, i));
    table.align.push_back(Align::kRight);
    if (i == 0) continue;
    table.header.emplace_back("Δ");
    table.align.push_back(Align::kRight);
  }
  for (std::size_t row = 0; row < compared_figures().size(); ++row) {
    const ComparedFigure& figure = compared_figures()[row];
    std::vector<std::string> cells = {figure.label};
    for (std::size_t i = 0; i < sides.size(); ++i) {
      cells.push_back(figure_cell(sides[i], figure));
      if (i == 0) continue;
      std::string difference = difference_text(comparisons[i - 1].differences[row]);
      cells.push_back(difference.empty() ? least_difference_text(sides.front(), sides[i], figure) : difference);
    }
    table.rows.push_back(std::move(cells));
  }
  add_remarks(sides, comparisons, table);
  return table;
}

/// The figures that shares are shown of, as far as they differ; the last one decides the order.
std::vector<const FigureShares*> shown_shares(const Why& why) {
  constexpr std::array kShown = {"/step/step_time_s", "/totals/gpu_hours", "/run/wall_clock_days/mean", "/cost/total"};
  std::vector<const FigureShares*> shown;
  for (const std::string_view pointer : kShown)
    for (const FigureShares& found : why.figures)
      if (pointer == found.figure->pointer && !found.shares.shares.empty()) shown.push_back(&found);
  return shown;
}

/// "/model /training" as "model and training".
std::string sections_words(std::string pointers) {
  std::erase(pointers, '/');
  for (std::size_t at = 0; (at = pointers.find(' ', at)) != std::string::npos; at += 5)
    pointers.replace(at, 1, " and ");
  return pointers;
}

std::string group_words(const ChangeGroup& group, const std::vector<InputChange>& changes) {
  if (group.changes.size() == 2)
    return fmt::format("{} with {}", path_words(changes[group.changes[0]].pointer),
                       path_words(changes[group.changes[1]].pointer));
  if (group.changes.size() > 1)
    return fmt::format("{} changes of {}", group.changes.size(), sections_words(group.pointer));
  const InputChange& change = changes[group.changes.front()];
  const std::string from = value_words(change.from), to = value_words(change.to);
  constexpr std::size_t kLongest = 40;  // bytes; chosen: beyond, the table of inputs has the values
  if (from.size() + to.size() > kLongest) return path_words(change.pointer);
  return fmt::format("{} {} → {}", path_words(change.pointer), from, to);
}

void add_why_notes(const Why& why, const std::vector<const FigureShares*>& shown, Table& table) {
  double possible = 1;
  for (const FigureShares* found : shown) possible = std::min(possible, found->shares.possible);
  if (why.sampled) {
    double error = 0;
    for (const FigureShares* found : shown) {
      double largest = 0;
      for (const double share : found->shares.shares) largest = std::max(largest, std::abs(share));
      for (const double each : found->shares.standard_errors) error = std::max(error, each / largest);
    }
    table.notes.push_back(
        fmt::format("mean over {} orders drawn of making the changes; standard errors up to {:.1f} % of "
                    "the largest share",
                    2 * kOrderPairs, 100 * error));
  }
  if (possible < 1)
    table.notes.push_back(
        fmt::format("mean over the {:.0f} % of the orders that lead through plans that can be made", 100 * possible));
  constexpr std::size_t kMostRefusals = 3;  // chosen
  for (std::size_t i = 0; i < std::min(kMostRefusals, why.refusals.size()); ++i)
    table.notes.push_back("not planned with " + why.refusals[i]);
}

Table why_inputs_table(const std::vector<Compared>& sides, std::size_t side, const Comparison& comparison) {
  const Why& why = comparison.why;
  Table table{.title = "Why, by input" + of_side(sides, side),
              .header = {"change"},
              .align = {Align::kLeft},
              .rows = {},
              .notes = {}};
  const std::vector<const FigureShares*> shown = shown_shares(why);
  if (shown.empty()) {
    table.header.clear();
    table.notes.push_back(why.not_told.empty() ? "none of these figures differs" : why.not_told);
    add_why_notes(why, shown, table);
    return table;
  }
  for (std::size_t i : by_size(shown.back()->shares.shares))
    table.rows.push_back({group_words(why.groups[i], comparison.stated)});
  table.rows.push_back({"together"});
  for (const FigureShares* found : shown) {
    table.header.emplace_back(found->figure->label);
    table.align.push_back(Align::kRight);
    const std::vector<std::string> texts = share_texts(*found->figure, found->shares.shares);
    const std::vector<std::size_t> order = by_size(shown.back()->shares.shares);
    for (std::size_t row = 0; row < order.size(); ++row) table.rows[row].push_back(texts[order[row]]);
    table.rows.back().push_back(texts.back());
  }
  add_why_notes(why, shown, table);
  return table;
}

void add_causes(const FigureCauses& found, Table& table) {
  std::string figure = found.figure->label;
  for (const ShownShare& share : shown_causes(found))
    table.rows.push_back({std::exchange(figure, ""), share.label, share.text});
}

Table why_causes_table(const std::vector<Compared>& sides, std::size_t side, const Comparison& comparison) {
  Table table{.title = "Why, by cause" + of_side(sides, side),
              .header = {"figure", "cause", "share"},
              .align = {Align::kLeft, Align::kLeft, Align::kRight},
              .rows = {},
              .notes = {}};
  for (const FigureCauses& found : comparison.causes) add_causes(found, table);
  return table;
}

}  // namespace

std::vector<ShownShare> shown_causes(const FigureCauses& found) {
  std::vector<double> shares;
  double all = 0, sum = 0;
  for (const plan::CauseShare& cause : found.causes) {
    all += std::abs(cause.share);
    sum += cause.share;
  }
  if (all == 0) return {};
  std::vector<std::string> labels;
  double rest = 0;
  for (const plan::CauseShare& cause : found.causes) {
    if (std::abs(cause.share) < kSmallShare * all) {
      rest += cause.share;
      continue;
    }
    std::string label = cause.cause;
    std::ranges::replace(label, '_', ' ');
    labels.push_back(std::move(label));
    shares.push_back(cause.share);
  }
  const std::vector<std::size_t> order = by_size(shares);
  shares.push_back(rest);
  const std::vector<std::string> texts = share_texts(*found.figure, shares);
  std::vector<ShownShare> shown;
  shown.reserve(order.size() + 2);
  for (const std::size_t i : order) shown.push_back({labels[i], shares[i], texts[i]});
  if (texts[labels.size()] != "0") shown.push_back({"other", rest, texts[labels.size()]});
  shown.push_back({"together", sum, texts.back()});
  return shown;
}

std::vector<Table> compare_tables(const std::vector<Compared>& sides, const std::vector<Comparison>& comparisons) {
  std::vector<Table> tables;
  for (std::size_t i = 0; i < comparisons.size(); ++i) tables.push_back(inputs_table(sides, i + 1, comparisons[i]));
  tables.push_back(figures_table(sides, comparisons));
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    if (comparisons[i].stated.empty()) continue;
    // One change alone is all the difference.
    if (comparisons[i].stated.size() > 1) tables.push_back(why_inputs_table(sides, i + 1, comparisons[i]));
    Table causes = why_causes_table(sides, i + 1, comparisons[i]);
    if (!causes.rows.empty()) tables.push_back(std::move(causes));
  }
  return tables;
}

}  // namespace fmplan::answer
