#include "core/picture/run_caption.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/plan/subject.h"
#include "core/plan/verdict.h"

namespace fmplan::picture {
namespace {

using sim::RunTime;

double hours_of(const sim::RunSimulation& run, RunTime time) { return run.time_h[static_cast<std::size_t>(time)].mean; }

}  // namespace

std::string_view run_time_label(RunTime time) {
  switch (time) {
    case RunTime::kProductive: return "productive steps";
    case RunTime::kEvaluation: return "evaluation";
    case RunTime::kDataStall: return "waiting for data";
    case RunTime::kOverhead: return "campaign's overhead";
    case RunTime::kCheckpoint: return "checkpoint stalls";
    case RunTime::kLost: return "lost work";
    case RunTime::kReduced: return "at reduced speed";
    case RunTime::kDetection: return "detection, diagnosis";
    case RunTime::kReplacement: return "replacing nodes";
    case RunTime::kRestart: return "restart and reload";
    case RunTime::kPlanned: return "planned pauses";
    case RunTime::kColdStart: return "cold start";
  }
  return "";
}

std::string_view run_cause_label(sim::RunCause cause) { return traits(cause).label; }

std::string_view run_event_label(sim::RunEventKind kind) {
  using enum sim::RunEventKind;
  switch (kind) {
    case kTraining: return "training";
    case kLostTraining: return "training that is lost";
    case kDetection: return "detection, diagnosis";
    case kReplacement: return "replacement";
    case kRestart: return "restart";
    case kPlanned: return "planned pause";
    case kReduced: return "training at reduced speed";
    case kColdStart: return "cold start";
  }
  return "";
}

std::vector<RunBand> run_bands(const plan::RunStudy& study) {
  std::vector<RunBand> bands = {{"luck with failures", &study.luck}};
  if (rate_shape(study.settings.failures)) bands.push_back({"+ failure rate", &study.with_rate});
  const auto& overhead = study.report.scenario.campaign_overhead;
  const bool has_history = overhead && overhead->log_sd > 0;
  if (study.has_step_time_error || has_history)
    bands.push_back({!has_history                ? "+ step time's error"
                     : study.has_step_time_error ? "+ steps, campaigns"
                                                 : "+ campaigns",
                     &study.with_step_time});
  return bands;
}

std::vector<WaterfallStep> run_waterfall(const sim::RunSimulation& run) {
  constexpr std::array kOrder = {RunTime::kColdStart, RunTime::kPlanned,    RunTime::kReplacement, RunTime::kDetection,
                                 RunTime::kRestart,   RunTime::kLost,       RunTime::kReduced,     RunTime::kCheckpoint,
                                 RunTime::kDataStall, RunTime::kEvaluation, RunTime::kOverhead};
  static_assert(kOrder.size() + 1 == sim::kNumRunTimes);
  double left = hours_of(run, RunTime::kProductive);
  for (const RunTime time : kOrder) left += hours_of(run, time);
  const double rounding = 1e-12 * left;
  std::vector<WaterfallStep> steps;
  for (const RunTime time : kOrder) {
    const sim::Estimate& hours = run.time_h[static_cast<std::size_t>(time)];
    if (hours.mean <= rounding) continue;
    steps.push_back({time, hours, left, left - hours.mean});
    left -= hours.mean;
  }
  return steps;
}

std::vector<PublishedCause> published_causes(const plan::RunStudy& study) {
  PublishedCause all;
  for (const sim::RunCause cause : {sim::RunCause::kNode, sim::RunCause::kProcess}) {
    const sim::CauseSummary& summary = at_predicted_step_time(study).causes[static_cast<std::size_t>(cause)];
    all.interruptions += summary.interruptions.mean;
    all.lost_h += summary.lost_h.estimate.mean;
    all.down_h += summary.down_h.mean;
  }
  double total = 0;
  for (const sim::FailureCause& cause : study.settings.failures.causes) total += cause.count;
  std::vector<PublishedCause> causes;
  for (const sim::FailureCause& cause : study.settings.failures.causes) {
    const double share = total > 0 ? cause.count / total : 0;
    causes.push_back({cause.name, share * all.interruptions, share * all.lost_h, share * all.down_h});
  }
  std::stable_sort(causes.begin(), causes.end(),
                   [](const auto& a, const auto& b) { return a.interruptions > b.interruptions; });
  return causes;
}

std::optional<double> standard_errors_apart(const sim::Estimate& simulated, double closed) {
  const double apart = simulated.mean - closed;
  if (!std::isfinite(apart)) return std::nullopt;
  if (std::abs(apart) <= 1e-9 * std::abs(closed)) return 0;
  if (!(simulated.standard_error > 0)) return std::nullopt;
  return apart / simulated.standard_error;
}

std::string run_headline(const plan::RunStudy& study) {
  const std::string name = billed_subject_text(study.report);
  const bool is_late = verdict_of(study.obstacles) == plan::Verdict::kMissesDeadline;
  const std::string deadline = is_late ? date_text(*study.report.scenario.deadline) : "";
  const sim::RunSimulation& run = whole_band(study);
  if (run.finished == 0 && is_late) return fmt::format("{}: misses {}", name, deadline);
  if (run.finished == 0)
    return fmt::format("{}: {}", name, study.obstacles.empty() ? "no trial was simulated to its end" : "cannot run");
  const sim::Spread& days = run.wall_clock_days;
  const std::string band =
      tells_interval(run) ? fmt::format("; 80 %: {} – {}", days_text(days, days.p10), days_text(days, days.p90)) : "";
  const std::string took = fmt::format("{} days (P50{})", days_text(days, days.p50), band);
  const std::string cost =
      study.cost ? (study.cost->is_partial ? "at least " : "") + money_text(study.cost->mean) + " expected"
                 : "cost unknown";
  if (is_late)
    return fmt::format("{}: misses {}: kept by {} of the trials; {}, {}", name, deadline,
                       chance_text(run.on_time_share.mean), took, cost);
  if (run.finished < run.trials)
    return fmt::format("{}: {} of the trials come to their end, those in {}, {}", name,
                       chance_text(static_cast<double>(run.finished) / static_cast<double>(run.trials)), took, cost);
  if (!tells_interval(run)) return fmt::format("{}: {}, {}", name, took, cost);
  return fmt::format("{}: {}, ready by {} with 90 %, {}", name, took, finish_text(study, days.p90), cost);
}

std::string estimate_text(const sim::Estimate& estimate) {
  if (!std::isfinite(estimate.mean)) return "never";
  const double error = estimate.standard_error;
  if (!(error > 0)) return figure_text(estimate.mean);
  const auto magnitude = [](double value) { return static_cast<int>(std::floor(std::log10(std::abs(value)))); };
  int digits = 1 - magnitude(error);
  if (estimate.mean != 0) digits = std::min(digits, 5 - magnitude(estimate.mean));
  digits = std::clamp(digits, 0, 6);
  return fmt::format("{:.{}f} ± {:.{}f}", estimate.mean, digits, error, digits);
}

std::string figure_text(double value) {
  if (!std::isfinite(value)) return "never";
  if (value == 0) return "0";
  const double magnitude = std::abs(value);
  if (magnitude < 0.001) return fmt::format("{:.2g}", value);
  if (magnitude >= 999.5) return count_text(std::round(value));
  const int digits = 2 - static_cast<int>(std::floor(std::log10(magnitude)));
  return fmt::format("{:.{}f}", value, digits);
}

std::string days_text(const sim::Spread& days, double value) {
  if (!std::isfinite(value)) return "never";
  return fmt::format("{:.{}f}", value, day_decimals(days));
}

std::string small_share_text(double share) {
  constexpr double kLeast = 1e-5;  // what three decimals of a percentage show
  return share > 0 && share < kLeast ? "< 0.001 %" : figure_text(100 * share) + " %";
}

std::string finish_text(const plan::RunStudy& study, double days) {
  return date_text(date_after(study.report.scenario.start, days * day));
}

}  // namespace fmplan::picture
