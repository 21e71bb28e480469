#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "cli/measurements/commands.h"
#include "cli/run.h"

namespace fmplan::cli {
namespace main_test {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

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

/// A folder of its own that goes when the test does.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(std::filesystem::temp_directory_path() / ("fmplan-main-test-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

TEST(Help, GoesToStdoutWithExamplesBeforeOptions) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--help"}, {"plan", "--help"}, {"help", "plan"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, kOk);
    EXPECT_THAT(outcome.err, IsEmpty());
    const std::size_t examples = outcome.out.find("Example");
    const std::size_t options = outcome.out.find("Global options:");
    ASSERT_NE(examples, std::string::npos) << outcome.out;
    ASSERT_NE(options, std::string::npos) << outcome.out;
    EXPECT_LT(examples, options);
  }
}

TEST(Help, EveryCommandHasADescriptionAndExamples) {
  for (const char* command :
       {"plan", "run", "step", "memory", "trace", "compare", "scale", "network", "catalog", "import", "completion"}) {
    const Outcome outcome = run({command, "--help"});
    EXPECT_EQ(outcome.exit_code, kOk) << command;
    EXPECT_THAT(outcome.out, HasSubstr("Usage: fmplan " + std::string(command)));
    EXPECT_THAT(outcome.out, testing::ContainsRegex("Examples?:\n.*fmplan " + std::string(command))) << command;
    EXPECT_GT(outcome.out.find("\n"), 20u) << command << " has no description";
  }
}

TEST(Version, IsPrinted) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.exit_code, kOk);
  EXPECT_THAT(outcome.out, testing::MatchesRegex("fmplan [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(Usage, WithoutACommandExplainsItselfOnStderr) {
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.exit_code, kInputError);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("Usage: fmplan COMMAND"));
}

TEST(Usage, MistakesNameTheWordAndWhatWasMeant) {
  struct Case {
    std::vector<std::string> words;
    const char* message;
  };
  const std::vector<Case> cases = {
      {{"paln", "x.json"}, R"(unknown command "paln"; did you mean "plan"?)"},
      {{"paln", "--help"}, R"(unknown command "paln"; did you mean "plan"?)"},
      {{"help", "paln"}, R"(unknown command "paln"; did you mean "plan"?)"},
      {{"catalog", "-h", "shwo"}, R"(unknown command "shwo"; did you mean "show"?)"},
      {{"zzzzzz"}, R"(unknown command "zzzzzz"; commands are init, plan, step, memory)"},
      {{"--quite", "plan", "x.json"}, R"(unknown option "--quite"; did you mean "--quiet"?)"},
      {{"plan", "x.json", "--fromat", "json"}, R"(unknown option "--fromat"; did you mean "--format"?)"},
      {{"plan", "x.json", "--fromat=json"}, R"(unknown option "--fromat"; did you mean "--format"?)"},
      {{"plan", "--fromat", "json"}, R"(unknown option "--fromat"; did you mean "--format"?)"},
      {{"scale", "--parms", "70B"}, R"(unknown option "--parms"; did you mean "--params"?)"},
      {{"scale", "-z"}, R"(unknown option "-z")"},
      {{"plan", "a.json", "b.json"}, R"(unexpected argument "b.json")"},
      {{"plan", "x.json", "--format", "jsn"},
       R"(--format: "jsn" is none of table, json, jsonl, csv, md; did you mean "json"?)"},
      {{"plan", "x.json", "--format"}, "--format needs a value"},
      {{"plan", "x.json", "--seed", "1", "--seed", "2"}, "--seed"},
      {{"plan", "x.json", "--seed", "-1"}, R"(--seed: "-1" is not a whole number)"},
      {{"plan", "x.json", "--seed", "0x10"}, R"(--seed: "0x10" is not a whole number)"},
      {{"plan", "x.json", "--jobs", "99999999999"}, "from 0 to 2147483647"},
      {{"plan", "x.json", "--jobs", "2.5"}, R"(--jobs: "2.5" is not a whole number)"},
      {{"plan"}, "SCENARIO is required"},
      {{"catalog"}, "a command is missing: list, show, search, check"},
      {{"catalog", "shwo"}, R"(unknown command "shwo"; did you mean "show"?)"},
      {{"completion", "tcsh"}, R"(SHELL: "tcsh" is none of bash, zsh, fish)"},
  };
  for (const Case& c : cases) {
    const Outcome outcome = run(c.words);
    EXPECT_EQ(outcome.exit_code, kInputError) << c.message;
    EXPECT_THAT(outcome.out, IsEmpty()) << c.message;
    EXPECT_THAT(outcome.err, AllOf(StartsWith("error: "), HasSubstr(c.message)));
  }
}

TEST(Usage, ReportsEveryUnknownOptionAtOnce) {
  const Outcome outcome = run({"scale", "--parms", "70B", "--tokns", "1T"});
  EXPECT_EQ(outcome.exit_code, kInputError);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr(R"("--parms")"), HasSubstr(R"("--tokns")")));
}

TEST(GlobalOptions, MayStandBeforeOrAfterTheCommand) {
  const Outcome before = run({"--format", "json", "scale", "--compute", "1e21"});
  const Outcome after = run({"scale", "--compute", "1e21", "--format", "json"});
  EXPECT_EQ(before.exit_code, kOk) << before.err;
  EXPECT_THAT(before.out, StartsWith("{"));
  EXPECT_EQ(before.out, after.out);
}

TEST(GlobalOptions, OutputGoesToTheFileAndNowhereElse) {
  const TemporaryFolder folder;
  const std::string file = folder.file("answer.json");
  const Outcome to_file = run({"scale", "--compute", "1e21", "--format", "json", "-o", file});
  EXPECT_EQ(to_file.exit_code, kOk) << to_file.err;
  EXPECT_THAT(to_file.out, IsEmpty());
  std::stringstream written;
  written << std::ifstream(file).rdbuf();
  EXPECT_EQ(written.str(), run({"scale", "--compute", "1e21", "--format", "json"}).out);
}

TEST(GlobalOptions, NothingIsWrittenWhenTheInputIsBad) {
  const TemporaryFolder folder;
  const std::string file = folder.file("answer.json");
  const Outcome outcome = run({"plan", folder.file("missing.json"), "-o", file});
  EXPECT_EQ(outcome.exit_code, kInputError);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Errors, AnUnwritableOutputIsARuntimeError) {
  const Outcome outcome = run({"scale", "--compute", "1e21", "-o", "/nonexistent/folder/answer"});
  EXPECT_EQ(outcome.exit_code, kRuntimeError);
  EXPECT_THAT(outcome.err, AllOf(StartsWith("error: "), HasSubstr("/nonexistent/folder/answer")));
}

TEST(Errors, MessagesCannotCarryTerminalCodes) {
  const Outcome outcome = run({"pl\x1b[31man"});
  EXPECT_EQ(outcome.exit_code, kInputError);
  EXPECT_THAT(outcome.err, Not(HasSubstr("\x1b")));
}

std::string complete(std::vector<std::string> words) {
  words.insert(words.begin(), "__complete");
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.exit_code, kOk);
  EXPECT_THAT(outcome.err, IsEmpty());
  return outcome.out;
}

TEST(Completion, OffersCommandsOptionsAndClosedLists) {
  EXPECT_EQ(complete({"pl"}), "plan\n");
  EXPECT_THAT(complete({""}), AllOf(HasSubstr("plan\n"), HasSubstr("catalog\n"), Not(HasSubstr("__complete"))));
  EXPECT_EQ(complete({"plan", "--form"}), "--format\n");
  EXPECT_EQ(complete({"plan", "x.json", "--format", ""}), "table\njson\njsonl\ncsv\nmd\n");
  EXPECT_EQ(complete({"--format=js"}), "--format=json\n--format=jsonl\n");
  EXPECT_EQ(complete({"catalog", "sh"}), "show\n");
  EXPECT_EQ(complete({"completion", ""}), "bash\nzsh\nfish\n");
}

TEST(Completion, OffersCatalogueNames) {
  EXPECT_THAT(complete({"scale", "--on", "p5.48"}), HasSubstr("p5.48xlarge\n"));
  EXPECT_EQ(complete({"catalog", "list", "acc"}), "accelerators\n");
  EXPECT_EQ(complete({"catalog", "show", "p5.48"}), "p5.48xlarge\n");  // once, though it has a price list as well
  EXPECT_THAT(complete({"catalog", "show", "instances/p5.48"}), HasSubstr("instances/p5.48xlarge\n"));
}

TEST(Completion, OffersPathsOfScenariosAndTheirValues) {
  EXPECT_EQ(complete({"plan", "x.json", "--set", "cluster.nod"}), "cluster.nodes=\n");
  EXPECT_EQ(complete({"plan", "x.json", "--set", "training.precision=fp1"}), "training.precision=fp16\n");
  EXPECT_EQ(complete({"plan", "x.json", "--set", "cluster.instance=p5.48"}), "cluster.instance=p5.48xlarge\n");
  EXPECT_EQ(complete({"sweep", "x.json", "--set", "training.precision=bf16,fp1"}), "training.precision=bf16,fp16\n");
  EXPECT_EQ(complete({"compare", "x.json", "--with", "cluster.nodes=1; run.spare_n"}),
            "cluster.nodes=1; run.spare_nodes=\n");
  EXPECT_EQ(complete({"solve", "x.json", "--vary", "no.such.pa"}), "");
  EXPECT_EQ(complete({"plan", "x.json", "--set=cluster.nod"}), "--set=cluster.nodes=\n");
}

TEST(Completion, OffersFigures) {
  EXPECT_EQ(complete({"plan", "x.json", "--fail-if", "cost.p9"}), "cost.p90\n");
  EXPECT_EQ(complete({"plan", "x.json", "--fail-if", "days<=60 and (cost.p9"}), "days<=60 and (cost.p90\n");
  EXPECT_EQ(complete({"sweep", "x.json", "--columns", "days,good"}), "days,goodput\n");
  EXPECT_THAT(complete({"sweep", "x.json", "--sort", "step.mf"}), HasSubstr("step.mfu\n"));
  EXPECT_EQ(complete({"plan", "x.json", "--explain", "days,step.mf"}), "days,step.mfu\n");
  EXPECT_THAT(complete({"solve", "x.json", "--minimize", ""}), AllOf(HasSubstr("cost\n"), HasSubstr("days\n")));
}

TEST(Completion, LeavesFilesToTheShell) {
  EXPECT_EQ(complete({"plan", ""}), "");
  EXPECT_EQ(complete({"plan", "x.json", "-o", ""}), "");
  EXPECT_EQ(complete({"plan", "--nonsense", ""}), "");
}

TEST(Completion, ScriptsAskTheProgram) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Outcome outcome = run({"completion", shell});
    EXPECT_EQ(outcome.exit_code, kOk);
    EXPECT_THAT(outcome.out, HasSubstr("__complete")) << shell;
  }
}

}  // namespace main_test
}  // namespace fmplan::cli
