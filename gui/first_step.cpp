#include "gui/first_step.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "core/programme/sheet.h"
#include "gui/table_card.h"

namespace fmplan::gui {

FirstStep::FirstStep(PlanDocument& document, Page& page, QWidget& instead, QWidget* parent)
    : QWidget(parent), document_(document), instead_(instead) {
  auto* card = new Card(tr("What to do first"));
  words_ = new QLabel;
  words_->setWordWrap(true);
  words_->setTextFormat(Qt::PlainText);
  card->addWidget(words_);
  auto* row = new QHBoxLayout;
  const auto button = [&](const QString& text, const QString& tip, Page::Wish wish) {
    auto* made = new QPushButton(text);
    made->setToolTip(tip);
    row->addWidget(made);
    connect(made, &QPushButton::clicked, &page, [&page, wish] { Q_EMIT page.wished(wish); });
    return made;
  };
  open_ = button(tr("Open a programme…"), tr("A .fmplan or .json file, as File, Open"), Page::Wish::kOpen);
  example_ = button(tr("Begin with an example"),
                    tr("Two teams on one pool; all of it can be changed, and saved as your own"), Page::Wish::kExample);
  project_ = button(tr("Add a project"), tr("A row of the table of projects, to be filled in"), Page::Wish::kProject);
  row->addStretch(1);
  card->body()->addLayout(row);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(card);
  column->addStretch(1);
  connect(&document_, &PlanDocument::changed, this, &FirstStep::look);
  look();
}

void FirstStep::look() {
  const bool programme = document_.file().kind == PlanFile::Kind::kProgramme;
  const bool empty = programme && programme::sheet_rows(document_.json(), programme::SheetKind::kProjects).empty();
  words_->setText(programme ? tr("This programme has no projects yet. Add one, and say which model it trains, on which "
                                 "nodes and until when; the answer comes while you type.")
                            : tr("There is no programme here yet. Open one, or begin with an example and change it; a "
                                 "table of demand or a list of jobs may also be dropped onto the window."));
  open_->setVisible(!programme);
  example_->setVisible(!programme);
  project_->setVisible(programme);
  const bool needed = !programme || empty;
  setVisible(needed);
  instead_.setVisible(!needed);
}

}  // namespace fmplan::gui
