// No event holds the loop: pages are looked at, fields typed into, bars dragged, changes undone, while answers come.

#include <algorithm>
#include <cmath>

#include <QListWidget>
#include <QUndoStack>

#include "gui/programme_page.h"
#include "gui/schedule_page.h"
#include "tests/gui/event_watch.h"
#include "tests/gui/opened_window.h"

namespace fmplan::gui {
namespace {

WatchedApplication& watched() { return *static_cast<WatchedApplication*>(qApp); }

/// The share `of` sorted values lies below.
double quantile(std::vector<double> values, double of) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[static_cast<std::size_t>(of * static_cast<double>(values.size() - 1))];
}

/// Every page that the document has, by the arrows of the list of pages.
void lookAtAllPages(OpenedWindow& opened) {
  auto* list = opened.window.findChild<QListWidget*>(QStringLiteral("pages"));
  list->setFocus();
  for (const int key : {Qt::Key_Down, Qt::Key_Up})
    for (int i = 0; i < list->count(); ++i) {
      QTest::keyClick(list, static_cast<Qt::Key>(key));
      opened.settle();
    }
}

void dragABar(OpenedWindow& opened) {
  opened.window.showPage(QStringLiteral("schedule"));
  opened.settle();
  GanttView& view = opened.window.schedulePage().view();
  const QPoint from = view.barRect({0, 0}).center();
  QTest::mousePress(view.viewport(), Qt::LeftButton, Qt::NoModifier, from);
  constexpr int kFar = 60;  // pixels, some weeks
  for (int x = 4; x <= kFar; x += 4) {
    QTest::mouseMove(view.viewport(), from + QPoint(x, 0));
    QApplication::processEvents();
  }
  QTest::mouseRelease(view.viewport(), Qt::LeftButton, Qt::NoModifier, from + QPoint(kFar, 0));
  opened.settle();
}

void typeIntoACell(OpenedWindow& opened) {
  opened.window.showPage(QStringLiteral("programme"));
  ProgrammePage& page = opened.window.programmePage();
  page.showTable(programme::SheetKind::kProjects);
  SheetTable& table = page.table(programme::SheetKind::kProjects);
  table.showCell(0, 1);
  QTest::keyClick(&table, Qt::Key_F2);
  auto* editor = table.findChild<QLineEdit*>();
  QVERIFY(editor);
  QTest::keyClicks(editor, QStringLiteral("renamed"));
  QTest::keyClick(editor, Qt::Key_Enter);
  opened.settle();
}

void useARun(OpenedWindow& opened) {
  opened.window.showPage(QStringLiteral("run"));
  QLineEdit* editor = opened.window.runPage().form().editor("cluster.nodes");
  for (const char* nodes : {"64", "128", "192"}) {
    editor->setFocus();
    editor->selectAll();
    QTest::keyClicks(editor, QString::fromUtf8(nodes));
    opened.settle();
  }
}

}  // namespace

class GuiWatchTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { useSettingsIn(settings_); }

  void anEventThatHoldsIsSeen() {
    watched().take();
    QTimer::singleShot(0, this, [] {
      QElapsedTimer clock;
      clock.start();
      while (clock.elapsed() < 30) {
      }
    });
    QTest::qWait(50);
    const std::vector<HeldEvent> events = watched().take();
    const auto longest = std::ranges::max_element(events, {}, &HeldEvent::elapsed);
    QVERIFY(longest != events.end() && longest->elapsed >= 30);
  }

  void noEventHoldsTheLoop_data() {
    QTest::addColumn<QString>("path");
    QTest::newRow("programme") << fileIn("programmes/geniac-cycle2.json");
    QTest::newRow("run") << fileIn("scenarios/llama3-70b-p5.json");
  }
  void noEventHoldsTheLoop() {
    QFETCH(QString, path);
    constexpr int kRepetitions = 3;  // chosen: a median of the longest, in a quarter of a minute
    std::vector<double> all, longest, elapsed;
    for (int i = 0; i < kRepetitions; ++i) {
      Opened opened(fileIn("scenarios/llama-65b.json"), {200, 1'000});
      watched().take();
      QTimer::singleShot(0, &opened.window, [&] { opened.window.open(path); });
      opened.settle();
      QTRY_VERIFY(opened.window.document().file().path == told(path));
      opened.settle();
      lookAtAllPages(opened);
      if (opened.window.document().file().kind == PlanFile::Kind::kProgramme) {
        typeIntoACell(opened);
        dragABar(opened);
      } else {
        useARun(opened);
      }
      while (opened.window.document().undoStack().canUndo()) {
        QTest::keySequence(&opened.window, QKeySequence::Undo);
        opened.settle();
        if (opened.window.document().undoStack().canUndo()) opened.window.document().undoStack().undo();
      }
      opened.settle();
      std::vector<HeldEvent> events = watched().take();
      std::ranges::sort(events, std::ranges::greater(), &HeldEvent::processor);
      for (const HeldEvent& event : events) all.push_back(event.processor);
      for (std::size_t k = 0; k < std::min<std::size_t>(6, events.size()); ++k)
        qInfo("%s", qPrintable(events[k].words()));
      longest.push_back(events.front().processor);
      elapsed.push_back(std::ranges::max(events, {}, &HeldEvent::elapsed).elapsed);
    }
    qInfo("%zu events: median %.3f ms, 99 %% %.2f ms, longest %.1f ms; median of the longest %.1f ms (%.1f ms elapsed)",
          all.size(), quantile(all, 0.5), quantile(all, 0.99), quantile(all, 1), quantile(longest, 0.5),
          quantile(elapsed, 0.5));
    // One frame of 60 a second is what bench/RESULTS.md holds the longest against.  Here, on whatever machine and
    // beside whatever else runs, 99 of 100 events keep it, and the longest is a hitch of three frames at most.
    constexpr double kFrame = 16;  // milliseconds
    QVERIFY(quantile(all, 0.99) < kFrame);
    QVERIFY(quantile(longest, 0.5) < 3 * kFrame);
  }

 private:
  QTemporaryDir settings_;
};

}  // namespace fmplan::gui

int main(int argc, char** argv) {
  fmplan::gui::WatchedApplication application(argc, argv);
  fmplan::gui::GuiWatchTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "gui_watch_test.moc"
