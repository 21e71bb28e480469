#include "core/text/json_members.h"

#include <string>

#include <gtest/gtest.h>

#include "core/base/issue.h"

namespace fmplan::text {
namespace json_members_test {

using nlohmann::json;

TEST(ParseJsonWithout, IsTheDocumentWithoutTheMembers) {
  const std::string text =
      R"({"a": [1, {"rows": 2}], "rows" : [["]", "}", "\""], {"x": {}}], "b": "rows", "c": {"rows": [3]},
                               "notes": {}, "rows too": [4]})";
  const json whole = json::parse(text);
  json expected = whole;
  expected.erase("rows");
  expected.erase("notes");
  EXPECT_EQ(parse_json_without({"rows", "notes", "absent"}, text, "d.json"), expected);
  EXPECT_EQ(parse_json_without({}, text, "d.json"), whole);
}

// "b": "rows" is a value, and a scalar is dropped as a list is.
TEST(ParseJsonWithout, DropsMembersThatAreNoListsToo) {
  EXPECT_EQ(parse_json_without({"rows"}, R"({"b": "rows", "rows": 7})", "d.json"), json::parse(R"({"b": "rows"})"));
  EXPECT_EQ(parse_json_without({"rows"}, R"(["rows", [1]])", "d.json"), json::parse(R"(["rows", [1]])"));
}

TEST(ParseJsonWithout, FindsWhatIsWrongAroundTheMembersWhereItStands) {
  const auto where = [](const char* text) -> std::string {
    try {
      parse_json_without({"rows"}, text, "d.json");
    } catch (const InputError& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_TRUE(where("{\"rows\": [1,\n2], \"a\": }").starts_with("d.json: line 2, column 10"));
  EXPECT_TRUE(where("{\"rows\": [1, 2}").starts_with("d.json: line 1"));
  EXPECT_TRUE(where("{\"rows\": [], \"rows\": []}").starts_with("d.json#/rows"));
}

}  // namespace json_members_test
}  // namespace fmplan::text
