#include "gui/model/phrase_book.h"

#include <algorithm>
#include <array>
#include <optional>

#include <QStringView>

namespace fmplan::gui {
namespace {

qsizetype lettersOf(const QString& text) {
  return std::ranges::count_if(text, [](QChar c) { return c.isLetter(); });
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

/// What may stand in a place as it is: a number with its unit, a name; no part of a sentence.
bool isShort(const QString& text) {
  bool before = false;
  for (const QStringView word : QStringView(text).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    const bool small = isWrittenSmall(word);
    if (small && before) return false;
    before = small;
  }
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
    pattern.letters += lettersOf(literal);
    pattern.signs += std::ranges::count_if(literal, [](QChar c) { return !c.isSpace(); });
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
  std::ranges::stable_sort(patterns_, std::ranges::greater(), &Pattern::signs);
}

/// Looks up one text.  What was found of a part is kept: lists have many.
class PhraseBook::Search {
 public:
  explicit Search(const PhraseBook& book) : book_(book) {}

  std::optional<QString> phrase(const QString& text) {
    if (const auto exact = book_.exact_.constFind(text); exact != book_.exact_.constEnd()) return *exact;
    if (const auto known = known_.constFind(text); known != known_.constEnd()) return *known;
    known_.insert(text, std::nullopt);
    std::optional<QString> result;
    for (const Pattern& pattern : book_.patterns_)
      if ((result = fitted(pattern, text, false))) break;
    known_.insert(text, result);
    return result;
  }

  /// With one place that holds any text.
  std::optional<QString> loosely(const QString& text) {
    for (const Pattern& pattern : book_.patterns_) {
      if (pattern.letters < kLeastLetters) continue;
      if (auto result = fitted(pattern, text, true)) return result;
    }
    return std::nullopt;
  }

 private:
  using Values = std::array<QString, 10>;

  /// `any`: whether a place may still hold any text.
  std::optional<QString> fitted(const Pattern& pattern, const QString& text, bool any) {
    if (!text.startsWith(pattern.literals.front()) || !text.endsWith(pattern.literals.back())) return std::nullopt;
    Values values;
    if (!fill(pattern, text, 0, pattern.literals.front().size(), any, values)) return std::nullopt;
    QString result;
    qsizetype from = 0;
    for (qsizetype at = nextPlace(pattern.translation, 0); at >= 0; at = nextPlace(pattern.translation, from)) {
      result += pattern.translation.mid(from, at - from);
      result += values[static_cast<std::size_t>(pattern.translation[at + 1].digitValue())];
      from = at + 2;
    }
    return result + pattern.translation.mid(from);
  }

  /// Fills the places from number `i` on, which begins at `begin`.
  bool fill(const Pattern& pattern, const QString& text, std::size_t i, qsizetype begin, bool any, Values& values) {
    if (i == pattern.places.size()) return begin == text.size();
    const QString& next = pattern.literals[i + 1];
    const bool last = i + 1 == pattern.places.size();
    qsizetype end = last ? text.size() - next.size() : text.indexOf(next, begin + 1);
    for (; end > begin; end = last ? -1 : text.indexOf(next, end + 1)) {
      const QString part = text.mid(begin, end - begin);
      QString& value = values[static_cast<std::size_t>(pattern.places[i])];
      bool left = any;
      if (const auto known = phrase(part)) {
        value = *known;
      } else if (isShort(part)) {
        value = part;
      } else if (any) {
        value = part;
        left = false;
      } else {
        continue;
      }
      if (fill(pattern, text, i + 1, end + next.size(), left, values)) return true;
    }
    return false;
  }

  const PhraseBook& book_;
  QHash<QString, std::optional<QString>> known_;
};

QString PhraseBook::translated(const QString& text) const {
  const QString inside = text.trimmed();
  if (inside.isEmpty() || (exact_.isEmpty() && patterns_.empty())) return text;
  Search search(*this);
  auto found = search.phrase(inside);
  if (!found) found = search.loosely(inside);
  if (!found) return text;
  const qsizetype before = text.indexOf(inside);
  return text.left(before) + *found + text.mid(before + inside.size());
}

}  // namespace fmplan::gui
