#pragma once

#include <vector>

#include <QString>
#include <QStringList>

namespace fmplan::gui {

/// A language that the window speaks.
struct Language {
  QString code;  ///< "ja", as --language takes it
  QString name;  ///< as its speakers call it
};

/// English, and those whose texts are built into the program.
std::vector<Language> languages();

/// The language of a wish ("" for none), of the settings, of the desktop: the first that there is.
QString chosenLanguage(const QString& wish = {});

/// From now on the program speaks this language; windows are told by QEvent::LanguageChange.  English for any other.
void speak(const QString& code);

/// Names that somebody gave stay as they were typed from now on, in every language.
void keepNames(const QStringList& names);

/// The language that is spoken.
QString spokenLanguage();

}  // namespace fmplan::gui
