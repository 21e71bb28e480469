#include "core/programme/programme_document.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity_text.h"
#include "core/base/version.h"
#include "core/base/words.h"
#include "core/plan/scenario.h"
#include "core/programme/cost.h"
#include "core/programme/programme_report_json.h"
#include "core/programme/programme_text.h"
#include "core/programme/risk.h"

namespace fmplan::programme {
namespace {

using answer::Align;
using answer::Table;

std::string organisation_and_project(const ProjectAnswer& project) {
  return project.organisation == project.project->name ? project.organisation
                                                       : project.organisation + " / " + project.project->name;
}

/// "16 × p5-tokyo", the widest phase last told by its training.
std::string nodes_text(const Study& study, const ProjectAnswer& project) {
  if (project.phases.empty()) return "–";
  const auto widest =
      std::ranges::max_element(project.phases, {}, [](const ChosenPhase& phase) { return phase.option->nodes; });
  return fmt::format("{} {}", widest->option->nodes,
                     study.programme->pools[static_cast<std::size_t>(widest->option->pool)].name);
}

Table projects_table(const Study& study) {
  const scenario::Programme& programme = *study.programme;
  Table table{.title = "Projects",
              .header = {"project", "nodes", "start", "finish P10", "P50", "P90", "deadline", "on time", "money", ""},
              .align = {Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft, Align::kLeft,
                        Align::kLeft, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {}};
  for (const ProjectAnswer& project : study.projects) {
    const bool placed = !project.phases.empty();
    const auto ends = [&](double day) { return placed ? finish_text(programme, day) : std::string("–"); };
    table.rows.push_back(
        {organisation_and_project(project), nodes_text(study, project),
         placed ? day_text(programme, project.summary.start_days.p50) : "–", ends(project.summary.finish_days.p10),
         ends(project.summary.finish_days.p50), ends(project.summary.finish_days.p90),
         project.project->deadline ? date_text(*project.project->deadline) : "–",
         project.on_time ? chance_text(*project.on_time) : "–",
         placed ? money_text(programme.currency, project.money ? std::optional(project.money->mean) : std::nullopt)
                : "–",
         !placed                ? "not placed"
         : project.is_at_risk() ? "at risk"
                                : ""});
    table.marked.push_back(project.is_at_risk());
  }
  table.notes.push_back(
      "finish: over the simulated trials; money: of the nodes that it is given, expected, after the "
      "programme's end too");
  return table;
}

Table day_one_table(const Study& study) {
  Table table{.title = "Deliveries",
              .header = {"pool", "on", "nodes", "defective, expected"},
              .align = {Align::kLeft, Align::kLeft, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {}};
  for (const int day : kDeliveryDays) table.header.push_back(fmt::format("all by day {}", day));
  table.header.push_back(fmt::format("spares for {:.0f} %", 100 * kDeliveryConfidence));
  table.align.resize(table.header.size(), Align::kRight);
  for (const DeliveryCheck& check : study.day_one.deliveries) {
    std::vector<std::string> row = {check.pool, date_text(check.on), std::to_string(check.nodes),
                                    fmt::format("{:.1f}", check.expected_defective)};
    for (const double chance : check.chances) row.push_back(chance_text(chance));
    row.push_back(std::to_string(check.spares_for_confidence));
    table.rows.push_back(std::move(row));
  }
  if (study.day_one.deliveries.size() > 1) {
    std::vector<std::string> row = {"all", "", "", ""};
    for (const double chance : study.day_one.chances) row.push_back(chance_text(chance));
    row.emplace_back("");
    table.rows.push_back(std::move(row));
  }
  table.notes.push_back("chance that all nodes of a delivery but its pool's spares are there, checked and good");
  return table;
}

/// What it costs, in words.
std::string price_of(const Study& study, const Remedy& remedy) {
  const scenario::Currency& currency = study.programme->currency;
  const auto more = [&](const std::optional<double>& dollars) -> std::string {
    if (!dollars) return "unknown";
    if (std::abs(*dollars) < 1) return "nothing";
    return (*dollars > 0 ? "+" : "") + money_text(currency, dollars);
  };
  return fmt::format("{} ({} of its own)", more(remedy.more_dollars), more(remedy.more_dollars_of_organisation));
}

/// One line each; the report has it in full.
Table risks_table(const ProgrammeAnswer& answer) {
  const Study& study = answer.study;
  Table table{.title = "At risk", .header = {}, .align = {Align::kLeft, Align::kLeft}, .rows = {}, .notes = {}};
  for (std::size_t i = 0; i < study.projects.size(); ++i)
    if (study.projects[i].is_at_risk()) table.rows.push_back({study.projects[i].project->name, risk_line(study, i)});
  for (std::size_t i = 0; i < study.organisations.size(); ++i)
    if (const std::string trouble = budget_trouble(study, i); !trouble.empty())
      table.rows.push_back({study.organisations[i].organisation->name, trouble});
  return table;
}

Table remedies_table(const ProgrammeAnswer& answer) {
  const Study& study = answer.study;
  Table table{
      .title = "What would help",
      .header = {"project", "change", "on time", "finish P50", "price", "set with"},
      .align = {Align::kLeft, Align::kLeft, Align::kRight, Align::kLeft, Align::kRight, Align::kLeft},
      .rows = {},
      .notes = {"each planned again with the whole programme; what puts nobody at risk first, then the cheapest; "
                "price: for the pools"}};
  for (const Remedy& remedy : answer.remedies) {
    const ProjectAnswer& project = study.projects[static_cast<std::size_t>(remedy.project)];
    std::string text = remedy.text;
    if (!remedy.puts_at_risk.empty()) text += fmt::format("; puts {} at risk", fmt::join(remedy.puts_at_risk, ", "));
    table.rows.push_back({organisation_and_project(project), std::move(text),
                          remedy.on_time ? chance_text(*remedy.on_time) : "–",
                          finish_text(*study.programme, remedy.finish_p50_day), price_of(study, remedy),
                          "--set " + shell_word(remedy.set)});
  }
  for (std::size_t i = 0; i < study.projects.size(); ++i) {
    if (!may_be_helped(study, i) || !answer.looked_for_remedies) continue;
    if (std::ranges::none_of(answer.remedies, [i](const Remedy& r) { return r.project == static_cast<int>(i); }))
      table.rows.push_back(
          {organisation_and_project(study.projects[i]), "no single change that was tried helps", "", "", "", ""});
  }
  return table;
}

/// The weeks in which one more node would better the placement most.
Table worth_table(const ProgrammeAnswer& answer) {
  constexpr std::size_t kMostWeeks = 8;  // chosen: the report has them all
  const Study& study = answer.study;
  const double grid = study.programme->policy.grid_days;
  Table table{
      .title = "One more node",
      .header = {"pool", "from", "until", "weight placed", "weighted days less late"},
      .align = {Align::kLeft, Align::kLeft, Align::kLeft, Align::kRight, Align::kRight},
      .rows = {},
      .notes = {"at least, of the placement anew with a node more on those days; weeks that are not here were not "
                "found to help"}};
  std::vector<plan::NodeWorth> worth = answer.worth;
  std::ranges::stable_sort(worth, [](const plan::NodeWorth& one, const plan::NodeWorth& other) {
    return std::pair(one.unplaced_weight, one.late) > std::pair(other.unplaced_weight, other.late);
  });
  if (worth.size() > kMostWeeks) worth.resize(kMostWeeks);
  for (const plan::NodeWorth& one : worth)
    table.rows.push_back({study.programme->pools[static_cast<std::size_t>(one.pool)].name,
                          day_text(*study.programme, one.first * grid), day_text(*study.programme, one.end * grid),
                          fmt::format("{:g}", one.unplaced_weight), fmt::format("{:g}", one.late * grid)});
  return table;
}

Table blocks_table(const ProgrammeAnswer& answer) {
  Table table{.title = "To buy",
              .header = {"pool", "nodes", "from", "until", "can be bought from", "paid at once", ""},
              .align = {Align::kLeft, Align::kRight, Align::kLeft, Align::kLeft, Align::kLeft, Align::kRight},
              .rows = {},
              .notes = {}};
  for (const BlockToBuy& block : answer.blocks)
    table.rows.push_back({block.pool, std::to_string(block.nodes), date_text(block.from),
                          block.ends ? utc_text(*block.ends) : date_text(block.until),
                          block.buy_from ? date_text(*block.buy_from) : "–",
                          money_text(answer.study.programme->currency, block.dollars), block.note});
  return table;
}

Table phases_table(const Study& study) {
  Table table{
      .title = "Phases",
      .header = {"project", "phase", "pool", "nodes", "start", "end", "days", "interruptions", "plan"},
      .align = {Align::kLeft, Align::kLeft, Align::kLeft, Align::kRight, Align::kLeft, Align::kLeft, Align::kRight,
                Align::kRight},
      .rows = {},
      .notes = {"as placed, by median days; the plan is the fastest that fits where none was stated for so many "
                "nodes"}};
  for (const ProjectAnswer& project : study.projects)
    for (const ChosenPhase& phase : project.phases) {
      const scenario::ProjectPhase& stated = project.project->phases[static_cast<std::size_t>(phase.phase)];
      const PhaseOption& option = *phase.option;
      table.rows.push_back({organisation_and_project(project), stated.name,
                            study.programme->pools[static_cast<std::size_t>(option.pool)].name,
                            std::to_string(option.nodes), day_text(*study.programme, phase.start_day),
                            finish_text(*study.programme, phase.end_day), fmt::format("{:.1f}", option.p50_days),
                            option.run ? fmt::format("{:.1f}", option.interruptions) : "",
                            option.run ? fmt::format("{}, {}", option.run->model, option.run->plan) : ""});
    }
  return table;
}

/// Waits of the jobs that come at random.
Table queues_table(const Study& study) {
  Table table{.title = "Queues",
              .header = {"project", "jobs", "mean wait", "P50", "P90"},
              .align = {Align::kLeft, Align::kRight, Align::kRight, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {"jobs: of one trial; waits: over all jobs of all trials"}};
  for (std::size_t i = 0; i < study.simulation.streams.size(); ++i) {
    const sim::StreamSummary& stream = study.simulation.streams[i];
    const auto project = static_cast<std::size_t>(study.simulated.settings.streams[i].project);
    const auto hours = [](double wait_h) { return time_text(wait_h * hour); };
    table.rows.push_back({organisation_and_project(study.projects[project]), fmt::format("{:.0f}", stream.jobs.mean),
                          hours(stream.mean_wait_h.mean), hours(stream.wait_h.p50), hours(stream.wait_h.p90)});
  }
  return table;
}

std::string lead(const ProgrammeAnswer& answer) {
  const plan::Placement& placement = answer.study.placement;
  const scenario::Policy& policy = answer.study.programme->policy;
  std::string text;
  if (policy.kind != scenario::PolicyKind::kPlanned) {
    text = fmt::format("queue: {}{}; widths and pools by {}", scenario::kPolicyNames.name(policy.kind),
                       policy.backfill ? " with backfill" : "", placement.method);
  } else {
    text = fmt::format("placed by {}; {}", placement.method, placement_gap_text(answer.study));
  }
  return fmt::format("{}; {} simulated trials", text, answer.study.simulation.trials);
}

}  // namespace

answer::Document programme_document(const ProgrammeAnswer& answer) {
  answer::Document document;
  document.headline = headline(answer.study);
  document.lead = lead(answer);
  document.tables = {projects_table(answer.study), months_table(answer.study, answer.study.programme->currency),
                     pools_table(answer.study, answer.study.programme->currency)};
  if (Table queues = queues_table(answer.study); !queues.rows.empty()) document.tables.push_back(std::move(queues));
  if (Table risks = risks_table(answer); !risks.rows.empty()) document.tables.push_back(std::move(risks));
  if (Table help = remedies_table(answer); !help.rows.empty()) document.tables.push_back(std::move(help));
  if (Table worth = worth_table(answer); !worth.rows.empty()) document.tables.push_back(std::move(worth));
  if (Table deliveries = day_one_table(answer.study); !deliveries.rows.empty())
    document.tables.push_back(std::move(deliveries));
  if (Table blocks = blocks_table(answer); !blocks.rows.empty()) document.tables.push_back(std::move(blocks));
  document.tables.push_back(phases_table(answer.study));
  document.tables.front().notes.insert(document.tables.front().notes.begin(), document.lead);
  document.warnings = answer.study.warnings;
  document.json = programme_report_json(answer);
  document.csv_table = "projects";
  return document;
}

}  // namespace fmplan::programme
