#pragma once

/// @file
/// Questions about many scenarios, or programmes: sweep, solve, compare.

#include <vector>

#include "api/question.h"

namespace fmplan::api {

const std::vector<QuestionField>& sweep_fields();
const std::vector<QuestionField>& solve_fields();
const std::vector<QuestionField>& compare_fields();

QuestionAnswer answer_sweep(const Asked& asked, const AnswerContext& context);
QuestionAnswer answer_solve(const Asked& asked, const AnswerContext& context);
QuestionAnswer answer_compare(const Asked& asked, const AnswerContext& context);

double work_of_sweep(const Asked& asked, const AnswerContext& context);
double work_of_solve(const Asked& asked, const AnswerContext& context);
double work_of_compare(const Asked& asked, const AnswerContext& context);

}  // namespace fmplan::api
