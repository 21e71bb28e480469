#pragma once

/// @file
/// Who goes first.

#include "core/sim/programme/programme_state.h"

namespace fmplan::sim {

/// Of a job in a queue; the least goes first.
struct QueueKey {
  double first = 0, second = 0;  ///< as the order says
  double eligible_s = 0;
  std::int64_t number = 0;

  friend auto operator<=>(const QueueKey&, const QueueKey&) = default;
};
QueueKey queue_key(const ProgrammeState& s, const Job& job);

/// By the order alone, whoever came earlier: it may take the other's nodes, where rules allow preemption.
bool goes_before(const ProgrammeState& s, const Job& job, const Job& other);

/// Puts a job in its place.
void join_queue(ProgrammeState& s, int job);
/// Puts all in their places, where these change with time.
void sort_queue(ProgrammeState& s, int pool);

}  // namespace fmplan::sim
