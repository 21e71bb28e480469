#include "gui/guided_example.h"

#include <algorithm>
#include <cstddef>

#include <QFile>
#include <QSettings>
#include <QStringList>

#include "core/catalog/catalog_path.h"
#include "gui/cost_page.h"
#include "gui/model/gantt_lines.h"
#include "gui/model/texts.h"
#include "gui/programme_page.h"
#include "gui/schedule_page.h"

namespace fmplan::gui {
namespace {

/// What the steps are about, in their order.
enum Step { kOffer, kOpen, kRead, kChange, kPay, kPutBack };

QString seenKey() { return QStringLiteral("guideSeen"); }

/// Of the bundled programme; empty: nothing is bundled.
QString examplePath() {
  for (const QString& path : exampleFiles())
    if (path.endsWith(QStringLiteral("/programmes/geniac-cycle2.json"))) return path;
  return {};
}

/// The project that is least likely to be ready; none: no project has bars and a chance.
std::optional<std::size_t> leastSureRow(const picture::Gantt& gantt) {
  std::optional<std::size_t> least;
  for (std::size_t i = 0; i < gantt.rows.size(); ++i) {
    const picture::GanttRow& row = gantt.rows[i];
    if (row.bars.empty() || !row.on_time) continue;
    if (!least || *row.on_time < *gantt.rows[*least].on_time) least = i;
  }
  return least;
}

QString nameOf(const picture::GanttRow& row) {
  return row.group.empty() ? shown(row.label) : QStringLiteral("%1 / %2").arg(shown(row.group), shown(row.label));
}

bool isMoved(const picture::GanttRow& before, const picture::GanttRow& after) {
  if (before.bars.size() != after.bars.size()) return true;
  for (std::size_t i = 0; i < before.bars.size(); ++i)
    if (before.bars[i].from_day != after.bars[i].from_day || before.bars[i].nodes != after.bars[i].nodes) return true;
  return false;
}

}  // namespace

GuidedExample::GuidedExample(MainWindow& window) : window_(window), panel_(*new GuidePanel(&window)) {
  window_.addDockWidget(Qt::BottomDockWidgetArea, &panel_);
  panel_.hide();
  connect(&window_, &MainWindow::guideAsked, this, &GuidedExample::start);
  connect(&panel_, &GuidePanel::nextAsked, this, &GuidedExample::next);
  connect(&panel_, &GuidePanel::backAsked, this, [this] { go(step_ - 1); });
  connect(&panel_, &GuidePanel::showAsked, this, &GuidedExample::act);
  connect(&panel_, &GuidePanel::closed, this, [] { QSettings().setValue(seenKey(), true); });
  connect(&window_, &MainWindow::pageShown, this, &GuidedExample::tell);
  connect(&window_.document(), &PlanDocument::changed, this, &GuidedExample::tell);
  connect(&window_.programmeEngine(), &ProgrammeEngine::answered, this, &GuidedExample::answered);
  connect(&window_.programmeEngine(), &ProgrammeEngine::idle, this, &GuidedExample::tell);
}

void GuidedExample::offer() {
  if (QSettings().value(seenKey()).toBool() || !example()) return;
  go(kOffer);
}

void GuidedExample::start() {
  go(kOpen);
  focusButton();
}

void GuidedExample::go(int step) {
  step_ = std::clamp(step, static_cast<int>(kOffer), kSteps);
  panel_.show();
  tell();
}

void GuidedExample::next() {
  if (step_ == kSteps) {
    panel_.close();
    return;
  }
  go(step_ + 1);
  focusButton();
}

void GuidedExample::focusButton() {
  QPushButton& button = panel_.showButton().isEnabled() ? panel_.showButton() : panel_.nextButton();
  button.setFocus(Qt::OtherFocusReason);
}

const std::optional<nlohmann::json>& GuidedExample::example() const {
  if (example_) return *example_;
  std::optional<nlohmann::json> document;
  try {
    if (const QString path = examplePath(); !path.isEmpty()) document = readPlanFile(told(path)).document;
  } catch (const InputError&) {
    // Opening it says why.
  }
  return example_.emplace(std::move(document));
}

bool GuidedExample::isOpen() const {
  return example() && window_.document().file().kind == PlanFile::Kind::kProgramme &&
         fieldText(window_.document().json(), "name") == fieldText(*example(), "name");
}

bool GuidedExample::isUnchanged() const { return isOpen() && window_.document().json() == *example(); }

ProgrammeResultPtr GuidedExample::answer() const { return isOpen() ? window_.programmeAnswer() : nullptr; }

bool GuidedExample::isDone() const {
  const bool there = answer() != nullptr;
  switch (step_) {
    case kOpen: return isOpen();
    case kRead: return there && window_.schedulePage().isVisible();
    case kChange: return there && !isUnchanged();
    case kPay: return there && window_.costPage().isVisible();
    case kPutBack: return there && isUnchanged();
    default: return false;
  }
}

void GuidedExample::act() {
  if (!isOpen() && !window_.leaveForExample(examplePath())) return;
  switch (step_) {
    case kOpen: window_.showPage(QStringLiteral("programme")); break;
    case kRead: window_.showPage(QStringLiteral("schedule")); break;
    case kChange: changeSomething(); break;
    case kPay: window_.showPage(QStringLiteral("cost")); break;
    case kPutBack:
      window_.showPage(QStringLiteral("schedule"));
      window_.document().undoStack().setIndex(0);
      break;
    default: break;
  }
  tell();
  panel_.nextButton().setFocus(Qt::OtherFocusReason);
}

void GuidedExample::changeSomething() {
  window_.showPage(QStringLiteral("schedule"));
  const ProgrammeResultPtr now = answer();
  const std::optional<std::size_t> row = now ? leastSureRow(now->gantt) : std::nullopt;
  if (!row) return;
  constexpr int kLater = 28;  // days of the programme's grid, chosen: enough to change a chance
  window_.schedulePage().view().select({*row, 0});
  window_.schedulePage().stepSelected(kLater);
}

void GuidedExample::answered() {
  if (isUnchanged()) first_ = answer();
  tell();
}

void GuidedExample::tell() {
  if (panel_.isHidden()) return;
  panel_.tell({.title = title(),
               .seen = seen(),
               .todo = isDone() ? tr("Done. %1")
                                      .arg(step_ == kSteps ? tr("Go on with a file of your own: File, Open.")
                                                           : tr("Press Next."))
                                : todo(),
               .next = step_ == kOffer   ? tr("&Start")
                       : step_ == kSteps ? tr("Fi&nish")
                                         : tr("&Next"),
               .canShow = step_ != kOffer && !isDone() && example(),
               .canGoBack = step_ > kOpen});
}

QString GuidedExample::title() const {
  const QString names[] = {tr("New here?"),        tr("Open a programme"), tr("Read who will be ready"),
                           tr("Change something"), tr("Read the costs"),   tr("Put it back, or keep it")};
  const QString& name = names[step_];
  return step_ == kOffer ? name : tr("Step %1 of %2: %3").arg(step_).arg(kSteps).arg(name);
}

QString GuidedExample::seen() const {
  if (!example()) return tr("The bundled programmes are not found: install them beside the catalogues.");
  if (step_ == kOffer)
    return tr("An example in %1 steps: a country gives accelerators to organisations that train models. Who will be "
              "ready, what does it cost, and what if something changes?")
        .arg(kSteps);
  if (!isOpen())
    return step_ == kOpen ? tr("A programme is a file: organisations, what they train, the pools of nodes that they "
                               "share, dates and prices.")
                          : tr("Another document is open.");
  const ProgrammeResultPtr now = answer();
  if (!now)
    return window_.programmeEngine().busy() ? tr("The answer is on its way.")
                                            : tr("There is no answer: what is red on the Programme page says why.");
  switch (step_) {
    case kOpen:
      return tr("%1\nThe tables have what the file has; below them stands the answer.")
          .arg(shown(now->document.headline));
    case kRead: return leastSure();
    case kChange: return whatChanged();
    case kPay: return money();
    default:
      return isUnchanged() ? tr("The first answer is there again: %1").arg(shown(now->document.headline))
                           : tr("With the change: %1").arg(shown(now->document.headline));
  }
}

QString GuidedExample::todo() const {
  if (step_ == kOffer) return tr("Start, or Help, Guided example at any time.");
  if (!isOpen()) return tr("Choose File, Examples, geniac-cycle2. Or press Show me.");
  switch (step_) {
    case kRead:
      return tr(
          "Go to the Schedule page, at the left. Bars are phases; below each stands when it ends, from P10 to "
          "P90; flags are deadlines.");
    case kChange:
      return tr(
          "Drag a bar to the right, or choose one with the arrows and press Alt and Right: its project starts "
          "later. The answer comes by itself.");
    case kPay: return tr("Go to the Cost page, at the left: money by month, and up to each month's end.");
    case kPutBack: return tr("Edit, Undo takes the change back. To keep an answer: File, Export the answer, Report.");
    default: return {};
  }
}

QString GuidedExample::leastSure() const {
  const ProgrammeResultPtr now = answer();
  const std::optional<std::size_t> row = leastSureRow(now->gantt);
  if (!row) return shown(now->document.headline);
  const picture::GanttRow& least = now->gantt.rows[*row];
  return tr("%1\nLeast sure is %2: %3.")
      .arg(shown(now->document.headline), nameOf(least), ganttStatus(now->gantt, least));
}

QString GuidedExample::whatChanged() const {
  const ProgrammeResultPtr now = answer();
  if (!first_ || isUnchanged()) return leastSure();
  const std::size_t rows = std::min(first_->gantt.rows.size(), now->gantt.rows.size());
  QStringList lines;
  for (std::size_t i = 0; i < rows && lines.isEmpty(); ++i) {
    const picture::GanttRow &before = first_->gantt.rows[i], &after = now->gantt.rows[i];
    if (isMoved(before, after))
      lines = {tr("%1 was: %2.").arg(nameOf(before), ganttStatus(first_->gantt, before)),
               tr("It is now: %1.").arg(ganttStatus(now->gantt, after))};
  }
  lines.append(shown(now->document.headline));
  return lines.join(QLatin1Char('\n'));
}

QString GuidedExample::money() const {
  const answer::Table& table = window_.costPage().cumulative().tableModel().table();
  if (table.rows.empty()) return shown(answer()->document.headline);
  const std::vector<std::string>& last = table.rows.back();
  QStringList amounts;
  for (std::size_t i = 1; i < std::min(last.size(), table.header.size()); ++i)
    amounts.append(QStringLiteral("%1 %2").arg(shown(table.header[i]), shown(last[i])));
  return tr("Money up to the end of %1: %2.").arg(shown(last.front()), amounts.join(QStringLiteral(", ")));
}

}  // namespace fmplan::gui
