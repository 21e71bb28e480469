#include "core/sim/run/trial_books.h"

#include <cmath>

#include "core/base/statistics.h"

namespace fmplan::sim {

RandomKey trial_key(std::uint64_t seed, std::int64_t trial, TrialStream stream) {
  const auto number = static_cast<std::uint64_t>(trial);
  return {.seed = seed,
          .stream = static_cast<std::uint32_t>(stream),
          .substream = static_cast<std::uint32_t>(number),
          .index = (number >> 32) << 40};
}

double step_time_factor(const StepTimeError& e, double z) {
  const double inner = std::log(z < 0 ? e.low_80 : e.high_80), outer = std::log(z < 0 ? e.low_95 : e.high_95);
  const double distance = std::abs(z);
  return std::exp(distance < kNormal80 ? inner * distance / kNormal80
                                       : inner + (outer - inner) * (distance - kNormal80) / (kNormal95 - kNormal80));
}

double spares_last(const RunSettings& settings, const RunOutcome& run, const StepTimeError& error) {
  constexpr int kPoints = 200;  // chosen: the mean is then right to a tenth of a per cent
  double sum = 0;
  for (int i = 0; i < kPoints; ++i)
    sum += spares_last(settings, run, step_time_factor(error, normal_quantile((i + 0.5) / kPoints)));
  return sum / kPoints;
}

TrialDraws draw_trial(const RunSettings& run, const TrialSettings& trials, std::int64_t trial) {
  TrialDraws draws;
  if (trials.step_time_error)
    draws.step_time_factor =
        step_time_factor(*trials.step_time_error, normal_draw(trial_key(trials.seed, trial, TrialStream::kStepTime)));
  if (trials.rate_uncertainty && rate_shape(run.failures))
    draws.rate_factor =
        rate_factor(run.failures, uniform_draw(trial_key(trials.seed, trial, TrialStream::kFailureRate)));
  return draws;
}

void note_down(TrialState& t, RunTime what, RunCause cause, double elapsed_s) {
  if (t.num_booked < kMostBookedDown) t.booked[t.num_booked++] = {.what = what, .cause = cause, .elapsed_s = elapsed_s};
}

void enter(TrialState& t, RunEventKind kind, RunCause cause, double start_s, double end_s) {
  t.events->push_back(
      {.kind = kind,
       .cause = cause,
       .start_s = start_s,
       .end_s = end_s,
       .progress_s = t.progress.here().work_s / t.out.step_time_factor * t.run.productive / second / t.figures.work,
       .free_spares = t.pool.free_spares(),
       .nodes_in_repair = t.pool.in_repair()});
}

}  // namespace fmplan::sim
