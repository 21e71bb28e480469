#pragma once

#include <cstdint>
#include <string>

namespace fmplan {

/// "searching plans  1204 of 8000  15 %  100/s  12 s left": how far a piece of work is, where `total` is 0 without what
/// is left.  `elapsed_s` is the time since `done_before` were done, and (total − done)/((done − done_before)/elapsed_s)
/// what is left of it.
std::string progress_text(const std::string& what, std::int64_t done, std::int64_t total, double elapsed_s,
                          std::int64_t done_before = 0);

}  // namespace fmplan
