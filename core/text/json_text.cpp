#include "core/text/json_text.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "core/base/issue.h"

namespace fmplan::text {
namespace {

using nlohmann::json;

/// Line and column (from 1) of a byte offset.
std::pair<std::size_t, std::size_t> line_and_column(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t start = before.rfind('\n');
  return {line, before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1};
}

/// Depth is checked before parsing, over the raw bytes, so that nesting costs no stack; brackets inside strings do not
/// count.
std::size_t first_too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxDocumentDepth) return i;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return std::string_view::npos;
}

/// What nlohmann says after "syntax error while parsing …", without its prefix and its byte counts.
std::string reason(const json::parse_error& error) {
  const std::string text = error.what();
  const std::size_t at = text.find(": ");
  std::string rest = at == std::string::npos ? text : text.substr(at + 2);
  constexpr std::size_t kLongest = 300;
  if (rest.size() > kLongest) rest = rest.substr(0, kLongest) + " …";
  return rest;
}

/// "[json.exception.out_of_range.406] number overflow parsing '1e999'" with the place of the number.
std::string overflow_reason(std::string_view text, const json::out_of_range& error) {
  const std::string_view message = error.what();
  const std::size_t open = message.find('\'');
  const std::size_t close = message.rfind('\'');
  if (open == std::string_view::npos || close <= open + 1) return "holds a number beyond 1.8e308; write a smaller one";
  const std::string_view number = message.substr(open + 1, close - open - 1);
  const auto [line, column] = line_and_column(text, text.find(number));
  constexpr std::size_t kLongest = 40;
  return fmt::format("line {}, column {}: the number {}{} is beyond 1.8e308; write a smaller one", line, column,
                     number.substr(0, kLongest), number.size() > kLongest ? "…" : "");
}

/// Follows the parser through the document, so that a key that stands twice is reported with its JSON Pointer.
class DuplicateKeys {
 public:
  bool operator()(int /*depth*/, json::parse_event_t event, json& parsed) {
    switch (event) {
      case json::parse_event_t::object_start:
      case json::parse_event_t::array_start:
        begin_value();
        open_.push_back({.in_array = event == json::parse_event_t::array_start, .keys = {}, .token = {}, .index = 0});
        break;
      case json::parse_event_t::object_end:
      case json::parse_event_t::array_end: open_.pop_back(); break;
      case json::parse_event_t::key: begin_key(parsed.get<std::string>()); break;
      case json::parse_event_t::value: begin_value(); break;
    }
    return true;
  }
  /// The pointers of the keys that stand twice.
  const std::vector<std::string>& duplicates() const { return duplicates_; }

 private:
  /// An object or array being read.
  struct Open {
    bool in_array = false;
    std::set<std::string> keys;
    std::string token;      ///< of the element being read
    std::size_t index = 0;  ///< of the next element of an array
  };

  void begin_value() {
    if (open_.empty() || !open_.back().in_array) return;
    open_.back().token = fmt::format("{}", open_.back().index++);
  }
  void begin_key(const std::string& key) {
    open_.back().token = pointer_token(key);
    if (open_.back().keys.insert(key).second) return;
    std::string pointer;
    for (const Open& level : open_) pointer += "/" + level.token;
    duplicates_.push_back(pointer);
  }

  std::vector<Open> open_;
  std::vector<std::string> duplicates_;
};

}  // namespace

json parse_json(std::string_view text, const std::string& name) {
  if (text.size() > kMaxDocumentBytes)
    throw InputError(name,
                     fmt::format("has more than {} MiB; no document of fmplan is that large", kMaxDocumentBytes >> 20));
  if (const std::size_t deep = first_too_deep(text); deep != std::string_view::npos) {
    const auto [line, column] = line_and_column(text, deep);
    throw InputError(name,
                     fmt::format("line {}, column {}: nested deeper than {} levels", line, column, kMaxDocumentDepth));
  }
  DuplicateKeys duplicates;
  json document;
  try {
    document = json::parse(text, std::ref(duplicates));
  } catch (const json::parse_error& error) {
    const auto [line, column] = line_and_column(text, error.byte == 0 ? 0 : error.byte - 1);
    throw InputError(name, fmt::format("line {}, column {}: not valid JSON: {}", line, column, reason(error)));
  } catch (const json::out_of_range& error) {
    throw InputError(name, overflow_reason(text, error));
  }
  Issues issues;
  for (const std::string& pointer : duplicates.duplicates())
    issues.push_back({name + "#" + pointer, "this key stands twice in one object; keep one of the two"});
  if (!issues.empty()) throw InputError(issues);
  return document;
}

std::string read_text_file(const std::filesystem::path& path, std::size_t limit) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw InputError(path.string(), "is a folder; give a file");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(path.string(), "cannot be opened; is the name right?");
  std::string text;
  char block[1 << 16];
  while (in.read(block, sizeof block) || in.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(in.gcount()));
    if (text.size() > limit)
      throw InputError(path.string(), fmt::format("is larger than {} MiB, the most that is read", limit >> 20));
  }
  return text;
}

json read_json_file(const std::filesystem::path& path) { return parse_json(read_text_file(path), path.string()); }

namespace {

using Write = std::function<void(std::ostream&)>;

void write_stream(const std::filesystem::path& path, const Write& write) {
  std::ofstream out(path, std::ios::binary);
  if (out) write(out);
  out.flush();
  if (!out) throw std::runtime_error(fmt::format("{}: cannot be written", path.string()));
}

}  // namespace

void write_text_file(const std::filesystem::path& path, std::string_view text) {
  write_text_file(path,
                  [text](std::ostream& out) { out.write(text.data(), static_cast<std::streamsize>(text.size())); });
}

void write_text_file(const std::filesystem::path& named, const Write& write) {
  // Pipes and devices are written to, links followed; only a regular file is replaced.
  std::error_code ignored_error;
  const std::filesystem::file_status status = std::filesystem::status(named, ignored_error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
      !std::filesystem::is_directory(status))
    return write_stream(named, write);
  std::filesystem::path path = std::filesystem::weakly_canonical(named, ignored_error);
  if (ignored_error) path = named;
  const std::filesystem::path temporary = path.string() + fmt::format(".{}.tmp", ::getpid());
  {
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    if (out) write(out);
    out.flush();
    if (!out) {
      std::error_code ignored;
      std::filesystem::remove(temporary, ignored);
      throw std::runtime_error(fmt::format("{}: cannot be written", path.string()));
    }
  }
  std::error_code error;
  std::filesystem::rename(temporary, path, error);
  if (error) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw std::runtime_error(fmt::format("{}: cannot be written: {}", path.string(), error.message()));
  }
}

std::string pointer_token(std::string_view key) {
  std::string token;
  for (const char c : key) {
    if (c == '~') {
      token += "~0";
    } else if (c == '/') {
      token += "~1";
    } else {
      token += c;
    }
  }
  return token;
}

double rounded(double value, int digits) {
  const std::string text = fmt::format("{:.{}g}", value, digits);
  double result = 0;
  std::from_chars(text.data(), text.data() + text.size(), result);
  return result;
}

std::string value_text(const json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  constexpr std::size_t kLongest = 80;
  if (text.size() <= kLongest) return text;
  std::size_t cut = kLongest;  // not inside a UTF-8 sequence
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return text.substr(0, cut) + "…";
}

}  // namespace fmplan::text
