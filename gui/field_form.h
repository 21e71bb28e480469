#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QWidget>

#include "core/base/issue.h"
#include "gui/model/scenario_fields.h"

namespace fmplan::gui {

/// Fields of a document, each with its label, and below it what is wrong and what to type.
class FieldForm : public QWidget {
  Q_OBJECT

 public:
  explicit FieldForm(const std::vector<ScenarioField>& fields, QWidget* parent = nullptr);

  /// Shows the document's values.  A field that says the same in other words ("1e3") keeps them.
  void setDocument(const nlohmann::json& document);
  /// Shows texts as somebody typed them; fields without one are empty.
  void setTexts(const std::map<std::string, std::string>& texts);
  /// What a field has that says nothing, by path; greyed in its place.
  void setFilledIn(const std::map<std::string, QString>& values);
  void setChoices(const std::string& path, const QStringList& choices);
  /// What the document says elsewhere cannot be said here; what already stands here stays open to be changed.
  void setOpen(const std::string& path, bool open);
  /// Marks the fields that issues are of; the others are returned.
  Issues showIssues(const Issues& issues);

  /// What stands in the fields, by path.
  std::map<std::string, QString> texts() const;
  /// As if somebody typed what differs.
  void type(const std::map<std::string, QString>& texts);

  QLineEdit* editor(const std::string& path) const;
  QLabel* problem(const std::string& path) const;
  /// Puts the keyboard into the field that a JSON Pointer is of; false if there is none.
  bool focus(const std::string& pointer);

 Q_SIGNALS:
  /// What somebody typed or chose.
  void edited(const QString& path, const QString& text);

 private:
  struct Row {
    ScenarioField field;
    QWidget* input = nullptr;  ///< the editor, or the combination box about it
    QLineEdit* editor = nullptr;
    QLabel* problem = nullptr;
  };
  const Row* row(const std::string& path) const;
  void mark(const Row& row, const QString& message);
  void addRow(const ScenarioField& field, QFormLayout& layout);

  std::vector<Row> rows_;
};

}  // namespace fmplan::gui
