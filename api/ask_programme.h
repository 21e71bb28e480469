#pragma once

/// @file
/// Questions about one programme: its answer, and the files that are made of it.

#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "api/question.h"
#include "core/programme/programme_answer.h"

namespace fmplan::api {

const std::vector<QuestionField>& programme_fields();
QuestionAnswer answer_programme(const Asked& asked, const AnswerContext& context);
double work_of_programme(const Asked& asked, const AnswerContext& context);

/// What files are made of: a programme's question, and the first month of a budget.
const QuestionKind& export_question();
inline constexpr std::string_view kAnswerName = "answer";
/// What a workbook is made of: a programme's question, a scenario or what plan or sweep answered.  A body may be a
/// programme or a scenario alone.
const QuestionKind& workbook_question(const nlohmann::json& body);
/// The programme of such a question answered, as values.
programme::ProgrammeAnswer programme_answer(const Asked& asked, const AnswerContext& context, bool with_remedies);

}  // namespace fmplan::api
