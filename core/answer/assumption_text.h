#pragma once

#include <string>

#include "core/plan/assumption.h"

namespace fmplan::answer {

/// Why a value was assumed, in words.
std::string assumption_text(const plan::Assumption& assumption);

/// Whether nobody has confirmed its source: sources end with the word, as core/catalog writes them.
bool is_unconfirmed(const plan::Assumption& assumption);

}  // namespace fmplan::answer
