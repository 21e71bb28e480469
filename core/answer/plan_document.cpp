#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/answer/notice_text.h"
#include "core/answer/outlook_text.h"
#include "core/answer/page.h"
#include "core/answer/plan_charts.h"
#include "core/answer/report_document.h"
#include "core/answer/report_tables.h"
#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/base/suggestion.h"
#include "core/plan/subject.h"
#include "core/plan/verdict.h"

namespace fmplan::answer {
namespace {

struct Section {
  std::string name;  ///< as --show takes it
  Table table;
};

/// Why it cannot run, from what stands in the way: a missed deadline does not.
std::string in_the_way(const plan::Report& report) {
  for (const plan::Notice& obstacle : report.obstacles)
    if (obstacle.kind != plan::NoticeKind::kDeadlineMissed && obstacle.kind != plan::NoticeKind::kNoNodesInTime)
      return notice_text(obstacle);
  return {};
}

/// "16M batch, 76.5 % of the tokens; 3 phases in all".
std::string phase_text(const plan::Report& report) {
  double tokens = 0;
  for (const plan::PhaseReport& phase : report.phases) tokens += static_cast<double>(phase.tokens);
  const plan::PhaseReport& main = report.phases[report.main_phase];
  return fmt::format("{}, {} of the tokens; {} phases in all", main.name,
                     ratio_text(static_cast<double>(main.tokens) / tokens), report.phases.size());
}

Table summary_table(const plan::Report& report, const plan::Outlook& outlook) {
  const plan::PhaseReport& phase = report.phases[report.main_phase];
  const bool runs = in_the_way(report).empty(), ends = report.run.end == sim::RunEnd::kReached;
  Table table;
  table.ruled = false;
  if (report.rounding) table.rows.push_back({"nodes", sizes_text(report)});
  if (report.phases.size() > 1) table.rows.push_back({"phase", phase_text(report)});
  table.rows.push_back({"parallel", parallel_text(phase.parallel)});
  table.rows.push_back({"step time", fmt::format("{}, MFU {}", step_text(phase), ratio_text(phase.mfu))});
  table.rows.push_back({"memory", memory_text(report.memory)});
  const std::string of_phase =
      report.memory.phase.empty() ? std::string() : fmt::format("of phase {}: ", report.memory.phase);
  if (const auto& nearest = report.memory.nearest; nearest && !runs)
    table.rows.push_back({"nearest", fmt::format("{}{}: {} a step in {}", of_phase, nearest_text(*nearest),
                                                 time_text(nearest->step_time), data_text(nearest->memory))});
  if (!runs) return table;
  if (ends) {
    const Range& days = report.wall_clock_days_80;
    table.rows.push_back(
        {"finish", fmt::format("{}, {}; {} days (80 %: {} – {}), {}", day_text(report, report.median_days),
                               nine_in_ten_text(report), days_text(report.median_days), days_text(days.low),
                               days_text(days.high), mean_days_text(report))});
    if (auto physics = physics_text(report)) table.rows.push_back({"physics", std::move(*physics)});
    if (report.deadline_chance) table.rows.push_back({"deadline", deadline_text(report)});
    table.rows.push_back({"cost", cost_text(report)});
    const std::string energy = energy_text_of(report.energy.machines, report.energy.machines_co2_kg);
    table.rows.push_back(
        {"GPU-hours", fmt::format("{} at the median pace, goodput {}; energy {}",
                                  amount_text(report.accelerator_hours.job), ratio_text(report.run.goodput), energy)});
  } else {
    table.rows.push_back({"duration", "no end is seen in closed form"});
  }
  constexpr std::size_t kShown = 2;  // chosen: those that decide most
  for (std::size_t i = 0; i < std::min(kShown, outlook.deciding.size()); ++i) {
    const plan::DecidingAssumption& entry = outlook.deciding[i];
    table.rows.push_back({i == 0 ? "decides" : "", fmt::format("{} {}", effect_text(entry.more_days, entry.more_cost),
                                                               short_deciding_text(entry, report.scenario))});
  }
  return table;
}

Table neighbours_table(const plan::Report& report, const std::vector<plan::Neighbour>& neighbours) {
  const bool dated = report.scenario.deadline.has_value();
  const int spares = held_nodes(report).spares;
  Table table{.title = {}, .header = {"nodes", "days (P50)", "9 in 10 by"}, .align = {}, .rows = {}, .notes = {}};
  if (spares > 0) table.header.front() = "nodes + spares";
  if (dated) table.header.emplace_back("in time");
  table.header.emplace_back("cost");
  table.align.assign(table.header.size() + 1, Align::kRight);
  table.align.back() = Align::kLeft;
  for (const plan::Neighbour& other : neighbours) {
    const bool ends = other.median_days.has_value();
    std::vector<std::string> row = {
        fmt::format("{}{}", other.nodes_held, spares > 0 ? fmt::format(" + {}", spares) : ""),
        ends ? days_text(*other.median_days) : "", other.p90_days ? day_text(report, *other.p90_days) : ""};
    if (dated) row.push_back(other.chance ? chance_text(*other.chance) : "");
    const char* least = other.cost_is_partial ? "at least " : "";
    row.push_back(other.cost ? least + money_text(*other.cost) : ends ? "unknown" : "");
    std::string remark;
    if (other.verdict != plan::Verdict::kOk && other.verdict != plan::Verdict::kMissesDeadline)
      remark = plan::kVerdictNames.name(other.verdict);
    else if (other.nodes_training != other.nodes_held)
      remark = fmt::format("{} train", other.nodes_training);
    const auto add = [&remark](const std::string& more) { remark += (remark.empty() ? "" : ", ") + more; };
    if (other.other_batch) add("batch " + count_text(*other.other_batch));
    if (other.is_tight) add("tight");
    std::ranges::replace(remark, '_', ' ');
    row.push_back(remark);
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table deciding_table(const plan::Report& report, const std::vector<plan::DecidingAssumption>& deciding) {
  Table table{.title = "What decides most", .header = {"set by", "effect", ""}, .align = {}, .rows = {}, .notes = {}};
  for (const plan::DecidingAssumption& entry : deciding)
    table.rows.push_back(
        {entry.path, effect_text(entry.more_days, entry.more_cost), deciding_text(entry, report.scenario)});
  return table;
}

/// Every section but the summary, as far as the answer has them.
std::vector<Section> sections_of(const plan::Report& report, const plan::Outlook& outlook) {
  std::vector<Section> sections;
  if (!report.phases.empty()) {
    sections.push_back({"plan", answer_table(report)});
    if (report.phases.size() > 1) sections.push_back({"phases", phases_table(report)});
    sections.push_back({"step", step_table(report.phases[report.main_phase], report.scenario)});
    sections.push_back({"memory", memory_table(report.memory)});
    // Without an end there is nothing to add up.
    if (report.run.end == sim::RunEnd::kReached) {
      sections.push_back({"hours", hours_table(report.accelerator_hours)});
      sections.push_back({"cost", cost_table(report)});
    }
    sections.push_back({"failures", failures_table(report)});
    if (report.storage.levels.size() > 1) sections.push_back({"checkpoints", levels_table(report)});
    if (report.storage.data) sections.push_back({"data", data_table(*report.storage.data)});
    if (!outlook.neighbours.empty()) {
      sections.push_back({"neighbours", neighbours_table(report, outlook.neighbours)});
      sections.back().table.title = "On other numbers of nodes";
    }
    if (!outlook.deciding.empty()) sections.push_back({"decides", deciding_table(report, outlook.deciding)});
  }
  sections.push_back({"assumptions", assumptions_table(report.assumptions)});
  return sections;
}

std::vector<Table> chosen_tables(const std::vector<Section>& sections, const std::vector<std::string>& asked) {
  std::vector<Table> tables;
  std::vector<std::string> names;
  names.reserve(sections.size());
  for (const Section& section : sections) names.push_back(section.name);
  for (const std::string& name : asked) {
    const auto found = std::ranges::find(sections, name, &Section::name);
    if (found == sections.end())
      throw InputError("--show", fmt::format("this answer has no section \"{}\", but {}{}", name,
                                             fmt::join(names, ", "), did_you_mean(name, names)));
    tables.push_back(found->table);
  }
  return tables;
}

}  // namespace

std::string plan_headline(const plan::Report& report) {
  const plan::Scenario& scenario = report.scenario;
  const std::string what = billed_subject_text(report);
  if (const std::string reason = in_the_way(report); !reason.empty())
    return fmt::format("{}: cannot run. {}", what, reason);
  if (report.run.end != sim::RunEnd::kReached)
    return fmt::format("{}: the closed form sees no end; fmplan run simulates it", what);
  if (verdict_of(report.obstacles) == plan::Verdict::kMissesDeadline)
    return fmt::format("{}: misses {}: kept with a chance of {}, {}", what, date_text(*scenario.deadline),
                       chance_text(report.deadline_chance.value_or(0)), nine_in_ten_text(report));
  const std::string cost = known_cost_text(report.cost) + (report.cost.known() ? " expected" : "");
  const bool is_tight = report.memory.chance < scenario.fit_confidence;
  return fmt::format("{}: {} days (P50), ready on {}, {}{}", what, days_text(report.median_days),
                     day_text(report, report.median_days), cost,
                     is_tight ? fmt::format(", if it fits (chance {})", chance_text(report.memory.chance)) : "");
}

text::Json plan_json(const plan::Report& report, const ReportOrigin& origin, const plan::Outlook& outlook) {
  text::Json json = report_json(report, origin);
  json["neighbours"] = neighbours_json(outlook.neighbours, report.scenario.start);
  json["deciding_assumptions"] = deciding_json(outlook.deciding);
  return json;
}

Document plan_document(const plan::Report& report, const ReportOrigin& origin, const plan::Outlook& outlook,
                       const PlanView& view) {
  Document document;
  document.headline = plan_headline(report);
  document.json = plan_json(report, origin, outlook);
  // The headline says already that it is late.
  for (const plan::Notice& obstacle : report.obstacles)
    if (obstacle.kind != plan::NoticeKind::kDeadlineMissed) document.warnings.push_back(notice_text(obstacle));
  for (const plan::Notice& warning : report.warnings) document.warnings.push_back(notice_text(warning));
  const std::vector<Section> sections = sections_of(report, outlook);
  if (!view.sections.empty()) {
    document.tables = chosen_tables(sections, view.sections);
  } else if (view.full || report.phases.empty()) {
    for (const Section& section : sections)
      if (!section.table.rows.empty()) document.tables.push_back(section.table);
  } else {
    document.tables = {summary_table(report, outlook)};
    if (!outlook.neighbours.empty()) document.tables.push_back(neighbours_table(report, outlook.neighbours));
    for (const Section& section : sections)
      if (section.name != "neighbours") document.page_tables.push_back(section.table);
  }
  document.lead = interval_line(report);
  document.charts = plan_charts(report, outlook);
  document.made_with = made_with(origin.catalog_version, origin.seed);
  return document;
}

}  // namespace fmplan::answer
