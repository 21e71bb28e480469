#pragma once

/// @file
/// The question of a market: which machine, where, bought how, and how many.

#include <vector>

#include "api/question.h"

namespace fmplan::api {

const std::vector<QuestionField>& market_fields();
QuestionAnswer answer_market(const Asked& asked, const AnswerContext& context);
double work_of_market(const Asked& asked, const AnswerContext& context);

}  // namespace fmplan::api
