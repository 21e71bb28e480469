#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <QListWidget>
#include <QMainWindow>
#include <QMenu>
#include <QPointer>
#include <QStackedWidget>

#include "core/base/issue.h"
#include "core/imports/import_kind.h"
#include "gui/import_dialog.h"
#include "gui/model/answer_engine.h"
#include "gui/model/answer_files.h"
#include "gui/model/latest_task.h"
#include "gui/model/programme_engine.h"
#include "gui/page.h"
#include "gui/plan_document.h"

namespace fmplan::gui {

class ComparePage;
class KeptAnswerBar;
class CostPage;
class NetworkPage;
class ProgrammePage;
class RunPage;
class ScalePage;
class SchedulePage;
class SolvePage;
class SweepPage;

/// The window: pages at the left, one document, everything that is done to it in one stack.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// How people are spoken to; tests answer in their place.
  struct Dialogs {
    std::function<void(QWidget*, const QString& title, const QString& text)> tell;
    /// Whether to go on.
    std::function<bool(QWidget*, const QString& title, const QString& text, const QString& yes)> confirm;
    /// Where to write; empty: nowhere.
    std::function<QString(QWidget*, const QString& title, const QString& suggested, const QString& filter)> saveName;
    /// A folder to write into; empty: nowhere.
    std::function<QString(QWidget*, const QString& title)> folderName;
    /// What to do with changes that were left behind.
    enum class Recovery { kOpen, kRemove, kLater };
    std::function<Recovery(QWidget*, const QString& text)> recover;
  };

  /// As few trials as tests want to wait for.
  struct Options {
    AnswerEngine::Options runs{};
    ProgrammeEngine::Options programmes{};
  };

  explicit MainWindow(std::shared_ptr<const catalog::Catalog> catalog) : MainWindow(std::move(catalog), Options()) {}
  MainWindow(std::shared_ptr<const catalog::Catalog> catalog, Options options, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Opens a scenario or a programme; where that fails, says why and what to do, and leaves everything as it was.
  bool open(const QString& path);
  /// A file that came by drop, told by its bytes: a document is opened; what another program wrote is shown as
  /// `fmplan import` reads it, a model's config.json becomes the scenario's model besides.
  bool take(const QString& path);
  /// Several such files: the first document and the first of another program's are taken; which are left, and what to
  /// do with them, is told.
  void takeAll(const QStringList& paths);
  /// Begins with a bundled scenario, which saving then asks a name for.
  bool openExample(const QString& path);
  /// The same after asking whether the document may be left.
  bool leaveForExample(const QString& path);
  /// Saves as a .fmplan file or as JSON, by the name's ending.
  bool saveTo(const QString& path);
  /// What the latest answer can be written as; none: there is no answer of the document as it is.
  std::vector<AnswerFile> exports() const;
  /// Asks for a name, and writes it away from this thread.
  void exportAs(const AnswerFile& file);
  /// Begins a document with the bytes of a JSON file, which stays as it is.
  bool importFrom(const QString& path);
  /// Writes the document's bytes as JSON; where it is kept stays as it is.
  bool exportTo(const QString& path);
  /// Keeps changes that are not saved in this folder, and offers what is left behind there: true where somebody took
  /// it.
  bool recoverFrom(const QString& folder);

  void setTheme(const QString& name);
  /// Speaks a language from now on, and remembers it.
  void setLanguage(const QString& code);
  /// False where there is no such page.
  bool showPage(const QString& key);
  QStringList pageKeys() const;

  PlanDocument& document() { return document_; }
  AnswerEngine& engine() { return engine_; }
  ProgrammeEngine& programmeEngine() { return programme_engine_; }
  ProgrammePage& programmePage() { return *programme_page_; }
  RunPage& runPage() { return *run_page_; }
  ComparePage& comparePage() { return *compare_page_; }
  ScalePage& scalePage() { return *scale_page_; }
  SchedulePage& schedulePage() { return *schedule_page_; }
  CostPage& costPage() { return *cost_page_; }
  SweepPage& sweepPage() { return *sweep_page_; }
  SolvePage& solvePage() { return *solve_page_; }
  NetworkPage& networkPage() { return *network_page_; }
  /// Of the document as it is; null: it has changed since, or is no programme.
  ProgrammeResultPtr programmeAnswer() const { return programme_; }
  /// Whether a page still waits for a part of its answer.
  bool busy() const;
  /// Types into a field of the page that is shown; false where it has no question with such a field.
  bool type(const QString& field, const QString& text);
  /// Whether the page that is shown does.
  bool pageBusy() const;
  /// Whether that page shows what the engines of the window simulate, not a question of its own.
  bool showsRun() const;
  KeptAnswerBar& keptAnswer() { return *kept_answer_; }
  /// One of others' files that is looked at; null: none.
  ImportDialog* importDialog() const { return import_; }
  Dialogs& dialogs() { return dialogs_; }
  QStringList recentFiles() const;

 Q_SIGNALS:
  /// Another page is looked at.
  void pageShown();
  /// Somebody wants to be led through the first example.
  void guideAsked();

 protected:
  /// Another language: everything that is written is made anew, about the same document and its answers.
  void changeEvent(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  /// A field that has nothing to undo or redo of its own leaves the keys to the document.
  bool eventFilter(QObject* watched, QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void makePages();
  void makeMenus();
  void addPage(Page* page);
  void speakAnew();
  void addLanguages(QMenu& view);
  void makeFileMenu();
  void makeOtherMenus();
  void fillRecent();
  void fillExports();
  void remember(const QString& path);
  void showTitle();
  bool save();
  bool saveAs();
  /// Whether the document may be left: saved, or given up.
  bool mayLeave();
  void addFileExchange(QMenu& file);
  void chooseFile();
  /// Does what a page asks for that has nothing to show.
  void grant(Page::Wish wish);
  bool takeImport(const imports::ImportKind& kind, const std::filesystem::path& file);
  void addImportActs(ImportDialog& dialog, const std::filesystem::path& file, bool scenario);
  void openProgramme(const answer::Document& answer, const std::filesystem::path& file);
  bool writeImport(const answer::Document& answer, const QString& path);
  void writeItems(const answer::Document& answer, const QString& folder);
  QString documentName() const;
  void tellReadOnly();
  /// Asks in a dialog.
  static Dialogs::Recovery askRecovery(QWidget* window, const QString& text);
  /// Pages that say nothing of the document are greyed, and left.
  void offerPages();
  void askProgramme();
  void about();

  PlanDocument document_;
  AnswerEngine engine_;
  ProgrammeEngine programme_engine_;
  Dialogs dialogs_;
  bool speaks_anew_ = false;  ///< soon: a language has changed
  QListWidget* list_ = nullptr;
  QStackedWidget* stack_ = nullptr;
  std::vector<Page*> pages_;
  ProgrammePage* programme_page_ = nullptr;
  RunPage* run_page_ = nullptr;
  KeptAnswerBar* kept_answer_ = nullptr;
  ComparePage* compare_page_ = nullptr;
  ScalePage* scale_page_ = nullptr;
  SchedulePage* schedule_page_ = nullptr;
  CostPage* cost_page_ = nullptr;
  SweepPage* sweep_page_ = nullptr;
  SolvePage* solve_page_ = nullptr;
  NetworkPage* network_page_ = nullptr;
  ProgrammeResultPtr programme_;  ///< of the document as it is; null: it has changed since
  QPointer<ImportDialog> import_;
  QMenu *recent_ = nullptr, *export_ = nullptr;
  LatestTask writing_;  ///< last: it waits for what is being written
};

/// What went wrong, place and rule; of many problems the first ones.
QString wordsOf(const InputError& error);

/// Bundled scenarios and programmes, by path.
QStringList exampleFiles();

/// Families that a language needs and that are missing, in words with what to install; empty: none.
QString missingFonts(const QString& language);

/// The program's icon, drawn.
QIcon programIcon();

}  // namespace fmplan::gui
