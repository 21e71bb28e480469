#pragma once

#include <cstddef>
#include <string_view>

namespace fmplan {

/// Whether `text`, in lower case, denies what it holds from `begin` to `end`.  A word of denial stands in the same
/// clause before it with at most two words between, as in "no flash attention", "without any fp8", "not lora", "adam
/// instead of muon", "--no-compile"; or behind it, as in "flash attention off", "a2a_overlap=0", "fp8 disabled",
/// "deepep not available", "gradient_checkpointing false".  "Not stated" and its like deny nothing.
bool is_denied(std::string_view text, std::size_t begin, std::size_t end);

/// Whether `text` holds `word` (find_word()) and does not deny it.
bool affirms_word(std::string_view text, std::string_view word);

}  // namespace fmplan
