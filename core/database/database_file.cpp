#include "core/database/database_file.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fmplan::database {
namespace {

/// Whether `file` is still what was opened: who had the lock before may have removed it meanwhile.
bool is_there(const std::filesystem::path& file, int descriptor) {
  struct stat opened {
  }, named{};
  return ::fstat(descriptor, &opened) == 0 && ::stat(file.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

}  // namespace

FileLock::FileLock(std::filesystem::path file, int descriptor, AtEnd at_end)
    : file_(std::move(file)), descriptor_(descriptor), at_end_(at_end) {}

FileLock::FileLock(FileLock&& other) noexcept
    : file_(std::move(other.file_)), descriptor_(std::exchange(other.descriptor_, -1)), at_end_(other.at_end_) {}

std::optional<FileLock> FileLock::take(const std::filesystem::path& file, AtEnd at_end) {
  while (true) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (descriptor < 0) throw std::system_error(errno, std::generic_category(), file.string());
    FileLock lock(file, descriptor, AtEnd::kKeep);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) return std::nullopt;
    if (!is_there(file, descriptor)) continue;
    lock.at_end_ = at_end;
    return lock;
  }
}

FileLock::~FileLock() {
  if (descriptor_ < 0) return;
  // Before it is let go, so that nobody removes another's.
  if (at_end_ == AtEnd::kRemove) ::unlink(file_.c_str());
  ::close(descriptor_);
}

std::int64_t number_of(const Database& database, std::string_view sql) {
  Statement statement(database, sql);
  statement.next();
  return statement.integer(0);
}

bool set_write_ahead_log(Database& database) {
  Statement statement(database, "PRAGMA journal_mode = WAL");
  statement.next();
  return statement.text(0) == "wal";
}

}  // namespace fmplan::database
