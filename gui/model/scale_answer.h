#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/answer/scale_chart.h"
#include "core/catalog/catalog.h"
#include "core/plan/report.h"
#include "gui/model/told_answer.h"

namespace fmplan::gui {

/// What `fmplan scale` answers and draws, with `marks` in the picture; nothing where nothing is given.  `options` by
/// their names on the command line ("--params"), as typed; empty ones are left out.
ToldAnswer scaled(const std::map<std::string, std::string>& options, const std::vector<answer::ScaleMark>& marks,
                  const catalog::Catalog& catalog);

/// Size and tokens of a plan, as options.
std::map<std::string, std::string> scaleOptionsOf(const plan::Report& report);

}  // namespace fmplan::gui
