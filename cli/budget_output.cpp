#include "cli/budget_output.h"

#include "cli/output.h"
#include "cli/print.h"
#include "cli/watch.h"
#include "core/answer/gate.h"
#include "core/base/parallel.h"
#include "core/what_if/budget_document.h"

namespace fmplan::cli {

ExitCode print_budget(const what_if::BudgetQuestion& question, const catalog::Catalog& catalog, const Options& options,
                      const std::vector<answer::Condition>& gates) {
  what_if::BudgetAnswer answer;
  {
    InterruptibleProgress watch(options, "looking at sizes");
    answer = spend(question, catalog, thread_count(options.jobs), watch);
  }
  const answer::Document document = budget_document(question, answer, catalog, options.seed);
  print(document, options);
  if (answer.stopped) return kInterrupted;
  if (!answer.best) return kCannotRun;
  return report_gates(
      exceeded_gates(gates, answer::report_values(answer.report, document.json.at("answer").at("report"))), options);
}

}  // namespace fmplan::cli
