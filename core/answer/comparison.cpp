#include "core/answer/comparison.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace fmplan::answer {
namespace {

using CausesOf = std::vector<plan::CauseShare> (*)(const plan::Report&, const plan::Report&);

std::vector<FigureCauses> causes_of(const Compared& base, const Compared& other) {
  std::vector<FigureCauses> found;
  if (!base.is_plan || !other.is_plan || !base.planned || !other.planned) return found;
  const auto add = [&](std::string_view pointer, CausesOf causes_between) {
    const auto figure = std::ranges::find(compared_figures(), pointer, &ComparedFigure::pointer);
    std::vector<plan::CauseShare> causes = causes_between(*base.planned, *other.planned);
    const auto before = figure->of(*base.planned), after = figure->of(*other.planned);
    if (causes.empty() || !before || !after) return;
    std::vector<double> shares;
    for (const plan::CauseShare& cause : causes) shares.push_back(cause.share);
    shares = plan::rounded_shares(shares, *after - *before, figure->unit);
    for (std::size_t i = 0; i < causes.size(); ++i) causes[i].share = shares[i];
    found.push_back({&*figure, std::move(causes)});
  };
  add("/step/step_time_s", plan::step_causes);
  add("/run/wall_clock_days/mean", plan::days_causes);
  add("/cost/total", plan::money_causes);
  return found;
}

}  // namespace

Comparison compare_sides(const Compared& base, const Compared& other, const catalog::Catalog& catalog, int threads,
                         std::uint64_t seed, const Watch& watch) {
  Comparison comparison;
  if (base.inputs && other.inputs) {
    comparison.stated = stated_changes(*base.inputs, *other.inputs);
    comparison.filled_in = filled_in_changes(*base.inputs, *other.inputs, comparison.stated);
  }
  const auto step_of = [](const Compared& side) {
    return side.planned && side.is_plan ? comparable_step(*side.planned) : std::nullopt;
  };
  const auto before = step_of(base), after = step_of(other);
  if (before && after) comparison.speed = compare_steps(*before, *after);
  for (const ComparedFigure& figure : compared_figures()) {
    const auto from = figure_at(base.report, figure.pointer), to = figure_at(other.report, figure.pointer);
    comparison.differences.push_back(from && to ? std::optional(figure_difference(figure, *from, *to, comparison.speed))
                                                : std::nullopt);
  }
  comparison.why = why_by_input(base, other, comparison.stated, catalog, threads, seed, watch);
  comparison.causes = causes_of(base, other);
  return comparison;
}

}  // namespace fmplan::answer
