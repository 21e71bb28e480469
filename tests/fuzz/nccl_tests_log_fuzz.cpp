// What nccl-tests prints, and the JSON that it writes.

#include "core/evidence/nccl_tests_log.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fmplan;
  fuzz::expect_input_errors_only([&] {
    evidence::read_nccl_tests_log(fuzz::text_of(data, size), "all_reduce.log",
                                  {.collective_otherwise = {}, .nodes = std::nullopt, .gpus_per_node = std::nullopt});
  });
  return 0;
}
