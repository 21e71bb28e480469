#include "core/what_if/market_machine.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/plan/deadline.h"
#include "core/plan/evaluate.h"
#include "core/plan/node_choice.h"
#include "core/plan/spare_choice.h"
#include "core/plan/verdict.h"
#include "core/scenario/scenario_json.h"

namespace fmplan::what_if {
namespace {

using plan::Report;
using plan::Scenario;

/// Whether two offers of one machine answer alike but for energy and carbon.
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
bool asks_for_energy(const answer::Figure& figure) {
  return asks_for_carbon(figure) || figure.name.starts_with("energy");
}

std::string refusal_text(const InputError& error) {
  return fmt::format("{}: {}", error.issues().front().where, error.issues().front().message);
}

/// As a line shows it: nodes that no good plan divides stand by.
std::optional<Report> planned_whole(const Scenario& scenario) {
  Report report = evaluate_briefly(scenario);
  const plan::Verdict verdict = plan::verdict_of(report.obstacles);
  const bool runs = verdict == plan::Verdict::kOk || verdict == plan::Verdict::kMissesDeadline;
  return runs ? std::optional(std::move(report)) : std::nullopt;
}

Scenario on_terms(Scenario scenario, const Scenario& terms) {
  scenario.price = terms.price;
  scenario.power = terms.power;
  scenario.hazards.preemption = terms.hazards.preemption;
  scenario.hazards.capacity_block = terms.hazards.capacity_block;
  return scenario;
}

bool takes_machines_back_otherwise(const Scenario& one, const Scenario& other) {
  return one.hazards.preemption != other.hazards.preemption ||
         one.hazards.capacity_block != other.hazards.capacity_block;
}

/// What was found for the first offer of a machine, by the terms of another.
std::optional<Report> by_terms(const Scenario& asked, const std::optional<Report>& first, const Scenario& terms,
                               bool whole) {
  // Which of the nodes train is decided by days, and these by who takes machines back.
  if (whole && takes_machines_back_otherwise(asked, terms)) return planned_whole(on_terms(asked, terms));
  if (!first) return std::nullopt;
  Scenario planned = on_terms(first->scenario, terms);
  planned.search_nodes = planned.search_parallel = false;
  Report found = with_spares_found(std::move(planned));
  found.rounding = first->rounding;
  return found;
}

/// Of the numbers that were looked at those that leave about 1, 2, 4 … of the nodes to stand by, up to the share of
/// the time that failures take: more cannot be worth it.
std::vector<const OffersOnNodes*> fewer_of(const OffersOnNodes& held, const std::vector<OffersOnNodes>& looked) {
  constexpr double kMostStandBy = 0.5;  // chosen
  const double lost = held.judged.empty() ? 0 : std::ranges::max(held.judged, {}, &Judged::lost).lost;
  const double fewest = (1 - std::min(lost, kMostStandBy)) * held.nodes;
  std::vector<const OffersOnNodes*> fewer;
  for (int stand_by = 1; held.nodes - stand_by >= fewest; stand_by *= 2) {
    auto at = std::ranges::upper_bound(looked, held.nodes - stand_by, {}, &OffersOnNodes::nodes);
    while (at != looked.begin() && std::prev(at)->phases.empty()) --at;
    if (at == looked.begin() || std::prev(at)->nodes < fewest) break;
    if (fewer.empty() || fewer.back() != &*std::prev(at)) fewer.push_back(&*std::prev(at));
  }
  return fewer;
}

}  // namespace

MachinePlans::MachinePlans(const MarketQuestion& question, const catalog::Catalog& catalog, const MarketJudge& judge)
    : question_(question), catalog_(catalog), judge_(judge) {
  energy_matters_ = std::ranges::any_of(asked_figures(question), asks_for_energy);
  carbon_matters_ = std::ranges::any_of(asked_figures(question), asks_for_carbon);
}

nlohmann::json MachinePlans::document(const Offer& offer, int nodes) const {
  nlohmann::json document = question_.scenario.document;
  scenario::state_nodes_of_failures(document, catalog_);
  for (const auto& [path, value] : offer.sets) scenario::set_value(document, path, value);
  scenario::set_value(document, "cluster.nodes", std::to_string(nodes));
  return document;
}

Scenario MachinePlans::scenario_on(const Offer& offer, int nodes) const {
  Scenario scenario = scenario::read_scenario(document(offer, nodes), catalog_, question_.scenario.folder);
  scenario.network_flows.reset();
  return scenario;
}

void MachinePlans::read(Machine& machine) const {
  std::vector<Offer> kept;
  for (Offer& offer : machine.offers) {
    std::optional<Scenario> terms = terms_of(offer, machine.refusal);
    if (!terms) continue;
    const auto same = std::ranges::find_if(machine.terms, [&](const Scenario& other) {
      return same_money(*terms, other) && (!energy_matters_ || terms->power.pue == other.power.pue) &&
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
}

/// The offer on the first of a few numbers of nodes that its scenario reads with; none: why is told.
std::optional<Scenario> MachinePlans::terms_of(const Offer& offer, std::string& refusal) const {
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

OffersOnNodes MachinePlans::look_at(const Machine& machine, int nodes, bool whole) const {
  OffersOnNodes looked{.nodes = nodes, .judged = std::vector<Judged>(machine.terms.size())};
  try {
    const Scenario asked = scenario_on(machine.offers.front(), nodes);
    const std::optional<Report> first = whole ? planned_whole(asked) : plan_that_may_never_end(asked, nodes);
    for (std::size_t k = 0; k < machine.terms.size(); ++k)
      if (std::optional<Report> found = k == 0 ? first : by_terms(asked, first, machine.terms[k], whole))
        looked.judged[k] = judged(*std::move(found));
    if (!whole && first) looked.phases = first->scenario.phases;
  } catch (const InputError&) {
    // The scenario is none on so many nodes.
  }
  return looked;
}

Judged MachinePlans::judged(Report report) const {
  if (report.scenario.deadline) report.deadline_chance = chance_by(report, *report.scenario.deadline);
  return judge_.judge(report);
}

std::vector<Judged> MachinePlans::judged_standing_by(const Machine& machine, const OffersOnNodes& held,
                                                     const std::vector<OffersOnNodes>& looked) const {
  std::vector<Judged> best = held.judged;
  const std::vector<const OffersOnNodes*> fewer = fewer_of(held, looked);
  if (fewer.empty()) return best;
  Scenario asked = scenario_on(machine.offers.front(), held.nodes);
  if (asked.strict || plan::phases_state_nodes(asked)) return best;
  for (const OffersOnNodes* const training : fewer) {
    asked.phases = training->phases;
    const std::optional<Report> first = plan_that_may_never_end(asked, training->nodes);
    if (!first) continue;
    const auto is_faster = [&best](std::size_t k, const Report& report) {
      return report.obstacles.empty() && (!best[k].runs() || report.median_days < best[k].days);
    };
    const bool first_is_faster = is_faster(0, *first);
    for (std::size_t k = 0; k < machine.terms.size(); ++k) {
      // Prices change no days.
      if (!first_is_faster && !takes_machines_back_otherwise(asked, machine.terms[k])) continue;
      std::optional<Report> found = k == 0 ? first : by_terms(asked, first, machine.terms[k], false);
      if (found && is_faster(k, *found)) best[k] = judged(*std::move(found));
    }
  }
  return best;
}

}  // namespace fmplan::what_if
