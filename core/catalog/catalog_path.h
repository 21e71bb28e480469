#pragma once

#include <filesystem>

namespace fmplan::catalog {

/// The folder of the shipped catalogues: `../share/fmplan/catalogs` beside the running program's folder (an installed
/// program, wherever it was moved to), else the source tree it was built from.  No environment variable is read.
/// @throws std::runtime_error if neither is there.
std::filesystem::path shipped_catalog_dir();

}  // namespace fmplan::catalog
