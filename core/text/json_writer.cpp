#include "core/text/json_writer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <nlohmann/detail/conversions/to_chars.hpp>

#include "core/text/utf8.h"

namespace fmplan::text {
namespace {

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(c);
  out += "\\u00";
  out += kHex[code >> 4];
  out += kHex[code & 15];
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const auto plain = std::find_if(text.begin(), text.end(), [](char c) {
      const auto byte = static_cast<unsigned char>(c);
      return byte < 0x20 || byte >= 0x80 || c == '"' || c == '\\';
    });
    const auto num_plain = static_cast<std::size_t>(plain - text.begin());
    out += text.substr(0, num_plain);
    text.remove_prefix(num_plain);
    if (text.empty()) break;
    const Utf8Character first = first_character(text);
    if (!first.valid) {
      out += "\uFFFD";
    } else if (first.length == 1) {
      append_escaped(out, text.front());
    } else {
      out += text.substr(0, first.length);
    }
    text.remove_prefix(first.length);
  }
  out += '"';
}

template <class Number>
void append_whole(std::string& out, Number value) {
  std::array<char, 24> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  out.append(buffer.data(), result.ptr);
}

void append_double(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  // Not std::to_chars: where several shortest texts read back, or none is found at once, Grisu2's choice is another.
  std::array<char, 64> buffer;
  out.append(buffer.data(), nlohmann::detail::to_chars(buffer.data(), buffer.data() + buffer.size(), value));
}

}  // namespace

struct Json::Writer {
  std::string out;
  int indent = -1;

  void begin_line(int depth) {
    if (indent < 0) return;
    out += '\n';
    out.append(static_cast<std::size_t>(indent) * static_cast<std::size_t>(depth), ' ');
  }

  void write(const Array& elements, int depth) {
    out += '[';
    for (const Json& element : elements) {
      if (&element != &elements.front()) out += ',';
      begin_line(depth + 1);
      write(element, depth + 1);
    }
    if (!elements.empty()) begin_line(depth);
    out += ']';
  }

  void write(const Object& members, int depth) {
    out += '{';
    for (const Member& member : members) {
      if (&member != &members.front()) out += ',';
      begin_line(depth + 1);
      append_quoted(out, member.key);
      out += indent < 0 ? ":" : ": ";
      write(member.value, depth + 1);
    }
    if (!members.empty()) begin_line(depth);
    out += '}';
  }

  void write(const Json& value, int depth) {
    if (const auto* truth = std::get_if<bool>(&value.value_)) {
      out += *truth ? "true" : "false";
    } else if (const auto* whole = std::get_if<std::int64_t>(&value.value_)) {
      append_whole(out, *whole);
    } else if (const auto* large = std::get_if<std::uint64_t>(&value.value_)) {
      append_whole(out, *large);
    } else if (const auto* number = std::get_if<double>(&value.value_)) {
      append_double(out, *number);
    } else if (const auto* text = std::get_if<std::string>(&value.value_)) {
      append_quoted(out, *text);
    } else if (const auto* array = std::get_if<Array>(&value.value_)) {
      write(*array, depth);
    } else if (const auto* object = std::get_if<Object>(&value.value_)) {
      write(*object, depth);
    } else {
      out += "null";
    }
  }
};

Json::Json() noexcept = default;
Json::Json(std::nullptr_t) noexcept {}
Json::Json(bool value) noexcept : value_(value) {}
Json::Json(int value) noexcept : value_(std::int64_t{value}) {}
Json::Json(long value) noexcept : value_(std::int64_t{value}) {}
Json::Json(long long value) noexcept : value_(std::int64_t{value}) {}
Json::Json(unsigned value) noexcept : value_(std::int64_t{value}) {}
Json::Json(unsigned long value) noexcept : Json(static_cast<unsigned long long>(value)) {}
Json::Json(unsigned long long value) noexcept {
  if (std::in_range<std::int64_t>(value)) {
    value_ = static_cast<std::int64_t>(value);
  } else {
    value_ = std::uint64_t{value};
  }
}
Json::Json(double value) noexcept : value_(value) {}
Json::Json(const char* value) : value_(std::string(value)) {}
Json::Json(std::string_view value) : value_(std::string(value)) {}
Json::Json(const std::string& value) : value_(value) {}

Json::Json(std::initializer_list<Entry> entries) : Json(object()) {
  Object& members = std::get<Object>(value_);
  members.reserve(entries.size());
  for (const Entry& entry : entries)
    if (!contains(entry.key)) members.push_back({std::string(entry.key), std::move(entry.value)});
}

Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
// `other` may be a part of this value, so it is taken out before this one goes.
Json& Json::operator=(const Json& other) { return *this = Json(other); }
Json& Json::operator=(Json&& other) noexcept {
  value_ = std::exchange(other.value_, nullptr);
  return *this;
}
Json::~Json() = default;

Json Json::array() {
  Json value;
  value.value_ = Array();
  return value;
}

Json Json::array(std::initializer_list<Json> elements) {
  Json value;
  value.value_ = Array(elements);
  return value;
}

Json Json::object() {
  Json value;
  value.value_ = Object();
  return value;
}

bool Json::is_null() const noexcept { return std::holds_alternative<std::nullptr_t>(value_); }
bool Json::is_bool() const noexcept { return std::holds_alternative<bool>(value_); }
bool Json::is_number() const noexcept {
  return std::holds_alternative<std::int64_t>(value_) || std::holds_alternative<std::uint64_t>(value_) ||
         std::holds_alternative<double>(value_);
}
bool Json::is_text() const noexcept { return std::holds_alternative<std::string>(value_); }
bool Json::is_array() const noexcept { return std::holds_alternative<Array>(value_); }
bool Json::is_object() const noexcept { return std::holds_alternative<Object>(value_); }

bool Json::as_bool() const { return std::get<bool>(value_); }

double Json::as_double() const {
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
  if (const auto* large = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*large);
  return std::get<double>(value_);
}

const std::string& Json::as_text() const { return std::get<std::string>(value_); }

std::size_t Json::size() const noexcept { return is_array() ? elements().size() : members().size(); }

std::span<const Json> Json::elements() const noexcept {
  const auto* array = std::get_if<Array>(&value_);
  return array ? std::span<const Json>(*array) : std::span<const Json>();
}

std::span<const Json::Member> Json::members() const noexcept {
  const auto* object = std::get_if<Object>(&value_);
  return object ? std::span<const Member>(*object) : std::span<const Member>();
}

const Json* Json::find(std::string_view key) const noexcept {
  for (const Member& member : members())
    if (member.key == key) return &member.value;
  return nullptr;
}

Json* Json::find(std::string_view key) noexcept { return const_cast<Json*>(std::as_const(*this).find(key)); }

bool Json::contains(std::string_view key) const noexcept { return find(key) != nullptr; }

const Json& Json::at(std::string_view key) const {
  if (const Json* value = find(key)) return *value;
  throw std::out_of_range("no member \"" + std::string(key) + "\"");
}

const Json& Json::at(std::size_t index) const {
  if (index < elements().size()) return elements()[index];
  throw std::out_of_range("no element " + std::to_string(index));
}

Json& Json::operator[](std::string_view key) {
  if (Json* value = find(key)) return *value;
  if (is_null()) value_ = Object();
  assert(is_object());
  return std::get<Object>(value_).emplace_back(Member{std::string(key), Json()}).value;
}

void Json::update(const Json& other) {
  for (const Member& member : other.members()) (*this)[member.key] = member.value;
}

void Json::erase(std::string_view key) {
  if (auto* object = std::get_if<Object>(&value_))
    std::erase_if(*object, [key](const Member& member) { return member.key == key; });
}

void Json::push_back(Json element) {
  if (is_null()) value_ = Array();
  assert(is_array());
  std::get<Array>(value_).push_back(std::move(element));
}

bool Json::operator==(const Json& other) const {
  if (is_number() && other.is_number() && value_.index() != other.value_.index())
    return as_double() == other.as_double();
  return value_ == other.value_;
}

std::string Json::dump(int indent) const {
  Writer writer{.out = {}, .indent = indent};
  writer.write(*this, 0);
  return std::move(writer.out);
}

std::string json_quoted(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

}  // namespace fmplan::text
