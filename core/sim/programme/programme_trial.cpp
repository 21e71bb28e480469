#include "core/sim/programme/programme_trial.h"

#include <algorithm>

#include "core/base/integers.h"
#include "core/sim/programme/programme_jobs.h"
#include "core/sim/programme/programme_queue.h"
#include "core/sim/programme/programme_state.h"

namespace fmplan::sim {
namespace {

constexpr double kHour_s = 3600;  ///< seconds

ProgrammeTrial empty_trial(const ProgrammeSettings& settings) {
  ProgrammeTrial out;
  out.tasks.resize(settings.tasks.size());
  out.projects.resize(settings.projects.size());
  out.pools.resize(settings.pools.size());
  out.streams.resize(settings.streams.size());
  out.all_delivered.fill(true);
  return out;
}

void add_pools(ProgrammeState& s) {
  for (std::size_t i = 0; i < s.settings.pools.size(); ++i) {
    const SimulatedPool& settings = s.settings.pools[i];
    const auto number = static_cast<int>(i);
    const auto luck = draw_deliveries(settings, s.figures.trials.seed, number, s.trial);
    PoolState pool{.calendar = pool_calendar(settings, luck)};
    const auto in_time = delivered_in_time(settings, luck);
    for (std::size_t day = 0; day < kNumDeliveryDays; ++day)
      s.out.all_delivered[day] = s.out.all_delivered[day] && in_time[day];
    const std::vector<int>& runs = s.figures.pools[i].runs;
    if (!runs.empty())
      pool.rate_draw = uniform_draw(
          trial_key(s.figures.tasks[at(runs.front())].run->trials.seed, s.trial, TrialStream::kFailureRate));
    for (const PoolNodes& nodes : pool.calendar) add_event(s, nodes.from_s, EventKind::kCapacity, number);
    s.pools.push_back(std::move(pool));
  }
}

void add_tasks(ProgrammeState& s) {
  for (std::size_t i = 0; i < s.settings.tasks.size(); ++i) {
    const SimulatedTask& task = s.settings.tasks[i];
    s.jobs.push_back({.task = static_cast<int>(i),
                      .project = task.project,
                      .pool = task.pool,
                      .nodes = task.nodes,
                      .num_before = static_cast<int>(task.after.size()),
                      .left_s = task.duration_s,
                      .estimate_s = task.estimate_s});
    if (task.after.empty())
      add_event(s, std::max(task.submitted_s, task.not_before_s), EventKind::kEligible, static_cast<int>(i));
  }
}

void await_arrival(ProgrammeState& s, int number, double from_s) {
  const SimulatedStream& settings = s.settings.streams[at(number)];
  const double at_s = settings.jobs_per_s > 0
                          ? from_s + s.streams[at(number)].arrivals.exponential() / settings.jobs_per_s
                          : settings.until_s;
  if (at_s < settings.until_s) return add_event(s, at_s, EventKind::kArrival, number);
  add_event(s, settings.until_s, EventKind::kStreamEnd, number);
}

void add_streams(ProgrammeState& s) {
  for (std::size_t i = 0; i < s.settings.streams.size(); ++i) {
    const std::uint64_t seed = luck_seed(s.figures.trials.seed, s.settings.streams[i].luck.value_or(i));
    const auto draws = [&](ProgrammeStream stream) { return RandomStream(programme_key(seed, s.trial, stream)); };
    s.streams.push_back({.arrivals = draws(ProgrammeStream::kArrivals),
                         .widths = draws(ProgrammeStream::kWidths),
                         .durations = draws(ProgrammeStream::kDurations)});
    await_arrival(s, static_cast<int>(i), s.settings.streams[i].from_s);
  }
}

void end_stream(ProgrammeState& s, int number) {
  StreamState& stream = s.streams[at(number)];
  stream.is_open = false;
  if (stream.unfinished == 0) count_ended(s, s.settings.streams[at(number)].project);
}

void handle(ProgrammeState& s, const Event& event) {
  const auto holds = [&] { return job_of(s, event.of).version == event.version; };
  switch (event.kind) {
    case EventKind::kClose: return count_running_work(s);
    case EventKind::kRunStep:
      if (holds()) step_job(s, event.of);
      return;
    case EventKind::kJobEnd:
      if (holds()) end_plain_job(s, event.of);
      return;
    case EventKind::kSaved:
      if (holds()) end_saving(s, event.of);
      return;
    case EventKind::kCapacity: return change_nodes(s, event.of);
    case EventKind::kEligible: return make_eligible(s, event.of);
    case EventKind::kArrival: add_stream_job(s, event.of); return await_arrival(s, event.of, s.now_s);
    case EventKind::kStreamEnd: return end_stream(s, event.of);
  }
}

/// All that happens at one time, then whoever may start.
void pass_to_next(ProgrammeState& s) {
  s.now_s = s.events.top().at_s;
  while (!s.events.empty() && s.events.top().at_s == s.now_s) {
    const Event event = s.events.top();
    s.events.pop();
    handle(s, event);
  }
  for (std::size_t pool = 0; pool < s.pools.size(); ++pool) {
    if (!s.pools[pool].is_touched) continue;
    s.pools[pool].is_touched = false;
    start_waiting(s, static_cast<int>(pool));
  }
}

/// [month × organisations + organisation]
std::vector<double> money_of(const std::vector<double>& allotted, const ProgrammeSettings& settings) {
  const auto organisations = at(settings.num_organisations);
  const std::size_t pools = settings.pools.size();
  std::vector<double> money(settings.node_hour_prices.size() * organisations);
  for (std::size_t i = 0; i < money.size(); ++i)
    for (std::size_t pool = 0; pool < pools; ++pool)
      money[i] += allotted[i * pools + pool] / kHour_s * settings.node_hour_prices[i / organisations][pool];
  return money;
}

std::vector<double> money_after_end(const ProgrammeState& s) {
  if (s.settings.node_hour_prices.empty()) return {};
  std::vector<double> money(at(s.settings.num_organisations));
  for (std::size_t i = 0; i < money.size(); ++i)
    for (std::size_t pool = 0; pool < s.settings.pools.size(); ++pool)
      money[i] += s.books.after_end_node_s(static_cast<int>(i), static_cast<int>(pool), s.now_s) / kHour_s *
                  s.settings.node_hour_prices.back()[pool];
  return money;
}

void fill_pools(ProgrammeState& s) {
  s.books.close();
  for (std::size_t i = 0; i < s.pools.size(); ++i) {
    const PoolBook& book = s.books.pool(static_cast<int>(i));
    PoolOutcome& out = s.out.pools[i];
    out.held = book[NodeUse::kHeld].node_s;
    out.unfit = book[NodeUse::kUnfit].node_s;
    out.spare = book[NodeUse::kSpare].node_s;
    out.kept = book[NodeUse::kKept].node_s;
    out.idle = book[NodeUse::kIdle].node_s;
    out.lost = book[NodeUse::kBusy].node_s - out.used;
    out.held_by_week = book.held_by_week.node_s;
    out.allotted_by_week = book.allotted_by_week.node_s;
  }
  s.out.allotted = s.books.allotted();
  s.out.money = money_of(s.out.allotted, s.settings);
  s.out.money_after = money_after_end(s);
}

void fill_projects(ProgrammeState& s) {
  for (std::size_t i = 0; i < s.projects.size(); ++i) {
    const ProjectState& project = s.projects[i];
    const bool finished = project.num_left == 0;
    // A stream of no jobs has neither start nor work.
    const bool has_no_jobs = finished && project.start_s < 0;
    s.out.projects[i] = {.start_s = has_no_jobs ? project.finish_s : project.start_s,
                         .finish_s = project.finish_s,
                         .node_s = s.books.project_node_s(static_cast<int>(i), s.now_s),
                         .finished = finished};
  }
}

}  // namespace

ProgrammeTrials::ProgrammeTrials(const ProgrammeSettings& settings, const ProgrammeTrialSettings& trials)
    : settings_(settings), figures_(std::make_unique<ProgrammeFigures>(programme_figures(settings, trials))) {}

ProgrammeTrials::~ProgrammeTrials() = default;

ProgrammeTrial ProgrammeTrials::simulate(std::int64_t trial) const {
  ProgrammeState s{.settings = settings_,
                   .figures = *figures_,
                   .trial = trial,
                   .out = empty_trial(settings_),
                   .books = NodeBooks(settings_),
                   .projects = std::vector<ProjectState>(settings_.projects.size()),
                   .errors = draw_errors(figures_->errors, settings_.rules.shared_error, trial)};
  for (std::size_t i = 0; i < s.projects.size(); ++i) s.projects[i].num_left = figures_->num_things[i];
  add_event(s, settings_.end_s, EventKind::kClose, 0);
  s.pools.reserve(settings_.pools.size());
  add_pools(s);
  add_tasks(s);
  add_streams(s);
  while (!s.events.empty()) pass_to_next(s);
  fill_pools(s);
  fill_projects(s);
  return std::move(s.out);
}

}  // namespace fmplan::sim
