#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fmplan::cli {

/// Columns that UTF-8 text takes on a terminal: 2 for East Asian wide characters and emoji, 0 for combining marks, 1
/// otherwise.  An invalid byte counts as the one replacement character it is shown as.
int display_width(std::string_view text);

/// The text with every control character and invalid byte replaced by U+FFFD, so that a name in somebody's file cannot
/// move the cursor or recolour the screen.  Line feeds stay.
std::string printable(std::string_view text);

/// Breaks text at spaces into lines at most `width` columns wide.  A word longer than that is cut if `cut_words`, else
/// it stands on a line of its own and sticks out.  At least one line.  @pre width >= 1
std::vector<std::string> wrapped(std::string_view text, int width, bool cut_words);

/// True if the file descriptor is a terminal that is not TERM=dumb.
bool is_terminal(int file_descriptor);

/// Columns to lay tables out in: COLUMNS where it is set to a sensible number, else the terminal's width, else 100.
int output_width();

}  // namespace fmplan::cli
