#include "core/what_if/solve.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/answer/gate.h"
#include "core/base/date.h"
#include "core/base/issue.h"
#include "core/base/job.h"
#include "core/base/random.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "core/what_if/solve_document.h"
#include "core/what_if/solve_question.h"
#include "core/what_if/sweep_question.h"
#include "tests/source_dir.h"

namespace fmplan::what_if {
namespace solve_test {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

const std::filesystem::path kRoot = source_dir();
const std::string kScenario = kRoot / "scenarios/llama3-70b-p5.json";

const catalog::Catalog& shipped() {
  static const catalog::Catalog kCatalog({kRoot / "catalogs"});
  return kCatalog;
}

SolveAnswer answer_to(const SolveOptions& options, int threads = 2) {
  return solve(solve_question(options, shipped()), shipped(), threads);
}

/// Median days on so many nodes; none where the plan cannot run.
std::optional<double> days_on(const nlohmann::json& scenario, int nodes) {
  nlohmann::json document = scenario;
  scenario::set_value(document, "cluster.nodes", std::to_string(nodes));
  try {
    const plan::Report report = evaluate(scenario::read_scenario(document, shipped(), kRoot / "scenarios"));
    return report.obstacles.empty() ? std::optional(report.median_days) : std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// What is looked for is the fewest or the most of the unknown itself: beyond the first that will do nothing is tried,
// from whichever end.  The same answer as of a list in which nothing can be left out, because it neither rises nor
// falls.
TEST(Solve, TriesNoneBeyondTheFirstThatWillDo) {
  std::string upwards;
  for (int nodes = 132; nodes <= 512; nodes += 2) upwards += "," + std::to_string(nodes);
  const std::string mixed = "130,128" + upwards;
  upwards = "128,130" + upwards;
  for (const bool most : {false, true}) {
    SolveOptions options{.file = kScenario, .vary = {"cluster.nodes=" + upwards}, .until = "cost<=$90M and days<=170"};
    (most ? options.maximize : options.minimize) = "cluster.nodes";
    const SolveAnswer answer = answer_to(options);
    options.vary = {"cluster.nodes=" + mixed};
    const SolveAnswer all = answer_to(options);
    ASSERT_TRUE(answer.best && all.best);
    EXPECT_EQ(answer.best->inputs, all.best->inputs);
    EXPECT_EQ(all.scanned.looked_at, all.num_points);
    EXPECT_LT(answer.scanned.looked_at, answer.num_points);
  }
}

// How far it is never falls and never passes the whole, and the whole stays what it was; who no longer wants it while
// it looks between places gets what the places gave.
TEST(Solve, TellsHowFarItIsAndStopsBetweenPlaces) {
  struct Watcher : JobWatcher {
    void report(std::int64_t done, std::int64_t total) override {
      EXPECT_GE(done, last);
      EXPECT_LE(done, total);
      EXPECT_TRUE(whole == 0 || whole == total);
      last = done;
      whole = total;
    }
    bool stopped() const override { return last >= stop_at; }
    std::int64_t last = 0, whole = 0, stop_at = 1'000'000;
  };
  const SolveQuestion question = solve_question(
      {.file = kScenario, .vary = {"training.tokens=1T..30T"}, .until = "cost<=$50M", .maximize = "training.tokens"},
      shipped());
  Watcher watcher, impatient;
  const SolveAnswer answer = solve(question, shipped(), 2, watcher);
  ASSERT_TRUE(answer.best);
  EXPECT_FALSE(answer.stopped);
  EXPECT_EQ(watcher.whole, answer.num_points + most_refined(question));
  EXPECT_GT(watcher.last, answer.num_points);
  impatient.stop_at = answer.num_points + 1;
  const SolveAnswer coarse = solve(question, shipped(), 2, impatient);
  ASSERT_TRUE(coarse.best);
  EXPECT_TRUE(coarse.stopped);
  EXPECT_LT(impatient.last, watcher.last);
  EXPECT_LE(*coarse.best->objective, *answer.best->objective);
}

// Every answer planned again meets the bound, and no smaller count that runs does: each bundled scenario that can run,
// with three bounds drawn between the days on 8 and on 512 nodes.
TEST(Solve, FindsTheFewestNodesThatMeetABound) {
  RandomStream random({.seed = 3});
  int answered = 0;
  for (const char* const name : {"llama3-70b-p5.json", "bloom-176b-p4de.json", "gpt3-175b-a100.json"}) {
    const std::string file = kRoot / "scenarios" / name;
    const nlohmann::json document = text::read_json_file(file);
    for (int i = 0; i < 3; ++i) {
      const double bound = 20 + 300 * random.uniform();
      const SolveAnswer answer =
          answer_to({.file = file, .vary = {"cluster.nodes=8..512"}, .until = "days<=" + std::to_string(bound)});
      std::optional<int> fewest;
      for (int nodes = 8; nodes <= 512 && !fewest; ++nodes) {
        const auto days = days_on(document, nodes);
        if (days && *days <= std::stod(std::to_string(bound))) fewest = nodes;
      }
      ASSERT_EQ(answer.best.has_value(), fewest.has_value()) << name << " " << bound;
      if (!fewest) continue;
      EXPECT_EQ(answer.best->inputs, std::vector{std::to_string(*fewest)}) << name << " " << bound;
      ++answered;
    }
  }
  EXPECT_GE(answered, 4);
}

// Alpha, beta and gamma are 10, 12 and 5 days on 4 nodes of one pool in 28 days: on 3 nothing of gamma and alpha runs,
// on 4 they fit one after the other, and 4 · 28 · 24 node-hours at 40 $ are paid for.
TEST(Solve, FindsTheFewestNodesOfAProgramme) {
  const SolveAnswer answer = answer_to({.file = kRoot / "programmes/two-teams.json",
                                        .vary = {"pools.shared.deliveries.0.nodes"},
                                        .until = "on_time>=90%",
                                        .trials = "50"});
  ASSERT_TRUE(answer.best);
  EXPECT_THAT(answer.best->inputs, ElementsAre("4"));
  EXPECT_EQ(answer.num_points, 8);
  const auto cost = std::ranges::find(answer.columns, "cost", &answer::Figure::name) - answer.columns.begin();
  EXPECT_DOUBLE_EQ(answer.best->figures.at(static_cast<std::size_t>(cost)).value.value.value(), 4 * 28 * 24 * 40.0);
  ASSERT_TRUE(answer.fails_next);
  EXPECT_THAT(answer.fails_next->inputs, ElementsAre("3"));
}

// Money grows with tokens: what is found costs at most the bound, and a thousandth more tokens cost more than it.
TEST(Solve, RefinesTokensBetweenTheirNeighbours) {
  const SolveAnswer answer =
      answer_to({.file = kScenario, .vary = {"training.tokens"}, .until = "cost<=$6M", .maximize = "training.tokens"});
  ASSERT_TRUE(answer.best);
  ASSERT_TRUE(answer.fails_next);
  const auto cost_of = [&](double tokens) {
    nlohmann::json document = text::read_json_file(kScenario);
    scenario::set_value(document, "training.tokens", std::to_string(static_cast<std::int64_t>(tokens)));
    const plan::Report report = evaluate(scenario::read_scenario(document, shipped(), kRoot / "scenarios"));
    return *report.cost.total / dollar;
  };
  EXPECT_LE(cost_of(*answer.best->objective), 6e6);
  EXPECT_GT(cost_of(1.002 * *answer.best->objective), 6e6);
  EXPECT_GT(*answer.fails_next->objective, *answer.best->objective);
  EXPECT_THAT(answer.fails_next->clause, HasSubstr("cost<=$6M (cost is $6"));
}

// The most tokens for the money on one of so many nodes are no fewer than on any of them alone: the number of nodes
// that is best at the places that are tried first need not be best between them.
TEST(Solve, RefinesBesideTheOtherUnknowns) {
  const std::string tokens = "training.tokens=100B..2T";
  std::string best;
  double most = 0;
  for (int nodes = 60; nodes <= 75; ++nodes) {
    const SolveAnswer alone = answer_to({.file = kScenario,
                                         .sets = {fmt::format("cluster.nodes={}", nodes)},
                                         .vary = {tokens},
                                         .until = "cost<=$1.6M",
                                         .maximize = "training.tokens"});
    if (alone.best && *alone.best->objective > most) {
      most = *alone.best->objective;
      best = std::to_string(nodes);
    }
  }
  const SolveAnswer both = answer_to({.file = kScenario,
                                      .vary = {tokens, "cluster.nodes=60..75"},
                                      .until = "cost<=$1.6M",
                                      .maximize = "training.tokens"});
  ASSERT_TRUE(both.best);
  EXPECT_EQ(*both.best->objective, most);
  EXPECT_EQ(both.best->inputs[1], best);
}

TEST(Solve, HasTheSameAnswerForAnyThreads) {
  const SolveOptions options{.file = kScenario,
                             .vary = {"cluster.nodes=64..512:16", "training.parallel.tensor=4,8"},
                             .until = "days<=200",
                             .minimize = "cost"};
  const SolveQuestion question = solve_question(options, shipped());
  const std::string one = solve_document(question, answer_to(options, 1), shipped()).json.dump();
  for (const int threads : {2, 5})
    EXPECT_EQ(solve_document(question, answer_to(options, threads), shipped()).json.dump(), one);
}

// 512 nodes are the most that were tried: 63 days, six times the bound and a third.
TEST(Solve, SaysHowNearItGetsWhereNothingMeetsTheBound) {
  const SolveAnswer answer =
      answer_to({.file = kScenario, .vary = {"cluster.nodes=256,512"}, .until = "days<=10 and cost<$900M"});
  EXPECT_FALSE(answer.best);
  ASSERT_TRUE(answer.nearest);
  EXPECT_THAT(answer.nearest->inputs, ElementsAre("512"));
  EXPECT_NEAR(answer.nearest->misses_by, *days_on(text::read_json_file(kScenario), 512) / 10 - 1, 1e-12);
  EXPECT_THAT(answer.nearest->clause, HasSubstr("days<=10"));
}

// By how much a day is missed is told in days: from the bound to the day that the clause names.
TEST(Solve, TellsADayThatIsMissedInDays) {
  const SolveAnswer answer =
      answer_to({.file = kScenario, .vary = {"cluster.nodes=256,512"}, .until = "finish<=2025-04-01"});
  ASSERT_TRUE(answer.nearest);
  constexpr std::string_view kBefore = "(finish is ";
  const std::size_t at = answer.nearest->clause.find(kBefore);
  ASSERT_NE(at, std::string::npos) << answer.nearest->clause;
  const auto finish = parse_date(answer.nearest->clause.substr(at + kBefore.size(), 10));
  ASSERT_TRUE(finish);
  const int days = finish->days_since_epoch - parse_date("2025-04-01")->days_since_epoch;
  EXPECT_GT(days, 1);
  EXPECT_EQ(answer.nearest->by, fmt::format("by {} days", days));
}

// Of nothing no share is left.
TEST(Solve, TellsWhatIsMoreThanNothingAsItIs) {
  const SolveAnswer answer = answer_to({.file = kScenario, .vary = {"cluster.nodes=512"}, .until = "days<=0"});
  ASSERT_TRUE(answer.nearest);
  const auto days = days_on(text::read_json_file(kScenario), 512);
  ASSERT_TRUE(days);
  EXPECT_EQ(answer.nearest->by, fmt::format("by {:.1f} days", *days));
}

// A machine that is sold in Capacity Blocks alone has no price on demand: what is known nearby is told, as by plan, and
// which number of nodes it is that misses the deadline.
TEST(Solve, SaysWhichPricesAreKnownWhereTheCostIsNot) {
  const SolveQuestion question = solve_question({.file = kScenario,
                                                 .sets = {"cluster.instance=p5e.48xlarge", "run.deadline=2025-09-30"},
                                                 .vary = {"cluster.nodes=128,256"},
                                                 .until = "cost<=$30M"},
                                                shipped());
  const SolveAnswer answer = solve(question, shipped(), 2);
  ASSERT_FALSE(answer.best);
  const std::vector<std::string> notes = solve_document(question, answer, shipped()).tables[0].notes;
  EXPECT_THAT(notes, Contains(AllOf(HasSubstr("Prices known nearby"), HasSubstr("capacity_block"))));
  EXPECT_THAT(notes, Contains(StartsWith("cluster.nodes = 128: The deadline 2025-09-30 is missed")));
}

// A run of 230 days cannot be bought in Capacity Blocks, however cheap they are.
TEST(Solve, TakesNoPriceThatCannotBePaid) {
  const SolveAnswer answer = answer_to({.file = kScenario,
                                        .sets = {"cluster.nodes=128"},
                                        .vary = {"price.kind=on_demand,capacity_block"},
                                        .until = "days<=1000",
                                        .minimize = "cost"});
  ASSERT_TRUE(answer.best);
  EXPECT_THAT(answer.best->inputs, ElementsAre("on_demand"));
}

// A price and a power that are stated hold for every machine that is tried, which the answer says; of one machine there
// is nothing to say.
TEST(Solve, TellsWhatEveryMachineTakesFromTheScenario) {
  const auto notices = [](const std::vector<std::string>& sets, const std::string& vary) {
    const SolveQuestion question = solve_question(
        {.file = kScenario, .sets = sets, .vary = {vary}, .until = "days<=400", .minimize = "cost"}, shipped());
    const answer::Document document = solve_document(question, solve(question, shipped(), 2), shipped());
    EXPECT_EQ(document.json.contains("notices"),
              document.tables[0].notes.front().find("fmplan market") != std::string::npos);
    return document.json.contains("notices") ? document.json.at("notices").size() : 0;
  };
  const std::vector<std::string> both = {"price.per_node_hour=25 $/h", "power.node=8.4 kW"};
  const std::string machines = "cluster.instance=p5.48xlarge,p5e.48xlarge";
  EXPECT_EQ(notices(both, machines), 2u);
  EXPECT_EQ(notices({"power.node=8.4 kW"}, machines), 1u);
  EXPECT_EQ(notices({}, machines), 0u);
  EXPECT_EQ(notices(both, "cluster.nodes=128,256"), 0u);
}

// On five nodes a plan may fit, with a chance of six in ten: nine are asked for.
TEST(Solve, TakesNoPlanThatFitsLessSurelyThanAsked) {
  const SolveAnswer answer = answer_to({.file = kRoot / "docs/first_scenario.json",
                                        .sets = {"model=llama-3.1-405b"},
                                        .vary = {"cluster.nodes=4..7:1"},
                                        .until = "days<=30000"});
  ASSERT_TRUE(answer.best && answer.fails_next);
  EXPECT_THAT(answer.best->inputs, ElementsAre("6"));
  EXPECT_EQ(answer.fails_next->status, plan::Verdict::kDoesNotFit);
  EXPECT_THAT(answer.fails_next->reason, HasSubstr("training.fit_confidence"));
}

// The fewest tokens meet any bound on days: nobody asks for them without a word.
TEST(Solve, AsksForTheGoalWhereTheLeastAmountDoes) {
  const SolveOptions least{.file = kScenario, .vary = {"training.tokens"}, .until = "days<=30"};
  try {
    answer_to(least);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.issues().front().where, "--maximize");
    EXPECT_THAT(error.issues().front().message, HasSubstr("say --maximize training.tokens"));
  }
  SolveOptions stated = least;
  stated.minimize = "training.tokens";
  EXPECT_TRUE(answer_to(stated).best);
  stated = least;
  stated.maximize = "training.tokens";
  EXPECT_TRUE(answer_to(stated).best);
  // Of nodes the fewest are meant.
  EXPECT_TRUE(answer_to({.file = kScenario, .vary = {"cluster.nodes=256,512"}, .until = "days<=200"}).best);
}

TEST(Solve, SaysWhereTheAnswerIsTheLastThatWasTried) {
  EXPECT_TRUE(answer_to({.file = kScenario, .vary = {"cluster.nodes=256,512"}, .until = "days<=200"}).at_edge);
  EXPECT_FALSE(answer_to({.file = kScenario, .vary = {"cluster.nodes=64,256"}, .until = "days<=200"}).at_edge);
}

// By hand: 66 over 60 misses by a tenth, 45 over 40 million by an eighth; "and" takes the larger, "or" the smaller.
TEST(DistanceTo, IsAShareOfTheBound) {
  const answer::FigureValues values = [](const answer::Figure& figure) -> answer::FigureValue {
    if (figure.name == "days") return {.value = 66};
    if (figure.name == "cost") return {.value = 45e6};
    if (figure.name == "finish") return {.value = 73};
    return {};
  };
  const auto distance = [&](const char* text) {
    return miss_of(answer::parse_condition(text, answer::plan_figures(), "--until"), values).distance;
  };
  EXPECT_DOUBLE_EQ(distance("days<=60"), 0.1);
  EXPECT_DOUBLE_EQ(distance("days>=60"), 0);
  EXPECT_DOUBLE_EQ(distance("days<=60 and cost<=$40M"), 0.125);
  EXPECT_DOUBLE_EQ(distance("days<=60 or cost<=$40M"), 0.1);
  EXPECT_DOUBLE_EQ(distance("finish<=1970-01-01"), 73 / 365.0);
  EXPECT_DOUBLE_EQ(distance("not days>60"), 0.1);
  EXPECT_DOUBLE_EQ(distance("not days>300 and cost<=$40M"), 0.125);
  EXPECT_DOUBLE_EQ(distance("not (days>60 or cost>$40M)"), 0.125);
  EXPECT_TRUE(std::isinf(distance("energy<1 GWh")));
  const auto clause = [&](const char* text) {
    return miss_of(answer::parse_condition(text, answer::plan_figures(), "--until"), values).clause;
  };
  EXPECT_THAT(clause("days<=60 and cost<=$40M"),
              AllOf(HasSubstr("days<=60 (days is 66"), HasSubstr(" and cost<=$40M")));
  EXPECT_THAT(clause("days<=70 and cost<=$40M"), testing::StartsWith("cost<=$40M"));
  EXPECT_THAT(clause("days<=60 or cost<=$40M"), AllOf(HasSubstr("days<=60"), Not(HasSubstr("cost"))));
}

TEST(ParseUnknown, KnowsTheUsualValuesOfPaths) {
  const AskedScenario asked =
      solve_question({.file = kScenario, .vary = {"cluster.nodes"}, .until = "days<1"}, shipped()).scenario;
  EXPECT_THAT(parse_unknown("cluster.nodes", asked, shipped()).axis.values, SizeIs(2048));
  EXPECT_FALSE(parse_unknown("cluster.nodes=8..512", asked, shipped()).continuous);
  EXPECT_TRUE(parse_unknown("training.tokens", asked, shipped()).continuous);
  EXPECT_TRUE(parse_unknown("training.tokens=1T..15T", asked, shipped()).continuous);
  EXPECT_FALSE(parse_unknown("training.tokens=1T,15T", asked, shipped()).continuous);
  EXPECT_THAT(parse_unknown("price.kind", asked, shipped()).axis.values, testing::Contains("capacity_block"));
  EXPECT_THROW(parse_unknown("training.depth", asked, shipped()), InputError);
}

// One node would be the answer, and 64 the nodes that train.
TEST(SolveQuestion, RefusesNodesThatDecideNothing) {
  const auto problem = [](const std::vector<std::string>& sets) -> std::string {
    try {
      solve_question({.file = kScenario, .sets = sets, .vary = {"cluster.nodes=1..64"}, .until = "days<=90"},
                     shipped());
    } catch (const InputError& error) {
      return error.issues().front().where + ": " + error.issues().front().message;
    }
    return "";
  };
  EXPECT_THAT(problem({R"(training.phases=[{"tokens": "2T", "nodes": 64}])"}),
              HasSubstr("--vary cluster.nodes: is the number of no phase"));
  EXPECT_EQ(problem({"run.failures=8 h of 256 nodes"}), "");
  EXPECT_THAT(problem({"run.failures=8 h"}), HasSubstr("of how many nodes?"));
}

// Ends in two units are places in the first's, not whole numbers of it.
TEST(ParseUnknown, IsContinuousWhereOneEndHasAUnit) {
  const AskedScenario asked = read_asked(kScenario);
  for (const char* const range : {"1T..2000000000000", "1..2T", "500B..2T"})
    EXPECT_TRUE(parse_unknown(std::string("training.tokens=") + range, asked, shipped()).continuous) << range;
  EXPECT_FALSE(parse_unknown("cluster.nodes=8..64", asked, shipped()).continuous);
}

// What asks for a path is not wrong because the list of its values is.
TEST(SolveQuestion, BlamesNoFigureForAListThatCannotBeRead) {
  try {
    solve_question({.file = kScenario,
                    .vary = {"training.tokens=1 T..x"},
                    .until = "training.tokens>1T",
                    .maximize = "training.tokens"},
                   shipped());
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.issues(), SizeIs(1));
  }
}

TEST(SolveQuestion, TellsAllProblemsAtOnce) {
  try {
    solve_question({.file = kScenario, .vary = {"a.b"}, .until = "dyas<3", .minimize = "cost", .maximize = "mfu"},
                   shipped());
    FAIL() << "was accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.issues(), SizeIs(3));
  }
}

}  // namespace solve_test
}  // namespace fmplan::what_if
