#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/what_if/sweep.h"

namespace fmplan::what_if {

/// Options of `fmplan sweep` as typed; empty: not given.
struct SweepOptions {
  std::vector<std::string> files{};
  std::vector<std::string> sets{};  ///< PATH=LIST; lists of one value are set in every point
  std::string points{};             ///< FILE.csv
  bool zip = false;
  std::string answer{}, trials{}, where{}, columns{};
  std::vector<std::string> fail_if{};
  std::uint64_t seed = 1;
  std::vector<AskedScenario> scenarios{};  ///< that came otherwise than as files, before those of `files`
};

/// Reads the scenarios and the lists.  @throws InputError with everything that cannot be read.
SweepQuestion sweep_question(const SweepOptions& options, const catalog::Catalog& catalog);

/// The scenario in a file; "-" reads stdin.  @throws InputError
AskedScenario read_asked(const std::string& file);

/// Refuses numbers of nodes that would all be answered alike: of a scenario whose phases all state their own, and of
/// one whose failures are "8 h" of as many nodes as there are.  @throws InputError at `option`, or at the failures
void check_varied_nodes(const AskedScenario& asked, const std::vector<Axis>& axes, const std::string& option);
/// scenario::check_failures_of_changed_nodes() of what is set, "PATH=VALUE" each, and what is varied beside it.
void check_varied_failures(const std::vector<std::string>& fixed, const std::vector<Axis>& axes);

/// Trials of a point; empty text: the usual number.  @throws InputError
std::int64_t read_trials(const std::string& text);

/// Figures of a list such as "days,cost.p90".  @throws InputError with each that is none.
std::vector<answer::Figure> read_figures(const std::string& list, const answer::FigureSet& figures,
                                         const std::string& option);

}  // namespace fmplan::what_if
