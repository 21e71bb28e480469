#include "gui/programme_column.h"

#include "gui/plan_bar.h"

namespace fmplan::gui {

ProgrammeColumn programmeColumn(PlanDocument& document, ProgrammeEngine& engine, Page& page) {
  ProgrammeColumn made;
  auto* either = new QVBoxLayout(&page);
  either->setContentsMargins(8, 0, 8, 8);
  auto* answer = new QWidget;
  made.first_step = new FirstStep(document, page, *answer);
  either->addWidget(made.first_step, 1);
  either->addWidget(answer, 1);
  made.below = new QVBoxLayout(answer);
  made.below->setContentsMargins(0, 0, 0, 0);
  made.below->setSpacing(6);
  made.below->addWidget(new PlanBar(engine));
  made.headline = new QLabel;
  made.headline->setWordWrap(true);
  made.headline->setTextFormat(Qt::PlainText);
  made.headline->setTextInteractionFlags(Qt::TextSelectableByMouse);
  QFont bold = made.headline->font();
  bold.setBold(true);
  made.headline->setFont(bold);
  made.below->addWidget(made.headline);
  return made;
}

}  // namespace fmplan::gui
