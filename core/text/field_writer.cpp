#include "core/text/field_writer.h"

#include <cassert>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace fmplan::text {
namespace {

/// "1.5 h" if it is exactly `in_base_units`: the quotient, or a neighbour of it, as division rounds.
std::string exact_in(double in_base_units, const UnitName& unit) {
  const double quotient = in_base_units / unit.in_base_units;
  for (const double number : {quotient, std::nextafter(quotient, 0), std::nextafter(quotient, HUGE_VAL)})
    if (number * unit.in_base_units == in_base_units) return fmt::format("{} {}", number, unit.text);
  return {};
}

}  // namespace

std::string quantity_text(double in_base_units, Dimension dimension) {
  std::string shortest;
  for (const UnitName& unit : units_of(dimension)) {
    const std::string text = exact_in(in_base_units, unit);
    if (!text.empty() && (shortest.empty() || text.size() < shortest.size())) shortest = text;
  }
  return shortest.empty() ? exact_text(in_base_units, units_of(dimension).front()) : shortest;
}

const Field& FieldWriter::field(std::string_view key) const {
  const Field* field = table_.find(key);
  assert(field != nullptr);
  return *field;
}

void FieldWriter::put(std::string_view key, Json value) { values_[field(key).key] = std::move(value); }

Json FieldWriter::object() const {
  Json object = Json::object();
  for (const auto part : {table_.common, table_.fields})
    for (const Field& field : part)
      if (values_.contains(field.key)) object[field.key] = values_.at(field.key);
  return object;
}

}  // namespace fmplan::text
