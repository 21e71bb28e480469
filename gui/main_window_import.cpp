// What the window does with files that are dropped onto it: documents, and what other programs wrote.

#include <exception>
#include <utility>

#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>
#include <QStatusBar>

#include "gui/main_window.h"
#include "gui/model/import_answer.h"
#include "gui/model/texts.h"

namespace fmplan::gui {

bool MainWindow::take(const QString& path) {
  const std::filesystem::path file = told(QFileInfo(path).absoluteFilePath());
  if (const imports::ImportKind* kind = importKindOf(file)) return takeImport(*kind, file);
  if (mayBeDocument(file)) return mayLeave() && open(path);
  dialogs_.tell(
      this, tr("The file cannot be taken"),
      tr("%1 is none of the files that fmplan reads. What can be dropped: a scenario or a programme (.fmplan, "
         ".json), a model's config.json, a log of nccl-tests, Megatron-LM, torchtitan or NeMo, jobs in the "
         "Standard Workload Format or as sacct -P prints them, a table of demand (CSV with organisation, "
         "project, nodes, days), SkyPilot's vms.csv.")
          .arg(path));
  return false;
}

void MainWindow::takeAll(const QStringList& paths) {
  if (paths.size() == 1) return void(take(paths.front()));
  // A document first: what another program wrote may become a part of it.
  QStringList documents, others;
  for (const QString& path : paths)
    (importKindOf(told(QFileInfo(path).absoluteFilePath())) ? others : documents).append(path);
  QStringList taken, left;
  for (const QStringList& files : {documents, others}) {
    bool done = false;
    for (const QString& file : files) {
      if (done) {
        left.append(file);
        continue;
      }
      // One that is refused has said why; whoever keeps the document that is open is not asked for each.
      const bool took = take(file);
      if (took) taken.append(file);
      done = took || mayBeDocument(told(file));
    }
  }
  if (left.isEmpty()) return;
  const auto names = [](const QStringList& files) {
    QStringList result;
    for (const QString& file : files) result.append(QFileInfo(file).fileName());
    return result.join(QStringLiteral(", "));
  };
  dialogs_.tell(
      this, tr("Not all files were taken"),
      tr("A window shows one document and one of another program's files. Taken: %1. Left: %2. Drop those one "
         "by one, or open each document in a window of its own: fmplan-gui FILE.")
          .arg(taken.isEmpty() ? tr("none") : names(taken), names(left)));
}

bool MainWindow::takeImport(const imports::ImportKind& kind, const std::filesystem::path& file) {
  const bool scenario = document_.file().kind == PlanFile::Kind::kScenario && !document_.json().empty();
  if (import_) import_->close();
  import_ = new ImportDialog(kind, file, engine_.catalog(),
                             themeOf(QSettings().value(QStringLiteral("theme")).toString()), this);
  if (isModel(kind) && scenario) {
    try {
      document_.setField("model", file.string(), tr("Model from a config.json"));
      import_->say(tr("It is the model of the document now; Undo gives back the one before."));
    } catch (const InputError& error) {
      dialogs_.tell(this, tr("The model cannot be taken"), wordsOf(error));
    }
  }
  addImportActs(*import_, file, scenario);
  import_->QWidget::show();
  return true;
}

void MainWindow::addImportActs(ImportDialog& dialog, const std::filesystem::path& file, bool scenario) {
  const QString stem = shown(file.stem().string());
  if (isProgramme(dialog.kind()))
    dialog.addAct(tr("Open as a programme"), tr("Begins a new document, which is saved where you say"),
                  [this, file](const answer::Document& answer) { openProgramme(answer, file); });
  if (isMeasuredSteps(dialog.kind()) && scenario)
    dialog.addAct(
        tr("Anchor the document…"),
        tr("Writes the rows to a file, and names it as the document's anchor: a document holds no rows itself"),
        [this, stem](const answer::Document& answer) {
          const QString path = dialogs_.saveName(this, tr("Rows of the anchor"), stem + QStringLiteral(".csv"),
                                                 QStringLiteral("CSV (*.csv)"));
          if (!path.isEmpty() && writeImport(answer, path))
            document_.setField("training.anchor", told(QFileInfo(path).absoluteFilePath()), tr("Anchor from a log"));
        });
  if (isPrices(dialog.kind()))
    dialog.addAct(tr("Save the items…"), tr("Into a folder that --catalog takes; they are no part of the document"),
                  [this](const answer::Document& answer) {
                    const QString folder = dialogs_.folderName(this, tr("Folder of the items"));
                    if (!folder.isEmpty()) writeItems(answer, folder);
                  });
  dialog.addAct(
      tr("Save what was read…"), tr("As CSV, JSON, Markdown, a page for a browser or text, by the name's ending"),
      [this, stem](const answer::Document& answer) {
        const QString path =
            dialogs_.saveName(this, tr("Save what was read"), stem + QStringLiteral(".json"),
                              QStringLiteral("JSON (*.json);;CSV (*.csv);;Markdown (*.md);;HTML (*.html);;*.txt"));
        if (!path.isEmpty()) writeImport(answer, path);
      });
}

void MainWindow::openProgramme(const answer::Document& answer, const std::filesystem::path& file) {
  if (!mayLeave()) return;
  try {
    document_.load(programmeOf(answer, file));
  } catch (const InputError& error) {
    return dialogs_.tell(this, tr("The file cannot be opened"), wordsOf(error));
  }
  if (import_) import_->close();
}

bool MainWindow::writeImport(const answer::Document& answer, const QString& path) {
  try {
    writeAnswer(answer, told(path));
  } catch (const InputError& error) {
    dialogs_.tell(this, tr("The file is not saved"), wordsOf(error));
    return false;
  } catch (const std::exception& error) {
    dialogs_.tell(this, tr("The file is not saved"), QString::fromUtf8(error.what()));
    return false;
  }
  statusBar()->showMessage(tr("Saved %1").arg(path), 4000);
  return true;
}

void MainWindow::writeItems(const answer::Document& answer, const QString& folder) {
  try {
    writePriceItems(answer, told(folder));
  } catch (const InputError& error) {
    return dialogs_.tell(this, tr("The items are not saved"), wordsOf(error));
  } catch (const std::exception& error) {
    return dialogs_.tell(this, tr("The items are not saved"), QString::fromUtf8(error.what()));
  }
  statusBar()->showMessage(tr("Saved in %1; to plan with them: --catalog %1").arg(folder), 4000);
}

}  // namespace fmplan::gui
