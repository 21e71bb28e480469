#pragma once

/// @file
/// Files that hold a part of what is found of one scenario: a head, which is the whole question, and the content, a
/// line each (docs/report_format.md).

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/base/names.h"
#include "core/catalog/catalog.h"
#include "core/text/json_writer.h"
#include "core/what_if/point.h"
#include "core/what_if/shard.h"

namespace fmplan::what_if {

/// Whose parts are merged.
enum class PartKind { kSweep, kSearch, kRun };
inline constexpr auto kPartKindNames =
    names<PartKind>({{"sweep", PartKind::kSweep}, {"search", PartKind::kSearch}, {"run", PartKind::kRun}});

/// What decides the answer, and which part of it the file holds.
struct PartHead {
  PartKind kind = PartKind::kSearch;               ///< not kSweep, whose rows tell all (sweep_text.h)
  AskedScenario asked;                             ///< values of --set in it
  std::map<std::string, std::string> arguments{};  ///< as typed
  std::vector<std::string> fail_if{};
  std::uint64_t seed = 1;
  std::string catalog_version{}, fmplan_version{};
  std::string fingerprint{};  ///< of all of the above and of the files that the scenario names
  Shard shard{};
};

/// Fills in versions and fingerprint.
PartHead signed_head(PartHead head, const catalog::Catalog& catalog);

/// A file of a part, read.
struct PartFile {
  std::string file;
  PartHead head;
  nlohmann::json content;
};

/// Two lines.
std::string part_text(const PartHead& head, const text::Json& content);

/// @throws InputError for a text that is no such part.
PartFile read_part(std::string_view text, const std::string& file);

/// Whose part a file is, by its first line.  @throws InputError for a text that is no part of anything.
PartKind part_kind(std::string_view text, const std::string& file);

/// Of all files, which must be parts of one command.  @throws InputError
PartKind part_kind_of(const std::vector<std::string>& files);

/// What the first and last line of a file tell of the part in it.
struct PartState {
  std::string fingerprint;
  Shard shard;
  bool is_whole = false;

  friend bool operator==(const PartState&, const PartState&) = default;
};
/// Of a file of any size; none: there is none, or it is no part.
std::optional<PartState> part_state(const std::filesystem::path& file);

/// Runs what reads `part.content`.  @throws InputError with the file where it is not as it was written.
template <class Read>
auto read_content(const PartFile& part, const Read& read) {
  try {
    return read(part.content);
  } catch (const nlohmann::json::exception&) {
    throw InputError(part.file, "is damaged; make it again with --shard");
  } catch (const std::out_of_range&) {
    throw InputError(part.file, "is damaged; make it again with --shard");
  }
}

/// The parts in the order of their shards.  @throws InputError with what is missing, double or strange; and where this
/// program, these catalogues, or the files that the scenario names are not those that made them.  @pre !parts.empty()
std::vector<PartFile> whole_of(std::vector<PartFile> parts, const catalog::Catalog& catalog);
/// The same of files.  @pre !files.empty()
std::vector<PartFile> read_whole(const std::vector<std::string>& files, const catalog::Catalog& catalog);

}  // namespace fmplan::what_if
