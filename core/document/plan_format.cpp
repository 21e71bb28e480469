#include "core/document/plan_format.h"

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/database/database_file.h"
#include "core/text/json_text.h"

namespace fmplan::document {
namespace {

using database::Database;
using database::DatabaseError;
using database::Statement;

/// "fmpd" in ASCII: what kind of file it is, where SQLite has four bytes for it (its file format, offset 68).
constexpr std::int64_t kApplicationId = 0x666D7064;

/// Chosen: several times what versions may take.
constexpr std::uintmax_t kMostFileBytes = 256u << 20;

/// What changes often (which version is shown) stands apart from what is large.
constexpr const char* kFirstTables = R"(
  CREATE TABLE document (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    kind TEXT NOT NULL CHECK (kind IN ('scenario', 'programme')),
    shown INTEGER NOT NULL                  -- number of a version
  ) STRICT;
  CREATE TABLE origin (                     -- the file that the document was made of
    one INTEGER PRIMARY KEY CHECK (one = 1),
    source TEXT NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE versions (                   -- in the order of undo
    number INTEGER PRIMARY KEY,
    label TEXT NOT NULL,
    time INTEGER NOT NULL,                  -- seconds since 1970, UTC
    json TEXT NOT NULL
  ) STRICT;)";
/// What format 2 adds.  Tables of their own, so that those of format 1 stay as they are.
constexpr const char* kSecondTables = R"(
  CREATE TABLE questions (                  -- of versions about which something is asked
    number INTEGER PRIMARY KEY,
    json TEXT NOT NULL
  ) STRICT;
  CREATE TABLE answers (                    -- in the order of their making
    number INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL UNIQUE,
    asked TEXT NOT NULL,
    catalogue TEXT NOT NULL,
    program TEXT NOT NULL,
    time INTEGER NOT NULL,                  -- seconds since 1970, UTC
    json TEXT NOT NULL
  ) STRICT;)";

/// Of every connection.  Whoever made the file may have meant harm: cells are checked before they are believed.
constexpr const char* kReadingSettings = R"(
  PRAGMA cell_size_check = ON;
  PRAGMA mmap_size = 0;)";
/// What autosave has written is there after a power failure too.
constexpr const char* kWritingSettings = R"(
  PRAGMA synchronous = FULL;
  PRAGMA journal_size_limit = 4194304;)";

/// A text of the largest document, and what SQLite writes beside it in a row.
constexpr int kMostRowBytes = static_cast<int>(text::kMaxDocumentBytes) + 65536;

std::vector<std::string> schema_of(const Database& database) {
  std::vector<std::string> schema;
  Statement row(database, "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1");
  while (row.next()) schema.push_back(row.text(0));
  return schema;
}

/// @pre 1 <= format <= kFormat
const std::vector<std::string>& own_schema(std::int64_t format) {
  static const std::pair<std::vector<std::string>, std::vector<std::string>> kSchemas = [] {
    Database fresh(":memory:");
    fresh.run(kFirstTables);
    std::vector<std::string> first = schema_of(fresh);
    fresh.run(kSecondTables);
    return std::pair(std::move(first), schema_of(fresh));
  }();
  return format == 1 ? kSchemas.first : kSchemas.second;
}

/// Whether it may be believed that its tables are the ones above, and nothing else is there that SQLite would run.
void check_ours(const Database& database, const std::string& path) {
  if (database::number_of(database, "PRAGMA application_id") != kApplicationId)
    throw InputError(path, "is a file of SQLite's, but no document of fmplan; name a .fmplan file or a JSON file");
  const std::int64_t format = format_of(database);
  if (format > kFormat)
    throw InputError(path,
                     fmt::format("has format {} of .fmplan files, which a newer fmplan writes; this one knows {}: "
                                 "install the newer one, or export the document there as JSON",
                                 format, kFormat));
  if (format < 1 || schema_of(database) != own_schema(format))
    throw InputError(path,
                     "is marked as a document of fmplan, but has not its tables; open a copy of it, or the JSON file "
                     "that it was exported to");
}

Database connected(const std::string& path, Database::Access access) {
  Database database(path, access);
  database.set_most_value_bytes(kMostRowBytes);
  database.run(kReadingSettings);
  return database;
}

/// The latest ones that are no more than is kept: without one of them nothing is lost that cannot be answered again.
std::vector<KeptAnswer> read_answers(const Database& database) {
  std::vector<KeptAnswer> answers;
  std::size_t bytes = 0;
  Statement row(database,
                "SELECT fingerprint, asked, catalogue, program, time, json FROM answers ORDER BY number DESC");
  while (answers.size() < kMostAnswers && row.next()) {
    KeptAnswer answer{.fingerprint = row.text(0),
                      .asked = row.text(1),
                      .catalogue = row.text(2),
                      .program = row.text(3),
                      .time = row.integer(4),
                      .json = row.text(5)};
    bytes += answer.json.size() + answer.asked.size();
    if (bytes > kMostAnswerBytes) break;
    answers.push_back(std::move(answer));
  }
  std::ranges::reverse(answers);
  return answers;
}

[[noreturn]] void refuse_content(const std::string& path, const std::string& what) {
  throw InputError(path, what + "; open a copy of it, or the JSON file that it was exported to");
}

}  // namespace

std::string whole_path(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  // Of what cannot be looked at SQLite says why.
  return error ? path.string() : whole.string();
}

void refuse_damaged(const std::string& path, const DatabaseError& error) {
  refuse_content(path, fmt::format("is damaged or cut off ({})", error.what()));
}

Database readable(const std::string& path) {
  std::error_code error;
  if (const auto bytes = std::filesystem::file_size(path, error); !error && bytes > kMostFileBytes)
    throw InputError(path, fmt::format("is larger than {} MiB; no document of fmplan is that large, name another file",
                                       kMostFileBytes >> 20));
  try {
    // Who has it open has a log beside it.  Without one nothing needs to be made beside the file, where that might not
    // even be allowed.
    const auto log = std::filesystem::file_size(path + "-wal", error);
    Database database = connected(path, !error && log > 0 ? Database::Access::kRead : Database::Access::kImmutable);
    check_ours(database, path);
    return database;
  } catch (const DatabaseError& damage) {
    refuse_damaged(path, damage);
  }
}

Database writable(const std::string& path) {
  Database database = connected(path, Database::Access::kReadWrite);
  database.run(kWritingSettings);
  return database;
}

void make_tables(Database& database) {
  database.run(kFirstTables);
  database.run(kSecondTables);
  database.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplicationId, kFormat).c_str());
}

std::int64_t format_of(const Database& database) { return database::number_of(database, "PRAGMA user_version"); }

void upgrade_tables(Database& database) {
  if (format_of(database) == kFormat) return;
  database.run(kSecondTables);
  database.run(fmt::format("PRAGMA user_version = {}", kFormat).c_str());
}

StoredDocument read_document(const Database& database, const std::string& path) {
  StoredDocument document;
  Statement head(database, "SELECT kind, shown, source, bytes FROM document JOIN origin USING (one)");
  if (!head.next()) refuse_content(path, "holds no document");
  const auto kind = kDocumentKindNames.parse(head.text(0));
  if (!kind) refuse_content(path, "holds a document of an unknown kind");
  document.kind = *kind;
  document.shown = head.integer(1);
  document.source = head.text(2);
  document.original = head.text(3);
  const bool is_first = format_of(database) == 1;
  std::size_t bytes = 0;
  Statement row(database, is_first ? "SELECT number, label, time, json, '' FROM versions ORDER BY number"
                                   : "SELECT number, label, time, versions.json, coalesce(questions.json, '') "
                                     "FROM versions LEFT JOIN questions USING (number) ORDER BY number");
  while (row.next()) {
    const auto next = document.first + static_cast<std::int64_t>(document.versions.size());
    if (document.versions.empty()) {
      document.first = row.integer(0);
    } else if (row.integer(0) != next) {
      refuse_content(path, fmt::format("lacks version {} of its document", next));
    }
    document.versions.push_back(
        {.label = row.text(1), .time = row.integer(2), .text = row.text(3), .questions = row.text(4)});
    const Version& last = document.versions.back();
    bytes += last.text.size() + last.label.size() + last.questions.size();
    if (document.versions.size() > kMostVersions || bytes > kMostVersionBytes + kMostRowBytes)
      refuse_content(path, "holds more versions of its document than fmplan keeps");
  }
  if (document.shown < document.first ||
      document.shown >= document.first + static_cast<std::int64_t>(document.versions.size()))
    refuse_content(path, fmt::format("lacks version {}, which is its document", document.shown));
  if (!is_first) document.answers = read_answers(database);
  return document;
}

std::string read_shown_text(const Database& database, const std::string& path) {
  Statement row(database, "SELECT json FROM versions WHERE number = (SELECT shown FROM document)");
  if (!row.next()) refuse_content(path, "lacks the version that is its document");
  return row.text(0);
}

}  // namespace fmplan::document
