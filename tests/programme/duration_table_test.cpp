#include "core/programme/duration_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/sim/run/run.h"
#include "tests/programme/programmes.h"

namespace fmplan::programme {
namespace duration_table_test {

const catalog::Catalog& items() {
  static const catalog::Catalog kItems = catalog::Catalog::shipped();
  return kItems;
}

DurationTable table_of(const scenario::Programme& programme) {
  DurationMemo memo;
  return duration_table(programme, items(), 1, memo);
}

const Date kStart = *parse_date("2026-03-01");

// 12 hours on the scenario's 16 nodes: 24 on 8 of them and 6 on 32.
TEST(DurationTable, FailuresGrowWithTheNodesThatAProjectIsPlacedOn) {
  scenario::Programme programme = programme_of(kStart, 180, {pool_of("p", kStart, 32, 40.0)});
  scenario::Project project{.name = "a", .organisation = "org"};
  project.scenario = nlohmann::json::parse(R"({"version": 1, "model": "llama-3-8b",
    "training": {"tokens": "1T", "sequence_length": 8192, "global_batch_size": 512},
    "cluster": {"instance": "p5.48xlarge", "nodes": 16},
    "run": {"start": "2026-03-01", "failures": "12 h"}})");
  project.nodes = {8, 16, 32};
  project.pools = {"p"};
  project.phases = {{.kind = scenario::PhaseKind::kTraining, .name = "training"}};
  programme.organisations = {{.name = "org", .projects = {project}}};
  const DurationTable table = table_of(programme);
  ASSERT_EQ(table[0][0].options.size(), 3U);
  for (const PhaseOption& option : table[0][0].options) {
    const Seconds mtbf = 1 / job_failure_rate(option.run->settings.failures, option.nodes, 8);
    EXPECT_NEAR(mtbf / hour, 12.0 * 16 / option.nodes, 1e-9) << option.nodes;
  }
}

}  // namespace duration_table_test
}  // namespace fmplan::programme
