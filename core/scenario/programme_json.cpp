#include "core/scenario/programme_json.h"

#include <fmt/format.h>

#include "core/scenario/fields.h"
#include "core/scenario/programme_reading.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;

/// Before anything is read: a file of a million projects would take minutes to complain about.
void refuse_too_many(const json& document) {
  if (!document.is_object()) return;
  const auto organisations = document.find("organisations");
  if (organisations == document.end() || !organisations->is_array()) return;
  std::size_t projects = 0;
  for (const json& organisation : *organisations) {
    const auto listed = organisation.is_object() ? organisation.find("projects") : organisation.end();
    if (organisation.is_object() && listed != organisation.end() && listed->is_array()) projects += listed->size();
  }
  const auto refuse = [](std::size_t number, const char* what) {
    throw InputError("/organisations",
                     fmt::format("{} {} are more than {}; plan them in several programmes, or many small "
                                 "ones as a stream of jobs (phases[].jobs)",
                                 number, what, kMostProjects));
  };
  if (projects > kMostProjects) refuse(projects, "projects");
  if (organisations->size() > kMostProjects) refuse(organisations->size(), "organisations");
}

void read_policy(text::FieldReader& programme, const ProgrammeReading& reading) {
  Policy& policy = reading.programme.policy;
  const json* stated = programme.find("policy");
  if (!stated || !stated->is_object()) {
    policy.kind = programme.choice("policy", kPolicyNames);
    return reading.assume_default(programme, "policy");
  }
  text::FieldReader reader(*stated, programme, "policy");
  policy = {.kind = reader.choice("kind", kPolicyNames),
            .backfill = reader.flag("backfill"),
            .preemption = reader.flag("preemption"),
            .grid_days = reader.choice("grid", kGridNames)};
  reader.refuse_unknown_keys();
}

/// A line each.
std::string read_notes(text::FieldReader& reader) {
  std::string notes;
  for (const std::string& note : texts_of(reader, "notes")) notes += (notes.empty() ? "" : "\n") + note;
  return notes;
}

}  // namespace

Programme read_programme(const json& document, const catalog::Catalog& catalog,
                         const std::optional<std::filesystem::path>& folder) {
  refuse_too_many(document);
  Programme programme;
  Issues issues;
  ProgrammeReading reading{catalog, folder, issues, programme};
  text::FieldReader reader(document, "", fields::kProgramme, issues);
  reader.whole("version");
  programme.name = reader.text("name");
  programme.notes = read_notes(reader);
  programme.start = reader.date("start");
  programme.end = reader.date("end");
  read_currency(reader, reading);
  read_policy(reader, reading);
  read_pools(reader, reading);
  read_organisations(reader, reading);
  reader.refuse_unknown_keys();
  check_programme(reading);
  // Of pools and numbers of nodes that are none, nothing could be said about scenarios.
  check_scenarios(reading);
  if (!issues.empty()) throw InputError(std::move(issues));
  return programme;
}

}  // namespace fmplan::scenario
