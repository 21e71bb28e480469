#include "core/sim/programme/pool_calendar.h"

#include <algorithm>

#include "core/base/statistics.h"
#include "core/sim/programme/programme_luck.h"

namespace fmplan::sim {
namespace {

constexpr double kDay_s = 86'400;  ///< seconds

struct Change {
  double at_s = 0;
  int held = 0, fit = 0, defective = 0;
};

bool is_pause(const CapacityStep& step) { return step.until_s >= 0; }
bool is_delivery(const CapacityStep& step) { return step.nodes > 0 && !is_pause(step); }
double checked_s(const CapacityStep& step, const DeliveryLuck& luck) { return step.at_s + luck.late_s + step.check_s; }

std::vector<Change> changes(const SimulatedPool& pool, const std::vector<DeliveryLuck>& luck) {
  std::vector<Change> all;
  for (std::size_t i = 0; i < pool.steps.size(); ++i) {
    const CapacityStep& step = pool.steps[i];
    if (is_pause(step)) {
      all.push_back({.at_s = step.at_s, .fit = step.nodes});
      all.push_back({.at_s = step.until_s, .fit = -step.nodes});
    } else if (is_delivery(step)) {
      const double good_s = checked_s(step, luck[i]);
      all.push_back({.at_s = step.at_s + luck[i].late_s, .held = step.nodes});
      const int defective = luck[i].defective;
      all.push_back({.at_s = good_s, .fit = step.nodes - defective, .defective = defective});
      if (defective > 0)
        all.push_back({.at_s = good_s + step.replaced_in_s, .fit = defective, .defective = -defective});
    } else {
      all.push_back({.at_s = step.at_s, .held = step.nodes, .fit = step.nodes});
    }
  }
  std::ranges::stable_sort(all, {}, &Change::at_s);
  return all;
}

/// Good nodes of the deliveries due by `due_s` that are there at `at_s`.
int good_by(const SimulatedPool& pool, const std::vector<DeliveryLuck>& luck, double due_s, double at_s) {
  int good = 0;
  for (std::size_t i = 0; i < pool.steps.size(); ++i) {
    const CapacityStep& step = pool.steps[i];
    if (!is_delivery(step) || step.at_s > due_s) continue;
    const double good_s = checked_s(step, luck[i]);
    if (good_s <= at_s) good += step.nodes - luck[i].defective;
    if (good_s + step.replaced_in_s <= at_s) good += luck[i].defective;
  }
  return good;
}

int due_by(const SimulatedPool& pool, double due_s) {
  int due = 0;
  for (const CapacityStep& step : pool.steps)
    if (is_delivery(step) && step.at_s <= due_s) due += step.nodes;
  return due;
}

}  // namespace

std::vector<DeliveryLuck> draw_deliveries(const SimulatedPool& settings, std::uint64_t seed, int pool,
                                          std::int64_t trial) {
  std::vector<DeliveryLuck> all(settings.steps.size());
  const std::uint64_t pool_seed = luck_seed(seed, static_cast<std::uint64_t>(pool) + 1);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const CapacityStep& step = settings.steps[i];
    if (!is_delivery(step)) continue;
    const std::uint64_t step_seed = luck_seed(pool_seed, i + 1);
    if (step.late_chance > 0) {
      RandomStream lateness(programme_key(step_seed, trial, ProgrammeStream::kLateness));
      if (lateness.uniform() < step.late_chance) all[i].late_s = lateness.exponential() * step.late_mean_s;
    }
    if (step.defective_share > 0)
      all[i].defective = binomial_quantile(step.nodes, step.defective_share,
                                           uniform_draw(programme_key(step_seed, trial, ProgrammeStream::kDefects)));
  }
  return all;
}

PoolCalendar pool_calendar(const SimulatedPool& pool, const std::vector<DeliveryLuck>& luck) {
  PoolCalendar calendar;
  int held = 0, fit = 0, defective = 0;
  const std::vector<Change> all = changes(pool, luck);
  for (std::size_t i = 0; i < all.size(); ++i) {
    held += all[i].held;
    fit += all[i].fit;
    defective += all[i].defective;
    if (i + 1 < all.size() && all[i + 1].at_s == all[i].at_s) continue;
    // No more can be given back, or be in maintenance, than there is.
    const int there = std::max(0, held), good = std::clamp(fit, 0, there);
    // Spares take the place of defective nodes until these are replaced: jobs get what they were to be given.
    const int spares = std::min(std::max(0, pool.spares - defective), good);
    calendar.push_back(
        {.from_s = all[i].at_s, .held = there, .unfit = there - good, .spares = spares, .for_jobs = good - spares});
  }
  int most = 0;
  for (auto nodes = calendar.rbegin(); nodes != calendar.rend(); ++nodes)
    nodes->most_for_jobs = most = std::max(most, nodes->for_jobs);
  return calendar;
}

std::vector<Release> announced_changes(const SimulatedPool& pool) {
  std::vector<Release> announced;
  int before = 0;
  for (const PoolNodes& nodes : pool_calendar(pool, std::vector<DeliveryLuck>(pool.steps.size()))) {
    if (nodes.for_jobs != before) announced.push_back({.at_s = nodes.from_s, .nodes = nodes.for_jobs - before});
    before = nodes.for_jobs;
  }
  return announced;
}

std::array<bool, kNumDeliveryDays> delivered_in_time(const SimulatedPool& pool, const std::vector<DeliveryLuck>& luck) {
  std::array<bool, kNumDeliveryDays> in_time{};
  in_time.fill(true);
  for (const CapacityStep& step : pool.steps) {
    if (!is_delivery(step)) continue;
    const int needed = due_by(pool, step.at_s) - pool.spares;
    for (std::size_t days = 0; days < kNumDeliveryDays; ++days)
      if (good_by(pool, luck, step.at_s, step.at_s + static_cast<double>(days) * kDay_s) < needed)
        in_time[days] = false;
  }
  return in_time;
}

}  // namespace fmplan::sim
