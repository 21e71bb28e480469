#include "core/answer/trace_files.h"

#include <filesystem>
#include <ostream>
#include <string_view>

#include <fmt/format.h>

#include "core/picture/step_svg.h"
#include "core/picture/step_trace.h"
#include "core/text/json_text.h"

namespace fmplan::answer {
namespace {

constexpr std::string_view kTimelineEnding = ".json";

}  // namespace

TraceFiles trace_files(const std::vector<std::string>& files, bool answers_json) {
  TraceFiles sorted;
  for (const std::string& file : files) {
    const std::string ending = std::filesystem::path(file).extension().string();
    if (ending == ".svg" || (ending == kTimelineEnding && !answers_json))
      sorted.pictures.push_back(file);
    else
      sorted.answer_file = file;
  }
  return sorted;
}

void write_trace_files(const TraceFiles& files, const TracedStep& step, Document& document) {
  if (files.pictures.empty()) return;
  const sim::StepSimulation& asked = step.asked();
  const picture::StepCaption caption = step_caption(step);
  for (const std::string& file : files.pictures) {
    const bool is_timeline = file.ends_with(kTimelineEnding);
    if (is_timeline) {
      text::write_text_file(file, [&](std::ostream& out) { write_step_trace(out, asked, caption); });
    } else {
      text::write_text_file(file, step_svg(asked, caption));
    }
    document.json["files"].push_back({{"file", file}, {"format", is_timeline ? "trace_event" : "svg"}});
    document.tables.front().notes.push_back(is_timeline ? fmt::format("{}: open it at https://ui.perfetto.dev", file)
                                                        : fmt::format("{}: a picture for any browser", file));
  }
}

}  // namespace fmplan::answer
