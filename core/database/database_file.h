#pragma once

/// @file
/// What files of SQLite's have in common, whatever they are of: how they are recognised, and who may write to them.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/database/database.h"

namespace fmplan::database {

/// What every file of SQLite's begins with (its file format, 1.3).
inline constexpr std::string_view kSqliteMagic{"SQLite format 3\0", 16};

/// Held while it lives: an advisory lock (flock(2)) on a file made for it, of mode 0600.  The kernel lets go of it when
/// the process ends, however it ends.
class FileLock {
 public:
  enum class AtEnd {
    kKeep,    ///< the file stays behind empty
    kRemove,  ///< it is gone, unless the process was killed
  };
  /// None where another process, or this one, has it.  @throws std::system_error where the file cannot be made.
  static std::optional<FileLock> take(const std::filesystem::path& file, AtEnd at_end);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  FileLock(std::filesystem::path file, int descriptor, AtEnd at_end);

  std::filesystem::path file_;
  int descriptor_;  ///< -1: moved away
  AtEnd at_end_;
};

/// The whole number that a statement answers with.  @throws DatabaseError.
std::int64_t number_of(const Database& database, std::string_view sql);

/// Lets a file be read while it is written to; false where it lies on a disk that cannot have that.
/// @throws DatabaseError.
bool set_write_ahead_log(Database& database);

}  // namespace fmplan::database
