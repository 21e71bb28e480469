#pragma once

#include <cstddef>
#include <string_view>

namespace fmplan::text {

/// What a text begins with: a character of UTF-8, or bytes that are none.
struct Utf8Character {
  std::size_t length = 0;  ///< bytes; of no character, as many as one U+FFFD stands for
  bool valid = false;
};

/// The first character of `text` by table 3-7 of the Unicode Standard 15: no overlong form, no surrogate, nothing
/// beyond U+10FFFF.  Where there is none, the "maximal subpart": the bytes up to the first that cannot follow, at least
/// one.
/// @pre !text.empty().
Utf8Character first_character(std::string_view text);

}  // namespace fmplan::text
