#include "core/what_if/market.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/base/quantity_text.h"
#include "core/base/random.h"
#include "core/hardware/price.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"
#include "core/what_if/market_document.h"
#include "core/what_if/market_picture.h"
#include "core/what_if/market_question.h"
#include "tests/source_dir.h"

namespace fmplan::what_if {
namespace market_test {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::filesystem::path kRoot = source_dir();
const std::string kScenario = kRoot / "scenarios/llama3-70b-p5.json";

const catalog::Catalog& shipped() {
  static const catalog::Catalog kCatalog({kRoot / "catalogs"});
  return kCatalog;
}

MarketAnswer answer_to(const MarketOptions& options, int threads = 2) {
  return look_at_market(market_question(options, shipped()), shipped(), threads);
}

/// What `fmplan plan` answers to the bundled scenario with so much replaced; none where it cannot run.
std::optional<plan::Report> planned(const std::vector<std::string>& before, const Offer& offer, int nodes) {
  nlohmann::json document = text::read_json_file(kScenario);
  for (const std::string& set : before) scenario::set_value(document, set);
  for (const auto& [path, value] : offer.sets) scenario::set_value(document, path, value);
  scenario::set_value(document, "cluster.nodes", std::to_string(nodes));
  const plan::Report report = evaluate(scenario::read_scenario(document, shipped(), kRoot / "scenarios"));
  return report.obstacles.empty() ? std::optional(report) : std::nullopt;
}

// Every offer on every number of nodes, each planned by itself: on small markets the best of each machine is the same,
// to the cent.
TEST(Market, IsTheBestOfAllOffersOnAllNumbersOfNodes) {
  const std::vector<std::string> sets = {"model=llama-3-8b", "training.tokens=1T", "price.on=2026-02-01",
                                         "run.start=2026-02-01"};
  const MarketOptions options{.file = kScenario,
                              .sets = sets,
                              .until = "days<=100",
                              .on = "p5.48xlarge,p5en.48xlarge,p4de.24xlarge,trn1.32xlarge",
                              .nodes = "4..24"};
  const MarketQuestion question = market_question(options, shipped());
  const MarketAnswer answer = look_at_market(question, shipped(), 2);
  EXPECT_GE(answer.lines.size(), 3u);
  for (const MarketLine& line : answer.lines) {
    double least = 1e18;
    for (const Offer& offer : question.offers) {
      if (offer.instance != line.offer.instance) continue;
      for (int nodes = 4; nodes <= 24; ++nodes) {
        const auto report = planned(sets, offer, nodes);
        if (report && report->cost.total && report->median_days <= 100)
          least = std::min(least, *report->cost.total / dollar);
      }
    }
    ASSERT_TRUE(line.objective) << line.offer.instance;
    EXPECT_NEAR(*line.objective, least, 0.005) << line.offer.instance;
  }
}

// Between the numbers that are looked at first there are better ones: the winner is the best of every offer on every
// number of nodes to 140, to the cent.  More of them are dearer, for they take as many GPU-hours and fail more often.
TEST(Market, WinnerIsTheBestOfAllWholeNumbers) {
  MarketOptions options{.file = kScenario,
                        .sets = {"training.tokens=4T", "price.on=2026-02-01", "run.start=2026-02-01"},
                        .until = "days<=70",
                        .on = "p5.48xlarge,p4de.24xlarge",
                        .regions = "us-east-1",
                        .kinds = "on_demand"};
  std::vector<plan::Report> reports;
  for (const Offer& offer : market_question(options, shipped()).offers)
    for (int nodes = 20; nodes <= 140; ++nodes)
      if (auto report = planned(options.sets, offer, nodes)) reports.push_back(*std::move(report));
  for (const double days : {70.0, 95.0, 120.0}) {
    double least = 1e18;
    for (const plan::Report& report : reports)
      if (report.median_days <= days) least = std::min(least, *report.cost.total / dollar);
    options.until = fmt::format("days<={}", days);
    const MarketAnswer answer = answer_to(options);
    ASSERT_FALSE(answer.lines.empty());
    EXPECT_NEAR(*answer.lines.front().objective, least, 0.005) << days;
  }
}

// Of 97 nodes 96 train and one stands by, since 97 divides no batch: a number that is asked for is worth what its plan
// with nodes standing by is.  Lists of two to five numbers, and one that is too long for all of them to be planned so,
// have the best of their numbers, each planned by itself; so nothing that is added to a list makes the answer worse.
TEST(Market, IsTheBestOfTheNumbersThatAreAskedFor) {
  MarketOptions options{.file = kScenario,
                        .sets = {"model=llama-3-8b", "training.tokens=1T"},
                        .until = "days<=200",
                        .on = "p4de.24xlarge",
                        .regions = "us-east-1",
                        .kinds = "on_demand"};
  constexpr int kFewest = 30, kMost = 110;
  const Offer offer = market_question(options, shipped()).offers.front();
  std::vector<std::optional<plan::Report>> reports;
  for (int nodes = kFewest; nodes <= kMost; ++nodes) reports.push_back(planned(options.sets, offer, nodes));
  const auto figure = [&](const std::string& name, int nodes) {
    const auto& report = reports[static_cast<std::size_t>(nodes - kFewest)];
    if (!report) return 1e18;
    return name == "days" ? report->median_days : *report->cost.total / dollar;
  };
  RandomStream random({.seed = 11});
  std::vector<std::vector<int>> lists = {{55, 97}, {47, 53}, {}};
  for (int nodes = kFewest; nodes <= kMost; ++nodes)
    if (nodes % 8 != 0) lists.back().push_back(nodes);
  for (int i = 0; i < 12; ++i) {
    lists.emplace_back();
    for (int k = 0; k < 2 + i % 4; ++k)
      lists.back().push_back(kFewest + static_cast<int>(random.uniform() * (kMost - kFewest)));
  }
  for (const std::vector<int>& list : lists)
    for (const char* const name : {"days", "cost"}) {
      options.nodes = fmt::format("{}", fmt::join(list, ","));
      options.minimize = name;
      double least = 1e18;
      for (const int nodes : list) least = std::min(least, figure(name, nodes));
      const MarketAnswer answer = answer_to(options);
      ASSERT_EQ(answer.lines.size(), 1u) << options.nodes;
      EXPECT_NEAR(*answer.lines[0].objective / least, 1, 1e-9) << name << " of " << options.nodes;
    }
}

TEST(Market, LooksAtTheNumbersThatAreAskedForAlone) {
  const MarketAnswer answer =
      answer_to({.file = kScenario, .until = "days<=200", .on = "p5.48xlarge", .nodes = "128..512:64"});
  ASSERT_EQ(answer.lines.size(), 1u);
  EXPECT_EQ(answer.num_points, 7);
}

// $1 buys nothing: where the price is unknown nobody can say so of a machine.
TEST(Market, DoesNotHoldAnUnknownPriceAgainstAMachine) {
  const MarketAnswer answer =
      answer_to({.file = kScenario, .until = "cost<=$1", .on = "p5.48xlarge,p6-b200.48xlarge", .nodes = "128..256:64"});
  EXPECT_THAT(answer.lines, IsEmpty());
  ASSERT_EQ(answer.refused.size(), 2u);
  for (const MarketRefusal& one : answer.refused)
    EXPECT_EQ(one.reason, one.instance == "p5.48xlarge"
                              ? "no number of nodes that is sold meets cost<=$1"
                              : "price unknown, so that nobody can say whether cost<=$1 holds");
}

// Of 128 and 256 nodes the larger number is nearer to one day, by (d − 1) / 1.
TEST(Market, SaysHowNearItGot) {
  const MarketOptions options{
      .file = kScenario, .until = "days<=1", .on = "p5.48xlarge", .kinds = "on_demand", .nodes = "128,256"};
  const MarketAnswer answer = answer_to(options);
  EXPECT_THAT(answer.lines, IsEmpty());
  ASSERT_TRUE(answer.nearest);
  EXPECT_EQ(answer.nearest->nodes, 256);
  const auto report = planned({}, answer.nearest->offer, 256);
  ASSERT_TRUE(report);
  EXPECT_NEAR(answer.nearest->miss.distance, report->median_days - 1, 1e-9);
  EXPECT_THAT(answer.nearest->miss.clause, HasSubstr("days<=1 ("));
  const answer::Document document = market_document(market_question(options, shipped()), answer, shipped());
  EXPECT_THAT(document.headline, HasSubstr("nearest is 256 × p5.48xlarge, on_demand in us-east-1"));
}

// The numbers asked for end where a better one may lie beyond, and a table has no blank for it.
TEST(Market, SaysWhatBindsEveryLine) {
  for (const char* const nodes : {"160..512:96", "256", ""}) {
    const MarketOptions options{.file = kScenario, .until = "days<=200", .on = "p4d*,p5*,p6*", .nodes = nodes};
    const MarketQuestion question = market_question(options, shipped());
    const MarketAnswer answer = look_at_market(question, shipped(), 2);
    const answer::Document document = market_document(question, answer, shipped());
    for (const answer::Table& table : document.tables)
      for (const std::vector<std::string>& row : table.rows) EXPECT_THAT(row.back(), Not(IsEmpty())) << row.front();
    if (std::string(nodes) != "256") continue;
    for (const MarketLine& line : answer.lines) EXPECT_EQ(line.binds, "--nodes from 256") << line.offer.instance;
  }
}

TEST(Market, SaysWhichMachinesAreMeant) {
  const auto refusal = [](const char* on) -> std::string {
    try {
      market_question({.file = kScenario, .minimize = "cost", .on = on}, shipped());
    } catch (const InputError& error) {
      return error.issues().front().message;
    }
    return "";
  };
  EXPECT_EQ(refusal("P5.48XLARGE"), "\"P5.48XLARGE\" is none of the catalogue; did you mean \"p5.48xlarge\"?");
  EXPECT_THAT(refusal("h100"), HasSubstr("machines with this accelerator: "));
  EXPECT_THAT(refusal("p9*"), HasSubstr("\"p9*\" is not in the catalogue"));
}

// A chance stands in the table where there is a deadline, and the spares that are billed beside the nodes.
TEST(Market, TellsTheChanceOfTheDeadlineAndSpares) {
  const MarketOptions options{
      .file = kScenario, .sets = {"run.deadline=2025-11-30"}, .on = "p5.48xlarge", .nodes = "224"};
  const MarketQuestion question = market_question(options, shipped());
  const MarketAnswer answer = look_at_market(question, shipped(), 2);
  ASSERT_EQ(answer.lines.size(), 1u);
  const answer::Document document = market_document(question, answer, shipped());
  EXPECT_THAT(document.headline, HasSubstr("224 × p5.48xlarge and 2 spares"));
  const answer::Table& table = document.tables.front();
  const auto column = std::ranges::find(table.header, "in time") - table.header.begin();
  ASSERT_LT(static_cast<std::size_t>(column), table.header.size());
  const std::string chance = chance_text(*answer.lines[0].report.deadline_chance);
  EXPECT_EQ(table.rows[0][static_cast<std::size_t>(column)], chance);
  EXPECT_THAT(document.headline, HasSubstr("2025-11-30 kept with a chance of " + chance));
  EXPECT_EQ(table.rows[0][2], "224 + 2");
}

TEST(Market, LinesAreWhatPlanAnswers) {
  const MarketAnswer answer = answer_to({.file = kScenario, .until = "finish.p90<=2025-09-30", .on = "p5*,trn*"});
  ASSERT_GE(answer.lines.size(), 4u);
  for (const MarketLine& line : answer.lines) {
    const auto report = planned({}, line.offer, line.nodes);
    ASSERT_TRUE(report) << line.offer.instance;
    EXPECT_EQ(report->mean_days, line.report.mean_days);
    EXPECT_EQ(report->cost.total, line.report.cost.total);
    EXPECT_LE(report->wall_clock_days_80.high, 214) << "2025-09-30 is the 214th day";
  }
}

// Storage has no price on Azure, so every cost there is a part: of the regions the one with the least of it is told.
TEST(Market, TakesTheLeastOfWhatIsKnownOfACost) {
  const MarketOptions options{.file = kScenario,
                              .sets = {"price.on=2026-07-01", "run.start=2026-07-01"},
                              .until = "days<=200",
                              .on = "nd96isr-h200-v5",
                              .nodes = "192"};
  const MarketAnswer answer = answer_to(options);
  ASSERT_EQ(answer.lines.size(), 1u);
  EXPECT_FALSE(answer.lines[0].objective);
  ASSERT_TRUE(answer.lines[0].at_least);
  std::optional<double> least;
  for (const Offer& offer : market_question(options, shipped()).offers)
    if (const auto report = planned(options.sets, offer, 192))
      if (const auto known = report->cost.known()) least = std::min(least.value_or(1e12), *known / dollar);
  ASSERT_TRUE(least);
  EXPECT_NEAR(*answer.lines[0].at_least, *least, 0.01);
  EXPECT_THAT(market_document(market_question(options, shipped()), answer, shipped()).headline,
              HasSubstr("least cost of what is known (at least $"));
}

// Money that is not known is never the least: p6 has no price in February 2025.
TEST(Market, PutsMachinesWithoutAPriceBehind) {
  const MarketAnswer answer =
      answer_to({.file = kScenario, .until = "days<=200", .on = "p5.48xlarge,p6-b200.48xlarge"});
  ASSERT_EQ(answer.lines.size(), 2u);
  EXPECT_EQ(answer.lines[0].offer.instance, "p5.48xlarge");
  EXPECT_TRUE(answer.lines[0].objective);
  EXPECT_EQ(answer.lines[1].offer.instance, "p6-b200.48xlarge");
  EXPECT_FALSE(answer.lines[1].objective);
}

// What `plan` warns of with the winner is told of it, and prices of years ago of whoever is bought at them.
TEST(Market, TellsWhatPlanWarnsOf) {
  const MarketQuestion question = market_question({.file = kScenario,
                                                   .sets = {"price.on=2030-01-01", "run.start=2030-01-01"},
                                                   .until = "days<=200",
                                                   .on = "p4d.24xlarge,p5.48xlarge",
                                                   .nodes = "256,512"},
                                                  shipped());
  const MarketAnswer answer = look_at_market(question, shipped(), 2);
  ASSERT_EQ(answer.lines.size(), 2u);
  const answer::Document document = market_document(question, answer, shipped());
  EXPECT_THAT(document.warnings,
              Contains(AllOf(HasSubstr("price of p5.48xlarge was last seen on 20"), HasSubstr("long before 2030-0"))));
  EXPECT_THAT(document.tables.front().notes,
              Contains(AllOf(HasSubstr("last seen long before they are paid"), HasSubstr("p4d.24xlarge (20"))));
  const nlohmann::json told = text::parsed(document.json);
  for (const nlohmann::json& line : told["lines"]) EXPECT_THAT(line["warnings"], Contains("price_long_unseen")) << line;
}

TEST(Market, HasTheSameBytesForAnyThreads) {
  const MarketQuestion question =
      market_question({.file = kScenario, .until = "days<=150", .on = "p4*,p5*", .nodes = "64..512:32"}, shipped());
  const auto text = [&](int threads) {
    return market_document(question, look_at_market(question, shipped(), threads), shipped()).json.dump();
  };
  const std::string one = text(1);
  for (const int threads : {2, 5}) EXPECT_EQ(text(threads), one);
}

// Who says what is to be least needs no bound; who says neither is asked, because the cheapest of all takes years.
TEST(Market, TakesAGoalInPlaceOfABound) {
  MarketOptions options{.file = kScenario, .on = "p5.48xlarge", .kinds = "on_demand", .nodes = "128,256"};
  EXPECT_THROW(market_question(options, shipped()), InputError);
  options.minimize = "days";
  EXPECT_EQ(answer_to(options).lines.at(0).nodes, 256);
  options.minimize = "cost";
  const MarketAnswer cheapest = answer_to(options);
  ASSERT_EQ(cheapest.lines.size(), 1u);
  const MarketQuestion question = market_question(options, shipped());
  const std::string picture = market_svg(question, cheapest);
  EXPECT_THAT(picture, Not(HasSubstr("does not hold")));
  options.until = "days<=200";
  const MarketQuestion bounded = market_question(options, shipped());
  EXPECT_THAT(market_svg(bounded, answer_to(options)), HasSubstr("dashed where days&lt;=200 does not hold"));
}

// Capacity Blocks are sold for 256 nodes with spares and 182 days; who asks for less time than that takes has none.
TEST(Market, BuysBlocksByTheirRules) {
  MarketOptions options{
      .file = kScenario, .sets = {"training.tokens=12T"}, .on = "p5.48xlarge", .kinds = "capacity_block"};
  options.until = "days<=120";
  const MarketAnswer answer = answer_to(options);
  ASSERT_EQ(answer.lines.size(), 1u);
  EXPECT_LE(answer.lines[0].nodes, 256);
  EXPECT_LE(answer.lines[0].report.wall_clock_days_80.high, hardware::kLongestBlock_days);
  options.until = "days<=80";
  const MarketAnswer none = answer_to(options);
  EXPECT_THAT(none.lines, IsEmpty());
  ASSERT_EQ(none.refused.size(), 1u);
  EXPECT_EQ(none.refused[0].reason, "no number of nodes that is sold meets days<=80");
}

// 224 nodes that all train take 111 days; planned whole, 216 of them do it in 105.
TEST(Market, PlansWholeWhatMissesByLittle) {
  const MarketAnswer answer = answer_to({.file = kScenario,
                                         .sets = {"training.tokens=12T"},
                                         .until = "days<=106",
                                         .on = "p5e.48xlarge",
                                         .regions = "us-east-2",
                                         .nodes = "224"});
  ASSERT_EQ(answer.lines.size(), 1u);
  EXPECT_LT(answer.lines[0].report.scenario.cluster.num_nodes, 224);
  EXPECT_LE(answer.lines[0].report.median_days, 106);
}

// Where nodes fail often some stand by: of 61, which divide nothing, more train than of 60 that all do.
TEST(Market, PlansWholeAboutTheBest) {
  const auto best = [](const std::string& nodes) {
    const nlohmann::json document = nlohmann::json::parse(R"({
      "version": 1, "model": "llama-3-8b",
      "training": {"tokens": "1T", "sequence_length": 8192, "global_batch_size": 512},
      "cluster": {"instance": "p5.48xlarge", "nodes": 32}, "run": {"failures": "200 per 1000 node-days"}})");
    const MarketAnswer answer = answer_to({.file = "",
                                           .until = "days<=5",
                                           .on = "p5.48xlarge",
                                           .regions = "us-east-1",
                                           .kinds = "on_demand",
                                           .nodes = nodes,
                                           .scenario = AskedScenario{.name = "", .document = document, .folder = {}}});
    return std::pair(answer.lines.at(0).nodes, answer.lines.at(0).objective);
  };
  EXPECT_EQ(best(""), best("54..66"));
}

// Where another machine takes three days to come, some stand by, at any number of nodes: of all that train none keeps
// the deadline, and the least cost is that of all numbers of nodes about it, each planned by itself.
TEST(Market, LetsNodesStandByWhereOthersComeLate) {
  const auto best = [](const std::string& nodes) {
    const nlohmann::json document = nlohmann::json::parse(R"({
      "version": 1, "model": "olmo-2-32b",
      "training": {"tokens": "3T", "sequence_length": 4096, "global_batch_size": 2048},
      "cluster": {"instance": "p5.48xlarge", "nodes": 64},
      "run": {"start": "2026-11-30", "deadline": "2027-02-05",
              "recovery": {"like": "hyperpod", "replacement": "72 h"}}})");
    return answer_to({.file = "",
                      .minimize = "cost",
                      .on = "p5.48xlarge",
                      .regions = "us-east-1",
                      .kinds = "on_demand",
                      .nodes = nodes,
                      .scenario = AskedScenario{.name = "", .document = document, .folder = {}}});
  };
  const MarketAnswer found = best(""), all = best("45..95");
  ASSERT_EQ(found.lines.size(), 1u);
  ASSERT_EQ(all.lines.size(), 1u);
  EXPECT_EQ(found.lines[0].nodes, all.lines[0].nodes);
  EXPECT_EQ(found.lines[0].objective, all.lines[0].objective);
  EXPECT_LT(found.lines[0].report.scenario.cluster.num_nodes, found.lines[0].nodes);
}

// Preemption belongs to spot alone, and a price of one's own to one's own machine.
TEST(Market, OffersCarryWhatTheyDiffer) {
  const auto sets_of = [](const MarketQuestion& question, const std::string& kind) {
    std::vector<std::string> sets;
    for (const Offer& offer : question.offers)
      if (offer.kind == kind)
        for (const auto& [path, value] : offer.sets) sets.push_back(path + "=" + value);
    return sets;
  };
  const MarketQuestion spot = market_question(
      {.file = kScenario,
       .sets = {R"(run.hazards.preemption={"mean_between": "12 h", "wait": "1 h"})", "price.on=2026-02-01"},
       .until = "days<=200",
       .on = "p4d.24xlarge",
       .kinds = "on_demand,spot_max"},
      shipped());
  EXPECT_THAT(sets_of(spot, "on_demand"), Contains("run.hazards.preemption=null"));
  EXPECT_THAT(sets_of(spot, "spot_max"), AllOf(Not(IsEmpty()), Not(Contains("run.hazards.preemption=null"))));
  EXPECT_THAT(sets_of(spot, "spot_min"), IsEmpty()) << "not asked for by name";
  const MarketQuestion own = market_question({.file = kScenario,
                                              .sets = {"price.per_node_hour=40 $/h"},
                                              .until = "days<=200",
                                              .on = "p5.48xlarge,p4d.24xlarge"},
                                             shipped());
  for (const Offer& offer : own.offers) EXPECT_EQ(offer.instance == "p5.48xlarge", offer.kind == "own");
  EXPECT_THAT(sets_of(own, "on_demand"), Contains("price.per_node_hour=null"));
}

std::vector<std::string> sets_of(const Offer& offer) {
  std::vector<std::string> sets;
  for (const auto& [path, value] : offer.sets) sets.push_back(fmt::format("{}={}", path, value));
  return sets;
}

// A machine that the scenario describes is of no list of names: at its own price it is looked at beside any, and others
// are planned without it.  8 of its GPUs for 1 $/h are cheaper than any instance.
TEST(Market, LooksAtTheScenariosOwnMachine) {
  for (const char* const machine : {R"(cluster.instance={"name": "mine", "like": "p5.48xlarge"})",
                                    R"(cluster={"machine": {"like": "p5.48xlarge", "nics": 16}, "nodes": 8})"}) {
    const MarketQuestion question = market_question({.file = kScenario,
                                                     .sets = {machine, "price.per_node_hour=1 $/h"},
                                                     .until = "days<=200",
                                                     .on = "p5.48xlarge",
                                                     .kinds = "on_demand",
                                                     .nodes = "128,256"},
                                                    shipped());
    const MarketAnswer answer = look_at_market(question, shipped(), 2);
    ASSERT_EQ(answer.lines.size(), 2u) << machine;
    EXPECT_TRUE(answer.lines[0].offer.by_hand);
    EXPECT_EQ(answer.lines[0].offer.kind, "own");
    EXPECT_EQ(answer.lines[1].offer.instance, "p5.48xlarge");
    EXPECT_THAT(sets_of(answer.lines[0].offer), Not(Contains(HasSubstr("cluster."))));
    EXPECT_THAT(sets_of(answer.lines[1].offer), Contains("cluster.instance=p5.48xlarge"));
    EXPECT_THAT(sets_of(answer.lines[1].offer), Contains("price.per_node_hour=null"));
    for (const MarketLine& line : answer.lines) {
      const auto report = planned(question.sets, line.offer, line.nodes);
      ASSERT_TRUE(report);
      EXPECT_EQ(report->cost.total, line.report.cost.total);
    }
  }
  const MarketQuestion unpriced =
      market_question({.file = kScenario,
                       .sets = {R"(cluster.instance={"name": "mine", "like": "p5.48xlarge"})"},
                       .until = "days<=200",
                       .on = "p5.48xlarge"},
                      shipped());
  EXPECT_THAT(unpriced.left_out, HasSubstr("mine, the scenario's own machine, whose price nothing states"));
  for (const Offer& offer : unpriced.offers) EXPECT_FALSE(offer.by_hand);
}

// What a machine draws is stated of the scenario's own, cooling and the grid of its site: other machines, and other
// sites, are what they are where nothing is stated.
TEST(Market, KeepsPowerToTheMachineAndTheSiteItIsStatedOf) {
  MarketOptions options{.file = kScenario,
                        .sets = {"cluster.nodes=256", "run.start=2026-09-01", "price.on=2026-09-01"},
                        .until = "days<=400",
                        .minimize = "energy",
                        .on = "p5.48xlarge,p4d.24xlarge,a3-highgpu-8g",
                        .kinds = "on_demand",
                        .nodes = "256"};
  const MarketAnswer plain = answer_to(options);
  options.sets.insert(options.sets.end(),
                      {"power.node=1 kW", "power.waiting=0.1", "power.pue=2", "power.grid=germany"});
  const MarketAnswer stated = answer_to(options);
  const auto energy_of = [](const MarketAnswer& answer, const std::string& instance) {
    const auto line =
        std::ranges::find_if(answer.lines, [&](const MarketLine& one) { return one.offer.instance == instance; });
    EXPECT_NE(line, answer.lines.end()) << instance;
    return line == answer.lines.end() ? 0 : line->objective.value_or(0);
  };
  EXPECT_GT(energy_of(plain, "p5.48xlarge"), 0);
  EXPECT_LT(energy_of(stated, "p5.48xlarge"), 0.5 * energy_of(plain, "p5.48xlarge"));
  EXPECT_GT(energy_of(plain, "a3-highgpu-8g"), 0);
  EXPECT_EQ(energy_of(stated, "a3-highgpu-8g"), energy_of(plain, "a3-highgpu-8g"));
  for (const Offer& offer : market_question(options, shipped()).offers) {
    const bool own_machine = offer.instance == "p5.48xlarge";
    const bool own_site = offer.instance != "a3-highgpu-8g" && offer.region == "us-east-1";
    const std::vector<std::string> sets = sets_of(offer);
    for (const char* const of_machine : {"power.node=null", "power.waiting=null"})
      EXPECT_EQ(std::ranges::count(sets, of_machine), own_machine ? 0 : 1) << offer.instance;
    for (const char* const of_site : {"power.pue=null", "power.grid=null"})
      EXPECT_EQ(std::ranges::count(sets, of_site), own_site ? 0 : 1) << offer.instance << " " << offer.region;
  }
}

// Failures stated of the whole job, and checkpoints to another node, are read anew on every number of nodes.
TEST(Market, ReadsTheScenarioOnEveryNumberOfNodes) {
  MarketOptions options{.file = kScenario,
                        .sets = {"run.failures=8 h of 256 nodes"},
                        .until = "days<=300",
                        .on = "p5.48xlarge",
                        .kinds = "on_demand",
                        .nodes = "64,128,256"};
  const MarketAnswer few = answer_to(options);
  options.nodes = "1,64,128,256";
  const MarketAnswer more = answer_to(options);
  ASSERT_EQ(few.lines.size(), 1u);
  ASSERT_EQ(more.lines.size(), 1u);
  EXPECT_EQ(few.lines[0].nodes, more.lines[0].nodes);
  EXPECT_EQ(few.lines[0].objective, more.lines[0].objective);
}

TEST(Market, SaysWhereNothingIsOffered) {
  const MarketAnswer answer = answer_to({.file = kScenario,
                                         .sets = {"price.on=2026-02-01"},
                                         .until = "days<=200",
                                         .on = "p4d.24xlarge,p5.48xlarge",
                                         .kinds = "capacity_block",
                                         .nodes = "128..256:32"});
  std::vector<std::string> refused;
  for (const MarketRefusal& one : answer.refused) refused.push_back(one.instance);
  for (const char* const name : {"p4d.24xlarge", "p5.48xlarge"}) {
    const bool stands =
        std::ranges::any_of(answer.lines, [&](const MarketLine& line) { return line.offer.instance == name; });
    EXPECT_EQ(stands, std::ranges::find(refused, name) == refused.end()) << name;
  }
}

TEST(Market, PlansTrainiumWithAFrameworkOfItsOwn) {
  const MarketAnswer answer = answer_to({.file = kScenario, .until = "days<=400", .on = "trn1.32xlarge"});
  ASSERT_EQ(answer.lines.size(), 1u);
  EXPECT_EQ(answer.lines[0].report.scenario.framework.name, "neuron");
}

// Every machine with a price has its number in the legend, and none without one.
TEST(Market, IsDrawnWithEveryMachineThatHasAPrice) {
  const MarketQuestion question = market_question(
      {.file = kScenario, .until = "days<=200", .on = "p4*,p5*,p6*", .nodes = "128..512:64"}, shipped());
  const MarketAnswer answer = look_at_market(question, shipped(), 2);
  const std::string picture = market_svg(question, answer);
  std::size_t priced = 0;
  for (const MarketLine& line : answer.lines) {
    const std::string label = std::to_string(line.nodes) + " × " + line.offer.instance + " and 2 spares<";
    EXPECT_EQ(picture.find(label) != std::string::npos, line.report.cost.total.has_value()) << label;
    priced += line.report.cost.total ? 1 : 0;
  }
  EXPECT_GE(priced, 3u);
  EXPECT_LT(priced, answer.lines.size());
  EXPECT_THAT(market_svg(question, MarketAnswer{}), HasSubstr("No machine with a known price does."));
}

// Six colours: the seventh machine has the first one's again, in a white square and with a hollow line.
TEST(Market, TellsMoreMachinesApartThanThereAreColours) {
  const MarketQuestion question = market_question(
      {.file = kScenario, .sets = {"price.on=2026-02-01"}, .until = "days<=235", .on = "*", .nodes = "128..512:128"},
      shipped());
  const MarketAnswer answer = look_at_market(question, shipped(), 2);
  const auto priced =
      std::ranges::count_if(answer.lines, [](const MarketLine& line) { return line.report.cost.total.has_value(); });
  ASSERT_GE(priced, 7);
  const std::string picture = market_svg(question, answer);
  EXPECT_THAT(picture, HasSubstr(R"(fill="#1f6fb4" stroke="#ffffff")"));
  EXPECT_THAT(picture, HasSubstr(R"(fill="#ffffff" stroke="#1f6fb4")"));
  EXPECT_THAT(picture, HasSubstr(R"(stroke="#ffffff" stroke-width="1.8")"));
}

/// The bundled scenario on 64 nodes, then on 32.
AskedScenario on_two_phases() {
  nlohmann::json document = text::read_json_file(kScenario);
  document["training"].erase("tokens");
  document["training"]["phases"] = {{{"tokens", "2T"}, {"nodes", 64}}, {{"tokens", "1T"}, {"nodes", 32}}};
  return {.name = "two phases", .document = std::move(document), .folder = kRoot / "scenarios"};
}

TEST(Market, RefusesWhatItCannotRead) {
  const auto message = [](const MarketOptions& options) -> std::string {
    try {
      market_question(options, shipped());
    } catch (const InputError& error) {
      std::string text;
      for (const Issue& issue : error.issues()) text += issue.where + ": " + issue.message + "\n";
      return text;
    }
    return "";
  };
  EXPECT_THAT(message({.file = kScenario}), HasSubstr("--until: says what to meet"));
  EXPECT_THAT(message({.file = kScenario, .until = "days<90", .on = "p5.48xlrage"}),
              HasSubstr(R"(did you mean "p5.48xlarge"?)"));
  const std::string all =
      message({.file = kScenario, .until = "dyas<90", .minimize = "csot", .on = "q*", .nodes = "0"});
  for (const char* const place : {"--until", "--minimize", "--on", "--nodes"}) EXPECT_THAT(all, HasSubstr(place));
  EXPECT_THAT(message({.file = kScenario, .until = "days<90", .regions = "mars-1"}), HasSubstr("--regions"));
  EXPECT_THAT(message({.file = kScenario, .until = "days<90", .kinds = "gift"}), HasSubstr("--kinds"));
  EXPECT_THAT(message({.file = "", .until = "days<90", .nodes = "8..64", .scenario = on_two_phases()}),
              HasSubstr("--nodes: are the number of no phase"));
  EXPECT_THAT(message({.file = kScenario, .sets = {"run.failures=8 h"}, .until = "days<90"}),
              HasSubstr("/run/failures: 8 h is between the failures of a job of how many nodes?"));
}

// The one number that there is, of the larger phase, whatever the cluster's.
TEST(Market, LooksAtTheNodesThatPhasesState) {
  const MarketQuestion question =
      market_question({.file = "", .until = "days<=400", .on = "p5.48xlarge", .scenario = on_two_phases()}, shipped());
  EXPECT_EQ(question.nodes, std::vector{64});
  EXPECT_FALSE(question.refines);
  const MarketAnswer answer = look_at_market(question, shipped(), 2);
  ASSERT_EQ(answer.lines.size(), 1u);
  EXPECT_EQ(answer.lines[0].nodes, 64);
  EXPECT_EQ(answer.lines[0].report.phases[1].num_nodes, 32);
  EXPECT_EQ(answer.lines[0].binds, "phases' nodes");
}

}  // namespace market_test
}  // namespace fmplan::what_if
