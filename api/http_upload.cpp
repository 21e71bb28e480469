#include "api/http_upload.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace fmplan::api {
namespace {

/// A file for its owner alone, whose name is gone at once.
int unnamed_file(const std::filesystem::path& folder) {
  std::string name = (folder / "fmplan-upload-XXXXXX").string();
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0)
    throw std::runtime_error("no file for an upload can be made in " + folder.string() + ": " +
                             std::generic_category().message(errno));
  ::unlink(name.c_str());
  return file;
}

}  // namespace

Upload::Upload(const std::filesystem::path& folder, std::shared_ptr<UploadTotals> all, std::int64_t most_of_all)
    : std::istream(nullptr),
      file_(unnamed_file(folder)),
      buffer_(file_),
      all_(std::move(all)),
      most_of_all_(most_of_all) {
  rdbuf(&buffer_);
  ++all_->files;
}

Upload::~Upload() {
  ::close(file_);
  all_->bytes -= size_;
  --all_->files;
}

Upload::Written Upload::write_piece(const char* data, std::size_t size) {
  const auto more = static_cast<std::int64_t>(size);
  if (all_->bytes.fetch_add(more) + more > most_of_all_) {
    all_->bytes -= more;
    return Written::kBeyondAll;
  }
  size_ += more;
  while (size > 0) {
    const ssize_t written = ::write(file_, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return Written::kNoRoom;
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  return Written::kAll;
}

std::streambuf::int_type Upload::Buffer::underflow() {
  ssize_t size = 0;
  do size = ::pread(file_, bytes_.data(), bytes_.size(), at_);
  while (size < 0 && errno == EINTR);
  if (size < 0) throw std::ios_base::failure("an upload cannot be read");
  if (size == 0) return traits_type::eof();
  at_ += size;
  setg(bytes_.data(), bytes_.data(), bytes_.data() + size);
  return traits_type::to_int_type(*gptr());
}

}  // namespace fmplan::api
