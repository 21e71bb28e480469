#pragma once

/// @file
/// Slots in which a mode stands still: of PlacementMode and CountedMode alike.

#include <algorithm>

namespace fmplan::plan {

template <class Mode>
bool stands_still(const Mode& mode, int slot) {
  return std::ranges::binary_search(mode.pauses, slot);
}

/// The slot at whose begin `mode` has worked for `slots`, begun in `start`: start + slots + the pauses before that.
template <class Mode>
int end_of(const Mode& mode, int start) {
  int end = start + mode.slots;
  for (auto pause = std::ranges::lower_bound(mode.pauses, start); pause != mode.pauses.end() && *pause < end; ++pause)
    ++end;
  return end;
}

}  // namespace fmplan::plan
