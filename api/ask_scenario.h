#pragma once

/// @file
/// Questions about one scenario: plan, step, memory, run, search.

#include <vector>

#include "api/question.h"

namespace fmplan::api {

const std::vector<QuestionField>& plan_fields();  ///< of a step, too
const std::vector<QuestionField>& memory_fields();
const std::vector<QuestionField>& run_fields();
const std::vector<QuestionField>& search_fields();

QuestionAnswer answer_plan(const Asked& asked, const AnswerContext& context);
QuestionAnswer answer_step(const Asked& asked, const AnswerContext& context);
QuestionAnswer answer_memory(const Asked& asked, const AnswerContext& context);
QuestionAnswer answer_run(const Asked& asked, const AnswerContext& context);
QuestionAnswer answer_search(const Asked& asked, const AnswerContext& context);

double work_of_run(const Asked& asked, const AnswerContext& context);
double work_of_search(const Asked& asked, const AnswerContext& context);

}  // namespace fmplan::api
