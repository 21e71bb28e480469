#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/collective_rows.h"

namespace fmplan::evidence {

/// What a log does not say, or says otherwise.
struct NcclTestsContext {
  std::string source_id;  ///< empty: the file's name
  std::string gpu;        ///< empty: from the lines that list the ranks
  std::string system;
  std::string collective;            ///< empty: from the log, else from the file's name
  std::string collective_otherwise;  ///< where neither says; empty: that is an error
  std::optional<int> nodes;          ///< none: the hosts of the lines that list the ranks
  std::optional<int> gpus_per_node;
};

struct NcclTestsLog {
  std::vector<CollectiveRow> rows;  ///< not healthy where nccl-tests found wrong results
  std::vector<std::string> notes;   ///< rows of size 0, results that nccl-tests found wrong
};

/// Reads what the programs of nccl-tests print, or the JSON that their option -J writes.  Text: 13 columns, or 9 where
/// only one of the two measurements was made, or more with statistics per iteration; prefixes of srun ("0: ") and of
/// mpirun ("[1,0]<stdout>:"); the column #wrong may be N/A; comments, other programs' lines and environment variables
/// are dropped.
/// @throws InputError, with every problem: a line cut short, a time that is no positive number, times in another unit
/// than µs, size, time and bandwidth that disagree, ranks that the ratio of busbw to algbw contradicts, another
/// collective after the first's rows, no collective or nodes known, no rows.
NcclTestsLog read_nccl_tests_log(std::string_view text, const std::string& name, const NcclTestsContext& context);

/// Whether the beginning of a text has a row of results, or the whole is the JSON of nccl-tests.
bool looks_like_nccl_tests(std::string_view text);

}  // namespace fmplan::evidence
