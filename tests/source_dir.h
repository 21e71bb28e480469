#pragma once

#include <string>

namespace fmplan {

/// The folder of the sources, whose scenarios, catalogues and rows tests read.  It is compiled into one file: all
/// others are the same in every checkout, so that ccache knows them again.
const std::string& source_dir();

}  // namespace fmplan
