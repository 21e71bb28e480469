#pragma once

/// @file
/// What questions about collectives are asked with, as typed.

#include <string>
#include <vector>

#include "core/answer/contention_document.h"
#include "core/answer/network_times.h"
#include "core/answer/topology_document.h"
#include "core/base/quantity.h"
#include "core/hardware/cluster.h"
#include "core/network/collective_time.h"

namespace fmplan::answer {

/// Of a cluster, as typed; what is empty is left open.
struct NetworkOptions {
  std::string collective{};  ///< empty: the log's own, else all_reduce
  std::vector<std::string> sizes{};
  bool expect = false;          ///< with the interval that measurements should lie in
  std::string log{};            ///< of nccl-tests, to be judged
  std::string gpus_per_node{};  ///< in use; empty: those that the log lists, else all
  FabricChoice fabric{};
  ContentionArguments contention{};
};

/// The collective of this name; empty: all-reduce.  @throws InputError, with the nearest name.
network::Collective collective_named(const std::string& name);

/// Sizes such as "1048576" and "1 GiB"; none: from 8 bytes to 16 GiB, each four times the last.
/// @throws InputError with each that is no size above nothing.
std::vector<Bytes> collective_sizes(const std::vector<std::string>& texts);

/// The cluster with so many nodes; empty: its own.
/// @throws InputError for what is no number of nodes, and for several of an instance without a network between them.
hardware::Cluster with_nodes(hardware::Cluster cluster, const std::string& num_nodes);

/// What slows a collective of the options down on the cluster.  @throws InputError
Document contention_document(const hardware::Cluster& cluster, const NetworkOptions& options,
                             const catalog::Catalog& catalog);

/// @throws InputError
TimesQuestion times_question(hardware::Cluster cluster, const NetworkOptions& options);

}  // namespace fmplan::answer
