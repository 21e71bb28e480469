#include "core/text/field_reader.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fmplan::text {
namespace {

/// The keys that the object needs, then others that it may have.
std::string with_keys(const FieldTable& table) {
  constexpr std::size_t kMost = 4;  // keys that are named (chosen)
  std::vector<std::string> keys;
  for (const bool required : {true, false})
    for (const Field& field : table.fields)
      if (field.required == required) keys.push_back(fmt::format("\"{}\"", field.key));
  const bool all = keys.size() <= kMost;
  keys.resize(std::min(keys.size(), kMost));
  return fmt::format("an object with {}{}", fmt::join(keys, ", "), all ? "" : ", …");
}

std::string what_to_write(const Field& field) {
  std::string words = value_words(field);
  std::ranges::replace(words, '`', '"');
  const std::string about = field.about.empty() ? "" : fmt::format(": {}", field.about);
  switch (field.kind) {
    case FieldKind::kChoice: return "one of " + words;
    case FieldKind::kFlag: return "true or false" + about;
    case FieldKind::kReference:
    case FieldKind::kModel: return fmt::format("a {}; fmplan catalog list {} has the names", words, field.catalog);
    case FieldKind::kObject: return with_keys(*field.object);
    default: return fmt::format("a {}{}", words, about);
  }
}

}  // namespace

FieldReader::FieldReader(const nlohmann::json& object, std::string where, const FieldTable& table, Issues& issues)
    : ObjectReader(object, std::move(where), issues), table_(table) {
  for (const auto part : {table.fields, table.common})
    for (const Field& field : part) find(std::string(field.key));
}

FieldReader::FieldReader(const nlohmann::json& object, const FieldReader& outer, std::string_view key)
    : FieldReader(object, outer.where(std::string(key)), *outer.field(key).object, outer.issues()) {}

const Field& FieldReader::field(std::string_view key) const {
  const Field* field = table_.find(key);
  assert(field != nullptr);
  return *field;
}

bool FieldReader::states(const std::string& key) {
  const nlohmann::json* value = find(key);
  return value && !(field(key).nullable && value->is_null());
}

int FieldReader::whole_or(const std::string& key, int otherwise) {
  return field(key).required || has(key) ? stated_whole(key) : otherwise;
}

int FieldReader::stated_whole(const std::string& key) {
  const Field& f = field(key);
  return integer(key, static_cast<int>(f.minimum), static_cast<int>(f.maximum));
}

std::int64_t FieldReader::stated_count(const std::string& key) {
  return ObjectReader::count(key, static_cast<std::int64_t>(field(key).minimum));
}

double FieldReader::number_or(const std::string& key, double otherwise) {
  const Field& f = field(key);
  if (!f.required && !has(key)) return otherwise;
  return ObjectReader::number(key, f.minimum, f.maximum);
}

double FieldReader::share(const std::string& key) {
  const Field& f = field(key);
  const double value = share_or(key, number_default(key));
  if (has(key) && (value < f.minimum || value > f.maximum))
    report(key, fmt::format("{} lies outside of {} to {}; write for instance {}", value, f.minimum, f.maximum,
                            f.otherwise.empty() ? fmt::format("{}", f.maximum) : std::string(f.otherwise)));
  return value;
}

std::string FieldReader::text(const std::string& key) {
  const Field& f = field(key);
  return f.required ? string(key) : string_or(key, std::string(f.otherwise));
}

std::string FieldReader::choice(const std::string& key) { return std::string(chosen(key, field(key))); }

const nlohmann::json* FieldReader::require(const std::string& key) {
  return demand(key, [&] { return what_to_write(field(key)); });
}

int FieldReader::whole_default(std::string_view key) const {
  return static_cast<int>(parse_count(field(key).otherwise).value_or(0));
}

double FieldReader::number_default(std::string_view key) const { return parse_ratio(field(key).otherwise).value_or(0); }

std::string_view FieldReader::chosen(const std::string& key, const Field& field) {
  if (field.required) require(key);
  const std::optional<std::size_t> index = choice_index(key, {field.names.begin(), field.names.end()});
  return index ? field.names[*index] : field.otherwise;
}

}  // namespace fmplan::text
