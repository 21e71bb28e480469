#include "gui/model/phrase_translator.h"

#include <cstring>

#include <QMutexLocker>

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

QString PhraseTranslator::phraseOf(const QString& text) const {
  const std::shared_ptr<const QSet<QString>> names = names_.load();
  {
    const QMutexLocker lock(&mutex_);
    if (known_with_ != names) known_.clear();
    known_with_ = names;
    if (const QString* known = known_.object(text)) return *known;
  }
  QString told = phrases_.translated(text, *names);
  const QMutexLocker lock(&mutex_);
  if (known_with_ == names) known_.insert(text, new QString(told));
  return told;
}

QString PhraseTranslator::translate(const char* context, const char* sourceText, const char* disambiguation,
                                    int n) const {
  if (std::strcmp(context, kPhraseContext) == 0) return phraseOf(QString::fromUtf8(sourceText));
  return QTranslator::translate(context, sourceText, disambiguation, n);
}

}  // namespace fmplan::gui
