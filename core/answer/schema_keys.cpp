#include "core/answer/schema_keys.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace fmplan::answer {
namespace {

using nlohmann::json;

class KeyWalk {
 public:
  explicit KeyWalk(const json& schema) : schema_(schema) {}

  void visit(const std::string& key, const json& place, const std::string& above) {
    const json& node = resolved(place);
    // The whole's description is of no key.
    const std::string what = key.empty() ? "" : place.value("description", node.value("description", above));
    for (const char* const choice : {"anyOf", "oneOf"})
      if (node.contains(choice))
        for (const json& one : node[choice]) visit(key, one, what);
    if (node.contains("properties"))
      for (const auto& [name, inner] : node["properties"].items())
        if (!key.empty() || (name != "scenario" && name != "version" && name != "seed"))
          visit(key.empty() ? name : key + "." + name, inner, what);
    add(key, node, what);
  }

  std::vector<SchemaKey> keys;

 private:
  const json& resolved(const json& node) const {
    if (!node.contains("$ref")) return node;
    return resolved(schema_.at(json::json_pointer(node["$ref"].get<std::string>().substr(1))));
  }

  static bool has_type(const json& node, const char* type) {
    const json types = node.value("type", json());
    return types == type || (types.is_array() && std::ranges::find(types, type) != types.end());
  }

  void add(const std::string& key, const json& node, const std::string& what) {
    const std::string pattern = node.value("pattern", "");
    const bool is_number = has_type(node, "number") || has_type(node, "integer");
    const bool is_date = pattern.starts_with("^\\d{4}-");
    const bool is_money = has_type(node, "string") && pattern.find("\\d+\\.\\d") != std::string::npos;
    if (!is_number && !is_date && !is_money) return;
    if (std::ranges::find(keys, key, &SchemaKey::key) != keys.end()) return;
    keys.push_back({.key = key, .what = what, .is_date = is_date, .is_money = is_money});
  }

  const json& schema_;
};

}  // namespace

std::vector<SchemaKey> schema_keys(std::string_view schema) {
  const json document = json::parse(schema);
  KeyWalk walk(document);
  walk.visit("", document, "");
  return std::move(walk.keys);
}

}  // namespace fmplan::answer
