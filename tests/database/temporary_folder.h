#pragma once

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "core/database/database.h"

namespace fmplan::database {

/// A folder of its own that is gone when the test is.
class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::temp_directory_path() / fmt::format("fmplan-files-{}-{}", ::getpid(), ++count())) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path path() const { return path_; }
  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

 private:
  static std::atomic<int>& count() {
    static std::atomic<int> count = 0;
    return count;
  }
  std::filesystem::path path_;
};

inline void write_bytes(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// Empty of what is no file.
inline std::string bytes_of(const std::filesystem::path& path) {
  if (!std::filesystem::is_regular_file(path)) return {};
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A file of SQLite's on which `sql` was run.
inline void make_database(const std::filesystem::path& path, const char* sql) {
  write_bytes(path, "");
  Database(path.string()).run(sql);
}

}  // namespace fmplan::database
