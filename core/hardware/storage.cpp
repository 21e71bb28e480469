#include "core/hardware/storage.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fmplan::hardware {
namespace {

/// What one direction is limited by.
struct Limits {
  std::optional<BytesPerSecond> client, per_tebibyte, aggregate;
  double requests_per_second = 0;  ///< per prefix
};

void limit(StorageRate& rate, BytesPerSecond by, StorageBound bound) {
  if (by < rate.rate) rate = {by, bound};
}

StorageRate rate_of(const Storage& storage, const StorageClients& clients, const Limits& limits) {
  BytesPerSecond client = limits.client.value_or(clients.unstated);
  if (limits.client && clients.nics && !storage.per_node) client = std::min(client, *clients.nics);
  const double tebibytes = storage.capacity / tebibyte;
  StorageRate rate{clients.num_nodes * client, storage.per_node ? StorageBound::kDisks : StorageBound::kClients};
  if (limits.aggregate) limit(rate, *limits.aggregate, StorageBound::kDisks);
  if (limits.per_tebibyte) limit(rate, tebibytes * *limits.per_tebibyte, StorageBound::kDisks);
  if (storage.network_bandwidth_per_tebibyte)
    limit(rate, tebibytes * *storage.network_bandwidth_per_tebibyte, StorageBound::kNetwork);
  if (storage.requests)
    limit(rate, storage.requests->prefixes * limits.requests_per_second * storage.requests->part_size / second,
          StorageBound::kRequests);
  return rate;
}

StorageTime time_at(Bytes bytes, const StorageRate& rate) {
  const Seconds never{std::numeric_limits<double>::infinity()};
  return {rate.rate > BytesPerSecond{} ? bytes / rate.rate : never, rate.rate, rate.held_by};
}

}  // namespace

bool is_sold_by_size(const Storage& storage) {
  return !storage.per_node && (storage.write_bandwidth_per_tebibyte || storage.read_bandwidth_per_tebibyte ||
                               storage.network_bandwidth_per_tebibyte || storage.sizes);
}

Bytes next_size(const Storage& storage, Bytes wanted) {
  if (!storage.sizes || wanted <= storage.sizes->least) return storage.sizes ? storage.sizes->least : wanted;
  // A size written in other units comes out a rounding error beside the step that it is.
  constexpr double kRounding = 1e-9;
  return std::ceil(wanted / storage.sizes->step * (1 - kRounding)) * storage.sizes->step;
}

std::optional<Bytes> previous_size(const Storage& storage, Bytes wanted) {
  if (!storage.sizes || wanted <= storage.sizes->least) return std::nullopt;
  return std::max(storage.sizes->least, next_size(storage, wanted) - storage.sizes->step);
}

StorageRate write_rate(const Storage& storage, const StorageClients& clients) {
  return rate_of(storage, clients,
                 {.client = storage.client_bandwidth,
                  .per_tebibyte = storage.write_bandwidth_per_tebibyte,
                  .aggregate = storage.write_bandwidth,
                  .requests_per_second = storage.requests ? storage.requests->puts_per_second : 0});
}

StorageRate read_rate(const Storage& storage, const StorageClients& clients) {
  const auto own_or = [](const auto& own, const auto& otherwise) { return own ? own : otherwise; };
  return rate_of(storage, clients,
                 {.client = own_or(storage.read_client_bandwidth, storage.client_bandwidth),
                  .per_tebibyte = own_or(storage.read_bandwidth_per_tebibyte, storage.write_bandwidth_per_tebibyte),
                  .aggregate = own_or(storage.read_bandwidth, storage.write_bandwidth),
                  .requests_per_second = storage.requests ? storage.requests->gets_per_second : 0});
}

StorageTime write_time(Bytes bytes, const Storage& storage, const StorageClients& clients) {
  return time_at(bytes, write_rate(storage, clients));
}

StorageTime read_time(Bytes bytes, const Storage& storage, const StorageClients& clients) {
  return time_at(bytes, read_rate(storage, clients));
}

double num_requests(const Storage& storage, Bytes bytes) {
  return storage.requests ? std::ceil(bytes / storage.requests->part_size) : 0;
}

}  // namespace fmplan::hardware
