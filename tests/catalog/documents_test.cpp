#include "core/catalog/documents.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/catalog/catalog_folder.h"

namespace fmplan::catalog {
namespace documents_test {

using testing::ElementsAre;

TEST(Documents, StayAsTheyWereFirstSeen) {
  const CatalogFolder folder;
  folder.write("networks/wire.json", R"({"name": "wire"})");
  const Documents documents({folder.root()});
  const nlohmann::json& wire = documents.raw("networks", "wire");
  const std::string version = documents.version();
  folder.write("networks/wire.json", R"({"name": "rope"})");
  folder.write("networks/late.json", R"({"name": "late"})");
  EXPECT_EQ(&documents.raw("networks", "WIRE"), &wire);
  EXPECT_EQ(wire["name"], "wire");
  EXPECT_THAT(documents.names("networks"), ElementsAre("wire"));
  EXPECT_FALSE(documents.has("networks", "late"));
  EXPECT_EQ(documents.version(), version);

  const Documents later({folder.root()});
  EXPECT_EQ(later.raw("networks", "wire")["name"], "rope");
  EXPECT_THAT(later.names("networks"), ElementsAre("late", "wire"));
  EXPECT_NE(later.version(), version);
}

TEST(Documents, OfALaterRootReplaceThoseOfTheSameName) {
  const CatalogFolder folder;
  folder.write("below/networks/wire.json", R"({"name": "below"})");
  folder.write("below/networks/only.json", R"({"name": "only"})");
  folder.write("above/networks/Wire.json", R"({"name": "above"})");
  const Documents documents({folder.root() / "below", folder.root() / "above"});
  EXPECT_EQ(documents.raw("networks", "wire")["name"], "above");
  EXPECT_EQ(documents.item("networks", "wire").root, 1u);
  EXPECT_EQ(documents.item("networks", "only").root, 0u);
  EXPECT_THAT(documents.names("networks"), ElementsAre("only", "wire"));
}

// Two files of one folder whose names differ by capitals only: what was typed is what is meant.
TEST(Documents, OfTheVeryNameComeBeforeThoseSpeltWithCapitals) {
  const CatalogFolder folder;
  folder.write("networks/WIRE.json", R"({"name": "capitals"})");
  folder.write("networks/wire.json", R"({"name": "small"})");
  folder.write("networks/_wire.json", R"({"name": "other"})");
  const Documents documents({folder.root()});
  EXPECT_EQ(documents.raw("networks", "Wire")["name"], "small");
  EXPECT_THAT(documents.names("networks"), ElementsAre("-wire", "wire"));
}

TEST(Documents, AreFilesAndNoFolders) {
  const CatalogFolder folder;
  std::filesystem::create_directories(folder.root() / "networks" / "folder.json");
  const Documents documents({folder.root()});
  EXPECT_FALSE(documents.has("networks", "folder"));
  EXPECT_THAT(documents.names("networks"), ElementsAre());
}

}  // namespace documents_test
}  // namespace fmplan::catalog
