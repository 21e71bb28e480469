// The validator that holds answers against their schemas sees what it is there to see.

#include "tests/answer/json_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::answer {
namespace json_schema_test {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

/// An answer of a time, which may be unknown, and of rows.
JsonSchema times() {
  return JsonSchema(json::parse(R"({
    "type": "object",
    "properties": {
      "time_s": {"type": ["number", "null"]},
      "best": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/row"}]},
      "rows": {"type": "array", "items": {"$ref": "#/$defs/row"}},
      "counts": {"type": "object", "additionalProperties": {"type": "integer"}}
    },
    "required": ["time_s", "rows"],
    "additionalProperties": false,
    "$defs": {
      "row": {
        "type": "object",
        "properties": {"name": {"type": "string"}, "note": {"type": "string"}},
        "required": ["name"],
        "additionalProperties": false
      }
    }
  })"));
}

json answer() {
  return {
      {"time_s", 1.5}, {"best", {{"name", "a"}}}, {"rows", {{{"name", "a"}, {"note", ""}}}}, {"counts", {{"x", 1}}}};
}

TEST(JsonSchema, TakesWhatIsDescribed) {
  EXPECT_THAT(times().violations(answer()), IsEmpty());
  json unknown = answer();
  unknown["time_s"] = nullptr;
  unknown["best"] = nullptr;
  EXPECT_THAT(times().violations(unknown), IsEmpty());
}

TEST(JsonSchema, SeesAnAddedKey) {
  json added = answer();
  added["rows"][0]["weight"] = 1;
  added["days"] = 2;
  EXPECT_THAT(times().violations(added),
              ElementsAre("/days: additionalProperties", "/rows/0/weight: additionalProperties"));
}

TEST(JsonSchema, SeesADroppedKey) {
  json dropped = answer();
  dropped.erase("time_s");
  dropped["rows"][0].erase("name");
  EXPECT_THAT(times().violations(dropped), ElementsAre("/time_s: required", "/rows/0/name: required"));
}

TEST(JsonSchema, SeesAnotherType) {
  json changed = answer();
  changed["time_s"] = "1.5";
  changed["counts"]["x"] = 1.5;
  EXPECT_THAT(times().violations(changed), ElementsAre("/counts/x: type", "/time_s: type"));
}

// Of a value that may be null, what is wrong with it as the other thing that it may be.
TEST(JsonSchema, SaysWhatIsWrongWithWhatMayBeNull) {
  json changed = answer();
  changed["best"] = {{"nmae", "a"}};
  EXPECT_THAT(times().violations(changed),
              ElementsAre("/best: anyOf", "/best/name: required", "/best/nmae: additionalProperties"));
}

TEST(JsonSchema, SeesAWordThatItDoesNotKnow) {
  EXPECT_THAT(JsonSchema(json{{"maxProperties", 1}}).violations(json::object()), ElementsAre(": maxProperties"));
}

TEST(JsonSchema, NamesThePropertiesThatNoAnswerHas) {
  EXPECT_THAT(times().unused_properties({answer()}), IsEmpty());
  json less = answer();
  less["rows"][0].erase("note");
  less.erase("counts");
  EXPECT_THAT(times().unused_properties({less}), ElementsAre("/$defs/row/properties/note", "/properties/counts"));
  EXPECT_THAT(times().unused_properties({less, answer()}), IsEmpty());
}

}  // namespace json_schema_test
}  // namespace fmplan::answer
