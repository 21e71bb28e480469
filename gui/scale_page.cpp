#include "gui/scale_page.h"

#include <utility>
#include <vector>

#include "gui/model/scale_answer.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

std::vector<ScenarioField> scaleFields(const catalog::Catalog& catalog) {
  QStringList laws{QStringLiteral("all")}, instances;
  for (const std::string& law : catalog.names("laws")) laws.append(shown(law));
  for (const std::string& instance : catalog.names("instances")) instances.append(shown(instance));
  const auto field = [](const char* option, const QString& label, const QString& about, const QString& example,
                        const QStringList& choices = {}) {
    return ScenarioField{.path = option, .label = label, .about = about, .example = example, .choices = choices};
  };
  return {
      field("--compute", ScalePage::tr("Compute (FLOP)"), ScalePage::tr("Training compute"), ScalePage::tr("1e24")),
      field("--params", ScalePage::tr("Parameters"), ScalePage::tr("With tokens: predicts the loss"),
            ScalePage::tr("70B")),
      field("--tokens", ScalePage::tr("Tokens"), ScalePage::tr("To train on"), ScalePage::tr("15T")),
      field("--loss", ScalePage::tr("Loss (nats)"), ScalePage::tr("To reach, in nats per token"), ScalePage::tr("2.0")),
      field("--budget", ScalePage::tr("Money"), ScalePage::tr("Needs a machine"), ScalePage::tr("$5M")),
      field("--on", ScalePage::tr("Instance"), ScalePage::tr("Adds hours and cost"), {}, instances),
      field("--law", ScalePage::tr("Law"), ScalePage::tr("One law, or all"), {}, laws),
      field("--inference-tokens", ScalePage::tr("Tokens to serve"), ScalePage::tr("For sardana-2024"),
            ScalePage::tr("1T")),
      field("--unique-tokens", ScalePage::tr("Unique tokens"), ScalePage::tr("There are, for muennighoff-2023"),
            ScalePage::tr("5T"))};
}

}  // namespace

ScalePage::ScalePage(AnswerEngine& engine, QWidget* parent)
    : QuestionPage(tr("What is given"), scaleFields(engine.catalog()),
                   tr("One of compute, parameters, tokens, loss and money; or parameters with tokens."), parent),
      engine_(engine) {
  connect(&engine_, &AnswerEngine::answered, this, &ScalePage::mark);
}

void ScalePage::mark(const PlanAnswerPtr& answer) {
  plan_ = answer::plan_mark(answer->report);
  if (typed_)
    changed();
  else
    beginWith(answer);
}

void ScalePage::edited(const std::string& path, const std::string& text) {
  typed_ = true;
  options_[path] = text;
}

std::map<std::string, std::string> ScalePage::fields() const { return options_; }

void ScalePage::take(const std::map<std::string, std::string>& fields) {
  typed_ = !fields.empty();
  options_ = fields;
}

void ScalePage::beginWith(const PlanAnswerPtr& answer) {
  if (typed_) return;
  for (const auto& [option, text] : scaleOptionsOf(answer->report)) set(option, text);
  changed();
}

void ScalePage::set(const std::string& option, const std::string& text) {
  options_[option] = text;
  form().editor(option)->setText(shown(text));
}

void ScalePage::ask() {
  std::vector<answer::ScaleMark> marks;
  if (plan_) marks.push_back(*plan_);
  run([options = options_, marks = std::move(marks), &catalog = engine_.catalog()](const Watch&) {
    return scaled(options, marks, catalog);
  });
}

}  // namespace fmplan::gui
