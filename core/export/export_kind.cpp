#include "core/export/export_kind.h"

#include <vector>

#include "core/export/answer_workbook.h"
#include "core/export/aws_budget.h"
#include "core/export/focus.h"
#include "core/export/ledger.h"
#include "core/export/programme_workbook.h"
#include "core/export/vantage_budget.h"
#include "core/programme/programme_calendar.h"

namespace fmplan::exports {

std::span<const ExportKind> export_kinds() {
  using programme::ProgrammeAnswer;
  static const std::vector<ExportKind> kKinds = {
      {.name = "focus",
       .ending = ".csv",
       .media_type = "text/csv; charset=utf-8",
       .description = "a forecast as a FOCUS dataset (CSV): a row per organisation, pool and month",
       .examples = "Examples:\n  fmplan export focus programmes/geniac-cycle2.json -o forecast.csv\n"
                   "  fmplan export focus programmes/two-teams.json --set pools.shared.deliveries.0.nodes=5\n"
                   "  fmplan export focus programmes/two-teams.json --focus-version 1.4 -o forecast.csv",
       .make = [](const ProgrammeAnswer& answer, const catalog::Catalog& catalog,
                  const ExportOptions& options) { return focus_file(answer, catalog, options.focus_version); }},
      {.name = "xlsx",
       .ending = ".xlsx",
       .media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
       .is_text = false,
       .description = "a workbook of a programme, a scenario, or what plan or sweep saved, with sums as formulas",
       .examples = "Examples:\n  fmplan export xlsx programmes/geniac-cycle2.json -o geniac.xlsx\n"
                   "  fmplan export xlsx scenarios/llama3-70b-p5.json --set cluster.nodes=128 -o plan.xlsx\n"
                   "  fmplan sweep scenarios/llama3-70b-p5.json --set cluster.nodes=64..512:64 -o sweep.json\n"
                   "  fmplan export xlsx sweep.json -o sweep.xlsx",
       .make =
           [](const ProgrammeAnswer& answer, const catalog::Catalog&, const ExportOptions&) {
             return ExportedFile{.text = xlsx_bytes(programme_workbook(answer)),
                                 .warnings = forecast_warnings(answer.study)};
           },
       .make_of_answer = answer_xlsx},
      {.name = "aws-budgets",
       .ending = ".json",
       .media_type = "application/json",
       .description = "a planned monthly budget of AWS: what the programme's pools there cost",
       .examples = "Examples:\n  fmplan export aws-budgets programmes/geniac-cycle2.json -o budget.json\n"
                   "  aws budgets create-budget --account-id 111122223333 --budget file://budget.json",
       .make =
           [](const ProgrammeAnswer& answer, const catalog::Catalog& catalog, const ExportOptions& options) {
             return aws_budget_file(answer.study, catalog, options.first_month);
           }},
      {.name = "vantage",
       .ending = ".json",
       .media_type = "application/json",
       .description = "a budget of Vantage: a period for each month, with what all pools cost",
       .examples = "Example:\n  fmplan export vantage programmes/geniac-cycle2.json -o budget.json",
       .make = [](const ProgrammeAnswer& answer, const catalog::Catalog&,
                  const ExportOptions&) { return vantage_budget_file(answer.study); }},
      {.name = "ics",
       .ending = ".ics",
       .media_type = "text/calendar; charset=utf-8",
       .description = "a calendar: deliveries, deadlines, finishes, when blocks can be bought",
       .examples = "Example:\n  fmplan export ics programmes/campus.json -o campus.ics",
       .make = [](const ProgrammeAnswer& answer, const catalog::Catalog&, const ExportOptions&) {
         return ExportedFile{.text = programme_calendar(answer)};
       }}};
  return kKinds;
}

}  // namespace fmplan::exports
