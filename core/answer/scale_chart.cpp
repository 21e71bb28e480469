#include "core/answer/scale_chart.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/answer/page.h"
#include "core/answer/scale_document.h"
#include "core/answer/scale_rows.h"
#include "core/base/quantity_text.h"
#include "core/model/scaling_law_root.h"
#include "core/model/transformer.h"
#include "core/picture/html_page.h"

namespace fmplan::answer {
namespace {

using model::NoAnswer;
using model::Optimum;
using picture::LossCurve;
using picture::LossMap;
using picture::LossMark;
using picture::LossPoint;

/// Chosen to the eye: compute over and under the answer's that is shown, room beyond it, lines of equal compute, points
/// of a curve and of the line.
constexpr double kSpan = 100;
constexpr double kRoom = 1.6;
constexpr int kMostBudgets = 11;
constexpr int kCurvePoints = 96;
constexpr int kLinePoints = 160;
/// How near two trainings, or two amounts of compute, count as one (chosen: less than a mark's width).
constexpr double kSame = 0.01;
/// A power of ten of compute that is nearer to the answer's is left out beside it (chosen: curves that run together).
constexpr double kBeside = 1.3;

bool is_same(double a, double b) { return std::abs(a / b - 1) < kSame; }

Flop whole_compute(const Optimum& point) { return point.compute + point.inference_compute; }

/// The law and what it is asked under.
struct Asked {
  const model::ScalingLaw& law;
  const model::LawConditions& conditions;

  std::optional<Optimum> best(Flop compute) const { return point_of(optimum_for_compute(law, compute, conditions)); }
  std::optional<Optimum> training(double parameters, double tokens) const {
    return point_of(prediction(law, parameters, tokens, conditions));
  }

 private:
  static std::optional<Optimum> point_of(const model::LawAnswer& answer) {
    const Optimum* point = std::get_if<Optimum>(&answer);
    return point ? std::optional(*point) : std::nullopt;
  }
};

void include(Range& axis, double value) {
  axis.low = std::min(axis.low, value / kRoom);
  axis.high = std::max(axis.high, value * kRoom);
}
void include(LossMap& map, double parameters, double tokens) {
  include(map.parameters, parameters);
  include(map.tokens, tokens);
}
bool holds(const Range& axis, double value) { return value >= axis.low && value <= axis.high; }
bool holds(const LossMap& map, const Optimum& point) {
  return holds(map.parameters, point.parameters) && holds(map.tokens, point.tokens);
}

/// The part on the map of a curve of falling tokens; `tokens_of` is infinite where no number of tokens suffices, and
/// nothing where none is left.
std::vector<LossPoint> curve_on(const LossMap& map, const std::function<double(double parameters)>& tokens_of) {
  const auto at = [&](double log_parameters) { return tokens_of(std::exp(log_parameters)); };
  const double left = std::log(map.parameters.low), right = std::log(map.parameters.high);
  const double begin = at(left) <= map.tokens.high
                           ? left
                           : model::bisect(left, right, [&](double s) { return at(s) > map.tokens.high; });
  const double end = at(right) >= map.tokens.low
                         ? right
                         : model::bisect(left, right, [&](double s) { return at(s) >= map.tokens.low; });
  std::vector<LossPoint> points;
  if (!(begin < end)) return points;
  for (int i = 0; i <= kCurvePoints; ++i) {
    // Closer where it comes in, since a curve of equal loss is steepest there.
    const double share = static_cast<double>(i) / kCurvePoints;
    const double parameters = std::exp(begin + (end - begin) * share * share);
    points.push_back({parameters, std::clamp(tokens_of(parameters), map.tokens.low, map.tokens.high)});
  }
  return points;
}

LossCurve loss_curve(const LossMap& map, const Asked& asked, double loss) {
  return {fmt::format("{:.4f}", loss), curve_on(map, [&](double parameters) {
            return tokens_to_reach(asked.law, parameters, loss, asked.conditions)
                .value_or(std::numeric_limits<double>::infinity());
          })};
}

LossCurve budget_curve(const LossMap& map, const Asked& asked, Flop compute, std::string text) {
  return {std::move(text), curve_on(map, [&](double parameters) {
            return tokens_within(asked.law, parameters, compute, asked.conditions).value_or(0);
          })};
}

/// Powers of ten, of FLOP, that the map's corners lie between; of many every second, …
std::vector<int> powers_on(const LossMap& map, const Asked& asked) {
  const auto log_of = [&](double parameters, double tokens) {
    return std::log10(whole_compute(*asked.training(parameters, tokens)) / flop);
  };
  const int from = static_cast<int>(std::ceil(log_of(map.parameters.low, map.tokens.low)));
  const int to = static_cast<int>(std::floor(log_of(map.parameters.high, map.tokens.high)));
  const int every = (to - from) / kMostBudgets + 1;
  std::vector<int> powers;
  for (int power = from; power <= to; ++power)
    if (power % every == 0) powers.push_back(power);
  return powers;
}

std::string training_text(const std::string& name, const Optimum& point) {
  std::string text = fmt::format("{}: {} on {}", name, count_text(point.parameters), count_text(point.tokens));
  if (point.loss) text += fmt::format(", loss {:.4f}", *point.loss);
  return text;
}

std::string compute_means(const model::ScalingLaw& law) {
  if (std::holds_alternative<model::GranularLoss>(law.form)) return "6ND of active parameters";
  if (std::holds_alternative<model::InferenceAwareForm>(law.form)) return "6ND and serving";
  return "6ND";
}

/// Its axes hold everything that is to be marked.
LossMap empty_map(const Asked& asked, const Optimum& answer, const std::vector<ScaleMark>& marks,
                  const std::vector<Optimum>& ends) {
  const model::ScalingLaw& law = asked.law;
  LossMap map{.title = "Loss over parameters and tokens",
              .subtitle = law.title,
              .loss_means = law.loss_means,
              .parameters_mean = law.parameters_mean,
              .compute_means = compute_means(law),
              .parameters = {answer.parameters / kRoom, answer.parameters * kRoom},
              .tokens = {answer.tokens / kRoom, answer.tokens * kRoom}};
  map.title += ": " + law.name;
  for (const Optimum& end : ends) include(map, end.parameters, end.tokens);
  for (const ScaleMark& mark : marks) include(map, mark.parameters, mark.tokens);
  if (law.parameters) map.fitted_parameters = Range{law.parameters->low, law.parameters->high};
  if (law.tokens) map.fitted_tokens = Range{law.tokens->low, law.tokens->high};
  return map;
}

/// The answer by the name of the mark that it is; the best that its compute could do; the other marks.
std::vector<LossMark> marks_of(const Asked& asked, const Optimum& answer, const std::optional<Optimum>& best,
                               bool is_prediction, const std::vector<ScaleMark>& marks) {
  const auto add = [](std::vector<LossMark>& list, LossMark::Kind kind, const Optimum& point, const std::string& name) {
    list.push_back({kind, {point.parameters, point.tokens}, training_text(name, point)});
  };
  std::vector<LossMark> list, beside;
  std::string name = is_prediction ? "asked" : "best";
  for (const ScaleMark& mark : marks) {
    if (is_same(mark.parameters, answer.parameters) && is_same(mark.tokens, answer.tokens))
      name = mark.name;
    else if (const auto point = asked.training(mark.parameters, mark.tokens))
      add(beside, LossMark::Kind::kBeside, *point, mark.name);
  }
  add(list, LossMark::Kind::kAsked, answer, name);
  if (is_prediction && best && !(is_same(best->parameters, answer.parameters) && is_same(best->tokens, answer.tokens)))
    add(list, LossMark::Kind::kBest, *best, fmt::format("best with {}", flop_text(whole_compute(*best))));
  list.insert(list.end(), beside.begin(), beside.end());
  return list;
}

Table empty_table(const model::ScalingLaw& law) {
  return {.title = fmt::format("The best division of compute: {}", law.name),
          .header = {"compute", "parameters", "tokens", "tokens/param.", "loss"},
          .align = std::vector<Align>(5, Align::kRight),
          .rows = {},
          .notes = {}};
}

void add_row(Table& table, Flop compute, const Optimum& point) {
  std::string parameters = count_text(point.parameters);
  if (point.active_parameters) parameters += fmt::format(" ({} active)", count_text(*point.active_parameters));
  table.rows.push_back({flop_text(compute), std::move(parameters), count_text(point.tokens),
                        fmt::format("{:.1f}", point.tokens / point.parameters),
                        point.loss ? fmt::format("{:.4f}", *point.loss) : "–"});
}

void add_notes(Table& table, const Asked& asked, const Optimum& best) {
  if (std::holds_alternative<model::KaplanForm>(asked.law.form))
    table.notes.push_back(
        "N(C) and D(C) of this law were fitted apart from its L(N, D): the best division is not where curves of equal "
        "loss touch those of equal compute");
  if (!best.loss) table.notes.push_back("the law gives no loss, so the picture has no curves of equal loss");
  if (best.inference_compute > 0 * flop) table.notes.push_back("compute: training and serving together");
}

}  // namespace

std::optional<ScaleMark> plan_mark(const plan::Report& report) {
  if (report.phases.empty()) return std::nullopt;
  double tokens = 0;
  for (const plan::Phase& phase : report.scenario.phases) tokens += static_cast<double>(phase.tokens);
  return ScaleMark{"the plan", static_cast<double>(count_parameters(report.scenario.model).total), tokens};
}

std::variant<ScaleChart, NoAnswer> scale_chart(const ScaleQuestion& question, const std::vector<ScaleMark>& marks) {
  const std::vector<LawRow> rows = ask_all(question);
  const LawRow* reference = reference_row(rows, question.conditions);
  if (!reference) return NoAnswer{"no law answers"};
  const Asked asked{reference->law, question.conditions};
  const Optimum& answer = *reference->answer;
  const Flop own = whole_compute(answer);
  const auto line = [&](Flop low, Flop high, int num_points) {
    return optimal_line(asked.law, low, high, num_points, asked.conditions);
  };
  const auto ends = line(own / kSpan, own * kSpan, 2);
  if (const NoAnswer* none = std::get_if<NoAnswer>(&ends))
    return NoAnswer{fmt::format("{}: {}", asked.law.name, none->reason)};

  ScaleChart chart{.map = empty_map(asked, answer, marks, std::get<0>(ends)), .optima = empty_table(asked.law)};
  LossMap& map = chart.map;
  const bool is_prediction = asks_prediction(question);
  const std::optional<Optimum> best = is_prediction ? asked.best(own) : answer;
  map.marks = marks_of(asked, answer, best, is_prediction, marks);

  std::vector<Flop> computes{own};
  for (const int power : powers_on(map, asked)) {
    const Flop compute = std::pow(10.0, power) * flop;
    if (compute < own * kBeside && own < compute * kBeside) continue;
    computes.push_back(compute);
    map.budgets.push_back(budget_curve(map, asked, compute, fmt::format("1e{} FLOP", power)));
  }
  std::ranges::sort(computes);
  map.own_budget = budget_curve(
      map, asked, own,
      question.budget ? fmt::format("{}: {}", money_text(*question.budget), flop_text(own)) : flop_text(own));
  std::erase_if(map.budgets, [](const LossCurve& curve) { return curve.points.empty(); });

  for (const Flop compute : computes) {
    const std::optional<Optimum> point = asked.best(compute);
    if (!point || !holds(map, *point)) continue;
    add_row(chart.optima, compute, *point);
    if (is_prediction && compute == own) continue;  // its curve would run beside the one through what was asked
    if (point->loss) map.losses.push_back(loss_curve(map, asked, *point->loss));
  }
  if (is_prediction && answer.loss) map.losses.push_back(loss_curve(map, asked, *answer.loss));
  std::erase_if(map.losses, [](const LossCurve& curve) { return curve.points.empty(); });

  const Flop low = whole_compute(*asked.training(map.parameters.low, map.tokens.low));
  const Flop high = whole_compute(*asked.training(map.parameters.high, map.tokens.high));
  const auto optima = line(low, high, kLinePoints);
  for (const Optimum& point : std::get<0>(optima))
    if (holds(map, point)) map.optimum.push_back({point.parameters, point.tokens});
  if (best) add_notes(chart.optima, asked, *best);
  return chart;
}

std::string scale_page(const ScaleQuestion& question) {
  Document document = scale_document(question);
  auto chart = scale_chart(question);
  ScaleChart* drawn = std::get_if<ScaleChart>(&chart);
  if (drawn) document.page_tables.push_back(std::move(drawn->optima));
  picture::Page page = page_of(document);
  if (drawn) page.picture = loss_map_svg(drawn->map);
  return html_page(page);
}

}  // namespace fmplan::answer
