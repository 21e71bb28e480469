#pragma once

#include <string>

#include "core/picture/gantt.h"

namespace fmplan::picture {

/// The projects as one picture for any browser: a row for each under its organisation, its phases told apart by colour
/// and by hatch or letter, the P10 to P90 of finishes below them, the deadline across; what happens to nodes above; and
/// for each pool its capacity and use by day.  Projects at risk are marked in words.  Of more than 250 projects the
/// first are drawn, and it says how many are not.  The same values give the same bytes.
std::string gantt_svg(const Gantt& gantt);

}  // namespace fmplan::picture
