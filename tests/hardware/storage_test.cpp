#include "core/hardware/storage.h"

#include <cmath>

#include <gtest/gtest.h>

namespace fmplan::hardware {
namespace storage_test {

/// Of arithmetic in doubles.
constexpr double kRounding = 1e-12;

/// A file system of so many GB/s, whatever its size.
Storage of_rate(double gigabytes_per_second) {
  Storage storage;
  storage.name = "store";
  storage.write_bandwidth = gigabytes_per_second * gigabyte_per_second;
  return storage;
}

/// Clients that never are the limit.
StorageClients many_clients() { return {.num_nodes = 1e6, .unstated = 1 * gigabyte_per_second}; }

// Checkpoints of the sizes printed in the MLPerf Storage v2 rules, 912 GB, 5.29 TB and 18 TB, over the rate: 912 / 4.8
// = 190 s and so on.  Exact but for the rounding to whole seconds.
TEST(WriteTime, IsBytesOverTheRateOfTheFileSystem) {
  const double rates[] = {4.8, 12, 24, 48, 100};
  const double seconds_70b[] = {190, 76, 38, 19, 9};
  const double seconds_405b[] = {1102, 441, 220, 110, 53};
  const double seconds_1t[] = {3750, 1500, 750, 375, 180};
  for (std::size_t i = 0; i < 5; ++i) {
    const Storage storage = of_rate(rates[i]);
    EXPECT_NEAR(write_time(912 * gigabyte, storage, many_clients()).time / second, seconds_70b[i], 0.5);
    EXPECT_NEAR(write_time(5.29 * terabyte, storage, many_clients()).time / second, seconds_405b[i], 0.5);
    EXPECT_NEAR(write_time(18 * terabyte, storage, many_clients()).time / second, seconds_1t[i], 0.5);
  }
}

// Llama 3's file system sustains 2 TB/s: 5.29 TB in 2.6 s.
TEST(WriteTime, OfLlama3IsSeconds) {
  EXPECT_NEAR(write_time(5.29 * terabyte, of_rate(2000), many_clients()).time / second, 2.645, 1e-9);
}

// BLOOM-176B: 2.3 TB in 40 s from 48 nodes is 1.2 GB/s a node (1.198).
TEST(WriteTime, OfBloomIsItsNodesRate) {
  Storage storage;
  const StorageClients nodes{.num_nodes = 48, .unstated = 1.2 * gigabyte_per_second};
  const StorageTime time = write_time(2.3 * terabyte, storage, nodes);
  EXPECT_NEAR(time.time / second, 40, 0.1);
  EXPECT_EQ(time.held_by, StorageBound::kClients);
}

/// 24 TiB of a class with 100 MB/s written, 200 MB/s read and 150 MB/s of network per TiB, 12.5 GB/s a client.
Storage by_size() {
  Storage storage = {};
  storage.write_bandwidth_per_tebibyte = 0.1 * gigabyte_per_second;
  storage.read_bandwidth_per_tebibyte = 0.2 * gigabyte_per_second;
  storage.network_bandwidth_per_tebibyte = 0.15 * gigabyte_per_second;
  storage.client_bandwidth = 12.5 * gigabyte_per_second;
  storage.capacity = 24 * tebibyte;
  return storage;
}

// Writing 2.4 GB/s of disks; reading 4.8 of disks but 3.6 of the servers' network.  One client brings 12.5, so that
// both hold; a hundredth of a client brings 0.125.
TEST(StorageRate, IsTheSlowestOfClientsDisksAndNetwork) {
  const Storage storage = by_size();
  const StorageClients one{.num_nodes = 1, .unstated = 1 * gigabyte_per_second};
  EXPECT_NEAR(write_rate(storage, one).rate / gigabyte_per_second, 2.4, kRounding);
  EXPECT_EQ(write_rate(storage, one).held_by, StorageBound::kDisks);
  EXPECT_NEAR(read_rate(storage, one).rate / gigabyte_per_second, 3.6, kRounding);
  EXPECT_EQ(read_rate(storage, one).held_by, StorageBound::kNetwork);
  const StorageClients few{.num_nodes = 0.01, .unstated = 1 * gigabyte_per_second};
  EXPECT_NEAR(write_rate(storage, few).rate / gigabyte_per_second, 0.125, kRounding);
  EXPECT_EQ(write_rate(storage, few).held_by, StorageBound::kClients);
}

// A client of 700 Gbit/s behind NICs of 400 Gbit/s moves 50 GB/s; without a stated limit the unstated rate counts, NICs
// or not; drives of the node do not pass its NICs.
TEST(StorageRate, OfAClientIsNoMoreThanItsNics) {
  Storage storage;
  storage.client_bandwidth = 700 * gigabit_per_second;
  StorageClients clients{.num_nodes = 2, .unstated = 1 * gigabyte_per_second, .nics = 400 * gigabit_per_second};
  EXPECT_NEAR(write_rate(storage, clients).rate / gigabyte_per_second, 100, kRounding * 100);
  storage.per_node = true;
  EXPECT_NEAR(write_rate(storage, clients).rate / gigabyte_per_second, 175, kRounding * 100);
  EXPECT_EQ(write_rate(storage, clients).held_by, StorageBound::kDisks);
  storage = {};
  clients.unstated = 60 * gigabyte_per_second;
  EXPECT_NEAR(write_rate(storage, clients).rate / gigabyte_per_second, 120, kRounding * 100);
}

// 3,500 PUTs of 8 MiB a second are 29.36 GB/s a prefix, 5,500 GETs 46.14; ten prefixes carry ten times that, until the
// nodes are the limit: 16 × 12.5 = 200 GB/s.
TEST(StorageRate, OfObjectStorageGrowsWithPrefixesUpToItsClients) {
  Storage storage;
  storage.client_bandwidth = 100 * gigabit_per_second;
  storage.requests = RequestLimits{.puts_per_second = 3500,
                                   .gets_per_second = 5500,
                                   .part_size = 8 * mebibyte,
                                   .prefixes = 1,
                                   .price_per_put = {},
                                   .price_per_get = {}};
  const StorageClients nodes{.num_nodes = 16, .unstated = 1 * gigabyte_per_second};
  EXPECT_NEAR(write_rate(storage, nodes).rate / gigabyte_per_second, 3500 * 8 * 1.048576e-3, 1e-9);
  EXPECT_EQ(write_rate(storage, nodes).held_by, StorageBound::kRequests);
  EXPECT_NEAR(read_rate(storage, nodes).rate / gigabyte_per_second, 5500 * 8 * 1.048576e-3, 1e-9);
  storage.requests->prefixes = 10;
  EXPECT_NEAR(write_rate(storage, nodes).rate / gigabyte_per_second, 200, 1e-9);
  EXPECT_EQ(write_rate(storage, nodes).held_by, StorageBound::kClients);
  EXPECT_EQ(num_requests(storage, 16 * mebibyte), 2);
  EXPECT_EQ(num_requests(storage, 16 * mebibyte + 1 * byte), 3);
}

// More of anything never makes it slower.
TEST(StorageRate, GrowsWithCapacityAndClients) {
  Storage storage = by_size();
  BytesPerSecond before;
  for (int i = 1; i <= 100; ++i) {
    storage.capacity = i * 2.4 * tebibyte;
    const BytesPerSecond rate = write_rate(storage, {.num_nodes = 0.1 * i, .unstated = {}}).rate;
    EXPECT_GT(rate, before);
    before = rate;
  }
}

TEST(WriteTime, ToStorageWithoutARateIsNever) {
  Storage storage = by_size();
  storage.capacity = Bytes{};
  EXPECT_TRUE(std::isinf(write_time(1 * byte, storage, many_clients()).time / second));
}

// 405B parameters on 16,384 GPUs at 400 TFLOP/s each: 6.55e18 / (6 · 405e9) = 2.70 million tokens a second; four bytes
// a token are 10.8 MB/s, which the least file system gives: 1.2 TiB · 125 MB/s = 150 MB/s.
TEST(ReadRate, OfTokensIsNothingToAFileSystem) {
  const double tokens_per_second = 16384 * 400e12 / (6 * 405e9);
  const BytesPerSecond needed = tokens_per_second * 4 * byte_per_second;
  EXPECT_NEAR(needed / byte_per_second / 1e6, 10.79, 0.01);
  Storage storage;
  storage.read_bandwidth_per_tebibyte = 0.125 * gigabyte_per_second;
  storage.capacity = 1.2 * tebibyte;
  EXPECT_GT(read_rate(storage, many_clients()).rate, 10 * needed);
}

/// Sold as 1,200 GiB, 2,400 GiB and further steps of 2,400 GiB.
Storage in_steps() {
  Storage storage;
  storage.sizes = CapacitySizes{.least = 1200 * gibibyte, .step = 2400 * gibibyte};
  return storage;
}

// 100 TB are 93,132 GiB: between 38 and 39 steps.
TEST(NextSize, IsTheLeastOnSaleThatHoldsIt) {
  const Storage storage = in_steps();
  EXPECT_EQ(next_size(storage, 1 * gigabyte), 1200 * gibibyte);
  EXPECT_EQ(next_size(storage, 1200 * gibibyte), 1200 * gibibyte);
  EXPECT_EQ(next_size(storage, 1201 * gibibyte), 2400 * gibibyte);
  EXPECT_EQ(next_size(storage, 4800 * gibibyte), 4800 * gibibyte);
  EXPECT_EQ(next_size(storage, 100 * terabyte), 39 * 2400 * gibibyte);
  EXPECT_EQ(previous_size(storage, 100 * terabyte), 38 * 2400 * gibibyte);
  EXPECT_EQ(previous_size(storage, 1 * gigabyte), std::nullopt);
  EXPECT_EQ(next_size(Storage{}, 5 * gigabyte), 5 * gigabyte);
}

TEST(NextSize, OfASizeOnSaleIsTheSameHoweverItIsWritten) {
  const Storage storage = in_steps();
  for (int steps = 1; steps <= 1000; ++steps) {
    const Bytes size = steps * 2400 * gibibyte;
    const Bytes rewritten = (size / terabyte) * terabyte;
    EXPECT_NEAR(next_size(storage, rewritten) / size, 1, kRounding) << steps;
  }
}

}  // namespace storage_test
}  // namespace fmplan::hardware
