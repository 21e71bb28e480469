#include "core/programme/programme_report_json.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/base/version.h"
#include "core/programme/pool_money.h"
#include "core/programme/programme_text.h"
#include "core/programme/risk.h"
#include "core/text/json_conversion.h"

namespace fmplan::programme {
namespace {

using text::Json;

/// To a cent, or null.
Json money_json(const Study& study, const std::optional<double>& dollars) {
  return dollars ? Json(money_decimal(study.programme->currency, *dollars)) : Json(nullptr);
}

Json money_json(const Study& study, const std::optional<Money>& money) {
  if (!money) return nullptr;
  return {{"mean", money_json(study, std::optional(money->mean))},
          {"p10", money_json(study, std::optional(money->p10))},
          {"p50", money_json(study, std::optional(money->p50))},
          {"p90", money_json(study, std::optional(money->p90))}};
}

/// null where it never is.
/// @param text day_text() or finish_text()
Json date_json(const Study& study, double day, const auto& text) {
  return std::isfinite(day) ? Json(text(*study.programme, day)) : Json(nullptr);
}

Json dates_json(const Study& study, const sim::Spread& days, const auto& text) {
  return {{"p10", date_json(study, days.p10, text)},
          {"p50", date_json(study, days.p50, text)},
          {"p90", date_json(study, days.p90, text)}};
}

Json phase_json(const Study& study, const ProjectAnswer& project, const ChosenPhase& phase) {
  const scenario::ProjectPhase& stated = project.project->phases[static_cast<std::size_t>(phase.phase)];
  const PhaseOption& option = *phase.option;
  Json json = {
      {"organisation", project.organisation},
      {"project", project.project->name},
      {"phase", stated.name},
      {"kind", scenario::kPhaseKindNames.name(stated.kind)},
      {"pool", pool_name(study, option.pool)},
      {"nodes", option.nodes},
      {"start", day_text(*study.programme, phase.start_day)},
      {"start_day", phase.start_day},
      {"end_day", phase.end_day},
      {"days",
       {{"mean", option.mean_days}, {"p10", option.p10_days}, {"p50", option.p50_days}, {"p90", option.p90_days}}}};
  if (option.run) {
    json["model"] = option.run->model;
    json["framework"] = option.run->framework;
    json["parallel"] = option.run->plan;
    json["step_time_s"] = option.run->step_time_s;
    json["tokens"] = option.run->tokens;
    json["interruptions"] = option.interruptions;
    json["energy_kwh"] = option.run->energy_kwh;
  }
  return json;
}

Json placement_json(const Study& study) {
  const plan::Placement& placement = study.placement;
  const double grid = study.programme->policy.grid_days;
  const auto objective = [grid](const plan::PlacementObjective& of) -> Json {
    return {{"unplaced_weight", of.unplaced_weight}, {"late_weighted_days", of.late * grid}};
  };
  Json json = {{"proved", placement.proved},
               {"method", placement.method},
               {"objective", objective(placement.objective)},
               {"bound", objective(placement.bound)},
               {"text", placement_gap_text(study)},
               {"phases", Json::array()}};
  for (const ProjectAnswer& project : study.projects)
    for (const ChosenPhase& phase : project.phases) json["phases"].push_back(phase_json(study, project, phase));
  return json;
}

Json remedy_json(const ProgrammeAnswer& answer, const Remedy& remedy) {
  return {{"kind", kRemedyNames.name(remedy.kind)},
          {"change", remedy.text},
          {"set", remedy.set},
          {"on_time_probability", remedy.on_time},
          {"finish_p50", date_json(answer.study, remedy.finish_p50_day, finish_text)},
          {"more_cost", money_json(answer.study, remedy.more_dollars)},
          {"more_cost_of_organisation", money_json(answer.study, remedy.more_dollars_of_organisation)},
          {"puts_at_risk", remedy.puts_at_risk}};
}

Json project_json(const ProgrammeAnswer& answer, std::size_t index) {
  const Study& study = answer.study;
  const ProjectAnswer& project = study.projects[index];
  const bool placed = !project.phases.empty();
  int nodes = 0;
  for (const ChosenPhase& phase : project.phases) nodes = std::max(nodes, phase.option->nodes);
  Json json = {{"name", project.project->name},
               {"placed", placed},
               {"start", placed ? dates_json(study, project.summary.start_days, day_text) : Json(nullptr)},
               {"finish", placed ? dates_json(study, project.summary.finish_days, finish_text) : Json(nullptr)},
               {"deadline", project.project->deadline ? Json(date_text(*project.project->deadline)) : Json(nullptr)},
               {"on_time_probability", project.on_time},
               {"nodes", nodes},
               {"node_hours", placed ? Json{{"mean", project.summary.node_hours.estimate.mean},
                                            {"p10", project.summary.node_hours.p10},
                                            {"p90", project.summary.node_hours.p90}}
                                     : Json(nullptr)},
               {"cost", money_json(study, project.money)},
               {"at_risk", project.is_at_risk()},
               {"why", project.why},
               {"remedies", Json::array()}};
  for (const Remedy& remedy : answer.remedies)
    if (remedy.project == static_cast<int>(index)) json["remedies"].push_back(remedy_json(answer, remedy));
  return json;
}

Json organisations_json(const ProgrammeAnswer& answer) {
  const Study& study = answer.study;
  Json list = Json::array();
  std::size_t project = 0;
  for (std::size_t i = 0; i < study.organisations.size(); ++i) {
    const OrganisationAnswer& organisation = study.organisations[i];
    const auto& budget = organisation.organisation->budget;
    Json json = {{"name", organisation.organisation->name},
                 {"projects", Json::array()},
                 {"cost_by_month", Json::array()},
                 {"cost", money_json(study, organisation.total)},
                 {"budget", money_json(study, budget ? std::optional(*budget / dollar) : std::nullopt)}};
    for (std::size_t k = 0; k < organisation.organisation->projects.size(); ++k)
      json["projects"].push_back(project_json(answer, project++));
    for (std::size_t month = 0; month < study.months.size(); ++month) {
      const auto& money = organisation.months[month];
      const auto part = [&](double Money::*quantile) {
        return money_json(study, money ? std::optional((*money).*quantile) : std::nullopt);
      };
      json["cost_by_month"].push_back({{"month", study.months[month].name},
                                       {"mean", part(&Money::mean)},
                                       {"p10", part(&Money::p10)},
                                       {"p50", part(&Money::p50)},
                                       {"p90", part(&Money::p90)}});
    }
    list.push_back(std::move(json));
  }
  return list;
}

/// A pool's money by month, which adds up to its total to the cent; as it is where a month's is unknown.
std::vector<std::optional<double>> months_to_the_cent(const Study& study, const PoolAnswer& pool) {
  const double per_dollar = study.programme->currency.per_dollar;
  std::vector<std::optional<double>> months;
  std::vector<double> parts;
  for (const HeldMonth& month : pool.months) {
    months.push_back(month.dollars);
    if (month.dollars) parts.push_back(*month.dollars * per_dollar);
  }
  if (parts.size() != months.size()) return months;
  parts = rounded_to_cents(parts);
  for (std::size_t month = 0; month < parts.size(); ++month) months[month] = parts[month] / per_dollar;
  return months;
}

Json pools_json(const Study& study) {
  Json list = Json::array();
  for (const PoolAnswer& pool : study.pools) {
    const sim::PoolSummary& summary = pool.summary;
    const double held = summary.held_node_hours.mean;
    const double given = summary.used_node_hours.mean + summary.lost_node_hours.mean + summary.kept_node_hours.mean;
    Json json = {{"name", pool.pool->name},
                 {"instance", pool.pool->instance},
                 {"region", pool.pool->region},
                 {"kind", pool.pool->kind},
                 {"utilisation", held > 0 ? Json(given / held) : Json(nullptr)},
                 {"held_node_hours", held},
                 {"used_node_hours", summary.used_node_hours.mean},
                 {"lost_node_hours", summary.lost_node_hours.mean},
                 {"kept_node_hours", summary.kept_node_hours.mean},
                 {"idle_node_hours", summary.idle_node_hours.mean},
                 {"spare_node_hours", summary.spare_node_hours.mean},
                 {"unfit_node_hours", summary.unfit_node_hours.mean},
                 {"utilisation_by_week", Json::array()},
                 {"cost", money_json(study, pool.dollars)},
                 {"cost_by_month", Json::array()}};
    for (const sim::Estimate& week : summary.utilisation) json["utilisation_by_week"].push_back(week.mean);
    const std::vector<std::optional<double>> months = months_to_the_cent(study, pool);
    for (std::size_t month = 0; month < study.months.size(); ++month)
      json["cost_by_month"].push_back({{"month", study.months[month].name},
                                       {"node_hours", pool.months[month].node_hours},
                                       {"cost", money_json(study, months[month])}});
    list.push_back(std::move(json));
  }
  return list;
}

Json queues_json(const Study& study) {
  Json list = Json::array();
  for (std::size_t i = 0; i < study.simulation.streams.size(); ++i) {
    const sim::StreamSummary& stream = study.simulation.streams[i];
    const auto project = static_cast<std::size_t>(study.simulated.settings.streams[i].project);
    list.push_back({{"organisation", study.projects[project].organisation},
                    {"project", study.projects[project].project->name},
                    {"jobs", stream.jobs.mean},
                    {"wait_h",
                     {{"mean", stream.mean_wait_h.mean},
                      {"p10", stream.wait_h.p10},
                      {"p50", stream.wait_h.p50},
                      {"p90", stream.wait_h.p90}}}});
  }
  return list;
}

Json worth_json(const ProgrammeAnswer& answer) {
  const Study& study = answer.study;
  const double grid = study.programme->policy.grid_days;
  Json list = Json::array();
  for (const plan::NodeWorth& worth : answer.worth)
    list.push_back({{"pool", pool_name(study, worth.pool)},
                    {"from", day_text(*study.programme, worth.first * grid)},
                    {"until", day_text(*study.programme, worth.end * grid)},
                    {"unplaced_weight", worth.unplaced_weight},
                    {"late_weighted_days", worth.late * grid}});
  return list;
}

Json day_one_json(const Study& study) {
  const auto chances = [](const std::vector<double>& of) {
    Json list = Json::array();
    for (std::size_t i = 0; i < of.size(); ++i)
      list.push_back({{"days_after", kDeliveryDays[i]}, {"probability", of[i]}});
    return list;
  };
  Json json = {{"all", chances(study.day_one.chances)}, {"deliveries", Json::array()}};
  for (const DeliveryCheck& check : study.day_one.deliveries)
    json["deliveries"].push_back({{"pool", check.pool},
                                  {"on", date_text(check.on)},
                                  {"nodes", check.nodes},
                                  {"expected_defective", check.expected_defective},
                                  {"complete", chances(check.chances)},
                                  {"spares_for_95", check.spares_for_confidence}});
  return json;
}

Json blocks_json(const ProgrammeAnswer& answer) {
  Json list = Json::array();
  for (const BlockToBuy& block : answer.blocks)
    list.push_back({{"pool", block.pool},
                    {"nodes", block.nodes},
                    {"from", date_text(block.from)},
                    {"until", date_text(block.until)},
                    {"ends", block.ends ? utc_text(*block.ends) : ""},
                    {"buy_from", block.buy_from ? Json(date_text(*block.buy_from)) : Json(nullptr)},
                    {"cost", money_json(answer.study, block.dollars)},
                    {"note", block.note}});
  return list;
}

Json risks_json(const Study& study) {
  Json list = Json::array();
  for (const ProjectAnswer& project : study.projects)
    if (project.is_at_risk())
      list.push_back(
          {{"organisation", project.organisation}, {"project", project.project->name}, {"why", project.why}});
  for (std::size_t i = 0; i < study.organisations.size(); ++i)
    if (const std::string trouble = budget_trouble(study, i); !trouble.empty())
      list.push_back({{"organisation", study.organisations[i].organisation->name},
                      {"project", nullptr},
                      {"why", std::vector<std::string>{trouble}}});
  return list;
}

Json summary_json(const ProgrammeAnswer& answer) {
  const Study& study = answer.study;
  double on_time = 1, finish = 0;
  int placed = 0, at_risk = 0;
  bool has_deadline = false;
  for (const ProjectAnswer& project : study.projects) {
    placed += project.phases.empty() ? 0 : 1;
    at_risk += project.is_at_risk() ? 1 : 0;
    // What is not placed never is ready.
    constexpr double kNever = std::numeric_limits<double>::infinity();
    finish = std::max(finish, project.phases.empty() ? kNever : project.summary.finish_days.p50);
    if (!project.on_time) continue;
    has_deadline = true;
    on_time = std::min(on_time, *project.on_time);
  }
  double held = 0, given = 0, idle = 0;
  for (const PoolAnswer& pool : study.pools) {
    held += pool.summary.held_node_hours.mean;
    given += pool.summary.used_node_hours.mean + pool.summary.lost_node_hours.mean + pool.summary.kept_node_hours.mean;
    idle += pool.summary.idle_node_hours.mean;
  }
  std::optional<double> organisations = 0;
  for (const OrganisationAnswer& organisation : study.organisations) {
    if (!organisation.total) organisations.reset();
    if (organisations) *organisations += organisation.total->mean;
  }
  return {{"projects", static_cast<int>(study.projects.size())},
          {"placed", placed},
          {"unplaced", static_cast<int>(study.projects.size()) - placed},
          {"at_risk", at_risk},
          {"over_budget", std::ranges::count_if(study.organisations, is_over_budget)},
          {"on_time", has_deadline ? Json(on_time) : Json(nullptr)},
          {"late_weighted_days", study.placement.objective.late * study.programme->policy.grid_days},
          {"finish_p50", date_json(study, finish, finish_text)},
          {"utilisation", held > 0 ? Json(given / held) : Json(nullptr)},
          {"held_node_hours", held},
          {"idle_node_hours", idle},
          {"cost_usd", study.dollars},
          {"cost_of_organisations_usd", organisations}};
}

}  // namespace

std::string placement_gap_text(const Study& study) {
  const plan::Placement& placement = study.placement;
  if (placement.proved) return "proved: no placement is better";
  const plan::PlacementObjective &found = placement.objective, &bound = placement.bound;
  if (found.unplaced_weight > bound.unplaced_weight)
    return fmt::format("not proved: placements may exist that place projects of up to {:g} more weight",
                       found.unplaced_weight - bound.unplaced_weight);
  const double days = (found.late - bound.late) * study.programme->policy.grid_days;
  if (days <= 0) return "no placement is less late; a cheaper one may exist";
  return fmt::format("no placement is more than {:g} weighted project-days better", days);
}

Json programme_report_json(const ProgrammeAnswer& answer) {
  const Study& study = answer.study;
  const scenario::Programme& programme = *study.programme;
  Json currency = {{"code", programme.currency.code}, {"per_dollar", programme.currency.per_dollar}};
  if (programme.currency.on) currency["on"] = date_text(*programme.currency.on);
  if (!programme.currency.source.empty()) currency["source"] = programme.currency.source;
  Json assumptions = Json::array();
  for (const scenario::ProgrammeAssumption& assumption : programme.assumptions)
    assumptions.push_back({{"path", assumption.path},
                           {"value", assumption.value},
                           {"why", assumption.why},
                           {"source", assumption.source}});
  return {{"version", 1},
          {"programme", text::json_of(answer.asked)},
          {"catalog_version", answer.catalog_version},
          {"fmplan_version", version()},
          {"seed", answer.seed},
          {"trials", study.simulation.trials},
          {"name", programme.name},
          {"start", date_text(programme.start)},
          {"end", date_text(programme.end)},
          {"policy", scenario::kPolicyNames.name(programme.policy.kind)},
          {"summary", summary_json(answer)},
          {"organisations", organisations_json(answer)},
          {"pools", pools_json(study)},
          {"placement", placement_json(study)},
          {"worth_of_a_node", worth_json(answer)},
          {"queues", queues_json(study)},
          {"day_one", day_one_json(study)},
          {"capacity_to_buy", blocks_json(answer)},
          {"total_cost", money_json(study, study.dollars)},
          {"currency", std::move(currency)},
          {"risks", risks_json(study)},
          {"assumptions", std::move(assumptions)},
          {"warnings", study.warnings}};
}

}  // namespace fmplan::programme
