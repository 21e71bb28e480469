#include "core/what_if/market.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/answer/compare_figures.h"
#include "core/answer/gate.h"
#include "core/answer/notice_text.h"
#include "core/answer/report_json.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/plan/closed_form.h"
#include "core/plan/deadline.h"
#include "core/plan/evaluate.h"
#include "core/plan/node_choice.h"
#include "core/scenario/scenario_json.h"

namespace fmplan::what_if {
namespace {

using answer::Truth;
using plan::Report;
using plan::Scenario;

/// Why a number of nodes does not do.
enum class Failing { kNothing, kPlan, kMemory, kEnd, kTooManyForBlocks, kTooLongForBlock, kDeadline, kBound };
constexpr std::size_t kNumFailings = 8;

/// What became of an offer on a number of nodes.
struct Judged {
  Failing failing = Failing::kPlan;
  std::optional<double> objective{};
  double gpu_hours = 0;  ///< by which those of unknown objective are put in order
  double days = 0;
  std::optional<double> cost{};

  bool runs() const {
    return failing == Failing::kNothing || failing == Failing::kDeadline || failing == Failing::kBound;
  }
  bool does() const { return failing == Failing::kNothing; }
};

/// Less is better: known objectives before unknown ones.
using Worth = std::tuple<bool, double>;

Worth worth_of(const Judged& judged, Goal goal) {
  if (!judged.objective) return {true, judged.gpu_hours};
  return {false, goal == Goal::kMinimize ? *judged.objective : -*judged.objective};
}

/// A machine with its offers, of those with the same terms the first, and their scenarios on some number of nodes.
struct Machine {
  std::string instance;
  std::vector<Offer> offers{};
  std::vector<Scenario> terms{};
  std::string refusal{};  ///< of an offer that could not be read
};

/// Whether two offers of one machine answer alike but for carbon.
bool same_money(const Scenario& one, const Scenario& other) {
  const plan::PriceTerms &a = one.price, &b = other.price;
  if (a.kind != b.kind || a.chosen.has_value() != b.chosen.has_value()) return false;
  if (a.chosen && (a.chosen->price != b.chosen->price || a.chosen->kind != b.chosen->kind)) return false;
  const auto later = [](const plan::PriceTerms& terms) {
    std::vector<std::pair<int, std::optional<DollarsPerSecond>>> changes;
    if (const auto found = terms.later.find(terms.kind); found != terms.later.end())
      for (const hardware::PricePoint& point : found->second)
        changes.emplace_back(point.valid_from.days_since_epoch, point.price);
    return changes;
  };
  return later(a) == later(b) && a.storage == b.storage && a.other_storage == b.other_storage;
}

bool asks_for_carbon(const answer::Figure& figure) { return !figure.of_report || figure.name.starts_with("co2"); }

/// An offer and a number of nodes, by their places.
struct Place {
  std::size_t offer = 0, nodes = 0;
};

std::string refusal_text(const InputError& error) {
  return fmt::format("{}: {}", error.issues().front().where, error.issues().front().message);
}

class Market {
 public:
  Market(const MarketQuestion& question, const catalog::Catalog& catalog, int threads, const Watch& watch)
      : question_(question), catalog_(catalog), threads_(threads), watch_(watch) {
    for (const Offer& offer : question.offers)
      if (machines_.empty() || machines_.back().instance != offer.instance)
        machines_.push_back({.instance = offer.instance, .offers = {offer}});
      else
        machines_.back().offers.push_back(offer);
    std::vector<answer::Figure> figures = {question.objective};
    for (const answer::Condition& until : question.until)
      for (const answer::Bound& bound : bounds_of(until)) figures.push_back(bound.figure);
    wants_json_ = std::ranges::any_of(figures, [](const answer::Figure& figure) { return !figure.of_report; });
    carbon_matters_ = std::ranges::any_of(figures, asks_for_carbon);
  }

  MarketAnswer answer() {
    read();
    look();
    choose();
    compare();
    return std::move(answer_);
  }

 private:
  nlohmann::json document(const Offer& offer, std::optional<int> nodes) const {
    nlohmann::json document = question_.scenario.document;
    for (const auto& [path, value] : offer.sets) scenario::set_value(document, path, value);
    if (nodes) scenario::set_value(document, "cluster.nodes", std::to_string(*nodes));
    return document;
  }

  Scenario scenario_on(const Offer& offer, int nodes) const {
    Scenario scenario = scenario::read_scenario(document(offer, nodes), catalog_, question_.scenario.folder);
    scenario.network_flows.reset();
    return scenario;
  }

  /// Reads the offers, for their terms on any number of nodes, and keeps one of each set of terms.
  void read() {
    parallel_for(static_cast<std::int64_t>(machines_.size()), threads_, [&](std::int64_t i) {
      Machine& machine = machines_[static_cast<std::size_t>(i)];
      std::vector<Offer> kept;
      for (Offer& offer : machine.offers) {
        std::optional<Scenario> terms = terms_of(offer, machine.refusal);
        if (!terms) continue;
        const auto same = std::ranges::find_if(machine.terms, [&](const Scenario& other) {
          return same_money(*terms, other) &&
                 (!carbon_matters_ || terms->power.grid_kg_per_kwh == other.power.grid_kg_per_kwh);
        });
        if (same != machine.terms.end()) {
          kept[static_cast<std::size_t>(same - machine.terms.begin())].same_elsewhere.push_back(offer.region);
          continue;
        }
        kept.push_back(std::move(offer));
        machine.terms.push_back(*std::move(terms));
      }
      machine.offers = std::move(kept);
    });
  }

  /// The offer on the first of a few numbers of nodes that its scenario reads with; none: why is told.
  std::optional<Scenario> terms_of(const Offer& offer, std::string& refusal) const {
    for (const int nodes :
         {question_.nodes.front(), question_.nodes[question_.nodes.size() / 2], question_.nodes.back()}) {
      try {
        return scenario_on(offer, nodes);
      } catch (const InputError& error) {
        if (refusal.empty()) refusal = refusal_text(error);
      }
    }
    return std::nullopt;
  }

  answer::FigureValues values_of(const Report& report, const nlohmann::json& document) const {
    text::Json json;
    if (wants_json_) json = answer::report_json(report, {document, catalog_.version(), 1});
    return answer::report_values(report, json);
  }

  Judged judge(const Report& report) const {
    const answer::FigureValues values = values_of(report, question_.scenario.document);
    Judged judged{.failing = failing_of(report, values),
                  .gpu_hours = report.accelerator_hours.job + report.accelerator_hours.spares,
                  .days = report.mean_days};
    const answer::FigureValue objective = values(question_.objective);
    if (objective.value && !objective.is_least && std::isfinite(*objective.value)) judged.objective = objective.value;
    if (const auto cost = report.cost.total) judged.cost = *cost / dollar;
    return judged;
  }

  Failing failing_of(const Report& report, const answer::FigureValues& values) const {
    if (report.memory.chance < report.scenario.fit_confidence) return Failing::kMemory;
    if (report.run.end != sim::RunEnd::kReached || !std::isfinite(report.mean_days)) return Failing::kEnd;
    for (const plan::Notice& warning : report.warnings)
      if (voids_price(warning.kind))
        return warning.kind == plan::NoticeKind::kTooManyForBlocks ? Failing::kTooManyForBlocks
                                                                   : Failing::kTooLongForBlock;
    if (!keeps_deadline(report)) return Failing::kDeadline;
    for (const answer::Condition& until : question_.until)
      if (holds(until, values) != Truth::kYes) return Failing::kBound;
    return Failing::kNothing;
  }

  /// The offers of a machine on a number of nodes, which decides more of a scenario than its size: failures of the
  /// whole job, checkpoints to other nodes, what a probe says of one node.
  std::vector<Judged> look_at(const Machine& machine, int nodes) const {
    std::vector<Judged> judged(machine.terms.size());
    try {
      Scenario searched = scenario_on(machine.offers.front(), nodes);
      std::optional<Report> found = plan_on(searched, nodes);
      if (!found) return judged;
      searched.phases = found->scenario.phases;
      searched.cluster.num_nodes = found->scenario.cluster.num_nodes;
      searched.search_nodes = searched.search_parallel = false;
      for (std::size_t k = 0; k < machine.terms.size(); ++k) {
        if (k > 0) found = closed_form(on_terms(searched, machine.terms[k]));
        if (found->scenario.deadline) found->deadline_chance = chance_by(*found, *found->scenario.deadline);
        judged[k] = judge(*found);
      }
    } catch (const InputError&) {
      // The scenario is none on so many nodes.
    }
    return judged;
  }

  /// What was found for one offer of a machine, by the terms of another.
  static Scenario on_terms(Scenario scenario, const Scenario& terms) {
    scenario.price = terms.price;
    scenario.power = terms.power;
    scenario.hazards.preemption = terms.hazards.preemption;
    scenario.hazards.capacity_block = terms.hazards.capacity_block;
    return scenario;
  }

  void look() {
    const std::size_t counts = question_.nodes.size();
    judged_.resize(machines_.size() * counts);
    answer_.num_points = static_cast<std::int64_t>(judged_.size());
    parallel_for(
        answer_.num_points, threads_,
        [&](std::int64_t i) {
          const auto at = static_cast<std::size_t>(i);
          const Machine& machine = machines_[at % machines_.size()];
          // By the number of nodes first, so that threads end together.
          const std::size_t count = at / machines_.size();
          if (machine.terms.empty()) return;
          judged_[(at % machines_.size()) * counts + count] = look_at(machine, question_.nodes[count]);
        },
        watch_);
    answer_.stopped = watch_.stopped();
    answer_.num_looked_at = answer_.num_points;
    if (answer_.stopped)
      answer_.num_looked_at =
          std::ranges::count_if(judged_, [](const std::vector<Judged>& looked) { return !looked.empty(); });
  }

  const std::vector<Judged>& judged(std::size_t machine, std::size_t count) const {
    return judged_[machine * question_.nodes.size() + count];
  }

  /// Those that do, the best first.
  std::vector<Place> best_of(std::size_t machine) const {
    std::vector<Place> places;
    for (std::size_t count = 0; count < question_.nodes.size(); ++count)
      for (std::size_t k = 0; k < judged(machine, count).size(); ++k)
        if (judged(machine, count)[k].does()) places.push_back({k, count});
    std::ranges::stable_sort(places, [&](const Place& a, const Place& b) {
      const Worth one = worth_of(judged(machine, a.nodes)[a.offer], question_.goal);
      const Worth other = worth_of(judged(machine, b.nodes)[b.offer], question_.goal);
      return std::tie(one, a.offer, a.nodes) < std::tie(other, b.offer, b.nodes);
    });
    return places;
  }

  /// The best place that does when it is planned whole.
  std::optional<MarketLine> line_of(std::size_t machine) const {
    constexpr std::size_t kMostTried = 16;  // chosen: evaluate() is no worse than what was looked at but by rounding
    const std::vector<Place> places = best_of(machine);
    for (std::size_t i = 0; i < std::min(places.size(), kMostTried); ++i) {
      const Offer& offer = machines_[machine].offers[places[i].offer];
      const int nodes = question_.nodes[places[i].nodes];
      const nlohmann::json asked = document(offer, nodes);
      MarketLine line{.offer = offer, .nodes = nodes, .report = {}};
      line.report = evaluate_briefly(scenario::read_scenario(asked, catalog_, question_.scenario.folder));
      if (plan::verdict_of(line.report.obstacles) != plan::Verdict::kOk) continue;
      const answer::FigureValues values = values_of(line.report, asked);
      if (failing_of(line.report, values) != Failing::kNothing) continue;
      const answer::FigureValue objective = values(question_.objective);
      if (objective.value && !objective.is_least && std::isfinite(*objective.value)) line.objective = objective.value;
      line.binds = binding(machine, places[i]);
      line.curve = curve_of(machine, places[i].offer);
      return line;
    }
    return std::nullopt;
  }

  std::vector<MarketPoint> curve_of(std::size_t machine, std::size_t offer) const {
    std::vector<MarketPoint> curve;
    for (std::size_t count = 0; count < question_.nodes.size(); ++count) {
      if (judged(machine, count).empty() || !judged(machine, count)[offer].runs()) continue;
      const Judged& one = judged(machine, count)[offer];
      curve.push_back({.nodes = question_.nodes[count], .days = one.days, .cost = one.cost, .meets = one.does()});
    }
    return curve;
  }

  /// Why the nearest number of nodes of the offer that would be better does not do; where none is known to be better,
  /// why the next one that way cannot run.
  std::string binding(std::size_t machine, const Place& best) const {
    const auto looked_at = [&](std::size_t count) -> const Judged* {
      const std::vector<Judged>& looked = judged(machine, count);
      return looked.empty() || looked[best.offer].failing == Failing::kPlan ? nullptr : &looked[best.offer];
    };
    const auto worth = [&](const Judged& one) { return worth_of(one, question_.goal); };
    const Worth answer = worth(*looked_at(best.nodes));
    const Judged *next = nullptr, *fewer = nullptr, *more = nullptr;
    for (std::size_t count = 0; count < question_.nodes.size(); ++count) {
      const Judged* one = looked_at(count);
      if (!one || count == best.nodes) continue;
      if (count < best.nodes) fewer = one;
      if (count > best.nodes && !more) more = one;
      if (one->runs() && !one->does() && worth(*one) < answer && (!next || worth(*one) > worth(*next))) next = one;
    }
    if (next) return failing_text(*next);
    const auto is_worse = [&](const Judged* one) { return !one || !one->runs() || worth(*one) >= answer; };
    if (fewer && !fewer->runs() && is_worse(more)) return failing_text(*fewer);
    if (more && !more->runs() && is_worse(fewer)) return failing_text(*more);
    return {};
  }

  std::string failing_text(const Judged& judged) const {
    switch (judged.failing) {
      case Failing::kMemory: return "memory";
      case Failing::kEnd: return "failures";
      case Failing::kTooManyForBlocks: return "a block's nodes";
      case Failing::kTooLongForBlock: return "a block's days";
      case Failing::kDeadline: return "deadline";
      case Failing::kBound: return question_.until.front().text;
      case Failing::kNothing:
      case Failing::kPlan: break;
    }
    return {};
  }

  std::string refusal_of(std::size_t machine) const {
    if (machines_[machine].terms.empty()) return machines_[machine].refusal;
    if (!best_of(machine).empty()) return "planned whole, the best numbers of nodes do not do";
    std::array<std::int64_t, kNumFailings> by{};
    for (std::size_t count = 0; count < question_.nodes.size(); ++count)
      for (const Judged& one : judged(machine, count)) ++by[static_cast<std::size_t>(one.failing)];
    const auto of = [&by](Failing failing) { return by[static_cast<std::size_t>(failing)]; };
    const bool blocks = of(Failing::kTooManyForBlocks) + of(Failing::kTooLongForBlock) > 0;
    const std::string none = blocks ? "no number of nodes that is sold " : "no number of nodes ";
    if (of(Failing::kBound) > 0) return none + "meets " + question_.until.front().text;
    if (of(Failing::kDeadline) > 0) return none + "keeps the deadline";
    if (of(Failing::kTooManyForBlocks) + of(Failing::kTooLongForBlock) > 0)
      return "Capacity Blocks are not sold for so many nodes or so many days";
    if (of(Failing::kEnd) > 0) return "the run has no end";
    if (of(Failing::kMemory) > 0) return "does not fit in memory";
    return "no plan divides the model, the nodes and the batch, or fits";
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
    std::ranges::stable_sort(answer_.lines, {}, [&](const MarketLine& line) {
      const plan::AcceleratorHours& hours = line.report.accelerator_hours;
      return worth_of({.objective = line.objective, .gpu_hours = hours.job + hours.spares}, question_.goal);
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
  int threads_;
  Watch watch_;
  bool wants_json_ = false;      ///< a figure stands only in the report's JSON
  bool carbon_matters_ = false;  ///< offers of the same money differ
  std::vector<Machine> machines_;
  std::vector<std::vector<Judged>> judged_;  ///< by machine and number of nodes; empty: not looked at
  MarketAnswer answer_;
};

}  // namespace

MarketAnswer look_at_market(const MarketQuestion& question, const catalog::Catalog& catalog, int threads,
                            const Watch& watch) {
  return Market(question, catalog, threads, watch).answer();
}

}  // namespace fmplan::what_if
