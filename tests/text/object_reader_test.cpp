#include "core/text/object_reader.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::text {
namespace object_reader_test {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The one message that `read` gives for {"key": value}; empty if there is none.
template <class Read>
std::string message(const json& value, const Read& read) {
  const json object = {{"key", value}};
  Issues issues;
  ObjectReader reader(object, "/at", issues);
  read(reader);
  if (issues.empty()) return "";
  EXPECT_EQ(issues.size(), 1u);
  EXPECT_EQ(issues[0].where, "/at/key");
  return issues[0].message;
}

TEST(ObjectReader, ReadsWhatIsThere) {
  const json object = {{"text", "a"},     {"flag", true},    {"whole", 8},          {"count", "15T"}, {"number", 0.5},
                       {"share", "12 %"}, {"size", "80 GB"}, {"day", "2025-03-01"}, {"choice", "b"},  {"list", {1, 2}}};
  Issues issues;
  ObjectReader reader(object, "", issues);
  EXPECT_EQ(reader.string("text"), "a");
  EXPECT_TRUE(reader.boolean_or("flag", false));
  EXPECT_EQ(reader.integer("whole", 1), 8);
  EXPECT_EQ(reader.count("count", 1), 15'000'000'000'000);
  EXPECT_EQ(reader.number("number", 0, 1), 0.5);
  EXPECT_EQ(reader.share_or("share", 0), 0.12);
  EXPECT_EQ(reader.quantity<Bytes>("size", data_units()), 80 * gigabyte);
  EXPECT_EQ(date_text(reader.date("day")), "2025-03-01");
  constexpr auto kNames = names<int>({{"a", 1}, {"b", 2}});
  EXPECT_EQ(reader.choice_or("choice", 0, kNames), 2);
  std::string seen;
  reader.each("list",
              [&](const json& element, const std::string& where) { seen += where + "=" + element.dump() + " "; });
  EXPECT_EQ(seen, "/list/0=1 /list/1=2 ");
  EXPECT_THAT(reader.refuse_unknown_keys(), IsEmpty());
  EXPECT_THAT(issues, IsEmpty());
}

TEST(ObjectReader, FallsBackWhereAKeyIsAbsent) {
  const json object = json::object();
  Issues issues;
  ObjectReader reader(object, "", issues);
  EXPECT_EQ(reader.string_or("a", "x"), "x");
  EXPECT_TRUE(reader.boolean_or("a", true));
  EXPECT_EQ(reader.integer_or("a", 7, 1), 7);
  EXPECT_EQ(reader.count_or("a", 7, 1), 7);
  EXPECT_EQ(reader.number_or("a", 7, 0, 9), 7);
  EXPECT_EQ(reader.share_or("a", 0.5), 0.5);
  EXPECT_EQ(reader.optional_quantity<Seconds>("a", time_units()), std::nullopt);
  EXPECT_EQ(reader.optional_date("a"), std::nullopt);
  EXPECT_THAT(issues, IsEmpty());
}

TEST(ObjectReader, SaysWhatToWriteWhereARequiredKeyIsAbsent) {
  const json object = json::object();
  Issues issues;
  ObjectReader reader(object, "", issues);
  reader.string("a");
  reader.integer("b", 1, 8);
  reader.count("c", 1);
  reader.number("d", 0, 1);
  reader.quantity<Bytes>("e", data_units());
  reader.date("f");
  reader.require("g");
  ASSERT_EQ(issues.size(), 7u);
  const char* expected[] = {"is missing; write a text in double quotes",
                            "is missing; write a whole number from 1 to 8",
                            "is missing; write for instance \"15T\", \"70B\" or 8192",
                            "is missing; write a number from 0 to 1",
                            "is missing; write for instance \"1.5 GB\"",
                            "is missing; write a day, for instance \"2025-03-01\"",
                            "is missing"};
  for (std::size_t i = 0; i < issues.size(); ++i) EXPECT_EQ(issues[i].message, expected[i]);
}

TEST(ObjectReader, TakesWholeNumbersOnlyInTheirRange) {
  const auto read = [](ObjectReader& reader) { reader.integer("key", 0, 100); };
  for (const json& good : {json(0), json(-0), json(100), json(7u)}) EXPECT_EQ(message(good, read), "") << good;
  const std::pair<json, const char*> bad[] = {{-1, "-1 is not a whole number from 0 to 100; nearest: 0"},
                                              {101, "nearest: 100"},
                                              {2.5, "2.5 is not a whole number from 0 to 100; nearest: 3"},
                                              {7.0, "7.0 is not a whole number from 0 to 100; nearest: 7"},
                                              {18'446'744'073'709'551'615u, "nearest: 100"},
                                              {-9'223'372'036'854'775'807, "nearest: 0"},
                                              {true, "true is not a whole number from 0 to 100; write for instance 1"},
                                              {nullptr, "null is not a whole number"},
                                              {"7", "\"7\" is not a whole number from 0 to 100; nearest: 7"},
                                              {"seven", "write for instance 1"},
                                              {json::array(), "a list is not a whole number"}};
  for (const auto& [value, text] : bad) EXPECT_THAT(message(value, read), HasSubstr(text));
}

TEST(ObjectReader, NeverReadsMinusZero) {
  const json object = {{"number", -0.0}, {"share", -0.0}};
  Issues issues;
  ObjectReader reader(object, "", issues);
  EXPECT_FALSE(std::signbit(reader.number("number", 0, 1)));
  EXPECT_FALSE(std::signbit(reader.share_or("share", 1)));
  EXPECT_THAT(issues, IsEmpty());
}

TEST(ObjectReader, RefusesQuantitiesWithoutTheirUnitOrOutOfReach) {
  const auto read = [](ObjectReader& reader) { reader.quantity<Bytes>("key", data_units()); };
  const std::pair<json, const char*> bad[] = {{80, "80 has no unit; write for instance \"80 GB\""},
                                              {-80, "-80 has no unit; write for instance \"1.5 GB\""},
                                              {"80", "is not a number with one of the units GB, B, kB"},
                                              {"80 Gb", "is not a number with one of the units"},
                                              {"eighty GB", "is not a number"},
                                              {"0 GB", "\"0 GB\" is not positive; write for instance \"1.5 GB\""},
                                              {"-1 GB", "is not positive"},
                                              {"1e25 GB", "is too large"},
                                              {"1e-31 B", "is too small"},
                                              {"1e999 GB", "is not a number"},
                                              {"nan GB", "is not a number"},
                                              {nullptr, "null is not a number with one of the units"}};
  for (const auto& [value, text] : bad) EXPECT_THAT(message(value, read), HasSubstr(text));
}

TEST(ObjectReader, CutsWhatIsTooLongForAMessage) {
  const std::string text = message(std::string(10'000, 'x'), [](ObjectReader& reader) { reader.integer("key", 1); });
  EXPECT_LT(text.size(), 200u);
}

TEST(ObjectReader, RefusesUnknownKeysAndSaysWhichWereMeant) {
  const json object = {{"lenght", 1}, {"zzz", 2}, {"width", 3}};
  Issues issues;
  ObjectReader reader(object, "/box", issues);
  reader.integer_or("length", 1, 1);
  reader.integer_or("width", 1, 1);
  EXPECT_THAT(reader.refuse_unknown_keys(), ElementsAre("/box/length"));
  ASSERT_EQ(issues.size(), 2u);
  EXPECT_EQ(issues[0], (Issue{"/box/lenght", "unknown key \"lenght\"; did you mean \"length\"?"}));
  EXPECT_EQ(issues[1], (Issue{"/box/zzz", "unknown key \"zzz\"; known are \"length\", \"width\""}));
}

// A key that other parts of the document have is not a misspelt one.
TEST(ObjectReader, SaysWhereElseAKeyBelongs) {
  const json object = {{"nodes", 1}, {"notes", "x"}, {"rate", 2}, {"capacit", 3}, {"zzz", 4}};
  Issues issues;
  ObjectReader reader(object, "", issues);
  reader.string_or("notes", "");
  EXPECT_THAT(reader.refuse_unknown_keys(
                  {"run.groups.nodes", "cluster.nodes", "run.rate", "price.rate", "run.rates", "storage.capacity"}),
              ElementsAre("/storage/capacity", "/cluster/nodes", "/run/rate", "/price/rate"));
  ASSERT_EQ(issues.size(), 4u);
  EXPECT_EQ(issues[0], (Issue{"/capacit", "unknown key \"capacit\"; did you mean \"storage.capacity\"?"}));
  EXPECT_EQ(issues[1], (Issue{"/nodes", "unknown key \"nodes\"; did you mean \"cluster.nodes\"?"}));
  EXPECT_EQ(issues[2], (Issue{"/rate", "unknown key \"rate\"; did you mean \"run.rate\" or \"price.rate\"?"}));
  EXPECT_EQ(issues[3], (Issue{"/zzz", "unknown key \"zzz\"; known are \"notes\""}));
}

TEST(ObjectReader, TakesASingularForItsPlural) {
  const json object = {{"node", 1}};
  Issues issues;
  ObjectReader reader(object, "", issues);
  reader.integer_or("nodes", 1, 1);
  EXPECT_THAT(reader.refuse_unknown_keys({"power.node", "cluster.nodes"}), ElementsAre("/nodes"));
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_EQ(issues[0], (Issue{"/node", "unknown key \"node\"; did you mean \"nodes\"?"}));
}

// The pointer keeps RFC 6901's escapes; a key of many bytes is cut between characters.
TEST(ObjectReader, PointsAtStrangeKeys) {
  std::string longest;
  for (int i = 0; i < 100; ++i) longest += "é";
  const json object = {{"a/b~c", 1}, {longest, 2}};
  Issues issues;
  ObjectReader(object, "", issues).refuse_unknown_keys();
  ASSERT_EQ(issues.size(), 2u);
  EXPECT_EQ(issues[0].where, "/a~1b~0c");
  EXPECT_EQ(issues[1].where.size(), 81u);
  EXPECT_NO_THROW(static_cast<void>(json(issues[1].where).dump()));
}

TEST(ObjectReader, OfSomethingElseThanAnObjectIsOneIssue) {
  const json list = json::array({1, 2});
  Issues issues;
  ObjectReader reader(list, "/run", issues);
  reader.string("name");
  reader.integer("nodes", 1);
  reader.refuse_unknown_keys();
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_EQ(issues[0].where, "/run");
  EXPECT_THAT(issues[0].message, HasSubstr("a list is not an object"));
}

}  // namespace object_reader_test
}  // namespace fmplan::text
