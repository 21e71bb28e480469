// The target of a request: its path and its query, decoded.

#include "api/http_message.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fmplan;
  const std::string_view text = fuzz::text_of(data, size);
  const auto has_control = [](std::string_view decoded) {
    for (const char c : decoded)
      if (c == '\r' || c == '\n' || c == '\0') return true;
    return false;
  };
  const bool was_there = has_control(text);
  bool valid = false;
  const std::string path = api::percent_decoded(text, valid);
  if (valid && !was_there && has_control(path)) std::abort();
  for (const auto& [name, value] : api::query_fields(text))
    if (!was_there && (has_control(name) || has_control(value))) std::abort();
  return 0;
}
