#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fmplan::text {

/// A JSON value that is put together piece by piece and written once: what reports are made of.
///
///     Json report = {{"step_time_s", 1.84}, {"memory", {{"fits", true}}}, {"finish", nullptr}};
///     report["warnings"] = Json::array();
///     report["warnings"].push_back("no price");
///     report.dump(2);
///
/// A braced list of pairs is an object, whose keys keep the order they came in; arrays are made by array().  Nothing
/// here is a template that knows JSON's types, so that a file that writes forty keys compiles in a second.
class Json {
 public:
  struct Member;
  struct Entry;

  Json() noexcept;  ///< null
  Json(std::nullptr_t) noexcept;
  Json(bool value) noexcept;
  Json(int value) noexcept;
  Json(long value) noexcept;
  Json(long long value) noexcept;
  Json(unsigned value) noexcept;
  Json(unsigned long value) noexcept;
  Json(unsigned long long value) noexcept;
  Json(double value) noexcept;
  Json(const char* value);
  Json(std::string_view value);
  Json(const std::string& value);
  /// An object; of a key that stands twice, the first.
  Json(std::initializer_list<Entry> entries);
  /// Null where there is nothing.
  template <class T>
  Json(const std::optional<T>& value) : Json(value ? Json(*value) : Json()) {}
  /// An array.
  template <class T>
  Json(const std::vector<T>& values);
  Json(const void*) = delete;  ///< else a pointer would be a bool
  Json(char) = delete;         ///< else a character would be a number

  Json(const Json& other);
  Json(Json&& other) noexcept;  ///< leaves null behind
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  static Json array();
  static Json array(std::initializer_list<Json> elements);
  static Json object();

  bool is_null() const noexcept;
  bool is_bool() const noexcept;
  bool is_number() const noexcept;
  bool is_text() const noexcept;
  bool is_array() const noexcept;
  bool is_object() const noexcept;

  /// @pre is_bool().
  bool as_bool() const;
  /// @pre is_number().
  double as_double() const;
  /// @pre is_text().
  const std::string& as_text() const;

  /// Elements of an array or members of an object; of another value, 0.
  std::size_t size() const noexcept;
  bool empty() const noexcept { return size() == 0; }
  /// None if this is no array.
  std::span<const Json> elements() const noexcept;
  /// In the order they came in; none if this is no object.
  std::span<const Member> members() const noexcept;

  /// False where this is no object.
  bool contains(std::string_view key) const noexcept;
  /// @throws std::out_of_range if there is none.
  const Json& at(std::string_view key) const;
  const Json& at(std::size_t index) const;
  /// The member `key`, made (null, at the end) if it is missing; null becomes an object.  @pre is_null() or
  /// is_object().
  Json& operator[](std::string_view key);
  /// Sets the members of `other` here: in place where the key is there, else at the end.  @pre as for operator[].
  void update(const Json& other);
  /// Removes the member if it is there.
  void erase(std::string_view key);
  /// Null becomes an array.  @pre is_null() or is_array().
  void push_back(Json element);

  /// Numbers are equal by value, 1 and 1.0 too; objects with the same members in the same order.
  bool operator==(const Json& other) const;

  /// The text, byte for byte as nlohmann::ordered_json::dump writes it: with indent >= 0 one element or member a line,
  /// else without any space.  Doubles have the fewest digits that read back (Grisu2) and a point or an exponent; what
  /// is not finite is null.  Bytes that are not UTF-8 become U+FFFD.
  std::string dump(int indent = -1) const;

 private:
  using Array = std::vector<Json>;
  using Object = std::vector<Member>;
  struct Writer;

  Json* find(std::string_view key) noexcept;
  const Json* find(std::string_view key) const noexcept;

  /// std::uint64_t only for what std::int64_t cannot hold.
  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> value_;
};

struct Json::Member {
  std::string key;
  Json value;

  bool operator==(const Member& other) const = default;
};

/// A member in a braced list.  The list's elements are const, yet its values are moved out of it.
struct Json::Entry {
  std::string_view key;
  mutable Json value;
};

template <class T>
Json::Json(const std::vector<T>& values) : Json(array()) {
  for (const T& value : values) push_back(value);
}

/// `text` in quotes and escaped, as dump() writes it.
std::string json_quoted(std::string_view text);

}  // namespace fmplan::text
