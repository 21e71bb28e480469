#include "core/export/forecast.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/export/focus.h"
#include "core/programme/programme_answer.h"
#include "core/programme/question.h"
#include "core/text/json_text.h"

namespace fmplan::exports {
namespace {

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

}  // namespace

bool is_dataset(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos || (text[first] != '{' && text[first] != '[');
}

Forecast forecast_of_programme(const std::string& file, std::string_view text, const catalog::Catalog& catalog,
                               const programme::StudyOptions& study, const Watch& watch) {
  programme::ProgrammeDocument document{.document = text::parse_json(text, file),
                                        .folder = std::filesystem::path(file).parent_path()};
  if (const std::string why = no_programme(document.document); !why.empty()) throw InputError(file, why);
  const programme::ProgrammeAnswer answer = answer_programme(
      programme::programme_question(std::move(document), {.file = file}, catalog), catalog, study, false, watch);
  if (watch.stopped()) throw JobStopped();
  ExportedFile written = focus_file(answer, catalog);
  if (!written.holds_amounts)
    throw InputError(file, fmt::format("has no month with a known price: {}", fmt::join(written.warnings, " ")));
  return {.charges = read_focus_charges(written.text, file, CostBasis::kForecast),
          .warnings = std::move(written.warnings)};
}

}  // namespace fmplan::exports
