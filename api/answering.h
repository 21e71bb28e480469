#pragma once

/// @file
/// What the questions have in common.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "api/question.h"
#include "core/answer/condition.h"
#include "core/answer/document.h"
#include "core/plan/scenario.h"

namespace fmplan::api {

/// Fields that every question about one scenario has.
inline constexpr QuestionField kScenarioField{"scenario", FieldKind::kScenario, "the scenario", true};
inline constexpr QuestionField kSetField{"set", FieldKind::kSets, "values to replace: {\"cluster.nodes\": 128}"};
inline constexpr QuestionField kSeedField{"seed", FieldKind::kCount, "of everything drawn at random; 1"};
inline constexpr QuestionField kFailIfField{"fail_if", FieldKind::kTexts,
                                            "bounds to judge, for instance \"cost>2.5M or days.p90>30\""};
inline constexpr QuestionField kExplainField{
    "explain", FieldKind::kTexts, "say how these figures come about instead, for instance days and step.mfu, or all"};

inline constexpr std::string_view kScenarioName = "scenario", kSetName = "set", kSeedName = "seed",
                                  kFailIfName = "fail_if", kExplainName = "explain";

struct AskedAbout {
  nlohmann::json document;  ///< with what was set
  plan::Scenario scenario;
};

/// The scenario of a question, changed as it says.  It names no files.  @throws InputError
AskedAbout scenario_of(const Asked& asked, const AnswerContext& context);

/// The seed of a question.
std::uint64_t seed_of(const Asked& asked);

/// Simulated runs, or programmes, that a question asks for, else as many as are usual.
/// @throws InputError for none, or more than a million
std::int64_t trials_of(const Asked& asked, std::int64_t usual);

/// Each bound of `fail_if` by itself.
std::vector<GateResult> judged(const Asked& asked, const answer::FigureSet& figures,
                               const answer::FigureValues& values);
/// Nothing but the check that the bounds can be read.  @throws InputError
std::vector<answer::Condition> bounds_of(const Asked& asked, const answer::FigureSet& figures);

/// The document as JSON; AnswerContext::form, where there is one, is given it as csv, html and jsonl.
/// @param page  makes the page that the command writes as FILE.html, where that is more than the document's tables
std::string json_text(const answer::Document& document, const AnswerContext& context,
                      const std::function<std::string()>& page = {});

}  // namespace fmplan::api
