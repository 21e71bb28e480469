// What the window does with files beside opening and saving: exchange as JSON, what was left behind, what may only be
// looked at.

#include <algorithm>
#include <cstddef>
#include <exception>
#include <utility>

#include <QDateTime>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>

#include "gui/main_window.h"
#include "gui/model/place_words.h"
#include "gui/model/texts.h"

namespace fmplan::gui {

QString wordsOf(const InputError& error) {
  constexpr std::size_t kShown = 6;  // chosen: what a person reads before looking into the file
  QStringList lines;
  for (std::size_t i = 0; i < std::min(kShown, error.issues().size()); ++i) {
    const Issue& issue = error.issues()[i];
    // The file is none of a page yet, so that its path is what it is found by.
    const bool is_path = issue.where.starts_with('/');
    lines.append(is_path ? QStringLiteral("%1 (%2)").arg(problemWords(issue), shown(issue.where))
                         : problemWords(issue));
  }
  if (error.issues().size() > kShown) lines.append(QStringLiteral("…"));
  return lines.join(QLatin1Char('\n'));
}

MainWindow::Dialogs::Recovery MainWindow::askRecovery(QWidget* window, const QString& text) {
  QMessageBox box(QMessageBox::Question, MainWindow::tr("Changes were left behind"), text, QMessageBox::NoButton,
                  window);
  const QAbstractButton* open = box.addButton(MainWindow::tr("Open them"), QMessageBox::AcceptRole);
  const QAbstractButton* remove = box.addButton(MainWindow::tr("Delete them"), QMessageBox::DestructiveRole);
  QPushButton* later = box.addButton(MainWindow::tr("Ask again later"), QMessageBox::RejectRole);
  box.setEscapeButton(later);
  box.exec();
  if (box.clickedButton() == open) return Dialogs::Recovery::kOpen;
  return box.clickedButton() == remove ? Dialogs::Recovery::kRemove : Dialogs::Recovery::kLater;
}

void MainWindow::addFileExchange(QMenu& file) {
  const QString json = tr("JSON (*.json)");
  file.addSeparator();
  file.addAction(tr("&Import JSON…"), this, [this, json] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Import a scenario or a programme"), {}, json);
    if (!path.isEmpty() && mayLeave()) importFrom(path);
  });
  file.addAction(tr("&Read another program's file…"), this, [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Read a log, jobs, demand, prices or a model"));
    if (!path.isEmpty()) take(path);
  });
  file.addAction(tr("Export &JSON…"), this, [this, json] {
    const QString path = dialogs_.saveName(this, tr("Export as JSON"), {}, json);
    if (!path.isEmpty()) exportTo(path);
  });
}

bool MainWindow::importFrom(const QString& path) {
  try {
    PlanFile file = readPlanFile(told(path));
    file.source = QFileInfo(path).absoluteFilePath().toStdString();
    file.path.clear();
    document_.load(std::move(file));
  } catch (const InputError& error) {
    dialogs_.tell(this, tr("The file cannot be imported"), wordsOf(error));
    return false;
  }
  return true;
}

bool MainWindow::exportTo(const QString& path) {
  try {
    exportJson(document_.file(), told(path));
  } catch (const std::exception& error) {
    dialogs_.tell(this, tr("The document is not exported"),
                  tr("%1\nWhat was there is as it was. Choose another place.").arg(QString::fromUtf8(error.what())));
    return false;
  }
  statusBar()->showMessage(tr("Exported %1").arg(path), 4000);
  return true;
}

bool MainWindow::recoverFrom(const QString& folder) {
  document_.setRecoveryFolder(told(folder));
  const QFileInfoList files = QDir(folder).entryInfoList({QStringLiteral("*.fmplan")}, QDir::Files, QDir::Time);
  for (const QFileInfo& file : files) {
    try {
      OpenedFile opened = openPlanFile(told(file.absoluteFilePath()));
      if (!opened.store) continue;  // a window is still at work on it
      const QString source = shown(opened.file.source.string());
      const QString text =
          tr("fmplan-gui ended before changes of %1 were saved. They are of %2, and can be undone one by one.")
              .arg(source.isEmpty() ? tr("a new document") : source,
                   QLocale().toString(file.lastModified(), QLocale::ShortFormat));
      const Dialogs::Recovery wish = dialogs_.recover(this, text);
      if (wish == Dialogs::Recovery::kRemove) document::PlanStore::remove(std::move(*opened.store));
      if (wish != Dialogs::Recovery::kOpen) continue;
      document_.recover(std::move(opened));
      return true;
    } catch (const InputError&) {
      // Nothing can be had of it; it stays, for whoever knows better.
    }
  }
  return false;
}

QString MainWindow::documentName() const {
  const PlanFile& file = document_.file();
  if (!file.path.empty()) return QFileInfo(shown(file.path.string())).fileName();
  if (!file.source.empty()) return tr("%1 (not saved)").arg(QFileInfo(shown(file.source.string())).fileName());
  const auto name = fieldText(file.document, "name");
  return name ? tr("%1 (example)").arg(shown(*name)) : tr("New scenario");
}

void MainWindow::tellReadOnly() {
  const QString why = document_.file().locked == document::Locked::kInUse
                          ? tr("This file is open in another window, so it is read-only here.")
                          : tr("This file cannot be written to, so it is read-only.");
  statusBar()->showMessage(why + QLatin1Char(' ') + tr("To change a copy of it: File, Save as."));
}

}  // namespace fmplan::gui
