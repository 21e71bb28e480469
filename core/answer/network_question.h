#pragma once

/// @file
/// What questions about collectives are asked with, as typed.

#include <string>
#include <vector>

#include "core/base/quantity.h"
#include "core/hardware/cluster.h"
#include "core/network/collective_time.h"

namespace fmplan::answer {

/// The collective of this name; empty: all-reduce.  @throws InputError, with the nearest name.
network::Collective collective_named(const std::string& name);

/// Sizes such as "1048576" and "1 GiB"; none: from 8 bytes to 16 GiB, each four times the last.
/// @throws InputError with each that is no size above nothing.
std::vector<Bytes> collective_sizes(const std::vector<std::string>& texts);

/// The cluster with so many nodes; empty: its own.
/// @throws InputError for what is no number of nodes, and for several of an instance without a network between them.
hardware::Cluster with_nodes(hardware::Cluster cluster, const std::string& num_nodes);

}  // namespace fmplan::answer
