#include "gui/model/spoken.h"

#include <string>

#include <QCoreApplication>

#include "gui/model/phrase_translator.h"

namespace fmplan::gui {

QString spoken(std::string_view text) {
  if (text.empty()) return {};
  // A translator gets bytes that end with a zero.
  return QCoreApplication::translate(kPhraseContext, std::string(text).c_str());
}

}  // namespace fmplan::gui
