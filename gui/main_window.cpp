#include "gui/main_window.h"

#include <algorithm>
#include <exception>

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QSettings>
#include <QStatusBar>
#include <QVBoxLayout>

#include "core/base/version.h"
#include "core/catalog/catalog_path.h"
#include "core/picture/gantt_svg.h"
#include "core/text/json_text.h"
#include "gui/compare_page.h"
#include "gui/cost_page.h"
#include "gui/kept_answer_bar.h"
#include "gui/language.h"
#include "gui/model/given_names.h"
#include "gui/model/texts.h"
#include "gui/network_page.h"
#include "gui/programme_page.h"
#include "gui/question_page.h"
#include "gui/report_pdf.h"
#include "gui/run_page.h"
#include "gui/scale_page.h"
#include "gui/schedule_page.h"
#include "gui/sweep_page.h"

namespace fmplan::gui {
namespace {

constexpr int kMostRecent = 8;  // files of the menu, chosen

QString kept(const char* key) { return QString::fromLatin1(key); }

/// Files of this machine that are dragged.
QStringList draggedFiles(const QMimeData& data) {
  QStringList files;
  for (const QUrl& url : data.urls())
    if (url.isLocalFile()) files.append(url.toLocalFile());
  return files;
}

std::filesystem::path pathOf(const QString& path) { return told(path); }

/// Before there are widgets, where that can be: those that are there are all laid out anew.
void wear(const Theme& theme) {
  if (QApplication::palette() != theme.palette()) QApplication::setPalette(theme.palette());
  if (const QString sheet = theme.styleSheet(); qApp->styleSheet() != sheet) qApp->setStyleSheet(sheet);
}

}  // namespace

QStringList exampleFiles() {
  QStringList files;
  try {
    for (const char* kind : {"scenarios", "programmes"}) {
      const QDir folder(shown((catalog::shipped_catalog_dir().parent_path() / kind).string()));
      for (const QFileInfo& file : folder.entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
        files.append(file.absoluteFilePath());
    }
  } catch (const std::exception&) {
    // Without shipped files there are no examples.
  }
  return files;
}

QString missingFonts(const QString& language) {
  const bool japanese = language == kept("ja");
  if (QFontDatabase::families(QFontDatabase::Latin).isEmpty())
    return MainWindow::tr("No font for Latin letters is installed, so texts show as boxes; install fonts-dejavu-core.");
  if (japanese && QFontDatabase::families(QFontDatabase::Japanese).isEmpty())
    return MainWindow::tr("No font for Japanese is installed, so texts show as boxes; install fonts-noto-cjk.");
  return {};
}

QIcon programIcon() {
  QPixmap picture(64, 64);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(lightTheme().strong);
  painter.drawRoundedRect(0, 0, 64, 64, 12, 12);
  painter.setBrush(Qt::white);
  for (const QRect& bar : {QRect(12, 36, 8, 12), QRect(28, 24, 8, 24), QRect(44, 12, 8, 36)}) painter.drawRect(bar);
  return QIcon(picture);
}

MainWindow::~MainWindow() = default;

MainWindow::MainWindow(std::shared_ptr<const catalog::Catalog> catalog, Options options, QWidget* parent)
    : QMainWindow(parent),
      engine_(catalog, std::move(options.runs)),
      programme_engine_(catalog, std::move(options.programmes)) {
  dialogs_.tell = [](QWidget* window, const QString& title, const QString& text) {
    QMessageBox::warning(window, title, text);
  };
  dialogs_.confirm = [](QWidget* window, const QString& title, const QString& text, const QString& yes) {
    QMessageBox box(QMessageBox::Question, title, text, QMessageBox::Cancel, window);
    const QAbstractButton* go = box.addButton(yes, QMessageBox::AcceptRole);
    box.exec();
    return box.clickedButton() == go;
  };
  dialogs_.saveName = [](QWidget* window, const QString& title, const QString& suggested, const QString& filter) {
    return QFileDialog::getSaveFileName(window, title, suggested, filter);
  };
  dialogs_.folderName = [](QWidget* window, const QString& title) {
    return QFileDialog::getExistingDirectory(window, title);
  };
  dialogs_.recover = askRecovery;
  setWindowIcon(programIcon());
  setAcceptDrops(true);
  const QSettings settings;
  const Theme& theme = themeOf(settings.value(kept("theme"), desktopTheme().name).toString());
  wear(theme);
  // Before any page tells what it was answered about the document.
  const auto keep = [this] { keepNames(givenNames(document_.json(), document_.question("compare"))); };
  connect(&document_, &PlanDocument::changed, this, keep);
  connect(&document_, &PlanDocument::questionsChanged, this, keep);
  makePages();
  makeMenus();
  connect(&document_, &PlanDocument::fileChanged, this, &MainWindow::showTitle);
  connect(&document_, &PlanDocument::fileChanged, this, &MainWindow::offerPages);
  connect(&document_, &PlanDocument::changed, this, &MainWindow::askProgramme);
  connect(&programme_engine_, &ProgrammeEngine::answered, this,
          [this](const ProgrammeResultPtr& result) { programme_ = result; });
  connect(&document_, &PlanDocument::modifiedChanged, this, &QWidget::setWindowModified);
  connect(&document_, &PlanDocument::refused, this, &MainWindow::tellReadOnly);
  connect(&document_, &PlanDocument::notKept, this, [this](const QString& why) {
    dialogs_.tell(this, tr("Changes are not kept"),
                  tr("%1\nWhat was written before is as it was. Make room, or choose another place with File, Save as.")
                      .arg(why));
  });
  resize(1280, 800);
  restoreGeometry(settings.value(kept("geometry")).toByteArray());
  setTheme(theme.name);
}

void MainWindow::makePages() {
  auto* content = new QWidget;
  auto* row = new QHBoxLayout(content);
  row->setContentsMargins(8, 8, 0, 0);
  row->setSpacing(0);
  list_ = new QListWidget;
  list_->setObjectName(kept("pages"));
  list_->setAccessibleName(tr("Pages"));
  list_->setFixedWidth(116);
  stack_ = new QStackedWidget;
  row->addWidget(list_);
  auto* column = new QVBoxLayout;
  kept_answer_ = new KeptAnswerBar(document_, engine_, programme_engine_);
  column->addWidget(kept_answer_);
  column->addWidget(stack_, 1);
  row->addLayout(column, 1);
  setCentralWidget(content);
  connect(list_, &QListWidget::currentRowChanged, stack_, &QStackedWidget::setCurrentIndex);
  connect(stack_, &QStackedWidget::currentChanged, this, &MainWindow::pageShown);
  programme_page_ = new ProgrammePage(document_, programme_engine_);
  addPage(programme_page_);
  schedule_page_ = new SchedulePage(document_, programme_engine_);
  addPage(schedule_page_);
  cost_page_ = new CostPage(document_, programme_engine_);
  addPage(cost_page_);
  run_page_ = new RunPage(document_, engine_);
  addPage(run_page_);
  compare_page_ = new ComparePage(document_, engine_);
  addPage(compare_page_);
  sweep_page_ = new SweepPage(document_, engine_);
  addPage(sweep_page_);
  solve_page_ = new SolvePage(document_, engine_);
  addPage(solve_page_);
  scale_page_ = new ScalePage(engine_);
  addPage(scale_page_);
  network_page_ = new NetworkPage(engine_);
  addPage(network_page_);
  for (QuestionPage* page :
       std::initializer_list<QuestionPage*>{compare_page_, sweep_page_, solve_page_, scale_page_, network_page_})
    page->keepIn(document_, engine_);
  list_->setCurrentRow(0);
}

void MainWindow::makeMenus() {
  makeFileMenu();
  makeOtherMenus();
}

void MainWindow::addPage(Page* page) {
  pages_.push_back(page);
  stack_->addWidget(page);
  connect(page, &Page::wished, this, &MainWindow::grant);
  list_->addItem(page->title());
}

void MainWindow::chooseFile() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open a scenario or a programme"), {},
                                                    tr("Scenarios and programmes (*.fmplan *.json)"));
  if (!path.isEmpty() && mayLeave()) open(path);
}

void MainWindow::grant(Page::Wish wish) {
  if (wish == Page::Wish::kOpen) return chooseFile();
  if (wish == Page::Wish::kProject) {
    showPage(programme_page_->key());
    return programme_page_->addProject();
  }
  // The smallest one.
  const QStringList examples = exampleFiles();
  const auto found = std::ranges::find_if(
      examples, [](const QString& path) { return path.endsWith(kept("programmes/two-teams.json")); });
  if (found != examples.end()) leaveForExample(*found);
}

void MainWindow::makeFileMenu() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addAction(tr("&Open…"), QKeySequence::Open, this, &MainWindow::chooseFile);
  recent_ = file->addMenu(tr("Open &recent"));
  connect(recent_, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
  QMenu* examples = file->addMenu(tr("&Examples"));
  for (const QString& path : exampleFiles())
    examples->addAction(QFileInfo(path).completeBaseName(), this, [this, path] { leaveForExample(path); });
  examples->setEnabled(!examples->isEmpty());
  file->addSeparator();
  file->addAction(tr("&Save"), QKeySequence::Save, this, [this] { save(); });
  file->addAction(tr("Save &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), this, [this] { saveAs(); });
  addFileExchange(*file);
  file->addSeparator();
  export_ = file->addMenu(tr("&Export the answer"));
  connect(export_, &QMenu::aboutToShow, this, &MainWindow::fillExports);
  file->addSeparator();
  file->addAction(tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this, &QWidget::close);
}

void MainWindow::makeOtherMenus() {
  QMenu* edit = menuBar()->addMenu(tr("&Edit"));
  QAction* undo = document_.undoStack().createUndoAction(edit, tr("Undo"));
  undo->setShortcut(QKeySequence::Undo);
  QAction* redo = document_.undoStack().createRedoAction(edit, tr("Redo"));
  redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
  edit->addActions({undo, redo});
  qApp->installEventFilter(this);

  QMenu* view = menuBar()->addMenu(tr("&View"));
  for (std::size_t i = 0; i < pages_.size(); ++i)
    view->addAction(pages_[i]->title(), QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(i))),
                    this, [this, i] { list_->setCurrentRow(static_cast<int>(i)); });
  view->addSeparator();
  auto* themes = new QActionGroup(view);
  for (const auto& [name, text] :
       {std::pair(lightTheme().name, tr("&Light")), std::pair(darkTheme().name, tr("&Dark"))}) {
    QAction* action = view->addAction(text, this, [this, name = name] { setTheme(name); });
    action->setCheckable(true);
    action->setData(name);
    themes->addAction(action);
  }
  themes->setObjectName(kept("themes"));
  addLanguages(*view);

  QMenu* help = menuBar()->addMenu(tr("&Help"));
  help->addAction(tr("&Guided example"), this, &MainWindow::guideAsked);
  help->addAction(tr("&About fmplan"), this, &MainWindow::about);
}

void MainWindow::about() {
  QMessageBox::about(
      this, tr("About fmplan"),
      tr("<h3>fmplan %1</h3>"
         "<p>Plans the training of foundation models: nodes, days, money, energy and risk.</p>"
         "<p>Catalogues of %2, Qt %3.</p>"
         "<p>This desktop program is distributed under the <b>GNU General Public License, version 3</b> "
         "(gnu.org/licenses/gpl-3.0), since it links QCustomPlot, © Emanuel Eichhammer, GPL-3 or later. "
         "It comes without any warranty. fmplan's own source is under Apache-2.0; Qt is under LGPL-3.</p>")
          .arg(shown(version()), shown(engine_.catalog().version()), QString::fromLatin1(qVersion())));
}

void MainWindow::setTheme(const QString& name) {
  const Theme& theme = themeOf(name);
  wear(theme);
  for (Page* page : pages_) page->setTheme(theme);
  if (import_) import_->setTheme(theme);
  if (const auto* themes = findChild<QActionGroup*>(kept("themes")))
    for (QAction* action : themes->actions()) action->setChecked(action->data().toString() == theme.name);
  QSettings().setValue(kept("theme"), theme.name);
}

bool MainWindow::showPage(const QString& key) {
  const auto found = std::ranges::find_if(pages_, [&](const Page* page) { return page->key() == key; });
  if (found == pages_.end()) return false;
  list_->setCurrentRow(static_cast<int>(found - pages_.begin()));
  return true;
}

QStringList MainWindow::pageKeys() const {
  QStringList keys;
  for (const Page* page : pages_) keys.append(page->key());
  return keys;
}

bool MainWindow::busy() const {
  return writing_.busy() || (import_ && import_->busy()) || kept_answer_->busy() || programme_engine_.busy() ||
         std::ranges::any_of(pages_, [](const Page* page) { return page->busy(); });
}

bool MainWindow::pageBusy() const {
  const int current = list_->currentRow();
  return current >= 0 && pages_[static_cast<std::size_t>(current)]->busy();
}

bool MainWindow::type(const QString& field, const QString& text) {
  const auto* page = qobject_cast<QuestionPage*>(stack_->currentWidget());
  if (!page || !page->form().editor(told(field))) return false;
  page->form().type({{told(field), text}});
  return true;
}

bool MainWindow::showsRun() const { return !qobject_cast<QuestionPage*>(stack_->currentWidget()); }

void MainWindow::offerPages() {
  const PlanFile::Kind kind = document_.file().kind;
  int first = -1;
  for (int i = 0; i < list_->count(); ++i) {
    const bool shows = pages_[static_cast<std::size_t>(i)]->shows(kind);
    QListWidgetItem* item = list_->item(i);
    item->setFlags(shows ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags);
    item->setToolTip(shows                                ? QString()
                     : kind == PlanFile::Kind::kProgramme ? tr("Of one run; this document is a programme")
                                                          : tr("Of a programme; this document is one run"));
    if (shows && first < 0) first = i;
  }
  const int current = list_->currentRow();
  if (current < 0 || !pages_[static_cast<std::size_t>(current)]->shows(kind)) list_->setCurrentRow(first);
}

void MainWindow::askProgramme() {
  programme_ = nullptr;
  if (document_.file().kind == PlanFile::Kind::kProgramme)
    programme_engine_.ask({document_.json(), document_.file().folder()});
  else
    programme_engine_.cancel();
}

bool MainWindow::open(const QString& path) {
  try {
    document_.load(openPlanFile(pathOf(path)));
  } catch (const InputError& error) {
    dialogs_.tell(this, tr("The file cannot be opened"), wordsOf(error));
    return false;
  }
  remember(path);
  if (document_.isReadOnly()) tellReadOnly();
  return true;
}

bool MainWindow::openExample(const QString& path) {
  try {
    PlanFile file = readPlanFile(pathOf(path));
    file.path.clear();
    document_.load(std::move(file));
  } catch (const InputError& error) {
    dialogs_.tell(this, tr("The example cannot be opened"), wordsOf(error));
    return false;
  }
  return true;
}

bool MainWindow::leaveForExample(const QString& path) { return mayLeave() && openExample(path); }

bool MainWindow::saveTo(const QString& path) {
  const bool same = pathOf(path) == document_.file().path;
  if (same && changedOnDisk(document_.file()) &&
      !dialogs_.confirm(this, tr("The file has changed"),
                        tr("%1 was written by another program since it was opened. Overwrite what it wrote?").arg(path),
                        tr("Overwrite")))
    return false;
  try {
    document_.save(pathOf(path));
  } catch (const std::exception& error) {
    dialogs_.tell(this, tr("The file is not saved"),
                  tr("%1\nWhat was there is as it was. Choose another place with File, Save as.")
                      .arg(QString::fromUtf8(error.what())));
    return false;
  }
  remember(path);
  statusBar()->showMessage(tr("Saved %1").arg(path), 4000);
  return true;
}

bool MainWindow::save() {
  const std::filesystem::path& path = document_.file().path;
  return path.empty() || document_.isReadOnly() ? saveAs() : saveTo(shown(path.string()));
}

bool MainWindow::saveAs() {
  const QString path = QFileDialog::getSaveFileName(this, tr("Save"), shown(document_.file().path.string()),
                                                    tr("With its versions (*.fmplan);;JSON (*.json)"));
  return !path.isEmpty() && saveTo(path);
}

bool MainWindow::mayLeave() {
  document_.flush();
  if (!document_.isModified()) return true;
  return dialogs_.confirm(this, tr("Not saved"), tr("Changes of %1 are not saved. Give them up?").arg(windowTitle()),
                          tr("Give up"));
}

QStringList MainWindow::recentFiles() const { return QSettings().value(kept("recent")).toStringList(); }

void MainWindow::remember(const QString& path) {
  QStringList files = recentFiles();
  const QString whole = QFileInfo(path).absoluteFilePath();
  files.removeAll(whole);
  files.prepend(whole);
  QSettings().setValue(kept("recent"), QStringList(files.mid(0, kMostRecent)));
}

void MainWindow::fillRecent() {
  recent_->clear();
  for (const QString& path : recentFiles())
    recent_->addAction(path, this, [this, path] {
      if (mayLeave()) open(path);
    });
  if (recent_->isEmpty()) recent_->addAction(tr("None yet"))->setEnabled(false);
}

std::vector<AnswerFile> MainWindow::exports() const {
  std::vector<AnswerFile> files;
  QString title;
  answer::Document document;
  std::vector<std::string> pictures;
  if (document_.file().kind == PlanFile::Kind::kProgramme) {
    if (!programme_) return {};
    files = filesOf(programme_, engine_.catalog());
    document = programme_->document;
    pictures = {gantt_svg(programme_->gantt)};
  } else {
    const PlanAnswerPtr answer = run_page_->answer();
    if (!answer || run_page_->isStale() || !answer->whole) return {};
    files = filesOf(answer);
    document = answer->document;
  }
  title = shown(document.headline);
  files.insert(files.begin(), {tr("Report"), kept(".pdf"), [title, document, pictures](QStringList&) {
                                 return reportPdf(title, document, pictures).toStdString();
                               }});
  return files;
}

void MainWindow::fillExports() {
  export_->clear();
  for (const AnswerFile& file : exports())
    export_->addAction(tr("%1 (%2)…").arg(file.title, file.ending), this, [this, file] { exportAs(file); });
  if (export_->isEmpty()) export_->addAction(tr("No answer yet"))->setEnabled(false);
}

void MainWindow::exportAs(const AnswerFile& file) {
  const QString name = QFileInfo(shown(document_.file().path.string())).completeBaseName();
  const QString path = dialogs_.saveName(this, tr("Export the answer"),
                                         (name.isEmpty() ? tr("plan") : name) + file.ending, kept("*") + file.ending);
  if (path.isEmpty()) return;
  statusBar()->showMessage(tr("Writing %1").arg(path));
  writing_.ask([this, file, path](EngineJob&) -> std::function<void()> {
    QStringList warnings;
    const Issues issues = issuesOf([&] { text::write_text_file(told(path), file.make(warnings)); });
    return [this, path, warnings, issues] {
      if (!issues.empty()) {
        statusBar()->clearMessage();
        return dialogs_.tell(this, tr("The answer is not exported"), wordsOf(InputError(issues)));
      }
      statusBar()->showMessage(tr("Exported %1").arg(path), 4000);
      if (!warnings.isEmpty()) dialogs_.tell(this, tr("To know of %1").arg(path), warnings.join(QLatin1Char('\n')));
    };
  });
}

void MainWindow::showTitle() {
  const QString name = documentName();
  setWindowTitle(QStringLiteral("%1[*] – fmplan").arg(document_.isReadOnly() ? tr("%1 (read-only)").arg(name) : name));
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) return QMainWindow::eventFilter(watched, event);
  const auto* field = qobject_cast<const QLineEdit*>(watched);
  const auto* keys = static_cast<const QKeyEvent*>(event);
  const bool undoes = keys->matches(QKeySequence::Undo), redoes = keys->matches(QKeySequence::Redo);
  const bool left = field && ((undoes && !field->isUndoAvailable()) || (redoes && !field->isRedoAvailable()));
  if (!left) return QMainWindow::eventFilter(watched, event);
  event->ignore();
  return true;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!mayLeave()) return event->ignore();
  document_.leave();
  QSettings().setValue(kept("geometry"), saveGeometry());
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!draggedFiles(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QStringList files = draggedFiles(*event->mimeData());
  if (files.isEmpty()) return;
  event->acceptProposedAction();
  takeAll(files);
}

}  // namespace fmplan::gui
