#pragma once

/// @file
/// Answers that are kept in a document's file: what was asked, and what the new answer says otherwise.

#include <memory>
#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/answer/table.h"
#include "core/document/stored_document.h"
#include "gui/model/answer_engine.h"
#include "gui/model/programme_engine.h"

namespace fmplan::gui {

using KeptAnswerPtr = std::shared_ptr<const document::KeptAnswer>;

/// An answer of `fmplan COMMAND` to a question, with the options that decide about it.
struct AnsweredQuestion {
  std::string command;
  nlohmann::json options;
  Question question;
};

AnsweredQuestion answeredBy(const PlanAnswerPtr& plan, const RunAnswerPtr& run);
AnsweredQuestion answeredBy(const ProgrammeResultPtr& result);

/// The answer as a file keeps it, of now; rendering takes a moment.
document::KeptAnswer keptAnswer(const AnsweredQuestion& asked, const answer::Document& answer,
                                const std::string& catalogue);

/// The latest that was answered about a document, with whatever options and wherever it lay; null: nothing was.
KeptAnswerPtr latestOf(const std::vector<KeptAnswerPtr>& answers, const nlohmann::json& document);
/// The latest that was answered to the question of another answer, wherever the document lay; null: nothing was.
KeptAnswerPtr latestTo(const std::vector<KeptAnswerPtr>& answers, const document::KeptAnswer& same);

/// Its figures.  @throws InputError where it is no answer.
answer::Table figuresOf(const document::KeptAnswer& answer);

/// What a new answer to the same question says otherwise; no rows where it says the same.
/// @throws InputError where one of them is no answer.
answer::Table figuresChanged(const document::KeptAnswer& then, const document::KeptAnswer& now);

}  // namespace fmplan::gui
