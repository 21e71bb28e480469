#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include <QDialog>
#include <QLabel>
#include <QPushButton>

#include "gui/answer_view.h"
#include "gui/field_form.h"
#include "gui/model/import_answer.h"
#include "gui/model/latest_task.h"

namespace fmplan::gui {

/// One of others' files as `fmplan import` reads it, with the options that say what it leaves open, and buttons for
/// what it may become.
class ImportDialog : public QDialog {
  Q_OBJECT

 public:
  /// What a button does with the answer that is shown.
  using Act = std::function<void(const answer::Document& answer)>;

  /// The catalogue outlives the dialog, which ends with its parent.
  ImportDialog(const imports::ImportKind& kind, std::filesystem::path file, const catalog::Catalog& catalog,
               const Theme& theme, QWidget* parent);

  /// A button for what the answer may become; open once there is one.
  QPushButton& addAct(const QString& text, const QString& tip, Act act);
  /// A line above the answer.
  void say(const QString& words);
  void setTheme(const Theme& theme) { view_->setTheme(theme); }

  const imports::ImportKind& kind() const { return kind_; }
  FieldForm& form() const { return *form_; }
  const AnswerView& view() const { return *view_; }
  /// Whether the file was read, with nothing missing.
  bool isRead() const { return read_; }
  bool busy() const { return task_.busy() || view_->busy(); }

 protected:
  /// What is written here is in the language of before.
  void changeEvent(QEvent* event) override;

 private:
  void read();
  void show(ToldAnswer answer);

  const imports::ImportKind& kind_;
  std::filesystem::path file_;
  const catalog::Catalog& catalog_;
  std::map<std::string, std::string> options_;  ///< by name, as typed
  bool read_ = false;
  QLabel* words_;
  FieldForm* form_;
  AnswerView* view_;
  QWidget* buttons_;
  LatestTask task_;  ///< last: it waits for what still runs
};

}  // namespace fmplan::gui
