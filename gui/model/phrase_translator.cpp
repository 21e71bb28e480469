#include "gui/model/phrase_translator.h"

#include <cstring>

namespace fmplan::gui {

bool PhraseTranslator::loadLanguage(const QString& file) {
  if (!load(file)) return false;
  std::vector<Phrase> phrases;
  for (const char* phrase : corePhrases()) {
    const QString translation = QTranslator::translate(kPhraseContext, phrase);
    if (!translation.isEmpty()) phrases.push_back({QString::fromUtf8(phrase), translation});
  }
  phrases_ = PhraseBook(phrases);
  return true;
}

QString PhraseTranslator::translate(const char* context, const char* sourceText, const char* disambiguation,
                                    int n) const {
  if (std::strcmp(context, kPhraseContext) == 0) return phrases_.translated(QString::fromUtf8(sourceText));
  return QTranslator::translate(context, sourceText, disambiguation, n);
}

}  // namespace fmplan::gui
