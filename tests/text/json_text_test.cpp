// What parse_json() refuses is listed in bad_scenario_test.cpp.

#include "core/text/json_text.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "tests/catalog/catalog_folder.h"

namespace fmplan::text {
namespace json_text_test {

using nlohmann::json;

TEST(ParseJson, ReadsWhatJsonAllows) {
  EXPECT_EQ(parse_json("\xEF\xBB\xBF {\"a\": [1, -2.5e3, true, null, \"\\u00e9\"]} \n", "s.json"),
            json({{"a", {1, -2500.0, true, nullptr, "é"}}}));
}

TEST(ParseJson, NamesEveryKeyThatStandsTwiceByItsPointer) {
  try {
    parse_json(R"([1, {"b/c": [[], {"x": 1, "x": {}}], "b/c": 3}, {"x": 1}])", "s.json");
    FAIL() << "no key was found to stand twice";
  } catch (const InputError& error) {
    ASSERT_EQ(error.issues().size(), 2u);
    EXPECT_EQ(error.issues()[0].where, "s.json#/1/b~1c/1/x");
    EXPECT_EQ(error.issues()[1].where, "s.json#/1/b~1c");
  }
}

TEST(Rounded, KeepsTheDigitsAskedFor) {
  EXPECT_EQ(rounded(1.23456789, 4), 1.235);
  EXPECT_EQ(rounded(-123456.0, 4), -123500);
  EXPECT_EQ(rounded(1.5e-7, 6), 1.5e-7);
  EXPECT_EQ(rounded(0, 6), 0);
  EXPECT_EQ(json(rounded(0.1 + 0.2, 6)).dump(), "0.3");
  const double third = 1.0 / 3;
  EXPECT_EQ(rounded(third, 17), third);
}

// 64 levels pass, 65 do not, and brackets in a text are no levels.
TEST(ParseJson, LimitsNesting) {
  const auto nested = [](int levels) {
    return std::string(static_cast<std::size_t>(levels), '[') + std::string(static_cast<std::size_t>(levels), ']');
  };
  EXPECT_NO_THROW(parse_json(nested(kMaxDocumentDepth), "s.json"));
  EXPECT_THROW(parse_json(nested(kMaxDocumentDepth + 1), "s.json"), InputError);
  EXPECT_NO_THROW(parse_json("\"" + std::string(1000, '[') + "\"", "s.json"));
  EXPECT_NO_THROW(
      parse_json(R"("\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[")", "s.json"));
}

TEST(ParseJson, LimitsSize) { EXPECT_THROW(parse_json(std::string(kMaxDocumentBytes + 1, ' '), "s.json"), InputError); }

TEST(WriteTextFile, ReplacesAFileWholeAndLeavesNothingElse) {
  const catalog::CatalogFolder folder;
  const std::filesystem::path path = folder.root() / "out.json";
  write_text_file(path, "first, and longer");
  write_text_file(path, "second");
  EXPECT_EQ(read_text_file(path), "second");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.root()), {}), 1);
}

TEST(WriteTextFile, LeavesNothingWhereItCannotWrite) {
  const catalog::CatalogFolder folder;
  std::filesystem::create_directory(folder.root() / "taken");
  EXPECT_THROW(write_text_file(folder.root() / "taken", "text"), std::runtime_error);
  EXPECT_THROW(write_text_file(folder.root() / "none" / "out.json", "text"), std::runtime_error);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.root()), {}), 1);
}

// RFC 6901, section 3.
TEST(PointerToken, EscapesTildeAndSlash) {
  EXPECT_EQ(pointer_token("a/b"), "a~1b");
  EXPECT_EQ(pointer_token("m~n"), "m~0n");
  EXPECT_EQ(pointer_token("~1"), "~01");
}

TEST(ValueText, ShowsValuesAsWrittenAndCutsLongOnes) {
  EXPECT_EQ(value_text(json("a\"b")), R"("a\"b")");
  EXPECT_EQ(value_text(json(2.5)), "2.5");
  EXPECT_EQ(value_text(json::object()), "an object");
  EXPECT_EQ(value_text(json::array()), "a list");
  EXPECT_EQ(value_text(json("\xff")), "\"\xEF\xBF\xBD\"");  // U+FFFD for what is not UTF-8
  std::string accents;
  for (int i = 0; i < 100; ++i) accents += "é";
  const std::string cut = value_text(json(accents));
  EXPECT_LT(cut.size(), 90u);
  EXPECT_NO_THROW(static_cast<void>(json(cut).dump()));  // still UTF-8
}

}  // namespace json_text_test
}  // namespace fmplan::text
