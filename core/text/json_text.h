#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace fmplan::text {

/// Limits that keep a hostile document from costing memory or stack.
inline constexpr std::size_t kMaxDocumentBytes = 16u << 20;
inline constexpr int kMaxDocumentDepth = 64;

/// Parses JSON strictly: UTF-8 only, no duplicate keys, no trailing text, at most kMaxDocumentBytes and
/// kMaxDocumentDepth.  `name` is what messages call the document (a file name).  The outermost object's members of the
/// names `without` are left out: for documents of which most is not computed with.
/// @throws InputError with line and column, and what was expected there; for keys that stand twice "name#/pointer" of
/// each.
nlohmann::json parse_json(std::string_view text, const std::string& name,
                          std::initializer_list<std::string_view> without = {});

/// @throws InputError for a folder, and for what cannot be opened.
std::ifstream open_file(const std::filesystem::path& path);

/// All that comes from `in`, at most `limit` bytes; `name` is what messages call it.  @throws InputError
std::string read_text(std::istream& in, const std::string& name, std::size_t limit = kMaxDocumentBytes);

/// Reads a whole text file of at most `limit` bytes.  @throws InputError if it cannot be read or is larger.
std::string read_text_file(const std::filesystem::path& path, std::size_t limit = kMaxDocumentBytes);

/// parse_json of a file's text.
nlohmann::json read_json_file(const std::filesystem::path& path);

/// Writes a file whole or not at all: to a temporary file beside it, then a rename.  @throws std::runtime_error.
void write_text_file(const std::filesystem::path& path, std::string_view text);
/// The same for a text that `write` makes piece by piece.
void write_text_file(const std::filesystem::path& named, const std::function<void(std::ostream&)>& write);

/// A JSON Pointer token with "~" and "/" escaped (RFC 6901).
std::string pointer_token(std::string_view key);

/// The number that `digits` significant decimal digits show, so that it is written with no more.
/// @pre 1 <= digits <= 17.
double rounded(double value, int digits);

/// A value as it stands in the document, cut to a length that fits in a message.
std::string value_text(const nlohmann::json& value);

}  // namespace fmplan::text
