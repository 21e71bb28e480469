#include "core/plan/placement/list_scheduler.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/base/integers.h"
#include "core/base/random.h"
#include "core/plan/placement/pauses.h"

namespace fmplan::plan {
namespace {

/// How a phase chooses among its modes, where it is not told which: numbers below 0, beside those of modes.
enum ModeRule : int {
  kSoonest = -1,         ///< ends first
  kLeanestInTime = -2,   ///< least node-slots of those that leave time for the rest of the project, else kSoonest
  kCheapestInTime = -3,  ///< least money of these
};
constexpr std::array<int, 3> kModeRules = {kSoonest, kLeanestInTime, kCheapestInTime};

/// What serial schedule generation works through: phases whose turn it is, the least key first.
struct Order {
  std::vector<double> keys;  ///< of tasks
  std::vector<int> modes;    ///< of tasks: in CountedTask::modes, or a ModeRule
};

/// Makes schedules of orders, with room that is used again.
class SerialGenerator {
 public:
  explicit SerialGenerator(const CountedProblem& problem) : problem_(problem) {
    for (const CountedTask& task : problem.tasks) {
      const std::optional<int>& due = problem.projects[at(task.project)].due;
      in_time_.push_back(task.latest_end - (due ? std::max(0, problem.num_slots - *due) : 0));
    }
  }

  const Schedule& run(const Order& order) {
    order_ = &order;
    free_ = problem_.capacity;
    schedule_.assign(problem_.tasks.size(), {});
    ready_from_.assign(problem_.projects.size(), 0);
    waiting_for_.resize(problem_.projects.size());
    for (std::size_t i = 0; i < problem_.projects.size(); ++i) {
      waiting_for_[i] = static_cast<int>(problem_.projects[i].after.size());
      if (waiting_for_[i] == 0) begin_project(static_cast<int>(i));
    }
    while (!turns_.empty()) {
      std::pop_heap(turns_.begin(), turns_.end(), std::greater<>());
      const int task = turns_.back().second;
      turns_.pop_back();
      place(task);
    }
    return schedule_;
  }

 private:
  struct Choice {
    int mode = -1;
    int start = 0, end = 0;
  };

  void push_turn(int task) {
    turns_.emplace_back(order_->keys[at(task)], task);
    std::push_heap(turns_.begin(), turns_.end(), std::greater<>());
  }

  void begin_project(int project) {
    if (problem_.projects[at(project)].possible) push_turn(problem_.projects[at(project)].first_task);
  }

  void place(int task) {
    const CountedTask& what = problem_.tasks[at(task)];
    const CountedProject& project = problem_.projects[at(what.project)];
    const Choice choice = choose(task, std::max(what.head, ready_from_[at(what.project)]));
    if (choice.mode < 0) {
      take_back(project, task);
      return;
    }
    schedule_[at(task)] = {.mode = choice.mode, .start = choice.start};
    lend(what.modes[at(choice.mode)], choice.start, -1);
    ready_from_[at(what.project)] = choice.end;
    if (task != project.last_task()) {
      push_turn(task + 1);
      return;
    }
    for (const int follower : project.followers) {
      ready_from_[at(follower)] = std::max(ready_from_[at(follower)], choice.end);
      if (--waiting_for_[at(follower)] == 0) begin_project(follower);
    }
  }

  void take_back(const CountedProject& project, int failed) {
    for (int task = project.first_task; task < failed; ++task) {
      TaskTimes& times = schedule_[at(task)];
      lend(problem_.tasks[at(task)].modes[at(times.mode)], times.start, 1);
      times = {};
    }
  }

  void lend(const CountedMode& mode, int start, int sign) {
    std::vector<int>& free = free_[at(mode.pool)];
    auto pause = std::ranges::lower_bound(mode.pauses, start);
    for (int slot = start, end = end_of(mode, start); slot < end; ++slot)
      if (pause != mode.pauses.end() && *pause == slot)
        ++pause;
      else
        free[at(slot)] += sign * mode.nodes;
  }

  Choice try_mode(int task, int mode, int from) const {
    const CountedTask& what = problem_.tasks[at(task)];
    const CountedMode& tried = what.modes[at(mode)];
    const std::optional<int> start = earliest_fit(free_[at(tried.pool)], tried, from, what.latest_end);
    return start ? Choice{.mode = mode, .start = *start, .end = end_of(tried, *start)} : Choice{};
  }

  Choice choose(int task, int from) const {
    const int wanted = order_->modes[at(task)];
    if (wanted >= 0) {
      const Choice choice = try_mode(task, wanted, from);
      if (choice.mode >= 0) return choice;
    }
    const CountedTask& what = problem_.tasks[at(task)];
    Choice best;
    std::array<std::int64_t, 4> best_rank{};
    for (std::size_t m = 0; m < what.modes.size(); ++m) {
      const Choice choice = try_mode(task, static_cast<int>(m), from);
      if (choice.mode < 0) continue;
      const CountedMode& mode = what.modes[m];
      std::array<std::int64_t, 4> rank = {1, choice.end, mode.work(), mode.money};
      if (choice.end <= in_time_[at(task)]) {
        if (wanted == kLeanestInTime) rank = {0, mode.work(), choice.end, mode.money};
        if (wanted == kCheapestInTime) rank = {0, mode.money, mode.work(), choice.end};
      }
      if (best.mode >= 0 && best_rank <= rank) continue;
      best = choice;
      best_rank = rank;
    }
    return best;
  }

  const CountedProblem& problem_;
  std::vector<int> in_time_;  ///< of tasks: ends by which the rest of the project can still be in time
  const Order* order_ = nullptr;
  std::vector<std::vector<int>> free_;
  Schedule schedule_;
  std::vector<int> ready_from_, waiting_for_;    ///< of projects
  std::vector<std::pair<double, int>> turns_{};  ///< a heap of (key, task), the least first
};

constexpr std::size_t kNumOrders = 7;
static_assert(kNumOrders * 2 * kModeRules.size() == kNumListSchedules);

/// A key of each project by which the first goes first.
std::vector<std::vector<double>> project_orders(const CountedProblem& problem) {
  std::vector<std::vector<double>> orders(kNumOrders);
  for (const CountedProject& project : problem.projects) {
    const double due = project.due.value_or(2 * problem.num_slots);
    double work = 0, slots = 0, head = 0;
    for (int k = project.last_task(); k >= project.first_task; --k) {
      const CountedTask& task = problem.tasks[at(k)];
      std::int64_t least = std::numeric_limits<std::int64_t>::max();
      for (const CountedMode& mode : task.modes) least = std::min(least, mode.work());
      if (!task.modes.empty()) work += static_cast<double>(least);
      slots += task.least_slots;
      head = task.head;
    }
    const auto weight = static_cast<double>(project.weight);
    const std::array<double, kNumOrders> keys = {due,   due - slots,  -weight,           work / weight,
                                                 -work, due / weight, due - head - slots};
    for (std::size_t i = 0; i < keys.size(); ++i) orders[i].push_back(keys[i]);
  }
  return orders;
}

/// A phase's turn: that of its project, or behind the phases of others that are as far on (`by_stage`).
Order order_of(const CountedProblem& problem, const std::vector<double>& project_keys, int rule, bool by_stage) {
  double span = 1;
  for (const double key : project_keys) span = std::max(span, 2 * std::abs(key) + 1);
  Order order;
  order.modes.assign(problem.tasks.size(), rule);
  for (std::size_t i = 0; i < problem.tasks.size(); ++i) {
    const CountedProject& project = problem.projects[at(problem.tasks[i].project)];
    const int stage = static_cast<int>(i) - project.first_task;
    order.keys.push_back(project_keys[at(problem.tasks[i].project)] + (by_stage ? span * stage : 0));
  }
  return order;
}

/// One number for a schedule: lateness in weighted slots, a project not placed far above it, and all of the money that
/// can be saved worth half of the least lateness.
class Energy {
 public:
  explicit Energy(const CountedProblem& problem) : unplaced_(2.0 * (problem.num_slots + 1)) {
    double money = 1, node_hours = 1;
    for (const CountedTask& task : problem.tasks) {
      std::int64_t most_money = 0, most_hours = 0;
      for (const CountedMode& mode : task.modes) {
        most_money = std::max(most_money, mode.money);
        most_hours = std::max(most_hours, mode.node_hours);
      }
      money += static_cast<double>(most_money);
      node_hours += static_cast<double>(most_hours);
    }
    double weights = 0;
    least_weight_ = std::numeric_limits<double>::infinity();
    for (const CountedProject& project : problem.projects) {
      least_weight_ = std::min(least_weight_, static_cast<double>(project.weight));
      weights += static_cast<double>(project.weight);
    }
    mean_weight_ = weights / static_cast<double>(problem.projects.size());
    money_ = 0.5 * least_weight_ / money;
    node_hours_ = 0.05 * least_weight_ / node_hours;
  }

  double operator()(const CountedObjective& objective) const {
    return unplaced_ * static_cast<double>(objective.unplaced) + static_cast<double>(objective.late) +
           money_ * static_cast<double>(objective.money) + node_hours_ * static_cast<double>(objective.node_hours);
  }
  double warm() const { return 2 * mean_weight_; }
  double cold() const { return 1e-4 * least_weight_; }

 private:
  double unplaced_, money_ = 0, node_hours_ = 0, least_weight_ = 0, mean_weight_ = 0;
};

/// The order that makes `schedule` again, or better.
Order order_from(const CountedProblem& problem, const Schedule& schedule) {
  Order order;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const bool placed = schedule[i].mode >= 0;
    order.keys.push_back(placed ? schedule[i].start : problem.num_slots);
    order.modes.push_back(placed ? schedule[i].mode : kSoonest);
  }
  return order;
}

/// Draws changes of an order and takes them back.
class OrderChanges {
 public:
  OrderChanges(const CountedProblem& problem, std::uint64_t seed)
      : problem_(problem), draws_({.seed = seed, .stream = kStream}) {}

  void change(Order& order) {
    before_.clear();
    const double kind = draws_.uniform();
    if (kind < 0.45) {  // shares chosen by trial
      change_mode(order, draw(num_tasks()));
    } else if (kind < 0.75) {
      move_near(order, draw(num_tasks()), draw(num_tasks()));
    } else if (kind < 0.9) {
      const int task = draw(num_tasks());
      move_near(order, task, draw(num_tasks()));
      change_mode(order, task);
    } else {
      move_project(order);
    }
  }

  void take_back(Order& order) const {
    for (auto change = before_.rbegin(); change != before_.rend(); ++change) {
      order.keys[at(change->task)] = change->key;
      order.modes[at(change->task)] = change->mode;
    }
  }

  double uniform() { return draws_.uniform(); }

 private:
  static constexpr std::uint32_t kStream = 0x706c6163;  // "plac"

  struct Before {
    int task = 0;
    double key = 0;
    int mode = 0;
  };

  int num_tasks() const { return static_cast<int>(problem_.tasks.size()); }
  int draw(int count) { return std::min(static_cast<int>(draws_.uniform() * count), count - 1); }
  void keep(const Order& order, int task) { before_.push_back({task, order.keys[at(task)], order.modes[at(task)]}); }

  void change_mode(Order& order, int task) {
    keep(order, task);
    const int count = static_cast<int>(problem_.tasks[at(task)].modes.size());
    const int drawn = draw(count + 2);
    order.modes[at(task)] = drawn < count ? drawn : drawn == count ? kSoonest : kLeanestInTime;
  }

  void move_near(Order& order, int task, int other) {
    keep(order, task);
    order.keys[at(task)] = order.keys[at(other)] + draws_.uniform() - 0.5;
  }

  void move_project(Order& order) {
    const CountedProject& project = problem_.projects[at(draw(static_cast<int>(problem_.projects.size())))];
    const double by = order.keys[at(draw(num_tasks()))] - order.keys[at(project.first_task)] + draws_.uniform() - 0.5;
    for (int task = project.first_task; task <= project.last_task(); ++task) {
      keep(order, task);
      order.keys[at(task)] += by;
    }
  }

  const CountedProblem& problem_;
  RandomStream draws_;
  std::vector<Before> before_;
};

}  // namespace

Schedule list_schedule(const CountedProblem& problem, const Watch& watch) {
  SerialGenerator generator(problem);
  Schedule best(problem.tasks.size());
  CountedObjective best_objective = objective_of(problem, best);
  int made = 0;
  for (const std::vector<double>& keys : project_orders(problem))
    for (const bool by_stage : {false, true})
      for (const int rule : kModeRules) {
        if (made > 0 && watch.stopped()) return best;
        watch.report(made++, kNumListSchedules);
        const Schedule& schedule = generator.run(order_of(problem, keys, rule, by_stage));
        const CountedObjective objective = objective_of(problem, schedule);
        if (objective >= best_objective) continue;
        best = schedule;
        best_objective = objective;
      }
  return best;
}

Schedule local_search(const CountedProblem& problem, const Schedule& start, const CountedObjective& bound,
                      const LocalSearch& search, const Watch& watch) {
  if (problem.tasks.empty()) return start;
  SerialGenerator generator(problem);
  OrderChanges changes(problem, search.seed);
  const Energy energy(problem);
  Order order = order_from(problem, start);
  Schedule best = start;
  CountedObjective best_objective = objective_of(problem, start);
  const double warm = std::max(energy.cold(), search.warmth * energy.warm());
  const double cooling =
      std::pow(energy.cold() / warm, 1 / static_cast<double>(std::max<std::int64_t>(1, search.num_steps)));
  double current = energy(best_objective), temperature = warm;
  constexpr std::int64_t kReports = 200;  // chosen: a line on a terminal moves by half a percent
  const std::int64_t steps_a_report = std::max<std::int64_t>(1, search.num_steps / kReports);
  for (std::int64_t step = 0; step < search.num_steps && best_objective > bound && !watch.stopped(); ++step) {
    if (step % steps_a_report == 0) watch.report(step, search.num_steps);
    temperature *= cooling;
    changes.change(order);
    const Schedule& schedule = generator.run(order);
    const CountedObjective objective = objective_of(problem, schedule);
    const double changed = energy(objective);
    if (objective < best_objective) {
      best_objective = objective;
      best = schedule;
    }
    if (changed <= current || changes.uniform() < std::exp((current - changed) / temperature))
      current = changed;
    else
      changes.take_back(order);
  }
  return best;
}

std::int64_t usual_num_steps(const CountedProblem& problem) {
  // As measured on the machine of bench/RESULTS.md: a phase takes 50 ns, and 0.85 ns for each slot.
  constexpr double kPhase_ns = 50, kSlot_ns = 0.85, kAll_ns = 2e8;
  const double step_ns = static_cast<double>(problem.tasks.size()) * (kPhase_ns + kSlot_ns * problem.num_slots);
  return std::clamp<std::int64_t>(std::llround(kAll_ns / std::max(1.0, step_ns)), 100, 50'000);
}

}  // namespace fmplan::plan
