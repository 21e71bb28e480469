#include "core/programme/programme_picture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/programme/programme_text.h"

namespace fmplan::programme {
namespace {

picture::GanttKind kind_of(scenario::PhaseKind kind) {
  switch (kind) {
    case scenario::PhaseKind::kData: return picture::GanttKind::kData;
    case scenario::PhaseKind::kExperiments: return picture::GanttKind::kExperiments;
    case scenario::PhaseKind::kTraining: return picture::GanttKind::kTraining;
    case scenario::PhaseKind::kPostTraining: return picture::GanttKind::kPostTraining;
    case scenario::PhaseKind::kEvaluation: return picture::GanttKind::kEvaluation;
  }
  return picture::GanttKind::kTraining;
}

/// The task that a phase is simulated as; none: it is a stream of jobs.
std::optional<std::size_t> task_of(const Study& study, const ChosenPhase& phase) {
  const std::vector<ChosenPhase>& tasks = study.simulated.tasks;
  for (std::size_t k = 0; k < tasks.size(); ++k)
    if (tasks[k].project == phase.project && tasks[k].phase == phase.phase) return k;
  return std::nullopt;
}

picture::GanttRow row_of(const Study& study, const ProjectAnswer& project) {
  picture::GanttRow row{.group = project.organisation, .label = project.project->name};
  if (project.project->deadline)
    // Late on that day, so that the picture names it.
    row.deadline_day = project.project->deadline->days_since_epoch - study.programme->start.days_since_epoch + 0.99;
  row.on_time = project.on_time;
  row.at_risk = project.is_at_risk();
  if (project.phases.empty()) row.note = "not placed";
  for (const ChosenPhase& phase : project.phases) {
    const scenario::ProjectPhase& stated = project.project->phases[static_cast<std::size_t>(phase.phase)];
    picture::GanttBar bar{.from_day = phase.start_day,
                          .until_day = phase.start_day + phase.option->p50_days,
                          .label = stated.name,
                          .kind = kind_of(stated.kind),
                          .nodes = phase.option->nodes,
                          .pool = static_cast<std::size_t>(phase.option->pool)};
    if (const auto task = task_of(study, phase)) {
      const sim::TaskSummary& summary = study.simulation.tasks[*task];
      bar.from_day = summary.start_days.p50;
      bar.until_day = summary.finish_days.p50;
      bar.finish_days = Range{summary.finish_days.p10, summary.finish_days.p90};
      bar.finish_p50 = summary.finish_days.p50;
    }
    row.bars.push_back(std::move(bar));
  }
  return row;
}

picture::GanttPool pool_of(const Study& study, std::size_t index) {
  const scenario::Pool& pool = study.programme->pools[index];
  picture::GanttPool strip{.name = pool.name};
  for (const int nodes : nodes_by_day(*study.programme, pool)) strip.capacity.push_back(nodes);
  strip.used.assign(strip.capacity.size(), 0.0);
  for (const ChosenPhase& task : study.simulated.tasks) {
    if (static_cast<std::size_t>(task.option->pool) != index) continue;
    // Part of a day counts as such a part of the nodes.
    for (std::size_t day = 0; day < strip.used.size(); ++day) {
      const auto begin = static_cast<double>(day);
      const double share = std::min(begin + 1, task.end_day) - std::max(begin, task.start_day);
      strip.used[day] += task.option->nodes * std::max(0.0, share);
    }
  }
  for (const sim::Estimate& week : study.simulation.pools[index].utilisation) strip.utilisation.push_back(week.mean);
  return strip;
}

}  // namespace

picture::Gantt gantt_of(const Study& study) {
  const scenario::Programme& programme = *study.programme;
  picture::Gantt gantt{.title = programme.name,
                       .start = programme.start,
                       .num_days = programme.end.days_since_epoch - programme.start.days_since_epoch};
  for (const ProjectAnswer& project : study.projects) gantt.rows.push_back(row_of(study, project));
  for (std::size_t i = 0; i < programme.pools.size(); ++i) {
    const scenario::Pool& pool = programme.pools[i];
    gantt.pools.push_back(pool_of(study, i));
    const auto mark = [&](Date on, Date until, std::string label, picture::GanttMarkKind kind) {
      const int start = programme.start.days_since_epoch;
      gantt.marks.push_back({.day = 1.0 * (on.days_since_epoch - start),
                             .until_day = 1.0 * (until.days_since_epoch - start),
                             .label = std::move(label),
                             .kind = kind});
    };
    for (const scenario::PoolChange& delivery : pool.deliveries)
      mark(delivery.on, delivery.on, fmt::format("{} +{}", pool.name, delivery.nodes),
           picture::GanttMarkKind::kDelivery);
    for (const scenario::PoolChange& back : pool.returns)
      mark(back.on, back.on, fmt::format("{} −{}", pool.name, back.nodes), picture::GanttMarkKind::kReturn);
    for (const scenario::PoolMaintenance& pause : pool.maintenance)
      mark(pause.from, pause.until, pool.name, picture::GanttMarkKind::kMaintenance);
  }
  return gantt;
}

}  // namespace fmplan::programme
