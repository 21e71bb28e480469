#pragma once

/// @file
/// Files of scenarios and programmes, whether JSON or .fmplan: told apart by their bytes, not by their names.

#include <cstddef>
#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "core/text/json_text.h"

namespace fmplan::document {

/// Whether a file begins as files of SQLite's do.  False where it cannot be read.
bool is_database(const std::filesystem::path& path);

/// The bytes of a text file of at most `limit` bytes; of a .fmplan file the JSON text of its document as it is now.
/// @throws InputError as text::read_text_file() does, and for a file of SQLite's that is damaged, of a later format or
/// not ours.
std::string read_text(const std::filesystem::path& path, std::size_t limit = text::kMaxDocumentBytes);

/// text::parse_json() of read_text().
nlohmann::json read_json(const std::filesystem::path& path);

}  // namespace fmplan::document
