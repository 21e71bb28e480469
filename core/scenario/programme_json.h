#pragma once

#include <filesystem>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/scenario/programme.h"
#include "core/text/json_writer.h"

namespace fmplan::scenario {

/// Reads a programme (version 1, docs/programme_format.md).  Scenario files are relative to `folder`; without one a
/// file that is named is refused, unopened.  What is left out is filled by rules and listed in Programme::assumptions.
/// Every project's scenario is read once on each of its pools, so that what cannot run there is known.
/// @throws InputError with every problem found; those inside a scenario with both places.
Programme read_programme(const nlohmann::json& document, const catalog::Catalog& catalog,
                         const std::optional<std::filesystem::path>& folder);

/// The document that read_programme() reads as an equal value: what was assumed is left out, scenario files are named
/// as they were, money is in dollars.
text::Json programme_json(const Programme& programme);

}  // namespace fmplan::scenario
