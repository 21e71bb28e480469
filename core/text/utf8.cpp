#include "core/text/utf8.h"

#include <cassert>

namespace fmplan::text {
namespace {

/// Bytes that a character with this first byte has; 0 if none begins with it.
std::size_t length_of(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

}  // namespace

Utf8Character first_character(std::string_view text) {
  assert(!text.empty());
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = length_of(lead);
  // The second byte's bounds keep out overlong forms (below), surrogates and what lies beyond U+10FFFF (above).
  unsigned char smallest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char largest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  for (std::size_t i = 1; i < length; ++i) {
    if (i == text.size()) return {.length = i, .valid = false};
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < smallest || byte > largest) return {.length = i, .valid = false};
    smallest = 0x80;
    largest = 0xBF;
  }
  return length == 0 ? Utf8Character{.length = 1, .valid = false} : Utf8Character{.length = length, .valid = true};
}

}  // namespace fmplan::text
