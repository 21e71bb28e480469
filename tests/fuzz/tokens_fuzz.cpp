// A file of tokens, and the Authorization of a request against it, with the file's first line for a secret.

#include <string_view>

#include "api/access.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fmplan;
  fuzz::expect_input_errors_only([&] {
    const std::string_view text = fuzz::text_of(data, size);
    const std::vector<api::Token> tokens = api::read_tokens(text, "tokens");
    for (const api::Token& token : tokens) {
      const auto owner = api::token_owner(tokens, "Bearer " + token.secret);
      if (!owner) std::abort();
    }
    api::token_owner(tokens, text);
  });
  return 0;
}
