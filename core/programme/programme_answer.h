#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/job.h"
#include "core/catalog/catalog.h"
#include "core/plan/placement/node_worth.h"
#include "core/programme/blocks.h"
#include "core/programme/question.h"
#include "core/programme/remedies.h"
#include "core/programme/study.h"
#include "core/programme/study_programme.h"

namespace fmplan::programme {

/// A programme's answer and what it was made of.
struct ProgrammeAnswer {
  Study study{};
  std::vector<Remedy> remedies{};
  std::vector<BlockToBuy> blocks{};
  std::vector<plan::NodeWorth> worth{};  ///< of one more node, by weeks
  nlohmann::json asked;                  ///< the document, changes of the command line applied
  std::string catalog_version;
  std::int64_t trials = 0;  ///< asked for
  std::uint64_t seed = 1;
  bool looked_for_remedies = false;
};

/// Told when another part of the work begins: "looking for remedies".
using StageTold = std::function<void(const std::string& what)>;

/// Plans and simulates the programme; with `with_remedies` also looks for what would help projects at risk and for what
/// one more node is worth.  Stopped by `watch`, it has what was done.
ProgrammeAnswer answer_programme(const ProgrammeQuestion& question, const catalog::Catalog& catalog,
                                 const StudyOptions& options, bool with_remedies, const Watch& watch = {},
                                 const StageTold& stage = {});

}  // namespace fmplan::programme
