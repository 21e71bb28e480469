#pragma once

/// @file
/// Jobs that a cluster's queue ran, and demand as a table: what others' files say of who wants how many nodes for how
/// long.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/date.h"
#include "core/base/quantity.h"

namespace fmplan::evidence {

/// A job that ran.
struct LoggedJob {
  std::string id;
  std::string organisation;  ///< group or account; empty: not said
  std::string user;          ///< empty: not said
  int nodes = 1;
  std::int64_t submitted_s = 0;            ///< since 1970-01-01, UTC
  std::optional<std::int64_t> waited_s{};  ///< none: not said
  std::int64_t ran_s = 0;                  ///< above 0
  std::optional<int> accelerators{};       ///< that it held on all its nodes; none: not said

  friend bool operator==(const LoggedJob&, const LoggedJob&) = default;
};

struct JobLog {
  std::vector<LoggedJob> jobs;         ///< by the time they were submitted
  std::optional<int> machine_nodes{};  ///< of the cluster, where the log says
  int num_left_out = 0;                ///< that never ran, or on no processor
  std::vector<std::string> notes{};

  friend bool operator==(const JobLog&, const JobLog&) = default;
};

/// What an SWF log may leave open.
struct SwfTerms {
  std::optional<Date> start{};               ///< of its time 0; none: the header's UnixStartTime
  std::optional<int> processors_per_node{};  ///< none: the log's processors over its nodes, else one
};

/// The Standard Workload Format [Feitelson]: a job a line, 18 fields parted by blanks, "; Key: value" before them.
/// Processors are those allocated, else those asked for, rounded up to nodes.
/// @throws InputError with every line that is none, at "name:line"; where no time 0 is known.
JobLog read_swf(std::string_view text, const std::string& name, const SwfTerms& terms = {});
/// Whether the first line of a text that is no comment is such a job.
bool looks_like_swf(std::string_view text);

/// What `sacct -P` (or -p) prints: columns by their header, of which JobID, NNodes, Submit and Elapsed, or Start and
/// End, are needed, User, Account, Start and the gres/gpu of AllocTRES used where they are there.  Steps of jobs and
/// what never ran are left out; times are taken as UTC.
/// @throws InputError with every line that is none, at "name:line".
JobLog read_sacct(std::string_view text, const std::string& name);

/// A row of demand.
struct DemandRow {
  std::string organisation;
  std::string project;
  int nodes = 1;
  double days = 1;
  std::optional<Date> deadline{};

  friend bool operator==(const DemandRow&, const DemandRow&) = default;
};

/// CSV with the columns organisation, project, nodes, days and, where there is one, deadline.
/// @throws InputError with every row that is none, at "name:line".
std::vector<DemandRow> read_demand(std::string_view text, const std::string& name);

}  // namespace fmplan::evidence
