#pragma once

/// @file
/// A programme's document as tables that are filled in cell by cell, as in a spreadsheet: what columns there are, what
/// stands in a cell, and what document a changed cell makes.  Cells are texts as the file has them, units with them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/base/names.h"
#include "core/catalog/catalog.h"
#include "core/scenario/programme.h"
#include "core/text/field_table.h"

namespace fmplan::programme {

enum class SheetKind : std::uint8_t { kOrganisations, kProjects, kPhases, kPools, kDeliveries, kReturns, kMaintenance };
inline constexpr auto kSheetNames = names<SheetKind>({{"organisations", SheetKind::kOrganisations},
                                                      {"projects", SheetKind::kProjects},
                                                      {"phases", SheetKind::kPhases},
                                                      {"pools", SheetKind::kPools},
                                                      {"deliveries", SheetKind::kDeliveries},
                                                      {"returns", SheetKind::kReturns},
                                                      {"maintenance", SheetKind::kMaintenance}});

struct SheetColumn {
  std::string pointer;  ///< below the row's own: "/price/per_node_hour"; empty: the name of what it is of
  std::string label;    ///< "price.per_node_hour", "organisation"
  const text::Field* field = nullptr;  ///< what may be written; null: the name of what it is of
};

struct Sheet {
  SheetKind kind;
  std::vector<SheetColumn> columns;
};
const Sheet& sheet_of(SheetKind kind);

struct SheetRow {
  std::string pointer;             ///< "/organisations/3/projects/0"
  std::vector<std::size_t> place;  ///< the numbers in it
  std::vector<std::string> cells;  ///< one a column; empty: left out
  std::vector<bool> open;          ///< whether a text can say it: false of a scenario that stands in its place
};
/// In the order of the document.  What is no object has no row.
std::vector<SheetRow> sheet_rows(const nlohmann::json& document, SheetKind kind);

/// The document with `text` in a cell.  An empty text leaves the value out.  A name that others refer to changes in
/// them too; another name of what a row is of moves the row there.
/// @throws InputError where no row or no such name is, or the cell is not open.
nlohmann::json with_cell(nlohmann::json document, SheetKind kind, std::size_t row, std::size_t column,
                         const std::string& text);

/// The document with cells from a row and a column on, row after row; rows that are not there are added at the end, as
/// of what their first column names, or of what the row before is of.  Columns beyond the last are left out.
/// @throws InputError with every cell that cannot be taken, by row and column of what was given.
nlohmann::json with_cells(nlohmann::json document, SheetKind kind, std::size_t row, std::size_t column,
                          const std::vector<std::vector<std::string>>& cells);

/// The document with one more row behind `after`, of the same whole, or as the first of its first one; with a name of
/// its own, and what else it cannot do without left to be filled in.
/// @throws InputError where there is nothing that it can be of: no organisation, no project, no pool.
nlohmann::json with_new_row(nlohmann::json document, SheetKind kind, std::size_t after);

/// The document without rows.  Nothing waits for a project that is gone.
nlohmann::json without_rows(nlohmann::json document, SheetKind kind, const std::vector<std::size_t>& rows);

/// The document with a policy that is one word as the object that says the same.
nlohmann::json with_policy_object(nlohmann::json document);

/// The document with one of the programme's own values, "policy.grid", as its cell's text; an empty text leaves it out.
/// A policy that is a word becomes an object where it has to say more.
/// @throws InputError where the programme has no such value.
nlohmann::json with_setting(nlohmann::json document, const std::string& path, const std::string& text);

/// Where a problem of the document belongs.
struct SheetCell {
  SheetKind kind;
  std::size_t row = 0, column = 0;
};
/// The cell that a JSON Pointer is of; of a row as a whole its name.  Nothing where it is of no table.
std::optional<SheetCell> cell_at(const nlohmann::json& document, const std::string& pointer);

/// What a cell may have, where it is one of few: names of the catalogue, of pools, of organisations.
std::vector<std::string> cell_choices(const nlohmann::json& document, SheetKind kind, std::size_t column,
                                      const catalog::Catalog& catalog);

/// Sums of some rows in words: "12 organisations, budgets $48.2M", "127 nodes in 1 delivery".
std::string sheet_sums(const scenario::Programme& programme, SheetKind kind, const std::vector<SheetRow>& rows);

}  // namespace fmplan::programme
