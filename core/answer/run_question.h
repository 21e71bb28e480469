#pragma once

#include <string>
#include <vector>

#include "core/answer/run_files.h"
#include "core/base/issue.h"
#include "core/plan/run_study.h"

namespace fmplan::answer {

/// Options of `fmplan run` as typed; empty: not given.
struct RunArguments {
  std::string trials{};
  std::string spares{};    ///< "auto" or a number of nodes
  std::string timeline{};  ///< FILE.json
  std::string trial{};     ///< of the timeline
  std::vector<std::string> files{};
  bool no_changes = false;
};

struct RunQuestion {
  plan::RunStudyOptions options;
  RunFiles files;
};

/// Adds an issue for all that cannot be read.
RunQuestion run_question(const RunArguments& arguments, Issues& issues);

}  // namespace fmplan::answer
