#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/quantity.h"
#include "core/hardware/accelerator.h"
#include "core/hardware/storage.h"
#include "core/hardware/wiring.h"

namespace fmplan::hardware {

/// One level of a machine: `num_members` of the level below joined by links of this kind.
struct Link {
  std::string name;          ///< "NVLink 4", "EFA v2", …
  BytesPerSecond bandwidth;  ///< per accelerator and direction, line rate
  double efficiency = 1;     ///< share of the line rate that large collectives reach
  Seconds latency;           ///< α: fixed cost of one message of a ring step
  /// What a forward pass through a mixture's layer waits beside sending, where its experts lie in several domains and
  /// tokens go out once for each expert; and where they go once to each domain.
  Seconds exchange_wait{};
  Seconds deduplicating_wait{};

  friend bool operator==(const Link&, const Link&) = default;
};

/// A rentable machine, or a server one buys.  An UltraServer counts as one instance.
struct Instance {
  std::string name;
  std::string provider;
  Accelerator accelerator;
  int accelerators_per_node = 8;
  int hosts = 1;                          ///< that an UltraServer or a rack is made of
  int scale_up_domain = 8;                ///< accelerators joined by the scale-up link (may span instances)
  std::optional<Link> scale_up;           ///< none: accelerators talk over the scale-out link or PCIe
  std::optional<Link> scale_out;          ///< none: instances cannot be joined
  std::optional<Link> host_link = {};     ///< to the memory of its host; none: not known
  std::optional<Bytes> host_memory = {};  ///< per node
  std::optional<Bytes> local_nvme;        ///< per node, all drives together
  std::optional<int> local_drives = {};   ///< how many; none: not known, or there are none
  std::optional<Watts> node_power;        ///< whole node at full load, where published
  Wiring wiring = {};                     ///< what joins accelerators and NICs inside
  Fabric fabric = {};                     ///< what joins machines, where it is stated
  bool sharp = false;                     ///< the switches between machines add up, and the library is told to let them
  std::string like = {};                  ///< the machine of the catalogue whose measurements serve it; empty: its own

  friend bool operator==(const Instance&, const Instance&) = default;
};

/// Everything a job runs on, by value.
struct Cluster {
  Instance instance;
  int num_nodes = 1;
  std::optional<Storage> checkpoint_storage;  ///< shared by all nodes

  friend bool operator==(const Cluster&, const Cluster&) = default;
};

constexpr int num_accelerators(const Cluster& cluster) {
  return cluster.num_nodes * cluster.instance.accelerators_per_node;
}

}  // namespace fmplan::hardware
