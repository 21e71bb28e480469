#pragma once

#include <string>

#include "core/answer/document.h"
#include "core/imports/price_import.h"

namespace fmplan::imports {

/// What was taken, from what to what prices went, what is unknown and what refused; as JSON with the items themselves.
/// @param folder that the items were written to; empty: none
answer::Document price_import_document(const PriceImport& import, const std::string& folder);

}  // namespace fmplan::imports
