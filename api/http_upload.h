#pragma once

/// @file
/// Bodies that are files: taken to the disk as they come, in a file that has no name.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <streambuf>

namespace fmplan::api {

/// What all uploads of a server take together.
struct UploadTotals {
  std::atomic<std::int64_t> files{0};
  std::atomic<std::int64_t> bytes{0};
};

/// A body on its way to an unnamed file, and then that file to be read.  As the file has no name from its first byte
/// on, nothing is left of it however this ends, the process killed included.  It counts among all uploads until it
/// goes; any thread may let it go.
class Upload final : public std::istream {
 public:
  /// Why nothing more is taken.
  enum class Written {
    kAll,
    kBeyondAll,  ///< all uploads together would be more than there may be
    kNoRoom,     ///< the disk is full
  };

  /// @param most_of_all  bytes that all uploads may have
  /// @throws std::runtime_error if no file can be made in `folder`
  Upload(const std::filesystem::path& folder, std::shared_ptr<UploadTotals> all, std::int64_t most_of_all);
  ~Upload() override;
  Upload(const Upload&) = delete;
  Upload& operator=(const Upload&) = delete;

  /// Adds to the file.  @pre nothing was read
  Written write_piece(const char* data, std::size_t size);

 private:
  class Buffer final : public std::streambuf {
   public:
    explicit Buffer(int file) : file_(file) {}

   protected:
    int_type underflow() override;

   private:
    static constexpr std::size_t kBytes = 64 << 10;  // chosen: a read for some thousand lines

    int file_;
    std::int64_t at_ = 0;
    std::array<char, kBytes> bytes_{};
  };

  int file_;
  Buffer buffer_;
  std::int64_t size_ = 0;
  std::shared_ptr<UploadTotals> all_;
  std::int64_t most_of_all_;
};

}  // namespace fmplan::api
