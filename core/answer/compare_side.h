#pragma once

/// @file
/// What can be compared: scenarios, which are planned, and what `plan`, `run` and `search` saved as JSON.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/answer/compare_inputs.h"
#include "core/catalog/catalog.h"
#include "core/plan/report.h"

namespace fmplan::answer {

/// One side of a comparison.
struct Compared {
  std::string name;
  nlohmann::json report;                          ///< figures, at the places where a plan's report has them
  std::optional<ComparedInputs> inputs{};         ///< none: the answer does not carry its scenario
  std::optional<plan::Report> planned{};          ///< what `inputs` give now; none: not what was saved
  bool is_plan = true;                            ///< the figures are those of `planned`, not simulated or of a search
  std::optional<std::filesystem::path> folder{};  ///< of the files that the scenario names; none: it may name none
  std::vector<std::string> obstacles{};           ///< why it cannot run
  std::vector<std::string> remarks{};             ///< what its figures are not
};

/// A side of a scenario, planned in so many threads.  @throws InputError
Compared planned_side(const nlohmann::json& document, const catalog::Catalog& catalog,
                      const std::optional<std::filesystem::path>& folder, int threads = 1);

/// Whether a document is an answer that was saved, rather than a scenario.
bool is_saved_answer(const nlohmann::json& document);

/// A side of an answer of `plan`, `run` or `search` in JSON, read of `file`.  A run's figures are those simulated, a
/// search's those of its best plan by its steps alone.  Its scenario is planned again, and where that gives the step,
/// the days and the money that were saved (by another catalogue or version it may not) differences can be explained.
/// @throws InputError for an answer of another command, and for what somebody who edited it has broken.
Compared saved_side(const nlohmann::json& document, const std::string& file, const catalog::Catalog& catalog,
                    const std::optional<std::filesystem::path>& folder);

/// The assignments of "cluster.nodes=128; price.kind=spot": cut at semicolons, but for those in quotes and brackets.
/// @throws InputError if there is none.
std::vector<std::string> assignments_of(const std::string& variant);

/// Names that tell the sides apart: of those of one name, what they change against the first of them, else their place.
void name_apart(std::vector<Compared>& sides);

}  // namespace fmplan::answer
