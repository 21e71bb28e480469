#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/budget_output.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/settings.h"
#include "cli/watch.h"
#include "core/base/issue.h"
#include "core/base/parallel.h"
#include "core/what_if/budget_question.h"
#include "core/what_if/solve_document.h"
#include "core/what_if/solve_question.h"

namespace fmplan::cli {
namespace {

struct SolveArguments {
  what_if::SolveOptions solve;
  what_if::BudgetOptions budget;
  std::vector<std::string> fail_if;
};

int run_budget(what_if::BudgetOptions asked, const std::vector<std::string>& fail_if, const Options& options) {
  const std::vector<answer::Condition> gates = answer::parse_conditions(fail_if, answer::plan_figures(), "--fail-if");
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  for (std::string& set : buying_sets(options, asked.on, asked.sets, catalog)) asked.sets.push_back(std::move(set));
  return print_budget(budget_question(asked, catalog), catalog, options, gates);
}

int run_solve(what_if::SolveOptions asked, const std::vector<std::string>& fail_if, const Options& options) {
  asked.seed = options.seed;
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  const what_if::SolveQuestion question = solve_question(asked, catalog);
  const answer::FigureSet figures = what_if::point_figures(question.settings.answer, {});
  const std::vector<answer::Condition> gates = answer::parse_conditions(fail_if, figures, "--fail-if");
  what_if::SolveAnswer answer;
  {
    InterruptibleProgress watch(options, "scanning");
    answer = solve(question, catalog, thread_count(options.jobs), watch);
  }
  const answer::Document document = solve_document(question, answer, catalog);
  print(document, options);
  if (answer.stopped) return kInterrupted;
  if (!answer.best) return kCannotRun;
  return report_gates(exceeded_by_answer(gates, question, answer, catalog, document.json), options);
}

/// A budget takes the place of a scenario.
int run_solve_or_budget(const SolveArguments& asked, const Options& options) {
  const auto& [solve, budget, fail_if] = asked;
  if (budget.budget.empty()) {
    if (!budget.on.empty() || !budget.deadline.empty() || !budget.law.empty())
      throw InputError("--on, --deadline, --law", "go with --budget, for instance --budget '$3M'");
    if (solve.file.empty()) throw InputError("SCENARIO", "is missing; give a file, or --budget '$3M' --on p5.48xlarge");
    return run_solve(solve, fail_if, options);
  }
  if (!solve.file.empty() || !solve.vary.empty() || !solve.minimize.empty() || !solve.maximize.empty())
    throw InputError("--budget",
                     "stands without a scenario, --vary, --minimize and --maximize; state the rest with --set");
  what_if::BudgetOptions whole = budget;
  whole.sets = solve.sets;
  whole.until = solve.until;
  return run_budget(whole, fail_if, options);
}

}  // namespace

void add_solve_command(Command& app, const Options& options) {
  Command& command = app.add_command("solve", "the value that meets a bound: fewest nodes, most tokens, least money");
  auto arguments = std::make_shared<SolveArguments>();
  what_if::SolveOptions* const asked = &arguments->solve;
  what_if::BudgetOptions* const budget = &arguments->budget;
  command.add_argument("SCENARIO", &asked->file, "scenario or programme file (JSON); - reads stdin").required = false;
  command.add_option("--vary PATH[=LIST]", &asked->vary,
                     "what is looked for: cluster.nodes, or training.tokens=1T..15T, or price.kind, or "
                     "pools.p5.deliveries.0.nodes of a programme; up to three");
  command.add_option("--until CONDITION", &asked->until, "what must hold: 'finish.p90<=2025-09-30 and cost<$60M'");
  command.add_option("--minimize FIGURE", &asked->minimize,
                     "of all that do, the least of it [default: the first --vary]");
  command.add_option("--maximize FIGURE", &asked->maximize, "the most of it");
  command.add_option("--set PATH=VALUE", &asked->sets, "replace a value, as for plan; may be repeated");
  command.add_option("--trials N", &asked->trials, "of a programme, simulated runs of each value [default: 1000]");
  command.add_option("--budget MONEY", &budget->budget,
                     "without a scenario: the best loss that '$3M' buys; its model, tokens, nodes and plan");
  command.add_option("--on INSTANCE", &budget->on, "with --budget: the machine, p5.48xlarge");
  command.add_option("--deadline TIME", &budget->deadline, "with --budget: '90 d', '3 months', or a day");
  command.add_option("--law NAME", &budget->law,
                     fmt::format("with --budget: the scaling law [default: {}]", what_if::kUsualLaw));
  command.add_option("--fail-if CONDITION", &arguments->fail_if,
                     "exit with 4 if it holds of the value found, for instance 'cost>$60M'; may be repeated");
  command.footer =
      "Examples:\n"
      "  fmplan solve scenarios/llama3-70b-p5.json --vary cluster.nodes --until 'days<=60'\n"
      "  fmplan solve scenarios/llama3-70b-p5.json --vary cluster.nodes=8..512 --vary price.kind "
      "--until 'finish.p90<=2025-09-30' --minimize cost\n"
      "  fmplan solve scenarios/llama3-70b-p5.json --vary training.tokens --until 'cost<=$5M' --maximize "
      "training.tokens\n"
      "  fmplan solve programmes/geniac-cycle2.json --vary pools.p5-tokyo.deliveries.0.nodes=110..130 "
      "--until 'on_time>=90%'\n"
      "  fmplan solve --budget '$3M' --on p5.48xlarge --deadline '90 d' --law hoffmann-2022-3\n"
      "  fmplan solve --budget '$3M' --on p5.48xlarge --deadline '3 months' --until 'cost.p90<=$3M'\n"
      "Ctrl-C ends the scan and shows the best so far.";
  command.run = [arguments, &options] { return run_solve_or_budget(*arguments, options); };
}

}  // namespace fmplan::cli
