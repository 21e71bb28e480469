#pragma once

/// @file
/// Questions that need no scenario: scale, network, explain.

#include <vector>

#include "api/question.h"

namespace fmplan::api {

const std::vector<QuestionField>& scale_fields();
const std::vector<QuestionField>& network_fields();
const std::vector<QuestionField>& explain_fields();

QuestionAnswer answer_scale(const Asked& asked, const AnswerContext& context);
QuestionAnswer answer_network(const Asked& asked, const AnswerContext& context);
QuestionAnswer answer_explain(const Asked& asked, const AnswerContext& context);

}  // namespace fmplan::api
