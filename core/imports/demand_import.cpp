#include "core/imports/demand_import.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/scenario/programme_json.h"
#include "core/sim/run/hazards.h"
#include "core/text/json_text.h"

namespace fmplan::imports {
namespace {

using evidence::DemandRow;
using evidence::JobLog;
using evidence::LoggedJob;
using scenario::Organisation;
using scenario::PhaseKind;
using scenario::Programme;
using scenario::Project;
using scenario::ProjectPhase;

constexpr std::int64_t kDay_s = 86'400;  // exact

Date day_of(std::int64_t seconds) {
  // Rounded down, before 1970 too.
  const std::int64_t days = seconds / kDay_s - (seconds % kDay_s < 0 ? 1 : 0);
  return {static_cast<int>(days)};
}

/// One pool of one's own machines, all there from the start on.
scenario::Pool own_pool(const DemandTerms& terms, int nodes, Date start) {
  return {.name = "cluster",
          .instance = terms.instance,
          .kind = std::string(scenario::kOwned),
          .deliveries = {{.on = start, .nodes = nodes}}};
}

/// At most so many times that stand for all: means of parts of equal size, brought to the mean of all.
std::vector<Seconds> typical_durations(std::vector<std::int64_t> seconds) {
  constexpr std::size_t kMostTimes = 20;  // chosen: every twentieth
  std::ranges::sort(seconds);
  const std::size_t parts = std::min(kMostTimes, seconds.size());
  std::vector<double> means;
  double sum = 0, sum_of_means = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = part * seconds.size() / parts, end = (part + 1) * seconds.size() / parts;
    double of_part = 0;
    for (std::size_t i = begin; i < end; ++i) of_part += static_cast<double>(seconds[i]);
    sum += of_part;
    means.push_back(of_part / static_cast<double>(end - begin));
    sum_of_means += means.back();
  }
  const double scale = (sum / static_cast<double>(seconds.size())) / (sum_of_means / static_cast<double>(parts));
  std::vector<Seconds> durations;
  // To the digits that a file is read by; where that is nothing at all, a second.
  for (const double mean : means) durations.push_back(std::max(text::rounded(mean * scale, 6), 1.0) * second);
  return durations;
}

/// Organisation, user (empty: all of it) and nodes.
using StreamKey = std::tuple<std::string, std::string, int>;
using Streams = std::map<StreamKey, std::vector<std::int64_t>>;

Streams streams_of(const JobLog& log, bool by_user) {
  Streams streams;
  for (const LoggedJob& job : log.jobs)
    streams[{job.organisation.empty() ? "others" : job.organisation, by_user ? job.user : std::string(), job.nodes}]
        .push_back(job.ran_s);
  return streams;
}

/// The most nodes that run at once; where waits are not known, as if jobs had started when they were submitted.
int peak_nodes(const JobLog& log) {
  std::vector<std::pair<std::int64_t, int>> changes;
  for (const LoggedJob& job : log.jobs) {
    const std::int64_t start = job.submitted_s + job.waited_s.value_or(0);
    changes.emplace_back(start, job.nodes);
    changes.emplace_back(start + job.ran_s, -job.nodes);
  }
  std::ranges::sort(changes);
  int nodes = 0, peak = 0;
  for (const auto& [at, change] : changes) peak = std::max(peak, nodes += change);
  return std::min(peak, sim::kMostNodes);
}

std::string stream_name(const StreamKey& key) {
  const auto& [organisation, user, nodes] = key;
  return fmt::format("{}{}{}, {} node{}", organisation, user.empty() ? "" : " ", user, nodes, nodes == 1 ? "" : "s");
}

Organisation& organisation_named(Programme& programme, const std::string& name) {
  const auto found = std::ranges::find(programme.organisations, name, &Organisation::name);
  if (found != programme.organisations.end()) return *found;
  programme.organisations.push_back({.name = name});
  return programme.organisations.back();
}

void check_rows(const std::vector<DemandRow>& rows, const DemandTerms& terms) {
  Issues issues;
  if (rows.empty())
    issues.push_back({"", "has no rows; write organisation,project,nodes,days,deadline and a row below"});
  std::set<std::string> names;
  for (const DemandRow& row : rows) {
    if (!names.insert(row.project).second)
      issues.push_back({row.project, "is a project of two rows; call one of them otherwise"});
    if (row.deadline && *row.deadline <= terms.start)
      issues.push_back({row.project, fmt::format("has its deadline, {}, not after the start, {}; give another --start",
                                                 date_text(*row.deadline), date_text(terms.start))});
  }
  if (!issues.empty()) throw InputError(std::move(issues));
}

/// When all is over that the rows ask for.
Date end_of_demand(const std::vector<DemandRow>& rows, Date start, int nodes) {
  double node_days = 0, longest = 0;
  Date end = start;
  bool all_have_deadlines = true;
  for (const DemandRow& row : rows) {
    node_days += row.nodes * row.days;
    longest = std::max(longest, row.days);
    all_have_deadlines = all_have_deadlines && row.deadline;
    if (row.deadline) end = std::max(end, *row.deadline);
  }
  const int days = static_cast<int>(std::ceil((all_have_deadlines ? 1 : 2) * std::max(longest, node_days / nodes)));
  return std::max(end, Date{start.days_since_epoch + std::min(days, scenario::kMostProgrammeDays)});
}

void check_pool(int nodes, int largest) {
  if (largest > nodes)
    throw InputError("--nodes", fmt::format("{} are fewer than one job asks for, {}; give as many", nodes, largest));
}

double phase_node_hours(const ProjectPhase& phase, const Project& project) {
  if (!phase.jobs)
    return phase.duration && !project.nodes.empty() ? project.nodes.front() * (*phase.duration / hour) : 0;
  Seconds sum;
  for (const Seconds duration : phase.jobs->durations) sum += duration;
  const double jobs = phase.jobs->jobs_per_day * (*phase.duration / day);
  return jobs * phase.jobs->nodes.front() * (sum / static_cast<double>(phase.jobs->durations.size()) / hour);
}

/// Node-hours, of a few small jobs too.
std::string hours_text(double hours) {
  constexpr double kMany = 1000;  // node-hours; chosen
  return hours < kMany ? fmt::format("{:.4g}", hours) : count_text(hours);
}

}  // namespace

Programme programme_of_jobs(const JobLog& log, const DemandTerms& terms) {
  if (log.jobs.empty()) throw InputError("", "has no job that ran");
  Streams streams = streams_of(log, true);
  if (streams.size() > kMostStreams) streams = streams_of(log, false);
  if (streams.size() > kMostStreams)
    throw InputError("", fmt::format("has jobs of {} kinds by organisation and number of nodes, more than {}; import a "
                                     "part of it",
                                     streams.size(), kMostStreams));
  Programme programme{.name = terms.name};
  programme.start = day_of(log.jobs.front().submitted_s);
  programme.end = {day_of(log.jobs.back().submitted_s).days_since_epoch + 1};
  const int days = days_between(programme.start, programme.end);
  if (days > scenario::kMostProgrammeDays)
    throw InputError(
        "", fmt::format("spans {} days, more than {}; import a part of it", days, scenario::kMostProgrammeDays));
  const int largest = std::ranges::max(log.jobs, {}, &LoggedJob::nodes).nodes;
  const int nodes = terms.nodes.value_or(std::max(largest, log.machine_nodes.value_or(peak_nodes(log))));
  check_pool(nodes, largest);
  programme.notes = fmt::format(
      "{} jobs of a queue's log as streams: rates, sizes and durations are the log's, the times at which jobs come are "
      "not.\nAssumption: the machine and its price.",
      log.jobs.size());
  programme.pools = {own_pool(terms, nodes, programme.start)};
  programme.policy = {.kind = scenario::PolicyKind::kFifo};
  for (auto& [key, seconds] : streams) {
    const int width = std::get<int>(key);
    ProjectPhase phase{.kind = PhaseKind::kExperiments, .name = "jobs", .duration = days * day};
    phase.jobs = scenario::JobStream{.jobs_per_day = text::rounded(static_cast<double>(seconds.size()) / days, 6),
                                     .nodes = {width},
                                     .durations = typical_durations(std::move(seconds))};
    Project project{.name = stream_name(key), .organisation = std::get<0>(key), .nodes = {width}, .pools = {"cluster"}};
    project.phases.push_back(std::move(phase));
    organisation_named(programme, std::get<0>(key)).projects.push_back(std::move(project));
  }
  return programme;
}

std::vector<std::string> notes_on_shared_nodes(const JobLog& log, int accelerators_per_node) {
  std::int64_t sharing = 0;
  double counted = 0, held = 0;
  for (const LoggedJob& job : log.jobs) {
    const std::int64_t all = std::int64_t{job.nodes} * accelerators_per_node;
    if (!job.accelerators || *job.accelerators >= all) continue;
    ++sharing;
    const double hours = static_cast<double>(job.ran_s) / 3600;
    counted += job.nodes * hours;
    held += static_cast<double>(*job.accelerators) / accelerators_per_node * hours;
  }
  if (sharing == 0) return {};
  return {
      fmt::format("{} of {} jobs held fewer GPUs than their nodes have, and count with whole nodes: {} node-hours, "
                  "where their GPUs make {}",
                  sharing, log.jobs.size(), hours_text(counted), hours_text(held))};
}

Programme programme_of_demand(const std::vector<DemandRow>& rows, const DemandTerms& terms) {
  check_rows(rows, terms);
  std::int64_t together = 0;
  for (const DemandRow& row : rows) together += row.nodes;
  const int nodes = terms.nodes.value_or(static_cast<int>(std::min<std::int64_t>(together, sim::kMostNodes)));
  check_pool(nodes, std::ranges::max(rows, {}, &DemandRow::nodes).nodes);
  Programme programme{.name = terms.name, .start = terms.start, .end = end_of_demand(rows, terms.start, nodes)};
  programme.notes =
      "Organisations, projects, nodes, days and deadlines are a table's.\nAssumption: the machine, its number and its "
      "price.";
  programme.pools = {own_pool(terms, nodes, programme.start)};
  for (const DemandRow& row : rows) {
    Project project{.name = row.project,
                    .organisation = row.organisation,
                    .nodes = {row.nodes},
                    .pools = {"cluster"},
                    .deadline = row.deadline};
    project.phases.push_back({.kind = PhaseKind::kTraining, .name = "training", .duration = row.days * day});
    organisation_named(programme, row.organisation).projects.push_back(std::move(project));
  }
  return programme;
}

answer::Document programme_document(const Programme& programme, std::vector<std::string> notes) {
  answer::Document document;
  document.headline = fmt::format("{}: {} to {}", programme.name, date_text(programme.start), date_text(programme.end));
  document.json = programme_json(programme);
  document.warnings = std::move(notes);
  answer::Table table{.title = "Organisations",
                      .header = {"organisation", "projects", "node-hours"},
                      .align = {},
                      .rows = {},
                      .notes = {}};
  table.align = {answer::Align::kLeft, answer::Align::kRight, answer::Align::kRight};
  for (const Organisation& organisation : programme.organisations) {
    double node_hours = 0;
    for (const Project& project : organisation.projects)
      for (const ProjectPhase& phase : project.phases) node_hours += phase_node_hours(phase, project);
    table.rows.push_back({organisation.name, fmt::format("{}", organisation.projects.size()), hours_text(node_hours)});
  }
  for (const scenario::Pool& pool : programme.pools)
    table.notes.push_back(fmt::format("on {} nodes of {}", pool.deliveries.front().nodes, pool.instance));
  table.notes.emplace_back("-o FILE.json writes the programme, to edit");
  document.tables.push_back(std::move(table));
  return document;
}

}  // namespace fmplan::imports
