#include "cli/shard_output.h"

#include <filesystem>

#include <fmt/format.h>

#include "cli/output.h"
#include "core/base/issue.h"
#include "core/text/json_text.h"

namespace fmplan::cli {

void check_shard_file(const std::string& file) {
  if (std::filesystem::path(file).extension() != ".jsonl")
    throw InputError("--shard", "is written as JSON lines for merge; add -o FILE.jsonl");
}

void write_part(const std::string& file, const what_if::PartHead& head, const text::Json& content) {
  text::write_text_file(file, what_if::part_text(head, content));
}

ExitCode stopped_part(const what_if::PartHead& head, const Options& options) {
  if (!options.quiet)
    write_message(fmt::format("stopped: of shard {}/{} nothing was written; ask again for all of it", head.shard.number,
                              head.shard.of));
  return kInterrupted;
}

}  // namespace fmplan::cli
