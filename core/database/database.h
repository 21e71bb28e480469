#pragma once

/// @file
/// As much of SQLite as files of jobs and documents need: connections, statements, transactions.  Only the .cpp file
/// knows its header.

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

struct sqlite3;
struct sqlite3_stmt;

namespace fmplan::database {

/// A file could not be read or written (disk full, damaged), or something does not go together with what is in it.
/// Nothing was changed by what threw it.
class DatabaseError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Bytes that need not be text.
struct SqlBytes {
  std::string_view bytes;
};
using SqlValue = std::variant<std::nullptr_t, std::int64_t, double, std::string_view, SqlBytes>;

/// One connection to a file.  One thread at a time.
class Database {
 public:
  enum class Access {
    kReadWrite,
    kRead,       ///< what others write meanwhile is seen, where their log lies beside the file
    kImmutable,  ///< of a file that nobody has open: neither locks nor files beside it are made
  };

  /// Opens a file that exists.  What it holds beside tables (triggers, views) cannot call functions of this program.
  /// @throws DatabaseError.
  explicit Database(const std::string& path, Access access = Access::kReadWrite);

  /// No text and no row that is read or written is larger from here on.
  void set_most_value_bytes(int bytes);

  /// One statement or several, without values and rows.  @throws DatabaseError.
  void run(const char* sql);
  /// Rows that the last statement changed.
  std::int64_t num_changed() const;
  /// The number of the row that was added last.
  std::int64_t last_row() const;

 private:
  friend class Statement;
  friend class Transaction;
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  /// "PATH: what SQLite says".
  [[noreturn]] void fail() const;

  std::string path_;
  std::unique_ptr<sqlite3, Close> connection_;
};

/// A statement with its values: each call of next() gives one row, whose columns count from 0.
class Statement {
 public:
  /// Values for ?1, ?2, …; copied.  @throws DatabaseError.
  Statement(const Database& database, std::string_view sql, std::initializer_list<SqlValue> values = {});

  /// Whether there is another row.  @throws DatabaseError.
  bool next();
  /// Runs it to the end.
  void run() {
    while (next()) {
    }
  }

  bool is_null(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;
  /// Text or bytes.
  std::string text(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };

  const Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// What is done while it lives is seen and kept as a whole: undone unless commit() was reached.
class Transaction {
 public:
  enum class Kind {
    kWrite,  ///< nobody else writes from its beginning
    kRead,   ///< sees the file as it is at its first statement; there is nothing to commit
  };
  /// @throws DatabaseError.
  explicit Transaction(Database& database, Kind kind = Kind::kWrite);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  /// @throws DatabaseError; then nothing was changed.
  void commit();

 private:
  Database* database_;
};

}  // namespace fmplan::database
