#pragma once

/// @file
/// What fuzzers share.  Bad input is answered with an InputError that says what is wrong; anything else that is thrown,
/// and whatever a sanitizer finds, ends the fuzzer.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/base/issue.h"
#include "core/catalog/catalog.h"

namespace fmplan::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Runs `read`.  An InputError must name at least one problem.
template <class Read>
void expect_input_errors_only(const Read& read) {
  try {
    read();
  } catch (const InputError& error) {
    if (error.issues().empty()) std::abort();
    for (const Issue& issue : error.issues())
      if (issue.message.empty()) std::abort();
  }
}

/// One snapshot for the whole of a run: what was read once is not read again.
inline const catalog::Catalog& shipped_catalog() {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  return kCatalog;
}

}  // namespace fmplan::fuzz
