#include "gui/schedule_page.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <QDate>
#include <QHBoxLayout>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStyle>
#include <QVBoxLayout>

#include "core/base/date.h"
#include "gui/model/place_words.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"
#include "gui/programme_column.h"

namespace fmplan::gui {
namespace {

/// Tables of an answer that the Cost page shows, and the first one, which is the schedule's own.
bool isElsewhere(const answer::Table& table) {
  return table.title == "Projects" || table.title == "Money by month" || table.title == "Pools";
}

QString tabName(const answer::Table& table) {
  return table.title == "Deliveries" ? SchedulePage::tr("Day one") : spoken(table.title);
}

/// As high as its place.
AnswerTable* freeTable() {
  auto* table = new AnswerTable;
  table->setMostRows(1);
  table->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  return table;
}

}  // namespace

SchedulePage::SchedulePage(PlanDocument& document, ProgrammeEngine& engine, QWidget* parent)
    : Page(parent), document_(document), engine_(engine) {
  const ProgrammeColumn made = programmeColumn(document, engine, *this);
  QVBoxLayout* const column = made.below;
  first_step_ = made.first_step;
  headline_ = made.headline;
  tabs_ = new QTabWidget;
  tabs_->setAccessibleName(tr("Tables of the schedule"));
  tabs_->hide();  // until there are tables
  auto* halves = new QSplitter(Qt::Vertical);
  halves->addWidget(makeSchedule());
  halves->addWidget(tabs_);
  halves->setStretchFactor(0, 1);
  halves->setCollapsible(0, false);
  constexpr int kTabsHeight = 132;  // pixels, chosen: three rows and the heads
  halves->setSizes({10 * kTabsHeight, kTabsHeight});
  column->addWidget(halves, 1);
  const QDate today = QDate::currentDate();
  setToday({static_cast<int>(QDate(1970, 1, 1).daysTo(today))});
  connect(&engine_, &ProgrammeEngine::answered, this, [this](const ProgrammeResultPtr& result) {
    if (view_->isDragging())
      waiting_ = result;
    else
      doWhenSeen([this, result] { show(result); });
  });
  connect(&engine_, &ProgrammeEngine::refused, this, [this](quint64, const Issues& issues) { showIssues(issues); });
  connect(&document_, &PlanDocument::changed, this, &SchedulePage::documentChanged);
}

QWidget* SchedulePage::makeSchedule() {
  card_ = new Card(tr("Schedule"));
  view_ = new GanttView;
  table_ = new AnswerTable;
  order_ = new QComboBox;
  order_->addItems({tr("by organisation"), tr("by project"), tr("by pool")});
  order_->setAccessibleName(tr("Projects together by"));
  order_->setToolTip(tr("What projects are put together by"));
  card_->addAction(order_);
  const auto button = [this](const QString& text, const QString& tip, const std::function<void()>& act) {
    auto* made = new QToolButton;
    made->setText(text);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    made->setFocusPolicy(Qt::StrongFocus);
    connect(made, &QToolButton::clicked, this, act);
    card_->addAction(made);
  };
  constexpr double kStep = 1.25;  // chosen: three steps double
  button(QStringLiteral("+"), tr("Zoom in (+ or Ctrl and wheel)"), [this] { view_->zoomBy(kStep); });
  button(QStringLiteral("−"), tr("Zoom out (- or Ctrl and wheel)"), [this] { view_->zoomBy(1 / kStep); });
  button(tr("Fit"), tr("The whole programme (0)"), [this] { view_->fit(); });
  legend_ = new GanttLegend;
  card_->addWidget(legend_);
  card_->addChart(view_, table_);
  message_ = new QLabel;
  message_->setWordWrap(true);
  message_->setTextFormat(Qt::PlainText);
  message_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  message_->setAccessibleName(tr("What the schedule says"));
  // Always as high: what is dragged does not move under the hand.
  message_->setFixedHeight(2 * message_->fontMetrics().lineSpacing());
  card_->addWidget(message_);
  say({}, false);
  connect(order_, &QComboBox::currentIndexChanged, this,
          [this](int index) { view_->setOrder(static_cast<GanttOrder>(index)); });
  connect(view_, &GanttView::selected, this, [this] {
    tells_later_ = false;
    describeSelected();
  });
  connect(view_, &GanttView::barDragged, this, [this](std::size_t row, std::size_t bar, double byDays) {
    if (!canMove(row)) return;
    const programme::Study& study = result_->answer.study;
    const double from = view_->gantt().rows[row].bars.front().from_day;
    drag({.project = static_cast<int>(row),
          .phase = study.projects[row].phases[bar].phase,
          .start_day = programme::snapped_day(*study.programme, from + byDays)});
  });
  connect(view_, &GanttView::edgeDragged, this, [this](std::size_t row, std::size_t bar, double day) {
    if (!canMove(row)) return;
    const programme::Study& study = result_->answer.study;
    const int project = static_cast<int>(row), phase = study.projects[row].phases[bar].phase;
    drag({.project = project, .phase = phase, .nodes = programme::width_ending_at(study, project, phase, day)});
  });
  connect(view_, &GanttView::dropped, this, &SchedulePage::drop);
  connect(view_, &GanttView::dragEnded, this, [this] {
    dragged_.reset();
    if (waiting_) show(std::exchange(waiting_, nullptr));
  });
  connect(view_, &GanttView::stepped, this, &SchedulePage::step);
  return card_;
}

bool SchedulePage::canMove(std::size_t row) const {
  return result_ && row < result_->answer.study.projects.size() && !result_->answer.study.projects[row].phases.empty();
}

void SchedulePage::say(const QString& text, bool problem) {
  const QString role = problem ? QStringLiteral("problem") : QStringLiteral("quiet");
  message_->setText(text.isEmpty()
                        ? tr("Drag a bar to move its project, its right edge to change its nodes. With keys: "
                             "arrows choose, Alt and arrows move.")
                        : text);
  message_->setAccessibleDescription(message_->text());
  message_->setToolTip(message_->text());
  if (message_->property("role").toString() == role) return;
  message_->setProperty("role", role);
  // A style sheet looks at a property once.
  message_->style()->unpolish(message_);
  message_->style()->polish(message_);
}

void SchedulePage::describeSelected() {
  const auto at = view_->selectedBar();
  if (!at || view_->isDragging()) return;
  const picture::GanttRow& row = view_->gantt().rows[at->row];
  QString text = ganttTip(view_->gantt(), row, row.bars[at->bar]).replace(QLatin1Char('\n'), QStringLiteral("; "));
  if (canMove(at->row))
    for (const std::string& why : result_->answer.study.projects[at->row].why)
      text += QStringLiteral("; ") + spoken(why);
  say(text, row.at_risk);
}

void SchedulePage::drag(programme::Move move) {
  const programme::Study& study = result_->answer.study;
  const programme::MovePreview preview = preview_move(study, move);
  refused_ = preview.phases.empty();
  const auto at = view_->selectedBar();
  std::vector<GanttGhost::Bar> bars;
  for (const programme::MovedPhase& phase : preview.phases)
    bars.push_back({.fromDay = phase.start_day, .untilDay = phase.end_day});
  QString words;
  if (!bars.empty()) {
    const auto date = [&](double day) { return shown(picture::gantt_date(view_->gantt(), day)); };
    words = tr("%1 nodes, %2 to %3")
                .arg(std::ranges::max(preview.phases, {}, &programme::MovedPhase::nodes).nodes)
                .arg(date(preview.phases.front().start_day), date(finish_day(preview.phases.back().end_day)));
    bars.back().text = words;
  }
  QStringList broken;
  for (const std::string& rule : preview.broken) broken.append(spoken(rule));
  if (at) view_->showGhost(*at, std::move(bars), !broken.isEmpty());
  if (!broken.isEmpty())
    words = (words.isEmpty() ? QString() : words + QStringLiteral(": ")) + broken.join(QStringLiteral("; "));
  say(words, !broken.isEmpty());
  dragged_ = move;
}

void SchedulePage::drop() {
  if (!dragged_ || refused_) return;
  ask(*std::exchange(dragged_, std::nullopt), {});
}

void SchedulePage::step(std::size_t row, std::size_t bar, int days, int widths) {
  if (!canMove(row)) return;
  const programme::Study& study = result_->answer.study;
  const int project = static_cast<int>(row), phase = study.projects[row].phases[bar].phase;
  programme::Move move{.project = project, .phase = phase};
  // Keys come faster than answers: each goes on from what was asked last.
  const auto before = asked_.find(project);
  if (days != 0) {
    const double shown_at = view_->gantt().rows[row].bars.front().from_day;
    const bool asked = before != asked_.end() && before->second.start_day;
    const int from = asked ? *before->second.start_day : programme::snapped_day(*study.programme, shown_at);
    move.start_day = programme::snapped_day(*study.programme, from + days * study.programme->policy.grid_days);
  } else {
    const std::vector<int> all = programme::widths_of(study, project, phase);
    const bool asked = before != asked_.end() && before->second.nodes;
    const int now = asked ? *before->second.nodes : study.projects[row].phases[bar].option->nodes;
    const auto at = std::ranges::find(all, now);
    const auto next = at - all.begin() + widths;
    if (at == all.end() || next < 0 || next >= static_cast<std::ptrdiff_t>(all.size()))
      return say(tr("%1 nodes: its project may have no other number in that direction").arg(now), false);
    move.nodes = all[static_cast<std::size_t>(next)];
  }
  drag(move);
  view_->hideGhost();
  dragged_.reset();
  if (!refused_) ask(move, "schedule/" + std::to_string(project) + (days != 0 ? "/start" : "/nodes"));
}

void SchedulePage::stepSelected(int days) {
  if (const auto at = view_->selectedBar()) step(at->row, at->bar, days, 0);
}

void SchedulePage::ask(const programme::Move& move, const std::string& place) {
  const programme::Study& study = result_->answer.study;
  const QString name = shown(study.projects[static_cast<std::size_t>(move.project)].project->name);
  asked_[move.project] = move;
  const QScopedValueRollback asking(asking_, true);
  document_.change(moved_document(document_.json(), study, move),
                   move.nodes ? tr("Nodes of %1").arg(name) : tr("Start of %1").arg(name), place);
}

void SchedulePage::documentChanged() {
  doNow();
  if (document_.file().kind != PlanFile::Kind::kProgramme) return;
  tells_later_ = false;
  // Of another document, or one that somebody changed elsewhere, it is not asked where it puts what was moved.
  if (!asking_) asked_.clear();
  view_->setStale(true);
}

void SchedulePage::answerAsked() {
  QStringList lines;
  for (const auto& [project, move] : asked_)
    if (move.start_day && canMove(static_cast<std::size_t>(project)))
      lines.append(spoken(why_later(result_->answer.study, project, *move.start_day)));
  lines.removeAll(QString());
  tells_later_ = !lines.isEmpty();
  if (tells_later_)
    say(lines.join(QStringLiteral("; ")), true);
  else
    describeSelected();
  asked_.clear();
}

void SchedulePage::show(const ProgrammeResultPtr& result) {
  const bool first = !asked_.empty();
  result_ = result;
  headline_->setText(spoken(result->document.headline));
  view_->setGantt(result->gantt);
  view_->setStale(false);
  table_->setStale(false);
  if (!result->document.tables.empty()) table_->setTable(result->document.tables.front());
  showTables(result->document);
  // More trials of the same question change nothing of why it starts later.
  if (first)
    answerAsked();
  else if (!tells_later_)
    describeSelected();
}

void SchedulePage::showTables(const answer::Document& document) {
  std::vector<const answer::Table*> tables;
  for (const answer::Table& table : document.tables)
    if (!isElsewhere(table)) tables.push_back(&table);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const int at = static_cast<int>(i);
    if (at >= tabs_->count()) tabs_->addTab(freeTable(), {});
    auto* view = qobject_cast<AnswerTable*>(tabs_->widget(at));
    // Numbers stand beside each other.
    const std::vector<answer::Align>& align = tables[i]->align;
    view->setWideColumn(!align.empty() && align.back() == answer::Align::kRight ? 0 : -1);
    view->setTable(*tables[i]);
    QStringList notes;
    for (const std::string& note : tables[i]->notes) notes.append(spoken(note));
    tabs_->setTabText(at, tabName(*tables[i]));
    tabs_->setTabToolTip(at, notes.join(QLatin1Char('\n')));
  }
  while (tabs_->count() > static_cast<int>(tables.size())) {
    QWidget* last = tabs_->widget(tabs_->count() - 1);
    tabs_->removeTab(tabs_->count() - 1);
    delete last;
  }
  tabs_->setVisible(tabs_->count() > 0);
}

void SchedulePage::showIssues(const Issues& issues) {
  doNow();
  QStringList lines;
  for (const Issue& issue : issues) lines.append(problemWords(issue));
  constexpr qsizetype kRoom = 2;  // lines that the message has
  const QString all = lines.join(QLatin1Char('\n'));
  if (const qsizetype more = lines.size() - kRoom + 1; more > 1) {
    lines.resize(kRoom - 1);
    lines.append(tr("%1 problems more: the Programme page lists them all").arg(more));
  }
  say(lines.join(QLatin1Char('\n')), true);
  message_->setToolTip(all);
  asked_.clear();
}

void SchedulePage::setTheme(const Theme& theme) {
  view_->setTheme(theme);
  legend_->setTheme(theme);
  table_->setStale(false);
}

}  // namespace fmplan::gui
