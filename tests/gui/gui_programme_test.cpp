// The page of programmes as a person uses it: cells, blocks of a spreadsheet, undo.

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "core/answer/document.h"
#include "gui/cost_page.h"
#include "gui/first_step.h"
#include "gui/programme_page.h"
#include "gui/schedule_page.h"
#include "tests/gui/opened_window.h"

namespace fmplan::gui {
namespace {

using enum programme::SheetKind;

/// A window on a programme.
struct OpenedProgramme : Opened {
  explicit OpenedProgramme(const char* file = "programmes/two-teams.json")
      : Opened(fileIn(file)), tables(window.programmePage()) {
    QTest::qWait(1);
  }

  QString cellText(programme::SheetKind kind, int row, int column) {
    return tables.table(kind).sheet().index(row, column).data().toString();
  }
  int columnOf(programme::SheetKind kind, const char* label) {
    const SheetModel& model = tables.table(kind).sheet();
    for (int i = 0; i < model.columnCount(); ++i)
      if (model.headerData(i, Qt::Horizontal).toString() == QLatin1String(label)) return i;
    return -1;
  }
  /// As somebody types: into the cell, and Enter.
  void type(programme::SheetKind kind, int row, const char* label, const char* text) {
    SheetTable& table = tables.table(kind);
    tables.showTable(kind);
    table.showCell(static_cast<std::size_t>(row), static_cast<std::size_t>(columnOf(kind, label)));
    QTest::keyClick(&table, Qt::Key_F2);
    auto* editor = table.findChild<QLineEdit*>();
    QVERIFY(editor);
    editor->selectAll();
    QTest::keyClicks(editor, QString::fromUtf8(text));
    QTest::keyClick(editor, Qt::Key_Enter);
    settle();
  }
  QString problem(programme::SheetKind kind, int row, const char* label) {
    return tables.table(kind).sheet().index(row, columnOf(kind, label)).data(SheetModel::kProblemRole).toString();
  }

  ProgrammePage& tables;
};

}  // namespace

class GuiProgrammeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { useSettingsIn(settings_); }

  // "Plan it" answers what the command line prints, to the letter.
  void numbersAreTheCommandLinesForEveryProgramme_data() {
    QTest::addColumn<QString>("path");
    for (const char* file : {"two-teams", "campus", "geniac-cycle2", "geniac-cycle2-catalogue-prices"})
      QTest::newRow(file) << fileIn((std::string("programmes/") + file + ".json").c_str());
  }
  void numbersAreTheCommandLinesForEveryProgramme() {
    QFETCH(QString, path);
    Opened opened(path, {1000});
    QSignalSpy answers(&opened.window.programmeEngine(), &ProgrammeEngine::answered);
    QTest::mouseClick(&opened.window.programmePage().planBar().planButton(), Qt::LeftButton);
    opened.settle();
    QCOMPARE(answers.count(), 1);
    const auto result = answers.front().front().value<ProgrammeResultPtr>();
    QVERIFY(result->planned);
    const std::string csv =
        printed({QStringLiteral("programme"), path, QStringLiteral("--format"), QStringLiteral("csv")});
    QVERIFY(!csv.empty());
    QCOMPARE(rendered(result->document, answer::Format::kCsv), csv);
    const answer::Document& shownDocument = opened.window.programmePage().view().document();
    QCOMPARE(rendered(shownDocument, answer::Format::kCsv), csv);
  }

  void everyTableIsAModel() {
    OpenedProgramme opened;
    for (std::size_t i = 0; i < programme::kSheetNames.count; ++i) {
      SheetModel& model = opened.tables.table(static_cast<programme::SheetKind>(i)).sheet();
      const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
      model.addRow(-1);
      opened.window.document().undoStack().undo();
    }
    QCOMPARE(opened.text(), bytesOf(fileIn("programmes/two-teams.json")));
  }

  void aCellChangesTheAnswer() {
    OpenedProgramme opened;
    const QString before = opened.tables.view().headline();
    // 4 nodes for 28 days of 24 hours at $40.
    QVERIFY2(before.contains(QStringLiteral("$107,520")), qPrintable(before));
    opened.type(kDeliveries, 0, "nodes", "8");
    QVERIFY2(opened.tables.view().headline().contains(QStringLiteral("$215,040")), qPrintable(before));
    QVERIFY(opened.text().find("\"nodes\": 8") != std::string::npos);
    opened.window.document().undoStack().undo();
    opened.settle();
    QCOMPARE(opened.tables.view().headline(), before);
    QCOMPARE(opened.text(), bytesOf(fileIn("programmes/two-teams.json")));
  }

  void aRedCellSaysWhatToType() {
    OpenedProgramme opened;
    opened.type(kProjects, 1, "deadline", "March");
    const QString problem = opened.problem(kProjects, 1, "deadline");
    QVERIFY2(problem.contains(QStringLiteral("2025-")) || problem.contains(QStringLiteral("2026-")),
             qPrintable(problem));
    SheetTable& table = opened.tables.table(kProjects);
    table.clearSelection();
    QVERIFY(pixelsOf(table.grab().toImage(), lightTheme().badGround) > 100);
    keepPicture(opened.window, "programme-problem");
    opened.type(kProjects, 1, "deadline", "2026-03-29");
    QVERIFY(opened.problem(kProjects, 1, "deadline").isEmpty());
    QCOMPARE(pixelsOf(table.grab().toImage(), lightTheme().badGround), 0);
    QCOMPARE(opened.text(), bytesOf(fileIn("programmes/two-teams.json")));
  }

  void aTextThatCannotBeTakenIsRefusedInWords() {
    OpenedProgramme opened;
    opened.type(kProjects, 0, "organisation", "team thre");
    QVERIFY2(opened.tables.refusal().contains(QStringLiteral("team one, team two")),
             qPrintable(opened.tables.refusal()));
    QVERIFY(!opened.window.document().isModified());
  }

  void twoHundredRowsArePastedAndTakenBack() {
    OpenedProgramme opened;
    opened.tables.showTable(kProjects);
    QString cells;
    for (int i = 0; i < 200; ++i)
      cells += QStringLiteral("team %1\tproject %2\t\"\"\t2\tshared\t\t2026-03-29\n")
                   .arg(i % 2 == 0 ? QStringLiteral("one") : QStringLiteral("two"))
                   .arg(i);
    QApplication::clipboard()->setText(cells);
    SheetTable& table = opened.tables.table(kProjects);
    table.clearSelection();
    QTest::keySequence(&table, QKeySequence::Paste);
    QCOMPARE(table.sheet().rowCount(), 203);
    QCOMPARE(opened.window.document().undoStack().count(), 1);
    opened.settle();
    // Nothing says what these do: each is asked for it, in its row.
    QVERIFY(!opened.problem(kProjects, 150, "name").isEmpty() || !opened.problem(kProjects, 150, "scenario").isEmpty());
    opened.window.document().undoStack().undo();
    opened.settle();
    QCOMPARE(table.sheet().rowCount(), 3);
    QCOMPARE(opened.text(), bytesOf(fileIn("programmes/two-teams.json")));
  }

  void cellsGoToASpreadsheetAndBack() {
    OpenedProgramme opened;
    opened.tables.showTable(kPools);
    SheetTable& table = opened.tables.table(kPools);
    table.selectAll();
    QTest::keySequence(&table, QKeySequence::Copy);
    QCOMPARE(QApplication::clipboard()->text().count(QLatin1Char('\t')), table.sheet().columnCount() - 1);
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("40 $/h")));
    QTest::keySequence(&table, QKeySequence::Paste);
    QVERIFY(!opened.window.document().isModified());
  }

  void aNameChangesWhereItIsReferredTo() {
    OpenedProgramme opened;
    opened.type(kPools, 0, "name", "tokyo");
    QCOMPARE(opened.cellText(kProjects, 0, opened.columnOf(kProjects, "pools")), QStringLiteral("tokyo"));
    QVERIFY(opened.tables.refusal().isEmpty());
  }

  void sumsAreOfTheRowsTheFilterLeaves() {
    OpenedProgramme opened;
    opened.tables.showTable(kProjects);
    QVERIFY2(opened.tables.sums().startsWith(QStringLiteral("3 projects of 2 organisations")),
             qPrintable(opened.tables.sums()));
    QTest::keyClicks(&opened.tables.filter(), QStringLiteral("team two"));
    QVERIFY2(opened.tables.sums().startsWith(QStringLiteral("2 projects of 1 organisation;")),
             qPrintable(opened.tables.sums()));
    // Pasted below a shown row, hidden ones would be written over.
    SheetTable& table = opened.tables.table(kProjects);
    table.showCell(1, 0);
    QApplication::clipboard()->setText(QStringLiteral("team one\nteam one\n"));
    opened.tables.filter().setText(QStringLiteral("beta"));
    table.paste();
    QVERIFY(opened.tables.refusal().contains(QStringLiteral("filter")));
    QVERIFY(!opened.window.document().isModified());
  }

  void rowsComeAndGo() {
    OpenedProgramme opened;
    opened.tables.showTable(kOrganisations);
    QTest::mouseClick(&opened.tables.addButton(), Qt::LeftButton);
    QCOMPARE(opened.tables.table(kOrganisations).sheet().rowCount(), 3);
    opened.settle();
    opened.tables.table(kOrganisations).showCell(2, 0);
    QTest::mouseClick(&opened.tables.removeButton(), Qt::LeftButton);
    QCOMPARE(opened.text(), bytesOf(fileIn("programmes/two-teams.json")));
  }

  void theWholeHasItsForm() {
    OpenedProgramme opened;
    QLineEdit* editor = opened.tables.form().editor("end");
    QCOMPARE(editor->text(), QStringLiteral("2026-03-29"));
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("2026-04-12"));
    QCOMPARE(opened.window.document().undoStack().count(), 1);
    opened.settle();
    QVERIFY(opened.tables.view().headline().contains(QStringLiteral("2026-04-12")));
  }

  void aScenarioGreysThePage() {
    Opened opened;
    QVERIFY(!opened.window.programmePage().isVisible());
    QVERIFY(opened.window.open(fileIn("programmes/campus.json")));
    opened.settle();
    QVERIFY(opened.window.programmePage().isVisible());
    QVERIFY(opened.window.open(fileIn("scenarios/llama-65b.json")));
    QVERIFY(opened.window.runPage().isVisible());
  }

  // Heads are words, and tips have the keys.
  void headsOfTablesAreWords() {
    const OpenedProgramme opened;
    for (std::size_t i = 0; i < programme::kSheetNames.count; ++i) {
      const SheetModel& model = opened.tables.table(static_cast<programme::SheetKind>(i)).sheet();
      for (int column = 0; column < model.columnCount(); ++column) {
        const QString head = model.headerData(column, Qt::Horizontal).toString();
        QVERIFY2(!head.contains(QLatin1Char('_')) && !head.contains(QLatin1Char('.')), qPrintable(head));
      }
    }
  }

  // Where there is nothing to show, what to do first stands there, and a button that does it.
  void withoutAProgrammePagesSayWhatToDoFirst() {
    MainWindow window(shippedCatalog(), {.programmes = {.trials = {200}, .threads = 2}});
    window.resize(1280, 800);
    window.show();
    FirstStep* steps[] = {&window.programmePage().firstStep(), &window.schedulePage().firstStep(),
                          &window.costPage().firstStep()};
    const char* pages[] = {"programme", "schedule", "cost"};
    for (int i = 0; i < 3; ++i) {
      window.showPage(QLatin1String(pages[i]));
      QVERIFY(steps[i]->isVisible() && steps[i]->openButton().isVisible());
      QVERIFY(!steps[i]->projectButton().isVisible());
    }
    QTest::mouseClick(&window.costPage().firstStep().exampleButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(window.programmeAnswer() && !window.busy(), kPatience);
    for (int i = 0; i < 3; ++i) {
      window.showPage(QLatin1String(pages[i]));
      QVERIFY(!steps[i]->isVisible());
    }
    nlohmann::json empty = window.document().json();
    for (nlohmann::json& organisation : empty["organisations"]) organisation["projects"] = nlohmann::json::array();
    window.document().change(empty, QStringLiteral("no projects"));
    QVERIFY(steps[2]->isVisible() && steps[2]->projectButton().isVisible() && !steps[2]->openButton().isVisible());
    QTest::mouseClick(&steps[2]->projectButton(), Qt::LeftButton);
    QCOMPARE(window.programmePage().table(kProjects).sheet().rowCount(), 1);
    QVERIFY(window.programmePage().isVisible() && !steps[0]->isVisible());
    window.document().leave();
  }

  // Longer names than those of the file before have room.
  void anotherFilesColumnsAreAsWideAsItsCells() {
    OpenedProgramme opened;
    QVERIFY(opened.window.open(fileIn("programmes/geniac-cycle2.json")));
    opened.settle();
    const SheetTable& table = opened.tables.table(kProjects);
    const int name = opened.columnOf(kProjects, "name");
    const int needed = QFontMetrics(table.font()).horizontalAdvance(QStringLiteral("13B model from scratch"));
    QVERIFY(table.columnWidth(name) > needed);
  }

 private:
  QTemporaryDir settings_;
};

}  // namespace fmplan::gui

QTEST_MAIN(fmplan::gui::GuiProgrammeTest)
#include "gui_programme_test.moc"
