#include "gui/import_dialog.h"

#include <memory>
#include <utility>

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "gui/model/spoken.h"
#include "gui/model/texts.h"
#include "gui/page.h"
#include "gui/scrolled.h"
#include "gui/table_card.h"

namespace fmplan::gui {

ImportDialog::ImportDialog(const imports::ImportKind& kind, std::filesystem::path file, const catalog::Catalog& catalog,
                           const Theme& theme, QWidget* parent)
    : QDialog(parent), kind_(kind), file_(std::move(file)), catalog_(catalog) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(QStringLiteral("%1 – fmplan import %2").arg(shown(file_.filename().string()), shown(kind.name)));
  form_ = new FieldForm(importFields(kind, catalog));
  form_->setFilledIn(importHelp(kind));
  auto* card = new Card(tr("What the file does not say"));
  card->addWidget(form_);
  view_ = new AnswerView;
  view_->setTheme(theme);
  words_ = new QLabel(spoken(kind.description));
  words_->setWordWrap(true);
  words_->setTextFormat(Qt::PlainText);
  auto* question = new QWidget;
  auto* left = new QVBoxLayout(question);
  left->setContentsMargins(0, 0, 0, 0);
  left->addWidget(card);
  left->addStretch(1);
  auto* area = scrolled(question);
  area->setFixedWidth(kQuestionWidth + 40);
  auto* halves = new QHBoxLayout;
  halves->addWidget(area);
  halves->addWidget(view_, 1);
  buttons_ = new QWidget;
  auto* row = new QHBoxLayout(buttons_);
  row->setContentsMargins(0, 0, 0, 0);
  row->addStretch(1);
  auto* close = new QPushButton(tr("Close"));
  connect(close, &QPushButton::clicked, this, &QDialog::close);
  row->addWidget(close);
  auto* column = new QVBoxLayout(this);
  column->addWidget(words_);
  column->addLayout(halves, 1);
  column->addWidget(buttons_);
  resize(1080, 680);
  connect(form_, &FieldForm::edited, this, [this](const QString& path, const QString& text) {
    options_[told(path)] = told(text);
    read();
  });
  read();
}

QPushButton& ImportDialog::addAct(const QString& text, const QString& tip, Act act) {
  auto* button = new QPushButton(text);
  button->setToolTip(tip);
  button->setAccessibleDescription(tip);
  button->setEnabled(read_);
  button->setProperty("act", true);
  // Close is the last.
  auto* row = qobject_cast<QHBoxLayout*>(buttons_->layout());
  row->insertWidget(row->count() - 1, button);
  connect(button, &QPushButton::clicked, this, [this, act = std::move(act)] { act(view_->document()); });
  return *button;
}

void ImportDialog::say(const QString& words) { words_->setText(words); }

void ImportDialog::read() {
  task_.ask([this, &kind = kind_, file = file_, options = options_, &catalog = catalog_](EngineJob&) {
    return [this, answer = std::make_shared<ToldAnswer>(imported(kind, file, options, catalog))] {
      show(std::move(*answer));
    };
  });
}

void ImportDialog::show(ToldAnswer answer) {
  const Issues others = form_->showIssues(answer.issues);
  read_ = answer.issues.empty();
  if (read_)
    view_->show(answer.title, std::move(answer.document));
  else
    view_->showProblems(others);
  for (QPushButton* button : buttons_->findChildren<QPushButton*>())
    if (button->property("act").toBool()) button->setEnabled(read_);
}

void ImportDialog::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::LanguageChange) close();
}

}  // namespace fmplan::gui
