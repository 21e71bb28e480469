#include "core/text/field_reader.h"

#include <cassert>
#include <utility>

#include <fmt/format.h>

namespace fmplan::text {

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
