#pragma once

/// @file
/// The file that jobs are kept in: made, recognised, and worked on by one process at a time.

#include <filesystem>
#include <string>

#include "core/database/database.h"
#include "core/database/database_file.h"

namespace fmplan::api {

using database::Database;
using database::SqlBytes;
using database::SqlValue;
using database::Statement;
using database::Transaction;
/// The file of the jobs could not be read or written (disk full, damaged), or something does not go together with what
/// is in it.  Nothing was changed by what threw it.
using JobStoreError = database::DatabaseError;

/// An SQLite file in WAL mode, of mode 0600 where it is made here, with its tables.  Two connections, since with a
/// write-ahead log who reads need not wait for who writes.
class JobFile {
 public:
  /// Makes the file where there is none, or nothing in it.
  /// @throws InputError for a file that is none of ours, of a later format, damaged, in use, or in a folder that cannot
  /// be written to; JobStoreError where it cannot be read or written.
  explicit JobFile(const std::filesystem::path& path);

  Database& writer() { return writer_; }
  Database& reader() { return reader_; }

 private:
  std::string
      path_;  ///< absolute and without links: one file has one lock, and no name means anything special to SQLite
  database::FileLock lock_;  ///< before the connections: no other process writes from here on
  Database writer_, reader_;
};

}  // namespace fmplan::api
