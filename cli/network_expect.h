#pragma once

#include <string>
#include <vector>

#include "cli/document.h"
#include "core/hardware/cluster.h"
#include "core/io/catalog.h"
#include "core/network/collective_time.h"

namespace fmplan::cli {

/// What nccl-tests should print on the cluster, with the interval that 80 % of measurements lie in; with a `log` of
/// nccl-tests (empty: none), what it printed instead of `sizes`, judged row by row.
Document expectation_document(const hardware::Cluster& cluster, network::Collective collective,
                              const std::vector<Bytes>& sizes, const std::string& log, const io::Catalog& catalog);

}  // namespace fmplan::cli
