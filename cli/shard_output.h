#pragma once

#include <string>

#include "cli/command.h"
#include "core/text/json_writer.h"
#include "core/what_if/part_file.h"

namespace fmplan::cli {

/// @throws InputError unless the part goes to a FILE.jsonl.
void check_shard_file(const std::string& file);

/// Writes a part, whole or not at all.
void write_part(const std::string& file, const what_if::PartHead& head, const text::Json& content);

/// Says that nothing was written of a part that was stopped; kInterrupted.
ExitCode stopped_part(const what_if::PartHead& head, const Options& options);

}  // namespace fmplan::cli
