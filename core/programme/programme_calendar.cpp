#include "core/programme/programme_calendar.h"

#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/fingerprint.h"
#include "core/base/quantity_text.h"
#include "core/picture/calendar.h"
#include "core/programme/programme_text.h"

namespace fmplan::programme {
namespace {

using picture::CalendarEvent;

class Events {
 public:
  explicit Events(const ProgrammeAnswer& answer) : answer_(answer), programme_(*answer.study.programme) {}

  std::vector<CalendarEvent> all() {
    for (const scenario::Pool& pool : programme_.pools) add_pool(pool);
    for (const ProjectAnswer& project : answer_.study.projects) add_project(project);
    for (const BlockToBuy& block : answer_.blocks)
      if (block.buy_from && block.ends) {
        add(block.until, fmt::format("{}: a block of {} nodes ends", block.pool, block.nodes), utc_text(*block.ends));
        add(*block.buy_from, fmt::format("{} nodes for {} can be bought from today", block.nodes, block.pool),
            fmt::format("from {} until {}", date_text(block.from), date_text(block.until)));
      }
    return std::move(events_);
  }

 private:
  /// A whole day.
  void add(Date on, std::string title, std::string description = {}) {
    CalendarEvent event{.uid = fmt::format("{}-{:x}@fmplan", date_text(on), fnv1a_64(title + "\n" + description)),
                        .title = std::move(title),
                        .description = std::move(description),
                        .from = on,
                        .until = on};
    ++event.until.days_since_epoch;
    events_.push_back(std::move(event));
  }

  void add_pool(const scenario::Pool& pool) {
    for (const scenario::PoolChange& delivery : pool.deliveries)
      add(delivery.on, fmt::format("{}: {} nodes delivered", pool.name, delivery.nodes), pool.instance);
    for (const scenario::PoolChange& back : pool.returns)
      add(back.on, fmt::format("{}: {} nodes given back", pool.name, back.nodes), pool.instance);
    for (const scenario::PoolMaintenance& pause : pool.maintenance) {
      add(pause.from, fmt::format("{}: maintenance", pool.name),
          pause.nodes > 0 ? fmt::format("{} nodes", pause.nodes) : "all nodes");
      events_.back().until = pause.until;
    }
  }

  void add_project(const ProjectAnswer& project) {
    const std::string name = project.organisation + " / " + project.project->name;
    if (project.project->deadline)
      add(*project.project->deadline, fmt::format("{}: deadline", name),
          project.on_time ? fmt::format("kept with {}", chance_text(*project.on_time)) : "");
    if (project.phases.empty()) return;
    const auto date = [this](double day) { return Date{programme_.start.days_since_epoch + static_cast<int>(day)}; };
    add(date(project.phases.front().start_day), fmt::format("{}: starts", name));
    const auto last = [&](double until) { return date(finish_day(until)); };
    const sim::Spread& finish = project.summary.finish_days;
    if (std::isfinite(finish.p50)) add(last(finish.p50), fmt::format("{}: ready, as likely as not", name), "P50");
    if (std::isfinite(finish.p90)) add(last(finish.p90), fmt::format("{}: ready, nine times in ten", name), "P90");
  }

  const ProgrammeAnswer& answer_;
  const scenario::Programme& programme_;
  std::vector<CalendarEvent> events_;
};

}  // namespace

std::string programme_calendar(const ProgrammeAnswer& answer) {
  const scenario::Programme& programme = *answer.study.programme;
  return picture::calendar_text(programme.name, Events(answer).all(), programme.start);
}

}  // namespace fmplan::programme
