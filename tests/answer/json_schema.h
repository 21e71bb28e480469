#pragma once

#include <regex>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace fmplan::answer {

/// Checks a document against a JSON Schema (2020-12), as far as the schemas in docs/schema/ go: $ref into $defs, type,
/// const, enum, anyOf, required, properties, additionalProperties, items, minItems, maxItems, minimum, maximum,
/// minLength, pattern.  A schema word it does not know is itself an error, so that nothing passes unchecked.
class JsonSchema {
 public:
  using Json = nlohmann::json;

  explicit JsonSchema(Json schema) : root_(std::move(schema)) {}

  const Json& root() const { return root_; }
  /// `schema` or what its $ref points at.
  const Json& resolved(const Json& schema) const {
    if (!schema.contains("$ref")) return schema;
    return root_.at(Json::json_pointer(schema.at("$ref").get<std::string>().substr(1)));
  }
  /// One line per violation: the pointer and the word of the schema.
  std::vector<std::string> violations(const Json& value) const {
    std::vector<std::string> found;
    check(value, root_, "", found);
    return found;
  }

 private:
  static bool has_type(const Json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    if (type == "integer") return value.is_number_integer();
    return type == "number" && value.is_number();
  }
  static bool has_one_of(const Json& value, const Json& types) {
    if (types.is_string()) return has_type(value, types.get<std::string>());
    for (const Json& type : types)
      if (has_type(value, type.get<std::string>())) return true;
    return false;
  }
  bool matches_any(const Json& value, const Json& schemas) const {
    for (const Json& schema : schemas) {
      std::vector<std::string> found;
      check(value, schema, "", found);
      if (found.empty()) return true;
    }
    return false;
  }
  bool holds(const Json& value, const std::string& word, const Json& rule) const {
    if (word == "type") return has_one_of(value, rule);
    if (word == "const") return value == rule;
    if (word == "enum") return std::find(rule.begin(), rule.end(), value) != rule.end();
    if (word == "anyOf") return matches_any(value, rule);
    if (word == "minimum") return !value.is_number() || value >= rule;
    if (word == "maximum") return !value.is_number() || value <= rule;
    if (word == "minItems") return !value.is_array() || value.size() >= rule;
    if (word == "maxItems") return !value.is_array() || value.size() <= rule;
    if (word == "minLength") return !value.is_string() || value.get<std::string>().size() >= rule;
    if (word == "pattern")
      return !value.is_string() || std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>()));
    if (word == "required") {
      for (const Json& key : rule)
        if (value.is_object() && !value.contains(key.get<std::string>())) return false;
      return true;
    }
    static const std::vector<std::string> kChecked = {"properties", "additionalProperties", "items", "$ref"};
    static const std::vector<std::string> kSaid = {"$schema", "$id", "$defs", "title", "description"};
    return std::find(kChecked.begin(), kChecked.end(), word) != kChecked.end() ||
           std::find(kSaid.begin(), kSaid.end(), word) != kSaid.end();
  }
  void check(const Json& value, const Json& schema, const std::string& where, std::vector<std::string>& found) const {
    if (schema.contains("$ref")) check(value, resolved(schema), where, found);
    for (const auto& [word, rule] : schema.items())
      if (!holds(value, word, rule)) found.push_back(where + ": " + word);
    if (value.is_object() && schema.contains("properties")) {
      const Json& properties = schema.at("properties");
      for (const auto& [key, inner] : value.items()) {
        if (properties.contains(key)) {
          check(inner, properties.at(key), where + "/" + key, found);
        } else if (schema.value("additionalProperties", true) == false) {
          found.push_back(where + "/" + key + ": additionalProperties");
        }
      }
    }
    if (value.is_array() && schema.contains("items"))
      for (std::size_t i = 0; i < value.size(); ++i)
        check(value[i], schema.at("items"), where + "/" + std::to_string(i), found);
  }

  Json root_;
};

}  // namespace fmplan::answer
