// The window in English and in Japanese: nothing is missing, nothing is cut, numbers are the same.

#include <algorithm>
#include <clocale>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include <QAbstractButton>
#include <QComboBox>
#include <QFile>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QXmlStreamReader>

#include "core/answer/notice_text.h"
#include "core/plan/notice.h"
#include "core/scenario/fields.h"
#include "gui/compare_page.h"
#include "gui/language.h"
#include "gui/model/phrase_translator.h"
#include "gui/picture_view.h"
#include "gui/programme_page.h"
#include "gui/run_page.h"
#include "gui/schedule_page.h"
#include "gui/sheet_table.h"
#include "gui/sweep_page.h"
#include "tests/gui/opened_window.h"
#include "tests/source_dir.h"

namespace fmplan::gui {
namespace {

const QString kEnglish = QStringLiteral("en"), kJapanese = QStringLiteral("ja");

/// A message of a .ts file.
struct Message {
  QString context, source, translation;
  bool finished = false;
};

std::vector<Message> messagesOf(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return {};
  QXmlStreamReader xml(&file);
  std::vector<Message> result;
  QString context;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == QStringLiteral("name")) context = xml.readElementText();
    if (xml.name() == QStringLiteral("source"))
      result.push_back({.context = context, .source = xml.readElementText(), .translation = {}});
    if (xml.name() == QStringLiteral("translation")) {
      result.back().finished = !xml.attributes().hasAttribute(QStringLiteral("type"));
      result.back().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
    }
  }
  return result;
}

QString translationFile() { return fileIn("gui/i18n/fmplan_ja.ts"); }

/// Places for values, and how often.
std::map<QString, int> placesIn(const QString& text) {
  static const QRegularExpression kPlace(QStringLiteral("%(?:[1-9]|n)"));
  std::map<QString, int> places;
  for (auto found = kPlace.globalMatch(text); found.hasNext();) ++places[found.next().captured()];
  return places;
}

QStringList linesOf(const QString& text) { return text.split(QLatin1Char('\n'), Qt::SkipEmptyParts); }

/// Numbers of a text, in any order.
QStringList numbersOf(const QString& text) {
  static const QRegularExpression kNumber(QStringLiteral("\\d[\\d.,]*\\d|\\d"));
  QStringList numbers;
  for (auto found = kNumber.globalMatch(text); found.hasNext();) numbers.append(found.next().captured());
  numbers.sort();
  return numbers;
}

/// Keys of the fields of scenarios and programmes.
const std::set<QString>& fieldKeys() {
  static const std::set<QString> kKeys = [] {
    std::set<QString> keys;
    for (const text::FieldTable* table : {&scenario::fields::kScenario, &scenario::fields::kProgramme})
      for (const text::FieldPath& path : field_paths(*table)) keys.insert(shown(path.field->key));
    return keys;
  }();
  return kKeys;
}

/// Lines of a tip; those of fields end with the path, as it is typed.
QStringList linesOfTip(const QString& tip) {
  QStringList lines = linesOf(tip);
  if (!lines.isEmpty() && fieldKeys().contains(lines.back().section(QLatin1Char('.'), -1))) lines.removeLast();
  return lines;
}

/// Texts of a picture.
QStringList textsOf(const QByteArray& svg) {
  QXmlStreamReader xml(svg);
  QStringList texts;
  while (!xml.atEnd())
    if (xml.readNext() == QXmlStreamReader::Characters && !xml.isWhitespace())
      texts.append(xml.text().toString().trimmed());
  return texts;
}

/// What a table shows, its heads among it.
void addTable(const QAbstractItemModel& model, QStringList& texts) {
  for (int column = 0; column < model.columnCount(); ++column) {
    texts += linesOf(model.headerData(column, Qt::Horizontal).toString());
    texts += linesOfTip(model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString());
    for (int row = 0; row < model.rowCount(); ++row) texts += linesOf(model.index(row, column).data().toString());
  }
}

/// Every text that a page shows or tells: labels, buttons, tables, tips.
QStringList textsOf(const QWidget& page) {
  QStringList texts;
  for (const QWidget* widget : page.findChildren<QWidget*>()) {
    texts +=
        linesOfTip(widget->toolTip()) + linesOf(widget->accessibleName()) + linesOfTip(widget->accessibleDescription());
    if (const auto* label = qobject_cast<const QLabel*>(widget)) texts += linesOf(label->text());
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) texts += linesOf(button->text());
    if (const auto* box = qobject_cast<const QComboBox*>(widget); box && !box->isEditable())
      for (int i = 0; i < box->count(); ++i) texts.append(box->itemText(i));
    if (const auto* tabs = qobject_cast<const QTabWidget*>(widget))
      for (int i = 0; i < tabs->count(); ++i) texts += QStringList{tabs->tabText(i)} + linesOf(tabs->tabToolTip(i));
    if (const auto* table = qobject_cast<const AnswerTable*>(widget)) addTable(*table->model(), texts);
    if (const auto* sheet = qobject_cast<const SheetTable*>(widget))
      for (int i = 0; i < sheet->model()->columnCount(); ++i)
        for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
          texts += linesOfTip(sheet->model()->headerData(i, Qt::Horizontal, role).toString());
    if (const auto* picture = qobject_cast<const PictureView*>(widget)) texts += textsOf(picture->spokenSvg());
    if (const auto* remarks = qobject_cast<const RemarkList*>(widget)) addTable(*remarks->model(), texts);
  }
  return texts;
}

void addMenu(const QMenu& menu, QStringList& texts) {
  texts.append(menu.title());
  for (const QAction* action : menu.actions()) {
    texts.append(action->text());
    if (action->menu() && !action->menu()->title().contains(QStringLiteral("(&E)"))) addMenu(*action->menu(), texts);
  }
}

/// Texts of a document, line by line; of texts of one word names alone, for others may be words of the language.
void addStrings(const nlohmann::json& json, QString& all, const std::string& key = {}) {
  if (json.is_string()) {
    const QString text = shown(json.get<std::string>());
    if (key == "name" || text.contains(QLatin1Char(' '))) all += text + QLatin1Char('\n');
  }
  if (json.is_object())
    for (const auto& [name, value] : json.items()) addStrings(value, all, name);
  if (json.is_array())
    for (const auto& value : json) addStrings(value, all, key);
}

/// What catalogues and the document call things, and the sources that they cite.
QString knownNames(const nlohmann::json& document) {
  static const QString kCatalogues = [] {
    QString all;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(source_dir()) / "catalogs"))
      if (entry.path().extension() == ".json") addStrings(nlohmann::json::parse(std::ifstream(entry.path())), all);
    return all;
  }();
  QString all = kCatalogues;
  addStrings(document, all);
  return all;
}

/// Words that stand in a Japanese text as they are: acronyms, programs, commands, names of people and of laws.
bool isAllowed(const QString& word) {
  static const std::set<QString> kAllowed = {
      QStringLiteral("GPU"),        QStringLiteral("CPU"),          QStringLiteral("NIC"),
      QStringLiteral("MFU"),        QStringLiteral("EFA"),          QStringLiteral("NVLink"),
      QStringLiteral("NVSwitch"),   QStringLiteral("PCIe"),         QStringLiteral("FLOP"),
      QStringLiteral("TFLOP"),      QStringLiteral("ZeRO"),         QStringLiteral("SVG"),
      QStringLiteral("PNG"),        QStringLiteral("PDF"),          QStringLiteral("JSON"),
      QStringLiteral("fmplan"),     QStringLiteral("auto"),         QStringLiteral("PATH"),
      QStringLiteral("VALUE"),      QStringLiteral("LIST"),         QStringLiteral("FIGURE"),
      QStringLiteral("and"),        QStringLiteral("programme"),    QStringLiteral("FILE"),
      QStringLiteral("Ctrl"),       QStringLiteral("Alt"),          QStringLiteral("Enter"),
      QStringLiteral("Escape"),     QStringLiteral("English"),      QStringLiteral("Language"),
      QStringLiteral("GiB"),        QStringLiteral("MiB"),          QStringLiteral("TiB"),
      QStringLiteral("Gbit"),       QStringLiteral("Tbit"),         QStringLiteral("kWh"),
      QStringLiteral("MWh"),        QStringLiteral("GWh"),          QStringLiteral("nat"),
      QStringLiteral("USD"),        QStringLiteral("JPY"),          QStringLiteral("AWS"),
      QStringLiteral("EC"),         QStringLiteral("UltraCluster"), QStringLiteral("Capacity"),
      QStringLiteral("Blocks"),     QStringLiteral("Block"),        QStringLiteral("Daly"),
      QStringLiteral("Young"),      QStringLiteral("AdamW"),        QStringLiteral("Nitro"),
      QStringLiteral("busbw"),      QStringLiteral("nccl"),         QStringLiteral("tests"),
      QStringLiteral("all"),        QStringLiteral("iCalendar"),    QStringLiteral("FOCUS"),
      QStringLiteral("Budgets"),    QStringLiteral("Vantage"),      QStringLiteral("law"),
      QStringLiteral("NAME"),       QStringLiteral("format"),       QStringLiteral("CSV"),
      QStringLiteral("with"),       QStringLiteral("json"),         QStringLiteral("mfu"),
      QStringLiteral("min"),        QStringLiteral("KiB"),          QStringLiteral("EASY"),
      QStringLiteral("ISO"),        QStringLiteral("FSDP"),         QStringLiteral("FlashMLA"),
      QStringLiteral("DLRover"),    QStringLiteral("Flash"),        QStringLiteral("Checkpoint"),
      QStringLiteral("PyTorch"),    QStringLiteral("IBM"),          QStringLiteral("BLOOM"),
      QStringLiteral("DCP"),        QStringLiteral("Azure"),        QStringLiteral("GCP"),
      QStringLiteral("InfiniBand"), QStringLiteral("NDR"),          QStringLiteral("RoCE"),
      QStringLiteral("DGX"),        QStringLiteral("SuperPOD"),     QStringLiteral("eastus"),
      QStringLiteral("UTC")};
  return kAllowed.contains(word);
}

/// Whether a text is one that could be typed: the path of a field, its choice, what stands for an empty one.  Words
/// that the phrases have are none.
bool isTyped(const QString& text) {
  struct Words {
    std::set<QString> choices, defaults;
  };
  static const Words kWords = [] {
    Words words;
    for (const text::FieldTable* table : {&scenario::fields::kScenario, &scenario::fields::kProgramme})
      for (const text::FieldPath& path : field_paths(*table)) {
        words.defaults.insert(shown(path.field->otherwise));
        for (const std::string_view name : path.field->names) words.choices.insert(shown(name));
      }
    for (const char* phrase : corePhrases()) words.choices.erase(QString::fromUtf8(phrase));
    return words;
  }();
  const QString before = QStringLiteral("省略時: ");
  if (text.startsWith(before) && kWords.defaults.contains(text.sliced(before.size()))) return true;
  return kWords.choices.contains(text);
}

/// A text without the names in it: of items of catalogues, of what the document names, and whatever else they have of
/// more words than one, which stands in sentences of answers as it is.
QString withoutNames(QString text, const QString& names) {
  QStringList all = names.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  std::ranges::stable_sort(all, std::ranges::greater(), &QString::size);  // a name may stand within a longer one
  for (const QString& name : all) {
    if (!text.contains(name)) continue;
    const QRegularExpression whole(QStringLiteral("(?<![A-Za-z])%1(?![A-Za-z])").arg(QRegularExpression::escape(name)));
    text.replace(whole, QStringLiteral(" "));
  }
  return text;
}

/// Whether words of another language than Japanese are left, names and units aside.
bool isLeft(const QString& text, const QString& names) {
  // Paths, options, numbers with units, and names with digits in them are written so in every language; so is what
  // stands between quotes to be typed.
  static const QRegularExpression kQuoted(QStringLiteral("`[^`]*`|「[^」]*」|\"[^\"]*\"")),
      kSign(QStringLiteral("\\S*[0-9_./=<>@$€£¥-]\\S*")), kWord(QStringLiteral("[A-Za-z]{3,}"));
  const auto wordsLeft = [](QString rest) {
    rest.replace(kQuoted, QStringLiteral(" "));
    rest.replace(kSign, QStringLiteral(" "));
    QStringList words;
    for (auto found = kWord.globalMatch(rest); found.hasNext();) {
      const QString word = found.next().captured();
      if (!isAllowed(word)) words.append(word);
    }
    return words;
  };
  if (isTyped(text) || wordsLeft(text).isEmpty()) return false;
  // A source that is cited has the day on which it was read behind it.
  return !wordsLeft(withoutNames(text, names)).isEmpty();
}

/// A window on a bundled file, in a language.
struct Spoken {
  /// @param locale of the desktop; none: that of the language
  explicit Spoken(const QString& language, const char* path, const QLocale* locale = nullptr)
      : window((speak(language), useLocale(locale), shippedCatalog()),
               {.runs = {.trials = {200}, .threads = 2}, .programmes = {.trials = {200}, .threads = 2}}) {
    window.dialogs().tell = [](QWidget*, const QString&, const QString& text) { QFAIL(qPrintable(text)); };
    window.dialogs().confirm = [](QWidget*, const QString&, const QString&, const QString&) { return true; };
    window.setTheme(lightTheme().name);
    window.resize(1280, 800);
    window.open(fileIn(path));
    window.show();
    settle();
  }
  ~Spoken() {
    std::setlocale(LC_ALL, "C");
    speak(kEnglish);
  }

  /// Qt's, and the C library's where it has it: QApplication takes that from the environment.
  static void useLocale(const QLocale* locale) {
    if (!locale) return;
    QLocale::setDefault(*locale);
    const std::string name = told(locale->name()) + ".UTF-8";
    if (!std::setlocale(LC_ALL, name.c_str())) qInfo("%s is not installed: Qt's alone was tried", name.c_str());
  }

  void settle() {
    QElapsedTimer clock;
    clock.start();
    do QApplication::processEvents(QEventLoop::AllEvents, 20);
    while (window.busy() && clock.elapsed() < kPatience);
    for (int i = 0; i < 5; ++i) QApplication::processEvents(QEventLoop::AllEvents, 20);
  }

  /// Goes to every page that says something of the document, with a question where it needs one.
  template <class Visit>
  void visit(const Visit& visit) {
    const auto* list = window.findChild<QListWidget*>(QStringLiteral("pages"));
    const QStringList keys = window.pageKeys();
    for (int i = 0; i < list->count(); ++i) {
      if (!list->item(i)->flags().testFlag(Qt::ItemIsEnabled)) continue;
      window.showPage(keys[i]);
      if (keys[i] == QStringLiteral("solve"))
        window.solvePage().form().type(
            {{"vary 1", QStringLiteral("training.tokens=1T..20T:1T")}, {"until", QStringLiteral("days<=60")}});
      settle();
      visit(keys[i], *window.centralWidget()->findChild<QStackedWidget*>()->currentWidget());
    }
  }

  MainWindow window;
};

/// Tables of a page, cell by cell, and its labels.
QStringList tableTexts(const QWidget& page) {
  QStringList texts;
  for (const AnswerTable* table : page.findChildren<AnswerTable*>())
    for (int row = 0; row < table->model()->rowCount(); ++row)
      for (int column = 0; column < table->model()->columnCount(); ++column)
        texts.append(table->model()->index(row, column).data().toString());
  return texts;
}

}  // namespace

class GuiLanguageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QVERIFY(settings_.isValid());
    useSettingsIn(settings_);
    if (languages().size() < 2) QSKIP("built without the tools of Qt Linguist");
  }

  void everyTextIsFinishedWithItsPlaces() {
    const std::vector<Message> messages = messagesOf(translationFile());
    QVERIFY(messages.size() > 300);
    for (const Message& message : messages) {
      const QByteArray which = (message.context + QStringLiteral(": ") + message.source).toUtf8();
      QVERIFY2(message.finished && !message.translation.isEmpty(), which.constData());
      if (message.context != QString::fromLatin1(kPhraseContext))
        QVERIFY2(placesIn(message.source) == placesIn(message.translation), which.constData());
      else
        for (const auto& [place, count] : placesIn(message.source))
          QVERIFY2(placesIn(message.translation).contains(place), which.constData());
      if (message.context == QString::fromLatin1(kPhraseContext)) {
        static const QRegularExpression kPlace(QStringLiteral("%[1-9]"));
        const auto own = [](QString phrase) { return numbersOf(phrase.replace(kPlace, QStringLiteral(" "))); };
        QVERIFY2(own(message.source) == own(message.translation), which.constData());
      }
    }
    std::set<QString> phrases;
    for (const Message& message : messages)
      if (message.context == QString::fromLatin1(kPhraseContext)) phrases.insert(message.source);
    for (const char* phrase : corePhrases()) QVERIFY2(phrases.contains(QString::fromUtf8(phrase)), phrase);
  }

  // One whose words are no phrase would be told in English.
  void everyNoticeIsAPhrase() {
    std::set<QString> phrases;
    for (const char* phrase : corePhrases()) phrases.insert(QString::fromUtf8(phrase));
    for (const plan::NoticeKind kind : plan::kNoticeCodes.values) {
      QString words = shown(answer::notice_template(kind));
      if (words == QLatin1String("{rule}")) continue;  // what a reader refuses, in words of its own
      static const QRegularExpression kPlace(QStringLiteral("\\{[^}]*\\}"));
      for (int place = 1; words.contains(kPlace); ++place)
        words.replace(words.indexOf(kPlace), kPlace.match(words).capturedLength(), QStringLiteral("%%1").arg(place));
      QVERIFY2(phrases.contains(words), qPrintable(words));
    }
  }

  // As `ninja update_translations`: sources and the .ts file tell the same texts.
  void theSourcesHaveNoOtherTexts() {
    const QString program = QStringLiteral(FMPLAN_LUPDATE);
    if (!QFile::exists(program)) QSKIP("lupdate is not there");
    QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("fmplan_ja.ts"));
    QVERIFY(QFile::copy(translationFile(), copy));
    QProcess lupdate;
    lupdate.start(program, {QStringLiteral("-silent"), QStringLiteral("-locations"), QStringLiteral("none"),
                            QStringLiteral("-no-obsolete"), QStringLiteral("-extensions"), QStringLiteral("cpp,h"),
                            QStringLiteral("-I"), QString::fromStdString(source_dir()), fileIn("gui"),
                            QStringLiteral("-ts"), copy});
    QVERIFY(lupdate.waitForFinished(kPatience) && lupdate.exitCode() == 0);
    std::set<std::pair<QString, QString>> ours, sources;
    for (const Message& message : messagesOf(translationFile())) ours.emplace(message.context, message.source);
    for (const Message& message : messagesOf(copy)) sources.emplace(message.context, message.source);
    for (const auto& [context, source] : sources)
      QVERIFY2(ours.contains({context, source}),
               qPrintable(QStringLiteral("run ninja update_translations and translate: %1: %2").arg(context, source)));
    for (const auto& [context, source] : ours)
      QVERIFY2(sources.contains({context, source}),
               qPrintable(QStringLiteral("no source says any more: %1: %2").arg(context, source)));
  }

  void pagesSpeakJapanese_data() {
    QTest::addColumn<int>("most");
    // How many texts may have English words left: it may not grow.
    QTest::newRow("scenarios/llama3-70b-p5.json") << kMostOfRuns;
    QTest::newRow("scenarios/bloom-176b-p4de.json") << kMostOfRuns;
    QTest::newRow("scenarios/llama3-405b-16k.json") << kMostOfRuns;
    QTest::newRow("programmes/campus.json") << kMostOfProgrammes;
    QTest::newRow("programmes/geniac-cycle2.json") << kMostOfProgrammes;
    QTest::newRow("programmes/two-teams.json") << kMostOfProgrammes;
  }
  void pagesSpeakJapanese() {
    QFETCH(int, most);
    Spoken spoken(kJapanese, QTest::currentDataTag());
    const QString names = knownNames(spoken.window.document().json());
    std::set<QString> left;
    std::size_t all = 0;
    const auto look = [&](const QStringList& texts, const QString& where) {
      all += static_cast<std::size_t>(texts.size());
      for (const QString& text : texts)
        if (isLeft(text, names) && left.insert(text).second)
          qInfo("left on %s: %s", qPrintable(where), qPrintable(text));
    };
    // The one whose pool can be bought so has marks of blocks, and a table of what to buy.
    if (std::string(QTest::currentDataTag()) == "programmes/two-teams.json")
      spoken.window.document().setField("pools.0.kind", "capacity_block", QStringLiteral("blocks"));
    spoken.visit([&](const QString& key, const QWidget& page) { look(textsOf(page), key); });
    QStringList menus;
    for (const QAction* action : spoken.window.menuBar()->actions()) addMenu(*action->menu(), menus);
    look(menus, QStringLiteral("menus"));
    qInfo("%zu of %zu texts have English words left", left.size(), all);
    QVERIFY(all > 200);
    QVERIFY2(static_cast<int>(left.size()) <= most, qPrintable(QString::number(left.size())));
  }

  // Whatever somebody calls things, though the program has the same words.
  void namesStayAsTheyWereTyped() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("named.json"));
    nlohmann::json document = nlohmann::json::parse(bytesOf(fileIn("programmes/two-teams.json")));
    document["organisations"][0]["name"] = "days";
    document["organisations"][1]["name"] = "total";
    write(file, document.dump());
    Spoken spoken(kJapanese, told(file).c_str());
    spoken.visit([&](const QString& key, const QWidget& page) {
      if (key != QStringLiteral("cost")) return;
      const QStringList texts = tableTexts(page);
      for (const char* name : {"days", "total", "shared"})  // the last is a pool
        QVERIFY2(texts.contains(QString::fromLatin1(name)) ||
                     std::ranges::any_of(page.findChildren<AnswerTable*>(),
                                         [&](const AnswerTable* table) {
                                           for (int i = 0; i < table->model()->columnCount(); ++i)
                                             if (table->model()->headerData(i, Qt::Horizontal).toString() ==
                                                 QString::fromLatin1(name))
                                               return true;
                                           return false;
                                         }),
                 name);
    });
    MainWindow& window = spoken.window;
    QVERIFY(window.open(fileIn("scenarios/llama3-70b-p5.json")));
    window.document().setField("name", "Llama 3 70B on 256 P5", {});
    window.showPage(QStringLiteral("compare"));
    window.comparePage().form().type({{"variant 1", QStringLiteral("name=University of days")}});
    spoken.settle();
    const auto headline = [&] {
      QStringList texts;
      for (const QLabel* label : window.comparePage().findChildren<QLabel*>()) texts.append(label->text());
      return texts.join(QLatin1Char('\n'));
    };
    QVERIFY2(headline().contains(QStringLiteral("と比べた Llama 3 70B on 256 P5")), qPrintable(headline()));
    QVERIFY2(headline().contains(QStringLiteral("name=University of days")), qPrintable(headline()));
  }

  void numbersAreTheSameInEveryLanguage_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QLocale>("locale");
    QTest::newRow("Japanese") << kJapanese << QLocale(QLocale::Japanese);
    // Of a desktop whose numbers are written otherwise, and whose small I has no dot.
    QTest::newRow("German desktop") << kEnglish << QLocale(QLocale::German);
    QTest::newRow("Turkish desktop") << kEnglish << QLocale(QLocale::Turkish);
  }
  void numbersAreTheSameInEveryLanguage() {
    QFETCH(QString, language);
    QFETCH(QLocale, locale);
    const auto numbers = [&language](const QString& spokenLanguage, const QLocale& of, const char* file) {
      QList<QStringList> all;
      Spoken spoken(spokenLanguage, file, &of);
      spoken.visit([&](const QString& key, const QWidget& page) {
        // In another language words become numbers ("twice"), so that those pages are compared that have figures.
        if (language == kEnglish || key == QStringLiteral("run") || key == QStringLiteral("cost") ||
            key == QStringLiteral("schedule"))
          for (const QString& text : tableTexts(page)) all.append(QStringList{key} + numbersOf(text));
      });
      return all;
    };
    for (const char* file : {"scenarios/llama3-70b-p5.json", "programmes/two-teams.json"}) {
      const QList<QStringList> english = numbers(kEnglish, QLocale(QLocale::English), file);
      QVERIFY(english.size() > 20);
      QCOMPARE(numbers(language, locale, file), english);
    }
  }

  void theLanguageSwitchesWhileItIsAnswered() {
    speak(kEnglish);
    MainWindow window(shippedCatalog(), {.runs = {.trials = {200, 20'000}, .threads = 1}});
    window.open(fileIn("scenarios/llama3-70b-p5.json"));
    window.resize(1280, 800);
    window.show();
    window.document().setField("cluster.nodes", "128", QStringLiteral("fewer nodes"));
    const std::string before = textOf(window.document().file());
    const auto wait = [](const auto& condition) { return QTest::qWaitFor(condition, kPatience); };
    QVERIFY(wait([&] { return window.runPage().simulation() != nullptr; }));
    QVERIFY(window.busy());
    window.comparePage().form().type({{"variant 2", QStringLiteral("cluster.nodes=64")}});
    window.setLanguage(kJapanese);
    QApplication::processEvents();
    QCOMPARE(window.runPage().title(), QStringLiteral("学習実行"));
    // Pages are made anew in a turn of the event loop of their own.
    QVERIFY(wait([&] { return window.runPage().headline().contains(QStringLiteral("日")); }));
    QVERIFY(window.runPage().headline().contains(QStringLiteral("128 × p5.48xlarge")));
    QVERIFY(wait([&] { return !window.busy(); }));
    QVERIFY(window.runPage().simulation() && window.runPage().simulation()->trials == 20'000);
    QCOMPARE(textOf(window.document().file()), before);
    QCOMPARE(window.document().undoStack().count(), 2);  // the nodes, and the question
    QCOMPARE(window.comparePage().form().editor("variant 2")->text(), QStringLiteral("cluster.nodes=64"));
    QCOMPARE(QSettings().value(QStringLiteral("language")).toString(), kJapanese);
    QCOMPARE(chosenLanguage(), kJapanese);
    window.document().undoStack().undo();
    window.document().undoStack().undo();
    QVERIFY(wait([&] { return !window.busy(); }));
    QVERIFY(window.runPage().headline().contains(QStringLiteral("256 × p5.48xlarge")));
    window.setLanguage(kEnglish);
    QApplication::processEvents();
    QCOMPARE(window.runPage().title(), QStringLiteral("Run"));
    QVERIFY(wait([&] { return window.runPage().headline().contains(QStringLiteral("days")); }));
  }

  void aPlannedProgrammeSurvivesTheSwitch() {
    Spoken spoken(kEnglish, "programmes/two-teams.json");
    spoken.window.showPage(QStringLiteral("schedule"));
    const ProgrammeResultPtr before = spoken.window.schedulePage().result();
    QVERIFY(before);
    spoken.window.setLanguage(kJapanese);
    QApplication::processEvents();
    QCOMPARE(spoken.window.schedulePage().result(), before);
    QCOMPARE(spoken.window.exports().size() > 3, true);
    spoken.window.setLanguage(kEnglish);
    QApplication::processEvents();
  }

  void theMenuSwitchesToo() {
    Spoken spoken(kEnglish, "scenarios/llama3-70b-p5.json");
    const auto choose = [&](const QString& name) {
      for (QAction* action : spoken.window.menuBar()->findChildren<QAction*>())
        if (action->text() == name) action->trigger();
      for (int i = 0; i < 3; ++i) QApplication::processEvents();
    };
    choose(QStringLiteral("日本語"));
    QCOMPARE(spokenLanguage(), kJapanese);
    QVERIFY(spoken.window.menuBar()->actions().front()->text().startsWith(QStringLiteral("ファイル")));
    choose(QStringLiteral("English"));
    QCOMPARE(spoken.window.menuBar()->actions().front()->text(), QStringLiteral("&File"));
  }

  // At the size of a small laptop; what wraps or scrolls has room below.
  void noTextIsCut_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("file");
    for (const QString& language : {kEnglish, kJapanese})
      for (const char* file : {"scenarios/llama3-70b-p5.json", "programmes/campus.json"})
        QTest::addRow("%s %s", qPrintable(language), file) << language << QString::fromLatin1(file);
  }
  void noTextIsCut() {
    QFETCH(QString, language);
    QFETCH(QString, file);
    if (language == kJapanese && QFontDatabase::families(QFontDatabase::Japanese).isEmpty())
      QSKIP("no Japanese font is installed (fonts-noto-cjk)");
    Spoken spoken(language, file.toLatin1().constData());
    QStringList cut;
    spoken.visit([&](const QString& key, const QWidget& page) {
      for (const QWidget* widget : page.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const QString text = label ? label->text() : button ? button->text() : QString();
        if (text.isEmpty() || !widget->isVisible()) continue;
        const bool wraps = label && label->wordWrap();
        const bool narrow = !wraps && widget->width() < widget->minimumSizeHint().width();
        const bool low = wraps && widget->height() < label->heightForWidth(widget->width());
        if (narrow || low)
          cut.append(
              QStringLiteral("%1: \"%2\" has %3 x %4").arg(key, text).arg(widget->width()).arg(widget->height()));
      }
    });
    const auto* list = spoken.window.findChild<QListWidget*>(QStringLiteral("pages"));
    for (int i = 0; i < list->count(); ++i)
      if (list->sizeHintForColumn(0) > list->viewport()->width()) cut.append(list->item(i)->text());
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
  }

  void anUnknownLanguageIsEnglish() {
    speak(QStringLiteral("tlh"));
    QCOMPARE(MainWindow::tr("Pages"), QStringLiteral("Pages"));
    speak(kEnglish);
    QCOMPARE(chosenLanguage(QStringLiteral("ja")), kJapanese);
  }

 private:
  static constexpr int kMostOfRuns = 0, kMostOfProgrammes = 0;
  QTemporaryDir settings_;
};

}  // namespace fmplan::gui

QTEST_MAIN(fmplan::gui::GuiLanguageTest)
#include "gui_language_test.moc"
