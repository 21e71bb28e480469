#include "core/sim/programme/programme_luck.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/sim/run/trial_books.h"

namespace fmplan::sim {

std::uint64_t luck_seed(std::uint64_t seed, std::uint64_t number) {
  if (number == 0) return seed;
  std::uint64_t z = seed + number * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

RandomKey programme_key(std::uint64_t seed, std::int64_t trial, ProgrammeStream stream) {
  RandomKey key = trial_key(seed, trial, TrialStream::kArrivals);
  key.stream = static_cast<std::uint32_t>(stream);
  return key;
}

double EqualCorrelation::next(double normal) {
  const double own = std::sqrt(std::max(0.0, 1 - squares_));
  const double value = shared_ + own * normal;
  const double common = own > 0 ? (rho_ - squares_) / own : 0;
  shared_ += common * normal;
  squares_ += common * common;
  return value;
}

ErrorGroups error_groups(const ProgrammeSettings& settings, std::uint64_t seed) {
  ErrorGroups result;
  std::map<std::pair<int, int>, int> known;
  for (std::size_t i = 0; i < settings.tasks.size(); ++i) {
    const SimulatedTask& task = settings.tasks[i];
    if (!task.run || !task.step_time_error) {
      result.of_task.push_back(-1);
      continue;
    }
    const auto [group, is_new] = known.try_emplace({task.project, task.kin}, static_cast<int>(result.groups.size()));
    if (is_new)
      result.groups.push_back(
          {.project = task.project, .kin = task.kin, .seed = luck_seed(seed, task.luck.value_or(i))});
    result.of_task.push_back(group->second);
  }
  return result;
}

std::vector<double> draw_errors(const ErrorGroups& groups, double shared_error, std::int64_t trial) {
  std::vector<double> normals;
  std::map<int, EqualCorrelation> kins;
  for (const ErrorGroup& group : groups.groups) {
    const double own = normal_draw(trial_key(group.seed, trial, TrialStream::kStepTime));
    normals.push_back(
        group.kin < 0 ? own : kins.try_emplace(group.kin, EqualCorrelation(shared_error)).first->second.next(own));
  }
  return normals;
}

}  // namespace fmplan::sim
