#include "core/programme/edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"

namespace fmplan::programme {
namespace edit_test {

using nlohmann::json;
using testing::HasSubstr;

json sample() {
  return json::parse(R"({
    "pools": [{"name": "p5.tokyo", "spares": 1, "deliveries": [{"on": "2025-03-01", "nodes": 64}]}],
    "organisations": [
      {"name": "north", "projects": [{"name": "a"}, {"name": "b", "after": ["a"]}]},
      {"name": "south", "projects": [{"name": "c", "after": ["b"]}]}]})");
}

std::string why_not(const std::string& assignment) {
  json document = sample();
  try {
    set_programme_value(document, assignment, std::nullopt);
  } catch (const InputError& error) {
    return error.issues().front().message;
  }
  return "";
}

TEST(ProgrammeEdit, ItemsAreMeantByNameOrNumber) {
  json document = sample();
  set_programme_value(document, "organisations.south.projects.c.weight=3", std::nullopt);
  set_programme_value(document, "organisations.0.projects.1.weight=4", std::nullopt);
  EXPECT_EQ(document["organisations"][1]["projects"][0]["weight"], 3);
  EXPECT_EQ(document["organisations"][0]["projects"][1]["weight"], 4);
}

// A name with a dot in it is a step of a path that begins with "/".
TEST(ProgrammeEdit, DaysAndNumbersMove) {
  json document = sample();
  set_programme_value(document, "/pools/p5.tokyo/deliveries/0/on=+14d", std::nullopt);
  set_programme_value(document, "/pools/p5.tokyo/deliveries/0/nodes=-8", std::nullopt);
  set_programme_value(document, "/pools/p5.tokyo/spares=+2", std::nullopt);
  EXPECT_EQ(document["pools"][0]["deliveries"][0]["on"], "2025-03-15");
  EXPECT_EQ(document["pools"][0]["deliveries"][0]["nodes"], 56);
  EXPECT_EQ(document["pools"][0]["spares"], 3);
  set_programme_value(document, "/pools/p5.tokyo/deliveries/0/on=-2w", std::nullopt);
  EXPECT_EQ(document["pools"][0]["deliveries"][0]["on"], "2025-03-01");
}

TEST(ProgrammeEdit, ValuesThatAreNotThereAreMade) {
  json document = sample();
  set_programme_value(document, "policy.kind=fifo", std::nullopt);
  EXPECT_EQ(document["policy"]["kind"], "fifo");
}

TEST(ProgrammeEdit, UnknownItemsAreNamedWithTheNearest) {
  EXPECT_THAT(why_not("organisations.nort.projects.a.weight=1"), HasSubstr("did you mean \"north\"?"));
  EXPECT_THAT(why_not("pools.h100.spares=2"), HasSubstr("; there is p5.tokyo"));
  EXPECT_THAT(why_not("organisations.2.projects.a.weight=1"), HasSubstr("none of its 2 items"));
  EXPECT_THAT(why_not("pools"), HasSubstr("has no \"=\""));
}

// What completion offers can be read back, names with points and slashes in them too.
TEST(ProgrammeEdit, PathsLeadBackToTheirValues) {
  json document = sample();
  document["pools"].push_back(
      json::parse(R"({"name": "p5.tokyo/a", "deliveries": [{"on": "2026-01-01", "nodes": 7}]})"));
  const std::vector<std::string> paths = programme_paths(document);
  EXPECT_THAT(paths, testing::Contains("/pools/p5.tokyo~1a/deliveries/0/nodes"));
  for (const std::string& path : paths) EXPECT_TRUE(programme_value(document, path, std::nullopt)) << path;
  EXPECT_EQ(programme_value(document, "/pools/p5.tokyo~1a/deliveries/0/nodes", std::nullopt), json(7));
  EXPECT_FALSE(programme_value(document, "pools.0.nothing", std::nullopt));
}

TEST(ProgrammeEdit, NothingWaitsForADroppedProject) {
  json document = sample();
  const std::vector<std::string> said = drop_project(document, "a");
  EXPECT_THAT(said, testing::Contains("b no longer comes after a, which is left out."));
  EXPECT_EQ(document["organisations"][0]["projects"].size(), 1U);
  EXPECT_TRUE(document["organisations"][0]["projects"][0]["after"].empty());
  EXPECT_THROW(drop_project(document, "a"), InputError);
}

TEST(ProgrammeEdit, OneOrganisationIsLeft) {
  json document = sample();
  keep_organisation(document, "south");
  ASSERT_EQ(document["organisations"].size(), 1U);
  EXPECT_TRUE(document["organisations"][0]["projects"][0]["after"].empty());
  EXPECT_THROW(keep_organisation(document, "north"), InputError);
}

TEST(ProgrammeEdit, HostileDocumentsAreRefusedOrLeftAlone) {
  json document =
      json::parse(R"({"pools": 3, "organisations": [1, {"projects": 7}, {"projects": [null, {"name": 5}]}]})");
  EXPECT_THROW(drop_project(document, "a"), InputError);
  EXPECT_THROW(keep_organisation(document, "a"), InputError);
  EXPECT_FALSE(is_programme(json::parse(R"({"pools": [], "organisations": {}})")));
}

}  // namespace edit_test
}  // namespace fmplan::programme
