#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/print.h"
#include "cli/programme_arguments.h"
#include "cli/watch.h"
#include "core/answer/gate.h"
#include "core/base/issue.h"
#include "core/document/plan_text.h"
#include "core/export/focus_charges.h"
#include "core/export/reconcile.h"
#include "core/export/reconcile_document.h"
#include "core/export/reconcile_figures.h"
#include "core/text/json_text.h"

namespace fmplan::cli {
namespace {

using exports::CostBasis;
using exports::FocusCharges;

struct ReconcileArguments {
  std::string plan, bill;
  std::string by = "month";
  std::string trials;
  bool no_proof = false;
  std::vector<std::string> fail_if;
};

/// A bill of every resource and day: larger than what other files may be.
constexpr std::size_t kMostBillBytes = 256u << 20;

exports::Forecast forecast_of(const ReconcileArguments& arguments, const Options& options) {
  const std::string text = document::read_text(arguments.plan, kMostBillBytes);
  if (exports::is_dataset(text)) {
    if (!arguments.trials.empty() || arguments.no_proof)
      throw InputError(arguments.trials.empty() ? "--no-proof" : "--trials",
                       fmt::format("{} is a dataset, of which nothing is simulated; leave it out", arguments.plan));
    return {.charges = exports::read_focus_charges(text, arguments.plan, CostBasis::kForecast)};
  }
  const programme::StudyOptions study =
      study_options({.asked = {}, .trials = arguments.trials, .no_proof = arguments.no_proof}, options);
  InterruptibleProgress watch(options, "planning the programme");
  return exports::forecast_of_programme(arguments.plan, text, catalog::Catalog::shipped(options.catalog_dir), study,
                                        watch);
}

int run_reconcile(const ReconcileArguments& arguments, const Options& options) {
  const std::vector<answer::Condition> gates =
      answer::parse_conditions(arguments.fail_if, exports::reconcile_figures(), "--fail-if");
  const FocusCharges bill = exports::read_focus_charges(text::read_text_file(arguments.bill, kMostBillBytes),
                                                        arguments.bill, CostBasis::kActual);
  const exports::Forecast forecast = forecast_of(arguments, options);
  const exports::Reconciliation reconciliation = reconcile(forecast.charges, bill);
  const answer::FigureValues values = exports::reconcile_values(reconciliation, gates);
  const exports::VarianceGroup by = *exports::kVarianceGroupNames.parse(arguments.by);
  print(reconcile_document(reconciliation, reconciled_files(arguments.plan, forecast, arguments.bill, bill), by),
        options);
  return report_gates(answer::exceeded_gates(gates, values), options);
}

}  // namespace

void add_reconcile_command(Command& app, const Options& options) {
  Command& command = app.add_command("reconcile", "a forecast against the bill: why they differ, to the cent");
  auto arguments = std::make_shared<ReconcileArguments>();
  command.add_argument("PLAN", &arguments->plan, "what `fmplan export focus` wrote, or a programme file");
  command.add_argument("BILL", &arguments->bill, "a FOCUS dataset (CSV) with the actual rows");
  const auto& groups = exports::kVarianceGroupNames.texts;
  command.add_option("--by NAME", &arguments->by, "what rows are of [default: month]")
      .choices.assign(groups.begin(), groups.end());
  command.add_option("--trials N", &arguments->trials, "of a programme: programmes to simulate [default: 1000]");
  command.add_option("--no-proof", &arguments->no_proof,
                     "of a programme: do not ask clasp for the best placement; faster");
  command.add_option("--fail-if CONDITION", &arguments->fail_if,
                     "exit with 4 if it holds, for instance 'difference>5% or price>$10K'; may be repeated");
  command.footer =
      "Examples:\n"
      "  fmplan export focus programmes/geniac-cycle2.json -o forecast.csv\n"
      "  fmplan reconcile forecast.csv bill.csv --by organisation\n"
      "  fmplan reconcile forecast.csv bill.csv --fail-if 'difference>5% or unplanned>$10K'\n"
      "  fmplan reconcile forecast.csv bill.csv -o variance/ --format csv";
  command.run = [arguments, &options] { return run_reconcile(*arguments, options); };
}

}  // namespace fmplan::cli
