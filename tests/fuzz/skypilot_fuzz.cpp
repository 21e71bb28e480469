// The list of a cloud's machines in SkyPilot's catalogue.

#include "core/evidence/skypilot_rows.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fmplan;
  fuzz::expect_input_errors_only([&] { evidence::read_skypilot_rows(fuzz::text_of(data, size), "vms.csv"); });
  return 0;
}
