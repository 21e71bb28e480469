#include "gui/model/phrase_book.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include <QStringList>
#include <QStringView>

namespace fmplan::gui {
namespace {

/// Letters and signs, all but spaces.
qsizetype sizeOf(const QString& text) {
  return std::ranges::count_if(text, [](QChar c) { return !c.isSpace(); });
}

/// Where "%1" to "%9" stands next; -1: nowhere.
qsizetype nextPlace(const QString& text, qsizetype from) {
  for (qsizetype at = text.indexOf(QLatin1Char('%'), from); at >= 0 && at + 1 < text.size();
       at = text.indexOf(QLatin1Char('%'), at + 1)) {
    const QChar digit = text[at + 1];
    if (digit >= QLatin1Char('1') && digit <= QLatin1Char('9')) return at;
  }
  return -1;
}

bool isWrittenSmall(QStringView word) {
  while (!word.isEmpty() && word.back().isPunct()) word.chop(1);
  return word.size() >= 2 && std::ranges::all_of(word, [](QChar c) { return c.isLower(); });
}

bool isWrittenNumber(QStringView word) {
  return std::ranges::any_of(word, [](QChar c) { return c.isDigit(); }) &&
         std::ranges::none_of(word, [](QChar c) { return c.isLetter(); });
}

bool isOfLanguageWithoutSpaces(QChar c) {
  return c.script() == QChar::Script_Han || c.script() == QChar::Script_Hiragana ||
         c.script() == QChar::Script_Katakana;
}

/// Without the space between words that are written without.
void append(const QString& more, QString& text) {
  const bool after = more.size() > 1 && more.front() == QLatin1Char(' ') && isOfLanguageWithoutSpaces(more[1]);
  const bool before =
      text.size() > 1 && text.back() == QLatin1Char(' ') && isOfLanguageWithoutSpaces(text[text.size() - 2]);
  if (after && !text.isEmpty() && isOfLanguageWithoutSpaces(text.back())) {
    text += QStringView(more).mid(1);
    return;
  }
  if (before && !more.isEmpty() && isOfLanguageWithoutSpaces(more.front())) text.chop(1);
  text += more;
}

/// What may stand in a place as it is: a number with its unit ("488 ms"), a name ("megatron", "H100 SXM5"); no part of
/// a sentence, which has words written small.
bool isName(const QString& text) {
  const QList<QStringView> words = QStringView(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
  if (words.size() == 1) return true;
  for (qsizetype i = 0; i < words.size(); ++i)
    if (isWrittenSmall(words[i]) && (i == 0 || !isWrittenNumber(words[i - 1]))) return false;
  return true;
}

}  // namespace

std::vector<int> placesOf(const QString& phrase) {
  std::vector<int> places;
  for (qsizetype at = nextPlace(phrase, 0); at >= 0; at = nextPlace(phrase, at + 2))
    places.push_back(phrase[at + 1].digitValue());
  return places;
}

PhraseBook::Pattern PhraseBook::compiled(const Phrase& phrase) {
  Pattern pattern{.literals = {}, .places = placesOf(phrase.source), .translation = phrase.translation};
  qsizetype from = 0;
  for (qsizetype at = nextPlace(phrase.source, 0); at >= 0; at = nextPlace(phrase.source, from)) {
    pattern.literals.push_back(phrase.source.mid(from, at - from));
    from = at + 2;
  }
  pattern.literals.push_back(phrase.source.mid(from));
  for (const QString& literal : pattern.literals) {
    pattern.size += sizeOf(literal);
    pattern.marks += std::ranges::count_if(literal, [](QChar c) { return !c.isSpace() && !c.isLetterOrNumber(); });
    pattern.semicolon |= literal.contains(QLatin1Char(';'));
  }
  constexpr QLatin1Char kQuote('"');
  for (std::size_t i = 0; i < pattern.places.size(); ++i) {
    const auto place = static_cast<std::size_t>(pattern.places[i]);
    pattern.typed[place] = pattern.literals[i].endsWith(kQuote) && pattern.literals[i + 1].startsWith(kQuote);
    pattern.quoted[place] =
        pattern.typed[place] ||
        phrase.translation.contains(QStringLiteral("「%") + QString::number(pattern.places[i]) + QStringLiteral("」"));
  }
  return pattern;
}

PhraseBook::PhraseBook(const std::vector<Phrase>& phrases) {
  for (const Phrase& phrase : phrases) {
    if (placesOf(phrase.source).empty())
      exact_.insert(phrase.source, phrase.translation);
    else
      patterns_.push_back(compiled(phrase));
  }
  std::ranges::stable_sort(patterns_, std::ranges::greater(), [](const Pattern& pattern) {
    return std::tuple(pattern.semicolon, pattern.marks, pattern.size);
  });
}

/// Looks up one text.  What was found of a part is kept: lists have many.
class PhraseBook::Search {
 public:
  /// How well a text is read.
  struct Score {
    qsizetype known = 0;    ///< letters and signs that phrases of the book have
    qsizetype phrases = 0;  ///< that it is read by

    bool operator>(const Score& other) const {
      return known > other.known || (known == other.known && phrases < other.phrases);
    }
    Score operator+(const Score& other) const { return {known + other.known, phrases + other.phrases}; }
  };

  /// A text as the book has it.
  struct Reading {
    QString text;
    Score score;
  };

  Search(const PhraseBook& book, const QSet<QString>& names) : book_(book), names_(names) {}

  std::optional<Reading> phrase(const QString& text) {
    if (names_.contains(text)) return Reading{text, {sizeOf(text), 1}};
    if (const auto exact = book_.exact_.constFind(text); exact != book_.exact_.constEnd())
      return Reading{*exact, {sizeOf(text), 1}};
    if (const auto kept = kept_.constFind(text); kept != kept_.constEnd()) return *kept;
    std::optional<Reading> best = read(text, false);
    kept_.insert(text, best);
    return best;
  }

  /// With one place that holds any text.
  std::optional<Reading> loosely(const QString& text) { return read(text, true); }

 private:
  /// What stands in the places from one on.
  struct Filling {
    std::array<QString, 10> values;
    Score score;
    bool told = false;  ///< one of them is more than a word that may be anybody's
  };

  /// The first of the best: patterns stand in the order in which equal ones are preferred.
  std::optional<Reading> read(const QString& text, bool any) {
    std::optional<Reading> best;
    for (const Pattern& pattern : book_.patterns_) {
      if (any && pattern.size < kLeast) continue;
      if (!text.startsWith(pattern.literals.front()) || !text.endsWith(pattern.literals.back())) continue;
      QHash<std::pair<std::size_t, qsizetype>, std::optional<Filling>> ends;
      const auto filling = filled(pattern, text, 0, pattern.literals.front().size(), any, ends);
      if (!filling || (pattern.marks == 0 && pattern.size <= kFewest && !filling->told)) continue;
      const Score score = filling->score + Score{pattern.size, 1};
      if (!best || score > best->score) best = Reading{written(pattern, *filling), score};
    }
    return best;
  }

  static QString written(const Pattern& pattern, const Filling& filling) {
    QString result;
    qsizetype from = 0;
    for (qsizetype at = nextPlace(pattern.translation, 0); at >= 0; at = nextPlace(pattern.translation, from)) {
      append(pattern.translation.mid(from, at - from), result);
      append(filling.values[static_cast<std::size_t>(pattern.translation[at + 1].digitValue())], result);
      from = at + 2;
    }
    append(pattern.translation.mid(from), result);
    return result;
  }

  /// The best filling of the places from number `i` on, which begins at `begin`.
  /// @param any whether a place may still hold any text
  /// @param ends of what begins later, by place and begin, so that a list is not read again for every way to begin it;
  ///             only without `any`, which is rare
  std::optional<Filling> filled(const Pattern& pattern, const QString& text, std::size_t i, qsizetype begin, bool any,
                                QHash<std::pair<std::size_t, qsizetype>, std::optional<Filling>>& ends) {
    if (i == pattern.places.size()) return begin == text.size() ? std::optional(Filling{}) : std::nullopt;
    if (!any)
      if (const auto kept = ends.constFind({i, begin}); kept != ends.constEnd()) return *kept;
    std::optional<Filling> best;
    const QString& next = pattern.literals[i + 1];
    const bool last = i + 1 == pattern.places.size();
    qsizetype end = last ? text.size() - next.size() : text.indexOf(next, begin + 1);
    for (; end > begin; end = last ? -1 : text.indexOf(next, end + 1)) {
      const QString part = text.mid(begin, end - begin);
      const auto place = static_cast<std::size_t>(pattern.places[i]);
      const bool typed = pattern.typed[place] && !part.contains(QLatin1Char('"'));
      const std::optional<Reading> known = typed ? std::nullopt : phrase(part);
      const bool fits = known || typed || isName(part);
      if (!fits && !any) continue;
      auto rest = filled(pattern, text, i + 1, end + next.size(), any && fits, ends);
      if (!rest) continue;
      if (known) rest->score = rest->score + known->score;
      rest->told |= known || std::ranges::any_of(part, [](QChar c) { return c.isDigit(); });
      if (best && !(rest->score > best->score)) continue;
      rest->values[place] = known && !pattern.quoted[place] ? known->text : part;
      best = std::move(rest);
    }
    if (!any) ends.insert({i, begin}, best);
    return best;
  }

  const PhraseBook& book_;
  const QSet<QString>& names_;
  QHash<QString, std::optional<Reading>> kept_;
};

QString PhraseBook::translated(const QString& text, const QSet<QString>& names) const {
  constexpr QLatin1Char kLine('\n');
  if (text.contains(kLine)) {
    QStringList lines = text.split(kLine);
    for (QString& line : lines) line = translated(line, names);
    return lines.join(kLine);
  }
  const QString inside = text.trimmed();
  if (inside.isEmpty() || (exact_.isEmpty() && patterns_.empty())) return text;
  Search search(*this, names);
  auto found = search.phrase(inside);
  if (!found) found = search.loosely(inside);
  if (!found) return text;
  const qsizetype before = text.indexOf(inside);
  return text.left(before) + found->text + text.mid(before + inside.size());
}

}  // namespace fmplan::gui
