#include "core/answer/run_document.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/answer/gate.h"
#include "core/answer/notice_text.h"
#include "core/answer/run_json.h"
#include "core/answer/run_tables.h"
#include "core/answer/schema_keys.h"
#include "core/base/date.h"
#include "core/base/quantity_text.h"
#include "core/picture/run_caption.h"
#include "core/picture/run_picture.h"
#include "core/plan/subject.h"

namespace fmplan::answer {
namespace {

double day_number(const plan::RunStudy& study, double days) {
  if (std::isinf(days)) return days;
  return date_after(study.report.scenario.start, days * day).days_since_epoch;
}

/// None where the closed form's figure is the answer's.
std::optional<FigureValue> simulated_figure(const plan::RunStudy& study, std::string_view name) {
  const sim::RunSimulation& run = picture::whole_band(study);
  const sim::Spread& days = run.wall_clock_days;
  const auto money = [&study](Dollars plan::MoneySpread::*member) {
    return study.cost ? FigureValue{.value = (*study.cost).*member / dollar, .is_least = study.cost->is_partial}
                      : FigureValue{};
  };
  // Trials that never end exceed every bound of money's ninetieth percentile once they are a tenth.
  const bool often_endless = static_cast<double>(run.finished) < 0.9 * static_cast<double>(run.trials);
  if (often_endless && name == "cost.p90") return FigureValue{.value = std::numeric_limits<double>::infinity()};
  const auto& [p10, p50, p90] = run.days_of_all;
  if (name == "cost") return money(&plan::MoneySpread::mean);
  if (name == "cost.p10") return money(&plan::MoneySpread::p10);
  if (name == "cost.p50") return money(&plan::MoneySpread::p50);
  if (name == "cost.p90") return money(&plan::MoneySpread::p90);
  if (name == "days.mean") return FigureValue{.value = days.estimate.mean, .is_least = run.finished < run.trials};
  if (name == "days.p10") return FigureValue{.value = p10};
  if (name == "days" || name == "days.p50") return FigureValue{.value = p50};
  if (name == "days.p90") return FigureValue{.value = p90};
  if (name == "finish.p10") return FigureValue{.value = day_number(study, p10)};
  if (name == "finish" || name == "finish.p50") return FigureValue{.value = day_number(study, p50)};
  if (name == "finish.p90") return FigureValue{.value = day_number(study, p90)};
  if (name == "gpu_hours") return FigureValue{.value = study.accelerator_hours.job};
  if (name == "goodput") return FigureValue{.value = run.goodput.estimate.mean};
  if (name == "interruptions") return FigureValue{.value = run.interruptions.estimate.mean};
  return std::nullopt;
}

/// With the reason, as a plan has it, where it cannot run or no number of nodes brings it home in time.
std::string headline_of(const plan::RunStudy& study) {
  std::string headline = picture::run_headline(study);
  if (study.obstacles.empty() || has_simulation(study)) return headline;
  return headline + ". " + notice_text(study.obstacles.front());
}

/// ", $23,534 less", and of what costs more than it saves ", $16,353 more".
std::string saving_text(Dollars saved) {
  return saved < Dollars{} ? fmt::format(", {} more", money_text(-saved)) : fmt::format(", {} less", money_text(saved));
}

/// Leaves what few people read first to pages.
void shorten(Document& document, const plan::RunStudy& study) {
  Table answer = std::move(document.tables.front());
  document.page_tables.assign(std::make_move_iterator(document.tables.begin() + 1),
                              std::make_move_iterator(document.tables.end()));
  if (!study.changes.empty()) {
    const plan::RunChange& best = study.changes.front();
    answer.rows.push_back(
        {"helps most", fmt::format("{}: {} days fewer{}", best.name, picture::estimate_text(best.days),
                                   best.money ? saving_text(*best.money) : "")});
  }
  answer.notes.push_back(
      "--full: luck and model error apart, where the time goes, causes, what would help, assumptions");
  document.tables = {std::move(answer)};
  if (!study.spare_cases.empty()) document.tables.push_back(run_spares_table(study));
}

}  // namespace

Document run_document(const plan::RunStudy& study, const ReportOrigin& origin, std::int64_t trials_asked,
                      bool interrupted, bool full) {
  Document document;
  document.headline = headline_of(study);
  // The headline of what was simulated says already that it is late.
  for (const plan::Notice& obstacle : study.obstacles)
    if (!has_simulation(study) || obstacle.kind != plan::NoticeKind::kDeadlineMissed)
      document.warnings.push_back(notice_text(obstacle));
  for (const plan::Notice& warning : study.warnings) document.warnings.push_back(notice_text(warning));
  if (interrupted)
    document.warnings.push_back(
        fmt::format("Interrupted: {} of {} trials were simulated; bands that were not reached repeat the one before.",
                    picture::whole_band(study).trials, trials_asked));
  document.tables = run_tables(study);
  if (!full && has_simulation(study)) shorten(document, study);
  document.json = run_json(study, origin);
  document.json["interrupted"] = interrupted;
  return document;
}

const FigureSet& run_figures() {
  static const FigureSet kFigures = [] {
    FigureSet figures(plan_figures().named(), kRunSchema);
    figures.add({.name = "on_time",
                 .unit = FigureUnit::kRatio,
                 .what = "chance of the deadline",
                 .pointer = "/run/on_time_share/mean",
                 .says_unit = true});
    figures.add({.name = "cost.p50",
                 .unit = FigureUnit::kDollar,
                 .what = "money, as likely more as less",
                 .pointer = "/cost/p50",
                 .says_unit = true});
    return figures;
  }();
  return kFigures;
}

FigureValues run_values(const plan::RunStudy& study, const text::Json& json) {
  return [&study, &json](const Figure& figure) {
    const std::optional<FigureValue> simulated = simulated_figure(study, figure.name);
    if (simulated) return *simulated;
    return figure.of_report ? figure_of(study.report, figure) : json_value(json, figure);
  };
}

}  // namespace fmplan::answer
