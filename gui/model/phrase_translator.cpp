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

void PhraseTranslator::setNames(const QStringList& names) {
  names_ = std::make_shared<const QSet<QString>>(names.begin(), names.end());
}

QString PhraseTranslator::translate(const char* context, const char* sourceText, const char* disambiguation,
                                    int n) const {
  if (std::strcmp(context, kPhraseContext) == 0)
    return phrases_.translated(QString::fromUtf8(sourceText), *names_.load());
  return QTranslator::translate(context, sourceText, disambiguation, n);
}

}  // namespace fmplan::gui
