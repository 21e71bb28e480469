#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <QObject>
#include <QUndoStack>

#include "gui/model/autosave.h"
#include "gui/model/kept_answers.h"
#include "gui/model/plan_file.h"

namespace fmplan::gui {

/// The document of a window: every change goes through one stack, so that it can be taken back.  A .fmplan file is
/// written as it is changed; of any other document the changes are kept in a recovery file until it is saved or left.
class PlanDocument : public QObject {
  Q_OBJECT

 public:
  explicit PlanDocument(QObject* parent = nullptr);
  ~PlanDocument() override;

  const PlanFile& file() const { return file_; }
  const nlohmann::json& json() const { return file_.document; }
  /// What a page asks about it, by field; empty: nothing that somebody has typed.
  std::map<std::string, std::string> question(const std::string& page) const;
  /// What was answered about it and its earlier states, the oldest first.
  const std::vector<KeptAnswerPtr>& answers() const { return answers_; }
  /// Keeps an answer, in place of an earlier one to the same question.
  void keep(const KeptAnswerPtr& answer);
  QUndoStack& undoStack() { return undo_; }
  /// Whether there is something that no file of the user's has.
  bool isModified() const;
  bool isReadOnly() const { return file_.locked != document::Locked::kNo; }

  /// The folder of recovery files; none are kept until it is named.
  void setRecoveryFolder(const std::filesystem::path& folder) { recovery_ = folder; }
  /// Another document; what was done to the one before cannot be taken back, unless its file keeps it.
  void load(PlanFile file);
  /// The same with what can be undone in it.  @pre openPlanFile() gave it.
  void load(OpenedFile opened);
  /// What a recovery file holds: a document that is not saved.  @pre its store is there.
  void recover(OpenedFile opened);
  /// Saves as a .fmplan file where the name ends so, else as JSON.  @throws std::runtime_error, and the old file is
  /// still there.
  void save(const std::filesystem::path& path);
  /// Tells of the document and of its file as if both had changed, for who listens from now on.
  void tellAgain();
  /// Waits until what is kept as it is changed is written; false where it cannot be.
  bool flush();
  /// Lets go of the document on purpose: what was not saved is not offered again.
  void leave();

  /// Sets the value at `path` as `--set` does; an empty text leaves it out.  Typing on in one field is one change.
  /// @throws InputError, and nothing changed.
  void setField(const std::string& path, const std::string& text, const QString& what);
  /// Another content, `what` says of what kind; of changes that follow each other with one `place` all are one, of
  /// those without a place none.
  void change(nlohmann::json after, const QString& what, const std::string& place = {});
  /// What a page asks from here on, `place` is the field that was typed into: kept and taken back as changes are, but
  /// the document stays as it is.  Of what may only be looked at it is kept as long as the window.
  void ask(const std::string& page, const std::map<std::string, std::string>& fields, const QString& what,
           const std::string& place);

 Q_SIGNALS:
  void changed();
  /// What pages ask is another: that of another document, or of another step of it.
  void questionsChanged();
  /// Another document, when everybody was told of it.
  void opened();
  /// Another file, or another name of it.
  void fileChanged();
  void modifiedChanged(bool modified);
  /// Somebody tried to change what may only be looked at.
  void refused();
  /// What was changed cannot be written, and why.
  void notKept(const QString& why);

 private:
  class Edit;
  void show(const DocumentStatePtr& state);
  void restore(std::vector<document::Version> versions, std::size_t shown);
  DocumentHistory history() const;
  bool isAt(const std::filesystem::path& path) const;

  PlanFile file_;
  QUndoStack undo_;
  DocumentStatePtr state_;  ///< of the document as it is
  DocumentStatePtr saved_;  ///< of a JSON document: as its file has it; null: no file has it
  std::vector<KeptAnswerPtr> answers_;
  bool restoring_ = false;  ///< the stack is filled, nothing is done
  std::filesystem::path recovery_;
  bool recovers_ = false;  ///< what is kept is no file of the user's
  Autosave autosave_;      ///< last: it asks for the history until it ends
};

}  // namespace fmplan::gui
