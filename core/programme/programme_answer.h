#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/plan/placement/node_worth.h"
#include "core/programme/blocks.h"
#include "core/programme/remedies.h"
#include "core/programme/study.h"

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

}  // namespace fmplan::programme
