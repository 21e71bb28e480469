#pragma once

/// @file
/// Sentences that were made with numbers and names in them, translated as wholes.

#include <cstddef>
#include <vector>

#include <QHash>
#include <QString>

namespace fmplan::gui {

/// A phrase and what it is in another language.  %1 to %9 stand for what differs from one sentence to the next: a
/// number with its unit, a name, or another phrase.
struct Phrase {
  QString source, translation;
};

/// Phrases of a language, made ready to be found.
///
/// A text is looked up as it is, then by the phrases with places in them.  Of those that fit the one with the most
/// letters and signs of its own is taken, and what stands in its places is looked up in turn.  In a place stands what
/// is short: a phrase of the book, or words of which no two written small follow each other, so that "no nodes are
/// left" is not taken for "%1 are left".  Only where no phrase fits so may one place hold any text, as the name that
/// somebody gave a project; then the phrase has letters enough of its own (kLeastLetters).
class PhraseBook {
 public:
  PhraseBook() = default;
  explicit PhraseBook(const std::vector<Phrase>& phrases);

  /// As it is, where no phrase fits.
  QString translated(const QString& text) const;
  std::size_t size() const { return static_cast<std::size_t>(exact_.size()) + patterns_.size(); }

  /// Letters that a phrase has to have for one of its places to hold any text: chosen, two words.
  static constexpr qsizetype kLeastLetters = 10;

 private:
  struct Pattern {
    std::vector<QString> literals;  ///< around the places, one more than these
    std::vector<int> places;        ///< 1 to 9, in the order of the source
    QString translation;
    qsizetype letters = 0;  ///< of the literals
    qsizetype signs = 0;    ///< of the literals, all but spaces
  };
  class Search;

  static Pattern compiled(const Phrase& phrase);

  QHash<QString, QString> exact_;
  std::vector<Pattern> patterns_;  ///< those with the most signs first
};

/// The numbers of the places of a phrase, in their order; "%%" is none.
std::vector<int> placesOf(const QString& phrase);

}  // namespace fmplan::gui
