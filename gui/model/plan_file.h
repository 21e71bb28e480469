#pragma once

/// @file
/// A scenario or a programme as a file, JSON or .fmplan: read strictly, changed value by value, written whole or not at
/// all.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/document/plan_store.h"

namespace fmplan::gui {

/// What a file was read as, and what has become of it.
struct PlanFile {
  enum class Kind { kScenario, kProgramme };
  enum class Format {
    kJson,    ///< written when somebody says so
    kFmplan,  ///< with its versions, written as it is changed
  };

  Kind kind = Kind::kScenario;
  std::filesystem::path path{};  ///< empty: not yet saved
  std::string original{};        ///< the bytes that were read; empty: made here
  nlohmann::json document = nlohmann::json::object();
  Format format = Format::kJson;
  document::Locked locked = document::Locked::kNo;
  std::filesystem::path source{};  ///< where what is not yet saved was read from; empty: made here
  /// What pages ask about the document, by their keys: fields by name, as typed.  No part of its JSON.
  nlohmann::json questions = nlohmann::json::object();

  /// Where files that the document names are looked for.
  std::filesystem::path folder() const;
};

/// The document of a file, JSON or .fmplan, as a file of JSON.
/// @throws InputError that says what to do: the file cannot be read, is no JSON (line and column), is another kind of
/// document, or of a version that this program does not know.
PlanFile readPlanFile(const std::filesystem::path& path);

/// A file that was opened to be changed.
struct OpenedFile {
  PlanFile file{};
  /// Of a .fmplan file all versions, else none.
  std::vector<document::Version> versions{};
  std::int64_t first = 0, shown = 0;  ///< their numbers
  std::vector<document::KeptAnswer> answers{};
  std::unique_ptr<document::PlanStore> store{};  ///< of a .fmplan file that may be written to
  std::filesystem::path copy{};                  ///< of one that was of an earlier format
};

/// Opens a file, told by its bytes to be JSON or .fmplan, with what can be undone in it.
/// @throws InputError as readPlanFile() does, for every version.
OpenedFile openPlanFile(const std::filesystem::path& path);

/// Reads what pages ask of a version; an empty text is no question.  `name` is what messages call the file.
/// @throws InputError for what fmplan does not write.
nlohmann::json readQuestions(const std::string& text, const std::string& name);

/// Whether a name ends as those of .fmplan files do.
bool isFmplanName(const std::filesystem::path& path);

/// The document's bytes: as read where nothing changed, else with the keys in the order they were read in, indented by
/// two, as `fmplan init` writes scenarios.
std::string textOf(const PlanFile& file);
std::string textOf(const std::string& original, const nlohmann::json& document);

/// Whether another program has written the file since it was read.
bool changedOnDisk(const PlanFile& file);

/// Writes `file` to `path` and makes it what was read.  @throws std::runtime_error, and the old file is still there.
void writePlanFile(PlanFile& file, const std::filesystem::path& path);

/// Writes the bytes of textOf() beside whatever the document is kept in.  @throws std::runtime_error.
void exportJson(const PlanFile& file, const std::filesystem::path& path);

/// The text that a field at `path` ("cluster.nodes") shows: a text without quotes, a number or flag as JSON writes it.
/// None where the value is absent; for an object or list, "{…}" or "[…]".
std::optional<std::string> fieldText(const nlohmann::json& document, const std::string& path);

/// The document with `text` at `path`, read as `--set` reads it; an empty text leaves the value out.
/// @throws InputError as scenario::set_value() does.
nlohmann::json withField(nlohmann::json document, const std::string& path, const std::string& text);

/// "/cluster/nodes" of "cluster.nodes".
std::string pointerOf(const std::string& path);

/// The part of a problem's place that is in the document: "--set cluster.nodes" has none, and is what it names.
std::string pointerOf(const Issue& issue);

}  // namespace fmplan::gui
