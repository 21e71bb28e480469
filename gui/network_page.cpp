#include "gui/network_page.h"

#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

std::vector<ScenarioField> networkFields(const catalog::Catalog& catalog) {
  const auto named = [&catalog](const char* kind) {
    QStringList names;
    for (const std::string& name : catalog.names(kind)) names.append(shown(name));
    return names;
  };
  const auto field = [](const char* path, const QString& label, const QString& about, const QString& example,
                        const QStringList& choices = {}) {
    return ScenarioField{.path = path, .label = label, .about = about, .example = example, .choices = choices};
  };
  return {
      field("instance", NetworkPage::tr("Instance"), NetworkPage::tr("The machine"), {}, named("instances")),
      field("nodes", NetworkPage::tr("Nodes"), NetworkPage::tr("That take part"), NetworkPage::tr("16")),
      field("collective", NetworkPage::tr("Collective"), NetworkPage::tr("What nccl-tests time"),
            NetworkPage::tr("all_reduce"), collectiveNames()),
      field("fabric", NetworkPage::tr("Fabric"), NetworkPage::tr("Left out: the machine's own"), {}, named("networks")),
      field("oversubscription", NetworkPage::tr("Oversubscription"),
            NetworkPage::tr("Of the leaves, below to above; left out: the fabric's own"), NetworkPage::tr("2:1"))};
}

}  // namespace

NetworkPage::NetworkPage(AnswerEngine& engine, QWidget* parent)
    : QuestionPage(tr("Which network"), networkFields(engine.catalog()),
                   tr("As nccl-tests print it: bus bandwidth over the size of the message, with its 80 % interval."),
                   parent),
      engine_(engine) {
  connect(&engine_, &AnswerEngine::answered, this, &NetworkPage::beginWith);
}

void NetworkPage::edited(const std::string& path, const std::string& text) {
  typed_ = true;
  fields_[path] = text;
}

std::map<std::string, std::string> NetworkPage::fields() const { return fields_; }

void NetworkPage::take(const std::map<std::string, std::string>& fields) {
  typed_ = !fields.empty();
  fields_ = fields;
}

void NetworkPage::beginWith(const PlanAnswerPtr& answer) {
  const NetworkFields fields = networkFieldsOf(answer->report);
  if (typed_ || fields == fields_) return;
  fields_ = fields;
  for (const auto& [path, text] : fields_) form().editor(path)->setText(shown(text));
  changed();
}

void NetworkPage::ask() {
  run([fields = fields_, &catalog = engine_.catalog()](const Watch&) { return networked(fields, catalog); });
}

}  // namespace fmplan::gui
