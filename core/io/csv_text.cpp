#include "core/io/csv_text.h"

#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"

namespace fmplan::io {
namespace {

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

}  // namespace

std::vector<CsvRecord> parse_csv(std::string_view text, const std::string& name) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
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
      if (at >= text.size() || text[at] != ',') break;
      ++at;
    }
    if (at < text.size() && text[at] == '\r') ++at;
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

}  // namespace fmplan::io
