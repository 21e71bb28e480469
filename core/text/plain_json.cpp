#include "core/text/plain_json.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <simdjson.h>

namespace fmplan::text {
namespace {

using nlohmann::json;
namespace dom = simdjson::dom;

/// Puts the value of `element` in `value`, without what is left out of an object.  False where a key stands twice.
bool convert(dom::element element, std::initializer_list<std::string_view> without, json& value) {
  switch (element.type()) {
    case dom::element_type::OBJECT: {
      value = json::object();
      auto& members = value.get_ref<json::object_t&>();
      const dom::object object = element.get_object().value_unsafe();
      for (const auto [key, member] : object) {
        const auto [place, is_new] = members.try_emplace(std::string(key));
        if (!is_new) return false;
        if (std::find(without.begin(), without.end(), key) == without.end() && !convert(member, {}, place->second))
          return false;
      }
      for (const std::string_view key : without) value.erase(std::string(key));
      return true;
    }
    case dom::element_type::ARRAY: {
      value = json::array();
      auto& items = value.get_ref<json::array_t&>();
      const dom::array elements = element.get_array().value_unsafe();
      items.reserve(elements.size());
      return std::ranges::all_of(elements, [&](dom::element item) { return convert(item, {}, items.emplace_back()); });
    }
    case dom::element_type::STRING: value = element.get_string().value_unsafe(); return true;
    case dom::element_type::INT64:
      value = element.get_int64().value_unsafe();
      // As nlohmann has it.
      if (value.get<std::int64_t>() >= 0) value = static_cast<std::uint64_t>(value.get<std::int64_t>());
      return true;
    case dom::element_type::UINT64: value = element.get_uint64().value_unsafe(); return true;
    case dom::element_type::DOUBLE: value = element.get_double().value_unsafe(); return true;
    case dom::element_type::BOOL: value = element.get_bool().value_unsafe(); return true;
    case dom::element_type::NULL_VALUE: return true;
  }
  return false;
}

}  // namespace

std::optional<json> parse_plain_json(std::string_view text, int max_depth,
                                     std::initializer_list<std::string_view> without) {
  // Half of a pair of surrogates alone is taken for a letter by simdjson 3.0.
  if (text.find("\\u") != std::string_view::npos) return std::nullopt;
  dom::parser parser;
  if (parser.allocate(text.size(), static_cast<std::size_t>(max_depth)) != simdjson::SUCCESS) return std::nullopt;
  dom::element root;
  if (parser.parse(text.data(), text.size()).get(root) != simdjson::SUCCESS) return std::nullopt;
  json document;
  if (!convert(root, without, document)) return std::nullopt;
  return document;
}

}  // namespace fmplan::text
