// 127 nodes for 182 days, as GENIAC's second cycle handed out: what is to be expected by arithmetic.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/programme/blocks.h"
#include "core/sim/run/run.h"
#include "tests/programme/programmes.h"

namespace fmplan::programme {
namespace half_a_year_test {

using ::testing::ElementsAre;
using ::testing::Field;

const catalog::Catalog& items() {
  static const catalog::Catalog kItems = catalog::Catalog::shipped();
  return kItems;
}

// Llama 3: 419 unexpected interruptions in 54 days of 2,048 nodes, 3.789 in 1,000 node-days; RSC-1: 6.5.
//   127 · 182 / 1000 · rate = 87.6 and 150.2; a failure each 182 · 24 h / that = 49.9 and 29.1 h; of 11 nodes 127/11 of
//   it.
TEST(HalfAYear, OfFailures) {
  struct Case {
    const char* preset;
    double failures, mtbf_h, tenant_mtbf_h;
  };
  for (const Case& of : {Case{"llama-3-405b", 87.6, 49.9, 576}, Case{"rsc-1", 150.2, 29.1, 336}}) {
    const auto rate = [&](double nodes) { return job_failure_rate(items().failure_preset(of.preset), nodes, 8); };
    EXPECT_NEAR(rate(127) * (182 * day), of.failures, 0.05) << of.preset;
    EXPECT_NEAR(1 / rate(127) / hour, of.mtbf_h, 0.05) << of.preset;
    EXPECT_NEAR(1 / rate(11) / hour, of.tenant_mtbf_h, 0.5) << of.preset;
  }
}

// 64 is the most instances of a block: 64 + 63, 182 days from 2026-03-01, to 11:30 UTC, paid at once.
TEST(HalfAYear, OfCapacityBlocks) {
  const Date march = *parse_date("2026-03-01");
  scenario::Pool pool = pool_of("p5", march, 127, 39.33);
  pool.kind = hardware::kCapacityBlock;
  for (hardware::PricePoint& point : pool.prices.points) point.kind = hardware::kCapacityBlock;
  const std::vector<BlockToBuy> blocks = blocks_to_buy(programme_of(march, 182, {pool}), items());
  EXPECT_THAT(blocks, ElementsAre(Field(&BlockToBuy::nodes, 64), Field(&BlockToBuy::nodes, 63)));
  double dollars = 0;
  for (const BlockToBuy& block : blocks) {
    ASSERT_TRUE(block.ends.has_value());
    EXPECT_EQ(utc_text(*block.ends), "2026-08-30 11:30 UTC");
    dollars += block.dollars.value();
  }
  EXPECT_NEAR(dollars, 21'817'766.88, 0.005);
}

}  // namespace half_a_year_test
}  // namespace fmplan::programme
