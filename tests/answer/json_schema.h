#pragma once

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <utility>
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
    Findings found;
    check(value, root_, "", found);
    return found.violations;
  }
  /// Where the schema describes properties that none of `values` has.
  std::vector<std::string> unused_properties(const std::vector<Json>& values) const {
    Findings found;
    for (const Json& value : values) check(value, root_, "", found);
    std::vector<std::string> unused;
    add_unused(root_, "", found.used, unused);
    return unused;
  }

 private:
  struct Findings {
    std::vector<std::string> violations;
    std::set<const Json*> used;  ///< schemas of the properties that were met
  };

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
  bool holds(const Json& value, const std::string& word, const Json& rule) const {
    if (word == "type") return has_one_of(value, rule);
    if (word == "const") return value == rule;
    if (word == "enum") return std::find(rule.begin(), rule.end(), value) != rule.end();
    if (word == "minimum") return !value.is_number() || value >= rule;
    if (word == "maximum") return !value.is_number() || value <= rule;
    if (word == "minItems") return !value.is_array() || value.size() >= rule;
    if (word == "maxItems") return !value.is_array() || value.size() <= rule;
    if (word == "minLength") return !value.is_string() || value.get<std::string>().size() >= rule;
    if (word == "pattern")
      return !value.is_string() || std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>()));
    static const std::vector<std::string> kChecked = {
        "properties", "additionalProperties", "items", "anyOf", "required", "$ref"};
    static const std::vector<std::string> kSaid = {"$schema", "$id", "$defs", "title", "description"};
    return std::find(kChecked.begin(), kChecked.end(), word) != kChecked.end() ||
           std::find(kSaid.begin(), kSaid.end(), word) != kSaid.end();
  }
  /// Of a value that no schema allows, what the one says that comes nearest.
  void check_any(const Json& value, const Json& schemas, const std::string& where, Findings& found) const {
    Findings nearest;
    for (const Json& schema : schemas) {
      Findings tried;
      check(value, schema, where, tried);
      if (tried.violations.empty()) return found.used.merge(tried.used);
      const auto is_nearer = [&] {
        const bool other_type = tried.violations.front() == where + ": type";
        return !other_type && tried.violations.size() < nearest.violations.size();
      };
      if (nearest.violations.empty() || nearest.violations.front() == where + ": type" || is_nearer())
        nearest = std::move(tried);
    }
    found.violations.push_back(where + ": anyOf");
    found.violations.insert(found.violations.end(), nearest.violations.begin(), nearest.violations.end());
  }
  void check(const Json& value, const Json& schema, const std::string& where, Findings& found) const {
    if (schema.contains("$ref")) check(value, resolved(schema), where, found);
    for (const auto& [word, rule] : schema.items())
      if (!holds(value, word, rule)) found.violations.push_back(where + ": " + word);
    if (schema.contains("anyOf")) check_any(value, schema.at("anyOf"), where, found);
    if (value.is_object()) {
      if (schema.contains("required"))
        for (const Json& key : schema.at("required"))
          if (!value.contains(key.get<std::string>()))
            found.violations.push_back(where + "/" + key.get<std::string>() + ": required");
      static const Json kNone = Json::object();
      static const Json kAny = true;
      const auto properties = schema.find("properties");
      const auto others = schema.find("additionalProperties");
      for (const auto& [key, inner] : value.items())
        check_property(key, inner, properties == schema.end() ? kNone : *properties,
                       others == schema.end() ? kAny : *others, where + "/" + key, found);
    }
    if (value.is_array() && schema.contains("items"))
      for (std::size_t i = 0; i < value.size(); ++i)
        check(value[i], schema.at("items"), where + "/" + std::to_string(i), found);
  }
  void check_property(const std::string& key, const Json& value, const Json& properties, const Json& others,
                      const std::string& where, Findings& found) const {
    const auto own = properties.find(key);
    if (own != properties.end()) {
      found.used.insert(&*own);
      check(value, *own, where, found);
    } else if (others.is_object()) {
      check(value, others, where, found);
    } else if (others == false) {
      found.violations.push_back(where + ": additionalProperties");
    }
  }
  void add_unused(const Json& schema, const std::string& where, const std::set<const Json*>& used,
                  std::vector<std::string>& unused) const {
    if (!schema.is_structured()) return;
    for (const auto& [key, inner] : schema.items()) {
      const std::string at = where + "/" + key;
      if (key == "properties" && schema.is_object())
        for (const auto& [name, property] : inner.items())
          if (!used.contains(&property)) unused.push_back(at + "/" + name);
      add_unused(inner, at, used, unused);
    }
  }

  Json root_;
};

}  // namespace fmplan::answer
