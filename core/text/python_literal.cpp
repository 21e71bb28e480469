#include "core/text/python_literal.h"

#include <charconv>
#include <cstddef>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/base/words.h"
#include "core/text/json_text.h"

namespace fmplan::text {
namespace {

using nlohmann::json;

class LiteralReader {
 public:
  explicit LiteralReader(std::string_view text) : text_(text) {}

  json whole() {
    json value = read_value(0);
    skip_blanks();
    if (at_ < text_.size()) fail("the end");
    return value;
  }

 private:
  [[noreturn]] void fail(std::string_view expected) const {
    throw InputError(fmt::format("character {}", at_ + 1),
                     fmt::format("{} was expected{}", expected, at_ < text_.size() ? "" : ", and the text ends"));
  }

  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_blanks() {
    while (next() == ' ' || next() == '\t' || next() == '\n' || next() == '\r') ++at_;
  }

  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  json read_value(int depth) {
    skip_blanks();
    if (depth > kMaxDocumentDepth) fail(fmt::format("no more than {} brackets in each other", kMaxDocumentDepth));
    const char c = next();
    if (c == '{') return read_dictionary(depth);
    if (c == '[') return read_list(depth);
    if (c == '\'' || c == '"') return read_text();
    if (is_digit(c) || c == '-' || c == '.') return read_number();
    for (const auto& [word, value] : {std::pair("True", json(true)), {"False", json(false)}, {"None", json(nullptr)}})
      if (take(word)) return value;
    fail("a dictionary, a list, a text, a number, True, False or None");
  }

  json read_dictionary(int depth) {
    json object = json::object();
    ++at_;
    for (;;) {
      skip_blanks();
      if (take("}")) return object;
      if (next() != '\'' && next() != '"') fail("a key in quotes or }");
      const std::size_t begin = at_;
      std::string key = read_text();
      if (object.contains(key)) {
        at_ = begin;
        fail("a key that does not stand before");
      }
      skip_blanks();
      if (!take(":")) fail(":");
      json value = read_value(depth + 1);
      object[std::move(key)] = std::move(value);
      skip_blanks();
      if (take("}")) return object;
      if (!take(",")) fail(", or }");
    }
  }

  json read_list(int depth) {
    json list = json::array();
    ++at_;
    for (;;) {
      skip_blanks();
      if (take("]")) return list;
      list.push_back(read_value(depth + 1));
      skip_blanks();
      if (take("]")) return list;
      if (!take(",")) fail(", or ]");
    }
  }

  std::string read_text() {
    const char quote = text_[at_++];
    std::string value;
    while (next() != quote) {
      if (at_ >= text_.size() || static_cast<unsigned char>(next()) < ' ') fail("the quote at the text's end");
      value += next() == '\\' ? read_escape() : text_[at_++];
    }
    ++at_;
    return value;
  }

  char read_escape() {
    static constexpr std::pair<char, char> kEscapes[] = {{'\\', '\\'}, {'\'', '\''}, {'"', '"'},
                                                         {'n', '\n'},  {'r', '\r'},  {'t', '\t'}};
    ++at_;
    for (const auto& [letter, meant] : kEscapes)
      if (next() == letter) {
        ++at_;
        return meant;
      }
    if (next() == 'x' && at_ + 2 < text_.size()) {
      int code = 0;
      const char* const digits = text_.data() + at_ + 1;
      const auto [end, error] = std::from_chars(digits, digits + 2, code, 16);
      constexpr int kAscii = 0x80;  // bytes from there on are characters of their own in Python, and none in UTF-8
      if (error == std::errc{} && end == digits + 2 && code < kAscii) {
        at_ += 3;
        return static_cast<char>(code);
      }
    }
    fail(R"(one of \\ \' \" \n \r \t \x00 to \x7f)");
  }

  json read_number() {
    const std::size_t begin = at_;
    if (next() == '-') ++at_;
    bool is_whole = true;
    const std::size_t digits = at_;
    while (is_digit(next()) || next() == '.' || next() == 'e' || next() == 'E' ||
           ((next() == '-' || next() == '+') && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E')))
      is_whole = is_digit(text_[at_++]) && is_whole;
    const std::string_view number = text_.substr(begin, at_ - begin);
    const char* const end = number.data() + number.size();
    if (is_whole && !number.empty()) {
      std::int64_t value = 0;
      const auto [stop, error] = std::from_chars(number.data(), end, value);
      const bool has_zero_before = at_ - digits > 1 && text_[digits] == '0';
      if (error == std::errc{} && stop == end && !has_zero_before) return value;
    }
    double value = 0;
    const auto [stop, error] = std::from_chars(number.data(), end, value);
    if (is_whole || error != std::errc{} || stop != end) {
      at_ = begin;
      fail("a decimal number");
    }
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

json parse_python_literal(std::string_view text) { return LiteralReader(text).whole(); }

}  // namespace fmplan::text
