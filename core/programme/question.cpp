#include "core/programme/question.h"

#include <filesystem>

#include "core/base/issue.h"
#include "core/programme/edit.h"
#include "core/scenario/programme_json.h"
#include "core/text/json_text.h"

namespace fmplan::programme {

ProgrammeQuestion programme_question(const ProgrammeOptions& options, const catalog::Catalog& catalog) {
  const bool piped = options.file == "-";
  const std::filesystem::path path = piped ? "/dev/stdin" : options.file;
  ProgrammeQuestion question;
  question.asked.folder = piped ? "." : path.parent_path();
  nlohmann::json& document = question.asked.document;
  document = text::parse_json(text::read_text_file(path), piped ? "stdin" : options.file);
  if (!is_programme(document))
    throw InputError(options.file,
                     "is no programme: it has no pools and organisations; a scenario is for fmplan plan and run");
  Issues issues;
  const auto collect = [&issues](const auto& change) {
    try {
      change();
    } catch (const InputError& error) {
      issues.insert(issues.end(), error.issues().begin(), error.issues().end());
    }
  };
  for (const std::string& set : options.sets)
    collect([&] { set_programme_value(document, set, question.asked.folder); });
  for (const std::string& name : options.drops) collect([&] { drop_project(document, name); });
  if (!options.only.empty()) collect([&] { keep_organisation(document, options.only); });
  if (!issues.empty()) throw InputError(std::move(issues));
  question.programme = scenario::read_programme(document, catalog, question.asked.folder);
  return question;
}

}  // namespace fmplan::programme
