#pragma once

#include <atomic>
#include <memory>
#include <vector>

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
  PhraseBook phrases_;
  /// Answers are told away from the thread in which names change.
  std::atomic<std::shared_ptr<const QSet<QString>>> names_ = std::make_shared<const QSet<QString>>();
};

}  // namespace fmplan::gui
