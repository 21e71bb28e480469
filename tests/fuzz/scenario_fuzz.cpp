// A scenario as it comes over a network: without a folder to read files from.

#include <optional>

#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fmplan;
  fuzz::expect_input_errors_only([&] {
    scenario::read_scenario(text::parse_json(fuzz::text_of(data, size), "scenario"), fuzz::shipped_catalog(),
                            std::nullopt);
  });
  return 0;
}
