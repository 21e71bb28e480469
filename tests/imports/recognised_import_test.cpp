#include "core/imports/recognised_import.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan::imports {
namespace recognised_import_test {

std::string recognised(std::string_view text) {
  const ImportKind* kind = recognised_import(text);
  return kind ? std::string(kind->name) : "";
}

std::string text_of(const std::string& path) {
  return text::read_text_file(std::filesystem::path(source_dir()) / path);
}

TEST(RecognisedImport, TellsEachKindByItsBytes) {
  const std::vector<std::pair<std::string, std::string>> files = {
      {"tests/golden/inputs/all_reduce.log", "nccl-tests"},
      {"tests/data/logs/megatron.log", "megatron-log"},
      {"tests/data/logs/torchtitan.log", "torchtitan-log"},
      {"tests/data/logs/nemo.log", "nemo-log"},
      {"tests/data/logs/nemo1.log", "nemo-log"},
      {"tests/golden/inputs/jobs.swf", "swf"},
      {"tests/golden/inputs/jobs.sacct", "sacct"},
      {"tests/golden/inputs/wishes.csv", "demand"},
      {"tests/golden/inputs/vms.csv", "skypilot"},
      {"tests/data/skypilot/aws_vms_v8_head.csv", "skypilot"},
      {"tests/data/hf/qwen3-8b.json", "hf-config"}};
  for (const auto& [path, kind] : files) EXPECT_EQ(recognised(text_of(path)), kind) << path;
  EXPECT_EQ(recognised(R"({"nccl_version": 22304, "results": []})"), "nccl-tests");
}

TEST(RecognisedImport, EveryKindHasOne) {
  std::vector<std::string> names;
  for (const ImportKind& kind : import_kinds()) names.emplace_back(kind.name);
  EXPECT_EQ(names, (std::vector<std::string>{"nccl-tests", "megatron-log", "torchtitan-log", "nemo-log", "swf", "sacct",
                                             "demand", "skypilot", "hf-config"}))
      << "a new kind needs its mark in recognised_import.cpp and a file in the test above";
}

// Scenarios and programmes are documents, not others' files.
TEST(RecognisedImport, TakesNothingElse) {
  for (const char* path : {"scenarios/llama3-70b-p5.json", "programmes/two-teams.json", "README.md", "CMakeLists.txt"})
    EXPECT_EQ(recognised(text_of(path)), "") << path;
  for (const std::string& text :
       {std::string(), std::string("\n\n"), std::string("{"), std::string("[]"), std::string("{\"results\": 1}"),
        std::string("\x1f\x8b\x08 packed"), std::string(100'000, '|'), std::string(3'000'000, 'x'),
        std::string("1 2 3\n"), std::string("a,\"b\nJobID|NNodes\n"), std::string("\0\0\0\0", 4)})
    EXPECT_EQ(recognised(text), "") << text.substr(0, 20);
}

// What is cut anywhere is recognised or not, and never more than that.
TEST(RecognisedImport, BearsBeginningsOfAnyLength) {
  for (const char* path :
       {"tests/golden/inputs/all_reduce.log", "tests/data/logs/nemo.log", "tests/golden/inputs/vms.csv"}) {
    const std::string whole = text_of(path);
    const std::string kind = recognised(whole);
    for (std::size_t length = 0; length < whole.size(); length += 37) {
      const std::string found = recognised(std::string_view(whole).substr(0, length));
      EXPECT_TRUE(found.empty() || found == kind) << path << " " << length << " " << found;
    }
  }
}

}  // namespace recognised_import_test
}  // namespace fmplan::imports
