#include "core/catalog/memory_profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"

namespace fmplan::catalog {
namespace memory_profile_test {

using model::MemoryHabits;
using model::MemoryReading;
using nlohmann::json;
using testing::HasSubstr;

json profile() {
  return json::parse(R"({
    "version": 1, "kind": "calibration", "name": "memory", "of": "memory",
    "frameworks": {"megatron": {
      "activation_factor": 0.9, "gathered_copies": 0.2, "bytes_per_logit": 6, "retained_logit_bytes": 1,
      "extra_bytes_per_parameter": 0.5, "reserved_share": 0.1,
      "interval": {"low_80": 0.95, "high_80": 1.1, "low_95": 0.9, "high_95": 1.3}}},
    "unseen_interval": {"low_80": 0.7, "high_80": 1.2, "low_95": 0.6, "high_95": 1.6},
    "known": ["megatron|b200-sxm|allocated", "megatron|h100-sxm5-80gb|device"],
    "fingerprints": ["0123456789abcdef"]})");
}

MemoryProfileItem read(const json& document) {
  Issues issues;
  MemoryProfileItem item = read_memory_profile(document, "memory.json#", issues);
  if (!issues.empty()) throw InputError(std::move(issues));
  return item;
}

TEST(MemoryProfile, LaysItsNumbersOverTheStorageHabits) {
  MemoryHabits item;
  item.activation_factor = 1.65;
  item.weight_storage = model::WeightStorage::kMasterOnly;
  const MemoryHabits habits = read(profile()).habits_of("megatron", item);
  EXPECT_EQ(habits.activation_factor, 0.9);
  EXPECT_EQ(habits.gathered_copies, 0.2);
  EXPECT_EQ(habits.bytes_per_logit, 6);
  EXPECT_EQ(habits.retained_logit_bytes, 1);
  EXPECT_EQ(habits.extra_bytes_per_parameter, 0.5);
  EXPECT_EQ(habits.reserved_share, 0.1);
  EXPECT_EQ(habits.interval.high_95, 1.3);
  EXPECT_EQ(habits.weight_storage, model::WeightStorage::kMasterOnly);
}

TEST(MemoryProfile, GivesFrameworksWithoutRowsThePriorsAndTheWidestInterval) {
  MemoryHabits item;
  item.activation_factor = 1.3;
  const MemoryProfileItem memory = read(profile());
  const MemoryHabits habits = memory.habits_of("neuron", item);
  EXPECT_EQ(habits.activation_factor, 1.3);
  EXPECT_EQ(habits.bytes_per_logit, 10);
  EXPECT_EQ(habits.interval, memory.unseen);
  // NeMo trains with Megatron-Core, but none of the rows is NeMo's.
  const MemoryHabits nemo = memory.habits_of("nemo", item);
  EXPECT_EQ(nemo.activation_factor, 0.9);
  EXPECT_EQ(nemo.interval, memory.unseen);
}

TEST(MemoryProfile, WidensTheIntervalOfReadingsThatNoRowHad) {
  const MemoryProfileItem memory = read(profile());
  EXPECT_EQ(memory.interval_of("megatron", MemoryReading::kAllocated).low_95, 0.9);
  EXPECT_EQ(memory.interval_of("megatron", MemoryReading::kReserved), memory.unseen);
}

TEST(MemoryProfile, RefusesWhatIsNotOfItsForm) {
  struct Case {
    const char* pointer;
    json value;
    const char* message;
  };
  const Case cases[] = {
      {"/of", "kernels", "write \"memory\""},
      {"/frameworks", json::array(), "object"},
      {"/frameworks/megatron/activation_factor", -1, "activation_factor"},
      {"/frameworks/megatron/reserved_share", "10 %", "reserved_share"},
      {"/frameworks/megatron/interval/low_80", 1.5, "low_80"},
      {"/frameworks/megatron/interval/high_95", 1.0, "high_95"},
      {"/frameworks/megatron/bytes_per_logitt", 6, "bytes_per_logit"},
      {"/unseen_interval", nullptr, "unseen_interval"},
      {"/fingerprints", "one", "fingerprints"},
  };
  for (const Case& c : cases) {
    json document = profile();
    document[json::json_pointer(c.pointer)] = c.value;
    try {
      read(document);
      ADD_FAILURE() << c.pointer;
    } catch (const InputError& error) {
      EXPECT_THAT(std::string(error.what()), HasSubstr(c.message)) << c.pointer;
    }
  }
}

TEST(MemoryProfile, IsWrittenAsItIsRead) {
  const json written = json::parse(memory_profile_json({}, {"a|b|device"}, {{"source", "made"}}).dump());
  const MemoryProfileItem item = read(written);
  EXPECT_EQ(item.name, kMemoryProfileName);
  EXPECT_EQ(item.known, std::set<std::string>{"a|b|device"});
}

}  // namespace memory_profile_test
}  // namespace fmplan::catalog
