#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// \file
/// What files do with nlohmann's JSON most, compiled once in json_templates.cpp and not by every file anew.  It comes
/// with the precompiled header of those that read JSON: nobody needs to include it, and without it all compiles as
/// well.

// NOLINTBEGIN(bugprone-macro-parentheses)
#define FMPLAN_JSON_TEMPLATES(PREFIX)                                                                             \
  PREFIX template class nlohmann::basic_json<>;                                                                   \
  PREFIX template class nlohmann::json_pointer<std::string>;                                                      \
  PREFIX template class nlohmann::detail::serializer<nlohmann::json>;                                             \
  PREFIX template class nlohmann::detail::json_sax_dom_parser<nlohmann::json>;                                    \
  PREFIX template class nlohmann::detail::json_sax_dom_callback_parser<nlohmann::json>;                           \
  PREFIX template class nlohmann::detail::lexer<nlohmann::json, FMPLAN_JSON_INPUT(const char*)>;                  \
  PREFIX template class nlohmann::detail::lexer<nlohmann::json, FMPLAN_JSON_INPUT(std::string::const_iterator)>;  \
  PREFIX template class nlohmann::detail::parser<nlohmann::json, FMPLAN_JSON_INPUT(const char*)>;                 \
  PREFIX template class nlohmann::detail::parser<nlohmann::json, FMPLAN_JSON_INPUT(std::string::const_iterator)>; \
  PREFIX template class std::vector<nlohmann::json>
#define FMPLAN_JSON_INPUT(ITERATOR) nlohmann::detail::iterator_input_adapter<ITERATOR>

FMPLAN_JSON_TEMPLATES(extern);
// NOLINTEND(bugprone-macro-parentheses)
