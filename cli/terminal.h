#pragma once

namespace fmplan::cli {

/// True if the file descriptor is a terminal that is not TERM=dumb.
bool is_terminal(int file_descriptor);

/// Columns to lay tables out in: COLUMNS where it is set to a sensible number, else the terminal's width, else 100.
int output_width();

}  // namespace fmplan::cli
