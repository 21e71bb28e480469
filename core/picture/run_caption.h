#pragma once

/// @file
/// What tables, pictures and timelines of a simulated run call its parts, and the arithmetic of what they show.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/run_study.h"

namespace fmplan::picture {

/// "productive steps", "lost work", …
std::string_view run_time_label(sim::RunTime time);
/// "node lost", "process died", …
std::string_view run_cause_label(sim::RunCause cause);
/// "lost training", "detection", …
std::string_view run_event_label(sim::RunEventKind kind);

/// The simulation that answers: luck, the rate's uncertainty and the step time's own error together.
inline const sim::RunSimulation& whole_band(const plan::RunStudy& study) { return study.with_step_time; }

/// The same at the predicted step time: what the time goes to and what interrupts it is told of this one, since errors
/// of the step time stretch every part alike.
inline const sim::RunSimulation& at_predicted_step_time(const plan::RunStudy& study) { return study.with_rate; }

/// One of the bands that are shown apart, each with all before it.
struct RunBand {
  std::string label;
  const sim::RunSimulation* run;
};
/// Luck with failures; the uncertainty of their rate on top, where it was counted; the step time's own error on top,
/// where it is known.
std::vector<RunBand> run_bands(const plan::RunStudy& study);

/// One step down from wall-clock to productive time.
struct WaterfallStep {
  sim::RunTime time = sim::RunTime::kLost;
  sim::Estimate hours;
  double from_h = 0;  ///< left before it …
  double to_h = 0;    ///< … and after
};
/// Every part that takes any time, rounding aside, but the productive one.  The first begins at the mean wall-clock
/// time, the last ends at the mean productive time.
std::vector<WaterfallStep> run_waterfall(const sim::RunSimulation& run);

/// What one of the causes that the failure preset was split into has of the failures of nodes and processes.
struct PublishedCause {
  std::string name;
  double interruptions = 0, lost_h = 0, down_h = 0;
};
/// By the published counts, the most frequent first; each failure is taken to cost what the mean one does.  Empty where
/// no split was published.
std::vector<PublishedCause> published_causes(const plan::RunStudy& study);

/// By how much the simulation's mean is off the closed form's: (simulated − closed) / standard error; 0 where both are
/// the same to within rounding, none where the error is not known (fewer than two trials).
std::optional<double> standard_errors_apart(const sim::Estimate& simulated, double closed);

/// "Llama 3 70B: 95.2 days (80 %: 80.1 – 112.3), ready by 2025-06-20 with 90 %, $57.1M": medians, and P90 of the day.
std::string run_headline(const plan::RunStudy& study);

/// "95.24 ± 0.06": as many digits as the standard error leaves sense in, six significant ones at most; figure_text()
/// where there is no error.
std::string estimate_text(const sim::Estimate& estimate);
/// Three significant digits, or all before the point: "0.0123", "95.2", "1,234"; "4.9e-05" below a thousandth.
std::string figure_text(double value);
/// One of the days of a band, with digits enough to tell P10 from P90: "91.839", "108.3".
std::string days_text(const sim::Spread& days, double value);
/// "99.8 %", "0.0673 %": three significant digits of whatever is small, down to "< 0.001 %".
std::string small_share_text(double share);
/// The day on which a run of the study ends that takes so many days.
std::string finish_text(const plan::RunStudy& study, double days);

}  // namespace fmplan::picture
