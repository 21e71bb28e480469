#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fmplan::text {

struct CsvRecord {
  int line = 1;  ///< where it starts, the first line being 1
  std::vector<std::string> fields;

  friend bool operator==(const CsvRecord&, const CsvRecord&) = default;
};

/// Comma-separated records (RFC 4180): fields in quotes may hold commas, line breaks and doubled quotes; lines end in
/// LF or CRLF; empty lines are left out; a byte-order mark is dropped.
/// @throws InputError at "name:line" for a quote that is never closed or stands inside an unquoted field.
std::vector<CsvRecord> parse_csv(std::string_view text, const std::string& name);

/// One record as a line without its end, fields quoted where they must be.
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace fmplan::text
