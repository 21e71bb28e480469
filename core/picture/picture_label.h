#pragma once

/// @file
/// Names out of somebody's file as pictures show them: on one line, and no wider than their place.

#include <string>
#include <string_view>

namespace fmplan::picture {

/// The text on one line that terminals and XML 1.0 take: line breaks and tabs as blanks; other control characters,
/// bytes that are no UTF-8, and U+FFFE and U+FFFF, which XML does not have, as U+FFFD.
std::string one_line(std::string_view text);

/// one_line() cut to so many columns of a terminal, `ellipsis` (one column) at its end where it was longer.
/// @pre columns >= 1
std::string fitted_to_columns(std::string_view text, int columns, std::string_view ellipsis = "…");

/// Width of one line in DejaVu Sans, the first face of pictures and one of the widest: letters by rough classes of
/// their advance, East Asian wide characters as squares.
double label_width(std::string_view text, double size);

/// one_line() cut so that label_width() is at most `width`, an ellipsis at its end where it was longer.
std::string fitted_to_width(std::string_view text, double width, double size);

}  // namespace fmplan::picture
