// What pages show and edit, without any window.

#include <clocale>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include <QAbstractItemModelTester>
#include <QDir>
#include <QLocale>
#include <QMutex>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include "core/answer/document.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "gui/model/answer_engine.h"
#include "gui/model/comparison_answer.h"
#include "gui/model/histogram.h"
#include "gui/model/latest_task.h"
#include "gui/model/place_words.h"
#include "gui/model/plan_file.h"
#include "gui/model/remark_model.h"
#include "gui/model/scenario_fields.h"
#include "gui/model/table_model.h"
#include "gui/model/texts.h"
#include "tests/gui/program_path.h"
#include "tests/source_dir.h"

namespace fmplan::gui {
namespace {

constexpr int kTerminal = 100;      // columns, where stdout is no terminal (docs/command_line.md)
constexpr int kPatience = 120'000;  // milliseconds, for the slowest scenario under a sanitizer

QStringList filesOf(const char* folder) {
  QStringList files;
  const QDir dir(shown((std::filesystem::path(source_dir()) / folder).string()));
  for (const QFileInfo& file : dir.entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
    files.append(file.absoluteFilePath());
  return files;
}

std::string bytesOf(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::shared_ptr<const catalog::Catalog> shippedCatalog() {
  static const std::shared_ptr<const catalog::Catalog> kCatalog(
      new catalog::Catalog({std::filesystem::path(source_dir()) / "catalogs"}));
  return kCatalog;
}

Question questionOf(const QString& path) {
  const PlanFile file = readPlanFile(told(path));
  return {file.document, file.folder()};
}

/// What the command line prints.
std::string printed(const QStringList& arguments) {
  QProcess program;
  program.start(programPath(QStringLiteral(FMPLAN_PROGRAM)), arguments);
  if (!program.waitForFinished(kPatience)) return "it did not end";
  return program.readAllStandardOutput().toStdString();
}

std::string rendered(const answer::Document& document) {
  return render(document, answer::Format::kTable, false, kTerminal);
}

/// The message of a file that is refused.
std::string refusal(const std::filesystem::path& path) {
  try {
    readPlanFile(path);
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

/// Asks, and waits for everything.
struct Asked {
  explicit Asked(const Question& question, std::vector<std::int64_t> trials = {},
                 std::int64_t most_passes = AnswerEngine::Options{}.most_passes) {
    AnswerEngine engine(shippedCatalog(), {.trials = std::move(trials), .threads = 2, .most_passes = most_passes});
    QObject::connect(&engine, &AnswerEngine::answered, [this](const PlanAnswerPtr& answer) { plan = answer; });
    QObject::connect(&engine, &AnswerEngine::simulated, [this](const RunAnswerPtr& answer) { runs.push_back(answer); });
    QObject::connect(&engine, &AnswerEngine::drawn, [this](const StepAnswerPtr& answer) { steps.push_back(answer); });
    QObject::connect(&engine, &AnswerEngine::refused, [this](quint64, const Issues& found) { issues = found; });
    QObject::connect(&engine, &AnswerEngine::progressed, [this](qint64 done, qint64 total, qint64) {
      told_progress = told_progress || (done > 0 && done <= total);
    });
    QSignalSpy idle(&engine, &AnswerEngine::idle);
    engine.ask(question);
    while (engine.busy())
      if (!idle.wait(kPatience)) break;
  }

  PlanAnswerPtr plan;
  std::vector<RunAnswerPtr> runs;
  std::vector<StepAnswerPtr> steps;
  Issues issues;
  bool told_progress = false;
};

}  // namespace

class GuiModelsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void modelsKeepTheRulesOfModels() {
    TableModel table;
    QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
    table.setTable({.title = "a", .header = {"x", "y"}, .align = {}, .rows = {{"1", "2"}, {"3"}}, .notes = {}});
    QCOMPARE(table.rowCount(), 2);
    QCOMPARE(table.data(table.index(1, 1)).toString(), QString());  // a row that is short has empty cells
    QSignalSpy resets(&table, &QAbstractItemModel::modelReset), changes(&table, &QAbstractItemModel::dataChanged);
    table.setTable({.title = "a", .header = {"x", "y"}, .align = {}, .rows = {{"1", "2"}, {"4", "5"}}, .notes = {}});
    QCOMPARE(resets.count(), 0);  // as many rows and columns: in place
    QCOMPARE(changes.count(), 1);
    QCOMPARE(table.data(table.index(1, 0)).toString(), QStringLiteral("4"));
    table.setTable({.title = "b", .header = {}, .align = {}, .rows = {{"z"}}, .notes = {}});
    QCOMPARE(resets.count(), 1);
    table.setTable({});
    QCOMPARE(table.rowCount(), 0);

    RemarkModel remarks;
    QAbstractItemModelTester list(&remarks, QAbstractItemModelTester::FailureReportingMode::QtTest);
    remarks.setRemarks(remarksOf(Issues{{"/cluster/nodes", "is no number"}}));
    QCOMPARE(remarks.data(remarks.index(0)).toString(), QStringLiteral("Nodes: is no number"));
    QCOMPARE(remarks.data(remarks.index(0), Qt::ToolTipRole).toString(), QStringLiteral("/cluster/nodes"));
    remarks.setRemarks({});
    QCOMPARE(remarks.rowCount(), 0);
  }

  void tablesAreCopiedAsSpreadsheetsTakeThem() {
    TableModel table;
    table.setTable({.title = "a", .header = {"x", "y"}, .align = {}, .rows = {{"1\t", "2"}, {"3", "4"}}, .notes = {}});
    QCOMPARE(table.tsv({}), QStringLiteral("x\ty\n1 \t2\n3\t4\n"));
    QCOMPARE(table.tsv({table.index(1, 0), table.index(1, 1)}), QStringLiteral("x\ty\n3\t4\n"));
  }

  void everyBundledFileIsSavedByteForByte() {
    int files = 0;
    for (const char* folder : {"scenarios", "programmes"}) {
      for (const QString& path : filesOf(folder)) {
        ++files;
        PlanFile file = readPlanFile(told(path));
        QCOMPARE(textOf(file), bytesOf(told(path)));
        QCOMPARE(file.kind == PlanFile::Kind::kProgramme, std::string(folder) == "programmes");
      }
    }
    QVERIFY(files >= 10);
  }

  // One value changes one line; all keys stay where they were.
  void changesKeepTheOrderOfKeys() {
    PlanFile file = readPlanFile(std::filesystem::path(source_dir()) / "scenarios/llama3-70b-p5.json");
    std::string expected = file.original;
    const std::string nodes = "\"nodes\": 256", changed = "\"nodes\": 128";
    expected.replace(expected.find(nodes), nodes.size(), changed);
    file.document = withField(file.document, "cluster.nodes", "128");
    QCOMPARE(textOf(file), expected);
    file.document = withField(file.document, "cluster.nodes", "256");
    QCOMPARE(textOf(file), file.original);
  }

  void fieldsTakeTheTextsOfSet() {
    nlohmann::json document = nlohmann::json::object();
    for (const auto& [path, text] :
         {std::pair("cluster.nodes", "auto"), std::pair("cluster.nodes", "128"), std::pair("training.tokens", "15T"),
          std::pair("run.deadline", "2027-09-30"), std::pair("training.parallel", "{\"tensor\": 4}")}) {
      nlohmann::json expected = document;
      scenario::set_value(expected, path, text);
      document = withField(document, path, text);
      QVERIFY(document == expected);
    }
    QCOMPARE(*fieldText(document, "training.tokens"), std::string("15T"));
    QCOMPARE(*fieldText(document, "cluster.nodes"), std::string("128"));
    QCOMPARE(*fieldText(document, "training.parallel"), std::string("{…}"));
    document = withField(document, "cluster.nodes", "");
    QVERIFY(!fieldText(document, "cluster.nodes"));
  }

  void filesThatCannotBeOpenedSayWhatToDo() {
    const QTemporaryDir folder;
    const std::filesystem::path path = std::filesystem::path(told(folder.path())) / "a.json";
    const std::string whole = bytesOf(std::filesystem::path(source_dir()) / "scenarios/llama3-70b-p5.json");
    const struct {
      std::string content, says;
    } kCases[] = {
        {whole.substr(0, 400), "line"},
        {"", "a.json"},
        {"PK\x03\x04", "line 1"},
        {"[1, 2]", "open a scenario or a programme"},
        {R"({"a": 1})", "begin one with fmplan init"},
        {R"({"version": 2, "model": "x", "training": {}, "cluster": {}})", "install the newer one"},
        {R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 8})", "config.json"},
        {std::string(200, '[') + std::string(200, ']'), "deep"}};
    for (const auto& one : kCases) {
      write(path, one.content);
      const std::string said = refusal(path);
      QVERIFY2(said.find(one.says) != std::string::npos, (one.content.substr(0, 40) + " → " + said).c_str());
      QCOMPARE(bytesOf(path), one.content);
    }
    QVERIFY(!refusal(path.parent_path() / "absent.json").empty());
    QVERIFY(!refusal(path.parent_path()).empty());
  }

  void whatCannotBeSavedLeavesTheOldFile() {
    const QTemporaryDir folder;
    const std::filesystem::path root = told(folder.path()), path = root / "a.json";
    PlanFile file = readPlanFile(std::filesystem::path(source_dir()) / "scenarios/llama3-70b-p5.json");
    writePlanFile(file, path);
    file.document = withField(file.document, "cluster.nodes", "64");
    bool refused = false;
    try {
      writePlanFile(file, root / "absent" / "a.json");
    } catch (const std::runtime_error&) {
      refused = true;
    }
    QVERIFY(refused);
    QCOMPARE(file.path, path);
    QVERIFY(bytesOf(path).find("\"nodes\": 256") != std::string::npos);
    // Nothing half-written lies about.
    QCOMPARE(std::distance(std::filesystem::directory_iterator(root), {}), 1);
    QVERIFY(!changedOnDisk(file));
    write(path, "{}");
    QVERIFY(changedOnDisk(file));
  }

  // Both are rendered by core/answer, so equal bytes mean equal documents: every number to the last shown digit.
  void answersAreTheCommandLinesForEveryScenario_data() {
    QTest::addColumn<QString>("path");
    for (const QString& path : filesOf("scenarios")) QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
  }
  void answersAreTheCommandLinesForEveryScenario() {
    QFETCH(QString, path);
    const Asked asked(questionOf(path), {500});
    QVERIFY(asked.plan && asked.plan->whole && asked.issues.empty());
    QCOMPARE(rendered(asked.plan->document), printed({QStringLiteral("plan"), path}));
    QCOMPARE(asked.runs.size(), std::size_t{1});
    QCOMPARE(rendered(asked.runs[0]->document),
             printed({QStringLiteral("run"), path, QStringLiteral("--trials"), QStringLiteral("500")}));
  }

  void explanationsAreTheCommandLines() {
    const QString path = shown((std::filesystem::path(source_dir()) / "scenarios/llama3-70b-p5.json").string());
    const Asked asked(questionOf(path));
    AnswerEngine engine(shippedCatalog());
    ExplanationPtr explanation;
    connect(&engine, &AnswerEngine::explained, [&](const ExplanationPtr& one) { explanation = one; });
    engine.explain(asked.plan, QStringLiteral("days"));
    QTRY_VERIFY_WITH_TIMEOUT(explanation, kPatience);
    QCOMPARE(rendered(explanation->document),
             printed({QStringLiteral("plan"), path, QStringLiteral("--explain"), QStringLiteral("days")}));
  }

  void comparisonsAreTheCommandLines() {
    const QString path = shown((std::filesystem::path(source_dir()) / "scenarios/llama3-70b-p5.json").string());
    const std::vector<std::string> variants = {"cluster.nodes=128", "", "price.kind=capacity_block; run.spare_nodes=0"};
    const ToldAnswer answer = compared(questionOf(path), variants, *shippedCatalog(), 2);
    QVERIFY(answer.issues.empty() && !answer.title.isEmpty());
    QCOMPARE(rendered(answer.document), printed({QStringLiteral("compare"), path, QStringLiteral("--with"),
                                                 shown(variants[0]), QStringLiteral("--with"), shown(variants[2])}));
    // What is wrong is told of every variant at once.
    const ToldAnswer wrong =
        compared(questionOf(path), {"cluster.nodes=x", "nonsense", "price.kind=gift"}, *shippedCatalog(), 2);
    std::vector<std::string> places;
    for (const Issue& issue : wrong.issues) places.push_back(issue.where);
    QCOMPARE(places, (std::vector<std::string>{"/variant 1", "/variant 2", "/variant 3"}));
    const ToldAnswer alone = compared(questionOf(path), {"", ""}, *shippedCatalog(), 1);
    QVERIFY(alone.document.tables.empty() && alone.title.contains(QStringLiteral("cluster.nodes=128")));
  }

  // The first is under way when the others come: the second is never begun, and the first not heard of.
  void ofTasksOnlyTheLatestIsHeard() {
    LatestTask task;
    std::vector<int> begun, heard;
    QMutex mutex;
    for (const int i : {1, 2, 3})
      task.ask([&, i](EngineJob&) {
        QThread::msleep(50);
        const QMutexLocker locked(&mutex);
        begun.push_back(i);
        return [&heard, i] { heard.push_back(i); };
      });
    QTRY_VERIFY_WITH_TIMEOUT(!task.busy(), kPatience);
    QCOMPARE(begun, (std::vector<int>{1, 3}));
    QCOMPARE(heard, std::vector<int>{3});
  }

  // A German desktop writes 1.234,5, and a Turkish one has an i without a dot: neither is heard of.
  void localesChangeNoNumber_data() {
    QTest::addColumn<QLocale>("locale");
    QTest::newRow("German") << QLocale(QLocale::German, QLocale::Germany);
    QTest::newRow("Turkish") << QLocale(QLocale::Turkish, QLocale::Turkey);
  }
  void localesChangeNoNumber() {
    QFETCH(QLocale, locale);
    const QString path = shown((std::filesystem::path(source_dir()) / "scenarios/llama3-70b-p5.json").string());
    const std::string expected = rendered(Asked(questionOf(path)).plan->document);
    QLocale::setDefault(locale);
    // Where the C library has the locale: QApplication takes it from the environment.
    const std::string name = told(locale.name()) + ".UTF-8";
    if (!std::setlocale(LC_ALL, name.c_str())) qInfo("%s is not installed: Qt's alone was tried", name.c_str());
    const Asked asked(questionOf(path));
    std::setlocale(LC_ALL, "C");
    QLocale::setDefault(QLocale::c());
    QCOMPARE(rendered(asked.plan->document), expected);
  }

  void anAnswerThatIsOutOfDateIsDropped() {
    const QString path = shown((std::filesystem::path(source_dir()) / "scenarios/falcon-180b-p4d.json").string());
    AnswerEngine engine(shippedCatalog(), {.trials = {200}, .threads = 2});
    std::vector<quint64> plans, runs, steps;
    connect(&engine, &AnswerEngine::answered, [&](const PlanAnswerPtr& answer) { plans.push_back(answer->ticket); });
    connect(&engine, &AnswerEngine::simulated, [&](const RunAnswerPtr& answer) { runs.push_back(answer->ticket); });
    connect(&engine, &AnswerEngine::drawn, [&](const StepAnswerPtr& answer) { steps.push_back(answer->ticket); });
    Question question = questionOf(path);
    quint64 last = 0;
    for (const char* nodes : {"480", "496", "504", "512"}) {
      question.document = withField(question.document, "cluster.nodes", nodes);
      last = engine.ask(question);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!engine.busy(), kPatience);
    QVERIFY(!plans.empty());
    for (const quint64 ticket : plans) QCOMPARE(ticket, last);
    QCOMPARE(runs, std::vector<quint64>{last});
    QCOMPARE(steps, std::vector<quint64>{last});
  }

  void stepsAreDrawnAsTheCommandLineDrawsThem_data() {
    QTest::addColumn<QString>("path");
    for (const QString& path : filesOf("scenarios")) QTest::newRow(qPrintable(path)) << path;
  }
  void stepsAreDrawnAsTheCommandLineDrawsThem() {
    QFETCH(QString, path);
    const Asked asked(questionOf(path));
    QCOMPARE(asked.steps.size(), std::size_t{1});
    QCOMPARE(asked.steps.front()->ticket, asked.plan->ticket);
    const auto* drawn = std::get_if<answer::DrawnStep>(&asked.steps.front()->step);
    QVERIFY(drawn);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("step.svg"));
    const std::string said = printed({QStringLiteral("trace"), path, QStringLiteral("-o"), file});
    QVERIFY2(bytesOf(told(file)) == drawn->svg, said.c_str());
    for (const auto& row : drawn->document.tables.front().rows)
      QVERIFY2(said.find(row.front()) != std::string::npos, row.front().c_str());
  }

  void aStepTooLongToBeDrawnIsToldOf() {
    const QString path = shown((std::filesystem::path(source_dir()) / "scenarios/llama3-70b-p5.json").string());
    const Asked asked(questionOf(path), {}, 10);
    QCOMPARE(asked.steps.size(), std::size_t{1});
    const auto* missing = std::get_if<answer::StepNotDrawn>(&asked.steps.front()->step);
    QVERIFY(missing);
    // 4 ranks of 5 stages, 32 micro-batches of 64 replicas, there and back.
    QVERIFY2(missing->reason.find("more than the 10 that are drawn") != std::string::npos, missing->reason.c_str());
  }

  void aSimulationIsCancelledAndTheAnswerStays() {
    const QString path = shown((std::filesystem::path(source_dir()) / "scenarios/llama3-70b-p5.json").string());
    AnswerEngine engine(shippedCatalog(), {.trials = {200, 50'000'000}, .threads = 2});
    int simulations = 0;
    connect(&engine, &AnswerEngine::simulated, [&](const RunAnswerPtr&) { ++simulations; });
    QSignalSpy idle(&engine, &AnswerEngine::idle);
    engine.ask(questionOf(path));
    QTRY_COMPARE_WITH_TIMEOUT(simulations, 1, kPatience);
    QVERIFY(engine.busy());
    engine.cancel();
    QVERIFY(!engine.busy());
    QCOMPARE(idle.count(), 1);
    QTest::qWait(200);
    QCOMPARE(simulations, 1);
  }

  void moreTrialsFollowEachOtherAndTellHowFarTheyAre() {
    const QString path = shown((std::filesystem::path(source_dir()) / "scenarios/llama3-70b-p5.json").string());
    const Asked asked(questionOf(path), {50, 100, 20'000});
    QCOMPARE(asked.runs.size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i) QCOMPARE(asked.runs[i]->last, i == 2);
    QVERIFY(asked.told_progress);
  }

  // 5,000 trials: what is drawn and what the table says are the same, and no more than one in fifty is left out.
  void histogramAndItsTableAreTheSame() {
    const QString path = shown((std::filesystem::path(source_dir()) / "scenarios/llama3-70b-p5.json").string());
    const Asked asked(questionOf(path), {1'000});
    const plan::RunStudy& study = asked.runs.at(0)->study;
    const DaysHistogram days = daysHistogram(study);
    QCOMPARE(histogramTable(study).rows.size(), days.bins.size());
    std::int64_t trials = 0;
    for (const DaysHistogram::Bin& bin : days.bins) trials += bin.trials;
    QVERIFY(trials <= days.trials && trials >= days.trials * 98 / 100);
    QCOMPARE(days.marks.size(), std::size_t{3});
    QVERIFY(days.marks[0].days < days.marks[1].days && days.marks[1].days < days.marks[2].days);
  }

  void aValueThatCannotBeReadIsRefusedByItsPlace() {
    Question question =
        questionOf(shown((std::filesystem::path(source_dir()) / "scenarios/llama3-70b-p5.json").string()));
    question.document = withField(question.document, "cluster.nodes", "many");
    question.document = withField(question.document, "run.deadline", "soon");
    const Asked asked(question);
    QVERIFY(!asked.plan);
    std::vector<std::string> places;
    for (const Issue& issue : asked.issues) places.push_back(pointerOf(issue));
    QCOMPARE(places, (std::vector<std::string>{"/cluster/nodes", "/run/deadline"}));
    QCOMPARE(pointerOf(Issue{"--set cluster.nodes", ""}), std::string("/cluster/nodes"));
  }

  // Where something is wrong is told as people find it, not as the file has it.
  void placesAndKeysAreToldInWords() {
    QCOMPARE(placeWords("/cluster/nodes"), QStringLiteral("Nodes"));
    QCOMPARE(placeWords("/training/optimizer/kind"), QStringLiteral("training › optimizer › kind"));
    QCOMPARE(placeWords("/organisations/1/projects/0/deadline"),
             QStringLiteral("organisation 2 › project 1 › deadline"));
    QCOMPARE(placeWords("/pools/0/deliveries/2/on"), QStringLiteral("pool 1 › delivery 3 › on"));
    QCOMPARE(placeWords("/prices/a~1b~0c/0"), QStringLiteral("prices › a/b~c 1"));
    QCOMPARE(placeWords("--set cluster"), QStringLiteral("--set cluster"));
    QCOMPARE(placeWords(""), QString());
    QCOMPARE(problemWords({"", "is missing"}), QStringLiteral("is missing"));
    for (const auto& [key, text] :
         {std::pair("gpu_hours", "GPU hours"), std::pair("finish.p90", "finish P90"),
          std::pair("price.per_node_hour", "price per node hour"), std::pair("pools", "pools")})
      QCOMPARE(keyWords(key), std::string(text));
  }

  void fieldsOfTheFormAreFieldsOfTheScenario() {
    for (const std::vector<ScenarioField>& fields : {runFields(*shippedCatalog()), parallelFields()}) {
      for (const ScenarioField& field : fields) {
        QVERIFY2(!field.label.isEmpty() && field.about.contains(shown(field.path)), field.path.c_str());
        QVERIFY(field.about.contains(QStringLiteral("Write: ")));
      }
    }
    QVERIFY(regionsOf("p5.48xlarge", *shippedCatalog()).contains(QStringLiteral("us-east-1")));
    QVERIFY(regionsOf("no such machine", *shippedCatalog()).isEmpty());
  }
};

}  // namespace fmplan::gui

QTEST_GUILESS_MAIN(fmplan::gui::GuiModelsTest)
#include "gui_models_test.moc"
