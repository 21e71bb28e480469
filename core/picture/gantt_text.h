#pragma once

#include <string>

#include "core/picture/gantt.h"
#include "core/picture/run_picture.h"

namespace fmplan::picture {

/// The projects on a terminal of 40 to 200 columns: a line for each under its organisation, with its phases as blocks
/// that begin with the kind's letter, a line on to P90 of its finish, the deadline, its chance to be on time and, where
/// there is room, its median finish; the months above, what happens to nodes and the use of each pool below, with a
/// legend and the notes.  A line is never wider than the terminal.  Ends with a newline.
std::string gantt_text(const Gantt& gantt, const PictureStyle& style);

}  // namespace fmplan::picture
