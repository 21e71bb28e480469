#include <memory>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/print.h"
#include "cli/watch.h"
#include "core/base/parallel.h"
#include "core/what_if/solve_document.h"
#include "core/what_if/solve_question.h"

namespace fmplan::cli {
namespace {

int run_solve(const what_if::SolveOptions& asked, const Options& options) {
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  const what_if::SolveQuestion question = solve_question(asked, catalog);
  what_if::SolveAnswer answer;
  {
    InterruptibleProgress watch(options, "scanning");
    answer = solve(question, catalog, thread_count(options.jobs), watch);
  }
  print(solve_document(question, answer, catalog, options.seed), options);
  if (answer.stopped) return kInterrupted;
  return answer.best ? kOk : kCannotRun;
}

}  // namespace

void add_solve_command(Command& app, const Options& options) {
  Command& command = app.add_command("solve", "the value that meets a bound: fewest nodes, most tokens, least money");
  auto asked = std::make_shared<what_if::SolveOptions>();
  command.add_argument("SCENARIO", &asked->file, "scenario file (JSON); - reads stdin");
  command.add_option("--vary PATH[=LIST]", &asked->vary,
                     "what is looked for: cluster.nodes, or training.tokens=1T..15T, or price.kind; up to three");
  command.add_option("--until CONDITION", &asked->until, "what must hold: 'finish.p90<=2025-09-30 and cost<$60M'");
  command.add_option("--minimize FIGURE", &asked->minimize,
                     "of all that do, the least of it [default: the first --vary]");
  command.add_option("--maximize FIGURE", &asked->maximize, "the most of it");
  command.add_option("--set PATH=VALUE", &asked->sets, "replace a value, as for plan; may be repeated");
  command.footer =
      "Examples:\n"
      "  fmplan solve scenarios/llama3-70b-p5.json --vary cluster.nodes --until 'days<=60'\n"
      "  fmplan solve scenarios/llama3-70b-p5.json --vary cluster.nodes=8..512 --vary price.kind "
      "--until 'finish.p90<=2025-09-30' --minimize cost\n"
      "  fmplan solve scenarios/llama3-70b-p5.json --vary training.tokens --until 'cost<=$5M' --maximize "
      "training.tokens\n"
      "Ctrl-C ends the scan and shows the best so far.";
  command.run = [asked, &options] { return run_solve(*asked, options); };
}

}  // namespace fmplan::cli
