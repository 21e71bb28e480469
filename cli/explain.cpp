#include "cli/explain.h"

#include "cli/command_line.h"
#include "cli/print.h"
#include "core/answer/explain_document.h"
#include "core/answer/report_json.h"

namespace fmplan::cli {

void add_explain_option(Command& command, std::vector<std::string>& keys) {
  command
      .add_option("--explain KEY", &keys,
                  "say how figures come about instead, for instance days,step.mfu, or all: formulas with their "
                  "numbers, sources, errors of what was held out; fmplan explain --list names them")
      .separator = ',';
}

bool print_explanations(const std::vector<std::string>& keys, const plan::Report& report,
                        const nlohmann::json& scenario, const catalog::Catalog& catalog, const Options& options) {
  if (keys.empty()) return false;
  const text::Json json = answer::report_json(report, {scenario, catalog.version(), options.seed});
  print(answer::explain_document(keys, {report, scenario, catalog}, json), options);
  return true;
}

}  // namespace fmplan::cli
