#include "api/job_file.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "api/job_store.h"
#include "core/base/issue.h"
#include "tests/api/jobs/job_files.h"

namespace fmplan::api {
namespace job_file_test {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

void write(const fs::path& path, std::string_view bytes) { std::ofstream(path, std::ios::binary) << bytes; }

/// Empty of what is no file.
std::string bytes_of(const fs::path& path) {
  if (!fs::is_regular_file(path)) return {};
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A file of SQLite's on which `sql` was run.
void make_database(const fs::path& path, const char* sql) {
  write(path, "");
  Database(path.string()).run(sql);
}

/// A file with a job in it.
void make_jobs(const fs::path& path) {
  JobStore store(path, 1);
  const ClaimedJob job = (submitted(store, request("{}")), store.claim_next(2).value());
  store.append_rows(job.claim, std::vector<std::string>(5000, "a row of some length, to fill pages"));
  store.finish(job.claim, std::string(100'000, 'x'), 3);
}

TEST(JobFile, IsForItsOwnerAlone) {
  const JobFolder folder;
  const mode_t before = ::umask(0);
  {
    const JobFile file(folder.file());
    for (const std::string end : {"", "-lock", "-wal", "-shm"}) {
      struct stat found {};
      ASSERT_EQ(::stat((folder.file().string() + end).c_str(), &found), 0) << end;
      EXPECT_EQ(found.st_mode & 0777, 0600u) << end;
    }
  }
  ::umask(before);
}

TEST(JobFile, IsMadeOfAnEmptyOneOrOfOneHalfMade) {
  const JobFolder folder;
  write(folder.file(), "");
  EXPECT_NO_THROW(JobFile{folder.file()});
  // As a process leaves it that is killed before the tables are there.
  make_database(folder.path() / "half.db", "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL");
  JobStore store(folder.path() / "half.db", 1);
  EXPECT_EQ(submitted(store, request("{}")).size(), 32u);
}

TEST(JobFile, IsRefusedWhereItIsNoneOfOurs) {
  const JobFolder folder;
  const std::string path = folder.file().string();
  struct Case {
    std::string_view what;
    std::function<void()> make;
    std::string_view why;
  };
  const std::vector<Case> cases = {
      {"a text", [&] { write(path, "name,amount\n1,2\n"); }, "is no file of jobs"},
      {"a short text", [&] { write(path, "SQLite"); }, "is no file of jobs"},
      {"another program's", [&] { make_database(path, "CREATE TABLE bookmarks (url TEXT)"); },
       "is a file of SQLite's, but none of jobs"},
      {"one marked by another program", [&] { make_database(path, "PRAGMA application_id = 7"); },
       "is a file of SQLite's, but none of jobs"},
      {"a later one", [&] { make_database(path, "PRAGMA application_id = 1718448234; PRAGMA user_version = 2"); },
       "has format 2 of jobs, and this fmplan knows 1: run the fmplan that wrote it"},
      {"a damaged one", [&] { write(path, std::string("SQLite format 3\0", 16) + std::string(5000, '\xAB')); },
       "cannot be used as a file of jobs"},
      {"a folder", [&] { fs::create_directory(path); }, "cannot be opened (Is a directory)"},
  };
  for (const Case& bad : cases) {
    fs::remove_all(path);
    bad.make();
    const std::string before = bytes_of(path);
    EXPECT_THAT([&] { JobStore(path, 1); },
                ThrowsMessage<InputError>(AllOf(HasSubstr(path), HasSubstr(bad.why), HasSubstr("name "))))
        << bad.what;
    EXPECT_TRUE(bytes_of(path) == before) << bad.what << " was written to";
  }
  EXPECT_THAT([&] { JobStore(folder.path() / "none" / "jobs.db", 1); },
              ThrowsMessage<InputError>(HasSubstr("No such file or directory")));
}

TEST(JobFile, IsOpenedOnceAtATime) {
  const JobFolder folder;
  fs::create_symlink(folder.file(), folder.path() / "link.db");
  {
    JobStore store(folder.file(), 1);
    const std::string id = submitted(store, request("{}"));
    for (const fs::path& same : {folder.file(), folder.path() / "link.db", folder.path() / "." / "jobs.db"})
      EXPECT_THAT([&] { JobStore(same, 1); }, ThrowsMessage<InputError>(HasSubstr("is in use by another server")))
          << same;
    EXPECT_TRUE(store.claim_next(2)) << "who was refused has broken nothing";
  }
  EXPECT_NO_THROW(JobStore(folder.path() / "link.db", 1));
}

// Cut at any page, or with a page of nonsense, it is refused or says so when it is read.
TEST(JobFile, IsReadWithoutHarmWhereItIsDamaged) {
  const JobFolder folder;
  make_jobs(folder.file());
  const std::string whole = bytes_of(folder.file());
  constexpr std::size_t kPage = 4096;  // of SQLite since 3.12, unless told otherwise
  const fs::path damaged = folder.path() / "damaged.db";
  int num_refused = 0, num_fine = 0;
  const auto try_to_read = [&](const std::string& bytes) {
    fs::remove(damaged.string() + "-wal");
    fs::remove(damaged.string() + "-shm");
    write(damaged, bytes);
    try {
      JobStore store(damaged, 1);
      const JobPage page = store.list("ada", {}, 10);
      for (const JobStatus& job : page.jobs) {
        EXPECT_EQ(job.state, JobState::kDone);
        store.rows("ada", job.id, 0, 1 << 20);
        whole_result(store, "ada", job.id);
      }
      ++num_fine;
    } catch (const InputError&) {
      ++num_refused;
    } catch (const JobStoreError&) {
      ++num_refused;
    }
  };
  for (std::size_t page = 1; page * kPage < whole.size(); page += 7) {
    try_to_read(whole.substr(0, page * kPage));
    std::string nonsense = whole;
    nonsense.replace(page * kPage, kPage, std::string(kPage, '\x5A'));
    try_to_read(nonsense);
  }
  EXPECT_GT(num_refused, 5);
  try_to_read(whole);
  EXPECT_GE(num_fine, 1);
}

}  // namespace job_file_test
}  // namespace fmplan::api
