#include "core/scenario/programme_json.h"

#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/scenario/pool_capacity.h"
#include "core/scenario/programme_scenario.h"
#include "core/text/json_conversion.h"
#include "core/text/json_text.h"
#include "tests/scenario/good_programmes.h"

namespace fmplan::scenario {
namespace programme_json_test {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

const catalog::Catalog& catalog() {
  static const catalog::Catalog kCatalog = catalog::Catalog::shipped();
  return kCatalog;
}

Date on(const char* text) { return *parse_date(text); }

Programme good() { return read_programme(json::parse(kGoodProgramme), catalog(), std::nullopt); }

TEST(ReadProgramme, TakesWhatIsStated) {
  const Programme programme = good();
  EXPECT_EQ(programme.name, "Good");
  EXPECT_EQ(programme.notes, "Fact: this is a test.\nAssumption: all else.");
  EXPECT_EQ(programme.end, on("2026-05-31"));
  EXPECT_EQ(programme.policy,
            (Policy{.kind = PolicyKind::kFairShare, .backfill = false, .preemption = true, .grid_days = 7}));
  const Pool& p5 = programme.pools.front();
  // By day, whatever the order in the file.
  EXPECT_EQ(p5.deliveries.front(), (PoolChange{.name = "first", .on = on("2026-03-01"), .nodes = 8}));
  EXPECT_EQ(p5.deliveries.back().late_mean, 7 * day);
  EXPECT_EQ(p5.acceptance.defective_share, 0.1036);
  // ¥5900/h at 150 yen for a dollar.
  ASSERT_TRUE(p5.price_is_own);
  EXPECT_DOUBLE_EQ(*p5.prices.points.front().price / dollar_per_hour, 5900.0 / 150);
  EXPECT_EQ(programme.pools.back().kind, "owned");
  EXPECT_TRUE(programme.pools.back().prices.points.empty());
  const Organisation& one = programme.organisations.front();
  EXPECT_DOUBLE_EQ(*one.budget / dollar, 500e6 / 150);
  const Project& base = one.projects.front();
  EXPECT_THAT(base.nodes, ElementsAre(4, 8));
  EXPECT_TRUE(base.dedicated);
  ASSERT_EQ(base.phases.size(), 5u);
  EXPECT_THAT(base.phases[1].nodes, ElementsAre(1, 2, 4));
  EXPECT_EQ(base.phases[2].name, "experiments 2");
  EXPECT_THAT(base.phases[2].jobs->durations, ElementsAre(1 * hour, 90 * minute));
  EXPECT_EQ(scenario_of(base, base.phases[3]), &base.scenario);
  EXPECT_EQ(scenario_of(base, base.phases[1]), nullptr);
  const Project& next = programme.organisations.back().projects.front();
  EXPECT_THAT(next.after, ElementsAre("base"));
  EXPECT_THAT(next.pools, ElementsAre("p5", "own"));
}

TEST(ReadProgramme, ListsWhatItFilled) {
  std::map<std::string, std::string> assumed;
  for (const ProgrammeAssumption& assumption : good().assumptions) assumed[assumption.path] = assumption.value;
  EXPECT_EQ(assumed["/pools/1/spares"], "0");
  EXPECT_EQ(assumed["/pools/1/orchestrator"], "slurm");
  EXPECT_EQ(assumed["/pools/1/price"], "unknown");
  EXPECT_EQ(assumed["/organisations/1/projects/0/pools"], "p5, own");
  EXPECT_EQ(assumed["/organisations/1/projects/1/nodes"], "auto");
  EXPECT_FALSE(assumed.contains("/pools/0/spares"));
  EXPECT_FALSE(assumed.contains("/policy"));
}

TEST(ProgrammeJson, ReadsBackAsAnEqualValue) {
  const Programme programme = good();
  const json written = text::parsed(programme_json(programme));
  EXPECT_EQ(read_programme(written, catalog(), std::nullopt), programme) << written.dump(2);
  EXPECT_FALSE(written.at("pools").at(1).contains("spares"));
}

// The machine, the dates and the price are the programme's; the plan is looked for on another number of nodes.
TEST(ScenarioOn, TakesThePoolsMachineAndPrice) {
  const Programme programme = good();
  const Project& base = programme.organisations.front().projects.front();
  const plan::Scenario scenario =
      scenario_on(base, base.phases[3], programme.pools.front(), 4, on("2026-03-05"), catalog());
  EXPECT_EQ(scenario.cluster.instance.name, "p5.48xlarge");
  EXPECT_EQ(scenario.cluster.num_nodes, 4);
  EXPECT_EQ(scenario.start, on("2026-03-05"));
  EXPECT_FALSE(scenario.deadline);
  EXPECT_TRUE(scenario.search_parallel);
  EXPECT_EQ(scenario.price.region, "ap-northeast-1");
  EXPECT_DOUBLE_EQ(*scenario.price.chosen->price / dollar_per_hour, 5900.0 / 150);
}

}  // namespace programme_json_test
}  // namespace fmplan::scenario
