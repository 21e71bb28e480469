#include "core/programme/programme_picture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

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

/// The medians of the trials; as placed where those never are.
void show_simulated(picture::GanttBar& bar, const sim::Spread& start_days, const sim::Spread& finish_days) {
  if (std::isfinite(start_days.p50) && std::isfinite(finish_days.p50)) {
    bar.from_day = start_days.p50;
    bar.until_day = finish_days.p50;
  }
  bar.finish_days = Range{finish_days.p10, finish_days.p90};
  bar.finish_p50 = finish_days.p50;
}

picture::GanttRow gantt_row(const Study& study, const ProjectAnswer& project) {
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
                          .until_day = phase.end_day,
                          .label = stated.name,
                          .kind = kind_of(stated.kind),
                          .nodes = phase.option->nodes,
                          .pool = static_cast<std::size_t>(phase.option->pool)};
    if (const auto task = task_of(study, phase)) {
      const sim::TaskSummary& summary = study.simulation.tasks[*task];
      show_simulated(bar, summary.start_days, summary.finish_days);
    } else if (project.phases.size() == 1) {  // a stream under a queue is all that there is of it
      show_simulated(bar, project.summary.start_days, project.summary.finish_days);
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
      if (std::ranges::binary_search(task.option->pauses, static_cast<int>(day))) continue;
      const auto begin = static_cast<double>(day);
      const double share = std::min(begin + 1, task.end_day) - std::max(begin, task.start_day);
      strip.used[day] += task.option->nodes * std::max(0.0, share);
    }
  }
  for (const sim::Estimate& week : study.simulation.pools[index].utilisation) strip.utilisation.push_back(week.mean);
  return strip;
}

/// Marks of what happens to the nodes of pools.
class Marks {
 public:
  explicit Marks(const ProgrammeAnswer& answer) : answer_(answer), programme_(*answer.study.programme) {}

  std::vector<picture::GanttMark> all() {
    for (const scenario::Pool& pool : programme_.pools) add_pool(pool);
    add_block_ends();
    return std::move(marks_);
  }

 private:
  double day_of(Date date) const { return 1.0 * (date.days_since_epoch - programme_.start.days_since_epoch); }
  double day_of(const hardware::UtcMinute& time) const { return day_of(time.day) + time.minutes * minute / day; }

  void add(double from, double until, std::string label, picture::GanttMarkKind kind) {
    marks_.push_back({.day = from, .until_day = until, .label = std::move(label), .kind = kind});
  }

  void add_pool(const scenario::Pool& pool) {
    for (const scenario::PoolChange& delivery : pool.deliveries)
      add(day_of(delivery.on), day_of(delivery.on),
          fmt::format("{} +{}{}", pool.name, delivery.nodes, block_words(pool, delivery.on)),
          picture::GanttMarkKind::kDelivery);
    for (const scenario::PoolChange& back : pool.returns)
      add(day_of(back.on), day_of(back.on), fmt::format("{} −{}", pool.name, back.nodes),
          picture::GanttMarkKind::kReturn);
    for (const scenario::PoolMaintenance& pause : pool.maintenance)
      add(day_of(pause.from), day_of(pause.until), pool.name, picture::GanttMarkKind::kMaintenance);
  }

  /// Of nodes that come as blocks, at which time: the plan has them all day.
  std::string block_words(const scenario::Pool& pool, Date on) const {
    const auto block = std::ranges::find_if(
        answer_.blocks, [&](const BlockToBuy& one) { return one.pool == pool.name && one.from == on && one.begins; });
    return block == answer_.blocks.end() ? "" : fmt::format(", blocks from {}", clock_text(*block->begins));
  }

  /// Blocks that lie side by side end together, and are one mark.
  void add_block_ends() {
    struct End {
      int blocks = 0, nodes = 0;
    };
    std::map<std::pair<std::string, hardware::UtcMinute>, End> ends;
    for (const BlockToBuy& block : answer_.blocks) {
      if (!block.ends) continue;
      End& end = ends[{block.pool, *block.ends}];
      ++end.blocks;
      end.nodes += block.nodes;
    }
    for (const auto& [of, end] : ends) {
      const std::string what = end.blocks == 1
                                   ? fmt::format("block of {} node{} ends", end.nodes, end.nodes == 1 ? "" : "s")
                                   : fmt::format("{} blocks of {} nodes end", end.blocks, end.nodes);
      const double at = day_of(of.second);
      add(at, at, fmt::format("{}: {} {}", of.first, what, clock_text(of.second)), picture::GanttMarkKind::kBlockEnd);
    }
  }

  const ProgrammeAnswer& answer_;
  const scenario::Programme& programme_;
  std::vector<picture::GanttMark> marks_;
};

}  // namespace

picture::Gantt gantt_of(const ProgrammeAnswer& answer) {
  const Study& study = answer.study;
  const scenario::Programme& programme = *study.programme;
  picture::Gantt gantt{.title = programme.name,
                       .start = programme.start,
                       .num_days = programme.end.days_since_epoch - programme.start.days_since_epoch};
  for (const ProjectAnswer& project : study.projects) gantt.rows.push_back(gantt_row(study, project));
  for (std::size_t i = 0; i < programme.pools.size(); ++i) gantt.pools.push_back(pool_of(study, i));
  gantt.marks = Marks(answer).all();
  return gantt;
}

}  // namespace fmplan::programme
