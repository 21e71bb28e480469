// Documents as .fmplan files: kept while they are changed, with undo that outlives the window, by one window at a time.

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

#include "core/document/plan_store.h"
#include "core/document/plan_text.h"
#include "gui/compare_page.h"
#include "gui/kept_answer_bar.h"
#include "gui/main_window.h"
#include "gui/model/autosave.h"
#include "gui/model/texts.h"
#include "gui/network_page.h"
#include "gui/scale_page.h"
#include "gui/sweep_page.h"
#include "tests/gui/opened_window.h"
#include "tests/gui/program_path.h"

namespace fmplan::gui {
namespace {

constexpr int kSecond = 1000;  // milliseconds: what may be lost, and within which a change is written

QString exampleFile() { return fileIn("scenarios/llama3-70b-p5.json"); }

/// A window without an answer, which no test here waits for.
struct Desk {
  explicit Desk(const QString& path = {})
      : window(shippedCatalog(), {.runs = {.trials = {10}}, .programmes = {.trials = {10}}}) {
    window.dialogs().tell = [this](QWidget*, const QString&, const QString& text) { messages.append(text); };
    window.dialogs().confirm = [this](QWidget*, const QString&, const QString& text, const QString&) {
      messages.append(text);
      return agrees;
    };
    window.dialogs().recover = [this](QWidget*, const QString& text) {
      messages.append(text);
      return wish;
    };
    if (!path.isEmpty()) window.open(path);
  }
  PlanDocument& document() { return window.document(); }
  void setNodes(int nodes) {
    nlohmann::json after = document().json();
    after["cluster"]["nodes"] = nodes;
    document().change(after, QStringLiteral("Change to %1").arg(nodes));
  }
  std::string text() { return textOf(document().file()); }
  /// As somebody types into a page.
  void type(const QuestionPage& page, const char* field, const char* text) {
    QLineEdit* editor = page.form().editor(field);
    editor->selectAll();
    QTest::keyClicks(editor, QString::fromUtf8(text));
  }
  void settle() {
    QVERIFY(QTest::qWaitFor([&] { return !window.busy(); }, kPatience));
  }
  int nodes() { return document().json().at("cluster").at("nodes").get<int>(); }

  QStringList messages;
  bool agrees = false;
  MainWindow::Dialogs::Recovery wish = MainWindow::Dialogs::Recovery::kLater;
  MainWindow window;
};

}  // namespace

class GuiDocumentsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { useSettingsIn(folder_); }

  void undoOutlivesTheWindow() {
    const QString file = in("undo.fmplan");
    std::string first;
    {
      Desk desk(exampleFile());
      first = desk.text();
      for (const int nodes : {64, 128, 192}) desk.setNodes(nodes);
      desk.document().undoStack().undo();
      QVERIFY(desk.window.saveTo(file));
      QVERIFY(!desk.window.isWindowModified());
      desk.setNodes(96);
      desk.setNodes(100);
      desk.document().undoStack().undo();
    }
    Desk desk(file);
    QCOMPARE(desk.messages, QStringList());
    QCOMPARE(desk.nodes(), 96);
    QVERIFY(!desk.window.isWindowModified());
    QUndoStack& stack = desk.document().undoStack();
    QCOMPARE(stack.count(), 4);  // to 64, 128, 96 and 100; that to 192 was given up
    QCOMPARE(stack.index(), 3);
    QCOMPARE(stack.undoText(), QStringLiteral("Change to 96"));
    QCOMPARE(stack.redoText(), QStringLiteral("Change to 100"));
    stack.redo();
    QCOMPARE(desk.nodes(), 100);
    while (stack.canUndo()) stack.undo();
    QCOMPARE(desk.text(), first);
    QCOMPARE(first, bytesOf(exampleFile()));
  }

  // Typing on in a field of a file that was opened anew is a step of its own, and taken back to where it began none.
  void typingAfterOpeningIsANewStep() {
    const QString file = in("typing.fmplan");
    {
      Desk desk(exampleFile());
      QVERIFY(desk.window.saveTo(file));
      desk.document().setField("cluster.nodes", "64", QStringLiteral("Change of cluster.nodes"));
    }
    Desk desk(file);
    const auto type = [&](const char* text) {
      desk.document().setField("cluster.nodes", text, QStringLiteral("Change of cluster.nodes"));
    };
    type("1");
    type("12");
    QCOMPARE(desk.document().undoStack().count(), 2);
    type("64");
    QCOMPARE(desk.document().undoStack().count(), 1);
    QVERIFY(desk.document().flush());
    QCOMPARE(document::open_store(told(file)).document.versions.size(), std::size_t{2});
  }

  void whatPagesAskIsKeptAndUndone() {
    const QString file = in("asked.fmplan"), exported = in("asked-exported.json");
    const auto asked = [](const QuestionPage& page, const char* field) { return page.form().editor(field)->text(); };
    {
      Desk desk(exampleFile());
      desk.settle();
      QVERIFY(desk.window.saveTo(file));
      desk.type(desk.window.comparePage(), "variant 2", "price.kind=spot");
      desk.type(desk.window.sweepPage(), "set 1", "cluster.nodes=8,16");
      desk.type(desk.window.solvePage(), "until", "days<=60");
      desk.type(desk.window.scalePage(), "--loss", "2.1");
      desk.type(desk.window.networkPage(), "nodes", "5");
      QUndoStack& stack = desk.document().undoStack();
      QCOMPARE(stack.count(), 5);  // typing on in one field is one change
      QCOMPARE(stack.undoText(), QStringLiteral("Question on Network"));
      stack.undo();
      QVERIFY(asked(desk.window.networkPage(), "nodes") != QStringLiteral("5"));
      stack.undo();
      QCOMPARE(asked(desk.window.scalePage(), "--loss"), QString());
      stack.redo();
      QCOMPARE(asked(desk.window.scalePage(), "--loss"), QStringLiteral("2.1"));
      stack.redo();
      QCOMPARE(asked(desk.window.networkPage(), "nodes"), QStringLiteral("5"));
      QCOMPARE(desk.text(), bytesOf(exampleFile()));
    }
    Desk desk(file);
    desk.settle();
    QCOMPARE(asked(desk.window.comparePage(), "variant 2"), QStringLiteral("price.kind=spot"));
    QCOMPARE(asked(desk.window.sweepPage(), "set 1"), QStringLiteral("cluster.nodes=8,16"));
    QCOMPARE(asked(desk.window.solvePage(), "until"), QStringLiteral("days<=60"));
    QCOMPARE(asked(desk.window.scalePage(), "--loss"), QStringLiteral("2.1"));
    QCOMPARE(asked(desk.window.networkPage(), "nodes"), QStringLiteral("5"));
    QVERIFY(desk.window.exportTo(exported));
    QCOMPARE(bytesOf(exported), bytesOf(exampleFile()));
    desk.document().undoStack().setIndex(0);
    QCOMPARE(asked(desk.window.solvePage(), "until"), QString());
    QVERIFY2(asked(desk.window.sweepPage(), "set 1").startsWith(QStringLiteral("cluster.nodes=")) &&
                 asked(desk.window.sweepPage(), "set 1") != QStringLiteral("cluster.nodes=8,16"),
             "what a plan suggests is there again");
    QVERIFY(desk.window.openExample(fileIn("scenarios/llama-65b.json")));
    desk.settle();
    QCOMPARE(asked(desk.window.comparePage(), "variant 2"), QString());
    QVERIFY(!desk.window.isWindowModified());
  }

  // A question is no change of a document whose file has no place for it.
  void aQuestionLeavesAJsonDocumentAsItIs() {
    Desk desk(exampleFile());
    desk.type(desk.window.solvePage(), "until", "days<=60");
    QVERIFY(!desk.window.isWindowModified());
    desk.setNodes(64);
    QVERIFY(desk.window.isWindowModified());
    desk.document().undoStack().undo();
    QVERIFY(!desk.window.isWindowModified());
    QVERIFY(desk.document().undoStack().canUndo());
  }

  void theLastAnswerIsShownUntilTheNewOneIsThere_data() {
    QTest::addColumn<QString>("source");
    QTest::newRow("scenario") << exampleFile();
    QTest::newRow("programme") << fileIn("programmes/two-teams.json");
  }
  void theLastAnswerIsShownUntilTheNewOneIsThere() {
    QFETCH(QString, source);
    const QString file = in("answered.fmplan");
    {
      document::PlanStore::make(
          told(file), {.kind = source.contains(QStringLiteral("programmes")) ? document::DocumentKind::kProgramme
                                                                             : document::DocumentKind::kScenario,
                       .versions = {{.text = bytesOf(source)}}});
      Desk desk(file);
      desk.settle();
      QCOMPARE(desk.window.keptAnswer().text(), QString());
    }
    document::StoredDocument stored = document::open_store(told(file)).document;
    QCOMPARE(stored.answers.size(), std::size_t{1});
    const std::string bytes = bytesOf(file);
    {
      Desk desk(file);
      const KeptAnswerBar& bar = desk.window.keptAnswer();
      QVERIFY2(bar.text().startsWith(QStringLiteral("The last answer, of")), qPrintable(bar.text()));
      QVERIFY(bar.table().tableModel().rowCount() > 3);
      QVERIFY(bar.isVisibleTo(&desk.window));
      desk.settle();
      QCOMPARE(bar.text(), QString());  // the new one is the same
      QVERIFY(desk.document().flush());
    }
    QVERIFY2(document::open_store(told(file)).document == stored, "nothing new was to be kept");
    // As an earlier release answered, with other catalogues.
    nlohmann::json answer = nlohmann::json::parse(stored.answers[0].json);
    const bool scenario = answer.contains("run");
    answer[nlohmann::json::json_pointer(scenario ? "/run/wall_clock_days/p50" : "/summary/idle_node_hours")] = 12.5;
    stored.answers[0].json = answer.dump();
    stored.answers[0].catalogue = "2025-01-01";
    stored.answers[0].program = "0.0.9";
    document::PlanStore::make(told(file), stored);
    Desk desk(file);
    desk.settle();
    const KeptAnswerBar& bar = desk.window.keptAnswer();
    for (const char* words :
         {"The answer is no longer that of", "fmplan was 0.0.9 and is", "catalogues were 2025-01-01"})
      QVERIFY2(bar.text().contains(QString::fromUtf8(words)), qPrintable(bar.text()));
    QCOMPARE(bar.table().tableModel().rowCount(), 1);
    QVERIFY(cell(bar.table(), 0, 1).startsWith(QStringLiteral("12")));
    keepPicture(desk.window, scenario ? "kept-run" : "kept-programme");
    QVERIFY(desk.document().flush());
    QCOMPARE(document::open_store(told(file)).document.answers.size(), std::size_t{1});
    QVERIFY(document::open_store(told(file)).document.answers[0].program != "0.0.9");
    desk.document().change(stored.kind == document::DocumentKind::kScenario
                               ? nlohmann::json{{"cluster", {{"nodes", 1}}}}
                               : nlohmann::json{{"pools", nlohmann::json::array()}},
                           QStringLiteral("Change"));
    QCOMPARE(bar.text(), QString());
  }

  // What somebody else wrote into a file is shown as figures or not at all.
  void answersThatAreNoneAreLeftOut() {
    const QString file = in("hostile.fmplan");
    Desk first(exampleFile());
    QVERIFY(first.window.saveTo(file));
    first.settle();
    QVERIFY(first.document().flush());
    document::StoredDocument stored = document::open_store(told(file)).document;
    QVERIFY(first.window.saveTo(in("elsewhere.json")));
    const std::string good = stored.answers.at(0).json, asked = stored.answers.at(0).asked;
    for (const std::string& json :
         {std::string("{"), std::string("[]"), std::string(100'000, '['), std::string("null")})
      for (const std::string& question : {asked, std::string("7"), std::string("{\"command\": 7}")}) {
        stored.answers[0].json = json;
        stored.answers[0].asked = question;
        document::PlanStore::make(told(file), stored);
        Desk desk(file);
        QCOMPARE(desk.messages, QStringList());
        desk.settle();
        QCOMPARE(desk.window.keptAnswer().text(), QString());
      }
  }

  void aChangeIsWrittenWithinASecond() {
    const QString file = in("autosave.fmplan");
    Desk desk(exampleFile());
    QVERIFY(desk.window.saveTo(file));
    QElapsedTimer clock;
    clock.start();
    desk.setNodes(77);
    QVERIFY(desk.window.isWindowModified());
    QVERIFY(QTest::qWaitFor([&] { return !desk.window.isWindowModified(); }, kPatience));
    QVERIFY2(clock.elapsed() < kSecond, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(document::read_json(told(file)).at("cluster").at("nodes"), nlohmann::json(77));
  }

  // What was imported and not changed comes out as it went in, through a .fmplan file, a change and its undoing.
  void bytesComeOutAsTheyWentIn_data() {
    QTest::addColumn<QString>("path");
    for (const char* path :
         {"scenarios/llama3-70b-p5.json", "programmes/geniac-cycle2.json", "docs/first_scenario.json"})
      QTest::newRow(path) << fileIn(path);
    write(in("odd.json"), "{\"cluster\":{\"nodes\":  4.0e0}, \n\t\"training\" : {} ,\"name\":\"\\u00e9\"}");
    QTest::newRow("odd") << in("odd.json");
  }
  void bytesComeOutAsTheyWentIn() {
    QFETCH(QString, path);
    const std::string bytes = bytesOf(path);
    const QString file = in("round.fmplan"), exported = in("exported.json");
    {
      Desk desk;
      QVERIFY(desk.window.importFrom(path));
      QVERIFY(desk.document().file().path.empty());
      QCOMPARE(desk.document().file().folder(), std::filesystem::path(told(path)).parent_path());
      QVERIFY(desk.window.saveTo(file));
    }
    QCOMPARE(document::read_text(told(file)), bytes);
    {
      Desk desk(file);
      nlohmann::json after = desk.document().json();
      after["name"] = "another";
      desk.document().change(after, QStringLiteral("Name"));
    }
    QVERIFY(document::read_text(told(file)) != bytes);
    Desk desk(file);
    desk.document().undoStack().undo();
    QVERIFY(desk.window.exportTo(exported));
    QVERIFY(bytesOf(exported) == bytes);
    QVERIFY(desk.window.saveTo(in("saved.json")));
    QVERIFY(bytesOf(in("saved.json")) == bytes);
    QVERIFY2(document::is_database(told(file)), "what it was kept in is still there");
    QCOMPARE(desk.document().file().format, PlanFile::Format::kJson);
  }

  // Telling a window's answer from the command line's would need a difference of the documents.
  void theCommandLineReadsWhatTheWindowKeeps() {
    const QString file = in("asked.fmplan"), json = in("asked.json");
    Desk desk(exampleFile());
    QVERIFY(desk.window.saveTo(file));
    desk.setNodes(64);
    QVERIFY(desk.document().flush());
    QVERIFY(desk.window.exportTo(json));
    const std::string answer = printed({QStringLiteral("plan"), json});
    QVERIFY(answer.find("64 × p5.48xlarge") != std::string::npos);
    QCOMPARE(printed({QStringLiteral("plan"), file}), answer);
  }

  void theSecondWindowLooksOnly() {
    const QString file = in("two.fmplan");
    Desk first(exampleFile());
    QVERIFY(first.window.saveTo(file));
    first.setNodes(64);
    QVERIFY(first.document().flush());
    {
      Desk second(file);
      QVERIFY(second.document().isReadOnly());
      QCOMPARE(second.nodes(), 64);
      QVERIFY2(second.window.windowTitle().contains(QStringLiteral("(read-only)")),
               qPrintable(second.window.windowTitle()));
      QVERIFY(second.window.statusBar()->currentMessage().contains(QStringLiteral("open in another window")));
      second.window.statusBar()->clearMessage();
      const QSignalSpy shown(&second.document(), &PlanDocument::changed);
      second.setNodes(1);
      QCOMPARE(second.nodes(), 64);
      QCOMPARE(shown.size(), 1);  // fields show again what the document says
      QVERIFY(second.window.statusBar()->currentMessage().contains(QStringLiteral("Save as")));
      QVERIFY2(!second.window.saveTo(file), "nor over the other's file");
      QVERIFY(second.messages.back().contains(QStringLiteral("open in another window")));
      QVERIFY(second.window.saveTo(in("copy.fmplan")));
      QVERIFY(!second.document().isReadOnly());
      second.setNodes(2);
      QCOMPARE(second.nodes(), 2);
    }
    QCOMPARE(first.nodes(), 64);
    QVERIFY(!first.document().isReadOnly());
  }

  void whatIsNotSavedIsOfferedAfterACrash() {
    const QString folder = in("recovery");
    const auto left = [&] { return QDir(folder).entryList({QStringLiteral("*.fmplan")}, QDir::Files).size(); };
    {
      Desk crashed;
      crashed.window.recoverFrom(folder);
      QVERIFY(crashed.window.open(exampleFile()));
      QCOMPARE(left(), 0);
      crashed.setNodes(64);
      crashed.setNodes(65);
      QVERIFY(crashed.document().flush());
      QCOMPARE(left(), 1);
      Desk beside;
      QVERIFY2(!beside.window.recoverFrom(folder) && beside.messages.isEmpty(), "its window is still there");
    }
    {
      Desk later;
      QVERIFY(!later.window.recoverFrom(folder));
      QVERIFY(later.messages.at(0).contains(QStringLiteral("llama3-70b-p5.json")));
      QCOMPARE(left(), 1);
    }
    {
      Desk desk;
      desk.wish = MainWindow::Dialogs::Recovery::kOpen;
      QVERIFY(desk.window.recoverFrom(folder));
      QCOMPARE(desk.nodes(), 65);
      QVERIFY(desk.window.isWindowModified());
      QVERIFY(desk.document().file().path.empty());
      desk.document().undoStack().undo();
      QCOMPARE(desk.nodes(), 64);
      QVERIFY(desk.window.saveTo(in("recovered.json")));
      QCOMPARE(left(), 0);
      desk.setNodes(66);
      QVERIFY(desk.document().flush());
      QCOMPARE(left(), 1);
      desk.agrees = true;  // to give it up
      QVERIFY(desk.window.close());
      QCOMPARE(left(), 0);
    }
    {
      Desk crashed(exampleFile());
      crashed.document().setRecoveryFolder(told(folder));
      crashed.setNodes(7);
    }
    Desk desk;
    desk.wish = MainWindow::Dialogs::Recovery::kRemove;
    QVERIFY(!desk.window.recoverFrom(folder));
    QCOMPARE(left(), 0);
  }

  void filesThatCannotBeReadSayWhatToDo_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("why");
    const std::string path = told(in("whole.fmplan"));
    document::PlanStore::make(path, {.versions = {{.text = bytesOf(exampleFile())}}});
    const std::string whole = bytesOf(in("whole.fmplan"));
    write(in("cut.fmplan"), whole.substr(0, whole.size() / 2));
    QTest::newRow("cut") << "cut.fmplan"
                         << "is damaged or cut off";
    std::string newer = whole;
    newer[63] = 9;  // user_version, which begins at offset 60 (SQLite's file format, 1.3)
    write(in("newer.fmplan"), newer);
    QTest::newRow("newer") << "newer.fmplan"
                           << "install the newer one";
    const auto holding = [&](const char* name, const char* text) {
      document::PlanStore::make(told(in(name)), {.versions = {{.text = text}}});
    };
    holding("nonsense.fmplan", "{\"cluster\": ");
    QTest::newRow("no JSON") << "nonsense.fmplan"
                             << "not valid JSON";
    holding("other.fmplan", "{\"url\": 1}");
    QTest::newRow("another kind") << "other.fmplan"
                                  << "neither a scenario";
    document::PlanStore::make(told(in("deep.fmplan")),
                              {.versions = {{.text = bytesOf(exampleFile())}, {.text = std::string(100'000, '[')}}});
    QTest::newRow("hostile beside the shown one") << "deep.fmplan"
                                                  << "nested deeper";
    write(in("text.fmplan"), "nodes,32\n");
    QTest::newRow("a text") << "text.fmplan"
                            << "not valid JSON";
  }
  void filesThatCannotBeReadSayWhatToDo() {
    QFETCH(QString, name);
    QFETCH(QString, why);
    const std::string before = bytesOf(in(qPrintable(name)));
    Desk desk(exampleFile());
    QVERIFY(!desk.window.open(in(qPrintable(name))));
    QVERIFY2(desk.messages.at(0).contains(why) && desk.messages.at(0).contains(name), qPrintable(desk.messages.at(0)));
    QCOMPARE(desk.text(), bytesOf(exampleFile()));
    QVERIFY(bytesOf(in(qPrintable(name))) == before);
  }

  // A disk that is full: no file of this process may grow beyond what it has.
  void aFullDiskIsToldOnceAndLosesNothingThatWasWritten() {
    const QString file = in("full.fmplan");
    Desk desk(exampleFile());
    QVERIFY(desk.window.saveTo(file));
    desk.setNodes(64);
    QVERIFY(desk.document().flush());
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit full = before;
    full.rlim_cur = 4096;
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &full), 0);
    nlohmann::json large = desk.document().json();
    large["name"] = std::string(200'000, 'x');
    desk.document().change(large, QStringLiteral("Name"));
    const bool told_of_it = QTest::qWaitFor([&] { return !desk.messages.isEmpty(); }, kPatience);
    desk.setNodes(65);
    const bool written = desk.document().flush();
    const bool left = desk.window.close();
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    QVERIFY(told_of_it && !written);
    QVERIFY2(!left && desk.window.isWindowModified(), "nobody agreed to give it up");
    QCOMPARE(desk.messages.size(), 2);
    QVERIFY(desk.messages.at(0).contains(QStringLiteral("What was written before is as it was")));
    QCOMPARE(document::read_json(told(file)).at("cluster").at("nodes"), nlohmann::json(64));
    // With room again the next change takes everything along.
    desk.setNodes(66);
    QVERIFY(QTest::qWaitFor([&] { return !desk.window.isWindowModified(); }, kPatience));
    QCOMPARE(document::read_json(told(file)).at("cluster").at("nodes"), nlohmann::json(66));
  }

  // At most the last second is lost, the file opens, and its versions are all there.
  void killedAHundredTimesItLosesASecondAtMost() {
    const QString file = in("killed.fmplan");
    nlohmann::json document = nlohmann::json::parse(bytesOf(exampleFile()));
    document["cluster"]["nodes"] = 0;
    document::PlanStore::make(told(file), {.versions = {{.text = document.dump()}}});
    QRandomGenerator chance(20261124);
    qint64 most_lost = 0;
    std::int64_t last = 0;
    for (int round = 0; round < 100; ++round) {
      QProcess program;
      program.start(programPath(QStringLiteral(FMPLAN_EDITS)), {file});
      QVERIFY(program.waitForReadyRead(kPatience));  // the first change is done
      QTest::qSleep(chance.bounded(50, 450));
      QElapsedTimer clock;
      clock.start();
      const qint64 killed = clock.msecsSinceReference();
      program.kill();
      QVERIFY(program.waitForFinished(kPatience));
      document::OpenedStore opened = document::open_store(told(file));
      QVERIFY(opened.store);
      const std::vector<document::Version>& versions = opened.document.versions;
      QCOMPARE(opened.document.shown_version(), versions.back());
      for (std::size_t i = 1; i < versions.size(); ++i) {
        const std::int64_t number = opened.document.first + static_cast<std::int64_t>(i);
        QCOMPARE(nlohmann::json::parse(versions[i].text).at("cluster").at("nodes").get<std::int64_t>(), number);
        QCOMPARE(versions[i].label, "Change to " + std::to_string(number));
      }
      const std::int64_t kept = opened.document.shown;
      QVERIFY(kept >= last);
      last = kept;
      // The first change that is not there may have been made a second before the end, not earlier.
      for (const QByteArray& line : program.readAllStandardOutput().split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (words.size() == 2 && words[0].toLongLong() > kept) {
          most_lost = std::max(most_lost, killed - words[1].toLongLong());
          break;
        }
      }
      QVERIFY2(most_lost < kSecond, qPrintable(QString::number(most_lost)));
    }
    QVERIFY2(last > 100, "it was killed amid changes that were written");
    qInfo("%lld changes; %lld ms lost at most", static_cast<long long>(last), static_cast<long long>(most_lost));
  }

 private:
  QString in(const char* name) const { return folder_.filePath(QString::fromUtf8(name)); }

  QTemporaryDir folder_;
};

}  // namespace fmplan::gui

QTEST_MAIN(fmplan::gui::GuiDocumentsTest)
#include "gui_documents_test.moc"
