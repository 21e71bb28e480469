#pragma once

#include <string>

namespace fmplan {

/// Appends `c` as XML and HTML have it in text and between double quotes; a control character, which they do not have,
/// as U+FFFD.
void append_markup(std::string& markup, char c);

}  // namespace fmplan
