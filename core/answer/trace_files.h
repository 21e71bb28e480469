#pragma once

/// @file
/// Files that a simulated step is drawn in, beside its answer.

#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/answer/trace_document.h"

namespace fmplan::answer {

/// Where the answer of a traced step goes.
struct TraceFiles {
  std::vector<std::string> pictures{};  ///< .svg: a drawing; .json: a timeline
  std::string answer_file{};            ///< empty: stdout
};
/// The pictures among `files`, and where the answer goes: the last of the others.
/// @param answers_json  a FILE.json is the answer, and no timeline
TraceFiles trace_files(const std::vector<std::string>& files, bool answers_json);
/// Writes the pictures and names them in the document.  @pre step.asked().tasks were kept
void write_trace_files(const TraceFiles& files, const TracedStep& step, Document& document);

}  // namespace fmplan::answer
