#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/text/json_writer.h"

namespace fmplan::assessment {

/// An item's file and its text.
using ItemTexts = std::vector<std::pair<std::filesystem::path, std::string>>;

/// Price lists as files of a folder that --catalog takes: FOLDER/prices/NAME.json.
/// @throws InputError where `folder` is a file; where one of the files is there already with other content, unless it
///   `may_replace` it
ItemTexts price_item_texts(std::span<const text::Json> lists, const std::filesystem::path& folder, bool may_replace);

}  // namespace fmplan::assessment
