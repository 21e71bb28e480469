#pragma once

#include <map>
#include <string>

#include "core/catalog/catalog.h"
#include "core/plan/report.h"
#include "gui/model/told_answer.h"

namespace fmplan::gui {

/// What `fmplan scale` answers; nothing where nothing is given.  `options` by their names on the command line
/// ("--params"), as typed; empty ones are left out.
ToldAnswer scaled(const std::map<std::string, std::string>& options, const catalog::Catalog& catalog);

/// Size and tokens of a plan, as options.
std::map<std::string, std::string> scaleOptionsOf(const plan::Report& report);

}  // namespace fmplan::gui
