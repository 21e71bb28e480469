#pragma once

#include <string>

#include "core/answer/document.h"
#include "core/hardware/cluster.h"

namespace fmplan::catalog {
class Catalog;
}

namespace fmplan::answer {

/// Another network than the instance's own, as written.
struct FabricChoice {
  std::string fabric{};            ///< a fabric of the catalogue; empty: the instance's own
  std::string oversubscription{};  ///< "2:1", of the leaves; empty: the fabric's own

  bool is_chosen() const { return !fabric.empty() || !oversubscription.empty(); }
};

/// "2:1", "2" or "1.5:1" as the ratio of bandwidth from below to bandwidth upwards.
/// @throws InputError unless it is from 0.01 to 100.
double parse_oversubscription(const std::string& text);

/// The cluster with the fabric and the oversubscription chosen.
/// @throws InputError for a fabric that the catalogue does not have, and for a bad ratio.
hardware::Cluster with_fabric(hardware::Cluster cluster, const FabricChoice& choice, const catalog::Catalog& catalog);

/// The levels of the cluster's network, what holds typical communicators back, and what was assumed.
Document topology_document(const hardware::Cluster& cluster);

}  // namespace fmplan::answer
