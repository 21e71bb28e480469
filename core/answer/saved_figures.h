#pragma once

#include "core/answer/figure.h"
#include "core/answer/table.h"
#include "core/text/json_writer.h"

namespace fmplan::answer {

/// What an answer that was saved says: every figure with a name that it has, as people read it.
Table saved_figures(const text::Json& answer, const FigureSet& figures);

/// The figures in which two answers to one question differ, then and now, told with the digits in which they do; no
/// rows where they agree in all.  What only one of them knows is a difference.
Table changed_figures(const text::Json& then, const text::Json& now, const FigureSet& figures);

}  // namespace fmplan::answer
