#pragma once

/// @file
/// What readers of catalogue items share.
///
/// Each reader adds an Issue, with its JSON Pointer below `where`, for every field that is missing, malformed or
/// unknown, and returns what it could read.  They also read the same objects inline in a scenario: the catalogue's own
/// fields (version, kind, title, provenance, notes) are accepted and not required; that they are there is checked by
/// check_catalog().

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/text/object_reader.h"

namespace fmplan::catalog {

/// Reads version, kind, name, title, provenance and notes; returns the name.
std::string read_envelope(text::ObjectReader& reader);

/// A text out of a closed list; empty after an issue.
std::string one_of(text::ObjectReader& reader, const std::string& key, const std::vector<std::string>& names);

/// The text at a JSON Pointer; empty if there is none.
std::string text_at(const nlohmann::json& document, const std::string& pointer);

}  // namespace fmplan::catalog
