// The window as a person uses it: mouse, keys, files, undo.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QMimeData>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <nlohmann/json.hpp>

#include "core/answer/document.h"
#include "core/answer/run_tables.h"
#include "gui/compare_page.h"
#include "gui/import_dialog.h"
#include "gui/main_window.h"
#include "gui/model/texts.h"
#include "gui/run_page.h"
#include "gui/scale_page.h"
#include "tests/gui/opened_window.h"
#include "tests/gui/program_path.h"

namespace fmplan::gui {

class GuiPagesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { useSettingsIn(settings_); }

  // Every text of the page stands in what the command line prints of the same scenario.
  void numbersAreTheCommandLinesForEveryScenario_data() {
    QTest::addColumn<QString>("path");
    const QDir dir(fileIn("scenarios"));
    for (const QFileInfo& file : dir.entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
      QTest::newRow(qPrintable(file.fileName())) << file.absoluteFilePath();
  }
  void numbersAreTheCommandLinesForEveryScenario() {
    QFETCH(QString, path);
    Opened opened(path);
    const RunPage& page = opened.page;
    QCOMPARE(rendered(page.answer()->document), printed({QStringLiteral("plan"), path}));
    QCOMPARE(page.headline(), shown(page.answer()->document.headline));
    const auto holds = [](const AnswerTable& view, const answer::Table& table) {
      if (view.tableModel().rowCount() != static_cast<int>(table.rows.size())) return false;
      for (std::size_t row = 0; row < table.rows.size(); ++row)
        for (std::size_t column = 0; column < table.rows[row].size(); ++column)
          if (cell(view, static_cast<int>(row), static_cast<int>(column)) != shown(table.rows[row][column]))
            return false;
      return true;
    };
    QVERIFY(holds(page.summary(), page.answer()->document.tables[0]));
    QVERIFY(holds(page.neighbourTable(), page.answer()->document.tables[1]));
    QVERIFY(holds(page.runTable(), page.simulation()->document.tables[0]));
    QVERIFY(page.lead().startsWith(QStringLiteral("80 %: ")));
  }

  void aStepsScheduleIsShownUntilItIsOutOfDate() {
    Opened opened;
    RunPage& page = opened.page;
    QVERIFY(page.step() && page.step()->ticket == page.answer()->ticket);
    const std::string before = page.stepPicture().svg();
    QCOMPARE(before, std::get<answer::DrawnStep>(page.step()->step).svg);
    QVERIFY(!page.stepPicture().isStale() && page.stepCard().isVisible());
    const QImage image = const_cast<PictureView&>(page.stepPicture()).grab().toImage();
    QVERIFY2(pixelsOf(image, lightTheme().card) < image.width() * image.height() * 99 / 100, "the picture is blank");
    // What cannot be read leaves the last one, pale; another plan has another.
    opened.type("cluster.nodes", "12x");
    QVERIFY(page.stepPicture().isStale());
    QCOMPARE(page.stepPicture().svg(), before);
    opened.type("cluster.nodes", "128");
    QVERIFY(!page.stepPicture().isStale());
    QVERIFY(page.stepPicture().svg() != before);
    // Its ranks, behind the switch.
    QToolButton* table_switch = page.stepCard().tableSwitch();
    table_switch->click();
    const auto* table = page.stepCard().findChild<AnswerTable*>();
    QVERIFY(table->isVisible() && !page.stepPicture().isVisible());
    QVERIFY(holds(*table, std::get<answer::DrawnStep>(page.step()->step).document.tables.back()));
  }

  void whatWouldHelpIsTold() {
    Opened opened;
    const plan::RunStudy& study = opened.page.simulation()->study;
    QVERIFY(study.changes.size() > 2);
    QVERIFY(opened.page.helpTable().isVisible());
    QVERIFY(holds(opened.page.helpTable(), answer::run_changes_table(study)));
  }

  void typingChangesTheAnswer() {
    Opened opened;
    QVERIFY(opened.page.headline().contains(QStringLiteral("256 × p5.48xlarge")));
    opened.type("cluster.nodes", "128");
    QVERIFY(opened.page.headline().contains(QStringLiteral("128 × p5.48xlarge")));
    QVERIFY(opened.text().find("\"nodes\": 128") != std::string::npos);
    opened.type("training.tokens", "7.5T");
    QVERIFY(opened.text().find("\"tokens\": \"7.5T\"") != std::string::npos);
    QVERIFY(opened.window.isWindowModified());
  }

  void whatCannotBeReadIsMarkedAndTheLastAnswerStays() {
    Opened opened;
    const QString before = opened.page.headline();
    opened.type("cluster.nodes", "12x");
    const QLabel* problem = opened.page.form().problem("cluster.nodes");
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains(QStringLiteral("12x")), qPrintable(problem->text()));
    QVERIFY(opened.page.isStale());
    QCOMPARE(opened.page.headline(), before);
    keepPicture(opened.window, "error");
    // A second one is told beside its own field, at once.
    opened.type("run.deadline", "soon");
    QVERIFY(opened.page.form().problem("run.deadline")->isVisible() && problem->isVisible());
    opened.type("run.deadline", "2026-01-31");
    opened.type("cluster.nodes", "128");
    QVERIFY(!problem->isVisible() && !opened.page.isStale());
    QVERIFY(opened.page.headline() != before);
  }

  void whatNoDocumentCanHoldIsMarkedToo() {
    Opened opened;
    const std::string before = opened.text();
    QLineEdit* editor = opened.page.form().editor("cluster.instance");
    editor->setFocus();
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("{\"like\""));
    opened.settle();
    QVERIFY(opened.page.form().problem("cluster.instance")->isVisible());
    opened.window.document().undoStack().setIndex(0);
    QCOMPARE(opened.text(), before);
  }

  void undoGoesBackToTheFirstState() {
    Opened opened;
    const std::string first = opened.text();
    const QString headline = opened.page.headline();
    opened.type("cluster.nodes", "64");
    opened.type("run.deadline", "2026-01-31");
    opened.type("training.precision", "fp8");
    QUndoStack& stack = opened.window.document().undoStack();
    QCOMPARE(stack.count(), 3);  // typing on in a field is one change
    const std::string last = opened.text();
    while (stack.canUndo()) stack.undo();
    opened.settle();
    QCOMPARE(opened.text(), first);
    QCOMPARE(opened.page.headline(), headline);
    QCOMPARE(opened.page.form().editor("cluster.nodes")->text(), QStringLiteral("256"));
    QVERIFY(!opened.window.isWindowModified());
    while (stack.canRedo()) stack.redo();
    opened.settle();
    QCOMPARE(opened.text(), last);
  }

  // Taking over what was found by search changes the document, not the answer.
  void aPlanByHandBeginsWithWhatWasFound() {
    Opened opened(fileIn("scenarios/falcon-180b-p4d.json"));
    const QString parallel = cell(opened.page.summary(), 0, 1), headline = opened.page.headline();
    QVERIFY(!opened.page.parallelForm().isEnabled());
    opened.page.parallelMode().setFocus();
    QTest::keyClick(&opened.page.parallelMode(), Qt::Key_Down);
    opened.settle();
    QVERIFY(opened.page.parallelForm().isEnabled());
    QCOMPARE(cell(opened.page.summary(), 0, 1), parallel);
    QCOMPARE(opened.page.headline(), headline);
    opened.type("training.parallel.pipeline", "8");
    QVERIFY(cell(opened.page.summary(), 0, 1).contains(QStringLiteral("pipeline 8")) ||
            !opened.page.remarks().remarks().empty());
    QTest::keyClick(&opened.page.parallelMode(), Qt::Key_Up);
    opened.settle();
    QCOMPARE(opened.page.headline(), headline);
  }

  void aPlanThatDoesNotFitSaysWhy() {
    Opened opened;
    opened.type("training.parallel.tensor", "1");
    opened.type("training.parallel.pipeline", "1");
    opened.type("training.parallel.virtual_pipeline", "1");
    QVERIFY2(opened.page.headline().contains(QStringLiteral("cannot run")), qPrintable(opened.page.headline()));
    keepPicture(opened.window, "obstacle");
    QVERIFY(!opened.page.remarks().remarks().empty());
    QVERIFY(opened.page.remarks().remarks().front().kind == Remark::Kind::kObstacle);
  }

  void whatPhasesSayIsNotAskedTwice() {
    Opened opened(fileIn("scenarios/llama3-405b-16k.json"));
    const QLineEdit* tokens = opened.page.form().editor("training.tokens");
    QVERIFY(!tokens->isEnabled());
    QVERIFY2(tokens->placeholderText().contains(QStringLiteral("phase")), qPrintable(tokens->placeholderText()));
    opened.window.open(fileIn("scenarios/llama3-70b-p5.json"));
    opened.settle();
    QVERIFY(tokens->isEnabled());
  }

  void aMachineByHandStandsInPlaceOfAnInstance() {
    const QTemporaryDir folder;
    auto document = nlohmann::json::parse(bytesOf(fileIn("scenarios/llama3-70b-p5.json")));
    document["cluster"].erase("instance");
    document["cluster"]["machine"] = {{"like", "p5.48xlarge"}, {"nics", 16}};
    document.erase("price");
    write(folder.filePath(QStringLiteral("by-hand.json")), document.dump());
    Opened opened(folder.filePath(QStringLiteral("by-hand.json")));
    QCOMPARE(opened.page.form().editor("cluster.instance")->placeholderText(), QStringLiteral("a machine by hand"));
  }

  void explainShowsWhereAFigureComesFrom() {
    Opened opened;
    AnswerTable& summary = opened.page.summary();
    summary.setFocus();
    summary.selectRow(3);
    QCOMPARE(cell(summary, 3, 0), QStringLiteral("finish"));
    QSignalSpy explained(&opened.window.engine(), &AnswerEngine::explained);
    QTest::keyClick(&summary, Qt::Key_Return);
    QVERIFY(explained.wait(kPatience));
    QVERIFY(opened.page.explanation().isVisible());
    keepPicture(opened.page.explanation(), "explain");
    // Every figure and formula of it; that it is the command line's is held by gui_models_test.
    const auto explanation = explained.front().front().value<ExplanationPtr>();
    const QString text = opened.page.explanation().text();
    int cells = 0;
    for (const answer::Table& table : explanation->document.tables)
      for (const auto& row : table.rows)
        for (const std::string& told_cell : row) {
          QVERIFY2(
              text.contains(shown(told_cell).simplified()) || text.simplified().contains(shown(told_cell).simplified()),
              told_cell.c_str());
          ++cells;
        }
    QVERIFY(cells > 10);
  }

  void variantsAreComparedWhileTheyAreTyped() {
    Opened opened;
    ComparePage& page = opened.window.comparePage();
    QVERIFY(opened.window.showPage(QStringLiteral("compare")));
    opened.settle();
    // It begins with a neighbour of the document.
    QCOMPARE(page.form().editor("variant 1")->text(), QStringLiteral("cluster.nodes=128"));
    QVERIFY2(page.view().headline().contains(QStringLiteral("cluster.nodes=128")), qPrintable(page.view().headline()));
    QLineEdit* second = page.form().editor("variant 2");
    second->setFocus();
    QTest::keyClicks(second, QStringLiteral("training.precision=fp8"));
    opened.settle();
    const answer::Document& document = page.view().document();
    QCOMPARE(rendered(document), printed({QStringLiteral("compare"), fileIn("scenarios/llama3-70b-p5.json"),
                                          QStringLiteral("--with"), QStringLiteral("cluster.nodes=128"),
                                          QStringLiteral("--with"), QStringLiteral("training.precision=fp8")}));
    const std::vector<const AnswerTable*> tables = page.view().tables();
    QCOMPARE(tables.size(), document.tables.size());
    for (std::size_t i = 0; i < tables.size(); ++i) {
      QVERIFY(tables[i]->tableModel().table().rows == document.tables[i].rows);
      const QAbstractItemModelTester tester(tables[i]->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    }
    for (BarChartView* chart : page.findChildren<BarChartView*>())
      if (chart->isVisible()) QVERIFY(pixelsOf(chart->grab().toImage(), lightTheme().strong) > 200);
    keepPicture(opened.window, "compare");
    QTest::keyClicks(second, QStringLiteral("0"));
    opened.settle();
    QVERIFY(page.form().problem("variant 2")->isVisible());
    keepPicture(opened.window, "compare-error");
  }

  void scalingLawsAnswerAsTheCommandLineDoes() {
    Opened opened;
    ScalePage& page = opened.window.scalePage();
    QVERIFY(opened.window.showPage(QStringLiteral("scale")));
    opened.settle();
    // It begins with the plan's size and tokens.
    QCOMPARE(rendered(page.view().document()),
             printed({QStringLiteral("scale"), QStringLiteral("--params"), page.form().editor("--params")->text(),
                      QStringLiteral("--tokens"), QStringLiteral("15T")}));
    keepPicture(opened.window, "scale");
    // Drawn with the plan's point, and the line of the best division as a table.
    const auto svg = [&page] { return page.view().findChild<PictureView*>()->svg(); };
    QVERIFY2(svg().find("the plan: 70.6B on 15.0T") != std::string::npos, svg().c_str());
    const auto* card = qobject_cast<Card*>(page.view().findChild<PictureView*>()->parentWidget());
    QVERIFY(card && card->tableSwitch()->isVisible());
    card->tableSwitch()->click();
    const auto* line = card->findChild<AnswerTable*>();
    QVERIFY(line->isVisible() && line->tableModel().rowCount() >= 4);
    QCOMPARE(line->tableModel().columnCount(), 5);
    card->tableSwitch()->click();
    for (const auto& [option, text] :
         {std::pair("--params", ""), std::pair("--tokens", ""), std::pair("--compute", "1e24"),
          std::pair("--law", "besiroglu-2024"), std::pair("--on", "p5.48xlarge")}) {
      QLineEdit* editor = page.form().editor(option);
      editor->setFocus();
      editor->selectAll();
      QTest::keyClick(editor, Qt::Key_Delete);
      QTest::keyClicks(editor, QString::fromUtf8(text));
    }
    opened.settle();
    QCOMPARE(
        rendered(page.view().document()),
        printed({QStringLiteral("scale"), QStringLiteral("--compute"), QStringLiteral("1e24"), QStringLiteral("--law"),
                 QStringLiteral("besiroglu-2024"), QStringLiteral("--on"), QStringLiteral("p5.48xlarge")}));
    page.form().editor("--compute")->setFocus();
    QTest::keyClicks(page.form().editor("--compute"), QStringLiteral("x"));
    opened.settle();
    QVERIFY(page.form().problem("--compute")->isVisible());
    keepPicture(opened.window, "scale-error");
    // The plan stays marked beside another question.
    QVERIFY(svg().find("the plan: 70.6B on 15.0T") != std::string::npos);
    QVERIFY(svg().find("best: ") != std::string::npos);
  }

  void filesAreOpenedSavedAndRemembered() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.json"));
    Opened opened;
    const std::string original = opened.text();
    QVERIFY(opened.window.saveTo(path));
    QCOMPARE(bytesOf(path), original);
    QCOMPARE(opened.window.recentFiles().front(), path);
    opened.type("cluster.nodes", "128");
    QVERIFY(opened.window.saveTo(path));
    QVERIFY(!opened.window.isWindowModified());
    QCOMPARE(printed({QStringLiteral("plan"), path}), rendered(opened.page.answer()->document));

    // Somebody else wrote it meanwhile: asked first, and left alone where the answer is no.
    write(path, original);
    opened.type("cluster.nodes", "96");
    QVERIFY(!opened.window.saveTo(path));
    QCOMPARE(bytesOf(path), original);
    QVERIFY(opened.messages.join(QString()).contains(QStringLiteral("written by another program")));
    opened.agrees = true;
    QVERIFY(opened.window.saveTo(path));
    QVERIFY(bytesOf(path) != original);
    QVERIFY(!opened.window.saveTo(folder.filePath(QStringLiteral("absent/a.json"))));
  }

  void badFilesAreToldAndNothingIsLost() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("bad.json"));
    Opened opened;
    const std::string before = opened.text();
    for (const char* content : {"{", "[]", R"({"version": 9, "model": "x", "training": {}, "cluster": {}})"}) {
      write(path, content);
      opened.messages.clear();
      QVERIFY(!opened.window.open(path));
      QCOMPARE(opened.messages.size(), 1);
      QCOMPARE(opened.text(), before);
      QCOMPARE(bytesOf(path), std::string(content));
    }
    // A programme is opened, and the page says what it is.
    QVERIFY(opened.window.open(fileIn("programmes/two-teams.json")));
    QVERIFY(opened.page.headline().contains(QStringLiteral("programme")));
  }

  void filesAreDroppedOntoTheWindow() {
    const QTemporaryDir folder;
    Opened opened;
    drop(opened, {fileIn("scenarios/falcon-180b-p4d.json")});
    QVERIFY(opened.page.headline().startsWith(QStringLiteral("falcon-180b")));
    const QString config = folder.filePath(QStringLiteral("config.json"));
    write(
        config,
        R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
      "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256,
      "max_position_embeddings": 8192, "tie_word_embeddings": false})");
    drop(opened, {config});
    QVERIFY2(opened.page.headline().startsWith(QStringLiteral("config on")), qPrintable(opened.page.headline()));
    opened.window.document().undoStack().undo();
    opened.settle();
    QVERIFY(opened.page.headline().startsWith(QStringLiteral("falcon-180b")));
  }

  // Under a name that says nothing; what is shown is what the command line prints.
  void othersFilesAreToldByTheirBytes_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("options");
    const auto row = [](const char* kind, const char* path, const QStringList& options = {}) {
      QTest::newRow(path) << QString::fromLatin1(kind) << fileIn(path) << options;
    };
    const QStringList on{QStringLiteral("--on"), QStringLiteral("2026-03-01")},
        start{QStringLiteral("--start"), QStringLiteral("2026-03-01")};
    row("nccl-tests", "tests/golden/inputs/all_reduce.log",
        {QStringLiteral("--instance"), QStringLiteral("p5.48xlarge"), QStringLiteral("--nodes"), QStringLiteral("2"),
         QStringLiteral("--collective"), QStringLiteral("all_reduce")});
    row("megatron-log", "tests/data/logs/megatron.log", {QStringLiteral("--instance"), QStringLiteral("p5.48xlarge")});
    row("torchtitan-log", "tests/data/logs/torchtitan.log",
        {QStringLiteral("--instance"), QStringLiteral("p5.48xlarge")});
    row("nemo-log", "tests/data/logs/nemo.log", {QStringLiteral("--instance"), QStringLiteral("p5.48xlarge")});
    row("swf", "tests/golden/inputs/jobs.swf");
    row("sacct", "tests/golden/inputs/jobs.sacct", {QStringLiteral("--nodes"), QStringLiteral("16")});
    row("demand", "tests/golden/inputs/wishes.csv", start);
    row("skypilot", "tests/golden/inputs/vms.csv", on);
    row("hf-config", "tests/data/hf/qwen3-8b.json", {QStringLiteral("--name"), QStringLiteral("mine")});
  }
  void othersFilesAreToldByTheirBytes() {
    QFETCH(QString, kind);
    QFETCH(QString, path);
    QFETCH(QStringList, options);
    const QTemporaryDir folder;
    const QString named = folder.filePath(QStringLiteral("file.bin"));
    QVERIFY(QFile::copy(path, named));
    Opened opened;
    drop(opened, {named});
    ImportDialog* dialog = opened.window.importDialog();
    QVERIFY(dialog);
    QCOMPARE(QString::fromStdString(std::string(dialog->kind().name)), kind);
    for (qsizetype i = 0; i + 1 < options.size(); i += 2) {
      QLineEdit* editor = dialog->form().editor(told(options[i]));
      QVERIFY2(editor, qPrintable(options[i]));
      editor->setFocus();
      editor->selectAll();
      QTest::keyClicks(editor, options[i + 1]);
    }
    opened.settle();
    QVERIFY(dialog->isRead());
    keepPicture(*dialog, QStringLiteral("import-") + kind);
    QCOMPARE(rendered(dialog->view().document()),
             printed(QStringList{QStringLiteral("import"), kind, named} + options));
    const std::vector<const AnswerTable*> tables = dialog->view().tables();
    QCOMPARE(tables.size(), dialog->view().document().tables.size());
    for (std::size_t i = 0; i < tables.size(); ++i) QVERIFY(holds(*tables[i], dialog->view().document().tables[i]));
    QVERIFY(opened.messages.isEmpty());
  }

  void whatIsMissingIsMarkedAndNothingIsOffered() {
    Opened opened;
    drop(opened, {fileIn("tests/golden/inputs/vms.csv")});
    ImportDialog* dialog = opened.window.importDialog();
    QVERIFY(dialog && !dialog->isRead());
    QVERIFY(dialog->form().problem("--on")->isVisible());
    const auto button = [dialog](const QString& text) {
      for (QPushButton* one : dialog->findChildren<QPushButton*>())
        if (one->text() == text) return one;
      return static_cast<QPushButton*>(nullptr);
    };
    QPushButton* save = button(QStringLiteral("Save the items…"));
    QVERIFY(save && !save->isEnabled());
    QTest::keyClicks(dialog->form().editor("--on"), QStringLiteral("2026-03-01"));
    opened.settle();
    QVERIFY(dialog->isRead() && save->isEnabled());
    // The items are those that the command line writes.
    const QTemporaryDir folder;
    opened.window.dialogs().folderName = [&](QWidget*, const QString&) {
      return folder.filePath(QStringLiteral("ours"));
    };
    save->click();
    printed({QStringLiteral("import"), QStringLiteral("skypilot"), fileIn("tests/golden/inputs/vms.csv"),
             QStringLiteral("--on"), QStringLiteral("2026-03-01"), QStringLiteral("-o"),
             folder.filePath(QStringLiteral("theirs"))});
    const QStringList ours = QDir(folder.filePath(QStringLiteral("ours/prices"))).entryList(QDir::Files);
    QVERIFY(!ours.isEmpty());
    QCOMPARE(ours, QDir(folder.filePath(QStringLiteral("theirs/prices"))).entryList(QDir::Files));
    for (const QString& name : ours)
      QCOMPARE(bytesOf(folder.filePath(QStringLiteral("ours/prices/") + name)),
               bytesOf(folder.filePath(QStringLiteral("theirs/prices/") + name)));
  }

  void demandBecomesAProgramme() {
    Opened opened;
    drop(opened, {fileIn("tests/golden/inputs/jobs.sacct")});
    ImportDialog* dialog = opened.window.importDialog();
    QVERIFY(dialog && dialog->isRead());
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
      if (button->text() == QStringLiteral("Open as a programme")) button->click();
    opened.settle();
    QVERIFY(opened.window.document().file().kind == PlanFile::Kind::kProgramme);
    QVERIFY(opened.window.document().file().path.empty());
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("programme.json"));
    printed({QStringLiteral("import"), QStringLiteral("sacct"), fileIn("tests/golden/inputs/jobs.sacct"),
             QStringLiteral("-o"), file});
    QCOMPARE(opened.text(), bytesOf(file));
    QVERIFY(opened.window.programmeAnswer());
  }

  // A document holds no rows: they go to a file that it names, as --anchor does.
  void aTrainingLogAnchorsTheDocument() {
    const QTemporaryDir folder;
    const QString rows = folder.filePath(QStringLiteral("rows.csv"));
    Opened opened;
    opened.window.dialogs().saveName = [&](auto&&...) { return rows; };
    const std::string before = opened.text();
    drop(opened, {fileIn("tests/data/logs/megatron.log")});
    ImportDialog* dialog = opened.window.importDialog();
    QVERIFY(dialog);
    QTest::keyClicks(dialog->form().editor("--instance"), QStringLiteral("p5.48xlarge"));
    opened.settle();
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
      if (button->text() == QStringLiteral("Anchor the document…")) button->click();
    opened.settle();
    QCOMPARE(bytesOf(rows),
             printed({QStringLiteral("import"), QStringLiteral("megatron-log"), fileIn("tests/data/logs/megatron.log"),
                      QStringLiteral("--instance"), QStringLiteral("p5.48xlarge"), QStringLiteral("--format"),
                      QStringLiteral("csv")}));
    QCOMPARE(shown(fieldText(opened.window.document().json(), "training.anchor").value_or("")), rows);
    opened.window.document().undoStack().undo();
    opened.settle();
    QCOMPARE(opened.text(), before);
  }

  void whatIsNoFileOfAnybodysIsRefusedWithWhatCanBeDropped() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("notes.csv"));
    Opened opened;
    const std::string before = opened.text();
    for (const std::string& text : {std::string("a,b\n1,2\n"), std::string(), std::string("\x89PNG\r\n", 6)}) {
      write(path, text);
      opened.messages.clear();
      drop(opened, {path});
      QCOMPARE(opened.messages.size(), 1);
      QVERIFY2(opened.messages.front().contains(QStringLiteral("vms.csv")), qPrintable(opened.messages.front()));
      QCOMPARE(opened.text(), before);
    }
    QVERIFY(!opened.window.importDialog());
  }

  // What went blank would have none of the colours that it draws with.
  void chartsAreDrawnInBothThemes() {
    for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
      Opened opened;
      opened.window.setTheme(theme->name);
      opened.settle();
      for (BarChartView* chart : opened.page.findChildren<BarChartView*>())
        QVERIFY(pixelsOf(chart->grab().toImage(), theme->strong) > 1'000);
      const auto* histogram = opened.page.findChild<HistogramView*>();
      const QImage days = const_cast<HistogramView*>(histogram)->grab().toImage();
      QVERIFY(pixelsOf(days, theme->strong) > 1'000 && pixelsOf(days, theme->band) > 100);
      const QImage memory = opened.page.findChild<StackedBar*>()->grab().toImage();
      for (const std::size_t part : {std::size_t{0}, std::size_t{1}, std::size_t{3}})
        QVERIFY(pixelsOf(memory, theme->parts[part]) > 200);
      QCOMPARE(QSettings().value(QStringLiteral("theme")).toString(), theme->name);
    }
  }

  // Neighbours on the bar, and text on its ground [WCAG 2.2 asks for a contrast of 4.5].
  void coloursAreToldApartWithoutGreenCones() {
    constexpr double kApart = 20;  // ΔE, ten times what is just seen
    for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
      for (std::size_t i = 0; i + 1 < theme->parts.size(); ++i)
        QVERIFY2(deuteranopiaDistance(theme->parts[i], theme->parts[i + 1]) > kApart, qPrintable(QString::number(i)));
      QVERIFY(deuteranopiaDistance(theme->strong, theme->band) > kApart);
      QVERIFY(deuteranopiaDistance(theme->bad, theme->text) > kApart);
    }
    QVERIFY(deuteranopiaDistance(Qt::red, Qt::black) < deuteranopiaDistance(Qt::white, Qt::black));
  }

  // Tab comes to every field, to the tables, and to the switches that turn charts into tables.
  void everythingIsReachedByKeyboardAndHasAName() {
    Opened opened;
    opened.window.activateWindow();
    opened.page.form().editor("model")->setFocus();
    std::set<QWidget*> reached;
    for (int i = 0; i < 200; ++i) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      QWidget* at = QApplication::focusWidget();
      QVERIFY(at);
      if (!reached.insert(at).second && reached.size() > 30) break;
    }
    for (Card* card : opened.page.findChildren<Card*>())
      if (card->tableSwitch() && card->isVisible())
        QVERIFY2(reached.contains(card->tableSwitch()), "a chart has no table by keyboard");
    for (AnswerTable* table : opened.page.findChildren<AnswerTable*>())
      if (table->isVisible()) QVERIFY2(reached.contains(table), qPrintable(table->accessibleName()));
    for (const ScenarioField& field : runFields(*shippedCatalog())) {
      QLineEdit* editor = opened.page.form().editor(field.path);
      QVERIFY2(reached.contains(editor) || reached.contains(editor->parentWidget()), field.path.c_str());
      const auto* named = opened.page.form().findChild<QWidget*>(shown(field.path));
      QVERIFY(named && named->accessibleName() == field.label && !named->accessibleDescription().isEmpty());
    }
    // The switch shows the table in the chart's place.
    Card* card = nullptr;
    for (Card* one : opened.page.findChildren<Card*>())
      if (one->tableSwitch() && one->isVisible() && !card) card = one;
    QVERIFY(card);
    card->tableSwitch()->setFocus();
    QTest::keyClick(card->tableSwitch(), Qt::Key_Space);
    auto* table = card->findChild<AnswerTable*>();
    QVERIFY(table->isVisible() && table->tableModel().rowCount() > 3);
    keepPicture(opened.window, "table");
  }

  void modelsOfThePageKeepTheRulesOfModels() {
    Opened opened;
    std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
    for (AnswerTable* table : opened.page.findChildren<AnswerTable*>())
      testers.push_back(std::make_unique<QAbstractItemModelTester>(
          table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest));
    QVERIFY(testers.size() >= 7);
    opened.type("cluster.nodes", "64");
    opened.type("run.deadline", "2026-01-31");
    opened.type("training.parallel.tensor", "1");
  }

  void fontsThatAreMissingAreNamed() {
    QCOMPARE(missingFonts(QStringLiteral("en")), QString());  // scripts/test installs them
  }

  void picturesAreTakenByAScript() {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("run.png"));
    const auto run = [](const QStringList& arguments) {
      QProcess program;
      program.start(programPath(QStringLiteral(FMPLAN_GUI_PROGRAM)), arguments);
      program.waitForFinished(kPatience);
      return std::pair(program.exitCode(),
                       QString::fromUtf8(program.readAllStandardOutput() + program.readAllStandardError()));
    };
    const auto [code, said] =
        run({QStringLiteral("--screenshot"), QStringLiteral("run"), file, QStringLiteral("--size"),
             QStringLiteral("1000x700"), QStringLiteral("--theme"), QStringLiteral("dark"),
             QStringLiteral("--scenario"), fileIn("scenarios/llama-65b.json")});
    QVERIFY2(code == 0, qPrintable(said));
    const QImage picture(file);
    QCOMPARE(picture.size(), QSize(1000, 700));
    QVERIFY(pixelsOf(picture, darkTheme().card) > 100'000 && pixelsOf(picture, darkTheme().strong) > 1'000);
    // Without a document nothing is drawn; amid a simulation there is a part of the answer.
    const auto of = [&](const QString& state) {
      return run({QStringLiteral("--screenshot"), QStringLiteral("run"), file, QStringLiteral("--state"), state,
                  QStringLiteral("--theme"), QStringLiteral("dark")});
    };
    QCOMPARE(of(QStringLiteral("empty")).first, 0);
    QVERIFY(pixelsOf(QImage(file), darkTheme().band) == 0);
    QCOMPARE(of(QStringLiteral("computing")).first, 0);
    QVERIFY(pixelsOf(QImage(file), darkTheme().band) > 100);
    for (const QStringList& wrong : {QStringList{QStringLiteral("--theme"), QStringLiteral("pink")},
                                     {QStringLiteral("--size"), QStringLiteral("9")},
                                     {QStringLiteral("--state"), QStringLiteral("answer")},
                                     {QStringLiteral("--screenshot"), QStringLiteral("run"), file,
                                      QStringLiteral("--state"), QStringLiteral("happy")},
                                     {QStringLiteral("--screenshot"), QStringLiteral("run")},
                                     {QStringLiteral("--no-such-option")},
                                     {QStringLiteral("--screenshot"), QStringLiteral("walk"), file}})
      QCOMPARE(run(wrong).first, 2);
    QVERIFY(run({QStringLiteral("--version")}).second.startsWith(QStringLiteral("fmplan-gui ")));
    QVERIFY(run({QStringLiteral("--help")}).second.contains(QStringLiteral("--screenshot")));
  }

  // Figures for bench/RESULTS.md.  Asserted so loosely that only a mistake breaks them: other work runs beside tests.
  void startsAndStaysResponsive() {
    QElapsedTimer clock;
    clock.start();
    MainWindow window(shippedCatalog(), {.runs = {.trials = {200, 1'000, 5'000}, .threads = 2}, .programmes = {}});
    window.dialogs().confirm = [](auto&&...) { return true; };
    window.openExample(fileIn("scenarios/llama3-70b-p5.json"));
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const qint64 usable = clock.elapsed();
    while (!window.runPage().answer()) QApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
    const qint64 answered = clock.elapsed();
    // The longest time between two turns of the event loop, while somebody types and a run is simulated.
    QElapsedTimer turn;
    qint64 longest = 0;
    QTimer watchdog;
    watchdog.setInterval(0);
    connect(&watchdog, &QTimer::timeout, this, [&] { longest = std::max(longest, turn.restart()); });
    turn.start();
    watchdog.start();
    QLineEdit* editor = window.runPage().form().editor("cluster.nodes");
    editor->setFocus();
    qint64 slowest = 0;
    for (const char* nodes : {"64", "128", "192"}) {
      QSignalSpy spy(&window.engine(), &AnswerEngine::answered);
      QElapsedTimer key;
      key.start();
      editor->selectAll();
      QTest::keyClicks(editor, QString::fromUtf8(nodes));
      if (spy.isEmpty()) spy.wait(kPatience);
      slowest = std::max(slowest, key.elapsed());
    }
    while (window.engine().busy()) QApplication::processEvents(QEventLoop::AllEvents, 5);
    qInfo("usable after %lld ms, first answer after %lld ms, key to answer %lld ms, longest hold of the loop %lld ms",
          usable, answered, slowest, longest);
    constexpr qint64 kBroken = 5'000;  // milliseconds
    QVERIFY(usable < kBroken && slowest < kBroken && longest < kBroken);
  }

  // One document and one of another program's files are taken; of the rest is told, and what to do with them.
  void ofSeveralFilesThatAreDroppedIsToldWhichAreTaken() {
    Opened opened(fileIn("scenarios/llama-65b.json"));
    opened.agrees = true;
    drop(opened, {fileIn("scenarios/llama3-70b-p5.json"), fileIn("programmes/two-teams.json"), fileIn("README.md")});
    QCOMPARE(opened.window.document().file().path.filename().string(), std::string("llama3-70b-p5.json"));
    QCOMPARE(opened.messages.size(), 1);
    QVERIFY2(opened.messages.front().contains(QStringLiteral("Taken: llama3-70b-p5.json.")) &&
                 opened.messages.front().contains(QStringLiteral("Left: two-teams.json, README.md.")),
             qPrintable(opened.messages.front()));
  }

 private:
  static void drop(Opened& opened, const QStringList& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths) urls.append(QUrl::fromLocalFile(path));
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&opened.window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&opened.window, &event);
    opened.settle();
  }

  QTemporaryDir settings_;
};

}  // namespace fmplan::gui

QTEST_MAIN(fmplan::gui::GuiPagesTest)
#include "gui_pages_test.moc"
