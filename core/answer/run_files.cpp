#include "core/answer/run_files.h"

#include <filesystem>
#include <ostream>

#include <fmt/format.h>

#include "core/answer/run_page.h"
#include "core/picture/run_caption.h"
#include "core/picture/run_svg.h"
#include "core/picture/run_timeline.h"
#include "core/plan/subject.h"
#include "core/text/json_text.h"

namespace fmplan::answer {
namespace {

/// Of the luck alone: the rate and the step time as predicted.  Returns the note of what was written.
std::string write_timeline(const RunFiles& files, const plan::RunStudy& study, std::int64_t num_trials,
                           std::uint64_t seed) {
  const sim::TrialSettings trials{.trials = num_trials, .seed = seed};
  const std::int64_t trial = files.trial ? *files.trial : sim::typical_trial(study.settings, trials);
  std::vector<sim::RunEvent> events;
  const sim::RunTrial shown = simulate_trial(study.settings, trials, trial, &events);
  const picture::TimelineCaption caption{.scenario = subject_text(study.report), .trial = trial, .seed = seed};
  text::write_text_file(files.timeline,
                        [&](std::ostream& out) { write_run_timeline(out, shown, events, study.settings, caption); });
  return fmt::format("{}: trial {} of luck alone{}, {:.1f} days, {} interruptions; open it at https://ui.perfetto.dev",
                     files.timeline, trial, files.trial ? "" : " (--trial N shows another)", shown.wall_clock_s / 86400,
                     shown.num_interruptions());
}

}  // namespace

RunFiles run_files(const std::vector<std::string>& files) {
  RunFiles sorted;
  for (const std::string& file : files) {
    const std::string ending = std::filesystem::path(file).extension().string();
    if (ending == ".svg" || ending == ".html")
      sorted.pictures.push_back({ending == ".svg" ? PictureKind::kDrawing : PictureKind::kPage, file});
    else
      sorted.answer_file = file;
  }
  return sorted;
}

void write_run_files(const RunFiles& files, const plan::RunStudy& study, const ReportOrigin& origin,
                     std::int64_t trials, Document& document) {
  std::vector<std::string> notes;
  if (!files.timeline.empty()) notes.push_back(write_timeline(files, study, trials, origin.seed));
  if (!files.pictures.empty()) {
    const std::string picture = picture::run_svg(study, origin.seed);
    for (const auto& [kind, file] : files.pictures) {
      const bool is_page = kind == PictureKind::kPage;
      text::write_text_file(file, is_page ? run_page(document, picture, origin, trials) : picture);
      notes.push_back(fmt::format("{}: {} for any browser", file, is_page ? "a page" : "a picture"));
    }
  }
  auto& shown = document.tables.front().notes;
  shown.insert(shown.end(), notes.begin(), notes.end());
}

}  // namespace fmplan::answer
