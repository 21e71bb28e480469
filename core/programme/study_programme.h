#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/base/job.h"
#include "core/catalog/catalog.h"
#include "core/programme/study.h"

namespace fmplan::programme {

struct StudyOptions {
  std::int64_t trials = 1000;
  std::uint64_t seed = 1;
  int threads = 1;                             ///< the result does not depend on it
  bool prove = true;                           ///< ask the exact solver, where there is one
  std::optional<std::int64_t> search_steps{};  ///< of the placement's local search; none: as many as take some 0.2 s
  std::shared_ptr<DurationMemo> known = std::make_shared<DurationMemo>();  ///< shared by studies of like programmes
};

/// Durations → placement → simulation → money.
/// @throws JobStopped before the simulation; stopped in it, the study holds the trials that there are.
Study study_programme(const scenario::Programme& programme, const catalog::Catalog& catalog,
                      const StudyOptions& options, const Watch& watch = {});

}  // namespace fmplan::programme
