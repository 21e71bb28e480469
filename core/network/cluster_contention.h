#pragma once

/// @file
/// A cluster's collective beside what gets in its way, over the leaves and spines that topology_build.h gives it.
///
/// Every accelerator is a rank.  All-reduce, all-gather and reduce-scatter run as in hierarchical_time(): inside a
/// scale-up domain, then one ring across the domains for every place in them, all at once; an all-to-all sends to all
/// at once.  Links have the share of their line rate that the catalogue says large transfers reach.
/// Neglected: what a torus or mesh inside a domain adds (it is taken for a switch), and the way over scale-up of
/// traffic that another NIC takes over.

#include <optional>
#include <string>
#include <vector>

#include "core/base/names.h"
#include "core/hardware/cluster.h"
#include "core/network/contention.h"
#include "core/network/topology.h"

namespace fmplan::network {

/// The order in which a job's machines follow one another; which machines they are is the same for both.
enum class Placement {
  kPacked,       ///< leaf after leaf: a ring leaves each leaf once
  kInterleaved,  ///< one under each leaf in turn: every step of a ring crosses leaves
};
inline constexpr auto kPlacementNames =
    names<Placement>({{"packed", Placement::kPacked}, {"interleaved", Placement::kInterleaved}});

/// Which of the links that lead the same way a flow takes.
enum class LeafRouting {
  kSpray,        ///< its packets take all of them evenly (SRD, adaptive routing)
  kDestination,  ///< the one that the destination's number gives (D-mod-k)
};
inline constexpr auto kLeafRoutingNames =
    names<LeafRouting>({{"spray", LeafRouting::kSpray}, {"d-mod-k", LeafRouting::kDestination}});

/// Who carries the traffic of NICs that are down.
enum class NicFailover {
  kGroup,    ///< the other NICs of the same accelerators; with none left their traffic never ends
  kMachine,  ///< all others of the machine, evenly
};

struct JobOnCluster {
  Collective collective = Collective::kAllReduce;
  Bytes payload{};
  int num_nodes = 2;
  Placement placement = Placement::kPacked;
  LeafRouting routing = LeafRouting::kSpray;
  int room_for_jobs = 1;  ///< the cluster has machines for so many jobs like it, whether they run or not
};

/// What is in the job's way; by default nothing.
struct ContentionCase {
  std::optional<double> leaf_oversubscription{};  ///< instead of the fabric's own
  /// Jobs like this one, at the same time, their machines dealt to the same leaves in turn.
  int jobs_beside = 0;
  int failed_nics = 0;  ///< of the job's first machine
  NicFailover failover = NicFailover::kGroup;

  friend bool operator==(const ContentionCase&, const ContentionCase&) = default;
};

/// The job on as many machines in every scale-up domain: a collective's stages inside domains are of equal groups.  At
/// most domains − 1 machines are left out: 35 of four GPUs on racks of 18 are two times 17.
struct EvenJob {
  hardware::Instance instance;  ///< whose domain is what the job holds of one
  JobOnCluster job;
};
EvenJob on_even_domains(hardware::Instance instance, JobOnCluster job);

/// The network that holds the job and those beside it, or has room for: topology_shape() with a switch in every domain,
/// with the rates that large transfers reach, and with one spine as thick as all where packets are sprayed.
/// @throws InputError as topology_shape() does.
TopologyShape contended_shape(const hardware::Instance& instance, const JobOnCluster& job, const ContentionCase& what);

/// The machines of the `number`-th of 1 + jobs_beside jobs, in the order of its ranks.  Machines that one scale-up
/// domain joins stay together.
std::vector<int> machines_of_job(const TopologyShape& shape, const JobOnCluster& job, const ContentionCase& what,
                                 int number);

/// "leaf 0 → spines": a link for people.  Sprayed, the spines of a pod are one.
std::string contended_link_name(const Topology& topology, int link, LeafRouting routing);

/// Flows times rounds of all jobs: what the simulation has to go through.
double num_transfers(const hardware::Instance& instance, const JobOnCluster& job, const ContentionCase& what);

/// The job's time, on_even_domains(); the slowdown is left at 1.
/// @pre failed_nics < NICs of a machine; jobs_beside ≥ 0; the collective is one of those named above
/// @throws InputError as topology_shape() does.
Contention cluster_contention(const hardware::Instance& instance, const JobOnCluster& job, const ContentionCase& what);

}  // namespace fmplan::network
