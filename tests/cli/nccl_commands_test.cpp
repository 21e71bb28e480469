#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "cli/measurements/commands.h"
#include "cli/run.h"
#include "tests/source_dir.h"

namespace fmplan::cli {
namespace nccl_commands_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Outcome {
  int exit_code = 0;
  std::string out, err;
};

Outcome run(const std::vector<std::string>& words) {
  std::vector<const char*> argv = {"fmplan"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.exit_code = run_fmplan(static_cast<int>(argv.size()), argv.data(), measurement_commands());
  outcome.out = testing::internal::GetCapturedStdout();
  outcome.err = testing::internal::GetCapturedStderr();
  return outcome;
}

class NcclCommands : public testing::Test {
 protected:
  NcclCommands() : folder_(std::filesystem::temp_directory_path() / ("fmplan-nccl-test-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~NcclCommands() override { std::filesystem::remove_all(folder_); }
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(file(name)).rdbuf();
    return text.str();
  }

 private:
  std::filesystem::path folder_;
};

/// A line of an all-reduce of two nodes of eight, as srun prints it.
std::string log_line(double bytes, double time_us) {
  const double algbw = bytes / time_us / 1e3;
  std::ostringstream line;
  line << "0: " << static_cast<long long>(bytes) << " " << static_cast<long long>(bytes / 4) << " float sum -1 "
       << time_us << " " << algbw << " " << 1.875 * algbw << " 0\n";
  return line.str();
}

/// t = 60 us + S/(250 GB/s).
std::string synthetic_log() {
  std::string log = "# size count type redop root time algbw busbw #wrong\n";
  for (double bytes = 8; bytes <= 8.6e9; bytes *= 4) log += log_line(bytes, 60 + bytes / 250e3);
  return log;
}

nlohmann::json shipped_profile(const std::string& name) {
  std::ifstream in(source_dir() + "/catalogs/calibration/" + name + ".json");
  return nlohmann::json::parse(in);
}

TEST_F(NcclCommands, ImportCalibrateAndValidateMakeAChain) {
  const std::string log = write("run.log", synthetic_log());
  Outcome outcome = run({"import", "nccl-tests", log, "--instance", "p5.48xlarge", "--nodes", "2", "--collective",
                         "all_reduce", "--format", "csv", "-o", file("rows.csv")});
  ASSERT_EQ(outcome.exit_code, kOk) << outcome.err;
  EXPECT_THAT(read("rows.csv"), HasSubstr("source_id,source_ref"));
  outcome = run({"calibrate", "collectives", file("rows.csv"), "--instance", "p5.48xlarge", "-o", file("p.json")});
  ASSERT_EQ(outcome.exit_code, kOk) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Residuals by size"));
  const auto profile = nlohmann::json::parse(read("p.json"));
  EXPECT_EQ(profile["kind"], "calibration");
  EXPECT_EQ(profile["fit"]["points"], 16);
  // Laid over the shipped profiles it serves its instance, and its rows are known as fitted.
  std::filesystem::create_directories(file("mine/calibration"));
  std::filesystem::copy(file("p.json"), file("mine/calibration/my-p5.json"));
  outcome = run({"validate", "collectives", file("rows.csv"), "--catalog", file("mine"), "--format", "json", "--rows"});
  ASSERT_EQ(outcome.exit_code, kOk) << outcome.err;
  const auto answer = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(answer["predicted"], 16);
  EXPECT_EQ(answer["row_results"][0]["fitted"], true);
  // σ is 5 and 10 % a row; a noiseless machine is met well within that at the median.
  EXPECT_LT(answer["median_ape"].get<double>(), 0.05);
  // Two nodes and one collective do not narrow what is said of the others.
  EXPECT_LE(profile.at("interval").at("low"), shipped_profile("p5-efa").at("interval").at("low"));
  EXPECT_GE(profile.at("interval").at("high"), shipped_profile("p5-efa").at("interval").at("high"));
  // The habits of choosing that the machine's own table states are kept.
  EXPECT_EQ(profile.at("choices"), shipped_profile("p5-efa").at("choices"));
  outcome =
      run({"plan", source_dir() + "/scenarios/llama3-70b-p5.json", "--catalog", file("mine"), "--format", "json"});
  EXPECT_EQ(outcome.exit_code, kOk) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("profile p5.48xlarge-measured"));
  for (const char* key :
       {"rows", "predicted", "refused", "mape", "median_ape", "p90_ape", "bias", "coverage_80", "coverage_95",
        "median_width_80", "by_source", "by_gpu", "by_framework", "by_system", "by_collective", "by_size"})
    EXPECT_TRUE(answer.contains(key)) << key;
}

TEST_F(NcclCommands, BadLogsLeaveNoFile) {
  const std::string log = write("bad.log", synthetic_log() + "0: 1024 256 float sum -1 nan 0.1\n");
  const Outcome outcome = run({"import", "nccl-tests", log, "--instance", "p5.48xlarge", "--nodes", "2", "--collective",
                               "all_reduce", "--format", "csv", "-o", file("rows.csv")});
  EXPECT_EQ(outcome.exit_code, kInputError);
  EXPECT_THAT(outcome.err, HasSubstr("cut short"));
  EXPECT_FALSE(std::filesystem::exists(file("rows.csv")));
}

TEST_F(NcclCommands, AFitWithTooFewPointsLeavesNoProfile) {
  write("rows.csv",
        "gpu,instance_or_system,nodes,gpus_per_node,collective,bytes,time_us\nH100,p5.48xlarge,2,8,all_reduce,8,70\n");
  const Outcome outcome =
      run({"calibrate", "collectives", file("rows.csv"), "--instance", "p5.48xlarge", "-o", file("p.json")});
  EXPECT_EQ(outcome.exit_code, kInputError);
  EXPECT_THAT(outcome.err, HasSubstr("1 points are too few: "));
  EXPECT_FALSE(std::filesystem::exists(file("p.json")));
}

// 8 GiB of 16 ranks over 400 GB/s of NICs a node take 21 ms at the very least; and what is left out is said, with why.
TEST_F(NcclCommands, RowsFasterThanTheLinksAreNone) {
  const std::string header = "gpu,instance_or_system,nodes,gpus_per_node,collective,bytes,time_us\n";
  write("rows.csv", header +
                        "H100,p5.48xlarge,2,8,all_reduce,8589934592,326\nH100-PCIe,p5.48xlarge,2,8,all_reduce,8,70\n"
                        "A100,p5.48xlarge,2,8,all_reduce,8,70\n");
  const Outcome fit =
      run({"calibrate", "collectives", file("rows.csv"), "--instance", "p5.48xlarge", "-o", file("p.json")});
  EXPECT_EQ(fit.exit_code, kInputError);
  EXPECT_THAT(fit.err, AllOf(HasSubstr("none can be fitted to"), HasSubstr("1 rows faster than the links allow"),
                             HasSubstr("1 rows of cards in PCIe slots"), HasSubstr("1 rows of other GPUs")));
  const Outcome judged = run({"validate", "collectives", file("rows.csv"), "--format", "json"});
  EXPECT_THAT(judged.out, AllOf(HasSubstr("326 µs are faster than the links allow"), HasSubstr("in PCIe slots"),
                                HasSubstr("A100 on \\\"p5.48xlarge\\\"")));
}

// InfiniBand's rows are none of EFA's, though GPU, nodes and rates are the same.
TEST_F(NcclCommands, RowsThatNameAnotherMachineAreNotOfTheOneAskedFor) {
  write("rows.csv",
        "gpu,instance_or_system,nodes,gpus_per_node,collective,bytes,time_us\n"
        "H100,dgx-h100,2,8,all_reduce,8,70\nH100,dgx-h100,2,8,all_reduce,16,70\n");
  const Outcome fit =
      run({"calibrate", "collectives", file("rows.csv"), "--instance", "p5.48xlarge", "-o", file("p.json")});
  EXPECT_EQ(fit.exit_code, kInputError);
  EXPECT_THAT(fit.err, HasSubstr("none can be fitted to: 2 rows of dgx-h100"));
  const Outcome own =
      run({"calibrate", "collectives", file("rows.csv"), "--instance", "dgx-h100", "-o", file("p.json")});
  EXPECT_THAT(own.err, Not(HasSubstr("rows of dgx-h100")));
}

TEST_F(NcclCommands, ValidateRefusesRowsItKnowsNothingAbout) {
  write("rows.csv",
        "gpu,instance_or_system,nodes,gpus_per_node,collective,bytes,time_us\n"
        "H100,a cluster nobody measured,4,8,all_reduce,1048576,70\nH100,p5.48xlarge,2,8,hypercube,8,70\n"
        "H100,p5.48xlarge,2,8,all_reduce,8,70\nH100,p5.48xlarge,2,8,all_reduce,8,nan\n");
  const Outcome outcome = run({"validate", "collectives", file("rows.csv"), "--format", "json"});
  ASSERT_EQ(outcome.exit_code, kOk) << outcome.err;
  const auto answer = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(answer["rows"], 4);
  EXPECT_EQ(answer["predicted"], 1);
  EXPECT_EQ(answer["refused"].size(), 3u);
  EXPECT_THAT(run({"validate", "collectives", file("rows.csv"), "--format", "md"}).out,
              AllOf(HasSubstr("| 1 | rows.csv:3 |"), HasSubstr("| 1 | rows.csv:5 |")));
}

TEST_F(NcclCommands, ExpectPrintsAnInterval) {
  const Outcome outcome =
      run({"network", "p5.48xlarge", "--nodes", "16", "--expect", "--bytes", "1 GiB", "--format", "json"});
  ASSERT_EQ(outcome.exit_code, kOk) << outcome.err;
  const auto answer = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(answer["method"], "calibrated");
  EXPECT_EQ(answer["profile"], "p5-efa");
  const auto& row = answer["rows"][0];
  EXPECT_LT(row["low_us"], row["time_us"]);
  EXPECT_LT(row["time_us"], row["high_us"]);
  EXPECT_EQ(row["algorithm"], "ring");  // AWS's table: ring LL128 from 0.3 to 2 GiB on 16 p5
  EXPECT_EQ(row["protocol"], "ll128");
}

// A log of what is expected is healthy; three times as slow is not; at a third no line rate would do.
TEST_F(NcclCommands, ExpectJudgesALog) {
  const std::vector<std::string> ask = {"network", "p5.48xlarge", "--nodes", "2", "--expect", "--format", "json"};
  const auto expected = nlohmann::json::parse(run(ask).out);
  const auto verdict = [&](double slower, double from_bytes = 0) {
    std::ostringstream log;
    for (const auto& row : expected["rows"]) {
      const double bytes = row["bytes"];
      const double time_us = (bytes >= from_bytes ? slower : 1) * row["time_us"].get<double>();
      log << log_line(bytes, time_us);
    }
    const Outcome outcome =
        run({"network", "p5.48xlarge", "--nodes", "2", "--log", write("run.log", log.str()), "--format", "json"});
    EXPECT_EQ(outcome.exit_code, kOk) << outcome.err;
    return nlohmann::json::parse(outcome.out)["verdict"].get<std::string>();
  };
  EXPECT_EQ(verdict(1), "healthy");
  EXPECT_THAT(verdict(3), HasSubstr("slow"));
  EXPECT_THAT(verdict(3, 256e6), HasSubstr("slow: most rows of >= 256 MiB take"));
  EXPECT_THAT(verdict(0.3), HasSubstr("impossible"));
  const Outcome mixed_up = run({"network", "p5.48xlarge", "--nodes", "1", "--log", write("run.log", synthetic_log())});
  EXPECT_EQ(mixed_up.exit_code, kInputError);
  EXPECT_THAT(mixed_up.err, HasSubstr("1.875 times algbw"));
}

/// An all-reduce of two nodes of four GPUs, which their list says.
std::string log_of_halves() {
  std::string log;
  for (int rank = 0; rank < 8; ++rank)
    log += fmt::format("#  Rank {} Group 0 Pid {} on n{} device {} [0x53] NVIDIA H100 80GB HBM3\n", rank, rank,
                       rank / 4, rank % 4);
  for (const double bytes : {1e6, 1e8, 1e9})
    log += fmt::format("{:.0f} 1 float sum -1 {:.1f} {:.2f} {:.2f} 0\n", bytes, 100 + bytes / 1e5,
                       bytes / (100 + bytes / 1e5) / 1e3, 1.75 * bytes / (100 + bytes / 1e5) / 1e3);
  return log;
}

TEST_F(NcclCommands, NodesThatAreUsedInPartAreJudgedAsSuch) {
  const std::string log = write("all_reduce.log", log_of_halves());
  const auto ask = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"network", "p5.48xlarge", "--nodes", "2", "--format", "json"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  };
  const Outcome listed = ask({"--log", log});
  ASSERT_EQ(listed.exit_code, kOk) << listed.err;
  EXPECT_EQ(nlohmann::json::parse(listed.out)["ranks"], 8);
  EXPECT_EQ(nlohmann::json::parse(listed.out)["gpus_per_node"], 4);
  EXPECT_EQ(nlohmann::json::parse(ask({"--gpus-per-node", "4"}).out)["ranks"], 8);
  EXPECT_FALSE(nlohmann::json::parse(ask({}).out).contains("gpus_per_node")) << "all are used";
  EXPECT_THAT(ask({"--log", log, "--gpus-per-node", "8"}).err,
              HasSubstr("lists 8 ranks, but 2 nodes of 8 GPUs are 16"));
  EXPECT_THAT(ask({"--gpus-per-node", "9"}).err, HasSubstr("\"9\" is not a whole number from 1 to 8"));
  EXPECT_THAT(ask({"--gpus-per-node", "4", "--show"}).err, HasSubstr("--gpus-per-node: is asked with times"));
  const Outcome rows = run({"import", "nccl-tests", log, "--instance", "p5.48xlarge", "--format", "csv"});
  EXPECT_THAT(rows.out, HasSubstr("h100-sxm5-80gb,p5.48xlarge,2,4,all_reduce,1000000"));
}

}  // namespace nccl_commands_test
}  // namespace fmplan::cli
