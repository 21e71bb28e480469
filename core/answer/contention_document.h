#pragma once

#include <string>

#include "core/answer/document.h"
#include "core/hardware/cluster.h"
#include "core/network/cluster_contention.h"

namespace fmplan::answer {

/// What --contention, --jobs-beside, --failed-nics and --routing say, as written.
struct ContentionArguments {
  bool contention = false;
  std::string jobs_beside{};  ///< empty: 1
  std::string failed_nics{};  ///< empty: 1
  std::string routing{};      ///< empty: spray

  bool is_asked() const { return contention || !jobs_beside.empty() || !failed_nics.empty() || !routing.empty(); }
};

/// What is to be worked out, checked.
struct ContentionQuestion {
  network::Collective collective = network::Collective::kAllReduce;
  Bytes payload = 1 * gibibyte;
  network::LeafRouting routing = network::LeafRouting::kSpray;
  double oversubscription = 2;  ///< of the leaves in the oversubscribed case
  int jobs_beside = 1;
  int failed_nics = 1;
};

/// The question that the arguments ask of this cluster.  `oversubscription` as written, empty for twice the fabric's
/// own; no size stands for 1 GiB.
/// @throws InputError, with all problems, for what is no ratio, count or routing, a ratio below 1 or below the fabric's
/// own, a collective whose contention is not worked out, more than one size, more NICs down than a machine can spare,
/// machines that share no leaf, and jobs too large to be gone through.
ContentionQuestion contention_question(const ContentionArguments& arguments, const std::string& oversubscription,
                                       network::Collective collective, const std::vector<Bytes>& sizes,
                                       const hardware::Cluster& cluster);

/// For each placement, a line per case: alone, oversubscribed, with other jobs, with NICs down, all of it.
Document contention_document(const hardware::Cluster& cluster, const ContentionQuestion& question);

}  // namespace fmplan::answer
