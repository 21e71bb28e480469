#pragma once

/// @file
/// The tables of a .fmplan file, and how one is recognised; for the files of this room alone.

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/database/database.h"
#include "core/document/stored_document.h"

namespace fmplan::document {

/// Of the tables that are made; rises with every change of them.
inline constexpr std::int64_t kFormat = 2;

/// Absolute and without links: one file has one lock, and no name means anything special to SQLite.
std::string whole_path(const std::filesystem::path& path);

/// A connection that cannot write, to a file that was found to be one of ours, of this format or an earlier one.
/// @throws InputError that says what to do: no file of SQLite's, another program's, of a later format, damaged, larger
/// than any of ours.
database::Database readable(const std::string& path);

/// The same for a connection that writes.  @pre readable() has just found the file fit.
database::Database writable(const std::string& path);

/// Makes the tables.  @throws DatabaseError.
void make_tables(database::Database& database);

/// The format of the tables that a file has.  @throws DatabaseError.
std::int64_t format_of(const database::Database& database);

/// Makes tables of an earlier format into those of kFormat, with what they hold.  @pre within a transaction.
/// @throws DatabaseError.
void upgrade_tables(database::Database& database);

/// Everything that the tables hold of the document, of this format or an earlier one, checked.  @throws InputError,
/// DatabaseError.
StoredDocument read_document(const database::Database& database, const std::string& path);

/// The text of the version that is shown alone.  @throws InputError, DatabaseError.
std::string read_shown_text(const database::Database& database, const std::string& path);

/// Says of a file that SQLite cannot read what to do.
[[noreturn]] void refuse_damaged(const std::string& path, const database::DatabaseError& error);

}  // namespace fmplan::document
