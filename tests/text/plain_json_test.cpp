#include "core/text/plain_json.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan::text {
namespace plain_json_test {

using nlohmann::json;

constexpr int kDepth = 8;

TEST(ParsePlainJson, IsWhatNlohmannMakesOfTheText) {
  for (const char* const text : {"0",
                                 "7",
                                 "-7",
                                 "-0.0",
                                 "1.5",
                                 "1E5",
                                 "1e-400",
                                 "4.9e-324",
                                 "0.1",
                                 "123456789012345678.5",
                                 "9223372036854775807",
                                 "9223372036854775808",
                                 "-9223372036854775808",
                                 "18446744073709551615",
                                 "\"\"",
                                 R"("a\n\"\\\/b")",
                                 "\"é→𝄞\"",
                                 "true",
                                 "false",
                                 "null",
                                 " [ ] ",
                                 "{}",
                                 R"([1, -2, 3.0, "x", [], {}, null])",
                                 R"({"b": 1, "a": {"b": [{"c": "d"}]}, "": 0})"}) {
    const auto plain = parse_plain_json(text, kDepth);
    ASSERT_TRUE(plain.has_value()) << text;
    const json expected = json::parse(text);
    EXPECT_EQ(*plain, expected) << text;
    EXPECT_EQ(plain->type(), expected.type()) << text;
    EXPECT_EQ(plain->dump(), expected.dump()) << text;
  }
}

TEST(ParsePlainJson, IsWhatNlohmannMakesOfEveryShippedFile) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir() + "/catalogs")) {
    if (entry.path().extension() != ".json") continue;
    const std::string text = read_text_file(entry.path());
    const auto plain = parse_plain_json(text, kMaxDocumentDepth);
    ASSERT_TRUE(plain.has_value()) << entry.path();
    EXPECT_EQ(plain->dump(), json::parse(text).dump()) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 400u);
}

TEST(ParsePlainJson, LeavesWhatIsWrongOrUnusualToTheStrictParser) {
  for (const char* const text :
       {"", " ", "[1,]", "01", "1.", "-", "nul", "1e400", "[1] 2", "{\"a\": 1, \"a\": 2}",
        "[{\"a\": {\"b\": 0, \"b\": 0}}]", "\"\x01\"", "\"\xff\"", "\"\xed\xa0\x80\"", R"("\ud834\udd1e")",
        R"("\udd1e")", "\xef\xbb\xbf{}", "18446744073709551616", "[[[[[[[[[]]]]]]]]]"})
    EXPECT_FALSE(parse_plain_json(text, kDepth).has_value()) << text;
}

constexpr const char* kText =
    R"({"a": [1, {"rows": 2}], "rows" : [["]", "}", "\""], {"x": {}}], "b": "rows", "c": {"rows": [3]},
                             "notes": {}, "rows too": [4]})";

TEST(ParseJson, LeavesMembersOut) {
  const json whole = json::parse(kText);
  json expected = whole;
  expected.erase("rows");
  expected.erase("notes");
  EXPECT_EQ(parse_plain_json(kText, kDepth, {"rows", "notes", "absent"}), expected);
  EXPECT_EQ(parse_json(kText, "d.json", {"rows", "notes", "absent"}), expected);
  EXPECT_EQ(parse_json(kText, "d.json"), whole);
  EXPECT_EQ(parse_json(R"(["rows", [1]])", "d.json", {"rows"}), json::parse(R"(["rows", [1]])"));
  EXPECT_EQ(parse_json(R"({"b": "\u0072", "rows": 7})", "d.json", {"rows"}), json::parse(R"({"b": "r"})"));
}

TEST(ParseJson, FindsWhatIsWrongAroundMembersThatAreLeftOutWhereItStands) {
  const auto where = [](const char* text) -> std::string {
    try {
      parse_json(text, "d.json", {"rows"});
    } catch (const InputError& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_TRUE(where("{\"rows\": [1,\n2], \"a\": }").starts_with("d.json: line 2, column 10"));
  EXPECT_TRUE(where("{\"rows\": [1, 2}").starts_with("d.json: line 1"));
  EXPECT_TRUE(where("{\"rows\": [], \"rows\": []}").starts_with("d.json#/rows"));
}

}  // namespace plain_json_test
}  // namespace fmplan::text
