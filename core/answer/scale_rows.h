#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/answer/scale_question.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// What one law answers.
struct LawRow {
  model::ScalingLaw law;
  std::optional<model::Optimum> answer;
  std::string reason;  ///< why there is none
  std::optional<double> over_training;
};

/// Both N and D are given: a prediction, not an optimum.
bool asks_prediction(const ScaleQuestion& question);
/// The training budget a question names, in FLOP or in money.
std::optional<Flop> asked_compute(const ScaleQuestion& question);
/// Every law asked, oldest first.  One that takes tokens as fresh that are repeated gives no answer.
std::vector<LawRow> ask_all(const ScaleQuestion& question);
/// Money for the training of `point`; none if the price is not known.  @pre question.machine.
std::optional<Dollars> cost(const model::Optimum& point, const ScaleQuestion& question);

/// What the question left open, and how it was filled.
struct Assumption {
  std::string path, value, why;
};
std::vector<Assumption> assumptions(const ScaleQuestion& question);

/// A published rule for the batch size.
struct BatchRule {
  std::string name, what;
  double batch_tokens = 0;
  std::optional<double> learning_rate;
  std::string note;
};
std::vector<BatchRule> batch_rules(const model::Optimum& point, const std::optional<model::ScalingLaw>& batch_law);
/// The row that batch rules are evaluated at: where unique tokens are stated that of a law that knows of repetition,
/// else Besiroglu's; where that does not answer, the first that does; null if none does.
const LawRow* reference_row(const std::vector<LawRow>& rows, const model::LawConditions& conditions);

/// The answer as JSON, numbers in SI with their unit in the key.
text::Json scale_json(const std::vector<LawRow>& rows, const ScaleQuestion& question);

}  // namespace fmplan::answer
