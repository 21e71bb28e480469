#include "core/answer/run_tables.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/answer/report_tables.h"
#include "core/answer/run_json.h"
#include "core/base/quantity_text.h"
#include "core/picture/run_caption.h"

namespace fmplan::answer {
namespace {

using picture::estimate_text;
using picture::figure_text;

std::vector<Align> label_then_numbers(std::size_t columns) {
  std::vector<Align> align(columns, Align::kRight);
  align.front() = Align::kLeft;
  return align;
}

/// "94.8 (80 %: 80.1 – 112), mean 95.24 ± 0.06".
template <class Text>
std::string spread_text(const sim::Spread& spread, const Text& text, const std::string& mean) {
  return fmt::format("{} (80 %: {} – {}), mean {}", text(spread.p50), text(spread.p10), text(spread.p90), mean);
}
template <class Text>
std::string spread_text(const sim::Spread& spread, const Text& text) {
  return spread_text(spread, text, estimate_text(spread.estimate));
}

std::string percent_text(const sim::Estimate& share) {
  return estimate_text({100 * share.mean, 100 * share.standard_error}) + " %";
}

std::string money_range_text(const plan::MoneySpread& cost) {
  return fmt::format("{}{} (80 %: {} – {}), mean {}", cost.is_partial ? "at least " : "", money_text(cost.p50),
                     money_text(cost.p10), money_text(cost.p90), money_text(cost.mean));
}

std::string interruptions_text(const sim::RunSimulation& run) {
  std::string text = spread_text(run.interruptions, [](double value) { return fmt::format("{:.0f}", value); });
  if (run.planned_interruptions.mean > 0)
    text += fmt::format(", and {} planned", estimate_text(run.planned_interruptions));
  return text;
}

std::string checkpoint_text(const plan::RunStudy& study) {
  const sim::RunOutcome& closed = study.report.run;
  return fmt::format("{} every {} (exact optimum {}, Daly {}, Young {})", data_text(study.report.checkpoint_bytes),
                     time_text(closed.checkpoint_interval), time_text(closed.optimal_interval),
                     time_text(closed.daly_interval), time_text(closed.young_interval));
}

std::string spares_text(const plan::RunStudy& study, const sim::RunSimulation& run) {
  std::string text = fmt::format("{}; {} of the time waits for a node with none free", study.settings.spare_nodes,
                                 picture::small_share_text(run.starved_share.mean));
  // The formula is of single nodes that come back.
  const sim::Recovery& recovery = study.settings.recovery;
  const bool come_back = recovery.replacement != sim::kNever || recovery.repair.value_or(sim::kNever) != sim::kNever;
  if (come_back && !study.settings.hazards.groups)
    text += fmt::format(" (by Erlang's formula {} of failures in need of a node find none)",
                        picture::small_share_text(study.report.run.starved));
  return text;
}

std::string closed_form_text(const plan::RunStudy& study) {
  const double closed = study.report.run.time.total() / day;
  const sim::Estimate& simulated = study.luck.wall_clock_days.estimate;
  std::string text =
      fmt::format("{}; simulated with luck alone {}",
                  std::isfinite(closed) ? figure_text(closed) + " days" : "sees no end", estimate_text(simulated));
  if (const auto apart = picture::standard_errors_apart(simulated, closed))
    text += fmt::format(", {:+.1f} standard errors off", *apart);
  const std::vector<std::string> missing = left_out(study.settings);
  if (!missing.empty()) text += fmt::format("; it leaves out {}", fmt::join(missing, ", "));
  return text;
}

/// From 1 on.
std::ptrdiff_t place_by_money(const std::vector<plan::RunChange>& changes, const plan::RunChange& change) {
  return 1 + std::count_if(changes.begin(), changes.end(),
                           [&](const plan::RunChange& other) { return other.money && *other.money > *change.money; });
}

std::string trials_text(const sim::RunSimulation& run) {
  std::string text = count_text(static_cast<double>(run.trials));
  if (run.finished < run.trials)
    text += fmt::format(", of which {} came to their end; figures are of those",
                        count_text(static_cast<double>(run.finished)));
  return text + "; ± is one standard error";
}

}  // namespace

Table run_answer_table(const plan::RunStudy& study) {
  const sim::RunSimulation& run = picture::whole_band(study);
  const sim::Spread& days = run.wall_clock_days;
  Table table;
  table.title = "Simulated run";
  table.rows = {
      {"days", spread_text(days, [&](double value) { return picture::days_text(days, value); })},
      {"finish", fmt::format("{} (80 %: {} – {})", picture::finish_text(study, days.p50),
                             picture::finish_text(study, days.p10), picture::finish_text(study, days.p90))},
      {"goodput", spread_text(run.goodput, ratio_text, percent_text(run.goodput.estimate))},
      {"interruptions", interruptions_text(run)},
      {"first one", run.interruptions.p50 > 0
                        ? fmt::format("after {} h on average", estimate_text(run.first_interruption_h))
                        : std::string("none in most runs")},
      {"lost work, h", spread_text(run.lost_h, [](double hours) { return figure_text(hours); })},
      {"GPU-hours", fmt::format("{} at the predicted step time{}", amount_text(study.accelerator_hours.job),
                                study.accelerator_hours.spares > 0
                                    ? fmt::format(", spares {} on top", amount_text(study.accelerator_hours.spares))
                                    : std::string())},
      {"cost", study.cost ? money_range_text(*study.cost) : "unknown"},
      {"checkpoint", checkpoint_text(study)},
      {"spare nodes", spares_text(study, run)},
      {"closed form", closed_form_text(study)},
      {"trials", trials_text(run)}};
  if (auto physics = physics_text(study.report))
    table.rows.insert(table.rows.begin() + 2, {"physics", std::move(*physics)});
  if (const auto& deadline = study.report.scenario.deadline)
    table.rows.insert(table.rows.begin() + 2,
                      {"deadline", fmt::format("{} is met by {} of the trials", date_text(*deadline),
                                               percent_text(run.on_time_share))});
  if (study.settings.hazards.silent_corruption)
    table.rows.insert(table.rows.end() - 2,
                      {"wrong numbers", fmt::format("are in the result of {} of the trials, not found "
                                                    "by the end",
                                                    percent_text(run.ends_corrupted_share))});
  return table;
}

Table run_bands_table(const plan::RunStudy& study) {
  Table table{.title = "Luck and model error apart",
              .header = {"band", "P10 days", "P50", "P90", "mean", "P10 finish", "P50", "P90"},
              .align = label_then_numbers(8),
              .rows = {},
              .notes = {"each band with all before it"}};
  for (const picture::RunBand& band : picture::run_bands(study)) {
    const sim::Spread& days = band.run->wall_clock_days;
    table.rows.push_back({band.label, picture::days_text(days, days.p10), picture::days_text(days, days.p50),
                          picture::days_text(days, days.p90), estimate_text(days.estimate),
                          picture::finish_text(study, days.p10), picture::finish_text(study, days.p50),
                          picture::finish_text(study, days.p90)});
  }
  const auto bands = picture::run_bands(study);
  const auto other = [&](const picture::RunBand& band) { return band.run->trials != bands.front().run->trials; };
  if (std::ranges::any_of(bands, other)) {
    std::string counts;
    for (const picture::RunBand& band : bands)
      counts += (counts.empty() ? "" : ", ") + count_text(static_cast<double>(band.run->trials));
    table.notes.push_back(fmt::format("of {} trials: as many as the digits need", counts));
  }
  if (!study.settings.failures.num_events)
    table.notes.emplace_back(
        study.settings.failures.between_clusters
            ? "the failure rate was not counted: it is taken to differ as rates do between clusters"
            : "the failure rate was published without a count, and is taken as exact");
  if (!study.has_step_time_error)
    table.notes.emplace_back("the step time's own error is not known for such steps, and is in none of these figures");
  return table;
}

Table run_time_table(const plan::RunStudy& study) {
  const sim::RunSimulation& run = picture::at_predicted_step_time(study);
  const double total_h = 24 * run.wall_clock_days.estimate.mean;
  Table table{.title = "Where the time goes, at the predicted step time",
              .header = {"", "hours", "share", "left"},
              .align = label_then_numbers(4),
              .rows = {},
              .notes = {}};
  const sim::Estimate& days = run.wall_clock_days.estimate;
  table.rows.push_back({"wall-clock time", estimate_text({24 * days.mean, 24 * days.standard_error}), ratio_text(1),
                        figure_text(total_h)});
  for (const picture::WaterfallStep& step : picture::run_waterfall(run))
    table.rows.push_back({fmt::format("− {}", picture::run_time_label(step.time)), estimate_text(step.hours),
                          picture::small_share_text(step.hours.mean / total_h), figure_text(step.to_h)});
  const sim::Estimate& productive = run.time_h[static_cast<std::size_t>(sim::RunTime::kProductive)];
  table.rows.push_back(
      {"= productive steps", estimate_text(productive), picture::small_share_text(productive.mean / total_h), ""});
  return table;
}

Table run_causes_table(const plan::RunStudy& study) {
  const sim::RunSimulation& run = picture::at_predicted_step_time(study);
  Table table{.title = "By cause, at the predicted step time",
              .header = {"cause", "interruptions", "lost h", "P10", "P50", "P90", "standing still h"},
              .align = label_then_numbers(7),
              .rows = {},
              .notes = {}};
  for (std::size_t c = 0; c < sim::kNumRunCauses; ++c) {
    const sim::CauseSummary& cause = run.causes[c];
    if (cause.interruptions.mean == 0) continue;
    table.rows.push_back({std::string(picture::run_cause_label(sim::kRunCauses[c].cause)),
                          estimate_text(cause.interruptions), estimate_text(cause.lost_h.estimate),
                          figure_text(cause.lost_h.p10), figure_text(cause.lost_h.p50), figure_text(cause.lost_h.p90),
                          estimate_text(cause.down_h)});
  }
  if (table.rows.empty()) table.notes.emplace_back("nothing interrupted any trial");
  return table;
}

Table run_published_causes_table(const plan::RunStudy& study) {
  constexpr std::size_t kMostShown = 10;  // chosen: the rest is one row
  Table table{.title = fmt::format("Failures by the causes counted for {}", study.settings.failures.name),
              .header = {"cause", "interruptions", "lost h", "standing still h"},
              .align = label_then_numbers(4),
              .rows = {},
              .notes = {"by the published counts; each failure is taken to cost what the mean one does"}};
  const std::vector<picture::PublishedCause> causes = picture::published_causes(study);
  picture::PublishedCause rest{.name = fmt::format("{} others", causes.size() - std::min(causes.size(), kMostShown))};
  const auto add = [&table](const picture::PublishedCause& cause) {
    table.rows.push_back(
        {cause.name, figure_text(cause.interruptions), figure_text(cause.lost_h), figure_text(cause.down_h)});
  };
  for (std::size_t i = 0; i < causes.size(); ++i) {
    if (i < kMostShown) {
      add(causes[i]);
      continue;
    }
    rest.interruptions += causes[i].interruptions;
    rest.lost_h += causes[i].lost_h;
    rest.down_h += causes[i].down_h;
  }
  if (causes.size() > kMostShown) add(rest);
  return table;
}

Table run_changes_table(const plan::RunStudy& study) {
  Table table{.title = "What would help most",
              .header = {"change", "from → to", "days saved", "money saved", "by money"},
              .align = {Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kRight},
              .rows = {},
              .notes = {"one change at a time, on the same luck, ordered by the days it saves; by money: its place by "
                        "what it saves; negative: it costs"}};
  for (const plan::RunChange& change : study.changes) {
    std::string money = change.money ? money_text(*change.money) : "unknown";
    if (change.money && change.money_error) money += fmt::format(" ± {}", money_text(*change.money_error));
    table.rows.push_back({change.name, change.setting, estimate_text(change.days), std::move(money),
                          change.money ? fmt::format("{}.", place_by_money(study.changes, change)) : ""});
  }
  return table;
}

Table run_spares_table(const plan::RunStudy& study) {
  Table table{.title = "Spare nodes tried",
              .header = {"spares", "days", "find none free", "node-hours", "cost"},
              .align = std::vector<Align>(5, Align::kRight),
              .rows = {},
              .notes = {"find none free: of failures in need of a node, by Erlang's formula"}};
  for (const plan::SpareCase& value : study.spare_cases) {
    // Where some trials do not finish, a mean says nothing.
    const bool ends = std::isfinite(value.wall_clock_days.mean);
    const std::string cost = !ends ? "–" : value.cost ? money_text(*value.cost) : "unknown";
    table.rows.push_back(
        {fmt::format("{}{}", value.spare_nodes, value.spare_nodes == study.settings.spare_nodes ? " (used)" : ""),
         ends ? estimate_text(value.wall_clock_days) : "not always", picture::small_share_text(value.starved_share),
         ends ? count_text(value.node_hours) : "–", cost});
  }
  return table;
}

std::vector<Table> run_tables(const plan::RunStudy& study) {
  std::vector<Table> tables;
  if (has_simulation(study)) {
    tables = {run_answer_table(study), run_bands_table(study), run_time_table(study), run_causes_table(study)};
    if (!study.settings.failures.causes.empty()) tables.push_back(run_published_causes_table(study));
    if (!study.changes.empty()) tables.push_back(run_changes_table(study));
    if (!study.spare_cases.empty()) tables.push_back(run_spares_table(study));
    tables.push_back(failures_table(study.report));
    tables.back().title += " (closed form)";
  }
  if (!study.report.assumptions.empty()) tables.push_back(assumptions_table(study.report.assumptions));
  return tables;
}

}  // namespace fmplan::answer
