// Reader of a programme's demand: the list "organisations".

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/document/plan_text.h"
#include "core/scenario/fields.h"
#include "core/scenario/programme_reading.h"
#include "core/text/json_text.h"

namespace fmplan::scenario {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// The document of a scenario file; null, which is an issue, if it cannot be read.
const json& scenario_file(const fs::path& path, const std::string& where, ProgrammeReading& reading) {
  const auto [entry, is_new] = reading.files.try_emplace(path.native());
  try {
    // Of a file that was not readable the first who names it is told enough.
    if (is_new) entry->second = document::read_json(path);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues())
      reading.issues.push_back({where, fmt::format("{}: {}", issue.where, issue.message)});
  }
  return entry->second;
}

/// What `key` names or holds, into `owner`, a project or a phase.
template <class Owner>
void read_scenario_of(Owner& owner, text::FieldReader& reader, ProgrammeReading& reading) {
  const json* stated = reader.find("scenario");
  if (!stated || stated->is_null()) return;
  if (stated->is_object()) {
    owner.scenario = *stated;
    owner.scenario_folder = reading.folder;
    return;
  }
  if (!stated->is_string() || stated->get_ref<const std::string&>().empty())
    return reader.report("scenario",
                         fmt::format("{} is neither the path of a scenario nor an object", text::value_text(*stated)));
  if (!reading.folder)
    return reader.report("scenario",
                         fmt::format("{} names a file, and none is read here; give its content in its place",
                                     text::value_text(*stated)));
  owner.scenario_file = stated->get<std::string>();
  const fs::path path = *reading.folder / owner.scenario_file;
  std::error_code error;
  if (owner.scenario_file.find('\0') != std::string::npos || !fs::is_regular_file(path, error))
    return reader.report("scenario", fmt::format("{}: no such file; give the path of a scenario relative to the "
                                                 "programme, or its content",
                                                 text::value_text(*stated)));
  owner.scenario = scenario_file(path, reader.where("scenario"), reading);
  owner.scenario_folder = path.parent_path();
}

std::vector<Seconds> read_durations(text::FieldReader& reader) {
  std::vector<Seconds> durations;
  for (const std::string& text : texts_of(reader, "durations")) {
    const auto time = parse_time(text);
    if (time && *time > Seconds{})
      durations.push_back(*time);
    else
      reader.report("durations", fmt::format("{} is no time; write for instance \"6 h\"", text::value_text(text)));
  }
  return durations;
}

JobStream read_jobs(const json& element, const text::FieldReader& phase) {
  text::FieldReader reader(element, phase, "jobs");
  JobStream jobs{.jobs_per_day = reader.number("per_day"), .nodes = numbers_of(reader, "nodes")};
  jobs.mean_duration = reader.quantity_or<Seconds>("mean_duration", Seconds{});
  jobs.durations = read_durations(reader);
  if (reader.has("durations") == reader.has("mean_duration"))
    reader.report("mean_duration", reader.has("durations")
                                       ? "stands beside \"durations\"; leave one of the two out"
                                       : "is missing, as is \"durations\"; write for instance \"6 h\"");
  reader.refuse_unknown_keys();
  return jobs;
}

/// That what the phase takes is said, and once.
void check_work(const ProjectPhase& phase, const Project& project, text::FieldReader& reader) {
  // What may stand beside an unknown kind is not known either.
  if (!reader.has("kind")) return;
  const bool trains = phase.kind == PhaseKind::kTraining || phase.kind == PhaseKind::kPostTraining;
  const bool has_scenario = reader.has("scenario");
  if (has_scenario && !trains)
    reader.report("scenario", fmt::format("stands in a phase of {}, which trains nothing; give \"node_hours\" or "
                                          "\"duration\"",
                                          kPhaseKindNames.name(phase.kind)));
  if (reader.has("jobs") && phase.kind != PhaseKind::kExperiments)
    reader.report("jobs", fmt::format("stand in a phase of {}; only experiments are a stream of jobs",
                                      kPhaseKindNames.name(phase.kind)));
  if (reader.has("jobs") && !reader.has("duration"))
    reader.report("duration", "is missing: how long jobs come; write for instance \"30 d\"");
  if (reader.has("jobs") && reader.has("nodes"))
    reader.report("nodes", "stand beside \"jobs\", which have their own; leave one of the two out");
  const int ways = has_scenario + reader.has("node_hours") + reader.has("duration");
  if (ways > 1) {
    reader.report(reader.has("node_hours") ? "node_hours" : "duration",
                  "stands beside another measure of the phase's work; leave all but one of \"scenario\", "
                  "\"node_hours\" and \"duration\" out");
  } else if (ways == 0 && !reader.has("jobs")) {
    const bool takes_projects = phase.kind == PhaseKind::kTraining && !project.scenario.is_null();
    if (!takes_projects)
      reader.report(trains ? "scenario" : "node_hours",
                    trains ? "is missing: give the run's scenario, \"node_hours\" or \"duration\""
                           : "is missing: how much work this is; give \"node_hours\" or \"duration\"");
  }
}

ProjectPhase read_project_phase(const json& element, const std::string& where, const Project& project,
                                bool names_scenario, ProgrammeReading& reading) {
  text::FieldReader reader(element, where, fields::kProjectPhase, reading.issues);
  ProjectPhase phase{.kind = reader.choice("kind", kPhaseKindNames), .name = reader.text("name")};
  read_scenario_of(phase, reader, reading);
  if (reader.has("node_hours")) phase.node_hours = reader.number("node_hours");
  phase.duration = reader.optional_quantity<Seconds>("duration");
  if (const json* jobs = reader.find("jobs")) phase.jobs = read_jobs(*jobs, reader);
  phase.nodes = widths_of(reader, "nodes");
  // A scenario that could not be read was told of.
  if (!names_scenario || phase.kind != PhaseKind::kTraining || !project.scenario.is_null())
    check_work(phase, project, reader);
  if (phase.duration && !phase.jobs && phase.nodes.empty() && project.nodes.empty())
    reader.report(
        "nodes",
        "is missing: the phase takes as long on any number of nodes; write those that it holds, for instance 4");
  reader.refuse_unknown_keys();
  return phase;
}

/// Phases without a name are called by their kind: "experiments", "experiments 2".
void name_phases(Project& project, const std::string& where, const ProgrammeReading& reading) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < project.phases.size(); ++i) {
    const std::string& name = project.phases[i].name;
    if (!name.empty() && !names.insert(name).second)
      reading.issues.push_back(
          {phase_place(where, i) + "/name",
           fmt::format("{} is the name of another phase of the project; call it otherwise", text::value_text(name))});
  }
  for (ProjectPhase& phase : project.phases) {
    if (!phase.name.empty()) continue;
    const std::string kind(kPhaseKindNames.name(phase.kind));
    phase.name = kind;
    for (int number = 2; !names.insert(phase.name).second; ++number) phase.name = fmt::format("{} {}", kind, number);
  }
}

void read_project_phases(Project& project, text::FieldReader& reader, ProgrammeReading& reading) {
  const bool names_scenario = reader.has("scenario");
  each_of(reader, "phases", [&](const json& element, const std::string& where) {
    project.phases.push_back(read_project_phase(element, where, project, names_scenario, reading));
  });
  name_phases(project, reader.where(), reading);
  if (reader.has("phases")) return;
  if (!names_scenario)
    return reader.report("phases",
                         "is missing, as is \"scenario\": what the project does; write for instance "
                         "[{\"kind\": \"experiments\", \"node_hours\": 5000}]");
  project.phases.push_back({.kind = PhaseKind::kTraining, .name = "training"});
  reading.assume(reader.where("phases"), "training", "not given: the scenario's run and nothing else");
}

Project read_project(const json& element, const std::string& where, const std::string& organisation,
                     ProgrammeReading& reading) {
  text::FieldReader reader(element, where, fields::kProject, reading.issues);
  Project project{.name = reader.text("name"), .organisation = organisation};
  read_scenario_of(project, reader, reading);
  project.nodes = widths_of(reader, "nodes");
  reading.assume_default(reader, "nodes");
  project.pools = texts_of(reader, "pools");
  if (reader.has("pools") && project.pools.empty())
    reader.report("pools", "names none; write for instance \"p5\", or leave it out for all");
  project.earliest = reader.optional_date("earliest");
  project.deadline = reader.optional_date("deadline");
  project.weight = reader.number("weight");
  project.after = texts_of(reader, "after");
  project.dedicated = reader.flag("dedicated");
  read_project_phases(project, reader, reading);
  reader.refuse_unknown_keys();
  return project;
}

Organisation read_organisation(const json& element, const std::string& where, ProgrammeReading& reading) {
  text::FieldReader reader(element, where, fields::kOrganisation, reading.issues);
  Organisation organisation{.name = reader.text("name")};
  if (reader.has("share")) organisation.share = reader.share("share");
  organisation.budget = money_of(reader, "budget", reading.programme.currency);
  organisation.priority = reader.whole("priority");
  each_of(reader, "projects", [&](const json& project, const std::string& at) {
    organisation.projects.push_back(read_project(project, at, organisation.name, reading));
  });
  reader.refuse_unknown_keys();
  return organisation;
}

}  // namespace

void read_organisations(text::FieldReader& programme, ProgrammeReading& reading) {
  each_of(programme, "organisations", [&](const json& element, const std::string& where) {
    reading.programme.organisations.push_back(read_organisation(element, where, reading));
  });
}

}  // namespace fmplan::scenario
