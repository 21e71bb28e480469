#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/gate.h"
#include "cli/print.h"
#include "cli/programme_arguments.h"
#include "cli/watch.h"
#include "core/answer/gate.h"
#include "core/base/issue.h"
#include "core/document/plan_text.h"
#include "core/export/focus.h"
#include "core/export/focus_charges.h"
#include "core/export/reconcile.h"
#include "core/export/reconcile_document.h"
#include "core/export/reconcile_figures.h"
#include "core/programme/question.h"
#include "core/programme/study_programme.h"
#include "core/text/json_text.h"

namespace fmplan::cli {
namespace {

using exports::CostBasis;
using exports::FocusCharges;
using exports::VarianceGroup;

struct ReconcileArguments {
  std::string plan, bill;
  std::string by = "month";
  std::string trials;
  bool no_proof = false;
  std::vector<std::string> fail_if;
};

/// A bill of every resource and day: larger than what other files may be.
constexpr std::size_t kMostBillBytes = 256u << 20;

/// The forecast of a file, whatever it is.
struct Forecast {
  FocusCharges charges;
  std::vector<std::string> warnings{};
  bool stopped = false;
};

bool is_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

/// Why a document is no plan by the month; empty: it may be a programme.
std::string no_programme(const nlohmann::json& document) {
  if (!document.is_object()) return "is no programme; give one, or what \"fmplan export focus\" wrote of it";
  if (document.contains("fmplan_version"))
    return "is a saved answer, which does not tell node-hours by organisation, pool and month; give the programme, or "
           "what \"fmplan export focus\" wrote of it";
  if (!document.contains("pools") && (document.contains("cluster") || document.contains("model")))
    return "is a scenario, which has no months; make it a project of a programme, or give what \"fmplan export focus\" "
           "wrote of one";
  return {};
}

/// As `fmplan export focus` writes it, read again: the same whether the file or the programme is given.
Forecast forecast_of_programme(const ReconcileArguments& arguments, const Options& options) {
  const ProgrammeArguments programme{
      .asked = {.file = arguments.plan}, .trials = arguments.trials, .no_proof = arguments.no_proof};
  const programme::StudyOptions study = study_options(programme, options);
  const catalog::Catalog catalog = catalog::Catalog::shipped(options.catalog_dir);
  const programme::ProgrammeQuestion question = programme_question(programme.asked, catalog);
  programme::ProgrammeAnswer answer{.asked = question.asked.document,
                                    .catalog_version = catalog.version(),
                                    .trials = study.trials,
                                    .seed = options.seed};
  InterruptibleProgress watch(options, "planning the programme");
  answer.study = study_programme(question.programme, catalog, study, watch);
  if (watch.stopped()) return {.charges = {}, .stopped = true};
  exports::ExportedFile file = exports::focus_file(answer, catalog);
  if (!file.holds_amounts)
    throw InputError(arguments.plan, fmt::format("has no month with a known price: {}", fmt::join(file.warnings, " ")));
  return {.charges = exports::read_focus_charges(file.text, arguments.plan, CostBasis::kForecast),
          .warnings = std::move(file.warnings)};
}

Forecast forecast_of(const ReconcileArguments& arguments, const Options& options) {
  const std::string text = document::read_text(arguments.plan, kMostBillBytes);
  if (!is_json(text)) {
    if (!arguments.trials.empty() || arguments.no_proof)
      throw InputError(arguments.trials.empty() ? "--no-proof" : "--trials",
                       fmt::format("{} is a dataset, of which nothing is simulated; leave it out", arguments.plan));
    return {.charges = exports::read_focus_charges(text, arguments.plan, CostBasis::kForecast)};
  }
  if (const std::string why = no_programme(text::parse_json(text, arguments.plan)); !why.empty())
    throw InputError(arguments.plan, why);
  return forecast_of_programme(arguments, options);
}

VarianceGroup group_named(const std::string& name) {
  if (name == "organisation") return VarianceGroup::kOrganisation;
  return name == "pool" ? VarianceGroup::kPool : VarianceGroup::kMonth;
}

int run(const ReconcileArguments& arguments, const Options& options) {
  const std::vector<answer::Condition> gates =
      answer::parse_conditions(arguments.fail_if, exports::reconcile_figures(), "--fail-if");
  const FocusCharges bill = exports::read_focus_charges(text::read_text_file(arguments.bill, kMostBillBytes),
                                                        arguments.bill, CostBasis::kActual);
  const Forecast forecast = forecast_of(arguments, options);
  if (forecast.stopped) return kInterrupted;
  const exports::ReconciledFiles files{.plan = arguments.plan,
                                       .bill = arguments.bill,
                                       .scenario_id = forecast.charges.scenario_id,
                                       .plan_rows = forecast.charges.charges.size(),
                                       .plan_rows_left_out = forecast.charges.num_others,
                                       .bill_rows = bill.charges.size(),
                                       .bill_rows_left_out = bill.num_others,
                                       .warnings = forecast.warnings};
  const exports::Reconciliation reconciliation = reconcile(forecast.charges, bill);
  const answer::FigureValues values = exports::reconcile_values(reconciliation, gates);
  print(reconcile_document(reconciliation, files, group_named(arguments.by)), options);
  return report_gates(answer::exceeded_gates(gates, values), options);
}

}  // namespace

void add_reconcile_command(Command& app, const Options& options) {
  Command& command = app.add_command("reconcile", "a forecast against the bill: why they differ, to the cent");
  auto arguments = std::make_shared<ReconcileArguments>();
  command.add_argument("PLAN", &arguments->plan, "what `fmplan export focus` wrote, or a programme file");
  command.add_argument("BILL", &arguments->bill, "a FOCUS dataset (CSV) with the actual rows");
  command.add_option("--by NAME", &arguments->by, "what rows are of [default: month]").choices = {
      "month", "organisation", "pool"};
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
  command.run = [arguments, &options] { return run(*arguments, options); };
}

}  // namespace fmplan::cli
