#include "core/text/field_schema.h"

#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fmplan::text {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// The number without a fraction where it has none.
OrderedJson number(double value) {
  constexpr double kExact = 9e15;  // below 2⁵³
  if (value == static_cast<double>(static_cast<std::int64_t>(value)) && value <= kExact)
    return static_cast<std::int64_t>(value);
  return value;
}

constexpr const char* kNumberPattern = R"(-?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?)";

std::string quantity_pattern(Dimension dimension) {
  std::string names;
  for (const UnitName& unit : units_of(dimension)) {
    if (!names.empty()) names += '|';
    for (const char c : unit.text) names += c == '$' ? std::string("\\$") : std::string(1, c);
  }
  return dimension == Dimension::kMoneyRate ? fmt::format("^({0} ?({1})|\\${0} ?/h(our)?)$", kNumberPattern, names)
                                            : fmt::format("^{} ?({})$", kNumberPattern, names);
}

/// "8..64:8", "1..16:*2".
constexpr const char* kRangePattern = R"(^\d+\.\.\d+(:\*?\d+)?$)";

/// "$2.5M", "500M JPY", "¥500M"; by the hour "39.33 $/h".
std::string money_pattern(bool by_the_hour) {
  return fmt::format(R"(^(\$|¥|€|£|₩|[A-Z]{{3}} ?)?\d+(\.\d*)?([eE][+-]?\d+)? ?[KkMBGTQ]? ?(\$|[A-Z]{{3}})?{}$)",
                     by_the_hour ? "/h(our)?" : "");
}

OrderedJson text_schema(const std::string& pattern) { return {{"type", "string"}, {"pattern", pattern}}; }

OrderedJson names_schema(std::span<const std::string_view> names) {
  if (names.size() == 1) return {{"const", names.front()}};
  return {{"enum", names}};
}

OrderedJson null_schema() { return OrderedJson::object({{"type", "null"}}); }

/// Adds "null" to what a value may be.
OrderedJson or_null(OrderedJson schema) {
  const OrderedJson type = schema.value("type", OrderedJson());
  if (!type.is_string() || type == "object" || type == "array")
    return {{"anyOf", OrderedJson::array({null_schema(), schema})}};
  schema["type"] = {type, "null"};
  return schema;
}

/// An object that has these keys.  It says again what they are: linters take a key that is required and not described
/// beside it for a slip.
OrderedJson requiring(const OrderedJson& keys, const OrderedJson& described) {
  OrderedJson properties = OrderedJson::object();
  for (const auto& key : keys) {
    const auto name = key.get<std::string>();
    properties[name] = described.at(name);
    properties[name].erase("description");
  }
  return {{"properties", std::move(properties)}, {"required", keys}};
}

class Writer {
 public:
  OrderedJson object(const FieldTable& table) {
    OrderedJson schema = {{"type", "object"}};
    if (!table.about.empty()) schema["description"] = table.about;
    OrderedJson properties = OrderedJson::object(), required = OrderedJson::array();
    const auto add = [&](std::span<const Field> fields) {
      for (const Field& field : fields) {
        properties[std::string(field.key)] = described(field);
        if (field.required) required.push_back(field.key);
      }
    };
    add(table.common);
    add(table.fields);
    schema["properties"] = properties;
    schema["additionalProperties"] = false;
    if (!table.instead.empty())
      schema["anyOf"] = {requiring(required, properties), requiring({table.instead}, properties)};
    else if (!required.empty())
      schema["required"] = std::move(required);
    return schema;
  }

  OrderedJson take_definitions() { return std::move(definitions_); }

 private:
  /// Where the table is described once, or the description itself.
  OrderedJson object_or_reference(const FieldTable& table) {
    const std::string name(table.name);
    if (name.empty()) return object(table);
    if (!definitions_.contains(name)) {
      definitions_[name] = nullptr;  // keeps its place, and ends what would go in circles
      OrderedJson definition = object(table);
      definitions_[name] = std::move(definition);
    }
    return {{"$ref", "#/$defs/" + name}};
  }

  OrderedJson list(const Field& field) {
    OrderedJson schema = {{"type", "array"}};
    if (field.minimum > 0) schema["minItems"] = number(field.minimum);
    if (field.maximum > 0) schema["maxItems"] = number(field.maximum);
    // Those of an item of the catalogue that its own reader holds to more.
    schema["items"] = field.object ? object_or_reference(*field.object) : OrderedJson{{"type", "object"}};
    return schema;
  }

  OrderedJson of_kind(const Field& field) {
    const OrderedJson least = number(field.minimum), most = number(field.maximum);
    switch (field.kind) {
      case FieldKind::kAnything: return OrderedJson::object();
      case FieldKind::kConstant: return {{"const", least}};
      case FieldKind::kNote: return {{"type", "string"}};
      case FieldKind::kText:
      case FieldKind::kPath:
      case FieldKind::kReference:
      case FieldKind::kModel: return {{"type", "string"}, {"minLength", 1}};
      case FieldKind::kFlag: return {{"type", "boolean"}};
      case FieldKind::kWhole: return {{"type", "integer"}, {"minimum", least}, {"maximum", most}};
      case FieldKind::kCount:
        return {{"type", {"integer", "number", "string"}},
                {"pattern", fmt::format("^{} ?[KkMBGTQ]?$", kNumberPattern)},
                {"minimum", least},
                {"maximum", most}};
      case FieldKind::kNumber: return {{"type", "number"}, {"minimum", least}, {"maximum", most}};
      case FieldKind::kShare:
        return {{"type", {"number", "string"}}, {"minimum", 0}, {"maximum", 1}, {"pattern", R"(^[0-9.eE+-]+ ?%?$)"}};
      case FieldKind::kDay: return text_schema(R"(^\d{4}-\d{2}-\d{2}$)");
      case FieldKind::kQuantity: return text_schema(quantity_pattern(field.dimension));
      case FieldKind::kChoice: return names_schema(field.names);
      case FieldKind::kDocument:
        return {{"anyOf", OrderedJson::array({{{"type", "string"}, {"minLength", 1}}, {{"type", "object"}}})}};
      case FieldKind::kTexts: {
        const OrderedJson text = {{"type", "string"}, {"minLength", 1}};
        return {{"anyOf", OrderedJson::array({text, {{"type", "array"}, {"items", text}}})}};
      }
      case FieldKind::kWholes: {
        const OrderedJson whole = {{"type", "integer"}, {"minimum", least}, {"maximum", most}};
        return {{"anyOf",
                 OrderedJson::array(
                     {whole, {{"type", "array"}, {"minItems", 1}, {"items", whole}}, text_schema(kRangePattern)})}};
      }
      case FieldKind::kMoney: return text_schema(money_pattern(field.dimension == Dimension::kMoneyRate));
      case FieldKind::kObject: return object_or_reference(*field.object);
      case FieldKind::kList: return list(field);
    }
    return {};
  }

  /// All forms that a value may take.
  OrderedJson value(const Field& field) {
    OrderedJson forms = OrderedJson::array();
    if (field.kind != FieldKind::kChoice && !field.names.empty()) forms.push_back(names_schema(field.names));
    forms.push_back(of_kind(field));
    const bool item = field.kind == FieldKind::kReference || field.kind == FieldKind::kModel;
    if (field.object && (item || has_object_form(field))) forms.push_back(object_or_reference(*field.object));
    if (field.kind == FieldKind::kModel) {
      // A Hugging Face config.json says one of them.
      const OrderedJson config = {{"model_type", {{"type", "string"}}},
                                  {"architectures", {{"type", "array"}, {"items", {{"type", "string"}}}}}};
      forms.push_back(
          {{"type", "object"}, {"anyOf", {requiring({"model_type"}, config), requiring({"architectures"}, config)}}});
    }
    if (forms.size() == 1) return field.nullable ? or_null(forms.front()) : forms.front();
    if (field.nullable) forms.insert(forms.begin(), null_schema());
    return {{"anyOf", std::move(forms)}};
  }

  OrderedJson described(const Field& field) {
    OrderedJson schema = value(field);
    std::string about(field.about);
    const std::string otherwise = default_words(field);
    if (!otherwise.empty()) about += fmt::format("{}Default: {}.", about.empty() ? "" : " ", otherwise);
    if (about.empty()) return schema;
    // Beside a reference and other words that say it all, the description comes first.
    OrderedJson result = {{"description", about}};
    result.update(schema);
    return result;
  }

  OrderedJson definitions_ = OrderedJson::object();
};

}  // namespace

OrderedJson json_schema(const FieldTable& table) {
  Writer writer;
  OrderedJson schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}};
  schema.update(writer.object(table));
  schema["$defs"] = writer.take_definitions();
  return schema;
}

}  // namespace fmplan::text
