#pragma once

/// @file
/// A window as tests open it, and what they look at.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <QAnyStringView>
#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "core/answer/document.h"
#include "gui/main_window.h"
#include "gui/model/texts.h"
#include "gui/run_page.h"
#include "gui/table_card.h"
#include "tests/gui/program_path.h"
#include "tests/source_dir.h"

namespace fmplan::gui {

inline constexpr int kPatience = 120'000;  // milliseconds, for a slow machine

/// Settings of a test, and none of somebody's own: what every test begins with.
inline void useSettingsIn(const QTemporaryDir& folder) {
  QVERIFY(folder.isValid());
  QCoreApplication::setOrganizationName(QStringLiteral("fmplan-test"));
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
  QApplication::setStyle(QStringLiteral("Fusion"));
}

inline QString fileIn(const char* path) { return shown((std::filesystem::path(source_dir()) / path).string()); }

inline std::string bytesOf(const QString& path) {
  std::ifstream in(told(path), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write(const QString& path, const std::string& text) { std::ofstream(told(path), std::ios::binary) << text; }

inline std::shared_ptr<const catalog::Catalog> shippedCatalog() {
  static const std::shared_ptr<const catalog::Catalog> kCatalog(
      new catalog::Catalog({std::filesystem::path(source_dir()) / "catalogs"}));
  return kCatalog;
}

/// What the command line prints.
inline std::string printed(const QStringList& arguments) {
  QProcess program;
  program.start(programPath(QStringLiteral(FMPLAN_PROGRAM)), arguments);
  if (!program.waitForFinished(kPatience)) return "it did not end";
  return program.readAllStandardOutput().toStdString();
}

/// As the command line prints it where stdout is no terminal.
inline std::string rendered(const answer::Document& document, answer::Format format = answer::Format::kTable) {
  constexpr int kWidth = 100;  // columns (docs/command_line.md)
  return render(document, format, false, kWidth);
}

/// Pixels whose colour is within a rounding of `color`.
inline int pixelsOf(const QImage& image, const QColor& color) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor at = image.pixelColor(x, y);
      if (std::abs(at.red() - color.red()) + std::abs(at.green() - color.green()) +
              std::abs(at.blue() - color.blue()) <=
          6)
        ++count;
    }
  }
  return count;
}

/// A window on a document, with its answer there.
struct OpenedWindow {
  /// @param page that is looked at; empty: the first that shows such a document
  OpenedWindow(const QString& path, std::vector<std::int64_t> trials, const QString& page)
      : window(shippedCatalog(),
               {.runs = {.trials = trials, .threads = 2}, .programmes = {.trials = trials, .threads = 2}}) {
    window.dialogs().tell = [this](QWidget*, const QString&, const QString& text) { messages.append(text); };
    window.dialogs().confirm = [this](QWidget*, const QString&, const QString& text, const QString&) {
      messages.append(text);
      return agrees;
    };
    window.setTheme(lightTheme().name);
    window.resize(1280, 800);
    window.open(path);
    if (!page.isEmpty()) window.showPage(page);
    window.show();
    settle();
  }

  /// Until nothing is under way: what was typed may be taken by events that are still to come.
  void settle() {
    constexpr int kQuiet = 5;  // rounds of events after which none of them has asked for more
    QElapsedTimer clock;
    clock.start();
    for (int quiet = 0; quiet < kQuiet && clock.elapsed() < kPatience;) {
      QTest::qWait(1);
      quiet = window.busy() ? 0 : quiet + 1;
    }
  }

  std::string text() { return textOf(window.document().file()); }

  QStringList messages;
  bool agrees = false;
  MainWindow window;
};

/// One on a run, to be typed into.
struct Opened : OpenedWindow {
  explicit Opened(const QString& path = fileIn("scenarios/llama3-70b-p5.json"),
                  std::vector<std::int64_t> trials = {200})
      : OpenedWindow(path, std::move(trials), {}), page(window.runPage()) {}

  /// As somebody types: the field is emptied, then filled key by key.
  void type(const std::string& path, const char* text) {
    QLineEdit* editor = page.form().editor(path);
    if (!editor) editor = page.parallelForm().editor(path);
    editor->setFocus();
    editor->selectAll();
    QTest::keyClick(editor, Qt::Key_Delete);
    QTest::keyClicks(editor, QString::fromUtf8(text));
    settle();
  }

  RunPage& page;
};

/// One on a programme, whoever looks agrees to every question.
struct ProgrammeWindow : OpenedWindow {
  ProgrammeWindow(const QString& path, const char* page, std::vector<std::int64_t> trials = {200})
      : OpenedWindow(path, std::move(trials), QString::fromLatin1(page)) {
    agrees = true;
  }
};

/// What a test saw, for whoever wants to look: FMPLAN_GUI_PICTURES names a folder.
inline void keepPicture(const QWidget& widget, QAnyStringView name) {
  const QString folder = qEnvironmentVariable("FMPLAN_GUI_PICTURES");
  if (!folder.isEmpty())
    const_cast<QWidget&>(widget).grab().save(QStringLiteral("%1/%2.png").arg(folder, name.toString()));
}

inline QString cell(const AnswerTable& table, int row, int column) {
  return table.tableModel().data(table.tableModel().index(row, column)).toString();
}

/// Whether a table shows every text of the core's.
inline bool holds(const AnswerTable& view, const answer::Table& table) {
  if (view.tableModel().rowCount() != static_cast<int>(table.rows.size())) return false;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    for (std::size_t column = 0; column < table.rows[row].size(); ++column)
      if (cell(view, static_cast<int>(row), static_cast<int>(column)) != shown(table.rows[row][column])) return false;
  return true;
}

}  // namespace fmplan::gui
