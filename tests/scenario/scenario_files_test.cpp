// Files that a scenario names: its model and its anchor.  Nothing else is looked for outside the catalogue.

#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "tests/scenario/good_scenarios.h"
#include "tests/source_dir.h"

namespace fmplan::scenario {
namespace scenario_files_test {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

const catalog::Catalog& catalog() {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  return kCatalog;
}

/// Two folders beside each other, "here" with a model in it and an empty "there".
class ScenarioFiles : public testing::Test {
 protected:
  ScenarioFiles() {
    fs::create_directories(here());
    fs::create_directories(root_ / "there");
    fs::copy_file(catalog().file("models", "llama-3-8b"), model_file());
  }
  ~ScenarioFiles() override { fs::remove_all(root_); }

  fs::path here() const { return root_ / "here"; }
  fs::path there() const { return root_ / "there"; }
  fs::path model_file() const { return here() / "own.json"; }

 private:
  fs::path root_ = fs::temp_directory_path() / ("fmplan-scenario-files-" + std::to_string(::getpid()));
};

json with(const char* path, const std::string& value) {
  json document = json::parse(kGoodScenario);
  document[json::json_pointer(path)] = value;
  return document;
}

/// What is said of `path`; empty if the scenario can be read.
std::string complaint(const json& document, const char* path, const std::optional<fs::path>& folder) {
  try {
    read_scenario(document, catalog(), folder);
  } catch (const InputError& error) {
    for (const Issue& issue : error.issues())
      if (issue.where == path) return issue.message;
    return error.what();
  }
  return "";
}

TEST_F(ScenarioFiles, AreFoundFromTheFolder) {
  EXPECT_EQ(complaint(with("/model", "./own.json"), "/model", here()), "");
  EXPECT_EQ(complaint(with("/model", "own.json"), "/model", here()), "");
  EXPECT_THAT(complaint(with("/model", "own.json"), "/model", there()), HasSubstr("no such file"));
}

// The command line has the rights of who types it: a path may lead up and out, or start at the root.
TEST_F(ScenarioFiles, MayLieAnywhereFromAFolder) {
  EXPECT_EQ(complaint(with("/model", "../here/own.json"), "/model", there()), "");
  EXPECT_EQ(complaint(with("/model", model_file().string()), "/model", there()), "");
  EXPECT_EQ(
      complaint(with("/training/anchor", "../validation/steps.csv"), "/training/anchor", source_dir() + "/scenarios"),
      "");
}

TEST_F(ScenarioFiles, AreRefusedWithoutAFolderWhetherTheyAreThereOrNot) {
  for (const std::string& name : {model_file().string(), std::string("own.json"), std::string("../nothing.json"),
                                  std::string("/dev/zero"), std::string("a/b")})
    EXPECT_THAT(complaint(with("/model", name), "/model", std::nullopt),
                HasSubstr("names a file, and none is read here; give a catalogue name"))
        << name;
  for (const std::string& name : {source_dir() + "/validation/steps.csv", std::string("missing.csv")})
    EXPECT_THAT(complaint(with("/training/anchor", name), "/training/anchor", std::nullopt),
                HasSubstr("names a file, and none is read here; leave it out"))
        << name;
}

// A name of the catalogue is looked up in its folder alone.
TEST_F(ScenarioFiles, AreNoItemsOfTheCatalogue) {
  for (const char* path :
       {"/cluster/instance", "/training/framework", "/cluster/storage/checkpoint", "/run/failures", "/run/recovery"})
    for (const std::string& name : {model_file().string(), std::string("../models/llama-3-8b")})
      EXPECT_THAT(complaint(with(path, name), path, here()), HasSubstr("is not in the catalogue")) << path << name;
}

TEST_F(ScenarioFiles, AreNotNeededForWhatTheCatalogueHas) {
  EXPECT_EQ(read_scenario(json::parse(kGoodScenario), catalog(), std::nullopt),
            read_scenario(json::parse(kGoodScenario), catalog(), here()));
  EXPECT_EQ(read_scenario(json::parse(kInlineScenario), catalog(), std::nullopt),
            read_scenario(json::parse(kInlineScenario), catalog(), here()));
}

}  // namespace scenario_files_test
}  // namespace fmplan::scenario
