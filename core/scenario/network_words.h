#pragma once

/// @file
/// Networks of the catalogue as people write them: "8x ConnectX-7 400 Gb/s, RoCE v2".

#include <optional>
#include <string>
#include <string_view>

namespace fmplan::scenario {

/// The catalogue's network that the words of a link (evidence::StatedNetwork::in) mean; null where none is named.
const char* network_in_words(std::string_view words);

/// Of words that name no network the first that is neither a number nor a word of links in general: what was meant by
/// it nobody knows.  "400 gb/s foonet2 per gpu" has "foonet2", "8x connectx-7 400 gb/s" has none.
std::optional<std::string> unknown_network_word(std::string_view words);

}  // namespace fmplan::scenario
