#include "cli/search_output.h"

#include <utility>

#include "cli/output.h"
#include "cli/print.h"
#include "core/answer/gate.h"
#include "core/answer/search_document.h"

namespace fmplan::cli {

ExitCode print_search(const SearchAsked& asked, plan::SearchResult result, const std::string& catalog_version,
                      const Options& options) {
  const bool stopped = result.stopped;
  const answer::SearchAnswer answer = search_answer(asked, std::move(result), catalog_version);
  const bool explains = asked.explain && answer.best;
  if (!explains || !asked.explain(best_report(asked, *answer.best))) print(answer.document, options);
  if (stopped) return kInterrupted;
  if (!answer.best) return kCannotRun;
  return report_gates(exceeded_gates(asked.gates, answer::search_values(asked.scenario, *answer.best)), options);
}

}  // namespace fmplan::cli
