#pragma once

/// @file
/// What launchers and collectors of logs put into the lines of a program.

#include <string>
#include <string_view>

namespace fmplan::evidence {

/// The text without the colours of terminals, "\x1b[32m" and the like.
std::string without_colours(std::string_view text);

/// The line without what stands before the program's own text, whatever is stacked there: "0: " of srun -l, "node1: "
/// of pdsh, "[1,0]<stdout>:" of mpirun --tag-output, "(head, rank=0) " of SkyPilot, "[2025-03-04 12:00:00] ", and the
/// times of Kubernetes, "2025-03-04T12:00:00.000000Z ".
std::string_view without_launcher_prefix(std::string_view line);

}  // namespace fmplan::evidence
