#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/base/quantity_text.h"

namespace fmplan::text {

/// Reads one JSON object field by field.  A field that is missing, of the wrong type, fractional where a count is due,
/// without its unit or out of range becomes an Issue with its JSON Pointer and a value that would do; reading goes on,
/// so that all problems are reported at once.  Call refuse_unknown_keys() last.
///
/// Required fields return a harmless default when bad; `…_or` and `optional_…` forms accept an absent key (and, for
/// `optional_…`, null).
class ObjectReader {
 public:
  /// `object` must outlive the reader.  If it is not an object, that is the one issue, and every field reads as absent.
  ObjectReader(const nlohmann::json& object, std::string where, Issues& issues);

  /// The key counts as known, whether it is there or not.
  bool has(const std::string& key) { return find(key) != nullptr; }
  const std::string& where() const { return where_; }
  /// "/where/key", for issues found outside.
  std::string where(const std::string& key) const;

  std::string string(const std::string& key);
  std::string string_or(const std::string& key, std::string otherwise);
  bool boolean_or(const std::string& key, bool otherwise);

  /// A whole number in [minimum, maximum].
  int integer(const std::string& key, int minimum, int maximum = 1'000'000'000);
  int integer_or(const std::string& key, int otherwise, int minimum, int maximum = 1'000'000'000);
  /// A count: a whole number, or text such as "15T".
  std::int64_t count(const std::string& key, std::int64_t minimum);
  std::int64_t count_or(const std::string& key, std::int64_t otherwise, std::int64_t minimum);
  /// A number in [minimum, maximum], without dimension; never −0.
  double number(const std::string& key, double minimum, double maximum);
  double number_or(const std::string& key, double otherwise, double minimum, double maximum);
  /// A share in [0, 1]: 0.12 or "12 %".
  double share_or(const std::string& key, double otherwise);

  /// A positive quantity written with one of `units`, from 10⁻³⁰ to 10³⁰ base units.
  template <class Q>
  Q quantity(const std::string& key, std::span<const UnitName> units) {
    return Q(positive(key, units, true).value_or(1));
  }
  template <class Q>
  std::optional<Q> optional_quantity(const std::string& key, std::span<const UnitName> units) {
    const std::optional<double> value = positive(key, units, false);
    return value ? std::optional<Q>(Q(*value)) : std::nullopt;
  }
  template <class Q>
  Q quantity_or(const std::string& key, std::span<const UnitName> units, Q otherwise) {
    return optional_quantity<Q>(key, units).value_or(otherwise);
  }

  Date date(const std::string& key);
  std::optional<Date> optional_date(const std::string& key);

  /// One of a closed list of names.
  template <class E, std::size_t N>
  E choice_or(const std::string& key, E otherwise, const NameTable<E, N>& names) {
    const std::optional<std::size_t> index = choice_index(key, {names.texts.begin(), names.texts.end()});
    return index ? names.values[*index] : otherwise;
  }

  /// The raw value, or nullptr if the key is absent (no issue).  The key counts as known.
  const nlohmann::json* find(const std::string& key);
  /// As find(), but an absent key is an issue.
  const nlohmann::json* require(const std::string& key);
  /// Calls `read` with each element of an array field and its pointer; an absent key is no issue.
  void each(const std::string& key, const std::function<void(const nlohmann::json&, const std::string&)>& read);
  /// The elements of an array of texts; one that is empty or no text is an issue, an absent key is none.
  std::vector<std::string> texts(const std::string& key);

  void report(const std::string& key, std::string message);
  /// Every key not asked for is an issue, with the nearest key that would have been read, or the outermost of its
  /// name `elsewhere` in the document ("cluster.nodes"), or of one that is near where none is near here.  Returns the
  /// pointers of those keys: what was probably meant to be set there was not.
  std::vector<std::string> refuse_unknown_keys(const std::vector<std::string>& elsewhere = {});

 protected:
  /// As find(), but an absent key is an issue that says what to write: `what_to_write()`, which is asked for then
  /// alone.
  template <class Text>
  const nlohmann::json* demand(const std::string& key, const Text& what_to_write) {
    const nlohmann::json* value = find(key);
    if (!value && valid_) report(key, "is missing; write " + std::string(what_to_write()));
    return value;
  }
  Issues& issues() const { return issues_; }
  /// Which of `names` the value is; none if the key is absent or, which is an issue, the value is none of them.
  std::optional<std::size_t> choice_index(const std::string& key, const std::vector<std::string>& names);

 private:
  std::optional<double> positive(const std::string& key, std::span<const UnitName> units, bool required);

  const nlohmann::json& object_;
  bool valid_;
  std::string where_;
  Issues& issues_;
  std::vector<std::string> asked_;  ///< keys, in any order, some more than once
};

}  // namespace fmplan::text
