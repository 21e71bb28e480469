#include "gui/field_form.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QSignalBlocker>
#include <QStyle>
#include <QVBoxLayout>

#include "gui/model/plan_file.h"
#include "gui/model/spoken.h"
#include "gui/model/texts.h"

namespace fmplan::gui {
namespace {

void setMarked(QWidget* widget, bool marked) {
  if (widget->property("problem").toBool() == marked) return;
  widget->setProperty("problem", marked);
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
}

QString exampleText(const ScenarioField& field) {
  return field.example.isEmpty() ? QString() : FieldForm::tr("e.g. %1").arg(field.example);
}

/// What a path shows; the words of a list or object cannot be edited in a field.
QString textIn(const nlohmann::json& document, const std::string& path) {
  try {
    const auto text = fieldText(document, path);
    return text ? shown(*text) : QString();
  } catch (const nlohmann::json::exception&) {
    return {};  // the path leads through a list or a text
  }
}

/// Whether a text says what the document says already.
bool saysTheSame(const nlohmann::json& document, const std::string& path, const QString& text) {
  try {
    return withField(document, path, told(text)) == document;
  } catch (const InputError&) {
    return false;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

}  // namespace

FieldForm::FieldForm(const std::vector<ScenarioField>& fields, QWidget* parent) : QWidget(parent) {
  auto* layout = new QFormLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setVerticalSpacing(6);
  layout->setHorizontalSpacing(8);
  layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  layout->setLabelAlignment(Qt::AlignLeft);
  for (const ScenarioField& field : fields) addRow(field, *layout);
}

void FieldForm::addRow(const ScenarioField& field, QFormLayout& layout) {
  Row row{.field = field};
  if (field.choices.isEmpty() && field.path != "price.region") {
    row.editor = new QLineEdit;
    row.input = row.editor;
  } else {
    auto* box = new QComboBox;
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->addItems(field.choices);
    box->setCurrentIndex(-1);
    box->setMinimumContentsLength(8);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->completer()->setFilterMode(Qt::MatchContains);
    box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    connect(box, &QComboBox::activated, this,
            [this, box, path = shown(field.path)] { Q_EMIT edited(path, box->currentText().trimmed()); });
    row.editor = box->lineEdit();
    row.input = box;
  }
  row.editor->setPlaceholderText(exampleText(field));
  row.input->setToolTip(field.about);
  row.input->setAccessibleName(field.label);
  row.input->setAccessibleDescription(field.about);
  row.input->setObjectName(shown(field.path));
  connect(row.editor, &QLineEdit::textEdited, this,
          [this, path = shown(field.path)](const QString& text) { Q_EMIT edited(path, text.trimmed()); });
  row.problem = new QLabel;
  row.problem->setProperty("role", QStringLiteral("problem"));
  row.problem->setWordWrap(true);
  row.problem->setTextFormat(Qt::PlainText);
  row.problem->hide();
  auto* label = new QLabel(field.label);
  label->setBuddy(row.input);
  label->setToolTip(field.about);
  label->setMinimumHeight(row.input->sizeHint().height());
  auto* column = new QVBoxLayout;
  column->setSpacing(2);
  column->addWidget(row.input);
  column->addWidget(row.problem);
  layout.addRow(label, column);
  rows_.push_back(row);
}

const FieldForm::Row* FieldForm::row(const std::string& path) const {
  const auto found = std::ranges::find_if(rows_, [&](const Row& one) { return one.field.path == path; });
  return found == rows_.end() ? nullptr : &*found;
}

QLineEdit* FieldForm::editor(const std::string& path) const {
  const Row* found = row(path);
  return found ? found->editor : nullptr;
}

QLabel* FieldForm::problem(const std::string& path) const {
  const Row* found = row(path);
  return found ? found->problem : nullptr;
}

void FieldForm::setDocument(const nlohmann::json& document) {
  for (const Row& one : rows_) {
    const QString text = textIn(document, one.field.path);
    if (one.editor->text() == text ||
        (one.editor->hasFocus() && saysTheSame(document, one.field.path, one.editor->text())))
      continue;
    const QSignalBlocker blocked(one.input);
    one.editor->setText(text);
    one.editor->setCursorPosition(0);
  }
}

void FieldForm::setTexts(const std::map<std::string, std::string>& texts) {
  for (const Row& one : rows_) {
    const auto found = texts.find(one.field.path);
    const QString text = found == texts.end() ? QString() : shown(found->second);
    // Spaces that somebody is typing stay.
    if (one.editor->text().trimmed() == text) continue;
    const QSignalBlocker blocked(one.input);
    one.editor->setText(text);
    one.editor->setCursorPosition(0);
  }
}

std::map<std::string, QString> FieldForm::texts() const {
  std::map<std::string, QString> result;
  for (const Row& one : rows_) result[one.field.path] = one.editor->text();
  return result;
}

void FieldForm::type(const std::map<std::string, QString>& texts) {
  for (const auto& [path, text] : texts) {
    QLineEdit* field = editor(path);
    if (!field || field->text() == text) continue;
    field->setText(text);
    Q_EMIT edited(shown(path), text.trimmed());
  }
}

void FieldForm::setFilledIn(const std::map<std::string, QString>& values) {
  for (const Row& one : rows_) {
    const auto found = values.find(one.field.path);
    one.editor->setPlaceholderText(found != values.end() ? found->second : exampleText(one.field));
  }
}

void FieldForm::setChoices(const std::string& path, const QStringList& choices) {
  const Row* found = row(path);
  auto* box = found ? qobject_cast<QComboBox*>(found->input) : nullptr;
  if (!box) return;
  QStringList present;
  for (int i = 0; i < box->count(); ++i) present.append(box->itemText(i));
  if (present == choices) return;
  const QString text = box->currentText();
  const QSignalBlocker blocked(box);
  box->clear();
  box->addItems(choices);
  box->setCurrentIndex(-1);
  box->setEditText(text);
}

void FieldForm::setOpen(const std::string& path, bool open) {
  if (const Row* found = row(path)) found->input->setEnabled(open || !found->editor->text().isEmpty());
}

void FieldForm::mark(const Row& one, const QString& message) {
  setMarked(one.editor, !message.isEmpty());
  one.problem->setText(message);
  one.problem->setVisible(!message.isEmpty());
  // A screen reader hears the rule at the field itself.
  one.input->setAccessibleDescription(message.isEmpty() ? one.field.about : message);
}

Issues FieldForm::showIssues(const Issues& issues) {
  std::map<std::string, QString> messages;
  Issues others;
  for (const Issue& issue : issues) {
    const std::string pointer = pointerOf(issue);
    const auto found = std::ranges::find_if(rows_, [&](const Row& one) {
      const std::string own = pointerOf(one.field.path);
      return pointer == own || pointer.starts_with(own + "/");
    });
    if (found == rows_.end()) {
      others.push_back(issue);
      continue;
    }
    QString& message = messages[found->field.path];
    message += (message.isEmpty() ? QString() : QStringLiteral("\n")) + spoken(issue.message);
  }
  for (const Row& one : rows_) mark(one, messages[one.field.path]);
  return others;
}

bool FieldForm::focus(const std::string& pointer) {
  for (const Row& one : rows_) {
    if (pointerOf(one.field.path) != pointer) continue;
    one.editor->setFocus(Qt::OtherFocusReason);
    return true;
  }
  return false;
}

}  // namespace fmplan::gui
