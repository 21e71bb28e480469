#pragma once

#include <string>

#include "cli/command.h"
#include "core/answer/document.h"

namespace fmplan::cli {

/// Renders to `options.output` (whole file or none) or to stdout.
void print(const answer::Document& document, const Options& options);

/// True if stdout is a terminal and neither --no-color, NO_COLOR nor TERM=dumb asks for plain text.
bool use_color(const Options& options);

}  // namespace fmplan::cli
