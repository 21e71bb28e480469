// The core's sentences in another language, without any window.

#include <initializer_list>
#include <utility>
#include <vector>

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

#include "gui/model/phrase_book.h"
#include "gui/model/phrase_translator.h"
#include "gui/model/spoken.h"

namespace fmplan::gui {
namespace {

QString words(const char* text) { return QString::fromUtf8(text); }

PhraseBook book(std::initializer_list<std::pair<const char*, const char*>> phrases) {
  std::vector<Phrase> all;
  for (const auto& [source, translation] : phrases) all.push_back({words(source), words(translation)});
  return PhraseBook(all);
}

}  // namespace

class GuiPhrasesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aWholeTextIsLookedUpFirst() {
    const PhraseBook phrases = book({{"%1 days", "%1 日"}, {"ten days", "十日"}});
    QCOMPARE(phrases.translated(words("ten days")), words("十日"));
    QCOMPARE(phrases.translated(words("11 days")), words("11 日"));
  }

  void theLongestPhraseWinsInWhateverOrder() {
    for (const PhraseBook& phrases :
         {book({{"%1 of %2", "A"}, {"%1 of %2 GB used", "B"}}), book({{"%1 of %2 GB used", "B"}, {"%1 of %2", "A"}})})
      QCOMPARE(phrases.translated(words("3 of 80 GB used")), words("B"));
    // A sign counts as a letter does: the date is not taken for "2025-08-01; 114 days".
    QCOMPARE(book({{"%1, by %2", "%2までに%1"}, {"%1, by %2; %3", "%1、%2まで、%3"}, {"%1 days", "%1 日"}})
                 .translated(words("2025, by 2026; 114 days")),
             words("2025、2026まで、114 日"));
  }

  void placesMayComeInAnotherOrderAndMoreThanOnce() {
    QCOMPARE(book({{"%1 of %2", "%2 の %1、%2"}}).translated(words("3 of 8")), words("8 の 3、8"));
  }

  void placesHoldPhrases() {
    const PhraseBook phrases = book({{"%1: %2", "%1: %2"}, {"memory", "メモリー"}, {"%1 left", "残り %1"}});
    QCOMPARE(phrases.translated(words("memory: 3 GB left")), words("メモリー: 残り 3 GB"));
    QCOMPARE(phrases.translated(words("memory: p5.48xlarge")), words("メモリー: p5.48xlarge"));
  }

  // A whole sentence in another language, or none of it: no half of one.
  void placesHoldNamesAndUnitsButNoWords() {
    const PhraseBook phrases = book({{"%1, new", "%1、新"}, {"%1 of %2", "%2 の %1"}});
    QCOMPARE(phrases.translated(words("488 ms of H100 SXM5")), words("H100 SXM5 の 488 ms"));
    QCOMPARE(phrases.translated(words("megatron, new")), words("megatron、新"));
    for (const char* text : {"70B model, new", "3 of its nodes", "all of the code"})
      QCOMPARE(phrases.translated(words(text)), words(text));
  }

  void theReadingThatKnowsMostWins() {
    // "%1 on %2" has more letters of its own than "%1: %2", and leaves the rest unknown.
    const PhraseBook phrases = book({{"%1 on %2", "%2 の %1"}, {"%1: %2", "%1: %2"}, {"ready on %1", "完了 %1"}});
    QCOMPARE(phrases.translated(words("P50: ready on 2025-06-23")), words("P50: 完了 2025-06-23"));
  }

  // What is quoted is what somebody typed, or has to.
  void whatIsQuotedStays() {
    const PhraseBook phrases =
        book({{"days", "日数"},
              {"%1, %2", "%1、%2"},
              {"\"%1\" is no figure; use one of %2", "\"%1\" は数値ではありません。使えるもの:「%2」"}});
    QCOMPARE(phrases.translated(words("\"days\" is no figure; use one of days, cost")),
             words("\"days\" は数値ではありません。使えるもの:「days, cost」"));
    QCOMPARE(phrases.translated(words("\"what it is\" is no figure; use one of cost")),
             words("\"what it is\" は数値ではありません。使えるもの:「cost」"));
  }

  void aListIsPartedAtItsSemicolons() {
    const PhraseBook phrases =
        book({{"%1; %2", "%1、%2"}, {"%1 on %2: slow", "%2 の %1: 遅い"}, {"the host", "ホスト"}});
    QCOMPARE(phrases.translated(words("the host; the host on H100: slow")), words("ホスト、H100 のホスト: 遅い"));
  }

  // Japanese has no spaces between words, but beside numbers and names.
  void noSpaceStandsBetweenWordsOfALanguageWithoutThem() {
    const PhraseBook phrases = book({{"%1 of %2", "%2 の %1"}, {"days", "日数"}, {"nodes", "ノード"}});
    QCOMPARE(phrases.translated(words("days of nodes")), words("ノードの日数"));
    QCOMPARE(phrases.translated(words("3 of 8")), words("8 の 3"));
  }

  void whatNoPhraseFitsStaysAsItIs() {
    const PhraseBook phrases = book({{"%1 are left", "残り %1"}, {"%1 days", "%1 日"}});
    for (const char* text : {"", " ", "114.5", "no nodes are left", "days", "of the days", "%1", "100 %"})
      QCOMPARE(phrases.translated(words(text)), words(text));
    QCOMPARE(PhraseBook().translated(words("3 days")), words("3 days"));
  }

  // A name may be any text, in one place of a phrase that is long enough to be known by the rest of it.
  void oneNameMayBeASentence() {
    const PhraseBook phrases =
        book({{"%1: the budget is exceeded by %2", "%1: 予算を %2 超過"}, {"%1 left", "残り %1"}});
    QCOMPARE(phrases.translated(words("our very big run: the budget is exceeded by $3")),
             words("our very big run: 予算を $3 超過"));
    QCOMPARE(phrases.translated(words("those that are left")), words("those that are left"));
  }

  // A name stays as it was typed, be it a phrase, or made as a sentence is.
  void namesThatSomebodyGaveStay() {
    const PhraseBook phrases = book({{"days", "日数"},
                                     {"%1 on %2", "%2 の %1"},
                                     {"%1: %2", "%1: %2"},
                                     {"%1 compared with %2", "%1 と %2 の比較"},
                                     {"%1 left", "残り %1"}});
    const QSet<QString> names{words("days"), words("Llama 3 70B on 256 P5"), words("a: nothing left")};
    for (const QString& name : names) QCOMPARE(phrases.translated(name, names), name);
    QCOMPARE(phrases.translated(words("days"), {}), words("日数"));
    QCOMPARE(phrases.translated(words("Llama 3 70B on 256 P5 compared with days"), names),
             words("Llama 3 70B on 256 P5 と days の比較"));
    QCOMPARE(phrases.translated(words("a: nothing left: 3 GB left"), names), words("a: nothing left: 残り 3 GB"));
  }

  // One small word makes no sentence of names that nobody told of.
  void aSmallWordBetweenNamesIsNoPhrase() {
    const PhraseBook phrases = book({{"%1 of %2", "%2 の %1"}, {"%1 and %2", "%1 と %2"}, {"days", "日数"}});
    for (const char* name : {"University of Tokyo", "Research and Development"})
      QCOMPARE(phrases.translated(words(name)), words(name));
    QCOMPARE(phrases.translated(words("3 of H100")), words("H100 の 3"));
    QCOMPARE(phrases.translated(words("days of Tokyo")), words("Tokyo の日数"));
  }

  void spacesAroundStay() { QCOMPARE(book({{"days", "日"}}).translated(words("  days ")), words("  日 ")); }

  void linesAreLookedUpOneByOne() {
    QCOMPARE(book({{"%1 days", "%1 日"}}).translated(words("3 days\nsomething else\n4 days")),
             words("3 日\nsomething else\n4 日"));
  }

  void aPercentSignIsNoPlace() {
    QCOMPARE(book({{"80 %: %1", "80 %の%1"}}).translated(words("80 %: 3")), words("80 %の3"));
    QCOMPARE(placesOf(words("100 % of %2 and %1")), (std::vector<int>{2, 1}));
  }

  // Lists have many ways to be cut: what was found of a part is kept, so that this ends.
  void aLongListIsNotSlow() {
    const PhraseBook phrases = book({{"%1, %2", "%1, %2"}, {"%1; %2", "%1; %2"}, {"%1 of %2", "%2 の %1"}});
    QString text;
    for (int i = 0; i < 60; ++i) text += QStringLiteral("some words that no phrase fits %1 of 3, ").arg(i);
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(phrases.translated(text), text);
    constexpr qint64 kMost = 20'000;  // milliseconds; without what is kept it would not end
    QVERIFY2(clock.elapsed() < kMost, qPrintable(QString::number(clock.elapsed())));
  }

  void withoutALanguageTheCoreSpeaksEnglish() {
    QCOMPARE(spoken("step time"), words("step time"));
    QVERIFY(!corePhrases().empty());
    for (const char* phrase : corePhrases()) {
      QCOMPARE(spoken(phrase), words(phrase));
      // Places beside each other cannot be told apart.
      static const QRegularExpression kBeside(QStringLiteral("%[1-9]%[1-9]"));
      QVERIFY2(!words(phrase).contains(kBeside), phrase);
    }
  }
};

}  // namespace fmplan::gui

QTEST_GUILESS_MAIN(fmplan::gui::GuiPhrasesTest)
#include "gui_phrases_test.moc"
