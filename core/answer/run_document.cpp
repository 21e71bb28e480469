#include "core/answer/run_document.h"

#include <limits>

#include <fmt/format.h>

#include "core/answer/gate.h"
#include "core/answer/notice_text.h"
#include "core/answer/run_json.h"
#include "core/answer/run_tables.h"
#include "core/picture/run_caption.h"
#include "core/picture/run_picture.h"

namespace fmplan::answer {

bool has_simulation(const plan::RunStudy& study) {
  return study.obstacles.empty() && picture::whole_band(study).finished > 0;
}

bool mostly_finishes(const plan::RunStudy& study) {
  const sim::RunSimulation& all = picture::whole_band(study);
  return has_simulation(study) && 2 * all.finished >= all.trials;
}

Document run_document(const plan::RunStudy& study, const ReportOrigin& origin, std::int64_t trials_asked,
                      bool interrupted) {
  Document document;
  document.headline = picture::run_headline(study);
  document.warnings = notice_texts(study.obstacles);
  for (const plan::Notice& warning : study.warnings) document.warnings.push_back(notice_text(warning));
  if (interrupted)
    document.warnings.push_back(
        fmt::format("Interrupted: {} of {} trials were simulated; bands that were not reached repeat the one before.",
                    picture::whole_band(study).trials, trials_asked));
  document.tables = run_tables(study);
  document.json = run_json(study, origin);
  document.json["interrupted"] = interrupted;
  return document;
}

std::optional<double> run_figure(const plan::RunStudy& study, const std::string& name) {
  const sim::RunSimulation& run = picture::whole_band(study);
  const auto& cost = study.cost;
  // Trials that never end exceed every bound of the ninetieth percentile once they are a tenth.
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const bool often_endless = static_cast<double>(run.finished) < 0.9 * static_cast<double>(run.trials);
  if (often_endless && (name == "cost_p90" || name == "days_p90")) return kNever;
  if (name == "cost") return cost ? std::optional(cost->mean / dollar) : std::nullopt;
  if (name == "cost_p90") return cost ? std::optional(cost->p90 / dollar) : std::nullopt;
  if (name == "days") return run.wall_clock_days.estimate.mean;
  if (name == "days_p90") return run.wall_clock_days.p90;
  if (name == "gpu_hours") return study.accelerator_hours.job;
  if (name == "goodput") return run.goodput.estimate.mean;
  if (name == "interruptions") return run.interruptions.estimate.mean;
  return gate_figure(study.report, name);
}

picture::PageTable page_table(const Table& table) {
  picture::PageTable page{
      .title = table.title, .header = table.header, .right_aligned = {}, .rows = table.rows, .notes = table.notes};
  for (const Align align : table.align) page.right_aligned.push_back(align == Align::kRight);
  return page;
}

}  // namespace fmplan::answer
