#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/answer/document.h"
#include "core/picture/html_page.h"

namespace fmplan::answer {

/// An answer as a page: headline, charts, all tables, what it was made with.
picture::Page page_of(const Document& document);
std::string page_html(const Document& document);

/// "fmplan 0.9.0, catalogues 1a2b3c, seed 1".
std::string made_with(std::string_view catalog_version, std::uint64_t seed);

}  // namespace fmplan::answer
