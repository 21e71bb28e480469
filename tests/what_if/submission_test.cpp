#include "core/what_if/submission.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/base/issue.h"
#include "core/what_if/part_file.h"

namespace fmplan::what_if {
namespace submission_test {

using testing::ElementsAre;
using testing::HasSubstr;

class Folder : public testing::Test {
 protected:
  Folder() : folder_(testing::TempDir() + "submission_" + std::to_string(::getpid())) {
    std::filesystem::create_directories(folder_);
  }
  ~Folder() override { std::filesystem::remove_all(folder_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ + "/" + name) << text; }

  /// A part of a search, whole or cut off before its end.
  void write_part(int number, int of, const std::string& fingerprint, bool whole = true) const {
    const PartHead head{.kind = PartKind::kSearch,
                        .asked = {.name = "s.json", .document = {}, .folder = "."},
                        .fingerprint = fingerprint,
                        .shard = {number, of}};
    const std::string text = part_text(head, text::Json::object());
    write("shard-" + std::to_string(number) + ".jsonl", whole ? text : text.substr(0, text.find('\n') + 1));
  }

  std::string folder_;
};

TEST_F(Folder, OfNothingSubmittedIsNone) {
  EXPECT_FALSE(read_submitted(folder_));
  EXPECT_FALSE(merge_code(folder_));
}

TEST_F(Folder, ThatIsDamagedIsRefused) {
  for (const char* text : {"", "[]", "{\"version\": 1}", "{\"version\": 1, \"fingerprint\": 7}"}) {
    write("jobs.json", text);
    EXPECT_THROW(read_submitted(folder_), InputError) << text;
  }
}

TEST_F(Folder, TellsWhatThereIsAndWhatIsMissing) {
  write_part(1, 4, "abc");
  write_part(3, 4, "abc", false);
  SubmittedParts parts(folder_, "abc", 4);
  parts.look();
  EXPECT_EQ(parts.num_done(), 1);
  EXPECT_THAT(parts.missing(), ElementsAre(2, 3, 4));
  // The first of four shards of ten items has two or three.
  EXPECT_THAT(parts.items_done(10), testing::AnyOf(2, 3));
  for (int number = 2; number <= 4; ++number) write_part(number, 4, "abc");
  std::filesystem::last_write_time(folder_ + "/shard-3.jsonl",
                                   std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
  parts.look();
  EXPECT_EQ(parts.items_done(10), 10);
  EXPECT_TRUE(parts.missing().empty());
}

TEST_F(Folder, WithAPartOfAnotherQuestionIsRefused) {
  write_part(2, 4, "another");
  SubmittedParts parts(folder_, "abc", 4);
  EXPECT_THROW(parts.look(), InputError);
}

TEST_F(Folder, KeepsTheCodeOfTheMerge) {
  write("merge.code", "3\n");
  EXPECT_EQ(merge_code(folder_), 3);
}

TEST(NumShards, AreAsAskedElseAsBeforeElseSixteen) {
  const Submitted before{.fingerprint = "abc", .num_shards = 5, .array = "", .merge = ""};
  EXPECT_EQ(num_shards("", 1000, "points", 1000, std::nullopt), 16);
  EXPECT_EQ(num_shards("", 4, "points", 4, std::nullopt), 4);
  EXPECT_EQ(num_shards("", 1000, "points", 1000, before), 5);
  EXPECT_EQ(num_shards("5", 1000, "points", 1000, before), 5);
  EXPECT_EQ(num_shards("1000", 1'000'000, "points", 1'000'000, std::nullopt), 1000);
}

TEST(NumShards, RefuseWhatTheyCannotBe) {
  const Submitted before{.fingerprint = "abc", .num_shards = 5, .array = "", .merge = ""};
  struct Bad {
    const char* asked;
    std::int64_t num_items;
    std::optional<Submitted> before;
    const char* why;
  };
  const Bad kBad[] = {{"0", 8, std::nullopt, "from 1 to 8, the most that 8 points are cut into; for example 8"},
                      {"9", 8, std::nullopt, "from 1 to 8"},
                      {"four", 80, std::nullopt, "for example 16"},
                      {"1001", 1'000'000, std::nullopt, "from 1 to 1000"},
                      {"4", 80, before, "5 shards were submitted before"}};
  for (const Bad& bad : kBad) {
    try {
      num_shards(bad.asked, bad.num_items, "points", bad.num_items, bad.before);
      FAIL() << bad.asked;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(bad.why));
    }
  }
}

}  // namespace submission_test
}  // namespace fmplan::what_if
