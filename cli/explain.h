#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/command.h"
#include "core/catalog/catalog.h"
#include "core/plan/report.h"

namespace fmplan::cli {

/// Declares `--explain KEY` on `command`.
void add_explain_option(Command& command, std::vector<std::string>& keys);

/// Prints what `--explain` asks for in the place of the answer; false if it asks for nothing.  `scenario` is the
/// document as read.
bool print_explanations(const std::vector<std::string>& keys, const plan::Report& report,
                        const nlohmann::json& scenario, const catalog::Catalog& catalog, const Options& options);

}  // namespace fmplan::cli
