// A training log, by each of the readers.

#include <sstream>
#include <string>

#include "core/evidence/training_log.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fmplan;
  using evidence::TrainingLogKind;
  for (const TrainingLogKind kind : {TrainingLogKind::kMegatron, TrainingLogKind::kTorchtitan, TrainingLogKind::kNemo})
    fuzz::expect_input_errors_only([&] {
      std::istringstream in{std::string(fuzz::text_of(data, size))};
      evidence::read_training_log(in, "train.log", kind, {});
    });
  return 0;
}
