#include "core/sim/programme/backfill.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace fmplan::sim {

FreeNodes::FreeNodes(int free, double now_s, std::vector<Release> changes) {
  std::ranges::sort(changes, {}, &Release::at_s);
  steps_ = {{.from_s = now_s, .nodes = free}};
  for (const Release& change : changes) {
    if (change.at_s > steps_.back().from_s) steps_.push_back({.from_s = change.at_s, .nodes = steps_.back().nodes});
    steps_.back().nodes += change.nodes;
  }
  find_least();
}

Reservation FreeNodes::first(int nodes, double for_s) const {
  std::optional<std::size_t> begin;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].nodes < nodes) {
      begin.reset();
      continue;
    }
    if (!begin) begin = i;
    const Step& from = steps_[*begin];
    if (i + 1 == steps_.size() || steps_[i + 1].from_s >= from.from_s + for_s)
      return {.at_s = from.from_s, .extra = from.nodes - nodes};
  }
  return {.at_s = std::numeric_limits<double>::infinity(), .extra = 0};
}

int FreeNodes::least(double until_s) const {
  const auto end = std::ranges::lower_bound(steps_, until_s, {}, &Step::from_s);
  return end == steps_.begin() ? end->least : std::prev(end)->least;
}

void FreeNodes::take(int nodes, double from_s, double until_s) {
  if (!(from_s < until_s)) return;
  const std::size_t begin = step_at(from_s), end = step_at(until_s);
  for (std::size_t i = begin; i < end; ++i) steps_[i].nodes -= nodes;
  find_least();
}

/// The step that begins then, cut off from the one before; the end where that is after all time.
std::size_t FreeNodes::step_at(double time_s) {
  if (time_s == std::numeric_limits<double>::infinity()) return steps_.size();
  const auto found = std::ranges::lower_bound(steps_, time_s, {}, &Step::from_s);
  const auto place = static_cast<std::size_t>(found - steps_.begin());
  const bool is_there = place == 0 || (found != steps_.end() && found->from_s == time_s);
  if (!is_there) steps_.insert(found, {.from_s = time_s, .nodes = steps_[place - 1].nodes});
  return place;
}

void FreeNodes::find_least() {
  int least = steps_.front().nodes;
  for (Step& step : steps_) step.least = least = std::min(least, step.nodes);
}

Reservation reservation(int nodes, int free, double now_s, std::vector<Release> releases) {
  return FreeNodes(free, now_s, std::move(releases)).first(nodes, 0);
}

}  // namespace fmplan::sim
