#include "core/programme/study_programme.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/plan/placement/clasp_process.h"
#include "core/plan/placement/place.h"
#include "core/programme/risk.h"

namespace fmplan::programme {
namespace {

using scenario::Programme;
using scenario::Project;

Money times(const sim::Spread& node_hours, double price) {
  return {.mean = node_hours.estimate.mean * price,
          .p10 = node_hours.p10 * price,
          .p50 = node_hours.p50 * price,
          .p90 = node_hours.p90 * price};
}

/// Mean price of a pool over the days from one to the other; none where one is unknown.
std::optional<double> price_between(const Programme& programme, const scenario::Pool& pool, double from_day,
                                    double until_day) {
  const int first = std::max(0, static_cast<int>(from_day));
  const int last = std::max(first, static_cast<int>(std::ceil(until_day)) - 1);
  double sum = 0;
  for (int day = first; day <= last; ++day) {
    const std::optional<double> price = node_hour_price(pool, {programme.start.days_since_epoch + day});
    if (!price) return std::nullopt;
    sum += *price;
  }
  return sum / (last - first + 1);
}

/// Where deliveries may be late, what the trials held of each month, and no less than what was given of it.
void as_simulated(const Study& study, std::size_t index, PoolAnswer& pool) {
  const auto may_be_late = [](const scenario::PoolChange& delivery) { return delivery.late_chance > 0; };
  if (std::ranges::none_of(pool.pool->deliveries, may_be_late)) return;
  double expected = 0;
  for (const HeldMonth& month : pool.months) expected += month.node_hours;
  if (expected <= 0) return;
  const double seen = pool.summary.held_node_hours.mean / expected;
  for (std::size_t month = 0; month < pool.months.size(); ++month) {
    HeldMonth& held = pool.months[month];
    if (held.node_hours <= 0) continue;
    double given = 0;
    for (const auto& organisation : study.simulation.allotted_node_hours[month])
      given += organisation[index].estimate.mean;
    const double node_hours = std::max(seen * held.node_hours, given);
    if (held.dollars) *held.dollars *= node_hours / held.node_hours;
    held.node_hours = node_hours;
  }
}

std::vector<PoolAnswer> pool_answers(const Study& study) {
  std::vector<PoolAnswer> pools;
  for (std::size_t i = 0; i < study.programme->pools.size(); ++i) {
    const scenario::Pool& pool = study.programme->pools[i];
    PoolAnswer answer{.pool = &pool,
                      .summary = study.simulation.pools[i],
                      .months = held_months(*study.programme, pool),
                      .dollars = 0};
    if (pool.kind != hardware::kCapacityBlock) as_simulated(study, i, answer);
    for (const HeldMonth& month : answer.months) {
      if (!month.dollars) answer.dollars.reset();
      if (answer.dollars) *answer.dollars += *month.dollars;
    }
    pools.push_back(std::move(answer));
  }
  return pools;
}

Money money_of(double mean, const sim::Spread& sums) {
  return {.mean = mean, .p10 = sums.p10, .p50 = sums.p50, .p90 = sums.p90};
}

/// What an organisation's nodes cost in a month; none where a price is unknown.
std::optional<double> expected_dollars(const Study& study, std::size_t organisation, std::size_t month) {
  double dollars = 0;
  const auto& allotted = study.simulation.allotted_node_hours[month][organisation];
  for (std::size_t pool = 0; pool < allotted.size(); ++pool) {
    if (allotted[pool].estimate.mean == 0) continue;
    const std::optional<double> price = study.pools[pool].months[month].mean_price;
    if (!price) return std::nullopt;
    dollars += allotted[pool].estimate.mean * *price;
  }
  return dollars;
}

/// Expected money of the months adds up to the total's to the cent; quantiles are those of the sums in each trial.
OrganisationAnswer organisation_answer(const Study& study, std::size_t index) {
  OrganisationAnswer answer{.organisation = &study.programme->organisations[index], .months = {}};
  std::vector<double> means;
  bool is_known = true;
  for (std::size_t month = 0; month < study.months.size(); ++month) {
    const std::optional<double> dollars = expected_dollars(study, index, month);
    answer.months.push_back(dollars ? std::optional(money_of(*dollars, study.simulation.money[month][index]))
                                    : std::nullopt);
    is_known = is_known && dollars;
    means.push_back(dollars.value_or(0));
  }
  const sim::Spread& to_the_last = study.simulation.money_to_the_last[index];
  answer.to_the_last = money_of(to_the_last.estimate.mean, to_the_last);
  if (!is_known) return answer;
  means = rounded_to_cents(means);
  double total = 0;
  for (std::size_t month = 0; month < means.size(); ++month) total += answer.months[month]->mean = means[month];
  answer.total = money_of(total, study.simulation.money_in_all[index]);
  return answer;
}

/// Its node-hours at the mean price of its pools while it was at work, each pool weighed by what its phases take there.
std::optional<Money> project_money(const Study& study, const ProjectAnswer& project) {
  double node_hours = 0, dollars = 0;
  for (const ChosenPhase& phase : project.phases) {
    const scenario::Pool& pool = study.programme->pools[static_cast<std::size_t>(phase.option->pool)];
    const std::optional<double> price =
        price_between(*study.programme, pool, project.summary.start_days.p50, project.summary.finish_days.p50);
    if (!price) return std::nullopt;
    node_hours += phase.option->node_hours;
    dollars += phase.option->node_hours * *price;
  }
  if (node_hours == 0) return std::nullopt;
  return times(project.summary.node_hours, dollars / node_hours);
}

void add_projects(Study& study, const std::vector<ChosenPhase>& chosen) {
  const std::vector<const Project*> projects = projects_of(*study.programme);
  study.projects.resize(projects.size());
  for (std::size_t i = 0; i < projects.size(); ++i) {
    ProjectAnswer& answer = study.projects[i];
    answer.project = projects[i];
    answer.organisation = projects[i]->organisation;
    for (const ChosenPhase& phase : chosen)
      if (phase.project == static_cast<int>(i)) answer.phases.push_back(phase);
    if (answer.phases.empty()) {
      if (projects[i]->deadline) answer.on_time = 0;
      continue;
    }
    answer.summary = study.simulation.projects[i];
    if (projects[i]->deadline) answer.on_time = answer.summary.on_time.mean;
    answer.money = project_money(study, answer);
  }
}

}  // namespace

Study study_programme(const Programme& programme, const catalog::Catalog& catalog, const StudyOptions& options,
                      const Watch& watch) {
  Study study{.programme = std::make_shared<const Programme>(programme), .table = nullptr};
  const Programme& asked = *study.programme;
  study.table =
      std::make_shared<const DurationTable>(duration_table(asked, catalog, options.threads, *options.known, watch));
  study.months = months_of(asked);
  PlacingProblem placing = placing_problem(asked, *study.table);
  study.problem = placing.problem;
  study.placement = place(study.problem, options.prove ? plan::clasp_solver() : plan::OpbSolver{},
                          {.seed = options.seed, .search_steps = options.search_steps}, watch);
  if (watch.stopped()) throw JobStopped();
  const std::vector<ChosenPhase> chosen = chosen_phases(asked, *study.table, placing, study.placement);
  study.simulated = simulated(asked, chosen);
  study.simulation = simulate_programme(
      study.simulated.settings, {.trials = options.trials, .seed = options.seed, .threads = options.threads}, watch);
  if (study.simulation.trials == 0) throw JobStopped();
  study.pools = pool_answers(study);
  study.dollars = 0;
  for (const PoolAnswer& pool : study.pools) {
    if (!pool.dollars) study.dollars.reset();
    if (study.dollars) *study.dollars += *pool.dollars;
  }
  add_projects(study, chosen);
  for (std::size_t i = 0; i < asked.organisations.size(); ++i)
    study.organisations.push_back(organisation_answer(study, i));
  study.day_one = day_one(asked);
  if (!study.placement.trouble.empty())
    study.warnings.push_back(fmt::format("The placement is not proved: {}.", study.placement.trouble));
  if (study.simulation.trials < options.trials)
    study.warnings.push_back(
        fmt::format("Interrupted: {} of {} trials were simulated.", study.simulation.trials, options.trials));
  for (std::size_t i = 0; i < study.projects.size(); ++i) study.projects[i].why = what_is_wrong(study, i);
  return study;
}

}  // namespace fmplan::programme
