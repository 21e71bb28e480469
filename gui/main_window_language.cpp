// The window in another language: what is written is made anew, about the same document, engines and answers.

#include <QActionGroup>
#include <QEvent>
#include <QMenuBar>
#include <QSettings>
#include <QSignalBlocker>
#include <QStatusBar>
#include <QTimer>

#include "gui/language.h"
#include "gui/main_window.h"
#include "gui/window_state.h"

namespace fmplan::gui {

void MainWindow::addLanguages(QMenu& view) {
  view.addSeparator();
  // In both languages, so that who reads one of them finds it.
  QMenu* menu = view.addMenu(tr("&Language / 言語"));
  auto* group = new QActionGroup(menu);
  for (const Language& language : languages()) {
    QAction* action = menu->addAction(language.name, this, [this, code = language.code] { setLanguage(code); });
    action->setCheckable(true);
    action->setChecked(language.code == spokenLanguage());
    group->addAction(action);
  }
}

void MainWindow::setLanguage(const QString& code) {
  QSettings().setValue(QStringLiteral("language"), code);
  if (code != spokenLanguage()) speak(code);
}

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() != QEvent::LanguageChange || speaks_anew_) return;
  speaks_anew_ = true;
  // What is under way, as the choice in a menu that goes, ends before.
  QTimer::singleShot(0, this, &MainWindow::speakAnew);
}

void MainWindow::speakAnew() {
  speaks_anew_ = false;
  setUpdatesEnabled(false);
  QSignalBlocker amidChange(this);  // whoever asks which page is shown would meet half of them
  const WindowState state(*centralWidget());
  const int page = list_->currentRow();
  const ProgrammeResultPtr programme = programme_;
  delete takeCentralWidget();
  pages_.clear();
  setMenuBar(new QMenuBar);
  statusBar()->clearMessage();
  makePages();
  makeMenus();
  setTheme(QSettings().value(QStringLiteral("theme")).toString());
  // Pages are told of the document and of the answers that there are; what is being answered goes on.
  engine_.hold(true);
  programme_engine_.hold(true);
  document_.tellAgain();
  engine_.hold(false);
  programme_engine_.hold(false);
  if (document_.file().kind == PlanFile::Kind::kProgramme)
    programme_engine_.tellAgain();
  else
    engine_.tellAgain();
  programme_ = programme;
  list_->setCurrentRow(page);
  state.restore(*centralWidget());
  setUpdatesEnabled(true);
  amidChange.unblock();
  Q_EMIT pageShown();
  list_->setFocus();
}

}  // namespace fmplan::gui
