#pragma once

/// @file
/// Broken scenarios and what is to be said of them: one list for the reader and for the program.

#include <vector>

#include "tests/scenario/bad_fields.h"
#include "tests/scenario/bad_rules.h"
#include "tests/scenario/bad_runs.h"
#include "tests/scenario/broken_scenario.h"
#include "tests/scenario/good_scenarios.h"

namespace fmplan::scenario {

inline const std::vector<BrokenScenario>& broken_scenarios() {
  static const std::vector<BrokenScenario> kCases = [] {
    std::vector<BrokenScenario> cases = bad_fields();
    for (const auto& more : {bad_rules(), bad_runs()}) cases.insert(cases.end(), more.begin(), more.end());
    return cases;
  }();
  return kCases;
}

}  // namespace fmplan::scenario
