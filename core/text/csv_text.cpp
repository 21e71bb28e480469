#include "core/text/csv_text.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"

namespace fmplan::text {
namespace {

/// Of one record; chosen: beyond any table, and each costs memory.
constexpr std::size_t kMostFields = 10'000;

/// Reads one field; returns the position after it.
std::size_t read_field(std::string_view text, std::size_t at, int& line, const std::string& name, std::string& field) {
  if (at >= text.size() || text[at] != '"') {
    while (at < text.size() && text[at] != ',' && text[at] != '\n' && text[at] != '\r') {
      if (text[at] == '"')
        throw InputError(fmt::format("{}:{}", name, line),
                         "a quote inside a field; put the whole field in quotes and write \"\" for a quote");
      field += text[at++];
    }
    return at;
  }
  const int start = line;
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"') {
      if (at + 1 >= text.size() || text[at + 1] != '"') return at + 1;
      ++at;
    } else if (text[at] == '\n') {
      ++line;
    }
    field += text[at];
  }
  throw InputError(fmt::format("{}:{}", name, start), "a quote is opened and never closed");
}

/// Where the first byte lies that begins no character of UTF-8; the size if there is none.
std::size_t invalid_utf8_at(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    std::size_t length = 1;
    if (byte >= 0xF0 && byte <= 0xF4) {
      length = 4;
    } else if (byte >= 0xE0 && byte < 0xF0) {
      length = 3;
    } else if (byte >= 0xC2 && byte < 0xE0) {
      length = 2;
    } else if (byte >= 0x80) {
      return at;
    }
    for (std::size_t i = 1; i < length; ++i)
      if (at + i >= text.size() || (static_cast<unsigned char>(text[at + i]) & 0xC0) != 0x80) return at;
    at += length;
  }
  return text.size();
}

}  // namespace

std::vector<CsvRecord> parse_csv(std::string_view text, const std::string& name) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw InputError(name, "is UTF-16; save it as UTF-8");
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (const std::size_t bad = invalid_utf8_at(text); bad < text.size())
    throw InputError(
        fmt::format("{}:{}", name, 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n')),
        "holds a byte that is no UTF-8; save the file as UTF-8");
  std::vector<CsvRecord> records;
  int line = 1;
  std::size_t at = 0;
  while (at < text.size()) {
    CsvRecord record;
    record.line = line;
    for (;;) {
      std::string field;
      at = read_field(text, at, line, name, field);
      record.fields.push_back(std::move(field));
      if (record.fields.size() > kMostFields)
        throw InputError(fmt::format("{}:{}", name, line), fmt::format("has more than {} fields", kMostFields));
      if (at >= text.size() || text[at] != ',') break;
      ++at;
    }
    if (at < text.size() && text[at] == '\r') {
      ++at;
      if (at < text.size() && text[at] != '\n')
        throw InputError(fmt::format("{}:{}", name, line), "a carriage return alone; end lines with a line feed");
    }
    if (at < text.size() && text[at] != '\n')
      throw InputError(fmt::format("{}:{}", name, line), "text after a closing quote; a comma was expected");
    ++at;
    ++line;
    if (record.fields.size() > 1 || !record.fields.front().empty()) records.push_back(std::move(record));
  }
  return records;
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) line += ',';
    if (fields[i].find_first_of(",\"\r\n") == std::string::npos) {
      line += fields[i];
      continue;
    }
    line += '"';
    for (const char c : fields[i]) line += c == '"' ? "\"\"" : std::string(1, c);
    line += '"';
  }
  return line;
}

}  // namespace fmplan::text
