#include "core/database/database_file.h"

#include <csignal>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/database/temporary_folder.h"

namespace fmplan::database {
namespace database_file_test {

namespace fs = std::filesystem;

TEST(FileLock, IsHeldByOneAtATime) {
  const TemporaryFolder folder;
  const fs::path file = folder / "lock";
  {
    const std::optional<FileLock> first = FileLock::take(file, FileLock::AtEnd::kRemove);
    ASSERT_TRUE(first);
    EXPECT_FALSE(FileLock::take(file, FileLock::AtEnd::kRemove));
    EXPECT_TRUE(fs::exists(file)) << "who was refused has removed nothing";
  }
  EXPECT_FALSE(fs::exists(file));
  EXPECT_TRUE(FileLock::take(file, FileLock::AtEnd::kKeep));
  EXPECT_TRUE(fs::exists(file));
}

TEST(FileLock, GoesWhereItIsMoved) {
  const TemporaryFolder folder;
  std::optional<FileLock> held;
  {
    std::optional<FileLock> first = FileLock::take(folder / "lock", FileLock::AtEnd::kRemove);
    held.emplace(std::move(*first));
  }
  EXPECT_FALSE(FileLock::take(folder / "lock", FileLock::AtEnd::kRemove));
}

TEST(FileLock, IsLetGoOfByAProcessThatIsKilled) {
  const TemporaryFolder folder;
  const fs::path file = folder / "lock";
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const std::optional<FileLock> lock = FileLock::take(file, FileLock::AtEnd::kRemove);
    const char held = lock ? 'y' : 'n';
    if (::write(ready[1], &held, 1) != 1) ::_exit(1);
    while (true) ::pause();
  }
  char held = 'n';
  ASSERT_EQ(::read(ready[0], &held, 1), 1);
  EXPECT_EQ(held, 'y');
  EXPECT_FALSE(FileLock::take(file, FileLock::AtEnd::kRemove));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
  EXPECT_TRUE(fs::exists(file)) << "nobody has removed it";
  EXPECT_TRUE(FileLock::take(file, FileLock::AtEnd::kRemove));
}

TEST(FileLock, SaysWhyItCannotBeMade) {
  const TemporaryFolder folder;
  EXPECT_THROW(FileLock::take(folder / "none" / "lock", FileLock::AtEnd::kKeep), std::system_error);
}

// Names mean nothing special, not even those that are special in a URI.
TEST(Database, ReadsAFileThatNobodyHasOpenWithoutATrace) {
  const TemporaryFolder folder;
  const fs::path file = folder / "a b?mode=rw#%41.db";
  make_database(file, "CREATE TABLE t (x); INSERT INTO t VALUES (7); PRAGMA journal_mode = WAL");
  const std::string before = bytes_of(file);
  Database database(file.string(), Database::Access::kImmutable);
  EXPECT_EQ(number_of(database, "SELECT x FROM t"), 7);
  EXPECT_THROW(database.run("INSERT INTO t VALUES (8)"), DatabaseError);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
  EXPECT_TRUE(bytes_of(file) == before);
}

TEST(Database, RefusesValuesBeyondItsLimit) {
  const TemporaryFolder folder;
  make_database(folder / "file", "CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(5000))");
  Database database((folder / "file").string());
  EXPECT_EQ(number_of(database, "SELECT length(x) FROM t"), 5000);
  database.set_most_value_bytes(4000);
  EXPECT_THROW(Statement(database, "SELECT x FROM t").run(), DatabaseError);
}

}  // namespace database_file_test
}  // namespace fmplan::database
