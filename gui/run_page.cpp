#include "gui/run_page.h"

#include <algorithm>
#include <array>
#include <map>

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "core/answer/report_tables.h"
#include "core/answer/run_json.h"
#include "core/answer/run_tables.h"
#include "core/base/quantity_text.h"
#include "core/plan/verdict.h"
#include "core/scenario/plan_json.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"
#include "gui/scrolled.h"

namespace fmplan::gui {
namespace {

constexpr const char* kParallelPath = "training.parallel";

QLabel* wrappedLabel() {
  auto* label = new QLabel;
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

QString joined(const std::vector<std::string>& lines) {
  QStringList texts;
  for (const std::string& line : lines) texts.append(spoken(line));
  return texts.join(QLatin1Char('\n'));
}

QString countText(std::int64_t count) { return shown(count_text(static_cast<double>(count))); }

/// Shows a table without its title, which its card has.
void setTable(AnswerTable& view, Card& card, answer::Table table) {
  card.setNotes(joined(table.notes));
  card.show();
  view.setTable(std::move(table));
}

/// Which every phase of a run may have for itself.
constexpr std::array<const char*, 3> kOfPhases = {"training.tokens", "training.sequence_length",
                                                  "training.global_batch_size"};

bool hasPhases(const nlohmann::json& document) {
  return document.contains(nlohmann::json::json_pointer("/training/phases"));
}

bool saysParallelByHand(const nlohmann::json& document) {
  const nlohmann::json::json_pointer pointer(pointerOf(kParallelPath));
  return document.contains(pointer) && document.at(pointer).is_object();
}

}  // namespace

RunPage::RunPage(PlanDocument& document, AnswerEngine& engine, QWidget* parent)
    : Page(parent), document_(document), engine_(engine) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 0, 8, 8);
  row->setSpacing(8);
  row->addWidget(makeQuestion());
  row->addWidget(makeAnswer(), 1);
  popover_ = new ExplainPopover(this);
  connect(&document_, &PlanDocument::changed, this, [this] {
    showDocument();
    ask();
  });
  connect(&document_, &PlanDocument::fileChanged, this, [this] {
    // Another file's answer is not this one's that is out of date.
    if (answer_ && answer_->question.folder != document_.file().folder()) answer_ = nullptr;
  });
  connect(&engine_, &AnswerEngine::answered, this, &RunPage::show);
  connect(&engine_, &AnswerEngine::simulated, this, &RunPage::showSimulation);
  connect(&engine_, &AnswerEngine::drawn, this, &RunPage::showStep);
  connect(&engine_, &AnswerEngine::refused, this, [this](quint64, const Issues& issues) { showIssues(issues); });
  connect(&engine_, &AnswerEngine::progressed, this, [this](qint64 done, qint64 total, qint64 trials) {
    progress_->setMaximum(static_cast<int>(total));
    progress_->setValue(static_cast<int>(done));
    setStatus(tr("Simulating %1 runs").arg(countText(trials)));
  });
  connect(&engine_, &AnswerEngine::idle, this, [this] {
    progress_->setVisible(false);
    cancel_->setVisible(false);
    if (!stale_ && simulation_ && answer_ && simulation_->ticket == answer_->ticket &&
        answer::has_simulation(simulation_->study))
      setStatus(
          tr("Answered in %1 ms, %2 runs simulated").arg(answer_->milliseconds).arg(countText(simulation_->trials)));
    else if (!stale_ && answer_)
      setStatus(tr("Answered in %1 ms").arg(answer_->milliseconds));
  });
  connect(&engine_, &AnswerEngine::explained, this,
          [this](const ExplanationPtr& explanation) { popover_->showFor(*explanation, *explain_); });
}

QWidget* RunPage::makeQuestion() {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  auto* run = new Card(tr("What is trained, and on what"));
  form_ = new FieldForm(runFields(engine_.catalog()));
  run->addWidget(form_);
  column->addWidget(run);
  column->addWidget(makeParallel());
  column->addStretch(1);
  connect(form_, &FieldForm::edited, this, &RunPage::edit);
  auto* area = scrolled(content);
  area->setFixedWidth(kQuestionWidth);
  return area;
}

QWidget* RunPage::makeParallel() {
  auto* card = new Card(tr("Parallel plan"));
  parallel_mode_ = new QComboBox;
  parallel_mode_->addItems({tr("auto"), tr("by hand")});
  parallel_mode_->setAccessibleName(tr("Parallel plan"));
  parallel_mode_->setToolTip(tr("auto searches the degrees; by hand begins with what was found"));
  parallel_mode_->setObjectName(QString::fromLatin1(kParallelPath));
  card->addAction(parallel_mode_);
  parallel_form_ = new FieldForm(parallelFields());
  card->addWidget(parallel_form_);
  connect(parallel_form_, &FieldForm::edited, this, &RunPage::edit);
  connect(parallel_mode_, &QComboBox::activated, this, [this](int index) { chooseParallel(index == 1); });
  return card;
}

QWidget* RunPage::makeAnswer() {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  const auto besides = [column](QWidget* left, int share, QWidget* right, int other) {
    auto* row = new QHBoxLayout;
    row->addWidget(left, share);
    row->addWidget(right, other);
    column->addLayout(row);
  };

  head_card_ = new Card({});
  headline_ = wrappedLabel();
  QFont large = headline_->font();
  large.setPointSizeF(large.pointSizeF() * 1.3);
  large.setBold(true);
  headline_->setFont(large);
  headline_->setAccessibleDescription(tr("The answer in one line"));
  headline_->setText(tr("Open a file, or fill in the fields: a model, its tokens, a batch, an instance and nodes do"));
  lead_ = wrappedLabel();
  status_ = new QLabel;
  status_->setProperty("role", QStringLiteral("quiet"));
  progress_ = new QProgressBar;
  progress_->setFixedWidth(140);
  progress_->setFixedHeight(14);
  progress_->setTextVisible(false);
  progress_->setAccessibleName(tr("Progress of the simulation"));
  cancel_ = new QPushButton(tr("Cancel"));
  connect(cancel_, &QPushButton::clicked, &engine_, &AnswerEngine::cancel);
  auto* status = new QHBoxLayout;
  status->addWidget(lead_, 1);
  status->addWidget(status_);
  status->addWidget(progress_);
  status->addWidget(cancel_);
  remark_list_ = new RemarkList;
  connect(remark_list_, &RemarkList::placeActivated, this, [this](const QString& pointer) {
    if (!form_->focus(told(pointer))) parallel_form_->focus(told(pointer));
  });
  head_card_->addWidget(headline_);
  head_card_->body()->addLayout(status);
  head_card_->addWidget(remark_list_);
  column->addWidget(head_card_);

  summary_card_ = new Card(tr("Summary"));
  summary_ = new AnswerTable;
  explain_ = new QPushButton(tr("Explain"));
  explain_->setToolTip(tr("Where the selected figure comes from (Enter in its row)"));
  summary_card_->addAction(explain_);
  summary_card_->addWidget(summary_);
  connect(summary_, &AnswerTable::rowActivated, this, &RunPage::explainRow);
  connect(explain_, &QPushButton::clicked, this, [this] {
    const QModelIndex at = summary_->currentIndex();
    explainRow(at.isValid() ? at.row() : 0);
  });
  column->addWidget(summary_card_);

  histogram_card_ = new Card(tr("Days of the simulated runs"));
  histogram_ = new HistogramView;
  histogram_table_ = new AnswerTable;
  histogram_card_->addChart(histogram_, histogram_table_);

  neighbours_card_ = new Card(tr("On other numbers of nodes"));
  neighbours_ = new AnswerTable;
  neighbours_card_->addWidget(neighbours_);
  neighbours_card_->body()->addStretch(1);
  besides(histogram_card_, 3, neighbours_card_, 4);

  memory_card_ = new Card(tr("Memory of a GPU"));
  memory_bar_ = new StackedBar;
  memory_card_->addPicture(memory_bar_);
  column->addWidget(memory_card_);

  step_card_ = new Card(tr("Step time by cause"));
  step_chart_ = new BarChartView;
  step_table_ = new AnswerTable;
  step_card_->addChart(step_chart_, step_table_);

  memory_parts_card_ = new Card(tr("Memory by cause"));
  memory_chart_ = new BarChartView;
  memory_table_ = new AnswerTable;
  memory_parts_card_->addChart(memory_chart_, memory_table_);
  besides(step_card_, 1, memory_parts_card_, 1);

  drawn_card_ = new Card(tr("Schedule of a step"));
  drawn_ = new PictureView;
  drawn_->setAccessibleName(tr("Schedule of a step"));
  drawn_->setAccessibleDescription(tr("Table shows its ranks"));
  drawn_table_ = new AnswerTable;
  drawn_card_->addChart(drawn_, drawn_table_);
  column->addWidget(drawn_card_);

  run_card_ = new Card(tr("Simulated run"));
  run_table_ = new AnswerTable;
  run_table_->setMostRows(20);
  run_card_->addWidget(run_table_);
  column->addWidget(run_card_);

  help_card_ = new Card(tr("What would help most"));
  help_table_ = new AnswerTable;
  help_card_->addWidget(help_table_);
  column->addWidget(help_card_);

  assumptions_card_ = new Card(tr("Assumptions"));
  assumptions_ = new AnswerTable;
  assumptions_->setMostRows(18);
  assumptions_card_->addWidget(assumptions_);
  column->addWidget(assumptions_card_);
  column->addStretch(1);
  for (Card* card : {summary_card_, histogram_card_, neighbours_card_, memory_card_, step_card_, memory_parts_card_,
                     drawn_card_, run_card_, help_card_, assumptions_card_})
    card->hide();
  progress_->hide();
  cancel_->hide();
  return scrolled(content);
}

void RunPage::ask() {
  if (document_.file().kind == PlanFile::Kind::kProgramme) {
    engine_.cancel();
    return;
  }
  engine_.ask({document_.json(), document_.file().folder()});
}

void RunPage::edit(const QString& path, const QString& text) {
  try {
    document_.setField(told(path), told(text), tr("Change of %1").arg(path));
  } catch (const InputError& error) {
    // The document is as it was; what cannot be read is told where it stands.
    showIssues(error.issues());
  }
}

void RunPage::chooseParallel(bool by_hand) {
  if (by_hand == by_hand_) return;
  if (!by_hand) return edit(QString::fromLatin1(kParallelPath), QStringLiteral("auto"));
  text::Json plan = text::Json::object();
  if (answer_ && !answer_->report.phases.empty()) {
    // Data parallelism is what the other degrees leave of the machine: stated, no other degree could be changed.
    const text::Json found = scenario::parallel_json(answer_->report.phases[answer_->report.main_phase].parallel);
    for (const text::Json::Member& member : found.members())
      if (member.key != "data") plan[member.key] = member.value;
  }
  edit(QString::fromLatin1(kParallelPath), shown(plan.dump()));
}

void RunPage::showDocument() {
  const nlohmann::json& document = document_.json();
  form_->setDocument(document);
  parallel_form_->setDocument(document);
  for (const char* path : kOfPhases) form_->setOpen(path, !hasPhases(document));
  by_hand_ = saysParallelByHand(document);
  parallel_mode_->setCurrentIndex(by_hand_ ? 1 : 0);
  parallel_form_->setEnabled(by_hand_);
  if (const auto instance = fieldText(document, "cluster.instance"))
    form_->setChoices("price.region", regionsOf(*instance, engine_.catalog()));
  const bool scenario = document_.file().kind == PlanFile::Kind::kScenario;
  form_->setEnabled(scenario);
  if (!scenario) {
    headline_->setText(tr("This file is a programme of many projects; this page plans one run."));
    lead_->setText(tr("Open one of its scenarios, or answer the programme with: fmplan programme FILE"));
    lead_->show();
  }
}

void RunPage::showFilledIn() {
  std::map<std::string, QString> values;
  for (const plan::Assumption& entry : answer_->report.assumptions) {
    if (entry.path == "/cluster/instance") continue;  // says what the machine has, not which it is
    std::string path = entry.path.substr(entry.path.starts_with('/') ? 1 : 0);
    std::ranges::replace(path, '/', '.');
    values[path] = shown(entry.value);
  }
  if (!answer_->report.phases.empty()) {
    const text::Json plan = scenario::parallel_json(answer_->report.phases[answer_->report.main_phase].parallel);
    for (const text::Json::Member& member : plan.members())
      values[std::string(kParallelPath) + "." + member.key] =
          shown(member.value.is_text() ? member.value.as_text() : member.value.dump());
  }
  if (fieldText(answer_->question.document, "cluster.machine")) values["cluster.instance"] = tr("a machine by hand");
  if (hasPhases(answer_->question.document))
    for (const char* path : kOfPhases) values[path] = tr("by phase, of %1").arg(answer_->report.phases.size());
  form_->setFilledIn(values);
  parallel_form_->setFilledIn(values);
}

void RunPage::show(const PlanAnswerPtr& answer) {
  answer_ = answer;
  const plan::Report& report = answer->report;
  const answer::Document& document = answer->document;
  form_->showIssues({});
  parallel_form_->showIssues({});
  setStale(false);
  headline_->setText(spoken(document.headline));
  lead_->setText(spoken(document.lead));
  // Days of what cannot run are no answer.
  const plan::Verdict verdict = plan::verdict_of(report.obstacles);
  lead_->setVisible(verdict == plan::Verdict::kOk || verdict == plan::Verdict::kMissesDeadline);
  remark_list_->setRemarks(remarksOf(report));
  showFilledIn();
  const bool planned = !report.phases.empty();
  for (Card* card : {summary_card_, memory_card_, step_card_, memory_parts_card_}) card->setVisible(planned);
  if (!planned) drawn_card_->hide();
  if (planned) {
    setTable(*summary_, *summary_card_, document.tables.front());
    setTable(*step_table_, *step_card_, answer::step_table(report.phases[report.main_phase], report.scenario));
    setTable(*memory_table_, *memory_parts_card_, answer::memory_table(report.memory));
    for (const picture::BarChart& chart : document.charts) {
      // The one with a limit is that of memory, and what has an interval there is the whole.
      if (!chart.limit) continue;
      std::vector<picture::Bar> parts;
      for (const picture::Bar& bar : chart.bars)
        if (!bar.interval) parts.push_back(bar);
      memory_bar_->setParts(std::move(parts), *chart.limit, spoken(chart.limit_text));
      memory_card_->setNotes(spoken(answer::memory_text(report.memory)));
      memory_chart_->setChart(chart);
    }
    step_chart_->setChart(document.charts.front());
  }
  if (answer->whole) {
    neighbours_card_->setVisible(planned && !answer->outlook.neighbours.empty());
    if (!neighbours_card_->isHidden()) setTable(*neighbours_, *neighbours_card_, document.tables[1]);
  } else {
    neighbours_->setStale(true);
  }
  setTable(*assumptions_, *assumptions_card_, answer::assumptions_table(report.assumptions));
  progress_->setMaximum(0);
  progress_->setVisible(planned);
  cancel_->setVisible(planned);
  setStatus(tr("Answered in %1 ms").arg(answer->milliseconds));
}

void RunPage::showSimulation(const RunAnswerPtr& answer) {
  simulation_ = answer;
  DaysHistogram days = daysHistogram(answer->study);
  const bool any = !days.bins.empty();
  histogram_card_->setVisible(any);
  run_card_->setVisible(any);
  if (!any) return help_card_->hide();
  histogram_->setStale(false);
  histogram_table_->setStale(false);
  run_table_->setStale(false);
  histogram_card_->setTitle(tr("Days of %1 simulated runs").arg(countText(days.trials)));
  histogram_->setHistogram(std::move(days));
  histogram_table_->setTable(histogramTable(answer->study));
  answer::Table table = answer->document.tables.front();
  // A hint for the command line.
  table.notes.clear();
  setTable(*run_table_, *run_card_, std::move(table));
  // What would help is told with the last trials.
  help_table_->setStale(!answer->last);
  if (!answer->last) return;
  showSimulatedHeadline();
  help_card_->setVisible(!answer->study.changes.empty());
  if (!answer->study.changes.empty()) setTable(*help_table_, *help_card_, answer::run_changes_table(answer->study));
}

/// The closed form's answer stands above until something that it leaves out has been simulated.
void RunPage::showSimulatedHeadline() {
  const auto is_of_hazards = [](const plan::Notice& warning) {
    return warning.kind == plan::NoticeKind::kHazardsLeftOut;
  };
  if (!answer_ || simulation_->ticket != answer_->ticket ||
      std::ranges::none_of(answer_->report.warnings, is_of_hazards))
    return;
  headline_->setText(spoken(simulation_->document.headline));
  lead_->setText(spoken(simulation_->document.lead));
  lead_->setVisible(!simulation_->document.lead.empty());
  const QString closed = tr("by the closed form, without what the runs simulated have");
  summary_card_->setNotes(closed);
  neighbours_card_->setNotes(closed);
}

void RunPage::showStep(const StepAnswerPtr& answer) {
  step_ = answer;
  drawn_->setStale(false);
  drawn_table_->setStale(false);
  const auto* drawn = std::get_if<answer::DrawnStep>(&answer->step);
  if (drawn) {
    drawn_->setPicture(drawn->svg);
    answer::Table ranks = drawn->document.tables.back();
    if (!drawn->note.empty()) ranks.notes.push_back(drawn->note);
    setTable(*drawn_table_, *drawn_card_, std::move(ranks));
  } else {
    drawn_card_->setNotes(tr("Not drawn: %1").arg(spoken(std::get<answer::StepNotDrawn>(answer->step).reason)));
    drawn_card_->show();
  }
  drawn_card_->setOffered(drawn != nullptr, true);
}

void RunPage::showIssues(const Issues& issues) {
  const Issues others = parallel_form_->showIssues(form_->showIssues(issues));
  remark_list_->setRemarks(remarksOf(others));
  setStale(true);
  progress_->hide();
  cancel_->hide();
  setStatus(answer_ ? tr("Not answered: below is the last answer") : QString());
  if (!answer_) {
    headline_->setText(tr("No answer yet: what is marked needs a value"));
    lead_->clear();
  }
}

void RunPage::setStatus(const QString& text) { status_->setText(text); }

void RunPage::setStale(bool stale) {
  stale_ = stale;
  // What was simulated of the question before stays pale until its own trials come.
  for (AnswerTable* table : {summary_, step_table_, memory_table_, neighbours_, assumptions_}) table->setStale(stale);
  for (BarChartView* chart : {step_chart_, memory_chart_}) chart->setStale(stale);
  memory_bar_->setStale(stale);
  const bool simulated = simulation_ && answer_ && simulation_->ticket == answer_->ticket;
  histogram_->setStale(stale || !simulated);
  histogram_table_->setStale(stale || !simulated);
  run_table_->setStale(stale || !simulated);
  help_table_->setStale(stale || !simulated || !simulation_->last);
  const bool drawn = step_ && answer_ && step_->ticket == answer_->ticket;
  drawn_->setStale(stale || !drawn);
  drawn_table_->setStale(stale || !drawn);
  headline_->setEnabled(!stale);
  lead_->setEnabled(!stale);
}

void RunPage::explainRow(int row) {
  if (!answer_) return;
  QString key = summary_->tableModel().data(summary_->tableModel().index(row, 0), TableModel::kKeyRole).toString();
  // Without an own figure: what everything is about.
  if (key.isEmpty()) key = QStringLiteral("days");
  engine_.explain(answer_, key);
}

void RunPage::setTheme(const Theme& theme) {
  for (BarChartView* chart : {step_chart_, memory_chart_}) chart->setTheme(theme);
  histogram_->setTheme(theme);
  memory_bar_->setTheme(theme);
  drawn_->setTheme(theme);
  remark_list_->setTheme(theme);
  setStale(stale_);
}

}  // namespace fmplan::gui
