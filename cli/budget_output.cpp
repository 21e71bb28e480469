#include "cli/budget_output.h"

#include "cli/print.h"
#include "cli/watch.h"
#include "core/base/parallel.h"
#include "core/what_if/budget_document.h"

namespace fmplan::cli {

ExitCode print_budget(const what_if::BudgetQuestion& question, const catalog::Catalog& catalog,
                      const Options& options) {
  what_if::BudgetAnswer answer;
  {
    InterruptibleProgress watch(options, "looking at sizes");
    answer = spend(question, catalog, thread_count(options.jobs), watch);
  }
  print(budget_document(question, answer, catalog, options.seed), options);
  if (answer.stopped) return kInterrupted;
  return answer.best ? kOk : kCannotRun;
}

}  // namespace fmplan::cli
