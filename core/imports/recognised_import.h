#pragma once

/// @file
/// Which of others' files a file is, by what stands in it.

#include <cstddef>
#include <string_view>

#include "core/imports/import_kind.h"

namespace fmplan::imports {

/// Bytes of a file's beginning that tell: chosen, beyond what frameworks print before their first step.
inline constexpr std::size_t kRecognisedBytes = std::size_t{4} << 20;

/// The kind whose form the beginning of a file has: the columns of a header, a row of results, a step of a framework,
/// the keys of a configuration.  A name tells nothing, and a file that is recognised may still be refused when it is
/// read.  Null: none.
const ImportKind* recognised_import(std::string_view beginning);

}  // namespace fmplan::imports
