#include "cli/run_output.h"

#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "cli/gate.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/terminal.h"
#include "core/answer/document.h"
#include "core/answer/gate.h"
#include "core/answer/run_document.h"
#include "core/answer/run_page.h"
#include "core/answer/text_table.h"
#include "core/picture/run_caption.h"
#include "core/picture/run_picture.h"
#include "core/picture/run_svg.h"
#include "core/picture/run_timeline.h"
#include "core/plan/subject.h"
#include "core/text/json_text.h"
#include "core/text/terminal_text.h"

namespace fmplan::cli {
namespace {

/// Of the luck alone: the rate and the step time as predicted.  Returns the note of what was written.
std::string write_timeline(const RunAnswer& answer, const RunFiles& files) {
  const plan::RunStudy& study = answer.study;
  const sim::TrialSettings trials{.trials = answer.trials, .seed = answer.origin.seed};
  const std::int64_t trial = files.trial ? *files.trial : sim::typical_trial(study.settings, trials);
  std::vector<sim::RunEvent> events;
  const sim::RunTrial shown = simulate_trial(study.settings, trials, trial, &events);
  const picture::TimelineCaption caption{
      .scenario = subject_text(study.report), .trial = trial, .seed = answer.origin.seed};
  text::write_text_file(files.timeline,
                        [&](std::ostream& out) { write_run_timeline(out, shown, events, study.settings, caption); });
  return fmt::format("{}: trial {} of luck alone{}, {:.1f} days, {} interruptions; open it at https://ui.perfetto.dev",
                     files.timeline, trial, files.trial ? "" : " (--trial N shows another)", shown.wall_clock_s / 86400,
                     shown.num_interruptions());
}

/// Writes what was asked for and names it below the first table.
void write_files(answer::Document& document, const RunAnswer& answer, const RunFiles& files) {
  std::vector<std::string> notes;
  if (!files.timeline.empty()) notes.push_back(write_timeline(answer, files));
  if (!files.pictures.empty()) {
    const std::string picture = picture::run_svg(answer.study, answer.origin.seed);
    for (const auto& [kind, file] : files.pictures) {
      const bool is_page = kind == PictureKind::kPage;
      text::write_text_file(file,
                            is_page ? answer::run_page(document, picture, answer.origin, answer.trials) : picture);
      notes.push_back(fmt::format("{}: {} for any browser", file, is_page ? "a page" : "a picture"));
    }
  }
  auto& shown = document.tables.front().notes;
  shown.insert(shown.end(), notes.begin(), notes.end());
}

}  // namespace

RunFiles run_files(const std::vector<std::string>& files) {
  RunFiles sorted;
  for (const std::string& file : files) {
    if (has_ending(file, {".svg", ".html"}))
      sorted.pictures.push_back({has_ending(file, {".svg"}) ? PictureKind::kDrawing : PictureKind::kPage, file});
    else
      sorted.answer_file = file;
  }
  return sorted;
}

ExitCode print_run(const RunAnswer& answer, const RunFiles& files, const Options& options) {
  const plan::RunStudy& study = answer.study;
  const bool simulated = answer::has_simulation(study);
  answer::Document document =
      answer::run_document(study, answer.origin, answer.trials, answer.interrupted, answer.full);
  if (simulated) write_files(document, answer, files);

  // Before the answer gives way to what explains it.
  const std::vector<std::string> exceeded =
      answer::exceeded_gates(answer.gates, answer::run_values(study, document.json));
  if (answer.explained) {
    document = answer.explained(document.json);
  } else if (answer.full && simulated && options.format == answer::Format::kTable && options.output.empty()) {
    const picture::PictureStyle style{
        .width = output_width(), .color = use_color(options), .blocks = picture::shows_blocks()};
    write_stdout(text::bold(text::printable(document.headline), style.color) + "\n\n" +
                 picture::run_picture(study, style) + "\n");
    document.headline.clear();
  }
  print(document, options);
  if (answer.interrupted) return kInterrupted;
  if (!answer::mostly_finishes(study)) return kCannotRun;
  return report_gates(exceeded, options);
}

}  // namespace fmplan::cli
