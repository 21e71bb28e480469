#pragma once

/// @file
/// Others' demand as a programme to edit: the jobs of a queue's log as streams, rows of demand as projects.

#include <optional>
#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/base/date.h"
#include "core/evidence/job_log.h"
#include "core/scenario/programme.h"

namespace fmplan::imports {

/// What neither a log nor rows of demand say.
struct DemandTerms {
  std::string name;            ///< of the programme
  std::string instance;        ///< of the catalogue
  std::optional<int> nodes{};  ///< of the pool; none: the log's machine, else the most that is asked for at once
  Date start{};                ///< of rows of demand
};

/// The jobs of each user on each number of nodes as a stream over the log's days: its rate, its node-hours and the
/// spread of its durations are the log's, the order in which jobs came is not.  Where that is more than kMostStreams
/// projects, users of an organisation are one.
/// @throws InputError for a log without jobs, or with more streams than that still.
scenario::Programme programme_of_jobs(const evidence::JobLog& log, const DemandTerms& terms);
inline constexpr int kMostStreams = 1000;  // chosen: more is nothing to edit

/// What a planner must know where jobs held fewer accelerators than their nodes have: whole nodes are counted.
std::vector<std::string> notes_on_shared_nodes(const evidence::JobLog& log, int accelerators_per_node);

/// A project a row, which holds its nodes for its days.  It ends with the last deadline, or, where a row has none, when
/// a list of all rows in any order would be done [Graham 1969: within twice the longer of the load and the longest].
/// @throws InputError for rows without one, for two of one project, for a deadline that is not after the start.
scenario::Programme programme_of_demand(const std::vector<evidence::DemandRow>& rows, const DemandTerms& terms);

/// The programme as JSON, and its organisations as a table.
answer::Document programme_document(const scenario::Programme& programme, std::vector<std::string> notes);

}  // namespace fmplan::imports
