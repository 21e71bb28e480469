#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/names.h"
#include "core/text/field_table.h"
#include "core/text/object_reader.h"

namespace fmplan::text {

/// An ObjectReader that takes range, unit, names and default of a field from a table.  A field is named by its key and
/// must be in the table; left out, it has its default, or is missing if it is required.  Keys that are not in the table
/// are the unknown ones.
class FieldReader : public ObjectReader {
 public:
  /// `object` and `table` must outlive the reader.
  FieldReader(const nlohmann::json& object, std::string where, const FieldTable& table, Issues& issues);
  /// The object that stands under `key` of `outer`.
  FieldReader(const nlohmann::json& object, const FieldReader& outer, std::string_view key);

  const FieldTable& table() const { return table_; }
  /// @pre the table has it.
  const Field& field(std::string_view key) const;

  /// Whether a value stands there; null is none where it counts as left out.
  bool states(const std::string& key);

  int whole(const std::string& key) { return whole_or(key, whole_default(key)); }
  /// With a default that another field gives.
  int whole_or(const std::string& key, int otherwise);
  /// Missing where it is left out, required or not.
  int stated_whole(const std::string& key);
  std::int64_t stated_count(const std::string& key);
  double number(const std::string& key) { return number_or(key, number_default(key)); }
  double number_or(const std::string& key, double otherwise);
  double share(const std::string& key);
  bool flag(const std::string& key) { return boolean_or(key, field(key).otherwise == "true"); }
  std::string text(const std::string& key);

  template <class Q>
  Q quantity(const std::string& key) {
    const Field& f = field(key);
    const auto units = units_of(f.dimension);
    if (!f.nullable && (f.required || has(key))) return ObjectReader::quantity<Q>(key, units);
    return quantity_or<Q>(key, Q(parse_quantity(f.otherwise, units).value_or(0)));
  }
  template <class Q>
  Q quantity_or(const std::string& key, Q otherwise) {
    return ObjectReader::quantity_or<Q>(key, units_of(field(key).dimension), otherwise);
  }
  template <class Q>
  std::optional<Q> optional_quantity(const std::string& key) {
    return ObjectReader::optional_quantity<Q>(key, units_of(field(key).dimension));
  }

  /// One of the field's names, which are those of `names`.
  template <class E, std::size_t N>
  E choice(const std::string& key, const NameTable<E, N>& names) {
    const Field& f = field(key);
    return names.parse(chosen(key, f)).value_or(names.parse(f.otherwise).value_or(E{}));
  }
  /// The name itself.
  std::string choice(const std::string& key);
  /// The field's value; without it nullptr, and an issue that says what may stand there.
  const nlohmann::json* require(const std::string& key);

 private:
  int whole_default(std::string_view key) const;
  double number_default(std::string_view key) const;
  /// The name that stands there, the default's if it is none of them.
  std::string_view chosen(const std::string& key, const Field& field);

  const FieldTable& table_;
};

}  // namespace fmplan::text
