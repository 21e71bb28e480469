#pragma once

#include <string>

#include "cli/table.h"

namespace fmplan::cli {

/// A table for a terminal `width` columns wide: bold title, a thin rule, aligned columns, notes.  Where it would be
/// wider, left-aligned text is wrapped, the widest column first; numbers are never broken.  Ends with a newline.
std::string text_table(const Table& table, int width, bool color);

/// The text between the terminal's codes for bold, faint or yellow; as it is without colour.
std::string bold(const std::string& text, bool color);
std::string faint(const std::string& text, bool color);
std::string yellow(const std::string& text, bool color);

}  // namespace fmplan::cli
