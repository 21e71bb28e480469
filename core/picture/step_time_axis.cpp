#include "core/picture/step_time_axis.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace fmplan::picture {
namespace {

using sim::StepTask;
using sim::StepTaskKind;

bool has_forward(StepTaskKind kind) {
  return kind == StepTaskKind::kForward || kind == StepTaskKind::kForwardAndBackward;
}
bool has_backward(StepTaskKind kind) {
  return kind == StepTaskKind::kBackward || kind == StepTaskKind::kBackwardInput ||
         kind == StepTaskKind::kForwardAndBackward;
}

/// What the passes say of the shape of the step.
struct PassTimes {
  std::int64_t median_forward_ns = 0;  ///< 0: there are no forward passes
  std::int64_t filled_ns = 0;          ///< every rank has begun a backward pass
  std::int64_t draining_ns = 0;        ///< a rank has ended its last forward pass
};

PassTimes pass_times(const sim::StepSimulation& simulation) {
  std::vector<std::int64_t> forward_ns;
  std::vector<std::int64_t> first_backward_ns(simulation.ranks.size(), simulation.makespan_ns);
  std::vector<std::int64_t> last_forward_ns(simulation.ranks.size(), 0);
  for (const StepTask& task : simulation.tasks) {
    const auto rank = static_cast<std::size_t>(task.rank);
    if (task.kind == StepTaskKind::kForward) forward_ns.push_back(task.end_ns - task.start_ns);
    if (has_forward(task.kind)) last_forward_ns[rank] = std::max(last_forward_ns[rank], task.end_ns);
    if (has_backward(task.kind)) first_backward_ns[rank] = std::min(first_backward_ns[rank], task.start_ns);
  }
  if (forward_ns.empty()) return {};
  const auto middle = forward_ns.begin() + static_cast<std::ptrdiff_t>(forward_ns.size() / 2);
  std::nth_element(forward_ns.begin(), middle, forward_ns.end());
  return {.median_forward_ns = *middle,
          .filled_ns = *std::max_element(first_backward_ns.begin(), first_backward_ns.end()),
          .draining_ns = *std::min_element(last_forward_ns.begin(), last_forward_ns.end())};
}

TimeAxis whole_axis(const sim::StepSimulation& simulation, double width) {
  return {.windows = {{0, simulation.makespan_ns, 0}},
          .width_per_ns = width / std::max(1.0, static_cast<double>(simulation.makespan_ns))};
}

/// True if any of the task is drawn.
bool is_drawn(const StepTask& task, const TimeAxis& axis) {
  return std::any_of(axis.windows.begin(), axis.windows.end(), [&](const TimeWindow& window) {
    return task.start_ns < window.to_ns && task.end_ns > window.from_ns;
  });
}

struct Unit {
  double ns;
  const char* name;
};

Unit unit_for(std::int64_t time_ns) {
  constexpr Unit kUnits[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}};  // exact
  for (const Unit& unit : kUnits)
    if (static_cast<double>(time_ns) >= unit.ns) return unit;
  return {1, "ns"};
}

}  // namespace

TimeAxis time_axis(const sim::StepSimulation& simulation, double width, double gap, const PassWidths& passes) {
  const PassTimes times = pass_times(simulation);
  const TimeAxis whole = whole_axis(simulation, width);
  const auto forward_ns = static_cast<double>(times.median_forward_ns);
  if (forward_ns <= 0 || whole.width_per_ns * forward_ns >= passes.unbroken) return whole;

  const auto makespan_ns = static_cast<double>(simulation.makespan_ns);
  // A little more, so that the steady state is seen to begin and to end.
  const double begin_ns = 1.08 * static_cast<double>(times.filled_ns);
  const double end_ns = 1.08 * (makespan_ns - static_cast<double>(times.draining_ns));
  const double fitting = (width - gap) / (begin_ns + end_ns);
  TimeAxis axis;
  axis.width_per_ns = std::clamp(fitting, passes.least / forward_ns, passes.broken / forward_ns);
  const double drawn_ns = (width - gap) / axis.width_per_ns;
  // A break that hides next to nothing is worth less than a picture without one.
  if (drawn_ns > 0.9 * makespan_ns) return whole;
  const auto first_ns = static_cast<std::int64_t>(drawn_ns * begin_ns / (begin_ns + end_ns));
  const auto rest_ns = static_cast<std::int64_t>(drawn_ns) - first_ns;
  axis.windows = {{0, first_ns, 0},
                  {simulation.makespan_ns - rest_ns, simulation.makespan_ns,
                   axis.width_per_ns * static_cast<double>(first_ns) + gap}};
  return axis;
}

int num_hidden_micro_batches(const sim::StepSimulation& simulation, const TimeAxis& axis) {
  std::set<int> all, drawn;
  for (const StepTask& task : simulation.tasks) {
    if (!has_forward(task.kind) && !has_backward(task.kind)) continue;
    const bool seen = is_drawn(task, axis);
    for (const int micro_batch : {task.micro_batch, task.beside_micro_batch}) {
      if (micro_batch < 0) continue;
      all.insert(micro_batch);
      if (seen) drawn.insert(micro_batch);
    }
  }
  return static_cast<int>(all.size() - drawn.size());
}

TimeTicks time_ticks(const TimeAxis& axis, double spacing) {
  const double rough_ns = spacing / axis.width_per_ns;
  const double power = std::pow(10.0, std::floor(std::log10(rough_ns)));
  double step_ns = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * power >= rough_ns) step_ns = factor * power;
  step_ns = std::max(1.0, std::round(step_ns));
  const Unit unit = unit_for(axis.windows.back().to_ns);
  TimeTicks result{.unit = unit.name, .ticks = {}};
  for (const TimeWindow& window : axis.windows) {
    const auto from = static_cast<std::int64_t>(std::ceil(static_cast<double>(window.from_ns) / step_ns));
    const auto to = static_cast<std::int64_t>(std::floor(static_cast<double>(window.to_ns) / step_ns));
    for (std::int64_t i = from; i <= to; ++i) {
      const double time_ns = static_cast<double>(i) * step_ns;
      result.ticks.push_back(
          {axis.at(window, static_cast<std::int64_t>(time_ns)), fmt::format("{:.6g}", time_ns / unit.ns)});
    }
  }
  return result;
}

}  // namespace fmplan::picture
