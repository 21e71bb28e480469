#pragma once

#include <string>

#include "core/answer/table.h"

namespace fmplan::answer {

/// A table for a terminal `width` columns wide: bold title, a thin rule, aligned columns, notes.  Where it would be
/// wider, left-aligned text is wrapped, the widest column first; numbers are never broken.  Ends with a newline.
std::string text_table(const Table& table, int width, bool color);

}  // namespace fmplan::answer
