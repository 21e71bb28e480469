#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>

#include "core/base/version.h"
#include "gui/guided_example.h"
#include "gui/language.h"
#include "gui/main_window.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

constexpr int kUsageError = 2;  // as the command line has it (docs/command_line.md)

int complain(const QString& text) {
  std::fprintf(stderr, "fmplan-gui: %s\n", told(text).c_str());
  return kUsageError;
}

struct Arguments {
  QStringList files;  ///< of --screenshot, page and picture; else at most one to open
  bool screenshot = false;
  QString size, theme, language, state, scenario, catalog;
  QStringList asked{};  ///< FIELD=TEXT, of the page's form
};

std::optional<QSize> sizeOf(const QString& text) {
  const QStringList parts = text.split(QLatin1Char('x'));
  if (parts.size() != 2) return std::nullopt;
  constexpr int kLeast = 320,
                kMost = 8192;  // pixels, chosen: a window that shows something, a picture that fits in memory
  bool wide = false, high = false;
  const QSize size(parts[0].toInt(&wide), parts[1].toInt(&high));
  if (!wide || !high || size.width() < kLeast || size.height() < kLeast || size.width() > kMost ||
      size.height() > kMost)
    return std::nullopt;
  return size;
}

/// What a picture may be of: no document, a question under way, its answer.  An error is the answer of a wrong
/// document.
QStringList states() { return {QStringLiteral("empty"), QStringLiteral("computing"), QStringLiteral("answer")}; }

/// Why the arguments make no sense, with what to write; empty: they do.
QString whyWrong(const Arguments& arguments) {
  if (!arguments.theme.isEmpty() && arguments.theme != QStringLiteral("light") &&
      arguments.theme != QStringLiteral("dark"))
    return QStringLiteral("--theme is \"%1\"; write light or dark").arg(arguments.theme);
  if (!arguments.language.isEmpty() && arguments.language != QStringLiteral("en") &&
      arguments.language != QStringLiteral("ja"))
    return QStringLiteral("--language is \"%1\"; write en or ja").arg(arguments.language);
  if (!arguments.state.isEmpty() && !(states().contains(arguments.state) && arguments.screenshot))
    return QStringLiteral("--state is \"%1\"; write %2, beside --screenshot")
        .arg(arguments.state, states().join(QStringLiteral(", ")));
  if (!arguments.size.isEmpty() && !sizeOf(arguments.size))
    return QStringLiteral("--size is \"%1\"; write WIDTHxHEIGHT in pixels, each 320 to 8192, for instance 1280x800")
        .arg(arguments.size);
  if (arguments.screenshot && arguments.files.size() != 2)
    return QStringLiteral("--screenshot takes a page and a file; write for instance --screenshot run run.png");
  if (!arguments.screenshot && arguments.files.size() > 1)
    return QStringLiteral("%1 files are named; one is opened in a window").arg(arguments.files.size());
  return {};
}

constexpr qint64 kLongest = 120'000;  // milliseconds, chosen: beyond any bundled scenario

void waitForAnswer(const MainWindow& window) {
  QElapsedTimer clock;
  clock.start();
  while (window.busy() && clock.elapsed() < kLongest) QApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
  // Layouts and charts are drawn once more when everything is there.
  constexpr int kRounds = 5;
  for (int i = 0; i < kRounds; ++i) QApplication::processEvents(QEventLoop::AllEvents, 20);
}

/// Until the page that is shown works at its answer, and a moment more, so that its progress is seen; false where that
/// is there already.
bool waitUntilUnderWay(const MainWindow& window) {
  constexpr qint64 kMoment = 1500;  // milliseconds, chosen: the first part of an answer is there on a busy machine too
  QElapsedTimer clock;
  clock.start();
  while (!window.pageBusy() && clock.elapsed() < kLongest) QApplication::processEvents(QEventLoop::AllEvents, 1);
  if (!window.showsRun()) return window.pageBusy();
  clock.restart();
  while (window.pageBusy() && clock.elapsed() < kMoment) QApplication::processEvents(QEventLoop::AllEvents, 20);
  return window.pageBusy();
}

/// Waits for the answer of the page, and writes what the window shows.
int takeScreenshot(MainWindow& window, const Arguments& arguments) {
  const QString &page = arguments.files[0], &file = arguments.files[1];
  if (!window.showPage(page))
    return complain(
        QStringLiteral("there is no page \"%1\"; there is %2").arg(page, window.pageKeys().join(QStringLiteral(", "))));
  for (const QString& field : arguments.asked)
    if (!window.type(field.section(QLatin1Char('='), 0, 0), field.section(QLatin1Char('='), 1)))
      return complain(QStringLiteral("--ask: page \"%1\" has no field of \"%2\"; write FIELD=TEXT").arg(page, field));
  window.show();
  if (arguments.state == QStringLiteral("computing")) {
    if (!waitUntilUnderWay(window))
      return complain(QStringLiteral("page \"%1\" had its answer before a picture could be taken").arg(page));
  } else {
    waitForAnswer(window);
  }
  if (!window.grab().save(file)) {
    complain(QStringLiteral("%1 cannot be written; name a .png in a folder that can be").arg(file));
    return 1;
  }
  return 0;
}

/// Where changes that are not saved are kept until they are.
QString recoveryFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
}

int start(QApplication& application, const Arguments& arguments) {
  // A picture is the same whatever somebody's own settings are.
  QTemporaryDir nowhere;
  if (arguments.screenshot) {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, nowhere.path());
  }
  const QString language = chosenLanguage(arguments.language);
  if (!arguments.language.isEmpty() && language != arguments.language)
    complain(QStringLiteral("this program was built without texts for --language %1; it speaks English")
                 .arg(arguments.language));
  speak(language);
  if (const QString missing = missingFonts(language); !missing.isEmpty()) complain(missing);
  MainWindow::Options options;
  // A simulation that is still under way when its picture is taken.
  constexpr std::int64_t kEndless = 50'000'000;  // trials, chosen: minutes
  if (arguments.state == QStringLiteral("computing")) options.runs.trials = options.programmes.trials = {200, kEndless};
  MainWindow window(
      std::shared_ptr<const catalog::Catalog>(new catalog::Catalog(catalog::Catalog::shipped(told(arguments.catalog)))),
      std::move(options));
  if (const auto size = sizeOf(arguments.size)) window.resize(*size);
  if (!arguments.theme.isEmpty()) window.setTheme(arguments.theme);
  if (arguments.screenshot)
    window.dialogs().tell = [](QWidget*, const QString& title, const QString& text) {
      complain(title + QStringLiteral(": ") + text);
    };
  const QString file = !arguments.scenario.isEmpty() ? arguments.scenario
                       : arguments.screenshot        ? QString()
                                                     : arguments.files.value(0);
  const QStringList examples = exampleFiles();
  const auto first = std::ranges::find_if(
      examples, [](const QString& path) { return path.endsWith(QStringLiteral("llama3-70b-p5.json")); });
  // A window without a document, as where no example is installed.
  if (arguments.state == QStringLiteral("empty")) return takeScreenshot(window, arguments);
  const bool recovered = !arguments.screenshot && window.recoverFrom(recoveryFolder());
  const bool opened =
      recovered || (!file.isEmpty() ? window.open(file) : first != examples.end() && window.openExample(*first));
  if (arguments.screenshot) return opened ? takeScreenshot(window, arguments) : 1;
  GuidedExample guide(window);
  window.show();
  if (file.isEmpty() && !recovered) guide.offer();
  return application.exec();
}

int run(int argc, char** argv) {
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  const auto asks = [&](const char* option) {
    return std::ranges::any_of(words, [&](const char* word) { return std::strcmp(word, option) == 0; });
  };
  QCoreApplication::setApplicationName(QStringLiteral("fmplan-gui"));
  QCoreApplication::setOrganizationName(QStringLiteral("fmplan"));
  QCoreApplication::setApplicationVersion(shown(version()));
  QCommandLineParser parser;
  parser.setApplicationDescription(
      QStringLiteral("Plans the training of foundation models at a desk: the answers of fmplan, while you type.\n\n"
                     "Examples:\n"
                     "  fmplan-gui scenario.json\n"
                     "  fmplan-gui --screenshot run run.png --size 1280x800 --theme dark --scenario scenario.json"));
  const QCommandLineOption help = parser.addHelpOption(), version = parser.addVersionOption();
  parser.addOptions(
      {{QStringLiteral("screenshot"), QStringLiteral("Write a picture of PAGE to FILE (.png), and end.")},
       {QStringLiteral("size"), QStringLiteral("Of the window: 1280x800."), QStringLiteral("WxH")},
       {QStringLiteral("theme"), QStringLiteral("light or dark."), QStringLiteral("name")},
       {QStringLiteral("language"), QStringLiteral("en or ja."), QStringLiteral("code")},
       {QStringLiteral("state"), QStringLiteral("Of the picture: empty, computing or answer."), QStringLiteral("name")},
       {QStringLiteral("ask"),
        QStringLiteral("Types into a field of the page: vary 1=cluster.nodes=64,128; may be repeated."),
        QStringLiteral("field=text")},
       {QStringLiteral("scenario"), QStringLiteral("Scenario of the picture."), QStringLiteral("file")},
       {QStringLiteral("catalog"), QStringLiteral("Catalogues to lay over the shipped ones."), QStringLiteral("dir")}});
  parser.addPositionalArgument(QStringLiteral("file"), QStringLiteral("Scenario or programme to open."),
                               QStringLiteral("[FILE]"));
  // These need no screen.
  if (asks("--help") || asks("-h") || asks("--help-all") || asks("--version") || asks("-v")) {
    const QCoreApplication application(argc, argv);
    parser.process(application);
  }
  if (asks("--screenshot")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QStringList given;
  for (const char* word : words) given.append(QString::fromLocal8Bit(word));
  if (!parser.parse(given)) return complain(parser.errorText() + QStringLiteral("; see fmplan-gui --help"));
  const Arguments arguments{.files = parser.positionalArguments(),
                            .screenshot = parser.isSet(QStringLiteral("screenshot")),
                            .size = parser.value(QStringLiteral("size")),
                            .theme = parser.value(QStringLiteral("theme")),
                            .language = parser.value(QStringLiteral("language")),
                            .state = parser.value(QStringLiteral("state")),
                            .scenario = parser.value(QStringLiteral("scenario")),
                            .catalog = parser.value(QStringLiteral("catalog")),
                            .asked = parser.values(QStringLiteral("ask"))};
  if (const QString why = whyWrong(arguments); !why.isEmpty()) return complain(why);
  QApplication application(argc, argv);
  QApplication::setStyle(QStringLiteral("Fusion"));
  QApplication::setDesktopFileName(QStringLiteral("fmplan-gui"));
  return start(application, arguments);
}

}  // namespace
}  // namespace fmplan::gui

int main(int argc, char** argv) {
  try {
    return fmplan::gui::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fmplan-gui: %s\n", error.what());
    return 1;
  }
}
