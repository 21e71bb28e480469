#pragma once

/// @file
/// Measured times of collectives, one a row.  Two forms of CSV are read, told apart by their header:
///   source_id,source_ref,date_if_known,gpu,instance_or_system,nodes,gpus_per_node,collective,bytes,time_us,algbw_GBps,
///     busbw_GBps,in_place,nccl_version,notes[,healthy]     sizes and bandwidths as nccl-tests prints them
///   framework,version,device,op_name,kernel_source,nccl_dtype,num_gpus,message_size,latency
///     tables of one node: message_size in elements of nccl_dtype, latency in ms

#include <string>
#include <string_view>
#include <vector>

#include "core/network/collective_time.h"
#include "core/network/nccl_model.h"
#include "core/text/row_table.h"

namespace fmplan::evidence {

struct CollectiveRow {
  int line = 0;
  std::string source_id;
  std::string source_ref;
  std::string date;
  std::string gpu;
  std::string system;
  int nodes = 1;
  int gpus_per_node = 8;
  std::string collective;  ///< as written: "all_reduce", "alltoall", "reduce", …
  double bytes = 0;
  double time_us = 0;
  std::string in_place;  ///< "yes", "no" or empty
  std::string nccl_version;
  std::string notes;
  std::string healthy;  ///< "yes" or empty: may be fitted to; anything else ("no", "unknown"): not

  friend bool operator==(const CollectiveRow&, const CollectiveRow&) = default;
};

struct CollectiveRows {
  std::vector<CollectiveRow> rows;
  std::vector<text::RefusedRow>
      refused;  ///< a row that says nothing usable: no time, not a number, size 0, units that disagree
  std::vector<std::string> notes;  ///< columns that were not known, rows that nccl-tests left blank on purpose
};

/// @throws InputError if a column that is needed is missing, or the text is no CSV.
CollectiveRows read_collective_rows(std::string_view text, const std::string& name);

/// A hundredth of a microsecond to three hours.
bool is_plausible_time_us(double time_us);

/// The CSV of the first form, with its header; algbw and busbw are computed from size and time.
std::string collective_rows_csv(const std::vector<CollectiveRow>& rows);

/// What the notes say NCCL was told: "NCCL_ALGO=Ring", "NCCL_PROTO=LL", "NCCL_NVLS_ENABLE=0".
network::NcclRestriction restriction_in(std::string_view notes);

/// 8 hexadecimal digits of what was measured: machine, ranks, collective, size, time.  The source's name is not in it.
std::string row_fingerprint(const CollectiveRow& row);

}  // namespace fmplan::evidence
