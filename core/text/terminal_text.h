#pragma once

/// @file
/// Text as a terminal shows it: how wide it is, where it breaks, what must not reach it.

#include <string>
#include <string_view>
#include <vector>

namespace fmplan::text {

/// Columns that UTF-8 text takes on a terminal: 2 for East Asian wide characters and emoji, 0 for combining marks, 1
/// otherwise.  An invalid byte counts as the one replacement character it is shown as.
int display_width(std::string_view text);

/// The text with every control character and invalid byte replaced by U+FFFD, so that a name in somebody's file cannot
/// move the cursor or recolour the screen.  Line feeds stay.
std::string printable(std::string_view text);

/// Breaks text at spaces into lines at most `width` columns wide.  A word longer than that is cut if `cut_words`, else
/// it stands on a line of its own and sticks out.  At least one line.  @pre width >= 1
std::vector<std::string> wrapped(std::string_view text, int width, bool cut_words);

/// The text between the terminal's codes for bold, faint or yellow; as it is without colour.
std::string bold(const std::string& text, bool color);
std::string faint(const std::string& text, bool color);
std::string yellow(const std::string& text, bool color);

}  // namespace fmplan::text
