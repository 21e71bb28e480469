#pragma once

/// @file
/// What is drawn for a trial once, and how its time is booked.

#include "core/sim/run/run.h"
#include "core/sim/run/trial_state.h"

namespace fmplan::sim {

/// Streams of random numbers: what each is drawn for.
enum class TrialStream : std::uint32_t {
  kArrivals = 100,
  kKinds,
  kDurations,
  kPopulation,
  kStepTime,
  kFailureRate,
  kWhileDown
};

RandomKey trial_key(std::uint64_t seed, std::int64_t trial, TrialStream stream);

/// What a trial draws once.
struct TrialDraws {
  double step_time_factor = 1;
  double rate_factor = 1;  ///< on the failure rate
};

/// Of the standard normal quantile z: its logarithm is linear in z between the points known, and beyond.
double step_time_factor(const StepTimeError& error, double z);

/// The mean of spares_last() over runs that are longer by factors of `error`.
double spares_last(const RunSettings& settings, const RunOutcome& run, const StepTimeError& error);

/// The step time's error, and the failure rate from the posterior of the preset's count, each if `trials` has it.
TrialDraws draw_trial(const RunSettings& run, const TrialSettings& trials, std::int64_t trial);

template <class Enum>
constexpr std::size_t index_of(Enum value) {
  return static_cast<std::size_t>(value);
}

/// Passes wall-clock time.
inline void book(TrialState& t, RunTime what, double elapsed_s) {
  t.out.time_s[index_of(what)] += elapsed_s;
  t.clock_s += elapsed_s;
}

/// Enters something in the timeline.  @pre there is one
void enter(TrialState& t, RunEventKind kind, RunCause cause, double start_s, double end_s);

/// The same where a timeline is wanted; apart, for hardly ever one is.
inline void record(TrialState& t, RunEventKind kind, RunCause cause, double start_s, double end_s) {
  if (t.events && end_s > start_s) enter(t, kind, cause, start_s, end_s);
}

/// Notes down time, as it might be taken back.
void note_down(TrialState& t, RunTime what, RunCause cause, double elapsed_s);

/// Passes time that an interruption costs.
inline void book_down(TrialState& t, RunTime what, RunCause cause, RunEventKind kind, double elapsed_s) {
  if (elapsed_s == 0) return;
  const double from_s = t.clock_s;
  book(t, what, elapsed_s);
  t.out.down_s[index_of(cause)] += elapsed_s;
  if (t.may_be_stopped) note_down(t, what, cause, elapsed_s);
  record(t, kind, cause, from_s, t.clock_s);
}

/// Training at one pace up to `end_s`.
inline void record_training(TrialState& t, double end_s) {
  record(t, t.progress.pace() > 1 ? RunEventKind::kReduced : RunEventKind::kTraining, RunCause::kNode, t.mark_s, end_s);
  t.mark_s = end_s;
}

/// An interruption more; one too many ends the trial.
inline void count(TrialState& t, RunCause cause) {
  if (t.out.first_interruption_s == 0) t.out.first_interruption_s = t.clock_s;
  ++t.out.interruptions[index_of(cause)];
  if (++t.num_interruptions > t.figures.most_interruptions || t.clock_s > t.limit_s) t.out.finished = false;
}

/// Work that is done again.
inline void lose(TrialState& t, double lost_s, RunCause cause) {
  t.out.time_s[index_of(RunTime::kLost)] += lost_s;
  t.out.lost_s[index_of(cause)] += lost_s;
}

}  // namespace fmplan::sim
