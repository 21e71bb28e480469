#include "gui/language.h"

#include <algorithm>
#include <memory>

#include <QApplication>
#include <QFile>
#include <QFont>
#include <QFontDatabase>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>

#include "gui/model/phrase_translator.h"

/// Outside of any namespace, as the macro wants it.
static void initTranslations() { Q_INIT_RESOURCE(fmplan_translations); }

namespace fmplan::gui {
namespace {

constexpr const char* kEnglish = "en";
/// By which the translators of the program are found again.
constexpr const char* kTranslator = "fmplan-translator";
/// The application's property with the names that somebody gave: a language that is spoken later keeps them as well.
constexpr const char* kNames = "givenNames";

QString fileOf(const QString& code) { return QStringLiteral(":/i18n/fmplan_%1.qm").arg(code); }

template <class Translator>
void install(std::unique_ptr<Translator> translator) {
  translator->setObjectName(QString::fromLatin1(kTranslator));
  translator->setParent(qApp);
  QCoreApplication::installTranslator(translator.release());
}

/// Families of the application's texts: the desktop's own first, then one that has the letters of the language in the
/// shapes that its readers know.
void setFamilies(const QString& code) {
  static const QStringList kOwn = QApplication::font().families();
  QStringList families = kOwn;
  if (code == QStringLiteral("ja")) {
    const QStringList japanese = QFontDatabase::families(QFontDatabase::Japanese);
    for (const char* part : {"Sans CJK JP", "JP", "Gothic"}) {
      const auto found =
          std::ranges::find_if(japanese, [&](const QString& family) { return family.contains(QLatin1String(part)); });
      if (found == japanese.end()) continue;
      families.append(*found);
      break;
    }
  }
  QFont font = QApplication::font();
  font.setFamilies(families);
  QApplication::setFont(font);
}

/// How dates are written beside texts of a language.  A desktop of another language has no say: 1,5 would stand beside
/// 1.5 of the core.
QLocale localeOf(const QString& code) {
  const QLocale desktop = QLocale::system();
  return desktop.name().section(QLatin1Char('_'), 0, 0) == code ? desktop : QLocale(code);
}

}  // namespace

std::vector<Language> languages() {
  initTranslations();
  std::vector<Language> result{{QString::fromLatin1(kEnglish), QStringLiteral("English")}};
  for (const Language& language : {Language{QStringLiteral("ja"), QStringLiteral("日本語")}})
    if (QFile::exists(fileOf(language.code))) result.push_back(language);
  return result;
}

QString chosenLanguage(const QString& wish) {
  const std::vector<Language> all = languages();
  QStringList wishes{wish, QSettings().value(QStringLiteral("language")).toString()};
  // "ja-JP", the most wanted first.
  for (const QString& name : QLocale::system().uiLanguages()) wishes.append(name.section(QLatin1Char('-'), 0, 0));
  for (const QString& code : wishes)
    if (std::ranges::any_of(all, [&](const Language& language) { return language.code == code; })) return code;
  return QString::fromLatin1(kEnglish);
}

void keepNames(const QStringList& names) {
  qApp->setProperty(kNames, names);
  for (PhraseTranslator* translator : qApp->findChildren<PhraseTranslator*>(QString::fromLatin1(kTranslator)))
    translator->setNames(names);
}

void speak(const QString& code) {
  initTranslations();
  for (QTranslator* old : qApp->findChildren<QTranslator*>(QString::fromLatin1(kTranslator))) {
    QCoreApplication::removeTranslator(old);
    delete old;
  }
  qApp->setProperty("language", code);
  QLocale::setDefault(localeOf(code));
  setFamilies(code);
  if (!QFile::exists(fileOf(code))) return;
  // Of what is installed last is asked first: Qt's own file, where there is one, has words that ours lacks.
  if (auto qt = std::make_unique<QTranslator>();
      qt->load(QStringLiteral("qtbase_") + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    install(std::move(qt));
  auto own = std::make_unique<PhraseTranslator>();
  if (!own->loadLanguage(fileOf(code))) return;
  own->setNames(qApp->property(kNames).toStringList());
  install(std::move(own));
}

QString spokenLanguage() {
  const QString code = qApp->property("language").toString();
  return code.isEmpty() ? QString::fromLatin1(kEnglish) : code;
}

}  // namespace fmplan::gui
