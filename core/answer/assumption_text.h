#pragma once

#include <string>

#include "core/plan/assumption.h"

namespace fmplan::answer {

/// Why a value was assumed, in words.
std::string assumption_text(const plan::Assumption& assumption);

}  // namespace fmplan::answer
