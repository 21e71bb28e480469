#pragma once

/// @file
/// Questions about many scenarios, and about programmes: sweep, solve, compare, programme.

#include <vector>

#include "api/question.h"
#include "core/programme/programme_answer.h"

namespace fmplan::api {

const std::vector<QuestionField>& sweep_fields();
const std::vector<QuestionField>& solve_fields();
const std::vector<QuestionField>& compare_fields();
const std::vector<QuestionField>& programme_fields();

QuestionAnswer answer_sweep(const Asked& asked, const AnswerContext& context);
QuestionAnswer answer_solve(const Asked& asked, const AnswerContext& context);
QuestionAnswer answer_compare(const Asked& asked, const AnswerContext& context);
QuestionAnswer answer_programme(const Asked& asked, const AnswerContext& context);

/// The programme of a question answered, as values.
programme::ProgrammeAnswer programme_answer(const Asked& asked, const AnswerContext& context, bool with_remedies);

/// What files are made of: a programme's question, and the first month of a budget.
const QuestionKind& export_question();

double work_of_sweep(const Asked& asked, const AnswerContext& context);
double work_of_solve(const Asked& asked, const AnswerContext& context);
double work_of_compare(const Asked& asked, const AnswerContext& context);
double work_of_programme(const Asked& asked, const AnswerContext& context);

}  // namespace fmplan::api
