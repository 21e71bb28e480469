#include "core/text/field_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::text {
namespace field_reader_test {

using nlohmann::json;
using testing::ElementsAre;

enum class Colour { kRed, kBlue };
constexpr auto kColourNames = names<Colour>({{"red", Colour::kRed}, {"blue", Colour::kBlue}});

constexpr Field kInnerFields[] = {{.key = "depth", .kind = FieldKind::kWhole, .required = true, .maximum = 9}};
constexpr FieldTable kInner{.fields = kInnerFields};
constexpr Field kFields[] = {
    {.key = "whole", .kind = FieldKind::kWhole, .otherwise = "3", .minimum = 1, .maximum = 8},
    {.key = "must", .kind = FieldKind::kWhole, .required = true, .minimum = 2, .maximum = 8},
    {.key = "share", .kind = FieldKind::kShare, .otherwise = "1.2 %"},
    {.key = "number", .kind = FieldKind::kNumber, .otherwise = "0.7", .minimum = 0.2, .maximum = 20},
    {.key = "flag", .kind = FieldKind::kFlag, .otherwise = "true"},
    {.key = "time", .kind = FieldKind::kQuantity, .otherwise = "72 min", .dimension = Dimension::kTime},
    {.key = "late", .kind = FieldKind::kQuantity, .otherwise = "2 s", .nullable = true, .dimension = Dimension::kTime},
    {.key = "colour", .kind = FieldKind::kChoice, .otherwise = "blue", .names = kColourNames.texts},
    {.key = "inner", .kind = FieldKind::kObject, .object = &kInner}};
constexpr FieldTable kTable{.fields = kFields};

/// "where: message" of what `read` finds wrong with the object.
template <class Read>
std::vector<std::string> issues_of(const json& object, const Read& read) {
  Issues issues;
  FieldReader reader(object, "", kTable, issues);
  read(reader);
  std::vector<std::string> texts;
  for (const Issue& issue : issues) texts.push_back(issue.where + ": " + issue.message);
  return texts;
}

TEST(FieldReader, TakesTheDefaultsOfTheTable) {
  const json object = json::object();
  Issues issues;
  FieldReader reader(object, "", kTable, issues);
  EXPECT_EQ(reader.whole("whole"), 3);
  EXPECT_EQ(reader.whole_or("whole", 5), 5);
  EXPECT_EQ(reader.share("share"), 0.012);
  EXPECT_EQ(reader.number("number"), 0.7);
  EXPECT_TRUE(reader.flag("flag"));
  EXPECT_EQ(reader.quantity<Seconds>("time"), 72 * minute);
  EXPECT_EQ(reader.quantity<Seconds>("late"), 2 * second);
  EXPECT_EQ(reader.optional_quantity<Seconds>("late"), std::nullopt);
  EXPECT_EQ(reader.choice("colour", kColourNames), Colour::kBlue);
  EXPECT_TRUE(issues.empty());
}

TEST(FieldReader, TakesRangeUnitAndNamesOfTheTable) {
  EXPECT_THAT(issues_of({{"whole", 9}}, [](FieldReader& reader) { reader.whole("whole"); }),
              ElementsAre("/whole: 9 is not a whole number from 1 to 8; nearest: 8"));
  EXPECT_THAT(issues_of({{"number", 0.1}}, [](FieldReader& reader) { reader.number("number"); }),
              ElementsAre("/number: 0.1 is not a number from 0.2 to 20; write for instance 0.2"));
  EXPECT_THAT(issues_of({{"colour", "rad"}}, [](FieldReader& reader) { reader.choice("colour", kColourNames); }),
              ElementsAre("/colour: \"rad\" is none of \"red\", \"blue\"; did you mean \"red\"?"));
  EXPECT_THAT(issues_of({{"time", "3 GB"}}, [](FieldReader& reader) { reader.quantity<Seconds>("time"); }),
              ElementsAre(testing::StartsWith("/time: \"3 GB\" is not a number with one of the units s, ms")));
}

TEST(FieldReader, AsksForWhatIsRequired) {
  EXPECT_THAT(issues_of(json::object(), [](FieldReader& reader) { reader.whole("must"); }),
              ElementsAre("/must: is missing; write a whole number from 2 to 8"));
  EXPECT_THAT(issues_of(json::object(), [](FieldReader& reader) { reader.stated_whole("whole"); }),
              ElementsAre("/whole: is missing; write a whole number from 1 to 8"));
}

// null stands for "left out" only where the table says so.
TEST(FieldReader, TakesNullWhereTheTableDoes) {
  EXPECT_THAT(issues_of({{"late", nullptr}}, [](FieldReader& reader) { reader.quantity<Seconds>("late"); }),
              testing::IsEmpty());
  EXPECT_THAT(issues_of({{"time", nullptr}}, [](FieldReader& reader) { reader.quantity<Seconds>("time"); }),
              ElementsAre(testing::StartsWith("/time: null is not a number")));
}

TEST(FieldReader, KnowsTheKeysOfTheTableWithoutBeingAsked) {
  EXPECT_THAT(issues_of({{"whole", 1}, {"share", 0.1}, {"wholly", 1}},
                        [](FieldReader& reader) { reader.refuse_unknown_keys(); }),
              ElementsAre("/wholly: unknown key \"wholly\"; did you mean \"whole\"?"));
}

TEST(FieldReader, ReadsAnObjectInsideByItsOwnTable) {
  const json inner = {{"depth", 10}};
  EXPECT_THAT(
      issues_of({{"inner", inner}}, [&](FieldReader& reader) { FieldReader(inner, reader, "inner").whole("depth"); }),
      ElementsAre("/inner/depth: 10 is not a whole number from 0 to 9; nearest: 9"));
}

}  // namespace field_reader_test
}  // namespace fmplan::text
