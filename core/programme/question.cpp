#include "core/programme/question.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

#include "core/base/issue.h"
#include "core/document/plan_text.h"
#include "core/programme/edit.h"
#include "core/scenario/programme_json.h"
#include "core/text/json_text.h"

namespace fmplan::programme {

ProgrammeDocument read_document(const ProgrammeOptions& options) {
  const bool piped = options.file == "-";
  const std::filesystem::path path = piped ? "/dev/stdin" : options.file;
  return {.document = text::parse_json(document::read_text(path), piped ? "stdin" : options.file),
          .folder = piped ? "." : path.parent_path()};
}

ProgrammeQuestion programme_question(const ProgrammeOptions& options, const catalog::Catalog& catalog) {
  return programme_question(read_document(options), options, catalog);
}

ProgrammeQuestion programme_question(ProgrammeDocument asked, const ProgrammeOptions& options,
                                     const catalog::Catalog& catalog) {
  ProgrammeQuestion question{.asked = std::move(asked), .programme = {}};
  nlohmann::json& document = question.asked.document;
  const std::optional<std::filesystem::path>& folder = question.asked.folder;
  if (!is_programme(document))
    throw InputError(options.file,
                     "is no programme: it has no pools and organisations; a scenario is for fmplan plan and run");
  Issues issues;
  for (const std::string& set : options.sets) collect(issues, [&] { set_programme_value(document, set, folder); });
  const auto warn = [&question](std::vector<std::string> said) {
    std::ranges::move(said, std::back_inserter(question.warnings));
  };
  for (const std::string& project : options.drops) collect(issues, [&] { warn(drop_project(document, project)); });
  if (!options.only.empty()) collect(issues, [&] { warn(keep_organisation(document, options.only)); });
  if (!issues.empty()) throw InputError(std::move(issues));
  question.programme = scenario::read_programme(document, catalog, folder);
  return question;
}

}  // namespace fmplan::programme
