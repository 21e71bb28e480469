#include "core/document/plan_store.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/issue.h"
#include "core/database/database_file.h"
#include "core/document/plan_text.h"
#include "tests/database/temporary_folder.h"

namespace fmplan::document {
namespace plan_store_test {

namespace fs = std::filesystem;
using database::bytes_of;
using database::Database;
using database::make_database;
using database::TemporaryFolder;
using database::write_bytes;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

Version version(int number) {
  return {.label = fmt::format("Change {}", number),
          .time = 1'700'000'000 + number,
          .text = fmt::format("{{\"cluster\": {{\"nodes\": {}}}}}\n", number)};
}

std::vector<Version> versions(int from, int to) {
  std::vector<Version> list;
  for (int i = from; i <= to; ++i) list.push_back(version(i));
  return list;
}

StoredDocument document(int last, int shown) {
  return {.kind = DocumentKind::kScenario,
          .source = "/plans/first.json",
          .original = "{ \"cluster\":{\"nodes\":0} }",
          .versions = versions(0, last),
          .shown = shown};
}

void make(const fs::path& path, const StoredDocument& content) { PlanStore::make(path, content); }

/// What a child of this process does, which then ends without tidying anything up.
template <class Work>
int status_of_child(Work work) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      ::_exit(work());
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
      ::_exit(255);
    }
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(PlanStore, GivesBackWhatItWasGiven) {
  const TemporaryFolder folder;
  const fs::path file = folder / "a plan.fmplan";
  const StoredDocument made = document(3, 2);
  make(file, made);
  EXPECT_EQ(open_store(file).document, made);
  EXPECT_EQ(read_text(file), "{\"cluster\": {\"nodes\": 2}}\n");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1) << "nothing lies beside it";
}

// 0 1 2 3, then undone to 1 and changed: 0 1 4.
TEST(PlanStore, KeepsWhatUndoAndChangesLeave) {
  const TemporaryFolder folder;
  const fs::path file = folder / "plan.fmplan";
  make(file, document(0, 0));
  {
    const OpenedStore opened = open_store(file);
    opened.store->write(1, versions(1, 3), 3);
    opened.store->write(4, {}, 1);
    EXPECT_EQ(read_text(file), "{\"cluster\": {\"nodes\": 1}}\n") << "while it is open";
    opened.store->write(2, versions(4, 4), 2);
  }
  const StoredDocument found = open_store(file).document;
  EXPECT_THAT(found.versions, testing::ElementsAre(version(0), version(1), version(4)));
  EXPECT_EQ(found.shown, 2);
}

TEST(PlanStore, DropsTheOldestVersionsBeyondItsLimits) {
  const TemporaryFolder folder;
  const fs::path file = folder / "plan.fmplan";
  make(file, document(0, 0));
  const int last = static_cast<int>(kMostVersions) + 9;
  const auto written = [&](std::int64_t from, const std::vector<Version>& list, std::int64_t shown) {
    const OpenedStore opened = open_store(file);
    opened.store->write(from, list, shown);
    return opened.store->kept();
  };
  EXPECT_EQ(written(1, versions(1, last), last).first, 10);
  const StoredDocument found = open_store(file).document;
  EXPECT_EQ(found.first, 10);
  EXPECT_EQ(found.versions.size(), kMostVersions);
  EXPECT_EQ(found.versions.back(), version(last));
  // Five of a quarter of the bytes each: four are kept.
  const std::vector<Version> large(5, {.label = "", .time = 0, .text = std::string(kMostVersionBytes / 4, ' ')});
  EXPECT_EQ(written(10, large, 14).first, 11);
  // Those that were undone go where only they are left.
  const PlanStore::Kept undone = written(11, large, 11);
  EXPECT_EQ(undone.first, 11);
  EXPECT_EQ(undone.last, 14);
}

TEST(PlanStore, IsWrittenToByOneWindow) {
  const TemporaryFolder folder;
  const fs::path file = folder / "plan.fmplan";
  make(file, document(1, 1));
  fs::create_symlink(file, folder / "link.fmplan");
  {
    const OpenedStore first = open_store(file);
    first.store->write(2, versions(2, 2), 2);
    for (const fs::path& same : {file, folder / "link.fmplan"}) {
      const OpenedStore second = open_store(same);
      EXPECT_EQ(second.locked, Locked::kInUse);
      EXPECT_FALSE(second.store);
      EXPECT_EQ(second.document.shown_version(), version(2)) << "it sees what the first has written";
    }
    EXPECT_THAT([&] { make(file, document(0, 0)); }, ThrowsMessage<InputError>(HasSubstr("is open in another window")));
  }
  EXPECT_EQ(open_store(file).locked, Locked::kNo);
}

TEST(PlanStore, TakesThePlaceOfWhatWasThere) {
  const TemporaryFolder folder;
  const fs::path file = folder / "plan.fmplan";
  for (const auto& before :
       std::vector<std::function<void()>>{[&] { write_bytes(file, "{}"); }, [&] { make(file, document(5, 5)); }}) {
    before();
    make(file, document(1, 0));
    EXPECT_EQ(open_store(file).document, document(1, 0));
  }
}

TEST(PlanStore, IsGoneWhereItIsRemoved) {
  const TemporaryFolder folder;
  PlanStore::remove(PlanStore::make(folder / "plan.fmplan", document(0, 0)));
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(PlanStore, OpensAsItWasWhenItsProcessWasKilled) {
  const TemporaryFolder folder;
  const fs::path file = folder / "plan.fmplan";
  make(file, document(0, 0));
  EXPECT_EQ(status_of_child([&] {
              const OpenedStore opened = open_store(file);
              opened.store->write(1, versions(1, 7), 7);
              ::_exit(9);
              return 0;
            }),
            9);
  EXPECT_TRUE(fs::exists(file.string() + "-wal")) << "it was not tidied up";
  EXPECT_EQ(read_text(file), version(7).text);
  const OpenedStore opened = open_store(file);
  EXPECT_EQ(opened.locked, Locked::kNo);
  EXPECT_EQ(opened.document.versions, versions(0, 7));
}

KeptAnswer answer(int number, std::size_t bytes = 10) {
  return {.fingerprint = fmt::format("{:016x}", number),
          .asked = R"({"command": "plan"})",
          .catalogue = "2026-11-01",
          .program = "0.1.0",
          .time = 1'700'000'000 + number,
          .json = std::string(bytes, ' ')};
}

std::vector<std::string> fingerprints(const StoredDocument& document) {
  std::vector<std::string> list;
  for (const KeptAnswer& one : document.answers) list.push_back(one.fingerprint);
  return list;
}

TEST(PlanStore, KeepsWhatIsAskedBesideEachVersion) {
  const TemporaryFolder folder;
  const fs::path file = folder / "plan.fmplan";
  StoredDocument made = document(2, 2);
  made.versions[1].questions = R"({"sweep": {"set 1": "cluster.nodes=8,16"}})";
  made.versions[2].questions = R"({"sweep": {"set 1": "cluster.nodes=8"}})";
  make(file, made);
  EXPECT_EQ(open_store(file).document, made);
  {
    // Undone to the first, and changed without a question.
    const OpenedStore opened = open_store(file);
    opened.store->write(1, versions(5, 5), 1);
  }
  EXPECT_THAT(open_store(file).document.versions, testing::ElementsAre(version(0), version(5)));
  EXPECT_EQ(database::number_of(Database(file.string()), "SELECT count(*) FROM questions"), 0);
}

TEST(PlanStore, KeepsTheLatestAnswersWithinItsLimits) {
  const TemporaryFolder folder;
  const fs::path file = folder / "plan.fmplan";
  make(file, document(1, 1));
  const auto kept = [&](const std::vector<KeptAnswer>& list) {
    const OpenedStore opened = open_store(file);
    for (const KeptAnswer& one : list) opened.store->keep(one);
    return open_store(file).document;
  };
  KeptAnswer again = answer(1);
  again.json = "{}";
  const StoredDocument two = kept({answer(1), answer(2), again});
  EXPECT_THAT(two.answers, testing::ElementsAre(answer(2), again)) << "of one question the latest";
  EXPECT_EQ(two.versions, versions(0, 1));
  std::vector<KeptAnswer> many;
  for (int i = 10; i < 10 + static_cast<int>(kMostAnswers); ++i) many.push_back(answer(i));
  EXPECT_EQ(fingerprints(kept(many)), fingerprints({.answers = many}));
  // Three of a third and a little more: the oldest goes, with all before it.  One that is too large alone changes
  // nothing.
  const std::size_t third = kMostAnswerBytes / 3 + 1;
  EXPECT_EQ(fingerprints(kept({answer(50, third), answer(51, third), answer(52, third)})),
            fingerprints({.answers = {answer(51), answer(52)}}));
  EXPECT_EQ(fingerprints(kept({answer(60, kMostAnswerBytes + 1)})),
            fingerprints({.answers = {answer(51), answer(52)}}));
}

/// As the first release wrote files, with the same content as document(last, shown).
void make_first_format(const fs::path& path, int last, int shown) {
  fs::remove(path);
  std::string sql = R"(
  CREATE TABLE document (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    kind TEXT NOT NULL CHECK (kind IN ('scenario', 'programme')),
    shown INTEGER NOT NULL                  -- number of a version
  ) STRICT;
  CREATE TABLE origin (                     -- the file that the document was made of
    one INTEGER PRIMARY KEY CHECK (one = 1),
    source TEXT NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE versions (                   -- in the order of undo
    number INTEGER PRIMARY KEY,
    label TEXT NOT NULL,
    time INTEGER NOT NULL,                  -- seconds since 1970, UTC
    json TEXT NOT NULL
  ) STRICT;
  PRAGMA application_id = 0x666D7064; PRAGMA user_version = 1;
  INSERT INTO origin VALUES (1, '/plans/first.json', CAST('{ "cluster":{"nodes":0} }' AS BLOB));)";
  sql += fmt::format("INSERT INTO document VALUES (1, 'scenario', {});", shown);
  for (int i = 0; i <= last; ++i) {
    const Version one = version(i);
    sql += fmt::format("INSERT INTO versions VALUES ({}, '{}', {}, '{}');", i, one.label, one.time, one.text);
  }
  make_database(path, sql.c_str());
  Database made(path.string());
  ASSERT_TRUE(database::set_write_ahead_log(made));
}

std::int64_t format_in(const fs::path& path) {
  return database::number_of(Database(path.string(), Database::Access::kRead), "PRAGMA user_version");
}

TEST(PlanStore, MakesAFileOfTheFirstFormatOneOfThisAndKeepsACopy) {
  const TemporaryFolder folder;
  const fs::path file = folder / "plan.fmplan", copy = folder / "plan.fmplan.format-1";
  make_first_format(file, 3, 2);
  const std::string before = bytes_of(file);
  EXPECT_EQ(read_text(file), version(2).text);
  EXPECT_EQ(bytes_of(file), before) << "who reads it alone leaves it";
  {
    const OpenedStore opened = open_store(file);
    EXPECT_EQ(opened.locked, Locked::kNo);
    EXPECT_EQ(opened.document, document(3, 2));
    EXPECT_EQ(opened.copy, copy);
    opened.store->keep(answer(1));
    opened.store->write(4, versions(4, 4), 4);
  }
  EXPECT_EQ(format_in(file), 2);
  EXPECT_EQ(format_in(copy), 1);
  EXPECT_EQ(open_store(file).copy, fs::path()) << "once";
  EXPECT_EQ(read_text(copy), version(2).text);
  // Another file of that name has a copy of its own, and the same one none more.
  for (const char* end : {"", "-wal", "-shm"}) fs::remove(file.string() + end);
  for (int round = 0; round < 2; ++round) {
    make_first_format(file, 1, 1);
    EXPECT_EQ(open_store(file).copy, folder / "plan.fmplan.format-1-2");
  }
  EXPECT_EQ(read_text(copy), version(2).text);
}

TEST(PlanStore, ReplacesAFileOfTheFirstFormat) {
  const TemporaryFolder folder;
  const fs::path file = folder / "plan.fmplan";
  make_first_format(file, 3, 2);
  StoredDocument other = document(1, 0);
  other.answers = {answer(1)};
  make(file, other);
  EXPECT_EQ(open_store(file).document, other);
  EXPECT_EQ(format_in(file), 2);
}

TEST(PlanStore, LosesNothingWhereItIsKilledWhileTheFormatIsChanged) {
  const TemporaryFolder folder;
  const fs::path file = folder / "plan.fmplan";
  // A process that changes the format.
  const auto begin = [&] {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) fs::remove(entry.path());
    make_first_format(file, 40, 7);
    const pid_t child = ::fork();
    if (child == 0) {
      open_store(file);
      ::_exit(0);
    }
    return child;
  };
  using Clock = std::chrono::steady_clock;
  const pid_t first = begin();
  const Clock::time_point start = Clock::now();
  ::waitpid(first, nullptr, 0);
  const Clock::duration whole = Clock::now() - start;
  constexpr int kRounds = 60;  // chosen: killed from the begin on to twice the time that it takes whole
  int num_old = 0, num_new = 0;
  for (int round = 0; round < kRounds; ++round) {
    const pid_t child = begin();
    std::this_thread::sleep_for(whole * round / (kRounds / 2));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    (format_in(file) == 1 ? num_old : num_new) += 1;
    const OpenedStore opened = open_store(file);
    ASSERT_EQ(opened.document, document(40, 7)) << round;
    ASSERT_EQ(opened.locked, Locked::kNo);
    ASSERT_EQ(format_in(file), 2);
    ASSERT_EQ(read_text(folder / "plan.fmplan.format-1"), version(7).text);
    ASSERT_FALSE(fs::exists(folder / "plan.fmplan.format-1-2")) << "what the first has copied is taken for it";
  }
  EXPECT_GT(num_old, 0);
  EXPECT_GT(num_new, 0);
}

// Whatever room there is: the file is one of this format with a copy, or as it was and may be looked at.
TEST(PlanStore, StaysOfTheFirstFormatWhereTheDiskIsFull) {
  const TemporaryFolder folder;
  const fs::path file = folder / "plan.fmplan";
  int num_refused = 0, num_done = 0;
  for (rlim_t room = 4096; room <= 128 * 1024; room += 4096) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) fs::remove(entry.path());
    make_first_format(file, 200, 7);
    const int status = status_of_child([&] {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{.rlim_cur = room, .rlim_max = room};
      if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
      const OpenedStore opened = open_store(file);
      if (opened.document != document(200, 7)) return 2;
      if (opened.locked == Locked::kNo) return opened.store ? 10 : 3;
      return opened.locked == Locked::kOldFormat && !opened.store ? 11 : 4;
    });
    ASSERT_THAT(status, testing::AnyOf(10, 11)) << room;
    (status == 10 ? num_done : num_refused) += 1;
    ASSERT_EQ(format_in(file), status == 10 ? 2 : 1) << room;
    const OpenedStore opened = open_store(file);
    ASSERT_EQ(opened.document, document(200, 7));
    ASSERT_TRUE(opened.store) << "with room again";
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.path()))
      ASSERT_THAT(entry.path().string(), testing::Not(HasSubstr(".tmp"))) << room;
  }
  EXPECT_GT(num_refused, 0);
  EXPECT_GT(num_done, 0);
}

// As nobody, where the tests are run by root, whom permissions do not bind.
TEST(PlanStore, IsLookedAtWhereItCannotBeWritten) {
  const TemporaryFolder folder;
  const fs::path file = folder / "plan.fmplan";
  make(file, document(1, 1));
  make_first_format(folder / "old.fmplan", 1, 1);
  constexpr fs::perms kAllRead = fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read;
  constexpr fs::perms kAllEnter = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  fs::permissions(folder.path(), kAllRead | kAllEnter);
  fs::permissions(file, kAllRead);
  const int status = status_of_child([&] {
    constexpr uid_t kNobody = 65534;  // of Debian
    if (::geteuid() == 0 && ::seteuid(kNobody) != 0) return 1;
    const OpenedStore opened = open_store(file);
    if (opened.locked != Locked::kReadOnly || opened.store || opened.document != document(1, 1)) return 2;
    const OpenedStore old = open_store(folder / "old.fmplan");
    if (old.locked != Locked::kReadOnly || old.store || old.document != document(1, 1)) return 5;
    try {
      make(folder / "other.fmplan", document(1, 1));
      return 3;
    } catch (const InputError& error) {
      return std::string(error.what()).find("choose a folder that can be written to") == std::string::npos ? 4 : 0;
    }
  });
  fs::permissions(folder.path(), fs::perms::owner_all);
  EXPECT_EQ(status, 0);
}

// A disk that is full: the kernel refuses to let any file of the process grow beyond 64 KiB.
TEST(PlanStore, StaysAsItWasWhereTheDiskIsFull) {
  const TemporaryFolder folder;
  const fs::path file = folder / "plan.fmplan";
  make(file, document(1, 1));
  const int status = status_of_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{.rlim_cur = 65536, .rlim_max = 65536};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    OpenedStore opened = open_store(file);
    const std::vector<Version> large(1, {.label = "", .time = 0, .text = std::string(1 << 20, ' ')});
    try {
      opened.store->write(2, large, 2);
      return 2;
    } catch (const database::DatabaseError&) {
    }
    try {
      PlanStore::make(folder / "new.fmplan", {.versions = large});
      return 3;
    } catch (const database::DatabaseError&) {
    }
    // What is small enough still goes in.
    opened.store->write(2, versions(2, 2), 2);
    return 0;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(open_store(file).document.versions, versions(0, 2));
  EXPECT_FALSE(fs::exists(folder / "new.fmplan"));
}

TEST(PlanStore, RefusesFilesThatAreNotItsOwnAndLeavesThemAlone) {
  const TemporaryFolder folder;
  const fs::path path = folder / "plan.fmplan";
  const auto changed = [&](const char* sql) {
    return [&path, sql] {
      make(path, document(1, 1));
      Database(path.string()).run(sql);
    };
  };
  const auto cut = [&](std::size_t bytes) {
    return [&path, bytes] {
      make(path, document(1, 1));
      write_bytes(path, bytes_of(path).substr(0, bytes));
    };
  };
  struct Case {
    std::string_view what;
    std::function<void()> make;
    std::string_view why;
  };
  const std::vector<Case> cases = {
      {"another program's", [&] { make_database(path, "CREATE TABLE bookmarks (url TEXT)"); },
       "is a file of SQLite's, but no document of fmplan; name a .fmplan file or a JSON file"},
      {"of a newer format", changed("PRAGMA user_version = 99"),
       "has format 99 of .fmplan files, which a newer fmplan writes"},
      {"cut in its head", cut(60), "is a file of SQLite's, but no document of fmplan"},
      {"cut behind a page", cut(4096), "is damaged or cut off"},
      {"nonsense behind the head",
       [&] { write_bytes(path, std::string(database::kSqliteMagic) + std::string(9000, '\xA5')); },
       "is damaged or cut off"},
      {"with a view in place of a table",
       changed("DROP TABLE document; CREATE VIEW document AS WITH RECURSIVE n(one) AS (SELECT 1 UNION ALL SELECT one "
               "FROM n) SELECT one, 'scenario' AS kind, 1 AS shown FROM n"),
       "has not its tables"},
      {"with a trigger", changed("CREATE TRIGGER t AFTER INSERT ON versions BEGIN DELETE FROM versions; END"),
       "has not its tables"},
      {"without its document", changed("DELETE FROM document"), "holds no document"},
      {"with a document of another kind",
       changed("PRAGMA ignore_check_constraints = ON; UPDATE document SET kind = 'x'"), "of an unknown kind"},
      {"that shows what is not there", changed("UPDATE document SET shown = 7"), "lacks version 7"},
      {"with a hole", changed("UPDATE versions SET number = 5 WHERE number = 1; UPDATE document SET shown = 5"),
       "lacks version 1"},
      {"with more than is kept",
       changed("WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
               "INSERT INTO versions SELECT i, '', 0, '{}' FROM n"),
       "holds more versions of its document than fmplan keeps"},
      {"with a text beyond all measure",
       changed("UPDATE versions SET json = replace(hex(zeroblob(20000000)), '0', ' ') WHERE number = 1"),
       "is damaged or cut off (" /* … string or blob too big */},
  };
  for (const Case& bad : cases) {
    for (const char* end : {"", "-wal", "-shm"}) fs::remove(path.string() + end);
    bad.make();
    const std::string before = bytes_of(path);
    EXPECT_THAT([&] { open_store(path); },
                ThrowsMessage<InputError>(AllOf(HasSubstr(path.string()), HasSubstr(bad.why))))
        << bad.what;
    EXPECT_TRUE(bytes_of(path) == before) << bad.what << " was written to";
  }
}

// Cut anywhere, or with a page of nonsense, it is refused or gives a document; never anything else.
TEST(PlanStore, IsReadWithoutHarmWhereItIsDamaged) {
  const TemporaryFolder folder;
  const fs::path path = folder / "plan.fmplan";
  make(path, document(500, 400));
  const std::string whole = bytes_of(path);
  int num_refused = 0;
  const auto try_to_read = [&](const std::string& bytes) {
    const fs::path damaged = folder / "damaged.fmplan";
    write_bytes(damaged, bytes);
    try {
      EXPECT_FALSE(open_store(damaged).document.versions.empty());
    } catch (const InputError&) {
      ++num_refused;
    }
  };
  constexpr std::size_t kStep = 512;  // bytes, chosen: each page of 4 KiB at eight places
  int num_cut = 0;
  for (std::size_t at = database::kSqliteMagic.size(); at < whole.size(); at += kStep, ++num_cut)
    try_to_read(whole.substr(0, at));
  EXPECT_EQ(num_refused, num_cut) << "of what was cut nothing is believed";
  for (std::size_t at = 0; at + kStep < whole.size(); at += kStep) {
    std::string nonsense = whole;
    nonsense.replace(std::max(at, database::kSqliteMagic.size()), kStep, std::string(kStep, '\x5A'));
    try_to_read(nonsense);
  }
}

TEST(PlanText, TellsFilesApartByTheirBytes) {
  const TemporaryFolder folder;
  make(folder / "plan.json", document(1, 1));
  EXPECT_EQ(read_text(folder / "plan.json"), version(1).text);
  write_bytes(folder / "plan.fmplan", "{\"a\": 1}");
  EXPECT_EQ(read_json(folder / "plan.fmplan"), nlohmann::json({{"a", 1}}));
  write_bytes(folder / "short", "{}");
  EXPECT_EQ(read_text(folder / "short"), "{}");
  EXPECT_THAT([&] { read_text(folder / "none"); }, ThrowsMessage<InputError>(HasSubstr("cannot be opened")));
  EXPECT_THAT([&] { read_text(folder.path()); }, ThrowsMessage<InputError>(HasSubstr("is a folder")));
}

}  // namespace plan_store_test
}  // namespace fmplan::document
