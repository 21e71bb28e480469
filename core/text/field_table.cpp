#include "core/text/field_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace fmplan::text {
namespace {

std::string quoted_words(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) text += fmt::format("{}`{}`", text.empty() ? "" : ", ", word);
  return text;
}

std::string raised(int exponent) {
  constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char digit : std::to_string(exponent)) text += digit == '-' ? "⁻" : kDigits[digit - '0'];
  return text;
}

/// "1 to 200,000", "1 to 10⁶", "0.001 to 10⁹".
std::string bound_text(double value) {
  if (value >= 1e6) {
    const int exponent = static_cast<int>(std::floor(std::log10(value)));
    const double digits = value / std::pow(10.0, exponent);
    return fmt::format("{}10{}", digits == 1 ? "" : fmt::format("{}·", digits), raised(exponent));
  }
  if (value >= 1000) return fmt::format("{:.0f},{:03.0f}", std::floor(value / 1000), std::fmod(value, 1000));
  return value > 0 && value < 1e-3 ? "10" + raised(static_cast<int>(std::floor(std::log10(value))))
                                   : fmt::format("{}", value);
}

std::string range_text(const Field& field) {
  return fmt::format("{} to {}", bound_text(field.minimum), bound_text(field.maximum));
}

std::string list_text(const Field& field) {
  if (field.maximum > 0) return fmt::format("list of {} to {} objects", field.minimum, field.maximum);
  return field.minimum > 0 ? "list of objects, not empty" : "list of objects";
}

/// The field's own kind, without the words and the object that may stand in its place.
std::string kind_words(const Field& field) {
  switch (field.kind) {
    case FieldKind::kAnything: return "anything";
    case FieldKind::kConstant: return fmt::format("{}", field.minimum);
    case FieldKind::kNote: return "text";
    case FieldKind::kText: return "text";
    case FieldKind::kPath: return "path";
    case FieldKind::kFlag: return "`true`, `false`";
    case FieldKind::kWhole: return "whole number, " + range_text(field);
    case FieldKind::kCount: return "count, " + range_text(field);
    case FieldKind::kNumber: return "number, " + range_text(field);
    case FieldKind::kShare: return "share";
    case FieldKind::kDay: return "day";
    case FieldKind::kQuantity:
      switch (field.dimension) {
        case Dimension::kNone: return "";
        case Dimension::kTime: return "time";
        case Dimension::kData: return "data";
        case Dimension::kBandwidth: return "bandwidth";
        case Dimension::kFlopRate: return "FLOP rate";
        case Dimension::kPower: return "power";
        case Dimension::kMoneyRate: return "money per time";
      }
      return "";
    case FieldKind::kChoice: return quoted_words(field.names);
    case FieldKind::kReference: return field.object ? "name or object" : "name";
    case FieldKind::kModel: return "name, path or object";
    case FieldKind::kDocument: return "path or object";
    case FieldKind::kTexts: return "text, or list of texts";
    case FieldKind::kWholes: return fmt::format("whole number, list or range, {}", range_text(field));
    case FieldKind::kMoney: return field.dimension == Dimension::kMoneyRate ? "money per hour" : "money";
    case FieldKind::kObject: return "object";
    case FieldKind::kList: return list_text(field);
  }
  return "";
}

bool stands_for_item(const Field& field) {
  return field.kind == FieldKind::kReference || field.kind == FieldKind::kModel;
}

void append_paths(const FieldTable& table, const std::string& prefix, std::vector<FieldPath>& paths) {
  for (const Field& field : table.fields) {
    const std::string path = prefix + std::string(field.key);
    paths.push_back({path, &field});
    if (field.object && !stands_for_item(field))
      append_paths(*field.object, path + (field.kind == FieldKind::kList ? "[]." : "."), paths);
  }
}

void append_rows(const FieldTable& table, const std::string& prefix, std::span<const FieldTable* const> apart,
                 std::string& text) {
  for (const Field& field : table.fields) {
    const std::string otherwise = field.required            ? "required"
                                  : field.otherwise.empty() ? default_words(field)
                                                            : fmt::format("`{}`", field.otherwise);
    text += fmt::format("| `{}{}` | {} | {} | {} |\n", prefix, field.key, value_words(field), otherwise, field.about);
    const bool here = field.object && !stands_for_item(field) && field.kind != FieldKind::kList &&
                      std::find(apart.begin(), apart.end(), field.object) == apart.end();
    if (here) append_rows(*field.object, fmt::format("{}{}.", prefix, field.key), apart, text);
  }
}

}  // namespace

const Field* FieldTable::find(std::string_view key) const {
  for (const auto part : {fields, common})
    for (const Field& field : part)
      if (field.key == key) return &field;
  return nullptr;
}

bool has_object_form(const Field& field) {
  return field.object && field.kind != FieldKind::kObject && field.kind != FieldKind::kList && !stands_for_item(field);
}

std::span<const UnitName> units_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::kNone: return {};
    case Dimension::kTime: return time_units();
    case Dimension::kData: return data_units();
    case Dimension::kBandwidth: return bandwidth_units();
    case Dimension::kFlopRate: return flop_rate_units();
    case Dimension::kPower: return power_units();
    case Dimension::kMoneyRate: return money_rate_units();
  }
  return {};
}

std::string value_words(const Field& field) {
  std::string words = kind_words(field);
  if (field.kind != FieldKind::kChoice && !field.names.empty()) words += ", or " + quoted_words(field.names);
  return has_object_form(field) ? words + ", or an object" : words;
}

std::string default_words(const Field& field) {
  if (!field.otherwise.empty()) return std::string(field.otherwise);
  if (field.item.empty()) return std::string(field.rule);
  return fmt::format("{}{}{}/{}", field.rule, field.rule.empty() ? "" : " of ", field.catalog, field.item);
}

std::string markdown_table(const FieldTable& table, std::span<const FieldTable* const> apart) {
  std::string text = "| key | value | default | meaning |\n|---|---|---|---|\n";
  append_rows(table, "", apart, text);
  return text;
}

std::vector<FieldPath> field_paths(const FieldTable& table) {
  std::vector<FieldPath> paths;
  append_paths(table, "", paths);
  return paths;
}

}  // namespace fmplan::text
