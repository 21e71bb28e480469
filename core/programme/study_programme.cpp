#include "core/programme/study_programme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

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

/// Mean price of a pool's node-hour over the days from one to the other, each at the pool's price of its month, as
/// organisations pay them, or at its own where the pool holds nothing; none where one is unknown.
std::optional<double> price_between(const Study& study, std::size_t index, double from_day, double until_day) {
  const PoolAnswer& pool = study.pools[index];
  if (!std::isfinite(until_day)) return std::nullopt;
  double sum = 0, days = 0;
  const auto month_of = [&](Date date) {
    const auto after = std::ranges::find_if(study.months, [date](const Month& month) { return date < month.until; });
    return static_cast<std::size_t>(std::min(after - study.months.begin(), std::ssize(study.months) - 1));
  };
  for (int day = std::max(0, static_cast<int>(from_day)); day < until_day || days == 0; ++day) {
    const Date date{study.programme->start.days_since_epoch + day};
    std::optional<double> price = pool.months[month_of(date)].mean_price;
    if (!price) price = node_hour_price(*pool.pool, date);
    if (!price) return std::nullopt;
    const double share = std::min(day + 1.0, until_day) - std::max(1.0 * day, from_day);
    const double weight = share > 0 ? share : 1;  // a phase of no length has the price of its day
    sum += weight * *price;
    days += weight;
  }
  return sum / days;
}

/// Where deliveries may be late, what the trials held of each month, and no less than what was given of it: what comes
/// for certain is as it was, and the rest in proportion.
void as_simulated(const Study& study, std::size_t index, PoolAnswer& pool) {
  double expected = 0, late = 0;
  for (const HeldMonth& month : pool.months) {
    expected += month.node_hours;
    late += month.late_node_hours;
  }
  if (late <= 0) return;
  const double seen = std::max(0.0, 1 + (pool.summary.held_node_hours.mean - expected) / late);
  std::vector<double> node_hours(pool.months.size()), idle(pool.months.size());
  for (std::size_t month = 0; month < pool.months.size(); ++month) {
    const HeldMonth& held = pool.months[month];
    if (held.node_hours <= 0) continue;
    double given = 0;
    for (const auto& organisation : study.simulation.allotted_node_hours[month])
      given += organisation[index].estimate.mean;
    node_hours[month] = std::max(held.node_hours + (seen - 1) * held.late_node_hours, given);
    idle[month] = node_hours[month] - given;
  }
  // What was raised in some months was held in others, where it was given to nobody.
  const double raised = std::reduce(node_hours.begin(), node_hours.end()) - pool.summary.held_node_hours.mean;
  const double all_idle = std::reduce(idle.begin(), idle.end());
  const double too_many = all_idle > 0 ? std::clamp(raised / all_idle, 0.0, 1.0) : 0;
  for (std::size_t month = 0; month < pool.months.size(); ++month) {
    HeldMonth& held = pool.months[month];
    if (held.node_hours <= 0) continue;
    node_hours[month] -= too_many * idle[month];
    if (held.dollars) *held.dollars *= node_hours[month] / held.node_hours;
    held.node_hours = node_hours[month];
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

/// Expected money of the months adds up to the total's to the cent of the currency that it is told in; quantiles are
/// those of the sums in each trial.
OrganisationAnswer organisation_answer(const Study& study, std::size_t index) {
  OrganisationAnswer answer{.organisation = &study.programme->organisations[index], .months = {}};
  std::vector<double> means;
  bool is_known = true;
  const double per_dollar = study.programme->currency.per_dollar;
  for (std::size_t month = 0; month < study.months.size(); ++month) {
    const std::optional<double> dollars = expected_dollars(study, index, month);
    answer.months.push_back(dollars ? std::optional(money_of(*dollars, study.simulation.money[month][index]))
                                    : std::nullopt);
    is_known = is_known && dollars;
    means.push_back(dollars.value_or(0) * per_dollar);
  }
  const sim::Spread& to_the_last = study.simulation.money_to_the_last[index];
  answer.to_the_last = money_of(to_the_last.estimate.mean, to_the_last);
  if (!is_known) return answer;
  means = rounded_to_cents(means);
  double total = 0;
  for (std::size_t month = 0; month < means.size(); ++month)
    total += answer.months[month]->mean = means[month] / per_dollar;
  answer.total = money_of(total, study.simulation.money_in_all[index]);
  return answer;
}

/// Its node-hours at the mean price of its pools while each phase was at work there, the phases weighed by what they
/// take: planned spans, stretched to when the project begins and ends by the median if it does.
std::optional<Money> project_money(const Study& study, const ProjectAnswer& project) {
  double node_hours = 0, dollars = 0;
  double begin = project.summary.start_days.p50;
  const double end = project.summary.finish_days.p50;
  double first = std::numeric_limits<double>::infinity(), last = -first;
  for (const ChosenPhase& phase : project.phases) {
    first = std::min(first, phase.start_day);
    last = std::max(last, phase.end_day);
  }
  const bool ends = std::isfinite(begin) && std::isfinite(end);
  if (!ends) begin = first;
  const double stretch = !ends ? 1 : last > first ? (end - begin) / (last - first) : 0;
  for (const ChosenPhase& phase : project.phases) {
    const std::optional<double> price =
        price_between(study, static_cast<std::size_t>(phase.option->pool), begin + stretch * (phase.start_day - first),
                      begin + stretch * (phase.end_day - first));
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

/// Whose jobs no queue has.
void warn_of_streams(Study& study) {
  const Programme& programme = *study.programme;
  for (const ProjectAnswer& answer : study.projects) {
    const auto is_in_queue = [&](const scenario::ProjectPhase& phase) {
      return is_stream_in_queue(programme, *answer.project, phase);
    };
    if (answer.phases.empty() && std::ranges::any_of(answer.project->phases, is_in_queue))
      study.warnings.push_back(
          fmt::format("The others' results leave out the jobs of {}, which is not placed.", answer.project->name));
  }
}

/// What no nodes are there for in some of the trials.
void warn_of_unended(Study& study) {
  constexpr double kNearlyAll = 0.995;  // chosen: 100 % in whole percent
  for (const ProjectAnswer& answer : study.projects)
    if (!answer.phases.empty() && share_that_ends(study, answer) < kNearlyAll)
      study.warnings.push_back(fmt::format("{} ends in {:.0f} % of the trials, and never in the others.",
                                           answer.project->name, 100 * share_that_ends(study, answer)));
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
  warn_of_streams(study);
  warn_of_unended(study);
  if (!study.placement.trouble.empty())
    study.warnings.push_back(fmt::format("The placement is not proved: {}.", study.placement.trouble));
  if (study.simulation.trials < options.trials)
    study.warnings.push_back(
        fmt::format("Interrupted: {} of {} trials were simulated.", study.simulation.trials, options.trials));
  for (std::size_t i = 0; i < study.projects.size(); ++i) study.projects[i].why = what_is_wrong(study, i);
  return study;
}

}  // namespace fmplan::programme
