#pragma once

#include "core/export/saved_answer.h"
#include "core/export/workbook.h"

namespace fmplan::exports {

/// What answer_workbook() makes of a plan's answer.  Values that are wrong are issues of `answer`, and the workbook is
/// then none to keep.
Workbook plan_workbook(SavedAnswer& answer);

/// Rows that both plans and sweeps begin with: program, catalogues, seed.
void add_origin(SavedAnswer& answer, Sheet& sheet);

}  // namespace fmplan::exports
