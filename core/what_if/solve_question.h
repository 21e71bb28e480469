#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/what_if/solve.h"

namespace fmplan::what_if {

/// Options of `fmplan solve` as typed; empty: not given.
struct SolveOptions {
  std::string file;
  std::vector<std::string> sets{};  ///< PATH=VALUE
  std::vector<std::string> vary{};
  std::string until{}, minimize{}, maximize{};
  std::string trials{};  ///< of programmes
  std::uint64_t seed = 1;
  std::optional<AskedScenario> scenario{};  ///< that came otherwise than as `file`
};

/// @throws InputError with everything that cannot be read.
SolveQuestion solve_question(const SolveOptions& options, const catalog::Catalog& catalog);

}  // namespace fmplan::what_if
