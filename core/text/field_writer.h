#pragma once

#include <string>
#include <string_view>

#include "core/text/field_table.h"
#include "core/text/json_writer.h"

namespace fmplan::text {

/// The shortest text that reads back to exactly `in_base_units` in one of the dimension's units.  If there is none, as
/// for some odd money rates, the nearest in the first of them.  @pre dimension is not kNone.
std::string quantity_text(double in_base_units, Dimension dimension);

/// Writes one object field by field, by the names and units of a table; keys come out in the table's order.
class FieldWriter {
 public:
  /// `table` must outlive the writer.
  explicit FieldWriter(const FieldTable& table) : table_(table) {}

  /// @pre the table has `key`.
  void put(std::string_view key, Json value);
  template <class Q>
  void quantity(std::string_view key, Q value) {
    put(key, quantity_text(value.in_base_units(), field(key).dimension));
  }
  /// The fields of the object under `key`.
  const FieldTable& table(std::string_view key) const { return *field(key).object; }

  Json object() const;

 private:
  const Field& field(std::string_view key) const;

  const FieldTable& table_;
  Json values_ = Json::object();
};

}  // namespace fmplan::text
