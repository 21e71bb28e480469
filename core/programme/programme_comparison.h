#pragma once

#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/programme/programme_answer.h"

namespace fmplan::programme {

/// A programme among several.
struct ComparedProgramme {
  std::string name;
  ProgrammeAnswer answer;
};

/// Programmes side by side: what their files say otherwise, the figures of each, and what becomes of every project,
/// told by name.  The same seed gives each project the same luck in all of them.
answer::Document programme_comparison(const std::vector<ComparedProgramme>& sides);

}  // namespace fmplan::programme
