#include "core/database/database.h"

#include <cstddef>

#include <fmt/format.h>
#include <sqlite3.h>

namespace fmplan::database {
namespace {

/// For whoever looks at the file with a tool of SQLite's meanwhile; chosen: longer than anything done here.
constexpr int kBusyMilliseconds = 5000;

struct Binder {
  sqlite3_stmt* statement;
  int place;

  int operator()(std::nullptr_t) const { return sqlite3_bind_null(statement, place); }
  int operator()(std::int64_t value) const { return sqlite3_bind_int64(statement, place, value); }
  int operator()(double value) const { return sqlite3_bind_double(statement, place, value); }
  int operator()(std::string_view value) const {
    return sqlite3_bind_text64(statement, place, value.empty() ? "" : value.data(), value.size(), SQLITE_TRANSIENT,
                               SQLITE_UTF8);
  }
  int operator()(SqlBytes value) const {
    return sqlite3_bind_blob64(statement, place, value.bytes.empty() ? "" : value.bytes.data(), value.bytes.size(),
                               SQLITE_TRANSIENT);
  }
};

/// The name that opens a file as one that nothing changes (SQLite's "URI filenames"): all but letters, digits and
/// slashes is escaped, so that no name means anything else.
std::string immutable_uri(std::string_view path) {
  std::string uri = "file:";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/';
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri + "?immutable=1";
}

}  // namespace

void Database::Close::operator()(sqlite3* connection) const { sqlite3_close(connection); }

void Database::fail() const {
  throw DatabaseError(fmt::format("{}: {}", path_, connection_ ? sqlite3_errmsg(connection_.get()) : "out of memory"));
}

Database::Database(const std::string& path, Access access) : path_(path) {
  sqlite3* connection = nullptr;
  const std::string name = access == Access::kImmutable ? immutable_uri(path) : path;
  const int mode = access == Access::kReadWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
  const int uri = access == Access::kImmutable ? SQLITE_OPEN_URI : 0;
  const int code = sqlite3_open_v2(name.c_str(), &connection, mode | uri | SQLITE_OPEN_NOMUTEX, nullptr);
  connection_.reset(connection);
  if (code != SQLITE_OK) fail();
  sqlite3_busy_timeout(connection, kBusyMilliseconds);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
}

void Database::set_most_value_bytes(int bytes) { sqlite3_limit(connection_.get(), SQLITE_LIMIT_LENGTH, bytes); }

void Database::run(const char* sql) {
  if (sqlite3_exec(connection_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::int64_t Database::num_changed() const { return sqlite3_changes64(connection_.get()); }

std::int64_t Database::last_row() const { return sqlite3_last_insert_rowid(connection_.get()); }

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(const Database& database, std::string_view sql, std::initializer_list<SqlValue> values)
    : database_(&database) {
  sqlite3_stmt* statement = nullptr;
  const int code =
      sqlite3_prepare_v2(database.connection_.get(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  statement_.reset(statement);
  if (code != SQLITE_OK) database.fail();
  int place = 0;
  for (const SqlValue& value : values)
    if (std::visit(Binder{statement, ++place}, value) != SQLITE_OK) database.fail();
}

bool Statement::next() {
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_->fail();
  return code == SQLITE_ROW;
}

bool Statement::is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }

double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

std::string Statement::text(int column) const {
  // In this order: the second tells of what the first gave.
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return bytes ? std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size)) : std::string();
}

Transaction::Transaction(Database& database, Kind kind) : database_(&database) {
  database.run(kind == Kind::kWrite ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  // It fails where an error has ended the transaction already, which is as well.
  if (database_) sqlite3_exec(database_->connection_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_->run("COMMIT");
  database_ = nullptr;
}

}  // namespace fmplan::database
