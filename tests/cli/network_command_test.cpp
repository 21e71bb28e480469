#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"
#include "tests/cli/run_words.h"

namespace fmplan::cli {
namespace network_command_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

json network(std::vector<std::string> words) {
  words.insert(words.begin(), "network");
  words.insert(words.end(), {"--format", "json"});
  const Ran ran = run_words(words);
  EXPECT_EQ(ran.code, kOk) << ran.err;
  return text::parse_json(ran.out, "stdout");
}

TEST(NetworkCommand, PrintsTheColumnsOfNcclTests) {
  const Ran ran = run_words({"network", "p5.48xlarge", "--nodes", "2"});
  EXPECT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("size"), HasSubstr("time"), HasSubstr("algbw"), HasSubstr("busbw"),
                             HasSubstr("16 GPUs")));
  for (const char* format : {"csv", "md"})
    EXPECT_THAT(run_words({"network", "p5.48xlarge", "--format", format}).out, HasSubstr("busbw")) << format;
}

// nccl-tests: algbw is size over time, busbw of an all-reduce 2 (n − 1)/n of it, of an all-gather (n − 1)/n.
TEST(NetworkCommand, RelatesTheColumnsAsNcclTestsDoes) {
  const std::pair<const char*, double> factors[] = {
      {"all_reduce", 2.0 * 15 / 16}, {"all_gather", 15.0 / 16}, {"broadcast", 1}};
  for (const auto& [collective, factor] : factors) {
    const json document =
        network({"p5.48xlarge", "--nodes", "2", "--collective", collective, "--bytes", "1048576,1 GiB"});
    EXPECT_EQ(document["ranks"], 16);
    ASSERT_EQ(document["rows"].size(), 2u);
    EXPECT_EQ(document["rows"][0]["bytes"], 1048576);
    EXPECT_EQ(document["rows"][1]["bytes"], 1073741824);
    for (const json& row : document["rows"]) {
      const double algorithm_bandwidth = row["algbw_gb_per_s"];
      EXPECT_NEAR(row["bytes"].get<double>() / (row["time_us"].get<double>() * 1e3) / algorithm_bandwidth, 1, 1e-12);
      EXPECT_NEAR(row["busbw_gb_per_s"].get<double>() / algorithm_bandwidth / factor, 1, 1e-12) << collective;
    }
  }
}

TEST(NetworkCommand, TakesTheClusterOfAScenario) {
  const json document = network({shipped_scenario("llama3-70b-p5.json"), "--bytes", "8"});
  EXPECT_EQ(document["instance"], "p5.48xlarge");
  EXPECT_EQ(document["nodes"], 256);
}

TEST(NetworkCommand, RefusesWhatItCannotTime) {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"network", "p5.48xlagre"}, "did you mean \"p5.48xlarge\"?"},
      {{"network", "p5.48xlarge", "--collective", "allreduce"}, "did you mean \"all_reduce\"?"},
      {{"network", "p5.48xlarge", "--bytes", "8,many"}, "--bytes: \"many\" is no size"},
      {{"network", "p5.48xlarge", "--bytes", "0"}, "--bytes: \"0\" is no size"},
      {{"network", "p5.48xlarge", "--nodes", "0"}, "--nodes: \"0\" is not a whole number from 1 to 200000"},
      {{"network", "p5.48xlarge", "--nodes", "2.5"}, "--nodes: \"2.5\""},
      {{"network"}, "is required"}};
  for (const auto& [words, message] : cases) {
    const Ran ran = run_words(words);
    EXPECT_EQ(ran.code, kInputError) << message;
    EXPECT_THAT(ran.err, HasSubstr(message));
  }
}

TEST(NetworkContentionCommand, IsACommandWithJson) {
  const Ran ran = run_words({"network", "p5.48xlarge", "--nodes", "8", "--contention", "--oversubscription", "4:1",
                             "--bytes", "256 MiB", "--format", "json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document["method"], "flow simulation");
  EXPECT_EQ(document["bytes"], 268435456.0);
  EXPECT_EQ(document["rows"][1]["oversubscription"], 4);
  EXPECT_EQ(document["rows"][3]["taken_over_by"], "neighbours");
}

TEST(NetworkContentionCommand, IsRefusedByTheCommandWithTheOptionAtFault) {
  const auto error = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"network", "p5.48xlarge"});
    const Ran ran = run_words(words);
    EXPECT_NE(ran.code, 0);
    return ran.err;
  };
  EXPECT_THAT(error({"--contention"}), HasSubstr("--nodes"));
  EXPECT_THAT(error({"--nodes", "4", "--contention", "--collective", "allreduce"}), HasSubstr("all_reduce"));
  EXPECT_THAT(error({"--nodes", "4", "--contention", "--show"}), HasSubstr("--contention: cannot be asked together"));
  EXPECT_THAT(error({"--nodes", "4", "--failed-nics", "99"}), HasSubstr("--failed-nics"));
  // What would be left unsaid.
  EXPECT_THAT(error({"--nodes", "4", "--oversubscription", "2:1", "--bytes", "1 GiB"}),
              HasSubstr("--oversubscription: shows the network, not times"));
}

TEST(NetworkShowCommand, WritesTheDrawingsAskedFor) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / ("fmplan-network-show-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const Ran ran = run_words({"network", "p4d.24xlarge", "--nodes", "4", "--dot", (folder / "n.dot").string(), "--svg",
                             (folder / "n.svg").string()});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(text::read_text_file(folder / "n.dot"), testing::StartsWith("graph topology {"));
  EXPECT_THAT(text::read_text_file(folder / "n.svg"), testing::StartsWith("<svg"));
  std::filesystem::remove_all(folder);
}

}  // namespace network_command_test
}  // namespace fmplan::cli
