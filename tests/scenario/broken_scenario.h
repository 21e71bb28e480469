#pragma once

#include <string>
#include <vector>

namespace fmplan::scenario {

/// What is to be said, and where.
struct Complaint {
  const char* where;
  std::vector<const char*> parts;  ///< each is in the message
};

struct BrokenScenario {
  const char* claim;
  /// Applied to kGoodScenario in order: "PATH=VALUE" sets, "-PATH" removes.
  std::vector<std::string> changes;
  std::vector<Complaint> complaints;  ///< all of them, in this order
};

}  // namespace fmplan::scenario
