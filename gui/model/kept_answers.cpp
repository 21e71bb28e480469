#include "gui/model/kept_answers.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>
#include <QDateTime>

#include "core/answer/run_document.h"
#include "core/answer/saved_figures.h"
#include "core/base/fingerprint.h"
#include "core/base/version.h"
#include "core/programme/programme_figures.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"

namespace fmplan::gui {
namespace {

std::string digits(const std::string& text) { return fmt::format("{:016x}", fnv1a_64(text)); }

std::string wholeFolder(const std::filesystem::path& folder) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(folder, error);
  return (error ? folder : whole).lexically_normal().string();
}

/// What is told of a question beside its command and options.
nlohmann::json askedOf(const Question& question) {
  return {{"folder", wholeFolder(question.folder)}, {"document", digits(question.document.dump())}};
}

const answer::FigureSet& figuresOf(const std::string& command) {
  return command == "programme" ? programme::programme_figures() : answer::run_figures();
}

text::Json jsonOf(const document::KeptAnswer& answer) {
  return text::json_of(text::parse_json(answer.json, "a kept answer"));
}

/// What a file says was asked; an empty object where it says nothing that fmplan writes.
nlohmann::json readAsked(const document::KeptAnswer& answer) {
  nlohmann::json asked = nlohmann::json::parse(answer.asked, nullptr, false);
  return asked.is_object() ? asked : nlohmann::json::object();
}

nlohmann::json withoutFolder(nlohmann::json asked) {
  asked.erase("folder");
  return asked;
}

std::string commandOf(const document::KeptAnswer& answer) {
  const nlohmann::json asked = readAsked(answer);
  const auto command = asked.find("command");
  return command != asked.end() && command->is_string() ? command->get<std::string>() : std::string();
}

}  // namespace

AnsweredQuestion answeredBy(const PlanAnswerPtr& plan, const RunAnswerPtr& run) {
  return {.command = "run", .options = {{"trials", run->trials}, {"seed", kSeed}}, .question = plan->question};
}

AnsweredQuestion answeredBy(const ProgrammeResultPtr& result) {
  return {.command = "programme",
          .options = {{"trials", result->answer.trials}, {"seed", kSeed}, {"planned", result->planned}},
          .question = result->question};
}

document::KeptAnswer keptAnswer(const AnsweredQuestion& asked, const answer::Document& answer,
                                const std::string& catalogue) {
  nlohmann::json question = askedOf(asked.question);
  question["command"] = asked.command;
  question["options"] = asked.options;
  constexpr int kWidth = 100;  // columns, of forms that have none
  document::KeptAnswer kept{.asked = question.dump(),
                            .catalogue = catalogue,
                            .program = std::string(version()),
                            .time = QDateTime::currentSecsSinceEpoch(),
                            .json = render(answer, answer::Format::kJson, false, kWidth)};
  kept.fingerprint = digits(kept.asked);
  return kept;
}

KeptAnswerPtr latestOf(const std::vector<KeptAnswerPtr>& answers, const nlohmann::json& document) {
  const nlohmann::json sought = digits(document.dump());
  const auto found = std::find_if(answers.rbegin(), answers.rend(), [&](const KeptAnswerPtr& answer) {
    const nlohmann::json asked = readAsked(*answer);
    const auto of = asked.find("document");
    return of != asked.end() && *of == sought;
  });
  return found == answers.rend() ? nullptr : *found;
}

KeptAnswerPtr latestTo(const std::vector<KeptAnswerPtr>& answers, const document::KeptAnswer& same) {
  const nlohmann::json sought = withoutFolder(readAsked(same));
  const auto found = std::find_if(answers.rbegin(), answers.rend(), [&](const KeptAnswerPtr& answer) {
    return withoutFolder(readAsked(*answer)) == sought;
  });
  return found == answers.rend() ? nullptr : *found;
}

answer::Table figuresOf(const document::KeptAnswer& answer) {
  return answer::saved_figures(jsonOf(answer), figuresOf(commandOf(answer)));
}

answer::Table figuresChanged(const document::KeptAnswer& then, const document::KeptAnswer& now) {
  return answer::changed_figures(jsonOf(then), jsonOf(now), figuresOf(commandOf(now)));
}

}  // namespace fmplan::gui
