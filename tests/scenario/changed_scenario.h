#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/scenario/scenario_json.h"
#include "tests/scenario/good_scenarios.h"

namespace fmplan::scenario {

/// The good scenario with changes: "cluster.nodes=3", or "-cluster.nodes" to take a key out.
inline nlohmann::json changed_scenario(const std::vector<std::string>& changes) {
  nlohmann::json document = nlohmann::json::parse(kGoodScenario);
  for (const std::string& change : changes) {
    if (!change.starts_with("-")) {
      set_value(document, change);
      continue;
    }
    std::string pointer = "/" + change.substr(1);
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    const nlohmann::json::json_pointer at(pointer);
    document.at(at.parent_pointer()).erase(at.back());
  }
  return document;
}

}  // namespace fmplan::scenario
