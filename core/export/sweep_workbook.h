#pragma once

#include "core/export/saved_answer.h"
#include "core/export/workbook.h"

namespace fmplan::exports {

/// What answer_workbook() makes of a sweep's answer; the sheet of costs only where there is a column of money.  Values
/// that are wrong are issues of `answer`, and the workbook is then none to keep.
Workbook sweep_workbook(SavedAnswer& answer);

}  // namespace fmplan::exports
