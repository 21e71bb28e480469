#include "core/text/json_conversion.h"

#include <cassert>
#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

namespace fmplan::text {
namespace {

template <class Document>
Json converted(const Document& document) {
  using Type = nlohmann::detail::value_t;
  switch (document.type()) {
    case Type::boolean: return document.template get<bool>();
    case Type::number_integer: return document.template get<std::int64_t>();
    case Type::number_unsigned: return document.template get<std::uint64_t>();
    case Type::number_float: return document.template get<double>();
    case Type::string: return document.template get_ref<const std::string&>();
    case Type::array: {
      Json list = Json::array();
      for (const Document& element : document) list.push_back(converted(element));
      return list;
    }
    case Type::object: {
      Json object = Json::object();
      for (const auto& [key, value] : document.items()) object[key] = converted(value);
      return object;
    }
    case Type::null: break;
    case Type::binary:
    case Type::discarded: assert(false);
  }
  return nullptr;
}

}  // namespace

Json json_of(const nlohmann::json& document) { return converted(document); }
Json json_of(const nlohmann::ordered_json& document) { return converted(document); }

nlohmann::json parsed(const Json& value) { return nlohmann::json::parse(value.dump()); }

}  // namespace fmplan::text
