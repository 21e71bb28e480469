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
  std::optional<int> node_gpus{};  ///< all GPUs of a node of the machine, where neither gpus_per_node nor the log says
};

struct NcclTestsLog {
  std::vector<CollectiveRow> rows;  ///< not healthy where nccl-tests found wrong results
  std::vector<std::string> notes;   ///< rows left out, wrong results, what the digits do not tell
};

/// Reads what the programs of nccl-tests print, or the JSON that their option -J writes.  Text: 13 columns, or 9 where
/// only one of the two measurements was made, or more with statistics per iteration; behind prefixes of launchers
/// (without_launcher_prefix()), wrapped by a terminal or not; the column #wrong may be N/A; comments, other programs'
/// lines and environment variables are dropped, and rows that a message of NCCL stands inside.  Each run is one by
/// itself: behind another heading or list of ranks, and where sizes go back.  The number of ranks is the highest listed
/// and one.
/// @throws InputError, with every problem: a line cut short, a time that is no positive number, times in another unit
/// than µs, size, time and bandwidth that disagree, a collective that the columns redop and root contradict, ranks that
/// the digits of busbw and algbw contradict (ranks_with_ratio()), ranks of several programs or GPUs, another collective
/// after the first's rows, no collective or nodes known, no rows.
NcclTestsLog read_nccl_tests_log(std::string_view text, const std::string& name, const NcclTestsContext& context);

}  // namespace fmplan::evidence
