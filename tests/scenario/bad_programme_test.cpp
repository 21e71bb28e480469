// Programmes that cannot be read, and what is said of them.

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/scenario/programme_json.h"
#include "core/text/json_text.h"
#include "tests/scenario/good_programmes.h"

namespace fmplan::scenario {
namespace bad_programme_test {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const catalog::Catalog& catalog() {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  return kCatalog;
}

Issues issues_of(const json& document, const std::optional<std::filesystem::path>& folder = std::nullopt) {
  try {
    read_programme(document, catalog(), folder);
  } catch (const InputError& error) {
    return error.issues();
  }
  return {};
}

struct BadCase {
  const char* path;   ///< of what is changed
  const char* value;  ///< JSON; empty: the value is removed
  const char* where;
  const char* message;
};

constexpr const char* kBase = "/organisations/0/projects/0";

const BadCase kBadCases[] = {
    {"/version", "2", "/version", "2 is not 1"},
    {"/name", "", "/name", "is missing"},
    {"/notes", "7", "/notes", "7 is not a list"},
    {"/nmae", "1", "/nmae", "did you mean \"name\"?"},
    // Dates.
    {"/start", "\"2026-02-30\"", "/start", "is not a day"},
    {"/end", "\"2026-03-01\"", "/end", "is not after the start, 2026-03-01"},
    {"/end", "\"2046-03-01\"", "/end", "more than 3660; end it sooner"},
    {"/organisations/0/projects/0/deadline", "\"2026-03-01\"", "/organisations/0/projects/0/deadline",
     "2026-03-01 is before its earliest day, 2026-03-02"},
    {"/organisations/0/projects/0/earliest", "\"2026-02-28\"", "/organisations/0/projects/0/earliest",
     "is outside of the programme, 2026-03-01 to 2026-05-31"},
    {"/organisations/1/projects/0/deadline", "\"2026-02-01\"", "/organisations/1/projects/0/deadline",
     "is before the programme's start, 2026-03-01"},
    // Money.
    {"/currency", "\"JPY\"", "/currency", "\"JPY\" has no rate"},
    {"/currency/per_dollar", "", "/currency/per_dollar", "needs a rate, its day and who published it"},
    {"/currency/per_dollar", "0", "/currency/per_dollar", "is not a number from"},
    {"/currency/code", "\"Yen\"", "/currency/code", "write three capitals"},
    {"/organisations/0/budget", "\"€5M\"", "/organisations/0/budget",
     "EUR has no rate: the programme's currency is JPY"},
    {"/organisations/0/budget", "5000000", "/organisations/0/budget", "is no amount of money with its currency"},
    {"/organisations/0/budget", "\"$-5M\"", "/organisations/0/budget", "is not positive"},
    {"/pools/0/price/per_node_hour", "\"$39.33\"", "/pools/0/price/per_node_hour", "is no price by the hour"},
    {"/pools/0/price/per_node_hour", "", "/pools/0/price/per_node_hour", "is missing"},
    // Pools.
    {"/pools", "[]", "/pools", "is empty"},
    {"/pools/0/instance", "\"p5.48xlrage\"", "/pools/0/instance", "did you mean \"p5.48xlarge\"?"},
    {"/pools/0/region", "", "/pools/0/region", "is missing: prices are by region"},
    {"/pools/0/kind", "\"lease\"", "/pools/0/kind", "is none of \"on_demand\""},
    {"/pools/0/orchestrator", "\"hyperpod\"", "/pools/0/orchestrator", "did you mean"},
    {"/pools/1/name", "\"p5\"", "/pools/1/name", "is the name of another pool, /pools/0"},
    {"/pools/0/deliveries/0/nodes", "0", "/pools/0/deliveries/0/nodes", "is not a whole number from 1"},
    {"/pools/0/deliveries/0/nodes", "1e300", "/pools/0/deliveries/0/nodes", "is not a whole number from 1"},
    {"/pools/0/deliveries/1/on", "\"2026-02-01\"", "/pools/0/deliveries/1/on", "is before the programme's start"},
    {"/pools/0/deliveries/1/on", "\"2026-05-31\"", "/pools/0/deliveries/1/on", "is not before the programme's end"},
    {"/pools/0/deliveries/0/late_mean", "", "/pools/0/deliveries/0/late_mean", "by how much is not said"},
    {"/pools/0/returns/0/on", "\"2026-03-01\"", "/pools/0/returns/0/on", "is on the programme's start"},
    {"/pools/0/returns/0/nodes", "13", "/pools/0/returns", "give 13 nodes back on 2026-05-24, when the pool has 12"},
    {"/pools/0/maintenance/0/until", "\"2026-04-01\"", "/pools/0/maintenance/0/until", "is not after its first day"},
    {"/pools/0/maintenance/0/nodes", "13", "/pools/0/maintenance/0/nodes",
     "13 are more than the pool is ever given, 12"},
    {"/pools/0/spares", "12", "/pools/0/spares", "12 of 12 nodes leave none for jobs"},
    {"/pools/0/acceptance/replaced_in", "", "/pools/0/acceptance/replaced_in", "is missing"},
    // Organisations and projects.
    {"/organisations/1/share", "0.5", "/organisations", "have shares of 110 % together, more than 100 %"},
    {"/organisations/1/name", "\"one\"", "/organisations/1/name", "is the name of another organisation"},
    {"/organisations/1/projects/1/name", "\"base\"", "/organisations/1/projects/1/name",
     "is the name of another project, /organisations/0/projects/0"},
    {"/organisations/0/projects/0/pools", "\"p6\"", "/organisations/0/projects/0/pools",
     "\"p6\" is no pool; did you mean"},
    {"/organisations/0/projects/0/pools", "[]", "/organisations/0/projects/0/pools", "names none"},
    {"/organisations/1/projects/0/after", "[\"bass\"]", "/organisations/1/projects/0/after",
     "\"bass\" is no project; did you mean \"base\"?"},
    {"/organisations/0/projects/0/after", "[\"next\"]", "/organisations/0/projects/0/after",
     "goes in a circle: \"base\" after \"next\" after \"base\""},
    {"/organisations/0/projects/0/after", "[\"base\"]", "/organisations/0/projects/0/after",
     "goes in a circle: \"base\" after \"base\""},
    {"/organisations/0/projects/0/nodes", "[8, 0]", "/organisations/0/projects/0/nodes", "0 is no number of nodes"},
    {"/organisations/0/projects/0/nodes", "\"8..4\"", "/organisations/0/projects/0/nodes", "\"8..4\" is no number"},
    {"/organisations/0/projects/0/nodes", "\"1..200000\"", "/organisations/0/projects/0/nodes", "list of at most 1024"},
    {"/organisations/0/projects/0/nodes", "\"many\"", "/organisations/0/projects/0/nodes", "or \"auto\""},
    {"/organisations/0/projects/0/nodes", "512", "/organisations/0/projects/0/nodes",
     "512 nodes are more than its pools ever have (p5 has 11 for jobs beside 1 spare); write at most 11, or deliver "
     "more"},
    {"/organisations/1/projects/1/phases/0/jobs/nodes", "[1, 16]", "/organisations/1/projects/1/phases/0/jobs/nodes",
     "16 nodes are more than its pools ever have"},
    {"/organisations/1/projects/0/phases/0/node_hours", "96000", "/organisations/1/projects/0/phases",
     "of the 91 days from 2026-03-01 to the programme's end"},
    {"/organisations/1/projects/0/phases", "[]", "/organisations/1/projects/0/phases", "is empty"},
    {"/organisations/1/projects/0/phases", "", "/organisations/1/projects/0/phases", "is missing, as is \"scenario\""},
    {"/organisations/1/projects/0/phases/0/kind", "\"dpo\"", "/organisations/1/projects/0/phases/0/kind", "is none of"},
    {"/organisations/1/projects/0/phases/0/node_hours", "", "/organisations/1/projects/0/phases/0/scenario",
     "give the run's scenario, \"node_hours\" or \"duration\""},
    {"/organisations/0/projects/0/phases/1/node_hours", "", "/organisations/0/projects/0/phases/1/node_hours",
     "how much work this is"},
    {"/organisations/0/projects/0/phases/1/duration", "\"3 d\"", "/organisations/0/projects/0/phases/1/node_hours",
     "stands beside another measure"},
    {"/organisations/0/projects/0/phases/1/scenario", "{}", "/organisations/0/projects/0/phases/1/scenario",
     "trains nothing"},
    {"/organisations/0/projects/0/phases/2/jobs/mean_duration", "\"1 h\"",
     "/organisations/0/projects/0/phases/2/jobs/mean_duration", "stands beside \"durations\""},
    {"/organisations/0/projects/0/phases/2/jobs/durations", "[\"soon\"]",
     "/organisations/0/projects/0/phases/2/jobs/durations", "\"soon\" is no time"},
    {"/organisations/0/projects/0/phases/2/duration", "", "/organisations/0/projects/0/phases/2/duration",
     "how long jobs come"},
    {"/organisations/0/projects/0/phases/2/nodes", "2", "/organisations/0/projects/0/phases/2/nodes",
     "stand beside \"jobs\""},
    // Scenarios.
    {"/organisations/0/projects/0/scenario", "7", "/organisations/0/projects/0/scenario", "neither the path"},
    {"/organisations/0/projects/0/scenario", "\"x.json\"", "/organisations/0/projects/0/scenario",
     "names a file, and none is read here"},
    {"/organisations/0/projects/0/scenario/model", "\"llama-3-8\"", "/organisations/0/projects/0/scenario/model",
     "did you mean"},
    {"/organisations/0/projects/0/scenario/training/tokens", "\"many\"",
     "/organisations/0/projects/0/scenario/training/tokens", "is not a whole number"},
};

TEST(ReadProgramme, TellsWhatIsWrong) {
  for (const BadCase& bad : kBadCases) {
    json document = json::parse(kGoodProgramme);
    const json::json_pointer path(bad.path);
    if (*bad.value)
      document[path] = json::parse(bad.value);
    else
      document[path.parent_pointer()].erase(path.back());
    const Issues issues = issues_of(document);
    EXPECT_THAT(issues, Contains(testing::AllOf(Field(&Issue::where, bad.where),
                                                Field(&Issue::message, HasSubstr(bad.message)))))
        << bad.path << " = " << bad.value << "\n"
        << InputError(issues).what();
  }
}

TEST(ReadProgramme, TellsEverythingAtOnce) {
  json document = json::parse(kGoodProgramme);
  document["nmae"] = 1;
  document["pools"][0]["spares"] = 99;
  document["organisations"][1]["share"] = 2;
  document["organisations"][1]["projects"][0]["after"] = {"bass"};
  document["organisations"][0]["projects"][0]["scenario"]["training"]["tokens"] = "many";
  std::vector<std::string> places;
  for (const Issue& issue : issues_of(document)) places.push_back(issue.where);
  for (const char* place : {"/nmae", "/pools/0/spares", "/organisations/1/share", "/organisations/1/projects/0/after",
                            "/organisations/0/projects/0/scenario/training/tokens"})
    EXPECT_THAT(places, Contains(place));
}

TEST(ReadProgramme, WantsPhasesNamedOnce) {
  json document = json::parse(kGoodProgramme);
  json& phases = document["organisations"][0]["projects"][0]["phases"];
  phases[0]["name"] = "first";
  phases[1]["name"] = "first";
  EXPECT_THAT(issues_of(document),
              ElementsAre(testing::AllOf(Field(&Issue::where, std::string(kBase) + "/phases/1/name"),
                                         Field(&Issue::message, HasSubstr("another phase")))));
  // One without a name makes way for one that is called by its kind.
  phases[0].erase("name");
  phases[1]["name"] = "data";
  const Programme programme = read_programme(document, catalog(), std::nullopt);
  EXPECT_EQ(programme.organisations[0].projects[0].phases[0].name, "data 2");
}

// Two pools that both have fewer: the third would do.
TEST(ReadProgramme, SaysWhichPoolWouldDo) {
  json document = json::parse(kGoodProgramme);
  document["organisations"][0]["projects"][0]["pools"] = {"own"};
  document["organisations"][0]["projects"][0]["phases"][1]["nodes"] = 4;
  EXPECT_THAT(issues_of(document),
              Contains(Field(&Issue::message, HasSubstr("write at most 2, or let it run on p5, which has 11"))));
}

TEST(ReadProgramme, NamesCyclesInOrder) {
  json document = json::parse(kGoodProgramme);
  json& projects = document["organisations"][1]["projects"];
  projects[0]["after"] = {"jobs"};
  projects[1]["after"] = {"base"};
  document["organisations"][0]["projects"][0]["after"] = {"next"};
  EXPECT_THAT(
      issues_of(document),
      ElementsAre(Field(&Issue::message, HasSubstr("circle: \"base\" after \"next\" after \"jobs\" after \"base\""))));
}

/// A folder with a scenario that reads, and one that does not.
class ProgrammeFiles : public testing::Test {
 protected:
  ProgrammeFiles() {
    std::filesystem::create_directories(root_ / "runs");
    const json scenario = json::parse(kGoodProgramme)["organisations"][0]["projects"][0]["scenario"];
    text::write_text_file(root_ / "runs/good.json", scenario.dump());
    json bad = scenario;
    bad["training"]["tokns"] = "1T";
    bad["model"] = "lama-3-8b";
    text::write_text_file(root_ / "runs/bad.json", bad.dump());
    text::write_text_file(root_ / "runs/broken.json", "{\"version\": 1,\n \"model\" \"llama\"}");
  }
  ~ProgrammeFiles() override { std::filesystem::remove_all(root_); }

  static json with(const char* file) {
    json document = json::parse(kGoodProgramme);
    document["organisations"][0]["projects"][0]["scenario"] = file;
    return document;
  }
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_ =
      std::filesystem::temp_directory_path() / fmt::format("fmplan-programme-files-{}", ::getpid());
};

TEST_F(ProgrammeFiles, AreRelativeToTheProgramme) {
  const Programme programme = read_programme(with("runs/good.json"), catalog(), root());
  const Project& base = programme.organisations.front().projects.front();
  EXPECT_EQ(base.scenario.at("model"), "llama-3-8b");
  EXPECT_EQ(base.scenario_folder, root() / "runs");
  const json written = json::parse(programme_json(programme).dump());
  EXPECT_EQ(written.at(json::json_pointer(std::string(kBase) + "/scenario")), "runs/good.json");
  EXPECT_EQ(read_programme(written, catalog(), root()), programme);
}

TEST_F(ProgrammeFiles, TellOfBothPlaces) {
  const Issues issues = issues_of(with("runs/bad.json"), root());
  EXPECT_THAT(issues, Contains(testing::AllOf(
                          Field(&Issue::where, "/organisations/0/projects/0/scenario"),
                          Field(&Issue::message, HasSubstr("runs/bad.json#/training/tokns: unknown key")))));
  EXPECT_THAT(issues, Contains(Field(&Issue::message, HasSubstr("runs/bad.json#/model: "))));
  EXPECT_THAT(issues_of(with("runs/broken.json"), root()),
              Contains(Field(&Issue::message, testing::AllOf(HasSubstr("broken.json"), HasSubstr("2")))));
  EXPECT_THAT(issues_of(with("runs/none.json"), root()), Contains(Field(&Issue::message, HasSubstr("no such file"))));
  EXPECT_THAT(issues_of(with("runs"), root()), Contains(Field(&Issue::message, HasSubstr("no such file"))));
}

// The rule that was in force is named, and since when.
TEST(ReadProgramme, HoldsCapacityBlocksAgainstTheRulesOfTheirDay) {
  const auto blocks = [](const char* start, const char* end, int nodes) {
    return json{{"version", 1},
                {"name", "blocks"},
                {"start", start},
                {"end", end},
                {"pools",
                 {{{"name", "p5"},
                   {"instance", "p5.48xlarge"},
                   {"region", "ap-northeast-1"},
                   {"kind", "capacity_block"},
                   {"deliveries", {{{"on", start}, {"nodes", nodes}}}}}}},
                {"organisations",
                 {{{"name", "one"},
                   {"projects",
                    {{{"name", "work"}, {"nodes", 1}, {"phases", {{{"kind", "experiments"}, {"node_hours", 1}}}}}}}}}}};
  };
  // 182 days each.
  const Issues old = issues_of(blocks("2024-10-01", "2025-04-01", 127));
  ASSERT_THAT(old, SizeIs(1));
  EXPECT_EQ(old.front().where, "/pools/0/deliveries");
  EXPECT_THAT(old.front().message,
              HasSubstr("127 nodes for 182 days from 2024-10-01 are no capacity blocks: by "
                        "ec2-capacity-blocks-2025-01 (seen on 2025-01-01, from when is not known), "
                        "182 days are longer than a block may be, 28 days"));
  EXPECT_THAT(issues_of(blocks("2026-03-01", "2026-08-30", 127)), IsEmpty());
  EXPECT_THAT(issues_of(blocks("2026-03-01", "2026-08-30", 257)),
              ElementsAre(Field(&Issue::message, HasSubstr("more than all blocks of one date may have, 256"))));
  EXPECT_THAT(issues_of(blocks("2026-03-01", "2026-03-21", 1)),
              ElementsAre(Field(&Issue::message, HasSubstr("20 days are not sold"))));
  // Between both documents it is told, and not refused.
  const Programme between = read_programme(blocks("2025-03-01", "2025-08-30", 127), catalog(), std::nullopt);
  EXPECT_THAT(between.assumptions,
              Contains(testing::AllOf(Field(&ProgrammeAssumption::path, "/pools/0/deliveries"),
                                      Field(&ProgrammeAssumption::why, HasSubstr("ec2-capacity-blocks-2025-01")))));
}

// Spares are the pools', and nobody takes back what was bought for good.
TEST(ReadProgramme, SaysWhatOfAScenarioGivesWay) {
  json document = json::parse(kGoodProgramme);
  const auto told = [&document](const char* end) {
    const Programme programme = read_programme(document, catalog(), std::nullopt);
    return std::ranges::count_if(programme.assumptions, [end](const ProgrammeAssumption& assumption) {
      return assumption.path == std::string("/organisations/0/projects/0/scenario/run/") + end;
    });
  };
  EXPECT_EQ(told("spare_nodes"), 0);
  json& run = document["organisations"][0]["projects"][0]["scenario"]["run"];
  run["spare_nodes"] = 4;
  run["hazards"]["preemption"] = {{"mean_between", "1 d"}, {"wait", "12 h"}};
  EXPECT_EQ(told("spare_nodes"), 1);
  EXPECT_EQ(told("hazards/preemption"), 1);
}

TEST(ReadProgramme, RefusesAMillionProjectsAtOnce) {
  json document = json::parse(kGoodProgramme);
  document["organisations"][0]["projects"] = json(std::vector<json>(1'000'000, json::object()));
  const auto begin = std::chrono::steady_clock::now();
  const Issues issues = issues_of(document);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  ASSERT_THAT(issues, SizeIs(1));
  EXPECT_THAT(issues.front().message, HasSubstr("1000002 projects are more than 10000"));
  EXPECT_LT(took.count(), 1.0);  // chosen: a hundred times what it takes
}

// A chain of ten thousand projects is read without recursion.
TEST(ReadProgramme, TakesTenThousandProjects) {
  json document = json::parse(kGoodProgramme);
  json projects = json::array();
  for (int i = 0; i < kMostProjects; ++i) {
    json project = {
        {"name", std::to_string(i)}, {"nodes", 1}, {"phases", {{{"kind", "experiments"}, {"node_hours", 1}}}}};
    if (i > 0) project["after"] = {std::to_string(i - 1)};
    projects.push_back(std::move(project));
  }
  document["organisations"] = {{{"name", "one"}, {"projects", projects}}};
  EXPECT_THAT(issues_of(document), IsEmpty());
  document["organisations"][0]["projects"][0]["after"] = {std::to_string(kMostProjects - 1)};
  EXPECT_THAT(issues_of(document), ElementsAre(Field(&Issue::message, HasSubstr("… 9988 more"))));
}

// Whatever stands where something else is due, it is told and nothing else happens.
TEST(ReadProgramme, OutlastsAnyValueAnywhere) {
  const json good = json::parse(kGoodProgramme);
  const json hostile[] = {nullptr,
                          true,
                          -1,
                          1e308,
                          std::uint64_t{18446744073709551615u},
                          "",
                          "1..2147483647",
                          json::array(),
                          json::object(),
                          {nullptr, 1e308, "x", json::array()}};
  std::vector<json::json_pointer> places;
  const json flat = good.flatten();
  for (const auto& [key, value] : flat.items())
    for (json::json_pointer place(key); !place.empty(); place.pop_back()) places.push_back(place);
  int refused = 0;
  for (const json::json_pointer& place : places)
    for (const json& value : hostile) {
      json document = good;
      document[place] = value;
      refused += !issues_of(document).empty();
    }
  EXPECT_GT(refused, static_cast<int>(places.size()));
  for (const json& value : hostile) EXPECT_FALSE(issues_of(value).empty());
}

}  // namespace bad_programme_test
}  // namespace fmplan::scenario
