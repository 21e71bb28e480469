#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "api/job_id.h"
#include "api/job_store.h"

namespace fmplan::api {

/// A folder of its own that is gone when the test is.
class JobFolder {
 public:
  explicit JobFolder(const std::filesystem::path& parent = std::filesystem::temp_directory_path())
      : path_(parent / fmt::format("fmplan-jobs-{}-{}", ::getpid(), ++count())) {
    std::filesystem::create_directories(path_);
  }
  ~JobFolder() { std::filesystem::remove_all(path_); }
  JobFolder(const JobFolder&) = delete;
  JobFolder& operator=(const JobFolder&) = delete;

  std::filesystem::path path() const { return path_; }
  std::filesystem::path file() const { return path_ / "jobs.db"; }

 private:
  static std::atomic<int>& count() {
    static std::atomic<int> count = 0;
    return count;
  }
  std::filesystem::path path_;
};

/// 1, 2, 3, … in place of chance.
inline JobIdSource counted_ids() {
  return [next = std::uint8_t{0}]() mutable {
    JobIdBits bits{};
    bits.back() = ++next;
    return bits;
  };
}

inline JobRequest request(std::string question, std::string owner = "ada") {
  return {.kind = "sweep", .question = std::move(question), .fingerprint = "c0ffee", .owner = std::move(owner)};
}

/// Hands in what must be taken.
inline std::string submitted(JobStore& store, const JobRequest& asked, UtcSeconds now = 100) {
  return std::get<Submitted>(store.submit(asked, now)).job.id;
}

/// All of an answer, read in pieces.
inline std::string whole_result(const JobStore& store, std::string_view owner, std::string_view id,
                                std::size_t piece_bytes = 7001) {
  std::string whole;
  for (std::string piece; !(piece = store.result(owner, id, std::ssize(whole), piece_bytes).value()).empty();)
    whole += piece;
  return whole;
}

inline std::vector<std::string> all_rows(const JobStore& store, std::string_view owner, std::string_view id,
                                         std::size_t page_bytes = 1000) {
  std::vector<std::string> all;
  for (;;) {
    const RowPage page = store.rows(owner, id, std::ssize(all), page_bytes).value();
    if (page.rows.empty()) return all;
    all.insert(all.end(), page.rows.begin(), page.rows.end());
  }
}

}  // namespace fmplan::api
