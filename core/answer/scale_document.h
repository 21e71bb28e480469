#pragma once

#include "core/answer/document.h"
#include "core/answer/scale_question.h"

namespace fmplan::answer {

/// The answer of every law asked.  @pre problems(question).empty().
Document scale_document(const ScaleQuestion& question);
/// True if some law answered.
bool any_answer(const Document& document);

}  // namespace fmplan::answer
