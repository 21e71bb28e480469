#include "gui/sweep_page.h"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/parallel.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

ScenarioField field(const char* path, const QString& label, const QString& about, const QString& example) {
  return {.path = path, .label = label, .about = about, .example = example};
}

std::vector<ScenarioField> sweepFields() {
  const QString list = SweepPage::tr("PATH=LIST: 4,8 or 32..128:8 (steps of 8) or 64..1024:*2 (each twice the last)");
  return {field("set 1", SweepPage::tr("Over"), list, SweepPage::tr("cluster.nodes=64..512:64")),
          field("set 2", SweepPage::tr("And over"), list, SweepPage::tr("run.spare_nodes=0,2,8")),
          field("where", SweepPage::tr("Only where"), SweepPage::tr("Points of which this holds"),
                SweepPage::tr("days<=120")),
          field("columns", SweepPage::tr("Figures"), SweepPage::tr("With commas between; left out: the usual ones"),
                SweepPage::tr("days,cost,step.mfu"))};
}

std::vector<ScenarioField> solveFields() {
  const QString vary = SolvePage::tr("What is looked for: PATH, or PATH=LIST");
  return {field("vary 1", SolvePage::tr("Find"), vary, SolvePage::tr("cluster.nodes")),
          field("vary 2", SolvePage::tr("And find"), vary, SolvePage::tr("price.kind")),
          field("until", SolvePage::tr("So that"), SolvePage::tr("What must hold: FIGURE<=VALUE, several with and"),
                SolvePage::tr("days<=60 and cost<=$20M")),
          field("minimize", SolvePage::tr("With the least"), SolvePage::tr("A figure, or a path that is looked for"),
                SolvePage::tr("cost")),
          field("maximize", SolvePage::tr("Or the most"), SolvePage::tr("A figure, or a path that is looked for"),
                SolvePage::tr("training.tokens"))};
}

}  // namespace

SweepPage::SweepPage(PlanDocument& document, AnswerEngine& engine, QWidget* parent)
    : QuestionPage(tr("Values to try"), sweepFields(),
                   tr("One list makes a curve, two make a map. What cannot run stands as a cross, or grey."), parent),
      document_(document),
      engine_(engine) {
  setKeyHeads(true);
  connect(&document_, &PlanDocument::changed, this, &SweepPage::changed);
  connect(&engine_, &AnswerEngine::answered, this, &SweepPage::beginWith);
}

void SweepPage::edited(const std::string& path, const std::string& text) {
  typed_ = true;
  fields_[path] = text;
}

std::map<std::string, std::string> SweepPage::fields() const { return fields_; }

void SweepPage::take(const std::map<std::string, std::string>& fields) {
  typed_ = !fields.empty();
  fields_ = fields;
}

void SweepPage::beginWith(const PlanAnswerPtr& answer) {
  if (typed_ || answer->outlook.neighbours.empty()) return;
  std::set<int> nodes{answer->report.scenario.cluster.num_nodes};
  for (const auto& neighbour : answer->outlook.neighbours) nodes.insert(static_cast<int>(neighbour.nodes_held));
  const std::string set = fmt::format("cluster.nodes={}", fmt::join(nodes, ","));
  if (fields_["set 1"] == set) return;
  fields_["set 1"] = set;
  form().editor("set 1")->setText(shown(set));
  changed();
}

void SweepPage::ask() {
  run([question = Question{document_.json(), document_.file().folder()}, fields = fields_,
       &catalog = engine_.catalog()](const Watch& watch) {
    return swept(question, fields, catalog, thread_count(0), watch);
  });
}

SolvePage::SolvePage(PlanDocument& document, AnswerEngine& engine, QWidget* parent)
    : QuestionPage(tr("What is looked for"), solveFields(),
                   tr("How few nodes end in 60 days?  Find cluster.nodes, so that days<=60.\n"
                      "How many tokens do $5M buy?  Find training.tokens, so that cost<=$5M, with the most "
                      "training.tokens."),
                   parent),
      document_(document),
      engine_(engine) {
  setLeadingTables(1);
  setKeyHeads(true);
  connect(&document_, &PlanDocument::changed, this, &SolvePage::changed);
}

void SolvePage::edited(const std::string& path, const std::string& text) { fields_[path] = text; }

std::map<std::string, std::string> SolvePage::fields() const { return fields_; }

void SolvePage::take(const std::map<std::string, std::string>& fields) { fields_ = fields; }

void SolvePage::ask() {
  run([question = Question{document_.json(), document_.file().folder()}, fields = fields_,
       &catalog = engine_.catalog()](const Watch& watch) {
    return solved(question, fields, catalog, thread_count(0), watch);
  });
}

}  // namespace fmplan::gui
