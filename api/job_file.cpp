#include "api/job_file.h"

#include <cerrno>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/issue.h"

namespace fmplan::api {
namespace {

/// "fmpj" in ASCII: what kind of file it is, where SQLite has four bytes for it (its file format, offset 68).
constexpr std::int64_t kApplicationId = 0x666D706A;
constexpr std::int64_t kFormat = 1;  // of the tables below; rises with every change of them

/// Of every connection.  `synchronous = FULL` waits for the disk at every commit: a job that was told to be accepted is
/// there after a power failure too.  A crash of the process alone loses nothing in any mode.  The limit is chosen: the
/// log does not stay as long as the largest answer made it.
constexpr const char* kConnectionSettings = R"(
  PRAGMA foreign_keys = ON;
  PRAGMA synchronous = FULL;
  PRAGMA journal_size_limit = 16777216;)";

/// Format 1.  What grows (question, rows, result) stands apart from what changes often, which is rewritten whole.
constexpr const char* kTables = R"(
  CREATE TABLE jobs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    idempotency_key TEXT,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    cancel_asked INTEGER NOT NULL DEFAULT 0,
    claim INTEGER NOT NULL DEFAULT 0,       -- times that a thread took it; a claim of before has no say
    attempts INTEGER NOT NULL DEFAULT 0,
    progress REAL NOT NULL DEFAULT 0,
    seconds_left REAL,
    created INTEGER NOT NULL,
    started INTEGER,
    ended INTEGER,
    problem TEXT,
    num_rows INTEGER NOT NULL DEFAULT 0,
    rows_given INTEGER NOT NULL DEFAULT 0,  -- by the attempt that runs; those before num_rows were only compared
    bytes INTEGER NOT NULL,                 -- of question, rows and answer
    result_bytes INTEGER,
    revision INTEGER NOT NULL DEFAULT 1,
    CHECK ((state IN ('queued', 'running')) = (ended IS NULL)),
    CHECK ((state = 'done') = (result_bytes IS NOT NULL)),
    CHECK ((state = 'failed') = (problem IS NOT NULL)),
    CHECK (rows_given <= num_rows)
  ) STRICT;
  CREATE INDEX jobs_by_state ON jobs (state, number);
  CREATE INDEX jobs_by_owner ON jobs (owner, number);
  CREATE UNIQUE INDEX jobs_by_key ON jobs (owner, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE TABLE questions (
    job INTEGER PRIMARY KEY REFERENCES jobs ON DELETE CASCADE,
    question TEXT NOT NULL
  ) STRICT;
  CREATE TABLE rows (                       -- in batches, each row with a line feed behind it
    job INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    lines BLOB NOT NULL,
    UNIQUE (job, first)
  ) STRICT;
  CREATE TABLE results (                    -- in pieces
    job INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
    piece INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (job, piece)
  ) STRICT;)";

std::string why(int error) { return std::generic_category().message(error); }

/// Its bytes must not be opened by another way while SQLite has it open: closing them would let go of SQLite's locks.
void make_or_recognise(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0) throw InputError(path, fmt::format("cannot be opened ({}); name a file that can", why(errno)));
  char head[database::kSqliteMagic.size()] = {};
  const auto size = ::pread(descriptor, head, sizeof head, 0);
  const int error = errno;
  ::close(descriptor);
  if (size < 0) throw InputError(path, fmt::format("cannot be read ({}); name a file that can", why(error)));
  if (size > 0 && std::string_view(head, static_cast<std::size_t>(size)) != database::kSqliteMagic)
    throw InputError(path, "is no file of jobs; name another, which is made where there is none");
}

Database connected(const std::string& path) {
  Database database(path);
  database.run(kConnectionSettings);
  return database;
}

/// Freed pages can be given back to the disk, which must be said before the first table; and readers do not wait.
void set_journal(Database& database, const std::string& path) {
  database.run("PRAGMA auto_vacuum = INCREMENTAL");
  if (!database::set_write_ahead_log(database))
    throw InputError(path, "lies where no write-ahead log can be kept; name a file on a local disk");
}

/// A process that is killed while it makes the file leaves one without tables, which is made again.
Database prepared(const std::string& path) {
  make_or_recognise(path);
  try {
    Database database = connected(path);
    const std::int64_t application = database::number_of(database, "PRAGMA application_id");
    const std::int64_t format = database::number_of(database, "PRAGMA user_version");
    const bool is_new =
        application == 0 && format == 0 && database::number_of(database, "SELECT count(*) FROM sqlite_schema") == 0;
    if (!is_new && application != kApplicationId)
      throw InputError(path,
                       "is a file of SQLite's, but none of jobs; name another, which is made where there is none");
    if (!is_new && format != kFormat)
      throw InputError(path,
                       fmt::format("has format {} of jobs, and this fmplan knows {}: run the fmplan that wrote it, or "
                                   "name another file",
                                   format, kFormat));
    set_journal(database, path);
    if (!is_new) return database;
    Transaction transaction(database);
    database.run(kTables);
    database.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplicationId, kFormat).c_str());
    transaction.commit();
    return database;
  } catch (const JobStoreError& error) {
    throw InputError(path, fmt::format("cannot be used as a file of jobs ({}); name another", error.what()));
  }
}

/// One server at a time; the file of the lock stays.
database::FileLock locked(const std::string& path) {
  const std::string lock_file = path + "-lock";
  try {
    if (auto lock = database::FileLock::take(lock_file, database::FileLock::AtEnd::kKeep)) return std::move(*lock);
  } catch (const std::system_error& error) {
    throw InputError(path,
                     fmt::format("cannot be locked: {} cannot be opened ({}); name a file in a folder that can be "
                                 "written to",
                                 lock_file, error.code().message()));
  }
  throw InputError(path, "is in use by another server; end that one, or name another file");
}

}  // namespace

JobFile::JobFile(const std::filesystem::path& path)
    : path_(std::filesystem::weakly_canonical(std::filesystem::absolute(path)).string()),
      lock_(locked(path_)),
      writer_(prepared(path_)),
      reader_(connected(path_)) {
  reader_.run("PRAGMA query_only = ON");
}

}  // namespace fmplan::api
