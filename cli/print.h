#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "core/answer/document.h"

namespace fmplan::cli {

/// Renders to `options.output` (whole file or none) or to stdout.
void print(const answer::Document& document, const Options& options);

/// Whether the file's name ends in one of `endings`.
bool has_ending(const std::string& file, const std::vector<std::string>& endings);

/// The options of an answer that goes to `file`, in the form that its ending asks for: .json, .jsonl, .csv, .md or
/// .txt; with one of `own_endings`, which the command sees to, or no such ending, the form stays.
/// @throws InputError where --format says otherwise, or the ending promises what the answer is not written as.
Options for_file(Options options, const std::string& file, const std::vector<std::string>& own_endings = {});

/// True if stdout is a terminal and neither --no-color, NO_COLOR nor TERM=dumb asks for plain text.
bool use_color(const Options& options);

}  // namespace fmplan::cli
