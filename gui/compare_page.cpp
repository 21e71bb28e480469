#include "gui/compare_page.h"

#include <tuple>
#include <vector>

#include "core/base/parallel.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

std::string fieldOf(std::size_t variant) { return "variant " + std::to_string(variant + 1); }

std::vector<ScenarioField> variantFields(std::size_t count) {
  std::vector<ScenarioField> fields;
  for (std::size_t i = 0; i < count; ++i)
    fields.push_back(
        {.path = fieldOf(i),
         .label = ComparePage::tr("Variant %1").arg(i + 1),
         .about = ComparePage::tr("What is changed, as --with takes it: PATH=VALUE, several with ; between"),
         .example = ComparePage::tr("cluster.nodes=128")});
  return fields;
}

}  // namespace

ComparePage::ComparePage(PlanDocument& document, AnswerEngine& engine, QWidget* parent)
    : QuestionPage(tr("Variants of the document"), variantFields(std::tuple_size_v<decltype(variants_)>),
                   tr("Each changes values of the document: PATH=VALUE, several with ; between. For instance\n"
                      "cluster.nodes=128\nprice.kind=capacity_block; run.spare_nodes=0"),
                   parent),
      document_(document),
      engine_(engine) {
  connect(&document_, &PlanDocument::changed, this, &ComparePage::changed);
  connect(&engine_, &AnswerEngine::answered, this, &ComparePage::beginWith);
}

void ComparePage::edited(const std::string& path, const std::string& text) {
  begun_ = true;
  for (std::size_t i = 0; i < variants_.size(); ++i)
    if (path == fieldOf(i)) variants_[i] = text;
}

std::map<std::string, std::string> ComparePage::fields() const {
  std::map<std::string, std::string> fields;
  for (std::size_t i = 0; i < variants_.size(); ++i)
    if (!variants_[i].empty()) fields[fieldOf(i)] = variants_[i];
  return fields;
}

void ComparePage::take(const std::map<std::string, std::string>& fields) {
  begun_ = !fields.empty();
  for (std::size_t i = 0; i < variants_.size(); ++i) {
    const auto found = fields.find(fieldOf(i));
    variants_[i] = found == fields.end() ? std::string() : found->second;
  }
}

void ComparePage::beginWith(const PlanAnswerPtr& answer) {
  if (begun_ || answer->outlook.neighbours.empty()) return;
  begun_ = true;
  variants_[0] = "cluster.nodes=" + std::to_string(answer->outlook.neighbours.front().nodes_held);
  form().editor(fieldOf(0))->setText(shown(variants_[0]));
  changed();
}

void ComparePage::ask() {
  if (document_.file().kind == PlanFile::Kind::kProgramme)
    return say(tr("This file is a programme of many projects; this page compares runs."));
  if (document_.json().empty())
    return say(
        tr("There is no document to compare yet: open a scenario with File, Open, or begin with one of File, "
           "Examples"));
  run([question = Question{document_.json(), document_.file().folder()},
       variants = std::vector<std::string>(variants_.begin(), variants_.end()), &catalog = engine_.catalog()](
          const Watch& watch) { return compared(question, variants, catalog, thread_count(0), watch); });
}

}  // namespace fmplan::gui
