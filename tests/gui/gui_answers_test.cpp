// Sweeps, bounds and networks asked in the window, and answers written to files.

#include <QTemporaryDir>

#include "gui/compare_page.h"
#include "gui/network_page.h"
#include "gui/picture_file.h"
#include "gui/programme_page.h"
#include "gui/remark_list.h"
#include "gui/sweep_page.h"
#include "tests/gui/opened_window.h"

namespace fmplan::gui {
namespace {

const char* const kScenario = "scenarios/llama3-70b-p5.json";

void fill(Opened& opened, QuestionPage& page, const char* field, const char* text) {
  QLineEdit* editor = page.form().editor(field);
  editor->selectAll();
  QTest::keyClick(editor, Qt::Key_Delete);
  QTest::keyClicks(editor, QString::fromUtf8(text));
  opened.settle();
}

std::string csvOf(const QuestionPage& page) { return rendered(page.view().document(), answer::Format::kCsv); }

std::string csvPrinted(QStringList arguments) {
  return printed(arguments << QStringLiteral("--format") << QStringLiteral("csv"));
}

}  // namespace

class GuiAnswersTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { useSettingsIn(folder_); }

  // A row is as high as the view itself would have it, whether its texts wrap, have lines or neither; none is laid out
  // for that which has room.
  void rowsAreAsHighAsTheirTexts() {
    answer::Table table{.title = "texts", .header = {"one", "two"}, .align = {}, .rows = {}, .notes = {}};
    const std::string long_text = "a text of many words that no column of this width has room for in a single line";
    table.rows = {{"short", "also"}, {"short", long_text}, {"a\nb", "lines"}, {long_text, "again"}, {"x", long_text}};
    AnswerTable view;
    view.resize(260, 300);
    view.setTable(table);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    for (int row = 0; row < 5; ++row) {
      const int needed = static_cast<QAbstractItemView&>(view).sizeHintForRow(row);
      QCOMPARE(view.rowHeight(row), std::max(24, needed + 4));
    }
    QVERIFY(view.rowHeight(1) > 2 * view.rowHeight(0));
    QCOMPARE(view.rowHeight(4), view.rowHeight(1));
  }

  // What has no blank in it, a number or the name of a machine, is never cut: where not all columns have room one
  // scrolls.
  void noWordOfATableIsCut() {
    for (const int room : {900, 420, 260}) {
      answer::Table table{
          .title = "rows", .header = {"n", "machine", "status", "cost"}, .align = {}, .rows = {}, .notes = {}};
      table.rows = {{"128", "p5.48xlarge", "does not fit", "$71,712,345.12"},
                    {"8589934592", "trn1.32xlarge", "ok", "$1"}};
      AnswerTable view;
      view.resize(room, 300);
      view.setTable(table);
      view.show();
      QVERIFY(QTest::qWaitForWindowExposed(&view));
      const QFontMetrics metrics(view.font());
      for (int column = 0; column < 4; ++column)
        for (const std::vector<std::string>& row : table.rows)
          for (const QString& word : shown(row[static_cast<std::size_t>(column)]).split(QLatin1Char(' ')))
            QVERIFY2(metrics.horizontalAdvance(word) < view.columnWidth(column), qPrintable(word));
    }
  }

  // Numbers stand near what they are of, however wide the table is.
  void numbersStayNearTheirNames() {
    answer::Table table{
        .title = "parts", .header = {"part", "number"}, .align = {}, .rows = {{"leaf", "64"}}, .notes = {}};
    AnswerTable view;
    view.setWideColumn(0);
    view.resize(2000, 200);
    view.setTable(table);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QVERIFY2(view.columnWidth(0) < 300, qPrintable(QString::number(view.columnWidth(0))));
  }

  void onALargeScreenPicturesStandBesideEachOther() {
    Opened opened(fileIn(kScenario));
    NetworkPage& page = opened.window.networkPage();
    opened.window.showPage(QStringLiteral("network"));
    for (const auto& [size, beside] : {std::pair(QSize(1280, 800), false), std::pair(QSize(2560, 1440), true)}) {
      opened.window.resize(size);
      opened.settle();
      const QList<PictureView*> pictures = page.findChildren<PictureView*>();
      QCOMPARE(pictures.size(), 2);
      const auto topOf = [&](int i) { return pictures[i]->mapTo(&page, QPoint(0, 0)).y(); };
      QCOMPARE(topOf(0) == topOf(1), beside);
    }
  }

  // Which variant, and what to write in its place; the command line's options have no place in a field.
  void whatCannotBeComparedIsNamed() {
    Opened opened(fileIn(kScenario));
    opened.window.showPage(QStringLiteral("compare"));
    ComparePage& page = opened.window.comparePage();
    fill(opened, page, "variant 1", "");
    QVERIFY2(page.view().headline().contains(QStringLiteral("cluster.nodes=128")), qPrintable(page.view().headline()));
    fill(opened, page, "variant 2", "training.optimizer=zz");
    fill(opened, page, "variant 3", "rubbish");
    QCOMPARE(page.view().headline(),
             QStringLiteral("Variant 2, Variant 3 cannot be compared: what to write instead stands at the left"));
    QVERIFY(page.form().problem("variant 2")->text().startsWith(QStringLiteral("training › optimizer: ")));
    QVERIFY(page.form().problem("variant 3")->text().startsWith(QStringLiteral("rubbish: ")));
    QVERIFY(!page.form().problem("variant 3")->text().contains(QStringLiteral("--set")));
    opened.window.document().setField("cluster.nodes", "many", {});
    opened.settle();
    QVERIFY2(page.view().headline().startsWith(QStringLiteral("The document itself cannot be compared")),
             qPrintable(page.view().headline()));
    const auto* remarks = page.findChild<RemarkList*>();
    QVERIFY(remarks->model()->index(0, 0).data().toString().startsWith(QStringLiteral("Nodes: ")));
  }

  void headsOfSweepsAreWords() {
    Opened opened(fileIn(kScenario));
    opened.window.showPage(QStringLiteral("sweep"));
    SweepPage& page = opened.window.sweepPage();
    fill(opened, page, "columns", "gpu_hours,finish.p90");
    QStringList heads, tips;
    const AnswerTable& table = *page.view().tables().front();
    for (int i = 0; i < table.tableModel().columnCount(); ++i) {
      heads.append(table.tableModel().headerData(i, Qt::Horizontal).toString());
      tips.append(table.tableModel().headerData(i, Qt::Horizontal, Qt::ToolTipRole).toString());
    }
    QVERIFY2(heads.contains(QStringLiteral("GPU hours")) && heads.contains(QStringLiteral("finish P90")),
             qPrintable(heads.join(QLatin1Char(' '))));
    QVERIFY(tips.contains(QStringLiteral("To be typed as \"gpu_hours\"")));  // as "Figures" takes it
  }

  // Parts come one a turn of the loop; what overtakes them, a line or a problem, finds none left to come.
  void anAnswerMayBeOvertakenBeforeAllOfItIsShown() {
    answer::Document document;
    for (const char* title : {"first", "second", "third"}) {
      answer::Table& table = document.tables.emplace_back();
      table.title = title;
      table.rows = {{"a", "b"}};
    }
    AnswerView view;
    view.resize(800, 600);
    static_cast<QWidget&>(view).show();
    view.show(QStringLiteral("an answer"), document);
    QVERIFY(view.busy() && view.tables().empty());
    view.showWords(QStringLiteral("a line"));
    QVERIFY(!view.busy());
    QTest::qWait(10);
    QVERIFY(view.tables().empty());
    view.show(QStringLiteral("an answer"), document);
    view.showProblems({});
    QCOMPARE(view.tables().size(), std::size_t{3});
    QTest::qWait(10);
    view.show(QStringLiteral("an answer"), document);
    QTRY_VERIFY(!view.busy());
    QCOMPARE(view.tables().size(), std::size_t{3});
    QCOMPARE(view.headline(), QStringLiteral("an answer"));
  }

  void aSweepIsTheCommandLines() {
    Opened opened(fileIn(kScenario));
    opened.window.showPage(QStringLiteral("sweep"));
    SweepPage& page = opened.window.sweepPage();
    fill(opened, page, "set 1", "cluster.nodes=128,256");
    const QString printedTable = shown(printed({QStringLiteral("sweep"), fileIn(kScenario), QStringLiteral("--set"),
                                                QStringLiteral("cluster.nodes=128,256")}));
    const answer::Table& rows = page.view().document().tables.front();
    QCOMPARE(rows.rows.size(), std::size_t{2});
    for (const std::vector<std::string>& row : rows.rows)
      for (const std::string& text : row) QVERIFY2(printedTable.contains(shown(text)), text.c_str());
    QCOMPARE(page.view().headline(), QStringLiteral("2 points: 2 ok"));
    // A curve, drawn.
    auto* picture = page.findChild<PictureView*>();
    QVERIFY(picture);
    QVERIFY(QString::fromStdString(picture->svg()).contains(QStringLiteral("cluster.nodes")));
    const QImage image = picture->grab().toImage();
    const int ground = pixelsOf(image, lightTheme().card);
    QVERIFY2(ground < image.width() * image.height() * 99 / 100, "the picture is blank");
    // Saved as vectors: no pixels are inside.
    const QString file = folder_.filePath(QStringLiteral("curve.pdf"));
    writePicture(*picture, file);
    QVERIFY(bytesOf(file).starts_with("%PDF-"));
    QVERIFY(bytesOf(file).find("/Subtype /Image") == std::string::npos);
    fill(opened, page, "set 1", "cluster.nodes=1..2..3");
    QVERIFY(page.view().document().tables.front().rows.size() == 2);  // the last answer stays, greyed
  }

  void aBoundIsTheCommandLines() {
    Opened opened(fileIn(kScenario));
    opened.window.showPage(QStringLiteral("solve"));
    SolvePage& page = opened.window.solvePage();
    fill(opened, page, "vary 1", "cluster.nodes=64..512:64");
    fill(opened, page, "until", "days<=120");
    QCOMPARE(csvOf(page), csvPrinted({QStringLiteral("solve"), fileIn(kScenario), QStringLiteral("--vary"),
                                      QStringLiteral("cluster.nodes=64..512:64"), QStringLiteral("--until"),
                                      QStringLiteral("days<=120")}));
    fill(opened, page, "until", "dayz<=120");
    QVERIFY2(page.form().problem("until")->text().contains(QStringLiteral("\"days\"")),
             qPrintable(page.form().problem("until")->text()));
  }

  void aNetworkIsTheCommandLines() {
    Opened opened(fileIn(kScenario));
    opened.window.showPage(QStringLiteral("network"));
    opened.settle();
    NetworkPage& page = opened.window.networkPage();
    QCOMPARE(page.form().editor("nodes")->text(), QStringLiteral("256"));
    fill(opened, page, "nodes", "16");
    QCOMPARE(csvOf(page), csvPrinted({QStringLiteral("network"), QStringLiteral("p5.48xlarge"),
                                      QStringLiteral("--nodes"), QStringLiteral("16"), QStringLiteral("--expect")}));
    fill(opened, page, "collective", "all_reduze");
    QVERIFY2(page.form().problem("collective")->text().contains(QStringLiteral("all_reduce")),
             qPrintable(page.form().problem("collective")->text()));
  }

  // Every file that is offered is written, and is what its ending says.
  void answersAreWritten_data() {
    QTest::addColumn<QString>("path");
    QTest::newRow("run") << fileIn(kScenario);
    QTest::newRow("programme") << fileIn("programmes/two-teams.json");
  }
  void answersAreWritten() {
    QFETCH(QString, path);
    Opened opened(path);
    const std::vector<AnswerFile> files = opened.window.exports();
    QVERIFY(files.size() >= 5);
    for (const AnswerFile& file : files) {
      const QString to = folder_.filePath(QStringLiteral("answer") + file.ending);
      opened.window.dialogs().saveName = [&](auto&&...) { return to; };
      opened.window.exportAs(file);
      opened.settle();
      const std::string bytes = bytesOf(to);
      QVERIFY2(bytes.size() > 100, qPrintable(file.title));
      const std::string begin = file.ending == QStringLiteral(".pdf")    ? "%PDF-"
                                : file.ending == QStringLiteral(".xlsx") ? "PK"
                                : file.ending == QStringLiteral(".ics")  ? "BEGIN:VCALENDAR"
                                : file.ending == QStringLiteral(".html") ? "<!DOCTYPE html>"
                                : file.ending == QStringLiteral(".svg")  ? "<svg"
                                                                         : "";
      QVERIFY2(bytes.starts_with(begin), qPrintable(file.title + QLatin1Char(' ') + shown(bytes.substr(0, 20))));
      if (file.ending == QStringLiteral(".pdf"))
        QVERIFY2(bytes.find("/FontFile") != std::string::npos, "no font inside");
      QFile::remove(to);
    }
    // While the answer is none of the document as it is there is nothing to write.
    opened.window.document().setField("name", "another", QStringLiteral("a change"));
    if (path.contains(QStringLiteral("programmes"))) QVERIFY(opened.window.exports().empty());
  }

  void aFileThatCannotBeWrittenIsToldOf() {
    Opened opened(fileIn("programmes/two-teams.json"));
    opened.window.dialogs().saveName = [](auto&&...) { return QStringLiteral("/nowhere/at/all.pdf"); };
    opened.window.exportAs(opened.window.exports().front());
    opened.settle();
    QCOMPARE(opened.messages.size(), 1);
    QVERIFY2(opened.messages.front().contains(QStringLiteral("/nowhere/at")), qPrintable(opened.messages.front()));
  }

  void chartsAreSavedAsPictures() {
    Opened opened(fileIn(kScenario));
    const auto charts = opened.page.findChildren<BarChartView*>();
    QVERIFY(!charts.isEmpty());
    for (const char* ending : {"png", "svg", "pdf"}) {
      const QString path = folder_.filePath(QStringLiteral("chart.") + QLatin1String(ending));
      writePicture(*charts.front(), path);
      QVERIFY(bytesOf(path).size() > 1000);
    }
    QImage image(folder_.filePath(QStringLiteral("chart.png")));
    QCOMPARE(image.width(), 2 * charts.front()->width());
    QVERIFY(pixelsOf(image, lightTheme().card) < image.width() * image.height());
    QVERIFY(bytesOf(folder_.filePath(QStringLiteral("chart.svg"))).find("<image") == std::string::npos);
    QVERIFY_EXCEPTION_THROWN(writePicture(*charts.front(), folder_.filePath(QStringLiteral("chart.gif"))),
                             std::runtime_error);
  }

 private:
  QTemporaryDir folder_;
};

}  // namespace fmplan::gui

QTEST_MAIN(fmplan::gui::GuiAnswersTest)
#include "gui_answers_test.moc"
