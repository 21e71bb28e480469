#include "core/model/memory_settings.h"

namespace fmplan::model {

MemoryHabits with_numbers(MemoryHabits storage, const MemoryHabits& numbers) {
  storage.activation_factor = numbers.activation_factor;
  storage.gathered_copies = numbers.gathered_copies;
  storage.bytes_per_logit = numbers.bytes_per_logit;
  storage.retained_logit_bytes = numbers.retained_logit_bytes;
  storage.extra_bytes_per_parameter = numbers.extra_bytes_per_parameter;
  storage.reserved_share = numbers.reserved_share;
  storage.interval = numbers.interval;
  return storage;
}

MemorySettings read_as(MemorySettings settings, MemoryReading reading) {
  if (reading == MemoryReading::kDevice) return settings;
  settings.framework_overhead = settings.collective_overhead = Bytes{};
  if (reading == MemoryReading::kAllocated) settings.habits.reserved_share = 0;
  return settings;
}

}  // namespace fmplan::model
