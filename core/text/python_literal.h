#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

namespace fmplan::text {

/// A Python literal, as `repr()` prints one, as the JSON of the same content: {'Name': 'H100', 'Count': 8.0}.
///
/// Dictionaries whose keys are texts, lists, texts in either quote (with the escapes \\ \' \" \n \r \t and \xHH below
/// 80), decimal numbers, True, False and None; a comma may stand behind the last element.  Nothing is evaluated, and
/// what is none of these is refused: tuples, sets, prefixes of texts, keys that stand twice, text behind the end, more
/// than kMaxDocumentDepth brackets in each other.
/// @throws InputError at "character N", counted from 1, with what was expected there.
nlohmann::json parse_python_literal(std::string_view text);

}  // namespace fmplan::text
