#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/text/json_writer.h"

namespace fmplan::text {

/// A document that was read, as part of one that is written: the keys in the order they are kept there.
/// @pre neither discarded nor binary.
Json json_of(const nlohmann::json& document);
Json json_of(const nlohmann::ordered_json& document);

/// What reading `value`'s text again gives: what is not finite has become null.
nlohmann::json parsed(const Json& value);

}  // namespace fmplan::text
