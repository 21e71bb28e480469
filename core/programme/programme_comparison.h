#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/answer/compare_question.h"
#include "core/answer/document.h"
#include "core/base/job.h"
#include "core/catalog/catalog.h"
#include "core/programme/programme_answer.h"

namespace fmplan::programme {

/// A programme among several.
struct ComparedProgramme {
  std::string name;
  ProgrammeAnswer answer;
};

/// The programmes of a question, each planned with kComparedTrials and without a proof.
/// @throws InputError with the problems of all of them, as `placed` puts each.
std::vector<ComparedProgramme> compared_programmes(const answer::CompareQuestion& question,
                                                   const catalog::Catalog& catalog, std::uint64_t seed, int threads,
                                                   const answer::PlaceIssue& placed, const Watch& watch);
/// Chosen: a chance of 90 % to 1 %.
inline constexpr std::int64_t kComparedTrials = 1000;

/// Programmes side by side: what their files say otherwise, the figures of each, and what becomes of every project,
/// told by name.  The same seed gives each project the same luck in all of them.
answer::Document programme_comparison(const std::vector<ComparedProgramme>& sides);

}  // namespace fmplan::programme
