#pragma once

/// @file
/// Fields of a document, described once as plain data: the reader takes range, units, names and defaults from here, and
/// the JSON Schema and the tables of the documentation are written from it.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/quantity_text.h"

namespace fmplan::text {

enum class FieldKind : std::uint8_t {
  kAnything,   ///< not read
  kConstant,   ///< the number `minimum`
  kNote,       ///< a text for people, which may be empty
  kText,       ///< a text of at least one letter
  kPath,       ///< of a file, relative to the document
  kFlag,       ///< true or false
  kWhole,      ///< a whole number from `minimum` to `maximum`
  kCount,      ///< the same, or text such as "15T"
  kNumber,     ///< a number from `minimum` to `maximum`
  kShare,      ///< 0 to 1, or text such as "12 %"
  kDay,        ///< "2025-03-01"
  kQuantity,   ///< a text with one of the units of `dimension`
  kChoice,     ///< one of `names`
  kReference,  ///< the name of an item of `catalog`, or an object in its place
  kModel,      ///< the same, or the path of a file with such an object or a Hugging Face config.json, or the latter
  kDocument,   ///< the path of a file with a document of another kind, or the document itself
  kTexts,      ///< a text, or a list of texts
  kWholes,     ///< a whole number from `minimum` to `maximum`, a list of such, or a range such as "8..64:8"
  kMoney,      ///< a text such as "$2.5M" or "500M JPY"; by the hour where `dimension` is kMoneyRate
  kObject,     ///< `object`
  kList,       ///< of `object`s; from `minimum` to `maximum` of them
};

enum class Dimension : std::uint8_t { kNone, kTime, kData, kBandwidth, kFlopRate, kPower, kMoneyRate };

/// Of a count: beyond, whole numbers are not exact as doubles.
inline constexpr double kMostOfCount = 9e15;

struct FieldTable;

/// One field.  What it does not need keeps its default.
// In the order in which fields are written down: there are some hundreds, none is made while the program runs.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding)
struct Field {
  std::string_view key;
  FieldKind kind = FieldKind::kAnything;
  std::string_view about{};      ///< one sentence
  std::string_view otherwise{};  ///< the default as it would be written ("1", "bf16", "0.5 s"); empty: there is none …
  std::string_view rule{};       ///< … or it is not one value: what fills the field, in words ("the cluster's")
  std::string_view why{};        ///< the reason of `otherwise`, as a report's assumption gives it
  std::string_view source{};     ///< where `otherwise` comes from; empty: a rule of this program
  bool required = false;
  bool nullable = false;  ///< null counts as left out
  double minimum = 0;
  double maximum = 0;  ///< of a list: 0 is without limit
  Dimension dimension = Dimension::kNone;
  std::span<const std::string_view> names{};  ///< of kChoice; beside another kind, words with a meaning ("auto")
  std::string_view catalog{};                 ///< of kReference: the folder of the items
  std::string_view item{};  ///< of `catalog`: what is left out has its figure of this key, or `rule` of its figures
  const FieldTable* object = nullptr;  ///< its fields; beside another kind: an object may stand in its place
};

/// The fields of one object.
struct FieldTable {
  std::string_view name{};  ///< its own definition in a schema; empty: described where it stands
  std::string_view about{};
  std::span<const Field> fields;
  std::span<const Field> common{};  ///< it shares these with other objects
  std::string_view instead{};       ///< a key that may stand for all required ones

  /// nullptr if there is none.
  const Field* find(std::string_view key) const;
};

/// True where an object may stand in place of a value of the field's kind: "restart" or {"kind": "restart"}.
bool has_object_form(const Field& field);

/// The units that a quantity may be written in; the first is the one suggested.  Empty without dimension.
std::span<const UnitName> units_of(Dimension dimension);

/// What may be written, in words: "whole number, 1 to 200,000, or \"auto\"".
std::string value_words(const Field& field);

/// What a field has that is left out, in words; empty: nothing.
std::string default_words(const Field& field);

/// The table in Markdown: key, value, default and meaning of every field.  Those of an object in it follow as
/// "storage.capacity", unless it is one of `apart` or stands for an item.
std::string markdown_table(const FieldTable& table, std::span<const FieldTable* const> apart);

/// "training.parallel.tensor" and all others that a document of this table may have, those in lists as "phases[]", in
/// the table's order; objects that stand for catalogue items are not entered.
struct FieldPath {
  std::string path;
  const Field* field;
};
std::vector<FieldPath> field_paths(const FieldTable& table);

}  // namespace fmplan::text
