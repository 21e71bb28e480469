#pragma once

/// @file
/// Others' files as `fmplan import` reads them: logs, lists of jobs, prices, configurations of models.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/imports/import_kind.h"
#include "gui/model/plan_file.h"
#include "gui/model/scenario_fields.h"
#include "gui/model/told_answer.h"

namespace fmplan::gui {

/// Which of others' files this is, by its bytes; null: none, or it cannot be read.
const imports::ImportKind* importKindOf(const std::filesystem::path& path);

/// Whether a file may be a document of fmplan's: SQLite's, or text that begins as a JSON object does.
bool mayBeDocument(const std::filesystem::path& path);

/// Options of a kind, by their names on the command line ("--instance").
std::vector<ScenarioField> importFields(const imports::ImportKind& kind, const catalog::Catalog& catalog);
/// What each option is, to stand in its empty field.
std::map<std::string, QString> importHelp(const imports::ImportKind& kind);

/// What `fmplan import KIND FILE` answers; `options` by name, as typed, empty ones left out.
ToldAnswer imported(const imports::ImportKind& kind, const std::filesystem::path& file,
                    const std::map<std::string, std::string>& options, const catalog::Catalog& catalog);

/// What an answer may become.
bool isProgramme(const imports::ImportKind& kind);
bool isMeasuredSteps(const imports::ImportKind& kind);
bool isModel(const imports::ImportKind& kind);
bool isPrices(const imports::ImportKind& kind);

/// The programme that demand was read as, not saved anywhere.  @throws InputError
PlanFile programmeOf(const answer::Document& answer, const std::filesystem::path& source);

/// Writes an answer in the form that the name's ending says, as -o does: .csv, .json, .md, .html, else text.
/// @throws std::runtime_error, and what was there is as it was
void writeAnswer(const answer::Document& answer, const std::filesystem::path& path);

/// Writes the items of imported prices into FOLDER/prices, for --catalog FOLDER.
/// @throws InputError where another item of a name is there, std::runtime_error
std::size_t writePriceItems(const answer::Document& answer, const std::filesystem::path& folder);

}  // namespace fmplan::gui
