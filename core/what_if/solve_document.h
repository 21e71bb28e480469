#pragma once

#include <string>
#include <vector>

#include "core/answer/condition.h"
#include "core/answer/document.h"
#include "core/what_if/solve.h"

namespace fmplan::what_if {

/// The answer with its figures, what fails next to it and by which clause, and what was scanned; without an answer how
/// near it gets, where, and which clause binds.  JSON: docs/report_format.md#solve.
answer::Document solve_document(const SolveQuestion& question, const SolveAnswer& answer,
                                const catalog::Catalog& catalog);

/// What `--fail-if` says of the value found, as answer::exceeded_gates() does; `json` is solve_document()'s.
/// @pre there is an answer
std::vector<std::string> exceeded_by_answer(const std::vector<answer::Condition>& gates, const SolveQuestion& question,
                                            const SolveAnswer& answer, const catalog::Catalog& catalog,
                                            const text::Json& json);

}  // namespace fmplan::what_if
