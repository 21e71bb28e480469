#include "core/document/plan_store.h"

#include <cerrno>
#include <cstddef>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/base/issue.h"
#include "core/database/database_file.h"
#include "core/document/plan_format.h"
#include "core/document/plan_text.h"

namespace fmplan::document {
namespace {

namespace fs = std::filesystem;
using database::Database;
using database::DatabaseError;
using database::FileLock;
using database::SqlBytes;
using database::Statement;
using database::Transaction;

/// Files that SQLite makes beside one.
constexpr const char* kBeside[] = {"-wal", "-shm", "-journal"};

/// None where another window has it.  @throws std::system_error.
std::optional<FileLock> lock_of(const std::string& path) {
  return FileLock::take(path + "-lock", FileLock::AtEnd::kRemove);
}

/// The lock, or why there is none.
std::pair<Locked, std::optional<FileLock>> lock_to_open(const std::string& path) {
  try {
    std::optional<FileLock> lock = lock_of(path);
    if (!lock) return {Locked::kInUse, std::nullopt};
    if (::access(path.c_str(), W_OK) != 0) return {Locked::kReadOnly, std::nullopt};
    return {Locked::kNo, std::move(lock)};
  } catch (const std::system_error&) {
    return {Locked::kReadOnly, std::nullopt};
  }
}

void insert(Database& database, std::int64_t number, std::span<const Version> versions) {
  for (const Version& version : versions) {
    Statement(database, "INSERT INTO versions (number, label, time, json) VALUES (?1, ?2, ?3, ?4)",
              {number, version.label, version.time, version.text})
        .run();
    if (!version.questions.empty())
      Statement(database, "INSERT INTO questions (number, json) VALUES (?1, ?2)", {number, version.questions}).run();
    ++number;
  }
}

/// The same of answers, from the oldest on.
void trim_answers(Database& database) {
  Statement(database,
            "DELETE FROM answers WHERE number NOT IN (SELECT number FROM (SELECT number, row_number() OVER newest AS "
            "place, sum(length(CAST(json AS BLOB)) + length(CAST(asked AS BLOB))) OVER newest AS bytes FROM answers "
            "WINDOW newest AS (ORDER BY number DESC)) WHERE place <= ?1 AND bytes <= ?2)",
            {static_cast<std::int64_t>(kMostAnswers), static_cast<std::int64_t>(kMostAnswerBytes)})
      .run();
}

void insert_answer(Database& database, const KeptAnswer& answer) {
  Statement(database, "DELETE FROM answers WHERE fingerprint = ?1", {answer.fingerprint}).run();
  Statement(database,
            "INSERT INTO answers (fingerprint, asked, catalogue, program, time, json) "
            "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            {answer.fingerprint, answer.asked, answer.catalogue, answer.program, answer.time, answer.json})
      .run();
}

/// Drops what is too much, never the version that is shown.
void trim(Database& database, std::int64_t shown) {
  struct Size {
    std::int64_t number, bytes;
  };
  std::vector<Size> sizes;
  std::int64_t bytes = 0;
  Statement row(database,
                "SELECT number, length(CAST(versions.json AS BLOB)) + length(CAST(label AS BLOB)) + "
                "coalesce(length(CAST(questions.json AS BLOB)), 0) FROM versions LEFT JOIN questions USING (number) "
                "ORDER BY number");
  while (row.next()) {
    sizes.push_back({row.integer(0), row.integer(1)});
    bytes += sizes.back().bytes;
  }
  std::size_t first = 0, end = sizes.size();
  const auto too_much = [&] {
    return end - first > kMostVersions || bytes > static_cast<std::int64_t>(kMostVersionBytes);
  };
  while (too_much() && sizes[first].number < shown) bytes -= sizes[first++].bytes;
  while (too_much() && sizes[end - 1].number > shown) bytes -= sizes[--end].bytes;
  if (end - first == sizes.size()) return;
  for (const char* table : {"versions", "questions"})
    Statement(database, fmt::format("DELETE FROM {} WHERE number < ?1 OR number > ?2", table),
              {sizes[first].number, sizes[end - 1].number})
        .run();
}

/// Into the file itself, so that whoever copies it alone copies what was written.
void fold_log(Database& database) {
  try {
    Statement(database, "PRAGMA wal_checkpoint(PASSIVE)").run();
  } catch (const DatabaseError&) {
    // What was committed stands in the log, and the next one folds it.
  }
}

void fill(Database& database, const StoredDocument& document) {
  for (const char* table : {"versions", "questions", "answers", "origin", "document"})
    database.run(fmt::format("DELETE FROM {}", table).c_str());
  Statement(database, "INSERT INTO origin (one, source, bytes) VALUES (1, ?1, ?2)",
            {document.source, SqlBytes{document.original}})
      .run();
  Statement(database, "INSERT INTO document (one, kind, shown) VALUES (1, ?1, ?2)",
            {kDocumentKindNames.name(document.kind), document.shown})
      .run();
  insert(database, document.first, document.versions);
  trim(database, document.shown);
  for (const KeptAnswer& answer : document.answers) insert_answer(database, answer);
  trim_answers(database);
}

/// Whether there is a file of ours that is fit to be written into.
bool is_ours(const std::string& path) {
  if (!is_database(path)) return false;
  try {
    readable(path);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// A file that is gone at the end, unless it was renamed.
struct Temporary {
  std::string path;

  ~Temporary() {
    std::error_code ignored;
    fs::remove(path, ignored);
    for (const char* end : kBeside) fs::remove(path + end, ignored);
  }
};

/// A whole file, under another name until it is.
void make_file(const std::string& path, const StoredDocument& document) {
  const Temporary temporary{fmt::format("{}.{}.tmp", path, ::getpid())};
  const int descriptor = ::open(temporary.path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0)
    throw InputError(path, fmt::format("cannot be made ({}); choose a folder that can be written to",
                                       std::generic_category().message(errno)));
  ::close(descriptor);
  std::error_code error;
  if (const fs::file_status before = fs::status(path, error); fs::is_regular_file(before))
    fs::permissions(temporary.path, before.permissions(), error);
  {
    Database database = writable(temporary.path);
    Transaction transaction(database);
    make_tables(database);
    fill(database, document);
    transaction.commit();
    if (!database::set_write_ahead_log(database))
      throw InputError(path, "lies where no write-ahead log can be kept; choose a folder on a local disk");
  }
  // A log of what is replaced would be taken for one of the new file.
  for (const char* end : kBeside) fs::remove(path + end, error);
  fs::rename(temporary.path, path, error);
  if (error) throw InputError(path, fmt::format("cannot be made ({}); choose another name", error.message()));
}

/// Whether a copy holds what the file does: left behind by a process that ended before it had done the rest.
bool holds(const fs::path& copy, const StoredDocument& document) {
  try {
    return read_document(readable(copy), copy) == document;
  } catch (const std::exception&) {
    return false;
  }
}

/// Puts a copy of a file beside it, where nothing lies that would be lost; says where.  @throws DatabaseError.
fs::path keep_copy(Database& database, const std::string& path, const StoredDocument& document) {
  const fs::path name = copy_of_format(path, format_of(database));
  fs::path copy = name;
  std::error_code error;
  for (int number = 2; fs::exists(copy, error); ++number) {
    if (holds(copy, document)) return copy;
    copy = fmt::format("{}-{}", name.string(), number);
  }
  const Temporary temporary{copy.string() + ".tmp"};  // of whoever has the lock
  fs::remove(temporary.path, error);
  // By SQLite, which alone knows what of the log belongs to it.
  Statement(database, "VACUUM INTO ?1", {temporary.path}).run();
  fs::rename(temporary.path, copy, error);
  if (error) throw DatabaseError(fmt::format("{}: {}", copy.string(), error.message()));
  return copy;
}

/// Makes a file of an earlier format one of this; says where the copy lies.  @throws DatabaseError, and the file is as
/// it was.
fs::path migrate(Database& database, const std::string& path, const StoredDocument& document) {
  fs::path copy = keep_copy(database, path, document);
  Transaction transaction(database);
  upgrade_tables(database);
  transaction.commit();
  fold_log(database);
  return copy;
}

}  // namespace

fs::path copy_of_format(const fs::path& path, std::int64_t format) {
  return fmt::format("{}.format-{}", path.string(), format);
}

struct PlanStore::Open {
  std::string path;
  FileLock lock;  ///< before the connection: nobody else writes from here on
  Database database;
};

PlanStore::PlanStore(std::unique_ptr<Open> open) : open_(std::move(open)) {}
PlanStore::PlanStore(PlanStore&&) noexcept = default;
PlanStore::~PlanStore() = default;

const std::string& PlanStore::path() const { return open_->path; }

PlanStore::Kept PlanStore::kept() const {
  return {.first = database::number_of(open_->database, "SELECT min(number) FROM versions"),
          .last = database::number_of(open_->database, "SELECT max(number) FROM versions")};
}

PlanStore PlanStore::make(const fs::path& named, const StoredDocument& document) {
  const std::string path = whole_path(named);
  try {
    std::optional<FileLock> lock = lock_of(path);
    if (!lock) throw InputError(path, "is open in another window; close it there, or choose another name");
    if (is_ours(path)) {
      Database database = writable(path);
      Transaction transaction(database);
      upgrade_tables(database);
      fill(database, document);
      transaction.commit();
    } else {
      make_file(path, document);
    }
    return PlanStore(std::unique_ptr<Open>(new Open{path, std::move(*lock), writable(path)}));
  } catch (const std::system_error& error) {
    throw InputError(
        path, fmt::format("cannot be made ({}); choose a folder that can be written to", error.code().message()));
  }
}

void PlanStore::write(std::int64_t from, std::span<const Version> versions, std::int64_t shown) {
  Database& database = open_->database;
  Transaction transaction(database);
  for (const char* table : {"versions", "questions"})
    Statement(database, fmt::format("DELETE FROM {} WHERE number >= ?1", table), {from}).run();
  insert(database, from, versions);
  Statement(database, "UPDATE document SET shown = ?1", {shown}).run();
  trim(database, shown);
  transaction.commit();
  fold_log(database);
}

void PlanStore::keep(const KeptAnswer& answer) {
  if (answer.json.size() + answer.asked.size() > kMostAnswerBytes) return;
  Database& database = open_->database;
  Transaction transaction(database);
  insert_answer(database, answer);
  trim_answers(database);
  transaction.commit();
  fold_log(database);
}

void PlanStore::remove(PlanStore store) {
  const std::string path = store.path();
  const FileLock lock = std::move(store.open_->lock);
  store.open_.reset();
  std::error_code ignored;
  fs::remove(path, ignored);
  for (const char* end : kBeside) fs::remove(path + end, ignored);
}

OpenedStore open_store(const fs::path& named) {
  const std::string path = whole_path(named);
  auto [locked, lock] = lock_to_open(path);
  OpenedStore opened{.document = {}, .locked = locked};
  std::int64_t format = kFormat;
  try {
    const Database reading = readable(path);
    format = format_of(reading);
    opened.document = read_document(reading, path);
  } catch (const DatabaseError& damage) {
    refuse_damaged(path, damage);
  }
  if (opened.locked != Locked::kNo) return opened;
  try {
    Database database = writable(path);
    if (!database::set_write_ahead_log(database)) {
      opened.locked = Locked::kReadOnly;
      return opened;
    }
    if (format < kFormat) opened.copy = migrate(database, path, opened.document);
    opened.store.reset(new PlanStore(
        std::unique_ptr<PlanStore::Open>(new PlanStore::Open{path, std::move(*lock), std::move(database)})));
  } catch (const DatabaseError&) {
    // It could be read, so it is whole: what is lacking is room.
    opened.locked = format < kFormat ? Locked::kOldFormat : Locked::kReadOnly;
  }
  return opened;
}

}  // namespace fmplan::document
