#pragma once

/// @file
/// Questions about one programme: its answer, and the files that are made of it.

#include <vector>

#include "api/question.h"
#include "core/programme/programme_answer.h"

namespace fmplan::api {

const std::vector<QuestionField>& programme_fields();
QuestionAnswer answer_programme(const Asked& asked, const AnswerContext& context);
double work_of_programme(const Asked& asked, const AnswerContext& context);

/// What files are made of: a programme's question, and the first month of a budget.
const QuestionKind& export_question();
/// The programme of such a question answered, as values.
programme::ProgrammeAnswer programme_answer(const Asked& asked, const AnswerContext& context, bool with_remedies);

}  // namespace fmplan::api
