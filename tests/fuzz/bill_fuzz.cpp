// A FOCUS dataset as bill and as forecast, and the two held against each other.

#include "core/export/focus_charges.h"
#include "core/export/reconcile.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fmplan;
  const std::string_view text = fuzz::text_of(data, size);
  fuzz::expect_input_errors_only([&] {
    const auto bill = exports::read_focus_charges(text, "bill.csv", exports::CostBasis::kActual);
    const auto plan = exports::read_focus_charges(text, "bill.csv", exports::CostBasis::kForecast);
    exports::reconcile(plan, bill);
  });
  return 0;
}
