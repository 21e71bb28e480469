#pragma once

/// @file
/// Sentences that were made with numbers and names in them, translated as wholes.

#include <array>
#include <cstddef>
#include <vector>

#include <QHash>
#include <QSet>
#include <QString>

namespace fmplan::gui {

/// A phrase and what it is in another language.  %1 to %9 stand for what differs from one sentence to the next: a
/// number with its unit, a name, or another phrase.
struct Phrase {
  QString source, translation;
};

/// Phrases of a language, made ready to be found.
///
/// A text is looked up as it is, then by the phrases with places in them.  What stands in their places is looked up in
/// turn, so that a text may be read in several ways: "memory: 3 GB left" by "%1: %2" or by "%1 left".  Of these that
/// one is taken which leaves the fewest letters and signs to be no phrase's; of equal ones that with the fewest
/// phrases; of these that whose own phrase has a semicolon, or else the most signs, since a sign parts a sentence
/// before a word does; then that whose own phrase is the longest.
///
/// In a place stands a phrase of the book, or what is the same in every language: a number with its unit, a name
/// (isName()).  So "no nodes are left" is not taken for "%1 are left".  Only where no phrase fits so may one place hold
/// any text, as the name that somebody gave a project; then the phrase has letters and signs enough of its own
/// (kLeast).
///
/// Names that somebody gave, where they are told, stay as they were typed, whatever words they are made of: each is
/// read as one whole before any phrase.  Of names that are not told some are taken for a sentence; so a phrase of one
/// small word ("%1 of %2") wants a figure, a phrase or a told name beside it: "University of Tokyo" stays (kFewest).
///
/// What is quoted is what somebody typed, or has to: a place between quotes in the source, or between 「」 in the
/// translation, keeps what it holds.  Languages without spaces between words have none where two of them meet.
class PhraseBook {
 public:
  PhraseBook() = default;
  explicit PhraseBook(const std::vector<Phrase>& phrases);

  /// Line by line; as it is, where no phrase fits.
  /// @param names that somebody gave
  QString translated(const QString& text, const QSet<QString>& names = {}) const;
  std::size_t size() const { return static_cast<std::size_t>(exact_.size()) + patterns_.size(); }

  /// Letters and signs that a phrase has to have for one of its places to hold any text: chosen, a long word.
  static constexpr qsizetype kLeast = 8;
  /// Letters up to which a phrase without a sign is one small word, that names have too: chosen, "with".
  static constexpr qsizetype kFewest = 4;

 private:
  struct Pattern {
    std::vector<QString> literals;  ///< around the places, one more than these
    std::vector<int> places;        ///< 1 to 9, in the order of the source
    QString translation;
    std::array<bool, 10> quoted{};  ///< places that keep what they hold
    std::array<bool, 10> typed{};   ///< those of them that hold any text without a quote
    bool semicolon = false;         ///< in a literal
    qsizetype marks = 0;            ///< of the literals: what is no letter, digit or space
    qsizetype size = 0;             ///< of the literals, all but spaces
  };
  class Search;

  static Pattern compiled(const Phrase& phrase);

  QHash<QString, QString> exact_;
  std::vector<Pattern> patterns_;  ///< in the order in which equal ones are preferred
};

/// The numbers of the places of a phrase, in their order; "%%" is none.
std::vector<int> placesOf(const QString& phrase);

}  // namespace fmplan::gui
