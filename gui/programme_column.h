#pragma once

#include <QLabel>
#include <QVBoxLayout>

#include "gui/first_step.h"
#include "gui/model/programme_engine.h"
#include "gui/page.h"
#include "gui/plan_document.h"

namespace fmplan::gui {

/// Where a page that shows a programme's answer begins.
struct ProgrammeColumn {
  QVBoxLayout* below = nullptr;  ///< what the page itself shows goes here
  FirstStep* first_step = nullptr;
  QLabel* headline = nullptr;
};

/// Gives the page, which has no layout yet, the first step in place of all that follows, how far the answer is, and its
/// headline.
ProgrammeColumn programmeColumn(PlanDocument& document, ProgrammeEngine& engine, Page& page);

}  // namespace fmplan::gui
