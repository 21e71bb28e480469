#pragma once

/// @file
/// Storage that checkpoints are written to and data is read from: how fast it is, and what holds it back.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/names.h"
#include "core/base/quantity.h"

namespace fmplan::hardware {

/// Object storage serves so many requests a second below one prefix.
struct RequestLimits {
  double puts_per_second = 0;  ///< per prefix
  double gets_per_second = 0;  ///< per prefix
  Bytes part_size;             ///< what one PUT or one GET of a range moves
  int prefixes = 1;            ///< partitioned ones, over which the objects are spread
  Dollars price_per_put;
  Dollars price_per_get;

  friend bool operator==(const RequestLimits&, const RequestLimits&) = default;
};

/// The sizes a file system is sold in: the least, and whole multiples of the step.
struct CapacitySizes {
  Bytes least;
  Bytes step;

  friend bool operator==(const CapacitySizes&, const CapacitySizes&) = default;
};

/// Every limit is optional; those that are stated all hold.  Reading is as fast as writing where it says nothing of its
/// own.
struct Storage {
  std::string name;
  bool per_node = false;  ///< drives of each node: `capacity` and rates are one node's, and lost with it
  std::optional<BytesPerSecond> write_bandwidth_per_tebibyte;    ///< of the disks, sustained, per TiB of capacity
  std::optional<BytesPerSecond> read_bandwidth_per_tebibyte;     ///< likewise
  std::optional<BytesPerSecond> network_bandwidth_per_tebibyte;  ///< of the file servers, sustained
  std::optional<BytesPerSecond> write_bandwidth;                 ///< of all of it, whatever the capacity
  std::optional<BytesPerSecond> read_bandwidth;
  std::optional<BytesPerSecond> client_bandwidth;  ///< of one node
  std::optional<BytesPerSecond> read_client_bandwidth;
  std::optional<RequestLimits> requests;
  std::optional<CapacitySizes> sizes;  ///< none: any
  Bytes capacity;                      ///< provisioned; 0: what lies there is what is paid for

  friend bool operator==(const Storage&, const Storage&) = default;
};

/// True if the capacity decides how fast it is, or is sold in steps: it must be stated.
bool is_sold_by_size(const Storage& storage);
/// The least size on sale that holds `wanted`: max(least, ⌈wanted / step⌉ · step), or `wanted` where any can be had.
/// @pre wanted > 0.
Bytes next_size(const Storage& storage, Bytes wanted);
/// The largest size on sale below `wanted`; none if there is none.
std::optional<Bytes> previous_size(const Storage& storage, Bytes wanted);

/// What a transfer waits for, and so what would have to be more.
enum class StorageBound : std::uint8_t {
  kClients,   ///< the nodes: more of them, or a faster path of each
  kDisks,     ///< capacity, or a faster class
  kNetwork,   ///< of the file servers: likewise
  kRequests,  ///< prefixes, or larger parts
};
inline constexpr auto kStorageBoundNames = names<StorageBound>({{"clients", StorageBound::kClients},
                                                                {"disks", StorageBound::kDisks},
                                                                {"file servers' network", StorageBound::kNetwork},
                                                                {"requests", StorageBound::kRequests}});
/// "clients", "disks", "file servers' network", "requests".
inline std::string_view storage_bound_name(StorageBound bound) { return kStorageBoundNames.name(bound); }

/// The nodes that move data at the same time.
struct StorageClients {
  double num_nodes = 1;
  BytesPerSecond unstated;               ///< rate of one, where the storage does not state what one client reaches
  std::optional<BytesPerSecond> nics{};  ///< all of one node's: no shared storage is faster to it; none: not known
};

struct StorageRate {
  BytesPerSecond rate;
  StorageBound held_by = StorageBound::kClients;
};

/// Rate of all nodes together, the least of
///   clients   N · min(client, NICs)                  (drives of the node itself: N · drives)
///   disks     capacity/TiB · rate per TiB, and the aggregate rate where one is stated
///   network   capacity/TiB · network per TiB
///   requests  prefixes · requests per second · part size
/// in bytes per second: sustained figures without bursts and caches [AWS, FSx for Lustre user guide, "Performance
/// characteristics of SSD and HDD storage classes"; Amazon S3 user guide, "Design patterns: optimizing performance"].
/// Latencies, metadata and other users of a shared storage are left out.  Of equal ones the first counts.
StorageRate write_rate(const Storage& storage, const StorageClients& clients);
StorageRate read_rate(const Storage& storage, const StorageClients& clients);

struct StorageTime {
  Seconds time;
  BytesPerSecond rate;
  StorageBound held_by = StorageBound::kClients;
};

/// `bytes` over write_rate(), infinite where the rate is nothing.
StorageTime write_time(Bytes bytes, const Storage& storage, const StorageClients& clients);
/// `bytes` over read_rate().
StorageTime read_time(Bytes bytes, const Storage& storage, const StorageClients& clients);

/// Requests that move `bytes`: ⌈bytes / part size⌉; 0 for storage that does not count them.
double num_requests(const Storage& storage, Bytes bytes);

}  // namespace fmplan::hardware
