#include "core/what_if/market.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/answer/compare_figures.h"
#include "core/answer/gate.h"
#include "core/answer/notice_text.h"
#include "core/answer/report_json.h"
#include "core/base/parallel.h"
#include "core/base/quantity_text.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"
#include "core/what_if/market_judgement.h"
#include "core/what_if/market_machine.h"

namespace fmplan::what_if {
namespace {

using plan::Report;

/// An offer and a number of nodes, by their places.
struct Place {
  std::size_t offer = 0, count = 0;
};

/// Numbers of nodes of a machine that are planned as a line shows them, where these are asked for (chosen: among 15
/// such numbers of 100 machines an answer takes some ten seconds of one core; a longer list has numbers that train
/// whole next to those that do not).
constexpr std::size_t kMostJudgedWhole = 64;

/// Places of a machine that are tried for its line (chosen: evaluate() is no worse than what was looked at but by
/// rounding).
constexpr std::size_t kMostTried = 16;

class Market {
 public:
  Market(const MarketQuestion& question, const catalog::Catalog& catalog, int threads, const Watch& watch)
      : question_(question),
        catalog_(catalog),
        judge_(question, catalog),
        plans_(question, catalog, judge_),
        threads_(threads),
        watch_(watch) {
    for (const Offer& offer : question.offers)
      if (machines_.empty() || machines_.back().instance != offer.instance ||
          machines_.back().offers.front().by_hand != offer.by_hand)
        machines_.push_back({.instance = offer.instance, .offers = {offer}});
      else
        machines_.back().offers.push_back(offer);
  }

  MarketAnswer answer() {
    parallel_for(static_cast<std::int64_t>(machines_.size()), threads_,
                 [&](std::int64_t i) { plans_.read(machines_[static_cast<std::size_t>(i)]); });
    look();
    if (!answer_.stopped) {
      if (question_.refines) {
        refine();
        look_around();
      } else if (!judges_whole()) {
        look_again();
      }
    }
    choose();
    compare();
    return std::move(answer_);
  }

 private:
  /// Whether all numbers of nodes are judged by the plan that a line shows.  That takes some seven times as long as a
  /// plan on which all nodes train, so of long lists only the best are.
  bool judges_whole() const { return !question_.refines && question_.nodes.size() <= kMostJudgedWhole; }

  void look() {
    looked_.resize(machines_.size());
    std::vector<std::pair<std::size_t, int>> points;
    points.reserve(question_.nodes.size() * machines_.size());
    // By the number of nodes first, so that threads end together.
    for (const int nodes : question_.nodes)
      for (std::size_t machine = 0; machine < machines_.size(); ++machine) points.emplace_back(machine, nodes);
    look_at_all(points, judges_whole(), watch_);
  }

  /// Machines with numbers of nodes; unless whole, some stand by where that is worth more than that they train.
  void look_at_all(const std::vector<std::pair<std::size_t, int>>& points, bool whole, const Watch& watch) {
    std::vector<OffersOnNodes> found(points.size());
    parallel_for(
        static_cast<std::int64_t>(points.size()), threads_,
        [&](std::int64_t i) {
          const auto& [machine, nodes] = points[static_cast<std::size_t>(i)];
          if (!machines_[machine].terms.empty())
            found[static_cast<std::size_t>(i)] = plans_.look_at(machines_[machine], nodes, whole);
        },
        watch);
    answer_.stopped = watch_.stopped();
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto& [machine, nodes] = points[i];
      std::vector<OffersOnNodes>& looked = looked_[machine];
      found[i].nodes = nodes;
      const auto at = std::ranges::lower_bound(looked, nodes, {}, &OffersOnNodes::nodes);
      if (at != looked.end() && at->nodes == nodes) {
        at->judged = std::move(found[i].judged);
        continue;
      }
      ++answer_.num_points;
      if (!answer_.stopped || !found[i].judged.empty()) ++answer_.num_looked_at;
      looked.insert(at, std::move(found[i]));
    }
    if (!whole && !answer_.stopped) let_stand_by(points);
  }

  void let_stand_by(const std::vector<std::pair<std::size_t, int>>& points) {
    parallel_for(static_cast<std::int64_t>(points.size()), threads_, [&](std::int64_t i) {
      const auto& [machine, nodes] = points[static_cast<std::size_t>(i)];
      OffersOnNodes& held = *std::ranges::lower_bound(looked_[machine], nodes, {}, &OffersOnNodes::nodes);
      held.judged = plans_.judged_standing_by(machines_[machine], held, looked_[machine]);
    });
  }

  /// Of a long list the best of every machine and those that miss by little, as a line shows them.
  void look_again() {
    std::vector<std::pair<std::size_t, std::size_t>> points;  // machine and place among its numbers
    for (std::size_t machine = 0; machine < machines_.size(); ++machine) {
      std::vector<Place> places = near_misses(machine);
      if (places.size() > kMostTried) places.resize(kMostTried);
      const std::vector<Place> best = best_of(machine);
      places.insert(places.end(), best.begin(), best.end());
      std::vector<std::size_t> counts;
      for (const Place& place : places)
        if (counts.size() < kMostJudgedWhole && std::ranges::find(counts, place.count) == counts.end())
          counts.push_back(place.count);
      for (const std::size_t count : counts) points.emplace_back(machine, count);
    }
    parallel_for(static_cast<std::int64_t>(points.size()), threads_, [&](std::int64_t i) {
      const auto& [machine, count] = points[static_cast<std::size_t>(i)];
      OffersOnNodes& looked = looked_[machine][count];
      looked.judged = plans_.look_at(machines_[machine], looked.nodes, true).judged;
    });
  }

  /// The best of each machine that may win; none: it has none, or it cannot win.
  std::vector<std::optional<Place>> contenders() const {
    std::vector<std::optional<Place>> best(machines_.size());
    std::optional<Worth> winner;
    for (std::size_t machine = 0; machine < machines_.size(); ++machine) {
      const std::vector<Place> places = best_of(machine);
      if (places.empty()) continue;
      best[machine] = places.front();
      const Worth worth = worth_at(machine, places.front());
      if (!winner || worth < *winner) winner = worth;
    }
    for (std::size_t machine = 0; machine < machines_.size(); ++machine)
      if (best[machine] && !is_near(*winner, worth_at(machine, *best[machine]))) best[machine].reset();
    return best;
  }

  /// The best number of nodes, and the best of those farther from it than `around` that are as good.
  std::vector<int> centers_of(std::size_t machine, double around) const {
    constexpr std::size_t kMostCenters = 2;  // chosen
    std::vector<int> centers;
    const std::vector<Place> places = best_of(machine);
    for (const Place& place : places) {
      const int nodes = looked_[machine][place.count].nodes;
      if (!is_near(worth_at(machine, places.front()), worth_at(machine, place))) break;
      const auto is_covered = [&](int center) { return std::abs(nodes - center) <= around * center; };
      if (std::ranges::none_of(centers, is_covered)) centers.push_back(nodes);
      if (centers.size() == kMostCenters) break;
    }
    return centers;
  }

  /// Numbers of nodes about the best of those that may win, and those as good that miss a bound by little, as a line
  /// shows them: some of the nodes stand by there, which is worth most where many fail, and makes good numbers of those
  /// that divide nothing.
  void look_around() {
    constexpr double kAround = 0.1;  // chosen: at 200 failures in 1,000 node-days the best lay within it
    constexpr int kMostEachWay = 8;  // chosen: planned whole, each takes as long as some seven that train whole
    std::vector<std::pair<std::size_t, int>> points;
    const std::vector<std::optional<Place>> best = contenders();
    for (std::size_t machine = 0; machine < machines_.size(); ++machine) {
      if (!best[machine]) continue;
      for (const int nodes : centers_of(machine, kAround)) {
        const int step = std::max(1, static_cast<int>(std::lround(kAround * nodes / kMostEachWay)));
        for (int i = -kMostEachWay; i <= kMostEachWay; ++i)
          if (const int other = nodes + i * step;
              other >= std::max(question_.nodes.front(), static_cast<int>(std::ceil((1 - kAround) * nodes))) &&
              other <= std::min(question_.nodes.back(), static_cast<int>((1 + kAround) * nodes)))
            points.emplace_back(machine, other);
      }
      for (const int other : near_misses_as_good(machine, *best[machine], kMostEachWay))
        points.emplace_back(machine, other);
    }
    std::ranges::sort(points);
    points.erase(std::unique(points.begin(), points.end()), points.end());
    look_at_all(points, true, {});
  }

  /// Whole numbers between those that were looked at, where a better one may lie.
  void refine() {
    const std::vector<std::optional<Place>> contending = contenders();
    std::vector<std::pair<std::size_t, int>> points;
    for (std::size_t machine = 0; machine < machines_.size(); ++machine) {
      const std::vector<Place> best = best_of(machine);
      if (best.empty()) continue;
      const Place& place = best.front();
      const Worth worth = worth_at(machine, place);
      const bool may_win = contending[machine].has_value();
      const std::vector<OffersOnNodes>& looked = looked_[machine];
      for (std::size_t count = 0; count + 1 < looked.size(); ++count) {
        const bool is_beside = count == place.count || count + 1 == place.count;
        if (!is_beside && !(may_win && may_hide_better(looked, count, worth))) continue;
        for (int nodes = looked[count].nodes + 1; nodes < looked[count + 1].nodes; ++nodes)
          points.emplace_back(machine, nodes);
      }
    }
    look_at_all(points, false, {});
  }

  /// Whether between a number of nodes and the next there may be a better one than the best: of those next to them that
  /// can run one does or nearly does, and one is near the best, were it not for the bound.
  bool may_hide_better(const std::vector<OffersOnNodes>& looked, std::size_t count, const Worth& best) const {
    const auto runs = [](const OffersOnNodes& one) { return std::ranges::any_of(one.judged, &Judged::runs); };
    std::size_t fewer = count, more = count + 1;
    while (fewer > 0 && !runs(looked[fewer])) --fewer;
    while (more + 1 < looked.size() && !runs(looked[more])) ++more;
    if (!runs(looked[fewer]) || !runs(looked[more])) return false;
    const auto any = [&](const auto& holds) {
      return std::ranges::any_of(looked[fewer].judged, holds) || std::ranges::any_of(looked[more].judged, holds);
    };
    // Numbers between are up to a thirtieth larger, and so much better.
    const auto nearly_does = [](const Judged& one) {
      return one.runs() && one.failing != Failing::kUnknown && one.misses_by <= 2 * kMarketSlack;
    };
    return any(nearly_does) &&
           any([&](const Judged& one) { return one.runs() && is_near(best, worth_of(one, question_.goal)); });
  }

  const Judged& judged_at(std::size_t machine, const Place& place) const {
    return looked_[machine][place.count].judged[place.offer];
  }
  Worth worth_at(std::size_t machine, const Place& place) const {
    return worth_of(judged_at(machine, place), question_.goal);
  }

  /// Those that do, the best first.
  std::vector<Place> best_of(std::size_t machine) const {
    std::vector<Place> places;
    const std::vector<OffersOnNodes>& looked = looked_[machine];
    for (std::size_t count = 0; count < looked.size(); ++count)
      for (std::size_t k = 0; k < looked[count].judged.size(); ++k)
        if (looked[count].judged[k].does()) places.push_back({k, count});
    std::ranges::stable_sort(places, [&](const Place& a, const Place& b) {
      const Worth one = worth_at(machine, a), other = worth_at(machine, b);
      return std::tie(one, a.offer, a.count) < std::tie(other, b.offer, b.count);
    });
    return places;
  }

  /// Those that miss a bound or the deadline by little, the nearest first: planned whole, some nodes may stand by and
  /// others divide the batch better.
  std::vector<Place> near_misses(std::size_t machine) const {
    constexpr double kLittle = 0.1;  // chosen, beyond what rounding has been seen to gain
    std::vector<Place> places;
    for (std::size_t count = 0; count < looked_[machine].size(); ++count)
      for (std::size_t k = 0; k < looked_[machine][count].judged.size(); ++k) {
        const Judged& one = looked_[machine][count].judged[k];
        const bool misses = one.failing == Failing::kBound || one.failing == Failing::kDeadline;
        if (misses && one.misses_by <= kLittle) places.push_back({k, count});
      }
    std::ranges::stable_sort(places, {}, [&](const Place& place) { return judged_at(machine, place).misses_by; });
    return places;
  }

  /// The nearest `most` of them that would be better than a place, or little worse.
  std::vector<int> near_misses_as_good(std::size_t machine, const Place& than, std::size_t most) const {
    std::vector<int> numbers;
    for (const Place& place : near_misses(machine)) {
      const int nodes = looked_[machine][place.count].nodes;
      if (numbers.size() == most) break;
      if (is_near(worth_at(machine, than), worth_at(machine, place)) &&
          std::ranges::find(numbers, nodes) == numbers.end())
        numbers.push_back(nodes);
    }
    return numbers;
  }

  /// The best of the places that do when they are planned whole: with some nodes standing by a place may be worth less
  /// than it was judged, and then the next may be worth more.
  std::optional<MarketLine> line_of(std::size_t machine) const {
    std::vector<Place> places = best_of(machine);
    const std::size_t num_good = places.size();
    if (!judges_whole()) {
      const std::vector<Place> near = near_misses(machine);
      places.insert(places.end(), near.begin(), near.end());
    }
    std::optional<MarketLine> best;
    Worth worth;
    for (std::size_t i = 0; i < std::min(places.size(), kMostTried); ++i) {
      if (best && (i >= num_good || worth <= worth_at(machine, places[i]))) break;
      std::optional<MarketLine> line = line_at(machine, places[i]);
      if (!line) continue;
      const Worth found = worth_of(judge_.judge(line->report), question_.goal);
      if (best && worth <= found) continue;
      worth = found;
      best = std::move(line);
    }
    return best;
  }

  /// Planned whole; none: it does not do.
  std::optional<MarketLine> line_at(std::size_t machine, const Place& place) const {
    const Offer& offer = machines_[machine].offers[place.offer];
    const int nodes = looked_[machine][place.count].nodes;
    const nlohmann::json asked = plans_.document(offer, nodes);
    MarketLine line{.offer = offer, .nodes = nodes, .report = {}};
    line.report = evaluate_briefly(scenario::read_scenario(asked, catalog_, question_.scenario.folder));
    if (plan::verdict_of(line.report.obstacles) != plan::Verdict::kOk) return std::nullopt;
    const answer::FigureValues values = judge_.values_of(line.report, asked);
    if (judge_.failing_of(line.report, values) != Failing::kNothing) return std::nullopt;
    Judged known;
    set_objective(known, values(question_.objective));
    line.objective = known.objective;
    line.at_least = known.at_least;
    line.binds = binding(machine, place);
    line.curve = curve_of(machine, place.offer);
    return line;
  }

  std::vector<MarketPoint> curve_of(std::size_t machine, std::size_t offer) const {
    std::vector<MarketPoint> curve;
    for (const OffersOnNodes& looked : looked_[machine]) {
      if (looked.judged.empty() || !looked.judged[offer].runs()) continue;
      const Judged& one = looked.judged[offer];
      curve.push_back({.nodes = looked.nodes, .days = one.days, .cost = one.cost, .meets = one.does()});
    }
    return curve;
  }

  /// Why the nearest number of nodes of the offer that would be better does not do; where none is known to be better,
  /// why the next one that way cannot run, or was not looked at.
  std::string binding(std::size_t machine, const Place& best) const {
    const std::vector<OffersOnNodes>& looked = looked_[machine];
    const Worth answer = worth_at(machine, best);
    const Judged *next = nullptr, *fewer = nullptr, *more = nullptr;
    double distance = std::numeric_limits<double>::infinity();
    for (std::size_t count = 0; count < looked.size(); ++count) {
      if (count == best.count || looked[count].judged.empty()) continue;
      const Judged* one = &looked[count].judged[best.offer];
      if (one->failing == Failing::kPlan) continue;
      if (count < best.count) fewer = one;
      if (count > best.count && !more) more = one;
      const double away = std::abs(std::log(1.0 * looked[count].nodes / looked[best.count].nodes));
      if (!one->runs() || one->does() || worth_of(*one, question_.goal) >= answer || away >= distance) continue;
      next = one;
      distance = away;
    }
    if (next) return judge_.failing_text(*next);
    const auto is_worse = [&](const Judged* one) {
      return !one || !one->runs() || worth_of(*one, question_.goal) >= answer;
    };
    for (const bool upwards : {false, true})
      if (const Judged* one = first_that_cannot_run(looked, best, answer, upwards)) return judge_.failing_text(*one);
    const int nodes = looked[best.count].nodes;
    if (scenario::phases_state_nodes(question_.scenario.document)) return "phases' nodes";
    if (!fewer && is_worse(more) && nodes > 1)
      return best.count > 0 ? "no plan on fewer" : fmt::format("--nodes from {}", nodes);
    if (!more && is_worse(fewer))
      return best.count + 1 < looked.size() ? "no plan on more" : fmt::format("--nodes to {}", nodes);
    return {};
  }

  /// Behind numbers that are nearly as good; none: one is worse before that.
  const Judged* first_that_cannot_run(const std::vector<OffersOnNodes>& looked, const Place& best, const Worth& answer,
                                      bool upwards) const {
    const std::size_t last = upwards ? looked.size() - 1 : 0;
    for (std::size_t count = best.count; count != last;) {
      count = upwards ? count + 1 : count - 1;
      if (looked[count].judged.empty()) continue;
      const Judged& one = looked[count].judged[best.offer];
      if (one.failing == Failing::kPlan) continue;
      if (!one.runs()) return &one;
      if (!is_near(answer, worth_of(one, question_.goal))) break;
    }
    return nullptr;
  }

  std::string refusal_of(std::size_t machine) const {
    if (machines_[machine].terms.empty()) return machines_[machine].refusal;
    if (!best_of(machine).empty()) return "planned whole, the best numbers of nodes do not do";
    std::array<std::int64_t, kNumFailings> by{};
    for (const OffersOnNodes& looked : looked_[machine])
      for (const Judged& one : looked.judged) ++by[static_cast<std::size_t>(one.failing)];
    const auto of = [&by](Failing failing) { return by[static_cast<std::size_t>(failing)]; };
    const bool blocks = of(Failing::kTooManyForBlocks) + of(Failing::kTooLongForBlock) > 0;
    const std::string none = blocks ? "no number of nodes that is sold " : "no number of nodes ";
    if (of(Failing::kUnknown) > 0)
      return fmt::format("{}, so that nobody can say whether {} holds", judge_.unknown_text(),
                         question_.until.front().text);
    if (of(Failing::kBound) > 0) return none + "meets " + question_.until.front().text;
    if (of(Failing::kDeadline) > 0) return none + "keeps the deadline";
    if (of(Failing::kTooManyForBlocks) + of(Failing::kTooLongForBlock) > 0)
      return "Capacity Blocks are not sold for so many nodes or so many days";
    if (of(Failing::kEnd) > 0) return "the run has no end";
    if (of(Failing::kMemory) > 0) return "does not fit in memory";
    return "no plan divides the model, the nodes and the batch, or fits";
  }

  /// Of all that run the one that misses the deadline and the bound by least; of equals the first.
  std::optional<MarketMiss> nearest() const {
    std::optional<std::pair<std::size_t, Place>> least;
    for (std::size_t machine = 0; machine < machines_.size(); ++machine)
      for (std::size_t count = 0; count < looked_[machine].size(); ++count)
        for (std::size_t k = 0; k < looked_[machine][count].judged.size(); ++k) {
          const Judged& one = looked_[machine][count].judged[k];
          if (one.failing != Failing::kBound && one.failing != Failing::kDeadline) continue;
          if (!least || one.misses_by < judged_at(least->first, least->second).misses_by)
            least.emplace(machine, Place{k, count});
        }
    if (!least || !std::isfinite(judged_at(least->first, least->second).misses_by)) return std::nullopt;
    const auto& [machine, place] = *least;
    MarketMiss miss{
        .offer = machines_[machine].offers[place.offer], .nodes = looked_[machine][place.count].nodes, .miss = {}};
    const nlohmann::json asked = plans_.document(miss.offer, miss.nodes);
    const Report report = evaluate_briefly(scenario::read_scenario(asked, catalog_, question_.scenario.folder));
    miss.miss = judge_.miss_of_bounds(report, judge_.values_of(report, asked));
    return miss;
  }

  void choose() {
    std::vector<std::optional<MarketLine>> lines(machines_.size());
    parallel_for(static_cast<std::int64_t>(machines_.size()), threads_, [&](std::int64_t i) {
      const auto machine = static_cast<std::size_t>(i);
      lines[machine] = line_of(machine);
    });
    for (const std::string& name : question_.without_offers)
      answer_.refused.push_back({name, "nothing is offered there or so that the catalogue knows"});
    for (std::size_t i = 0; i < machines_.size(); ++i) {
      if (lines[i])
        answer_.lines.push_back(*std::move(lines[i]));
      else if (!answer_.stopped)
        answer_.refused.push_back({machines_[i].instance, refusal_of(i)});
    }
    if (answer_.lines.empty()) answer_.nearest = nearest();
    std::ranges::stable_sort(answer_.lines, {}, [&](const MarketLine& line) {
      const plan::AcceleratorHours& hours = line.report.accelerator_hours;
      return worth_of({.objective = line.objective, .at_least = line.at_least, .gpu_hours = hours.job + hours.spares},
                      question_.goal);
    });
  }

  /// Whether other lines are worse than the best by more than predictions of steps are off.
  void compare() {
    if (answer_.lines.size() < 2 || !answer_.lines.front().objective) return;
    const MarketLine& best = answer_.lines.front();
    const auto figures = answer::compared_figures();
    const auto figure = std::ranges::find_if(
        figures, [&](const answer::ComparedFigure& one) { return question_.objective.pointer == one.pointer; });
    if (figure == figures.end()) return;
    const auto base = comparable_step(best.report);
    for (std::size_t i = 1; i < answer_.lines.size(); ++i) {
      MarketLine& line = answer_.lines[i];
      const auto step = comparable_step(line.report);
      if (!base || !step || !line.objective) continue;
      line.told_apart =
          figure_difference(*figure, *best.objective, *line.objective, compare_steps(*base, *step)).told_apart;
    }
  }

  const MarketQuestion& question_;
  const catalog::Catalog& catalog_;
  MarketJudge judge_;
  MachinePlans plans_;
  int threads_;
  Watch watch_;
  std::vector<Machine> machines_;
  std::vector<std::vector<OffersOnNodes>> looked_;  ///< by machine, ascending
  MarketAnswer answer_;
};

}  // namespace

MarketAnswer look_at_market(const MarketQuestion& question, const catalog::Catalog& catalog, int threads,
                            const Watch& watch) {
  return Market(question, catalog, threads, watch).answer();
}

}  // namespace fmplan::what_if
