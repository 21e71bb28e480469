#pragma once

/// @file
/// The file that jobs are kept in: made, recognised, and worked on by one process at a time.

#include <filesystem>
#include <string>

#include "api/job_database.h"

namespace fmplan::api {

/// Held while it lives: an advisory lock (flock(2)) on a file made for it, which stays behind empty.  The kernel lets
/// go of it when the process ends, however it ends.
class FileLock {
 public:
  /// @throws InputError where another process, or this one, has it or the file cannot be made.
  FileLock(const std::filesystem::path& lock_file, const std::string& locked);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

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
      path_;       ///< absolute and without links: one file has one lock, and no name means anything special to SQLite
  FileLock lock_;  ///< before the connections: no other process writes from here on
  Database writer_, reader_;
};

}  // namespace fmplan::api
