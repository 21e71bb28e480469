#pragma once

#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/programme/remedies.h"
#include "core/scenario/programme.h"

namespace fmplan::programme {

/// A programme as named on a command line, and what is changed in it.
struct ProgrammeOptions {
  std::string file;                  ///< "-" reads stdin
  std::vector<std::string> sets{};   ///< PATH=VALUE, set_programme_value()
  std::vector<std::string> drops{};  ///< projects
  std::string only{};                ///< organisation; empty: all
};

struct ProgrammeQuestion {
  ProgrammeDocument asked;  ///< with the changes
  scenario::Programme programme;
  std::vector<std::string> warnings{};  ///< of what the changes took with them
};

/// What the file holds, whatever that is.  @throws InputError where it cannot be read as JSON.
ProgrammeDocument read_document(const ProgrammeOptions& options);
/// Reads the file, applies the changes and reads what they make of it.
/// @throws InputError with everything that is wrong.
ProgrammeQuestion programme_question(const ProgrammeOptions& options, const catalog::Catalog& catalog);
/// The same of a programme that was read already, which messages call by the name of ProgrammeOptions::file.
ProgrammeQuestion programme_question(ProgrammeDocument asked, const ProgrammeOptions& options,
                                     const catalog::Catalog& catalog);

}  // namespace fmplan::programme
