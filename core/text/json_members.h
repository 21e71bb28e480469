#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace fmplan::text {

/// parse_json() of an object without its members of these names, which are skipped from bracket to bracket: what is
/// wrong inside of them goes unnoticed.  For documents of which most is not computed with.
/// @throws InputError as parse_json() does for the whole text.
nlohmann::json parse_json_without(std::initializer_list<std::string_view> members, std::string_view text,
                                  const std::string& name);

}  // namespace fmplan::text
