// The guided example: step by step with its buttons, by doing what it asks for, and by keyboard alone.

#include <QMenuBar>
#include <QUndoStack>

#include "gui/cost_page.h"
#include "gui/guide_panel.h"
#include "gui/guided_example.h"
#include "gui/model/gantt_lines.h"
#include "gui/schedule_page.h"
#include "tests/gui/opened_window.h"

namespace fmplan::gui {
namespace {

struct Guided : Opened {
  Guided() : guide(window), panel(guide.panel()) {}

  void press(QPushButton& button) {
    QTest::mouseClick(&button, Qt::LeftButton);
    settle();
  }
  void key(int code, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(code), modifiers);
    settle();
  }
  QString headline() const { return shown(window.programmeAnswer()->document.headline); }
  const picture::Gantt& gantt() const { return window.programmeAnswer()->gantt; }
  /// The project that starts on another day than before.
  const picture::GanttRow& movedRow(const picture::Gantt& before) const {
    for (std::size_t i = 0; i < before.rows.size(); ++i)
      if (before.rows[i].bars.front().from_day != gantt().rows[i].bars.front().from_day) return gantt().rows[i];
    return before.rows.front();
  }

  GuidedExample guide;
  GuidePanel& panel;
};

QAction* actionOf(const MainWindow& window, const QString& text) {
  for (QAction* action : window.findChildren<QAction*>())
    if (action->text() == text) return action;
  return nullptr;
}

}  // namespace

class GuiGuideTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { useSettingsIn(settings_); }
  void init() { QSettings().remove(QStringLiteral("guideSeen")); }

  // "Show me" and "Next", to the end; every figure is one of the answer's.
  void showsEveryStep() {
    Guided opened;
    QVERIFY(!opened.panel.isVisible());
    actionOf(opened.window, QStringLiteral("&Guided example"))->trigger();
    QVERIFY(opened.panel.isVisible());
    QCOMPARE(opened.guide.step(), 1);
    QVERIFY(!opened.guide.isDone());
    opened.press(opened.panel.showButton());
    QVERIFY(opened.guide.isDone());
    QVERIFY2(opened.panel.seen().contains(opened.headline()), qPrintable(opened.panel.seen()));
    QVERIFY(!opened.panel.showButton().isEnabled());
    keepPicture(opened.window, "guide-1");

    opened.press(opened.panel.nextButton());
    QVERIFY(!opened.guide.isDone());
    opened.press(opened.panel.showButton());
    QVERIFY(opened.guide.isDone() && opened.window.schedulePage().isVisible());
    const picture::Gantt first = opened.gantt();
    const auto least =
        std::ranges::min_element(first.rows, {}, [](const picture::GanttRow& row) { return row.on_time.value_or(1); });
    QVERIFY2(
        opened.panel.seen().contains(shown(least->label)) && opened.panel.seen().contains(ganttStatus(first, *least)),
        qPrintable(opened.panel.seen()));
    keepPicture(opened.window, "guide-2");

    const QString before = opened.headline();
    opened.press(opened.panel.nextButton());
    opened.press(opened.panel.showButton());
    QVERIFY(opened.guide.isDone());
    QCOMPARE(opened.window.document().undoStack().count(), 1);
    const picture::GanttRow& moved = opened.movedRow(first);
    QCOMPARE(shown(moved.label), shown(least->label));
    for (const QString& status : {ganttStatus(first, *least), ganttStatus(opened.gantt(), moved)})
      QVERIFY2(opened.panel.seen().contains(status), qPrintable(opened.panel.seen()));
    QVERIFY(*moved.on_time < *least->on_time);
    keepPicture(opened.window, "guide-3");

    opened.press(opened.panel.nextButton());
    opened.press(opened.panel.showButton());
    QVERIFY(opened.guide.isDone() && opened.window.costPage().isVisible());
    const AnswerTable& table = opened.window.costPage().cumulative();
    const int last = table.tableModel().rowCount() - 1;
    for (int column = 0; column < table.tableModel().columnCount(); ++column)
      QVERIFY2(opened.panel.seen().contains(cell(table, last, column)), qPrintable(opened.panel.seen()));
    keepPicture(opened.window, "guide-4");

    opened.press(opened.panel.nextButton());
    opened.press(opened.panel.showButton());
    QVERIFY(opened.guide.isDone());
    QCOMPARE(opened.headline(), before);
    QCOMPARE(opened.text(), bytesOf(fileIn("programmes/geniac-cycle2.json")));
    keepPicture(opened.window, "guide-5");
    opened.press(opened.panel.nextButton());
    QVERIFY(!opened.panel.isVisible());
  }

  // Somebody who does it by himself need not press "Show me".
  void noticesWhatIsDone() {
    Guided opened;
    opened.guide.start();
    opened.window.open(fileIn("programmes/geniac-cycle2.json"));
    opened.settle();
    QVERIFY(opened.guide.isDone());
    opened.press(opened.panel.nextButton());
    opened.window.showPage(QStringLiteral("schedule"));
    QVERIFY(opened.guide.isDone());
    opened.press(opened.panel.nextButton());
    GanttView& view = opened.window.schedulePage().view();
    view.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&view, Qt::Key_Right, Qt::AltModifier);
    opened.settle();
    QVERIFY(opened.guide.isDone());
    opened.press(opened.panel.nextButton());
    opened.window.showPage(QStringLiteral("cost"));
    QVERIFY(opened.guide.isDone());
    opened.press(opened.panel.nextButton());
    QVERIFY(!opened.guide.isDone());
    opened.window.document().undoStack().undo();
    opened.settle();
    QVERIFY(opened.guide.isDone());
    opened.press(opened.panel.backButton());
    QCOMPARE(opened.guide.step(), 4);
    // Another document: the step says so, and opens the example again.
    opened.window.open(fileIn("programmes/two-teams.json"));
    opened.settle();
    QVERIFY(!opened.guide.isDone());
    QVERIFY(opened.panel.todo().contains(QStringLiteral("geniac-cycle2")));
    opened.press(opened.panel.showButton());
    QVERIFY(opened.guide.isDone() && opened.window.costPage().isVisible());
  }

  void isDoneByKeyboardAlone() {
    Guided opened;
    opened.window.activateWindow();
    opened.guide.start();
    for (int step = 1; step <= GuidedExample::kSteps; ++step) {
      QCOMPARE(opened.guide.step(), step);
      QCOMPARE(QApplication::focusWidget(), &opened.panel.showButton());
      opened.key(Qt::Key_Space);
      QVERIFY2(opened.guide.isDone(), qPrintable(opened.panel.title()));
      QCOMPARE(QApplication::focusWidget(), &opened.panel.nextButton());
      opened.key(Qt::Key_Space);
    }
    QVERIFY(!opened.panel.isVisible());
    opened.guide.start();
    opened.key(Qt::Key_Escape);
    QVERIFY(!opened.panel.isVisible());
  }

  void isOfferedOnce() {
    {
      Guided opened;
      opened.guide.offer();
      QVERIFY(opened.panel.isVisible());
      QCOMPARE(opened.guide.step(), 0);
      keepPicture(opened.window, "guide-offer");
      opened.press(opened.panel.closeButton());
    }
    Guided again;
    again.guide.offer();
    QVERIFY(!again.panel.isVisible());
  }

  // Whoever does not want to lose changes keeps the document.
  void asksBeforeADocumentIsLeft() {
    Guided opened;
    opened.window.document().setField("name", "mine", QStringLiteral("a change"));
    opened.guide.start();
    opened.press(opened.panel.showButton());
    QCOMPARE(opened.messages.size(), 1);
    QVERIFY(!opened.guide.isDone());
    QVERIFY(opened.text().find("mine") != std::string::npos);
  }

  // Panel and page share the window: nothing is cut, and no text is hidden behind a name.
  void wordsHaveRoom() {
    Guided opened;
    for (int step = 0; step < GuidedExample::kSteps; ++step) {
      step == 0 ? opened.guide.start() : opened.press(opened.panel.nextButton());
      opened.press(opened.panel.showButton());
      for (const QLabel* label : opened.panel.findChildren<QLabel*>()) {
        QVERIFY(label->accessibleName().isEmpty());
        const QRect needed =
            label->fontMetrics().boundingRect(QRect(0, 0, label->width(), 10'000),
                                              static_cast<int>(label->alignment()) | Qt::TextWordWrap, label->text());
        QVERIFY2(needed.height() <= label->height(), qPrintable(label->text()));
      }
    }
  }

 private:
  QTemporaryDir settings_;
};

}  // namespace fmplan::gui

QTEST_MAIN(fmplan::gui::GuiGuideTest)
#include "gui_guide_test.moc"
