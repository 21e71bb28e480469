#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "core/text/json_writer.h"

namespace fmplan::imports {

/// Writes price lists as files of a folder that --catalog takes: FOLDER/prices/NAME.json, each whole or not at all, and
/// none where one of them may not be.
/// @returns how many
/// @throws InputError where `folder` is a file; where one of the files is there already with other content, unless it
///   `may_replace` it
std::size_t write_price_items(std::span<const text::Json> lists, const std::filesystem::path& folder, bool may_replace);

}  // namespace fmplan::imports
