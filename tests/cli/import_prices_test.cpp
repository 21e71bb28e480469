#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"
#include "tests/cli/run_words.h"
#include "tests/source_dir.h"

namespace fmplan::cli {
namespace import_prices_test {

using nlohmann::json;
using testing::HasSubstr;

const std::string kHeader = "InstanceType,AcceleratorCount,Price,SpotPrice,Region,AvailabilityZone\n";

/// A plan's report, by the catalogue of a folder laid over the shipped one; empty: that one alone.
json planned(const std::string& catalog) {
  std::vector<std::string> words = {"plan",     source_dir() + "/docs/first_scenario.json",
                                    "--set",    "run.start=2026-04-01",
                                    "--set",    "price.region=us-east-1",
                                    "--format", "json"};
  if (!catalog.empty()) words.insert(words.end(), {"--catalog", catalog});
  const Ran ran = run_words(words);
  EXPECT_EQ(ran.code, kOk) << ran.err;
  return text::parse_json(ran.out, "stdout");
}

double compute_cost(const json& report) {
  for (const json& component : report.at("cost").at("components"))
    if (component.at("name") == "compute") return std::stod(component.at("amount").get<std::string>());
  ADD_FAILURE() << "no component \"compute\"";
  return 0;
}

// A node-hour at one and a half times its price: so are the nodes, for the same days.
TEST(ImportSkypilot, ChangesAPlansMoney) {
  const ScratchFolder folder;
  const std::string mine = folder.path("mine");
  const Ran ran =
      run_words({"import", "skypilot", folder.write("vms.csv", kHeader + "p5.48xlarge,8,82.56,,us-east-1,use1-az1\n"),
                 "--on", "2026-03-01", "-o", mine});
  ASSERT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("--catalog " + mine));
  EXPECT_EQ(run_words({"catalog", "check", mine}).code, kOk);
  const json before = planned(""), after = planned(mine);
  EXPECT_EQ(after.at("step"), before.at("step"));
  EXPECT_EQ(before.at("cost").at("price_per_node_hour"), "55.04");
  EXPECT_EQ(after.at("cost").at("price_per_node_hour"), "82.56");
  EXPECT_NEAR(compute_cost(after) / compute_cost(before), 1.5, 1e-6);  // both to the cent
}

TEST(ImportSkypilot, ReplacesNoFileOfOthers) {
  const ScratchFolder folder;
  const std::string mine = folder.path("mine"),
                    csv = folder.write("a.csv", kHeader + "p5.48xlarge,8,60,,us-east-1,a\n"),
                    later = folder.write("b.csv", kHeader + "p5.48xlarge,8,70,,us-east-1,a\n");
  const auto import = [&](const std::string& file, const char* on, std::vector<std::string> more) {
    std::vector<std::string> words = {"import", "skypilot", file, "--on", on, "--source", "a test", "-o", mine};
    words.insert(words.end(), more.begin(), more.end());
    return run_words(words);
  };
  EXPECT_EQ(import(csv, "2026-03-01", {}).code, kOk);
  EXPECT_EQ(import(csv, "2026-03-01", {}).code, kOk);  // the same bytes
  const Ran refused = import(later, "2026-04-01", {});
  EXPECT_EQ(refused.code, kInputError);
  EXPECT_THAT(refused.err, HasSubstr("is there already; --catalog " + mine + " adds to its prices"));
  EXPECT_EQ(import(later, "2026-04-01", {"--catalog", mine}).code, kOk);
  const json list = text::read_json_file(mine + "/prices/p5.48xlarge.json");
  EXPECT_EQ(list.at("points").back().at("price"), "70 $/h");
  EXPECT_EQ((*(list.at("points").end() - 2)).at("price"), "60 $/h");
}

// A list of one's own may say no more than prices.
TEST(ImportSkypilot, AddsToAListWithoutProvenance) {
  const ScratchFolder folder;
  const std::string mine = folder.path("mine");
  std::filesystem::create_directories(mine + "/prices");
  std::ofstream(mine + "/prices/p5.48xlarge.json")
      << R"({"version": 1, "kind": "price_list", "name": "p5.48xlarge", "points": []})";
  const Ran ran = run_words({"import", "skypilot", folder.write("a.csv", kHeader + "p5.48xlarge,8,60,,us-east-1,a\n"),
                             "--on", "2026-03-01", "--catalog", mine, "-o", mine});
  ASSERT_EQ(ran.code, kOk) << ran.err;
  const json list = text::read_json_file(mine + "/prices/p5.48xlarge.json");
  EXPECT_EQ(list.at("points").size(), 1U);
  EXPECT_EQ(list.at("provenance").at("date"), "2026-03-01");
}

TEST(ImportSkypilot, WritesNothingWhereItRefuses) {
  const ScratchFolder folder;
  const std::string good = folder.write("good.csv", kHeader + "p5.48xlarge,8,60,,us-east-1,a\n");
  const std::string mine = folder.path("mine");
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{good}, "--on: is missing"},
      {{good, "--on", "yesterday"}, "--on: \"yesterday\" is no day"},
      {{good, "--on", "2026-03-01", "--region", "us-esat-1"}, "did you mean \"us-east-1\"?"},
      {{folder.write("bad.csv", kHeader + "p5.48xlarge,8,0,,us-east-1,a\n"), "--on", "2026-03-01"}, "Price is 0"},
      {{folder.path("none.csv"), "--on", "2026-03-01"}, "none.csv"}};
  for (const auto& [words, expected] : cases) {
    std::vector<std::string> all = {"import", "skypilot"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"-o", mine});
    const Ran ran = run_words(all);
    EXPECT_EQ(ran.code, kInputError) << expected;
    EXPECT_THAT(ran.err, HasSubstr(expected));
    EXPECT_FALSE(std::filesystem::exists(mine));
  }
}

TEST(ImportSkypilot, PrintsItsAnswerIntoAFileOfThatForm) {
  const ScratchFolder folder;
  const std::string answer = folder.path("answer.json");
  const Ran ran = run_words({"import", "skypilot", folder.write("a.csv", kHeader + "p5.48xlarge,8,60,,us-east-1,a\n"),
                             "--on", "2026-03-01", "-o", answer});
  ASSERT_EQ(ran.code, kOk) << ran.err;
  EXPECT_EQ(text::read_json_file(answer).at("items").size(), 1U);
  EXPECT_FALSE(std::filesystem::exists(folder.path("prices")));
}

}  // namespace import_prices_test
}  // namespace fmplan::cli
