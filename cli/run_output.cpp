#include "cli/run_output.h"

#include "cli/output.h"
#include "cli/print.h"
#include "cli/terminal.h"
#include "core/answer/document.h"
#include "core/answer/gate.h"
#include "core/answer/run_document.h"
#include "core/answer/run_json.h"
#include "core/answer/text_table.h"
#include "core/picture/run_picture.h"
#include "core/text/terminal_text.h"

namespace fmplan::cli {

ExitCode print_run(const RunAnswer& answer, const RunFiles& files, const Options& options) {
  const plan::RunStudy& study = answer.study;
  const bool simulated = answer::has_simulation(study);
  answer::Document document =
      answer::run_document(study, answer.origin, answer.trials, answer.interrupted, answer.full);
  if (simulated) {
    write_run_files(files, study, answer.origin, answer.trials, document);
  } else {
    const auto left_out = [&](const std::string& file) {
      document.warnings.push_back(file + ": not written, since no run was simulated");
    };
    for (const answer::RunPicture& picture : files.pictures) left_out(picture.file);
    if (!files.timeline.empty()) left_out(files.timeline);
  }

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
  // Gates are told whatever else is in the way.
  const ExitCode of_gates = simulated ? report_gates(exceeded, options) : kOk;
  return answer::can_run(study) ? of_gates : kCannotRun;
}

}  // namespace fmplan::cli
