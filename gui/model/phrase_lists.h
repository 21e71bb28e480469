#pragma once

/// @file
/// Phrases of the core's texts, by what they are of; together they are corePhrases().

#include <span>

namespace fmplan::gui {

std::span<const char* const> fieldPhrases();    ///< gui/model/field_phrases.cpp
std::span<const char* const> noticePhrases();   ///< gui/model/notice_phrases.cpp
std::span<const char* const> answerPhrases();   ///< gui/model/answer_phrases.cpp
std::span<const char* const> explainPhrases();  ///< gui/model/explain_phrases.cpp

}  // namespace fmplan::gui
