#include "core/export/answer_workbook.h"

#include <fmt/format.h>

#include "core/export/plan_workbook.h"
#include "core/export/saved_answer.h"
#include "core/export/sweep_workbook.h"

namespace fmplan::exports {
namespace {

using nlohmann::json;

bool is_sweep(const json& answer) { return answer.contains("points") && answer.contains("swept"); }
// A simulated run tells its closed form apart.
bool is_plan(const json& answer) { return answer.contains("totals") && answer.contains("verdict"); }

std::string place_of_whole(const std::string& place) {
  return place.ends_with('#') ? place.substr(0, place.size() - 1) : place;
}

}  // namespace

Workbook answer_workbook(const json& answer, const std::string& place) {
  if (!answer.is_object() || (!is_sweep(answer) && !is_plan(answer)))
    throw InputError(place_of_whole(place),
                     "is no answer that a workbook is made of; give what plan or sweep wrote with --format json, a "
                     "scenario or a programme");
  SavedAnswer saved(answer, place);
  Workbook workbook = is_sweep(answer) ? sweep_workbook(saved) : plan_workbook(saved);
  saved.finish();
  return workbook;
}

ExportedFile answer_xlsx(const json& answer, const std::string& place) {
  ExportedFile file{.text = xlsx_bytes(answer_workbook(answer, place))};
  SavedAnswer saved(answer, place);
  file.holds_amounts =
      is_sweep(answer) ? saved.number("/counts/ok").value_or(0) > 0 : saved.flag("/can_run").value_or(false);
  if (!is_sweep(answer)) file.warnings = saved.texts("/warnings");
  saved.finish();
  return file;
}

}  // namespace fmplan::exports
