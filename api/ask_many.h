#pragma once

/// @file
/// Questions about many scenarios, or programmes: sweep, solve, compare.

#include <string>
#include <vector>

#include "api/question.h"

namespace fmplan::api {

const std::vector<QuestionField>& sweep_fields();
const std::vector<QuestionField>& solve_fields();
const std::vector<QuestionField>& compare_fields();

QuestionAnswer answer_sweep(const Asked& asked, const AnswerContext& context);
/// How rows of a sweep are told that AnswerContext::row was given.
enum class RowsForm { kCsv, kJsonLines };
/// The bytes of `fmplan sweep` with --format csv or jsonl, of rows one a line.
/// @param answer  as answer_sweep() gave it, whose counts JSON lines end with; empty: they are as those of a sweep that
///                was stopped
std::string sweep_rows(const Asked& asked, const AnswerContext& context, const std::string& rows, RowsForm form,
                       const std::string& answer);

QuestionAnswer answer_solve(const Asked& asked, const AnswerContext& context);
QuestionAnswer answer_compare(const Asked& asked, const AnswerContext& context);

double work_of_sweep(const Asked& asked, const AnswerContext& context);
double work_of_solve(const Asked& asked, const AnswerContext& context);
double work_of_compare(const Asked& asked, const AnswerContext& context);

}  // namespace fmplan::api
