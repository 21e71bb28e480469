#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include <QCache>
#include <QMutex>
#include <QSet>
#include <QStringList>
#include <QTranslator>

#include "gui/model/phrase_book.h"

namespace fmplan::gui {

/// The context of the core's texts in a .ts file.
inline constexpr const char* kPhraseContext = "core";

/// The phrases of the core's texts, in English (gui/model/core_phrases.cpp).
std::vector<const char*> corePhrases();

/// A language of the window: texts of the window as a .qm file has them, texts of the core by its phrases.
class PhraseTranslator : public QTranslator {
  Q_OBJECT

 public:
  using QTranslator::QTranslator;

  /// Reads a .qm file; false where it cannot be read.
  bool loadLanguage(const QString& file);
  /// Names that somebody gave, which stay as they were typed.  Of any thread.
  void setNames(const QStringList& names);

  QString translate(const char* context, const char* sourceText, const char* disambiguation = nullptr,
                    int n = -1) const override;

 private:
  QString phraseOf(const QString& text) const;

  PhraseBook phrases_;
  /// Answers are told away from the thread in which names change.
  std::atomic<std::shared_ptr<const QSet<QString>>> names_ = std::make_shared<const QSet<QString>>();
  /// What was told last, with which names: a table asks for every cell whenever it is laid out.  So many texts, chosen:
  /// a few pages of them.
  static constexpr qsizetype kMostKnown = 8192;
  mutable QMutex mutex_;
  mutable QCache<QString, QString> known_{kMostKnown};
  mutable std::shared_ptr<const QSet<QString>> known_with_;
};

}  // namespace fmplan::gui
