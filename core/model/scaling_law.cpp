#include "core/model/scaling_law.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/model/scaling_law_root.h"

namespace fmplan::model {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

/// Fewer passes than this over the data cost next to nothing [Muennighoff et al. 2023].
constexpr double kHarmlessEpochs = 4;

/// The law's optima in order of growing budget: N, D and C rise and L falls with s, a logarithm of tokens or FLOP.
struct Path {
  std::function<Optimum(double s)> at;
  double low = 0;
  double high = 1;
};
using PathOrNone = std::variant<Path, NoAnswer>;

constexpr double kLogTokensHigh = 120;   // 1e52 tokens: the irreducible loss to the last bit
constexpr double kLogComputeHigh = 170;  // 1e74 FLOP

Path frontier_path(const ComputeFrontier& frontier) {
  return {[=](double s) {
            Optimum point;
            point.compute = std::exp(s) * flop;
            point.parameters = value(frontier.parameters, point.compute / flop);
            point.tokens = value(frontier.tokens, point.compute / flop);
            return point;
          },
          0, kLogComputeHigh};
}

Optimum kaplan_point(const KaplanLoss& law, double parameters, double tokens) {
  Optimum point{.parameters = parameters, .tokens = tokens, .compute = flop_6nd(parameters, tokens)};
  point.loss = loss(law, parameters, tokens);
  return point;
}

/// Along the published frontier: N(C), D(C) and L(C) were fitted apart, and what N and D take and reach is not C and
/// L(C).
Path kaplan_path(const KaplanForm& form) {
  const Path published = frontier_path(form.frontier);
  return {[=](double s) {
            const Optimum point = published.at(s);
            return kaplan_point(form.loss, point.parameters, point.tokens);
          },
          published.low, published.high};
}

Optimum parametric_point(const ParametricLoss& law, double parameters, double tokens) {
  Optimum point{.parameters = parameters, .tokens = tokens, .compute = flop_6nd(parameters, tokens)};
  point.loss = loss(law, parameters, tokens);
  return point;
}

Optimum repeated_point(const RepeatedDataLoss& law, double parameters, double tokens, const LawConditions& conditions) {
  Optimum point = parametric_point(law.fresh, parameters, tokens);
  if (conditions.unique_tokens) point.loss = loss(law, parameters, tokens, *conditions.unique_tokens);
  return point;
}

Optimum granular_point(const GranularLoss& law, double parameters, double tokens, const LawConditions& conditions) {
  Optimum point = parametric_point(at_granularity(law, conditions.granularity), parameters, tokens);
  point.active_parameters = active_share(law) * parameters;
  point.compute = flop_6nd(*point.active_parameters, tokens);
  return point;
}

Path parametric_path(const ParametricLoss& law) {
  return {[=](double s) { return parametric_point(law, optimal_parameters(law, std::exp(s)), std::exp(s)); }, 0,
          kLogTokensHigh};
}

Path repeated_path(const RepeatedDataLoss& law, const LawConditions& conditions) {
  if (!conditions.unique_tokens) return parametric_path(law.fresh);
  return {[=](double s) {
            const double parameters = optimal_parameters(law, std::exp(s), *conditions.unique_tokens);
            return repeated_point(law, parameters, std::exp(s), conditions);
          },
          0, kLogTokensHigh};
}

Path inference_aware_path(const ParametricLoss& law, double inference_tokens) {
  return {[=](double s) {
            const double tokens = std::exp(s);
            Optimum point = parametric_point(law, inference_aware_parameters(law, tokens, inference_tokens), tokens);
            point.inference_compute = lifetime_flop(point.parameters, 0, inference_tokens);
            return point;
          },
          0, kLogTokensHigh};
}

Path granular_path(const GranularLoss& law, const LawConditions& conditions) {
  // Training FLOP are a fixed share of 6ND, so the optimum is that of the parametric law.
  return {[=](double s) {
            const double tokens = std::exp(s);
            const double parameters = optimal_parameters(at_granularity(law, conditions.granularity), tokens);
            return granular_point(law, parameters, tokens, conditions);
          },
          0, kLogTokensHigh};
}

PathOrNone path_of(const ScalingLaw& law, const LawConditions& conditions) {
  return std::visit(
      Overloaded{
          [](const FrontierForm& form) -> PathOrNone { return frontier_path(form.frontier); },
          [](const KaplanForm& form) -> PathOrNone { return kaplan_path(form); },
          [](const ParametricLoss& form) -> PathOrNone { return parametric_path(form); },
          [&](const RepeatedDataLoss& form) -> PathOrNone { return repeated_path(form, conditions); },
          [&](const InferenceAwareForm& form) -> PathOrNone {
            return inference_aware_path(form.loss, conditions.inference_tokens.value_or(0));
          },
          [&](const GranularLoss& form) -> PathOrNone { return granular_path(form, conditions); },
          [](const RoutedLoss&) -> PathOrNone {
            return NoAnswer{
                "gives the loss of a size at one fixed number of training tokens: it has no compute optimum"};
          },
      },
      law.form);
}

template <class T>
void warn_outside(const std::optional<LawRange<T>>& range, T x, T unit, const char* what, std::string (*text)(double),
                  std::vector<std::string>& warnings) {
  if (!range) return;
  // A hair of slack, so that the ends themselves, computed, count as inside.
  if (x > range->high * (1 + 1e-9)) {
    warnings.push_back(fmt::format("{} {} is {:.3g} × the largest it was fitted on ({})", what, text(x / unit),
                                   x / range->high, text(range->high / unit)));
  } else if (x < range->low * (1 - 1e-9)) {
    warnings.push_back(fmt::format("{} {} is {:.3g} × the smallest it was fitted on ({})", what, text(x / unit),
                                   x / range->low, text(range->low / unit)));
  }
}

std::vector<std::string> range_warnings(const ScalingLaw& law, const Optimum& point, const LawConditions& conditions) {
  std::vector<std::string> warnings;
  warn_outside(law.parameters, point.parameters, 1.0, "N", count_text, warnings);
  warn_outside(law.tokens, point.tokens, 1.0, "D", count_text, warnings);
  warn_outside(
      law.compute, point.compute, flop, "C", [](double c) { return flop_text(c * flop); }, warnings);
  if (knows_repetition(law) && conditions.unique_tokens) {
    const double epochs = point.tokens / *conditions.unique_tokens;
    if (epochs > kHarmlessEpochs) {
      warnings.push_back(
          fmt::format("{:.3g} passes over the data: beyond about {} a repeated token is worth clearly less "
                      "than a fresh one",
                      epochs, kHarmlessEpochs));
    }
  }
  return warnings;
}

/// The first point of the path at which `below` no longer holds.
LawAnswer solve(const ScalingLaw& law, const LawConditions& conditions, const std::string& what,
                const std::function<bool(const Optimum&)>& below) {
  const PathOrNone maybe = path_of(law, conditions);
  if (const NoAnswer* none = std::get_if<NoAnswer>(&maybe)) return *none;
  const Path& path = std::get<Path>(maybe);
  if (!below(path.at(path.low)) || below(path.at(path.high))) {
    return NoAnswer{fmt::format("no optimum with {}", what)};
  }
  Optimum point = path.at(bisect(path.low, path.high, [&](double s) { return below(path.at(s)); }));
  point.warnings = range_warnings(law, point, conditions);
  return point;
}

}  // namespace

bool knows_repetition(const ScalingLaw& law) { return std::holds_alternative<RepeatedDataLoss>(law.form); }

bool weighs_serving(const ScalingLaw& law) { return std::holds_alternative<InferenceAwareForm>(law.form); }

LawAnswer optimum_for_compute(const ScalingLaw& law, Flop compute, const LawConditions& conditions) {
  LawAnswer answer = solve(law, conditions, flop_text(compute),
                           [&](const Optimum& point) { return point.compute + point.inference_compute < compute; });
  // Solved to rounding; what was given is handed back as given.
  if (Optimum* point = std::get_if<Optimum>(&answer)) point->compute = compute - point->inference_compute;
  return answer;
}

LawAnswer optimum_for_parameters(const ScalingLaw& law, double parameters, const LawConditions& conditions) {
  LawAnswer answer = solve(law, conditions, count_text(parameters) + " parameters",
                           [&](const Optimum& point) { return point.parameters < parameters; });
  if (Optimum* point = std::get_if<Optimum>(&answer)) point->parameters = parameters;
  return answer;
}

LawAnswer optimum_for_tokens(const ScalingLaw& law, double tokens, const LawConditions& conditions) {
  LawAnswer answer = solve(law, conditions, count_text(tokens) + " tokens",
                           [&](const Optimum& point) { return point.tokens < tokens; });
  if (Optimum* point = std::get_if<Optimum>(&answer)) point->tokens = tokens;
  return answer;
}

LawAnswer optimum_for_loss(const ScalingLaw& law, double loss, const LawConditions& conditions) {
  const PathOrNone path = path_of(law, conditions);
  if (const NoAnswer* none = std::get_if<NoAnswer>(&path)) return *none;
  const std::optional<double> floor = std::get<Path>(path).at(std::get<Path>(path).high).loss;
  if (!floor) return NoAnswer{"gives the compute-optimal N and D, but no loss"};
  if (!(loss > *floor)) {
    return NoAnswer{
        fmt::format("loss {:.4g} is out of reach: the law tends to {:.4g} however large the budget", loss, *floor)};
  }
  return solve(law, conditions, fmt::format("loss {:.4g}", loss),
               [&](const Optimum& point) { return point.loss.value_or(0) > loss; });
}

LawAnswer prediction(const ScalingLaw& law, double parameters, double tokens, const LawConditions& conditions) {
  Optimum plain{.parameters = parameters, .tokens = tokens, .compute = flop_6nd(parameters, tokens)};
  LawAnswer answer = std::visit(
      Overloaded{
          [&](const FrontierForm&) -> LawAnswer { return plain; },
          [&](const KaplanForm& form) -> LawAnswer { return kaplan_point(form.loss, parameters, tokens); },
          [&](const ParametricLoss& form) -> LawAnswer { return parametric_point(form, parameters, tokens); },
          [&](const RepeatedDataLoss& form) -> LawAnswer {
            return repeated_point(form, parameters, tokens, conditions);
          },
          [&](const InferenceAwareForm& form) -> LawAnswer {
            Optimum point = parametric_point(form.loss, parameters, tokens);
            point.inference_compute = lifetime_flop(parameters, 0, conditions.inference_tokens.value_or(0));
            return point;
          },
          [&](const GranularLoss& form) -> LawAnswer { return granular_point(form, parameters, tokens, conditions); },
          [&](const RoutedLoss& form) -> LawAnswer {
            plain.loss = loss(form, parameters, conditions.num_experts);
            return plain;
          },
      },
      law.form);
  if (Optimum* point = std::get_if<Optimum>(&answer)) point->warnings = range_warnings(law, *point, conditions);
  return answer;
}

std::variant<std::vector<Optimum>, NoAnswer> optimal_line(const ScalingLaw& law, Flop low, Flop high, int num_points,
                                                          const LawConditions& conditions) {
  const PathOrNone maybe = path_of(law, conditions);
  if (const NoAnswer* none = std::get_if<NoAnswer>(&maybe)) return *none;
  const Path& path = std::get<Path>(maybe);
  const auto place_of = [&path](Flop compute) {
    return bisect(path.low, path.high, [&](double s) {
      const Optimum point = path.at(s);
      return point.compute + point.inference_compute < compute;
    });
  };
  const double from = place_of(low), to = place_of(high);
  std::vector<Optimum> line;
  for (int i = 0; i < num_points; ++i) line.push_back(path.at(from + (to - from) * i / (num_points - 1)));
  return line;
}

std::optional<double> tokens_to_reach(const ScalingLaw& law, double parameters, double loss,
                                      const LawConditions& conditions) {
  using Tokens = std::optional<double>;
  return std::visit(
      Overloaded{
          [](const FrontierForm&) -> Tokens { return std::nullopt; },
          [&](const KaplanForm& form) -> Tokens { return tokens_to_reach(form.loss, parameters, loss); },
          [&](const ParametricLoss& form) -> Tokens { return tokens_to_reach(form, parameters, loss); },
          [&](const RepeatedDataLoss& form) -> Tokens {
            if (!conditions.unique_tokens) return tokens_to_reach(form.fresh, parameters, loss);
            return tokens_to_reach(form, parameters, loss, *conditions.unique_tokens);
          },
          [&](const InferenceAwareForm& form) -> Tokens { return tokens_to_reach(form.loss, parameters, loss); },
          [&](const GranularLoss& form) -> Tokens {
            return tokens_to_reach(at_granularity(form, conditions.granularity), parameters, loss);
          },
          [](const RoutedLoss&) -> Tokens { return std::nullopt; },
      },
      law.form);
}

std::optional<double> tokens_within(const ScalingLaw& law, double parameters, Flop compute,
                                    const LawConditions& conditions) {
  const LawAnswer answer = prediction(law, parameters, 1, conditions);
  const Optimum* of_one_token = std::get_if<Optimum>(&answer);
  if (!of_one_token) return std::nullopt;
  const double tokens = (compute - of_one_token->inference_compute) / of_one_token->compute;
  return tokens > 0 ? std::optional(tokens) : std::nullopt;
}

std::optional<double> over_training_ratio(const ScalingLaw& law, double parameters, double tokens,
                                          const LawConditions& conditions) {
  const LawAnswer optimum = optimum_for_parameters(law, parameters, conditions);
  const Optimum* point = std::get_if<Optimum>(&optimum);
  return point ? std::optional(tokens / point->tokens) : std::nullopt;
}

}  // namespace fmplan::model
