#pragma once

/// @file
/// Files that a simulated run is drawn in, beside its answer.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/answer/report_json.h"
#include "core/plan/run_study.h"

namespace fmplan::answer {

enum class PictureKind { kDrawing, kPage };

struct RunPicture {
  PictureKind kind;
  std::string file;
};

/// Where the answer of a run goes.
struct RunFiles {
  std::vector<RunPicture> pictures{};
  std::string answer_file{};            ///< empty: stdout
  std::string timeline{};               ///< empty: none
  std::optional<std::int64_t> trial{};  ///< of the timeline; none: a typical one
};

/// The pictures among `files`, and where the answer goes: the last of the others.
RunFiles run_files(const std::vector<std::string>& files);

/// Writes pictures, page and timeline of a run of so many trials, and names them below the document's first table.
void write_run_files(const RunFiles& files, const plan::RunStudy& study, const ReportOrigin& origin,
                     std::int64_t trials, Document& document);

}  // namespace fmplan::answer
