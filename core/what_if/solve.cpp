#include "core/what_if/solve.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/answer/gate.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/base/quantity_text.h"

namespace fmplan::what_if {
namespace {

using answer::Condition;
using answer::Figure;
using answer::Truth;

constexpr std::int64_t kPointsHeld = 4096;    // chosen: points held at once
constexpr std::int64_t kPointsUntilEnd = 64;  // chosen: enough for many threads, few in vain
constexpr int kRefinements = 6;       // chosen: each narrows the neighbourhood eight times, 65 places to 1 in 10^6
constexpr int kPlaces = 17;           // tried in each: a power of two between the ends
constexpr std::size_t kRefined = 32;  // chosen: combinations of the other values, tried between places for each

/// How far a bound, or its opposite, is from holding.
double distance_of(const answer::Bound& bound, const answer::FigureValue& value, bool negated) {
  const Truth truth = holds(bound, value);
  if (truth == (negated ? Truth::kNo : Truth::kYes)) return 0;
  if (!value.value || value.is_least) return std::numeric_limits<double>::infinity();
  const double scale = bound.figure.unit == answer::FigureUnit::kDate ? 365 : std::abs(bound.value);
  const double off = std::abs(*value.value - bound.value);
  // Of a strict bound that is just met, a hair.
  return std::max(off / (scale > 0 ? scale : 1), 1e-12);
}

/// "by 12.0 %", "72 times over"; of a day "by 163 days".
std::string off_text(const answer::Bound& bound, const answer::FigureValue& value, double share) {
  constexpr double kTwice = 1;  // beyond it nobody thinks in percent
  if (value.value && std::isinf(*value.value)) return "without end";
  if (bound.figure.unit == answer::FigureUnit::kDate && value.value) {
    const double days = std::max(1.0, std::ceil(std::abs(*value.value - bound.value)));
    return fmt::format("by {:.0f} day{}", days, days == 1 ? "" : "s");
  }
  if (bound.value == 0) return "by " + answer::figure_text(bound.figure.unit, *value.value);
  return share < kTwice ? "by " + ratio_text(share) : fmt::format("by {:.3g} times the bound", share);
}

/// Of the condition, or of its opposite.
Miss miss_with(const Condition& condition, const answer::FigureValues& values, bool negated) {
  if (condition.kind == Condition::Kind::kNot) return miss_with(condition.parts.front(), values, !negated);
  if (condition.kind == Condition::Kind::kBound) {
    const answer::Bound& bound = condition.bound;
    const double distance = distance_of(bound, values(bound.figure), negated);
    if (distance == 0) return {};
    return {distance,
            fmt::format("{}{} ({})", negated ? "not " : "", bound.text, figure_told(bound, values(bound.figure))),
            off_text(bound, values(bound.figure), distance)};
  }
  // "not (a or b)" is "not a and not b".
  const bool all = (condition.kind == Condition::Kind::kAnd) != negated;
  std::optional<Miss> decides;
  std::string missed;  // all that must hold and does not
  for (const Condition& part : condition.parts) {
    Miss miss = miss_with(part, values, negated);
    if (all && miss.distance > 0) missed += (missed.empty() ? "" : " and ") + miss.clause;
    if (!decides || (all ? miss.distance > decides->distance : miss.distance < decides->distance))
      decides = std::move(miss);
  }
  if (all) decides->clause = std::move(missed);
  return *decides;
}

/// The objective, the bound's figures and what rows show, each once.
std::vector<Figure> columns_of(const SolveQuestion& question) {
  std::vector<Figure> columns;
  const auto add = [&](const Figure& figure) {
    const bool is_path = std::ranges::any_of(question.unknowns,
                                             [&](const Unknown& unknown) { return unknown.axis.path == figure.name; });
    if (!is_path && std::ranges::find(columns, figure.name, &Figure::name) == columns.end()) columns.push_back(figure);
  };
  if (question.settings.answer == AnswerKind::kProgramme) {
    for (const Figure& figure : usual_columns(AnswerKind::kProgramme)) add(figure);
  } else {
    const bool says_nodes =
        std::ranges::any_of(question.unknowns, [](const Unknown& one) { return one.axis.path == "cluster.nodes"; });
    if (!says_nodes) add(*answer::plan_figures().find("nodes"));
    for (const char* const name : {"days", "finish.p90", "cost", "mfu", "memory"})
      add(*answer::plan_figures().find(name));
  }
  for (const answer::Bound& bound : bounds_of(question.until)) add(bound.figure);
  add(question.objective);
  return columns;
}

/// A point that does not do, by what it would be worth.
struct Failed {
  double objective = 0;
  bool can_run = false;
  std::size_t grid = 0;
  std::int64_t index = 0;
};

/// A point that does.
struct FoundPoint {
  double objective = 0;
  std::vector<std::string> beside;  ///< the values of the unknowns that are not tried between places
  std::vector<std::string> inputs;
};

class Solver {
 public:
  Solver(const SolveQuestion& question, const catalog::Catalog& catalog, int threads, const Watch& watch)
      : question_(question), catalog_(catalog), threads_(threads), watch_(watch) {
    answer_.columns = columns_of(question);
    for (const Unknown& unknown : question.unknowns) paths_.push_back(unknown.axis.path);
  }

  SolveAnswer solve() {
    std::vector<Axis> axes;
    for (const Unknown& unknown : question_.unknowns) axes.push_back(unknown.axis);
    const Grid grid(axes, false);
    answer_.num_points = grid.size();
    const std::int64_t most = grid.size() + most_refined(question_);
    scan(grid, &answer_.scanned, watch_.part(0, most));
    looked_at_ = grid.size();
    if (answer_.best && !question_.states_goal) ask_for_goal();
    if (answer_.best) {
      // What is best at the places tried first need not be best between them.
      for (const FoundPoint& found : found_) refine(found.inputs, most);
      answer_.at_edge = at_edge(axes);
    }
    if (answer_.best) {
      answer_.fails_next = fails_next();
      answer_.nearest.reset();
    }
    return std::move(answer_);
  }

 private:
  SolvePoint point_at(const std::vector<std::string>& inputs) const {
    PointAnswer found =
        answer_point(question_.scenario, paths_, inputs, question_.settings, answer_.columns, {}, catalog_);
    SolvePoint point{.inputs = inputs,
                     .status = found.verdict,
                     .reason = std::move(found.reason),
                     .note = std::move(found.note),
                     .figures = std::move(found.figures)};
    const answer::FigureValues values = [&](const Figure& figure) -> answer::FigureValue {
      for (std::size_t i = 0; i < paths_.size(); ++i)
        if (paths_[i] == figure.name) return {.value = answer::read_figure(figure, inputs[i])};
      const auto column = std::ranges::find(answer_.columns, figure.name, &Figure::name);
      return point.figures[static_cast<std::size_t>(column - answer_.columns.begin())].value;
    };
    const answer::FigureValue objective = values(question_.objective);
    if (!objective.is_least && objective.value && std::isfinite(*objective.value)) point.objective = objective.value;
    point.meets = holds(question_.until, values);
    Miss miss = miss_of(question_.until, values);
    point.misses_by = miss.distance;
    point.by = miss.by;
    point.clause = std::move(miss.clause);
    const auto voids = std::ranges::find_if(found.warnings, plan::voids_price);
    if (point.status == plan::Verdict::kOk && voids != found.warnings.end()) {
      point.status = plan::Verdict::kRefused;
      point.reason = not_sold_text(*voids);
    }
    // What `plan` shows where nothing fits surely is no answer.
    if (point.status == plan::Verdict::kOk &&
        std::ranges::find(found.warnings, plan::NoticeKind::kNoPlanFits) != found.warnings.end()) {
      point.status = plan::Verdict::kDoesNotFit;
      point.reason = "no plan fits as surely as training.fit_confidence asks";
    }
    return point;
  }

  /// Fewest nodes are what people mean; the fewest tokens, or the lowest price, that meet a bound are not.
  void ask_for_goal() const {
    const auto& [axis, continuous] = question_.unknowns.front();
    const bool is_amount = continuous || axis.path == "training.tokens";
    if (!is_amount || axis.values.size() < 2 || question_.objective.name != axis.path ||
        answer_.best->inputs.front() != axis.values.front())
      return;
    throw InputError("--maximize",
                     fmt::format("is it the most of {0} that is looked for?  {1}, the least that was tried, "
                                 "meets {2} already; say --maximize {0}, or --minimize {0} (or cost, days)",
                                 axis.path, axis.values.front(), question_.until.text));
  }

  bool better(double one, double other) const { return question_.goal == Goal::kMinimize ? one < other : one > other; }

  /// Keeps the best of every combination of the values that are not tried between places; kRefined of them.
  void remember(const SolvePoint& point) {
    FoundPoint found{.objective = *point.objective, .beside = {}, .inputs = point.inputs};
    const auto num_continuous = std::ranges::count(question_.unknowns, true, &Unknown::continuous);
    if (num_continuous == 0) return;
    for (std::size_t i = 0; i < paths_.size(); ++i)
      if (num_continuous > 1 || !question_.unknowns[i].continuous) found.beside.push_back(point.inputs[i]);
    const auto same = std::ranges::find(found_, found.beside, &FoundPoint::beside);
    if (same != found_.end()) {
      if (!better(found.objective, same->objective)) return;
      found_.erase(same);
    }
    const auto place =
        std::ranges::find_if(found_, [&](const FoundPoint& other) { return better(found.objective, other.objective); });
    found_.insert(place, std::move(found));
    if (found_.size() > kRefined) found_.pop_back();
  }

  void take(SolvePoint point, std::int64_t index) {
    const bool can_run = point.status == plan::Verdict::kOk;
    if (can_run && point.meets == Truth::kYes && point.objective) {
      if (grids_.size() == 1) remember(point);
      if (!answer_.best || better(*point.objective, *answer_.best->objective)) answer_.best = std::move(point);
      return;
    }
    if (point.objective) failed_.push_back({*point.objective, can_run, grids_.size() - 1, index});
    if (can_run && point.meets == Truth::kYes) {
      ++answer_.without_objective;
      return;
    }
    if (!can_run && !answer_.cannot_run) answer_.cannot_run = point;
    if (can_run && (!answer_.nearest || point.misses_by < answer_.nearest->misses_by))
      answer_.nearest = std::move(point);
  }

  /// Of those that failed, the worst that would still be better than the answer; of equals the first.  One that cannot
  /// run is no neighbour of one that can, unless nothing else is.
  std::optional<SolvePoint> fails_next() const {
    const double sign = question_.goal == Goal::kMinimize ? 1 : -1;
    const Failed* next = nullptr;
    for (const Failed& failed : failed_) {
      if (sign * failed.objective >= sign * *answer_.best->objective) continue;
      if (!next || (failed.can_run && !next->can_run) ||
          (failed.can_run == next->can_run && sign * failed.objective > sign * next->objective))
        next = &failed;
    }
    return next ? std::optional(point_at(grids_[next->grid].values(next->index))) : std::nullopt;
  }

  /// How the values of the one unknown stand, where it is the objective itself: of the fewest nodes none beyond the
  /// first that meet the bound need be tried.
  enum class Order { kNone, kBestFirst, kWorstFirst };
  Order order_of_objective() const {
    const Axis& axis = question_.unknowns.front().axis;
    if (question_.unknowns.size() > 1 || question_.objective.name != axis.path) return Order::kNone;
    std::vector<double> values;
    for (const std::string& value : axis.values) {
      const std::optional<double> number = answer::read_figure(question_.objective, value);
      if (!number) return Order::kNone;
      values.push_back(*number);
    }
    const bool rises = std::ranges::is_sorted(values), falls = std::ranges::is_sorted(values, std::greater<>());
    if (rises == falls) return Order::kNone;
    return rises == (question_.goal == Goal::kMinimize) ? Order::kBestFirst : Order::kWorstFirst;
  }

  /// @returns the values of its best point that does; none: none does
  std::optional<std::vector<std::string>> scan(Grid asked, SweepCounts* counts, const Watch& watch) {
    std::optional<FoundPoint> best;
    grids_.push_back(std::move(asked));
    const Grid grid = grids_.back();
    const Order order = counts ? order_of_objective() : Order::kNone;
    const std::int64_t held = order == Order::kNone ? kPointsHeld : kPointsUntilEnd;
    for (std::int64_t begin = 0; begin < grid.size() && !answer_.stopped; begin += held) {
      const std::int64_t count = std::min(held, grid.size() - begin);
      const std::int64_t first = order == Order::kWorstFirst ? grid.size() - begin - count : begin;
      std::vector<std::optional<SolvePoint>> points(static_cast<std::size_t>(count));
      const Watch part = watch.part(begin, grid.size());
      parallel_for(
          count, threads_,
          [&](std::int64_t i) { points[static_cast<std::size_t>(i)] = point_at(grid.values(first + i)); }, part);
      for (std::int64_t i = 0; i < count; ++i) {
        std::optional<SolvePoint>& point = points[static_cast<std::size_t>(i)];
        if (!point) break;
        if (counts) {
          ++counts->looked_at;
          ++counts->by_status[static_cast<std::size_t>(point->status)];
        }
        if (point->status == plan::Verdict::kOk && point->meets == Truth::kYes && point->objective &&
            (!best || better(*point->objective, best->objective)))
          best = FoundPoint{.objective = *point->objective, .beside = {}, .inputs = point->inputs};
        take(std::move(*point), first + i);
      }
      answer_.stopped = watch_.stopped();
      if (order != Order::kNone && answer_.best) break;
    }
    return best ? std::optional(std::move(best->inputs)) : std::nullopt;
  }

  /// Between the neighbours of a point that does, along each continuous unknown.
  void refine(std::vector<std::string> inputs, std::int64_t most) {
    for (std::size_t i = 0; i < question_.unknowns.size(); ++i) {
      if (!question_.unknowns[i].continuous) continue;
      const std::vector<std::string>& values = question_.unknowns[i].axis.values;
      const auto at = std::ranges::find(values, inputs[i]);
      std::string low = at == values.begin() ? *at : *std::prev(at);
      std::string high = at == values.end() || std::next(at) == values.end() ? values.back() : *std::next(at);
      for (int round = 0; round < kRefinements && !answer_.stopped; ++round) {
        const std::vector<std::string> between = places_between(low, high, kPlaces);
        if (between.size() < 3) break;
        std::vector<Axis> axes;
        for (std::size_t other = 0; other < paths_.size(); ++other)
          axes.push_back({paths_[other], other == i ? between : std::vector{inputs[other]}});
        // Places are rounded, so that the one from before need not be among them.
        if (const auto found = scan(Grid(axes, false), nullptr, watch_.part(looked_at_, most))) inputs = *found;
        looked_at_ += std::ssize(between);
        const auto best = std::ranges::find(between, inputs[i]);
        if (best == between.end()) break;
        low = best == between.begin() ? *best : *std::prev(best);
        high = std::next(best) == between.end() ? *best : *std::next(best);
      }
    }
  }

  /// Whether a better answer may lie beyond what was tried: the answer is the first or last value of numbers.
  bool at_edge(const std::vector<Axis>& axes) const {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const std::vector<std::string>& values = axes[i].values;
      const auto first_number = leading_number(values.front());
      if (!first_number || values.size() < 2) continue;
      // Below 0 and 1 there is nothing to try.
      const bool can_go_below = *first_number != 0 && *first_number != 1;
      const bool first = answer_.best->inputs[i] == values.front() && can_go_below;
      const bool last = answer_.best->inputs[i] == values.back();
      const bool is_objective = question_.objective.name == paths_[i];
      if (is_objective ? (question_.goal == Goal::kMinimize ? first : last) : first || last) return true;
    }
    return false;
  }

  const SolveQuestion& question_;
  const catalog::Catalog& catalog_;
  int threads_;
  Watch watch_;
  std::int64_t looked_at_ = 0;  ///< points, of the whole's
  std::vector<std::string> paths_;
  std::vector<Grid> grids_;  ///< scanned
  std::vector<Failed> failed_;
  std::vector<FoundPoint> found_;  ///< of the first scan, best first
  SolveAnswer answer_;
};

}  // namespace

Miss miss_of(const Condition& condition, const answer::FigureValues& values) {
  return miss_with(condition, values, false);
}

std::int64_t most_refined(const SolveQuestion& question) {
  const auto num_continuous = std::ranges::count(question.unknowns, true, &Unknown::continuous);
  double combinations = 1;
  for (const Unknown& unknown : question.unknowns)
    if (num_continuous > 1 || !unknown.continuous) combinations *= static_cast<double>(unknown.axis.values.size());
  const auto refined = static_cast<std::int64_t>(std::min(combinations, static_cast<double>(kRefined)));
  return refined * num_continuous * kRefinements * kPlaces;
}

SolveAnswer solve(const SolveQuestion& question, const catalog::Catalog& catalog, int threads, const Watch& watch) {
  return Solver(question, catalog, threads, watch).solve();
}

}  // namespace fmplan::what_if
