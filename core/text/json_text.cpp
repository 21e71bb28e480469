#include "core/text/json_text.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/text/plain_json.h"

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
  constexpr std::size_t kLongest = 300;  // bytes; chosen
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
  constexpr std::size_t kLongest = 40;  // bytes; chosen
  return fmt::format("line {}, column {}: the number {}{} is beyond 1.8e308; write a smaller one", line, column,
                     number.substr(0, kLongest), number.size() > kLongest ? "…" : "");
}

/// Builds the document from the parser's events.  A key that stands twice is noticed as it is put in, so that it can be
/// reported with its JSON Pointer.
class DocumentBuilder {
 public:
  bool null() { return put(nullptr); }
  bool boolean(bool value) { return put(value); }
  bool number_integer(json::number_integer_t value) { return put(value); }
  bool number_unsigned(json::number_unsigned_t value) { return put(value); }
  bool number_float(json::number_float_t value, const std::string& /*text*/) { return put(value); }
  bool string(std::string& value) { return put(value); }
  bool binary(json::binary_t& /*value*/) { return false; }  // not in a text
  bool start_object(std::size_t /*size*/) { return open(json::value_t::object); }
  bool start_array(std::size_t /*size*/) { return open(json::value_t::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& key) {
    Open& object = open_.back();
    const auto [member, is_new] = object.container->get_ref<json::object_t&>().try_emplace(key);
    object.key = &member->first;
    object.value = &member->second;
    if (!is_new) duplicates_.push_back(pointer());
    return true;
  }
  template <class Exception>
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/, const Exception& error) {
    throw error;
  }

  json take_document() { return std::move(document_); }
  /// The pointers of the keys that stand twice.
  const std::vector<std::string>& duplicates() const { return duplicates_; }

 private:
  /// An object or array being read, and the member of the object.
  struct Open {
    json* container = nullptr;
    const std::string* key = nullptr;
    json* value = nullptr;
  };

  template <class Value>
  json& place(Value&& value) {
    if (open_.empty()) return document_ = std::forward<Value>(value);
    const Open& at = open_.back();
    if (at.container->is_array())
      return at.container->get_ref<json::array_t&>().emplace_back(std::forward<Value>(value));
    return *at.value = std::forward<Value>(value);
  }
  template <class Value>
  bool put(Value&& value) {
    place(std::forward<Value>(value));
    return true;
  }
  bool open(json::value_t type) {
    open_.push_back({.container = &place(type)});
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  /// Of the member being read.
  std::string pointer() const {
    std::string pointer;
    for (const Open& level : open_)
      pointer += "/" + (level.key ? pointer_token(*level.key) : fmt::format("{}", level.container->size() - 1));
    return pointer;
  }

  json document_;
  std::vector<Open> open_;
  std::vector<std::string> duplicates_;
};

}  // namespace

json parse_json(std::string_view text, const std::string& name, std::initializer_list<std::string_view> without) {
  if (text.size() > kMaxDocumentBytes)
    throw InputError(name,
                     fmt::format("has more than {} MiB; no document of fmplan is that large", kMaxDocumentBytes >> 20));
  if (std::optional<json> document = parse_plain_json(text, kMaxDocumentDepth, without)) return *std::move(document);
  if (const std::size_t deep = first_too_deep(text); deep != std::string_view::npos) {
    const auto [line, column] = line_and_column(text, deep);
    throw InputError(name,
                     fmt::format("line {}, column {}: nested deeper than {} levels", line, column, kMaxDocumentDepth));
  }
  DocumentBuilder builder;
  try {
    json::sax_parse(text, &builder);
  } catch (const json::parse_error& error) {
    const auto [line, column] = line_and_column(text, error.byte == 0 ? 0 : error.byte - 1);
    throw InputError(name, fmt::format("line {}, column {}: not valid JSON: {}", line, column, reason(error)));
  } catch (const json::out_of_range& error) {
    throw InputError(name, overflow_reason(text, error));
  }
  Issues issues;
  for (const std::string& pointer : builder.duplicates())
    issues.push_back({fmt::format("{}#{}", name, pointer), "this key stands twice in one object; keep one of the two"});
  if (!issues.empty()) throw InputError(issues);
  json document = builder.take_document();
  if (document.is_object())
    for (const std::string_view member : without) document.erase(std::string(member));
  return document;
}

std::ifstream open_file(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw InputError(path.string(), "is a folder; give a file");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(path.string(), "cannot be opened; is the name right?");
  return in;
}

namespace {

/// Puts all that comes behind `text`.
void append_text(std::string& text, std::istream& in, const std::string& name, std::size_t limit) {
  char block[1 << 16];
  try {
    while (in.read(block, sizeof block) || in.gcount() > 0) {
      text.append(block, static_cast<std::size_t>(in.gcount()));
      if (text.size() > limit)
        throw InputError(name, fmt::format("is larger than {} MiB, the most that is read", limit >> 20));
    }
  } catch (const std::ios_base::failure&) {
    throw InputError(name, "cannot be read; give a file");
  }
}

}  // namespace

std::string read_text(std::istream& in, const std::string& name, std::size_t limit) {
  std::string text;
  append_text(text, in, name, limit);
  return text;
}

std::string read_text_file(const std::filesystem::path& path, std::size_t limit) {
  std::ifstream in = open_file(path);
  std::string text;
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  // In one piece: grown block by block, a text is copied as often as it doubles.
  if (!unknown) text.reserve(static_cast<std::size_t>(std::min<std::uintmax_t>(size, limit)));
  append_text(text, in, path.string(), limit);
  return text;
}

json read_json_file(const std::filesystem::path& path) { return parse_json(read_text_file(path), path.string()); }

namespace {

using Write = std::function<void(std::ostream&)>;

void write_all(std::ofstream& out, const std::filesystem::path& path, const Write& write) {
  if (!out) throw std::runtime_error(fmt::format("{}: cannot be written", path.string()));
  write(out);
  out.flush();
  if (!out) throw std::runtime_error(fmt::format("{}: cannot be written whole; is the disk full?", path.string()));
}

void write_stream(const std::filesystem::path& path, const Write& write) {
  std::ofstream out(path, std::ios::binary);
  write_all(out, path, write);
}

/// A file that is gone at the end, unless it was renamed.
struct Temporary {
  std::filesystem::path path;

  ~Temporary() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
};

/// Two machines may write beside each other with the same process number.
std::string host_name() {
  char name[64] = {};  // chosen: longer ones are cut
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "host";
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
  const Temporary temporary{path.string() + fmt::format(".{}.{}.tmp", host_name(), ::getpid())};
  {
    std::ofstream out(temporary.path, std::ios::binary | std::ios::trunc);
    // Who may read the file that is replaced, and no one else, may read the new one.
    if (out && std::filesystem::is_regular_file(status))
      std::filesystem::permissions(temporary.path, status.permissions(), ignored_error);
    write_all(out, path, write);
  }
  std::error_code error;
  std::filesystem::rename(temporary.path, path, error);
  if (error) throw std::runtime_error(fmt::format("{}: cannot be written: {}", path.string(), error.message()));
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
  constexpr std::size_t kLongest = 80;  // bytes; chosen
  if (text.size() <= kLongest) return text;
  std::size_t cut = kLongest;  // not inside a UTF-8 sequence
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return text.substr(0, cut) + "…";
}

}  // namespace fmplan::text
