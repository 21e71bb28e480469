#pragma once

#include "core/answer/document.h"
#include "core/answer/figure.h"

namespace fmplan::answer {

/// What `fmplan explain --list` prints: every figure that questions can be asked about, with its unit.
Document figures_document();

}  // namespace fmplan::answer
