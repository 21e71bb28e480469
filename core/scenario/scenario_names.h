#pragma once

/// @file
/// The closed lists of a scenario that stand for no enum: what is written, and what it means.

#include "core/base/names.h"

namespace fmplan::scenario {

/// True: asynchronous.
inline constexpr auto kCheckpointModeNames = names<bool>({{"sync", false}, {"async", true}});
/// True: the plan's own traffic shares links.
inline constexpr auto kNetworkNames = names<bool>({{"analytic", false}, {"flows", true}});
/// What becomes of a slow node; true: it is taken out.
inline constexpr auto kSlowNodeNames = names<bool>({{"recovers", false}, {"replaced", true}});

}  // namespace fmplan::scenario
