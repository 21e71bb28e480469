#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/text/json_text.h"
#include "tests/cli/run_words.h"

namespace fmplan::cli {
namespace compare_command_test {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kP5 = shipped_scenario("llama3-70b-p5.json");
const std::string kLlama2 = shipped_scenario("llama2-70b.json");

json figure(const json& document, const std::string& pointer) {
  for (const json& entry : document["figures"])
    if (entry["pointer"] == pointer) return entry["values"];
  return nullptr;
}

// A variant states what the catalogue filled in before: it is told once, from value to value; and machines whose power
// differs in no digit that is shown are not told to differ.
TEST(CompareCommand, TellsOfEveryInputOnceAndOfNoneThatReadsAlike) {
  const Ran ran = run_words({"compare", kP5, "--with", "run.failures=rsc-1; cluster.instance=p5e.48xlarge"});
  ASSERT_EQ(ran.code, kOk) << ran.err;
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("\nrun.failures "), HasSubstr("\ncluster.instance "), Not(HasSubstr("· run.failures ")),
                    Not(HasSubstr("· cluster.instance ")), Not(HasSubstr("· power.node "))));
}

TEST(CompareCommand, PutsTwoScenariosSideBySide) {
  const Ran table = run_words({"compare", kP5, kLlama2});
  EXPECT_EQ(table.code, kOk) << table.err;
  EXPECT_THAT(table.out, AllOf(HasSubstr("Llama 3 70B on 256 P5"), HasSubstr("Llama 2 70B on 2,048 A100"),
                               HasSubstr("MFU"), HasSubstr("Δ"), HasSubstr(" %")));
  const json both = text::parse_json(run_words({"compare", kP5, kLlama2, "--format", "json"}).out, "stdout");
  const json first = text::parse_json(run_words({"plan", kP5, "--format", "json"}).out, "stdout");
  const json second = text::parse_json(run_words({"plan", kLlama2, "--format", "json"}).out, "stdout");
  for (const char* pointer : {"/step/step_time_s", "/totals/gpu_hours", "/memory/per_gpu_bytes/total"}) {
    const json::json_pointer at(pointer);
    EXPECT_EQ(figure(both, pointer), json::array({first[at], second[at]})) << pointer;
  }
}

// What decides stands first: the differences of days at P50 and of money between the two plans, and which are doubtful.
TEST(CompareCommand, SaysFirstWhatTheOtherTakes) {
  const auto value = [](const std::vector<std::string>& sets, const char* pointer) {
    std::vector<std::string> words = {"plan", kP5, "--format", "json"};
    words.insert(words.end(), sets.begin(), sets.end());
    const json report = text::parse_json(run_words(words).out, "stdout");
    const json& found = report[json::json_pointer(pointer)];
    return found.is_string() ? std::stod(found.get<std::string>()) : found.get<double>();
  };
  const std::vector<std::string> more = {"--set", "cluster.nodes=320"};
  const std::vector<std::string> other = {"--set", "cluster.instance=p5en.48xlarge"};
  const double days = value({}, "/run/wall_clock_days/p50") - value(more, "/run/wall_clock_days/p50");
  const double money = value(more, "/cost/total") - value({}, "/cost/total");
  const Ran ran = run_words({"compare", kP5, "--with", "cluster.nodes=320"});
  EXPECT_THAT(ran.out, StartsWith(fmt::format("cluster.nodes=320: {:.1f} days less at P50, ${:.2f}M more ≈\n", days,
                                              money / 1e6)));
  EXPECT_THAT(
      run_words({"compare", kP5, "--with", "cluster.instance=p5en.48xlarge"}).out,
      StartsWith(fmt::format("cluster.instance=p5en.48xlarge: {:.1f} days less at P50 ≈, cost unknown\n",
                             value({}, "/run/wall_clock_days/p50") - value(other, "/run/wall_clock_days/p50"))));
  EXPECT_THAT(run_words({"compare", kP5, "--with", "name=x"}).out, StartsWith("name=x: as many days, as much money\n"));
  // What needs 325 GB of 85.5 saves nothing; a date that is missed changes no day.
  EXPECT_THAT(run_words({"compare", kP5, "--with", "training.parallel.tensor=1"}).out,
              StartsWith("training.parallel.tensor=1: cannot run\n"));
  EXPECT_THAT(run_words({"compare", kP5, "--set", "training.parallel.tensor=1", "--with", "cluster.nodes=128"}).out,
              StartsWith("Llama 3 70B on 256 P5 cannot run\n"));
  EXPECT_THAT(run_words({"compare", kP5, "--with", "run.deadline=2025-04-01"}).out,
              StartsWith("run.deadline=2025-04-01: as many days, as much money\n"));
}

TEST(CompareCommand, TellsOfPricesThatAreNoMore) {
  const Ran ran = run_words({"compare", kP5, "--with", "price.on=2030-01-01; run.start=2030-01-01"});
  EXPECT_THAT(ran.out, AllOf(HasSubstr("run.start=2030-01-01: The on_demand price of p5.48xlarge was last seen"),
                             Not(HasSubstr("Llama 3 70B on 256 P5: The"))));
}

TEST(CompareCommand, TakesASavedReport) {
  const ScratchFolder folder;
  const std::string saved = folder.path("before.json");
  ASSERT_EQ(run_words({"plan", kP5, "--format", "json", "-o", saved}).code, kOk);
  const json same = text::parse_json(run_words({"compare", saved, kP5, "--format", "json"}).out, "stdout");
  for (const json& entry : same["figures"]) EXPECT_EQ(entry["values"][0], entry["values"][1]) << entry;
  // --set concerns the scenario, not the report.
  const json halved = text::parse_json(
      run_words({"compare", saved, kP5, "--set", "cluster.nodes=128", "--format", "json"}).out, "stdout");
  EXPECT_EQ(figure(halved, "/totals/nodes"), json::array({256, 128}));
}

TEST(CompareCommand, TakesAReportOfWhatCouldNotBeEvaluated) {
  const ScratchFolder folder;
  const std::string saved = folder.path("none.json");
  ASSERT_EQ(run_words({"plan", kP5, "--set", "training.parallel=auto", "--set", "training.global_batch_size=1", "--set",
                       "cluster.nodes=512", "--strict", "--format", "json", "-o", saved})
                .code,
            kCannotRun);
  const Ran ran = run_words({"compare", saved, kP5});
  EXPECT_EQ(ran.code, kCannotRun) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("unknown"));
  EXPECT_THAT(ran.err, HasSubstr("in the way: "));
}

// Storage has no price on Azure: of the other side's cost a part is known, and that is more already.
TEST(CompareCommand, TellsWhatIsKnownOfACost) {
  const Ran ran = run_words({"compare", kP5, "--with", "cluster.instance=nd96isr-h200-v5; price.region=westus"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, testing::ContainsRegex("cost +\\$[0-9.]+M +≥ \\$[0-9.]+M +≥ \\+[0-9.]+ %"));
}

json compared(std::vector<std::string> words) {
  words.insert(words.begin(), "compare");
  words.insert(words.end(), {"--format", "json"});
  return text::parse_json(run_words(words).out, "stdout");
}

/// A share or difference: money is a decimal string.
double number(const json& value) {
  return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}

/// Σ of the shares of each figure in `list`, by its pointer.
std::map<std::string, double> sums(const json& list) {
  std::map<std::string, double> totals;
  for (const json& entry : list) totals[entry["pointer"]] += number(entry["share"]);
  return totals;
}

json line_of(const json& figures, const std::string& pointer) {
  for (const json& entry : figures)
    if (entry["pointer"] == pointer) return entry;
  return nullptr;
}

// Shares are whole cents and microseconds that add up to the difference: half a unit is what rounding that leaves.
void expect_whole(const json& document) {
  const std::map<std::string, double> by_input = sums(document["because"]), by_cause = sums(document["causes"]);
  for (const auto& [pointer, unit] : std::map<std::string, double>{
           {"/step/step_time_s", 1e-6}, {"/run/wall_clock_days/mean", 1e-6}, {"/cost/total", 0.01}}) {
    const double difference = number(line_of(document["figures"], pointer)["difference"]);
    EXPECT_NEAR(by_input.at(pointer), difference, 0.51 * unit) << pointer;
    EXPECT_NEAR(by_cause.at(pointer), difference, 0.51 * unit) << pointer;
  }
}

TEST(CompareCommand, SharesAddUpToTheDifference) {
  const json two = compared({kP5, "--set", "run.spare_nodes=0", "--set", "training.tokens=12T", "--with",
                             "cluster.nodes=240; price.kind=capacity_block; training.precision=fp8"});
  EXPECT_EQ(two["because_from"]["method"], "all_orders");
  EXPECT_EQ(two["because_from"]["plans"], 8);
  expect_whole(two);
}

// Eleven changes are sampled, and whatever the threads, to the same bytes.
TEST(CompareCommand, SamplesOrdersOfManyChanges) {
  std::vector<std::string> words = {
      kP5, "--with",
      "cluster.nodes=192; price.kind=capacity_block; price.on=2026-02-01; "
      "training.precision=fp8; training.tokens=10T; run.spare_nodes=4; "
      "training.parallel.pipeline=8; training.parallel.virtual_pipeline=2; power.pue=1.3; "
      "run.failures=rsc-1; training.parallel.zero_stage=0"};
  const json many = compared(words);
  EXPECT_EQ(many["because_from"]["method"], "sampled_orders");
  EXPECT_TRUE(many["because"][0].contains("standard_error"));
  expect_whole(many);
  words.insert(words.end(), {"--jobs", "1"});
  EXPECT_EQ(compared(words), many);
}

// The price alone moves money alone, and none of it is in doubt: the same steps are bought.
TEST(CompareCommand, TellsCertainDifferencesFromDoubtfulOnes) {
  const json price = compared(
      {kP5, "--set", "run.spare_nodes=0", "--set", "training.tokens=12T", "--with", "price.kind=capacity_block"});
  EXPECT_EQ(line_of(price["figures"], "/cost/total")["told_apart"], true);
  EXPECT_EQ(line_of(price["figures"], "/step/step_time_s")["difference"], 0);
  // 128 nodes in place of 256 are about as dear, but certainly slower.
  const json nodes = compared({kP5, "--with", "cluster.nodes=128"});
  EXPECT_EQ(line_of(nodes["figures"], "/cost/total")["told_apart"], false);
  EXPECT_EQ(line_of(nodes["figures"], "/run/wall_clock_days/mean")["told_apart"], true);
  EXPECT_TRUE(line_of(nodes["figures"], "/cost/total")["values"][0].is_string());
}

TEST(CompareCommand, NamesVariantsByWhatTheyChange) {
  const json three =
      compared({kP5, kP5, "--with", "cluster.nodes=128", "--with", "run.spare_nodes=0;cluster.nodes=64"});
  const json names = {"Llama 3 70B on 256 P5", "cluster.nodes=128", "run.spare_nodes=0; cluster.nodes=64",
                      "Llama 3 70B on 256 P5 (4)"};
  EXPECT_EQ(three["reports"], names);
  EXPECT_EQ(three["others"].size(), 2u);
  const ScratchFolder folder;
  json other = text::read_json_file(kP5);
  other["cluster"]["nodes"] = 512;
  EXPECT_EQ(compared({kP5, folder.write("other.json", other.dump())})["reports"][1], "cluster.nodes=512");
}

// A saved plan states what rules had filled in; that is still no change of its own.
TEST(CompareCommand, FindsTheInputsThatASavedPlanWasMadeOf) {
  const ScratchFolder folder;
  const std::string saved = folder.path("before.json");
  ASSERT_EQ(run_words({"plan", kP5, "--set", "cluster.nodes=128", "--format", "json", "-o", saved}).code, kOk);
  const json document = compared({saved, kP5});
  json stated = json::array();
  for (const json& change : document["changes"])
    if (!change["filled_in"]) stated.push_back(change["pointer"]);
  EXPECT_EQ(stated, json::array({"/cluster/nodes"}));
  expect_whole(document);
}

// 2,048 sequences do not divide over 100 nodes: only orders that change the plan first, then nodes with the batch.
TEST(CompareCommand, SharesOfWhatOnlyWorksTogether) {
  const json document = compared({kP5, "--set", "cluster.strict=true", "--with",
                                  "cluster.nodes=100; training.global_batch_size=2000; training.parallel.tensor=4"});
  std::set<std::string> changes;
  for (const json& entry : document["because"]) changes.insert(entry["change"]);
  EXPECT_EQ(changes,
            (std::set<std::string>{"/cluster/nodes /training/global_batch_size", "/training/parallel/tensor"}));
  EXPECT_FALSE(document["because_from"]["refused"].empty());
  expect_whole(document);
}

TEST(CompareCommand, SaysThatASideCannotRun) {
  const Ran ran = run_words({"compare", kP5, "--with", "training.parallel.tensor=1"});
  EXPECT_EQ(ran.code, kCannotRun);
  EXPECT_THAT(ran.err, HasSubstr("in the way: training.parallel.tensor=1: Out of memory"));
}

TEST(CompareCommand, TakesSavedRunsAndSearches) {
  const ScratchFolder folder;
  const std::string run =
      folder.write("run.json", run_words({"run", kP5, "--trials", "50", "--no-changes", "--format", "json"}).out);
  const std::string search = folder.write(
      "search.json", run_words({"search", kP5, "--top", "1", "--space", "framework", "--format", "json"}).out);
  const Ran ran = run_words({"compare", kP5, run, search, "--format", "json"});
  ASSERT_EQ(ran.code, kOk) << ran.err;
  const json document = text::parse_json(ran.out, "stdout");
  const json simulated = text::read_json_file(run), found = text::read_json_file(search);
  EXPECT_EQ(line_of(document["figures"], "/run/wall_clock_days/mean")["values"][1],
            simulated["run"]["wall_clock_days"]["mean"]);
  EXPECT_EQ(line_of(document["figures"], "/cost/total")["values"][1], simulated["cost"]["mean"]);
  EXPECT_EQ(line_of(document["figures"], "/step/step_time_s")["values"][2], found["search"]["best"][0]["step_time_s"]);
  EXPECT_EQ(line_of(document["figures"], "/cost/total")["values"][2], nullptr);
  EXPECT_EQ(document["because_from"]["method"], "none");
}

// "a tie" is said of the same work alone.
TEST(CompareCommand, OfDifferentModelsIsNoTie) {
  const Ran ran = run_words({"compare", shipped_scenario("llama-65b.json"), kLlama2});
  EXPECT_THAT(ran.out, AllOf(HasSubstr("is another model"), testing::Not(HasSubstr("a tie"))));
}

TEST(CompareCommand, RefusesVariants) {
  for (const auto& [variant, message] : std::vector<std::pair<std::string, std::string>>{
           {"", "changes nothing"},
           {" ; ", "changes nothing"},
           {"cluster.nodes", "write PATH=VALUE"},
           {"cluster.nodes=100; cluster.strict=true", "/training/global_batch_size: 2048 is not a multiple"},
           {"cluster.node=3", "did you mean"}}) {
    const Ran ran = run_words({"compare", kP5, "--with", variant});
    EXPECT_EQ(ran.code, kInputError) << variant;
    EXPECT_THAT(ran.err, HasSubstr(message)) << variant;
  }
}

// Of which file, of all of them at once; what is set in all is told once.
TEST(CompareCommand, TellsTheProblemsOfAllFiles) {
  const ScratchFolder folder;
  const std::string broken = folder.write("broken.json", "{"), empty = folder.write("empty.json", "{}");
  const Ran unread = run_words({"compare", broken, folder.path("none.json")});
  EXPECT_THAT(unread.err, testing::AllOf(HasSubstr("broken.json"), HasSubstr("none.json")));
  const Ran ran = run_words({"compare", kP5, empty, "--with", "price.kind=gift"});
  EXPECT_THAT(ran.err, testing::AllOf(HasSubstr("--with price.kind=gift: /price/kind: "),
                                      HasSubstr(empty + ": /model: is missing")));
  const std::string set = run_words({"compare", kP5, kLlama2, "--set", "nonsense"}).err;
  EXPECT_EQ(set.find("error: "), set.rfind("error: ")) << set;
}

TEST(CompareCommand, RefusesWhatIsNeither) {
  const ScratchFolder folder;
  EXPECT_EQ(run_words({"compare", kP5}).code, kInputError);
  EXPECT_EQ(run_words({"compare", kP5, folder.path("none.json")}).code, kInputError);
  for (const char* text : {"[]", "7", "{}", R"({"totals": 1, "fmplan_version": 2})",
                           R"({"totals": {}, "fmplan_version": "0", "name": 7, "obstacles": [1]})"}) {
    const Ran ran = run_words({"compare", kP5, folder.write("odd.json", text)});
    EXPECT_EQ(ran.code, kInputError) << text;
    EXPECT_THAT(ran.err, HasSubstr("error: ")) << text;
  }
}

}  // namespace compare_command_test
}  // namespace fmplan::cli
