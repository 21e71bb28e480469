#include "core/export/ledger.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/random.h"
#include "tests/export/answers.h"

namespace fmplan::exports {
namespace ledger_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Cents, AreWrittenWithTwoDecimals) {
  EXPECT_EQ(cents_text(0), "0.00");
  EXPECT_EQ(cents_text(5), "0.05");
  EXPECT_EQ(cents_text(123'450), "1234.50");
  EXPECT_EQ(cents_text(-7), "-0.07");
  EXPECT_EQ(rounded_cents(0.125), 13);
  EXPECT_EQ(rounded_cents(-0.125), -13);
}

TEST(Months, AreWholeOnesOfTheCalendar) {
  for (const auto& [name, first, next] :
       {std::tuple("2026-01", "2026-01-01", "2026-02-01"), std::tuple("2024-02", "2024-02-01", "2024-03-01"),
        std::tuple("2025-02", "2025-02-01", "2025-03-01"), std::tuple("2025-12", "2025-12-01", "2026-01-01"),
        std::tuple("2025-04", "2025-04-01", "2025-05-01")}) {
    const programme::Month month{.name = name, .from = {}, .until = {}};
    EXPECT_EQ(date_text(first_of_month(month)), first);
    EXPECT_EQ(date_text(first_of_next_month(month)), next);
  }
}

/// An answer of made-up node-hours and prices: organisations, pools and months as many as asked for.
struct MadeUp {
  std::shared_ptr<scenario::Programme> programme = std::make_shared<scenario::Programme>();
  programme::Study study;

  MadeUp(std::size_t organisations, std::size_t pools, int months, std::uint64_t seed) {
    RandomStream random({.seed = seed});
    *programme = {.name = "made up", .start = *parse_date("2026-01-15"), .end = {}};
    programme->end.days_since_epoch = programme->start.days_since_epoch + 30 * months;
    programme->organisations.resize(organisations);
    programme->pools.resize(pools);
    study.programme = programme;
    study.months = programme::months_of(*programme);
    for (const scenario::Organisation& organisation : programme->organisations)
      study.organisations.push_back({.organisation = &organisation, .months = {}});
    std::vector<std::vector<double>> left(pools);
    for (std::size_t pool = 0; pool < pools; ++pool) {
      study.pools.push_back({.pool = &programme->pools[pool], .summary = {}, .months = {}});
      for (std::size_t month = 0; month < study.months.size(); ++month) {
        const double hours = 10'000 * random.uniform(), price = 100 * random.uniform();
        study.pools[pool].months.push_back({.node_hours = hours, .dollars = hours * price, .mean_price = price});
        left[pool].push_back(hours);
      }
    }
    study.simulation.allotted_node_hours.assign(study.months.size(),
                                                std::vector(organisations, std::vector(pools, sim::Spread{})));
    for (std::size_t month = 0; month < study.months.size(); ++month)
      for (std::size_t i = 0; i < organisations; ++i)
        for (std::size_t pool = 0; pool < pools; ++pool) {
          const double hours = left[pool][month] * random.uniform();
          left[pool][month] -= hours;
          sim::Spread& of = study.simulation.allotted_node_hours[month][i][pool];
          of.estimate.mean = of.p10 = of.p50 = of.p90 = hours;
        }
  }
};

// Over what organisations, pools and months there are: an organisation's cents are its money rounded once; a pool's
// are, to the cents that were too few for a row of their own.
TEST(Ledger, RoundsOnceWhateverIsAddedUp) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const MadeUp made(1 + seed % 5, 1 + seed % 3, 1 + static_cast<int>(seed % 7), seed);
    const double per_dollar = seed % 2 == 0 ? 1 : 149.37;
    const Ledger ledger = ledger_of(made.study, per_dollar);
    EXPECT_THAT(ledger.unknown, IsEmpty());
    for (std::size_t i = 0; i < made.study.organisations.size(); ++i) {
      double exact = 0;
      Cents rounded = 0;
      for (std::size_t month = 0; month < made.study.months.size(); ++month)
        for (std::size_t pool = 0; pool < made.study.pools.size(); ++pool)
          exact += made.study.simulation.allotted_node_hours[month][i][pool].estimate.mean *
                   *made.study.pools[pool].months[month].mean_price * per_dollar;
      for (const LedgerEntry& entry : ledger.entries)
        if (entry.organisation == i) rounded += entry.cost;
      EXPECT_NEAR(static_cast<double>(rounded), exact * 100, 0.5 + 1e-4) << seed;
    }
    for (std::size_t pool = 0; pool < made.study.pools.size(); ++pool) {
      double exact = 0;
      Cents rounded = 0;
      for (const programme::HeldMonth& month : made.study.pools[pool].months) exact += *month.dollars * per_dollar;
      for (const LedgerEntry& entry : ledger.entries)
        if (entry.pool == pool) rounded += entry.cost;
      const double most = 0.5 + static_cast<double>(made.study.months.size() * (made.study.organisations.size() + 1));
      EXPECT_NEAR(static_cast<double>(rounded), exact * 100, most) << seed;
    }
    for (const LedgerEntry& entry : ledger.entries)
      EXPECT_NEAR(static_cast<double>(entry.cost), entry.node_hours * entry.price * 100,
                  static_cast<double>(made.study.pools.size() + made.study.organisations.size() + 1));
  }
}

// In whatever currency the programme is told: what is rounded in another one is a yen off here and there.
TEST(Ledger, MonthsOfOrganisationsAreTheStudys) {
  for (const std::vector<std::string>& sets : {std::vector<std::string>(), std::vector{kYen}}) {
    const programme::ProgrammeAnswer answer = answer_of("geniac-cycle2.json", sets);
    const double per_dollar = answer.study.programme->currency.per_dollar;
    std::map<std::pair<std::size_t, std::size_t>, Cents> months;
    for (const LedgerEntry& entry : ledger_of(answer.study, per_dollar).entries)
      if (entry.organisation) months[{*entry.organisation, entry.month}] += entry.cost;
    for (std::size_t i = 0; i < answer.study.organisations.size(); ++i)
      for (std::size_t month = 0; month < answer.study.months.size(); ++month) {
        const auto found = months.find({i, month});
        EXPECT_EQ(found == months.end() ? 0 : found->second,
                  rounded_cents(answer.study.organisations[i].months[month]->mean * per_dollar));
      }
  }
}

TEST(Ledger, IsInTheCurrencyThatIsAsked) {
  const Ledger ledger = ledger_of(answer_of("two-teams.json").study, 149.37);
  ASSERT_EQ(ledger.entries.size(), 3U);
  EXPECT_EQ(cents_text(ledger.entries[0].cost), "5735808.00");  // 38,400 · 149.37
  EXPECT_DOUBLE_EQ(ledger.entries[0].price, 40 * 149.37);
  EXPECT_FALSE(ledger.entries[2].organisation.has_value());
}

TEST(Ledger, HoldsNothingOfAMonthWithoutAPrice) {
  MadeUp made(2, 2, 3, 1);
  made.study.pools[1].months[1].dollars.reset();
  made.study.pools[1].months[1].mean_price.reset();
  const Ledger ledger = ledger_of(made.study, 1);
  EXPECT_THAT(ledger.unknown, ElementsAre(UnknownPrice{.month = 1, .pool = 1}));
  for (const LedgerEntry& entry : ledger.entries) EXPECT_FALSE(entry.month == 1 && entry.pool == 1);
  EXPECT_FALSE(pool_costs(made.study, 1)[1][1].has_value());
}

TEST(Warnings, TellOfBlocksAndOfProjectsWithoutAPlace) {
  EXPECT_FALSE(paid_at_once_warning(answer_of("two-teams.json").study).has_value());
  EXPECT_THAT(paid_at_once_warning(answer_of("two-teams.json", {"pools.shared.kind=capacity_block"}).study).value(),
              HasSubstr("the money of pool \"shared\" is spread"));
  EXPECT_THAT(unplaced_warning(answer_of("two-teams.json", {"pools.shared.deliveries.0.on=2026-03-27"}).study).value(),
              HasSubstr("\"alpha\", \"beta\" and \"gamma\""));
}

TEST(Sellers, AreThoseOfRegionsAndMachines) {
  scenario::Pool pool{.instance = "p5.48xlarge", .region = "us-east-1", .kind = "on_demand"};
  EXPECT_EQ(seller_of(pool, items()), "AWS");
  pool.region.clear();
  EXPECT_EQ(seller_of(pool, items()), "AWS");
  pool.kind = "owned";
  EXPECT_EQ(seller_of(pool, items()), std::nullopt);
}

}  // namespace ledger_test
}  // namespace fmplan::exports
