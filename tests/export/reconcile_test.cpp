#include "core/export/reconcile.h"

#include <numeric>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/base/random.h"
#include "core/export/focus.h"
#include "core/export/planned_use.h"
#include "core/export/reconcile_document.h"
#include "core/sim/programme/programme_trial.h"
#include "tests/export/answers.h"
#include "tests/export/focus_bill.h"

namespace fmplan::exports {
namespace reconcile_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Reconciliation reconciled(const std::vector<BillRow>& plan, const std::vector<BillRow>& bill) {
  return reconcile(read_focus_charges(focus_csv(plan), "plan.csv", CostBasis::kForecast),
                   read_focus_charges(focus_csv(bill), "bill.csv", CostBasis::kActual));
}

Cents parts(const Variance& v) {
  return v.price + v.volume + v.efficiency.value_or(0) + v.failures.value_or(0) + v.idle.value_or(0) + v.unplanned;
}

/// Every cell, group and the whole add up.
void expect_adds_up(const ReconciledView& view) {
  EXPECT_EQ(parts(view.total()), view.total().difference());
  for (const VarianceCell& cell : view.cells)
    EXPECT_EQ(parts(cell.variance), cell.variance.difference())
        << cell.month << " " << cell.organisation << " " << cell.pool;
  for (const VarianceGroup group : {VarianceGroup::kMonth, VarianceGroup::kOrganisation, VarianceGroup::kPool}) {
    Variance sum;
    for (const GroupedVariance& of : grouped(view.cells, group)) {
      EXPECT_EQ(parts(of.variance), of.variance.difference()) << of.name;
      sum += of.variance;
    }
    EXPECT_EQ(sum.billed, view.total().billed);
    EXPECT_EQ(sum.planned, view.total().planned);
  }
}

// March: 100 hours for $10 planned; 105 for $11 billed: $1,155 instead of $1,000. 5 hours more are $50 at the planned
// price, and a dollar more for each of 105 hours $105.  April is as planned.
TEST(Reconcile, SplitsTenPercentOfPriceAndFiveOfHours) {
  const Reconciliation whole =
      reconciled({planned_row("one", "2026-03", "100", "1000"), planned_row("one", "2026-04", "200", "2000")},
                 {hours_row("one", "2026-03", "105", "1155"), hours_row("one", "2026-04", "200", "2000")});
  const auto months = grouped(whole.amortised.cells, VarianceGroup::kMonth);
  ASSERT_THAT(months, SizeIs(2));
  EXPECT_EQ(months[0].name, "2026-03");
  EXPECT_EQ(months[0].variance.price, 105'00);
  EXPECT_EQ(months[0].variance.volume, 50'00);
  EXPECT_EQ(months[0].variance.difference(), 155'00);
  EXPECT_EQ(months[0].variance.efficiency, std::nullopt);
  EXPECT_EQ(months[0].variance.failures, std::nullopt);
  EXPECT_EQ(months[0].variance.idle, std::nullopt);
  EXPECT_EQ(months[1].variance.difference(), 0);
  EXPECT_EQ(whole.amortised.cells, whole.cash.cells);
  expect_adds_up(whole.amortised);
}

// Planned 100 hours at $10: 10 of them lost to failures, 5 idle, 85 used in steps of 8 s.  Billed 130 at $12: 20, 10
// and 100 in steps of 10 s.  p = 10: failures 10 · 10, idle 10 · 5, efficiency 10 · 100 · (1 − 8/10) = 200, volume 10 ·
// 30 − 350 = −50 (the 100 hours did the work of 80 at 8 s, 5 fewer than 85), price 2 · 130.
TEST(Reconcile, TellsEfficiencyFailuresAndIdleApart) {
  const Reconciliation whole =
      reconciled({planned_row("one", "2026-03", "100", "1000",
                              {{"x_FailureHours", "10"}, {"x_IdleHours", "5"}, {"x_StepTimeSeconds", "8"}})},
                 {hours_row("one", "2026-03", "130", "1560",
                            {{"x_FailureHours", "20"}, {"x_IdleHours", "10"}, {"x_StepTimeSeconds", "10"}})});
  const Variance total = whole.amortised.total();
  EXPECT_EQ(total.price, 260'00);
  EXPECT_EQ(total.failures, 100'00);
  EXPECT_EQ(total.idle, 50'00);
  EXPECT_EQ(total.efficiency, 200'00);
  EXPECT_EQ(total.volume, -50'00);
  expect_adds_up(whole.amortised);
}

// What one side alone says is no difference: it stays in the volume.
TEST(Reconcile, GuessesNoPartThatOneSideDoesNotSay) {
  const BillRow all = {{"x_FailureHours", "1"}, {"x_IdleHours", "1"}, {"x_StepTimeSeconds", "9"}};
  for (const bool plan_says : {true, false}) {
    const Variance total = reconciled({planned_row("one", "2026-03", "100", "1000", plan_says ? all : BillRow{})},
                                      {hours_row("one", "2026-03", "110", "1100", plan_says ? BillRow{} : all)})
                               .amortised.total();
    EXPECT_EQ(total.volume, 100'00);
    EXPECT_EQ(total.efficiency, std::nullopt);
    EXPECT_EQ(total.failures, std::nullopt);
    EXPECT_EQ(total.idle, std::nullopt);
  }
}

// Two rows of a cell, of which one does not say: neither does the cell.
TEST(Reconcile, NeedsEveryRowOfACellToTell) {
  const auto planned =
      planned_row("one", "2026-03", "100", "1000", {{"x_FailureHours", "10"}, {"x_StepTimeSeconds", "8"}});
  const auto told = hours_row("one", "2026-03", "50", "500", {{"x_FailureHours", "10"}, {"x_StepTimeSeconds", "8"}});
  const auto silent = hours_row("one", "2026-03", "50", "500");
  EXPECT_EQ(reconciled({planned}, {told, silent}).amortised.total().failures, std::nullopt);
  EXPECT_EQ(reconciled({planned}, {told, silent}).amortised.total().efficiency, std::nullopt);
  EXPECT_EQ(reconciled({planned}, {told, told}).amortised.total().failures, 100'00);
  // 40 + 40 hours used at 8 s: steps as planned.
  EXPECT_EQ(reconciled({planned}, {told, told}).amortised.total().efficiency, 0);
}

// Who had no hours at all lost none of them, if the bill tells of losses elsewhere; if it does not, nobody knows.
TEST(Reconcile, LosesNothingOfNoHours) {
  const std::vector<BillRow> plan = {planned_row("one", "2026-03", "100", "1000", {{"x_FailureHours", "10"}}),
                                     planned_row("two", "2026-03", "50", "500", {{"x_FailureHours", "5"}})};
  const Variance told =
      reconciled(plan, {hours_row("one", "2026-03", "100", "1000", {{"x_FailureHours", "12"}})}).amortised.total();
  EXPECT_EQ(told.failures, 20'00 - 50'00);
  EXPECT_EQ(told.volume, -20'00 - 450'00);
  const Variance silent = reconciled(plan, {hours_row("one", "2026-03", "100", "1000")}).amortised.total();
  EXPECT_EQ(silent.failures, std::nullopt);
  EXPECT_EQ(silent.volume, -500'00);
}

// Of nodes that no organisation has, hours beyond the plan's stand idle, are spare or in repair.
TEST(Reconcile, CallsWhatNobodyHasIdle) {
  const Variance total =
      reconciled({planned_row("one", "2026-03", "90", "900"), planned_row("", "2026-03", "10", "100")},
                 {hours_row("one", "2026-03", "80", "800"), hours_row("", "2026-03", "20", "220")})
          .amortised.total();
  EXPECT_EQ(total.idle, 100'00);
  EXPECT_EQ(total.volume, -100'00);
  EXPECT_EQ(total.price, 20'00);
}

// An organisation that runs a month longer pays the pool's price of that month; a pool without a price there has none.
TEST(Reconcile, TakesThePoolsPriceWhereAnOrganisationHasNoHours) {
  const std::vector<BillRow> plan = {planned_row("one", "2026-03", "10", "100"),
                                     planned_row("two", "2026-04", "10", "120")};
  const Reconciliation whole =
      reconciled(plan, {hours_row("one", "2026-03", "10", "100"), hours_row("one", "2026-04", "5", "65"),
                        hours_row("two", "2026-04", "10", "120")});
  const auto teams = grouped(whole.amortised.cells, VarianceGroup::kOrganisation);
  EXPECT_EQ(teams[0].variance.volume, 60'00);  // 5 h at $12
  EXPECT_EQ(teams[0].variance.price, 5'00);
  EXPECT_EQ(teams[1].variance.difference(), 0);
}

TEST(Reconcile, LeavesOutMonthsThatAreNotBilledYet) {
  const Reconciliation whole =
      reconciled({planned_row("one", "2026-03", "10", "100"), planned_row("one", "2026-04", "10", "100.10")},
                 {hours_row("one", "2026-03", "10", "100")});
  EXPECT_EQ(whole.amortised.total().planned, 100'00);
  EXPECT_THAT(whole.amortised.not_billed, ElementsAre(MonthNotBilled{.month = "2026-04", .planned = 100'10}));
  // In a month that is billed, what is planned and not billed is volume.
  const Reconciliation part =
      reconciled({planned_row("one", "2026-03", "10", "100"), planned_row("two", "2026-03", "10", "100")},
                 {hours_row("one", "2026-03", "10", "100")});
  EXPECT_EQ(part.amortised.total().volume, -100'00);
}

TEST(Reconcile, NamesWhyChargesAreUnplanned) {
  const std::vector<BillRow> plan = {planned_row("one", "2026-03", "10", "100"),
                                     planned_row("one", "2026-04", "10", "100", {{"x_PoolName", "other"}})};
  const std::pair<BillRow, const char*> cases[] = {
      {hours_row("one", "2026-03", "10", "7", {{"ChargeCategory", "Tax"}}), "ChargeCategory Tax"},
      {hours_row("one", "2026-03", "10", "7", {{"PricingUnit", "GB"}}), "not by the hour"},
      {hours_row("one", "2026-05", "10", "7"), "month not in the plan"},
      {hours_row("one", "2026-03", "10", "7", {{"x_PoolName", "theirs"}}), "pool not in the plan"},
      {hours_row("three", "2026-03", "10", "7"), "organisation not in the plan"},
      {hours_row("one", "2026-03", "672", "7", {{"SkuId", "AmazonEKS-Hours:perCluster"}}), "not the pool's machine"},
      {hours_row("one", "2026-04", "10", "7"), "no planned price of the pool in that month"}};
  for (const auto& [row, because] : cases) {
    const Reconciliation whole = reconciled(plan, {row});
    const auto found = std::ranges::find_if(whole.amortised.cells,
                                            [](const VarianceCell& cell) { return !cell.unplanned_because.empty(); });
    ASSERT_NE(found, whole.amortised.cells.end()) << because;
    EXPECT_EQ(found->unplanned_because, because);
    EXPECT_EQ(whole.amortised.total().unplanned, 7'00);
    expect_adds_up(whole.amortised);
  }
}

// Without identifiers in the plan, a stranger's row is nobody's (before: the first organisation's).
TEST(Reconcile, TakesNoStrangerForWhoHasNoIdentifier) {
  const BillRow anonymous = {{"SubAccountId", ""}};
  const Reconciliation whole = reconciled(
      {planned_row("one", "2026-03", "10", "100", anonymous)},
      {hours_row("one", "2026-03", "10", "100", anonymous), hours_row("strangers", "2026-03", "10", "50", anonymous)});
  EXPECT_EQ(whole.amortised.total().unplanned, 50'00);
  EXPECT_EQ(whole.amortised.total().volume, 0);
  const std::vector<GroupedVariance> groups = grouped(whole.amortised.cells, VarianceGroup::kOrganisation);
  ASSERT_THAT(groups, SizeIs(2));
  for (const GroupedVariance& group : groups)
    EXPECT_EQ(group.variance.difference(), group.name == "one" ? 0 : 50'00) << group.name;
}

// A bill of the provider names neither pool nor organisation as the plan does: machine, region and account have to do.
TEST(Reconcile, FindsThePoolByMachineAndRegion) {
  const BillRow anonymous = {{"x_PoolName", ""}};
  const auto pool_found = [&](const std::vector<BillRow>& plan, BillRow more) {
    more.insert({"x_PoolName", ""});
    return reconciled(plan, {hours_row("one", "2026-03", "10", "100", more)}).amortised.total().unplanned == 0;
  };
  const std::vector<BillRow> one_pool = {planned_row("one", "2026-03", "10", "100")};
  EXPECT_TRUE(pool_found(one_pool, {}));
  EXPECT_TRUE(pool_found(one_pool, {{"PricingCategory", "Committed"}}));
  EXPECT_TRUE(pool_found(one_pool, {{"SkuId", "ABC123"}, {"SkuPriceDetails", R"({"InstanceType": "p5.48xlarge"})"}}));
  EXPECT_FALSE(pool_found(one_pool, {{"RegionId", "us-east-2"}}));
  EXPECT_FALSE(pool_found(one_pool, {{"SkuId", "p4d.24xlarge"}}));
  const std::vector<BillRow> two_pools = {
      planned_row("one", "2026-03", "10", "100"),
      planned_row("one", "2026-03", "10", "100", {{"x_PoolName", "spot"}, {"PricingCategory", "Dynamic"}})};
  EXPECT_TRUE(pool_found(two_pools, {}));
  EXPECT_FALSE(pool_found(two_pools, {{"PricingCategory", "Committed"}}));
  // By the account's number.
  EXPECT_EQ(reconciled({planned_row("one", "2026-03", "10", "100", {{"SubAccountId", "1234"}})},
                       {hours_row("Team One", "2026-03", "10", "100", {{"SubAccountId", "1234"}})})
                .amortised.total()
                .unplanned,
            0);
}

// Capacity paid in March for two months: all of it in March's cash, half a month in the amortised view.
TEST(Reconcile, HasAnAmortisedAndACashView) {
  const Reconciliation whole =
      reconciled({planned_row("one", "2026-03", "10", "100"), planned_row("one", "2026-04", "10", "100")},
                 {hours_row("one", "2026-03", "10", "0", {{"EffectiveCost", "100"}, {"BilledCost", "0"}}),
                  hours_row("one", "2026-04", "10", "0", {{"EffectiveCost", "100"}, {"BilledCost", "0"}}),
                  hours_row("one", "2026-03", "0", "0",
                            {{"EffectiveCost", "0"}, {"BilledCost", "200"}, {"ChargeCategory", "Purchase"}})});
  EXPECT_EQ(whole.amortised.total().difference(), 0);
  EXPECT_EQ(whole.amortised.total().price, 0);
  const auto cash = grouped(whole.cash.cells, VarianceGroup::kMonth);
  EXPECT_EQ(cash[0].variance.billed, 200'00);
  EXPECT_EQ(cash[0].variance.unplanned, 200'00);
  EXPECT_EQ(cash[0].variance.price, -100'00);
  EXPECT_EQ(cash[1].variance.billed, 0);
  expect_adds_up(whole.cash);
  // A correction of March on April's bill is March's use and April's cash.
  const Reconciliation late =
      reconciled({planned_row("one", "2026-03", "10", "100"), planned_row("one", "2026-04", "10", "100")},
                 {hours_row("one", "2026-03", "10", "100"), hours_row("one", "2026-04", "10", "100"),
                  hours_row("one", "2026-03", "1", "10", {{"BillingPeriodStart", "2026-04-01T00:00:00Z"}})});
  EXPECT_EQ(grouped(late.amortised.cells, VarianceGroup::kMonth)[0].variance.volume, 10'00);
  EXPECT_EQ(grouped(late.cash.cells, VarianceGroup::kMonth)[1].variance.volume, 10'00);
}

TEST(Reconcile, RefusesTwoCurrencies) {
  try {
    reconciled({planned_row("one", "2026-03", "10", "100")},
               {hours_row("one", "2026-03", "10", "100", {{"BillingCurrency", "JPY"}})});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the plan is in USD, the bill in JPY"));
  }
}

/// A bill in rows of every day and fractions of a cent.
std::vector<BillRow> random_bill(RandomStream& random, bool is_plan) {
  std::vector<BillRow> rows;
  for (const char* month : {"2026-03", "2026-04", "2026-05"})
    for (const char* team : {"one", "two", ""})
      for (const char* pool : {"shared", "other"})
        for (int row = 0; row < (is_plan ? 1 : 7); ++row) {
          if (random.uniform() < 0.2) continue;
          const double hours = 100 * random.uniform();
          BillRow more = {{"x_PoolName", pool}};
          if (random.uniform() < 0.8) more["x_FailureHours"] = fmt::format("{}", 0.1 * hours * random.uniform());
          if (random.uniform() < 0.8) more["x_IdleHours"] = fmt::format("{}", 0.1 * hours * random.uniform());
          if (random.uniform() < 0.8) more["x_StepTimeSeconds"] = fmt::format("{}", 5 + random.uniform());
          const std::string cost = fmt::format("{:.7f}", hours * 40 * random.uniform());
          rows.push_back(is_plan ? planned_row(team, month, fmt::format("{}", hours), cost, more)
                                 : hours_row(team, month, fmt::format("{}", hours), cost, more));
        }
  return rows;
}

TEST(Reconcile, AddsUpToTheCentWhateverTheBill) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    RandomStream random({.seed = seed});
    const std::vector<BillRow> plan = random_bill(random, true), bill = random_bill(random, false);
    const Reconciliation whole = reconciled(plan, bill);
    expect_adds_up(whole.amortised);
    ExactMoney exact = 0;
    for (const BillRow& row : bill) exact += *parse_exact_money(row.at("BilledCost"));
    EXPECT_EQ(whole.amortised.total().billed, rounded_cents(exact)) << seed;
  }
}

// A forecast against itself as a bill.
TEST(Reconcile, OfAPlanThatCameTrueIsNothing) {
  for (const std::string& name : bundled_programmes()) {
    const ExportedFile file = focus_file(answer_of(name), items());
    if (!file.holds_amounts) continue;
    std::string bill = file.text;
    for (std::size_t at = 0; (at = bill.find(",forecast,", at)) != std::string::npos;) bill.replace(at, 10, ",actual,");
    const Reconciliation whole = reconcile(read_focus_charges(file.text, "plan", CostBasis::kForecast),
                                           read_focus_charges(bill, "bill", CostBasis::kActual));
    for (const VarianceCell& cell : whole.amortised.cells) {
      EXPECT_EQ(cell.variance.price, 0);
      EXPECT_EQ(cell.variance.volume, 0);
      EXPECT_EQ(cell.variance.idle.value_or(0), 0);
      EXPECT_EQ(cell.variance.unplanned, 0);
    }
    EXPECT_THAT(whole.amortised.not_billed, IsEmpty());
  }
}

/// Steps of a bill over those of the plan: a trial does not tell them.
constexpr double kSlower = 1.05;

/// The bill of one simulated trial: what organisations were allotted, and what is left of the pools' nodes, at the
/// pools' prices; where it tells of use, with the pool's lost and kept hours, and steps slower than planned.
std::string bill_of_trial(const programme::Study& study, std::int64_t trial, bool tells_use = false) {
  constexpr double kHour_s = 3600;  // exact
  const sim::ProgrammeTrial happened =
      sim::ProgrammeTrials(study.simulated.settings, {.trials = 20, .seed = 1}).simulate(trial);
  const std::size_t organisations = study.organisations.size(), pools = study.pools.size();
  std::vector<BillRow> rows;
  for (std::size_t month = 0; month < study.months.size(); ++month)
    for (std::size_t pool = 0; pool < pools; ++pool) {
      const programme::HeldMonth& held = study.pools[pool].months[month];
      if (!held.mean_price) continue;
      double left = held.node_hours;
      const sim::PoolOutcome& of_pool = happened.pools[pool];
      const double allotted = of_pool.used + of_pool.lost + of_pool.kept;
      const auto add = [&](const std::string& name, double hours, std::optional<double> step_s) {
        if (hours <= 0) return;
        BillRow more = {{"x_PoolName", study.pools[pool].pool->name},
                        {"SkuId", study.pools[pool].pool->instance},
                        {"BillingCurrency", study.programme->currency.code}};
        if (tells_use && !name.empty()) {
          more["x_FailureHours"] = fmt::format("{}", hours * of_pool.lost / allotted);
          more["x_IdleHours"] = fmt::format("{}", hours * of_pool.kept / allotted);
          if (step_s) more["x_StepTimeSeconds"] = fmt::format("{}", *step_s * kSlower);
        }
        rows.push_back(hours_row(name, study.months[month].name, fmt::format("{:.6f}", hours),
                                 fmt::format("{:.6f}", hours * *held.mean_price), more));
      };
      for (std::size_t i = 0; i < organisations; ++i) {
        const double hours = happened.allotted[(month * organisations + i) * pools + pool] / kHour_s;
        left -= hours;
        add(study.organisations[i].organisation->name, hours,
            planned_use(study, {.month = month, .organisation = i, .pool = pool}).step_time_s);
      }
      add("", left, std::nullopt);
    }
  return focus_csv(rows);
}

// GENIAC's second cycle as ten trials have it.  Prices are agreed and all nodes paid for, so that the bill is the
// forecast, and what organisations had more others, or nobody, had less.
TEST(Reconcile, OfASimulatedTrialAddsUpToTheCent) {
  const programme::ProgrammeAnswer answer = answer_of("geniac-cycle2.json");
  const FocusCharges plan = read_focus_charges(focus_file(answer, items()).text, "plan", CostBasis::kForecast);
  for (std::int64_t trial = 0; trial < 10; ++trial) {
    const Reconciliation whole =
        reconcile(plan, read_focus_charges(bill_of_trial(answer.study, trial), "bill", CostBasis::kActual));
    expect_adds_up(whole.amortised);
    const Variance total = whole.amortised.total();
    EXPECT_EQ(total.unplanned, 0) << trial;
    // Cells are rounded on both sides: at most a cent each.
    const auto cells = static_cast<double>(whole.amortised.cells.size());
    EXPECT_NEAR(static_cast<double>(total.difference()), 0, cells) << trial;
    EXPECT_NEAR(static_cast<double>(total.price), 0, cells) << trial;
    EXPECT_NEAR(static_cast<double>(total.volume + *total.idle), 0, 2 * cells) << trial;
    EXPECT_NE(total.volume, 0) << trial;
    EXPECT_THAT(grouped(whole.amortised.cells, VarianceGroup::kMonth), SizeIs(answer.study.months.size()));
  }
}

// The same with what the bill tells of its hours: the same price, and the rest in more parts.  Steps that take 1.05 of
// what was planned are 1 − 1/1.05 of the hours used.
TEST(Reconcile, OfASimulatedTrialTellsPartsApart) {
  const programme::ProgrammeAnswer answer = answer_of("geniac-cycle2.json");
  const FocusCharges plan = read_focus_charges(focus_file(answer, items()).text, "plan", CostBasis::kForecast);
  const FocusCharges told = read_focus_charges(bill_of_trial(answer.study, 3, true), "bill", CostBasis::kActual);
  const Reconciliation whole = reconcile(plan, told);
  expect_adds_up(whole.amortised);
  const Variance total = whole.amortised.total(),
                 untold =
                     reconcile(plan, read_focus_charges(bill_of_trial(answer.study, 3), "bill", CostBasis::kActual))
                         .amortised.total();
  EXPECT_EQ(total.price, untold.price);
  EXPECT_EQ(total.difference(), untold.difference());
  ASSERT_TRUE(total.efficiency && total.failures && total.idle);
  EXPECT_NE(*total.failures, 0);
  EXPECT_EQ(total.volume + *total.efficiency + *total.failures + *total.idle, untold.volume + *untold.idle);
  double slower = 0;
  std::map<std::pair<std::string, std::string>, bool> has_planned;
  for (const Charge& charge : plan.charges)
    if (charge.step_time_s) has_planned[{charge.charged + charge.organisation, charge.pool}] = true;
  for (const Charge& charge : told.charges)
    if (charge.step_time_s && has_planned[{charge.charged + charge.organisation, charge.pool}])
      slower += (*charge.node_hours - *charge.failure_hours - *charge.idle_hours) * (1 - 1 / kSlower) *
                plain(charge.effective_cost) / *charge.node_hours;
  // A cent a cell by rounding, and the planned price's own, of a cost in cents: 1e-6 of it at most.
  EXPECT_GT(slower, 0);
  EXPECT_NEAR(static_cast<double>(*total.efficiency), slower * 100,
              static_cast<double>(whole.amortised.cells.size()) + 1e-6 * slower * 100);
}

/// A pool of a trial less what was expected of it, at the pool's price, in cents.
struct Surprise {
  double lost = 0, kept = 0, used = 0;
};

std::map<std::string, Surprise> surprises_of(const programme::Study& study, std::int64_t trial) {
  constexpr double kHour_s = 3600;  // exact
  const sim::ProgrammeTrial happened =
      sim::ProgrammeTrials(study.simulated.settings, {.trials = 20, .seed = 1}).simulate(trial);
  std::map<std::string, Surprise> surprises;
  for (std::size_t i = 0; i < study.pools.size(); ++i) {
    const programme::PoolAnswer& pool = study.pools[i];
    const double cents = 100 * *pool.months.front().mean_price;
    // Agreed for all months; a mean of days, as doubles add them up.
    for (const programme::HeldMonth& month : pool.months) EXPECT_DOUBLE_EQ(100 * *month.mean_price, cents);
    const sim::PoolOutcome& of = happened.pools[i];
    surprises[pool.pool->name] = {.lost = cents * (of.lost / kHour_s - pool.summary.lost_node_hours.mean),
                                  .kept = cents * (of.kept / kHour_s - pool.summary.kept_node_hours.mean),
                                  .used = cents * (of.used / kHour_s - pool.summary.used_node_hours.mean)};
  }
  return surprises;
}

// What happened says what every part of a pool must be, and so its sign.  With P of what was planned, p the price and
// lost, kept, used the trial's node-hours:
//   failures = p (lost − P lost)      volume + efficiency = p (used − P used)
//   idle     = p (kept − P kept) of organisations, and for nobody's nodes p (P allotted − allotted), where allotted is
//              lost + kept + used: together −(failures + volume + efficiency)
TEST(Reconcile, TellsOfEachTrialWhatHappenedInIt) {
  const programme::ProgrammeAnswer answer = answer_of("geniac-cycle2.json");
  const FocusCharges plan = read_focus_charges(focus_file(answer, items()).text, "plan", CostBasis::kForecast);
  int more_failed = 0, fewer_failed = 0, more_used = 0, fewer_used = 0;
  for (std::int64_t trial = 0; trial < 20; ++trial) {
    SCOPED_TRACE(trial);
    const Reconciliation whole =
        reconcile(plan, read_focus_charges(bill_of_trial(answer.study, trial, true), "bill", CostBasis::kActual));
    expect_adds_up(whole.amortised);
    const std::map<std::string, Surprise> surprises = surprises_of(answer.study, trial);
    // Each cell rounds its parts to a cent, and hours of the forecast to 10⁻⁶ of one at some 10⁴ cents.
    const double rounding = 3 * static_cast<double>(whole.amortised.cells.size());
    for (const GroupedVariance& pool : grouped(whole.amortised.cells, VarianceGroup::kPool)) {
      SCOPED_TRACE(pool.name);
      const Surprise& surprise = surprises.at(pool.name);
      const Variance& of = pool.variance;
      ASSERT_TRUE(of.failures && of.idle);
      const auto failures = static_cast<double>(*of.failures),
                 work = static_cast<double>(of.volume + of.efficiency.value_or(0));
      EXPECT_NEAR(failures, surprise.lost, rounding);
      EXPECT_NEAR(work, surprise.used, rounding);
      EXPECT_NEAR(static_cast<double>(*of.idle), -(surprise.lost + surprise.used), rounding);
      more_failed += failures > rounding ? 1 : 0;
      fewer_failed += failures < -rounding ? 1 : 0;
      more_used += work > rounding ? 1 : 0;
      fewer_used += work < -rounding ? 1 : 0;
    }
    // Steps of the bill are slower by construction, in every trial.
    EXPECT_GT(*whole.amortised.total().efficiency, 0);
  }
  // Trials lie on both sides of what is expected, or nothing would be told by their signs.
  EXPECT_GT(more_failed, 0);
  EXPECT_GT(fewer_failed, 0);
  EXPECT_GT(more_used, 0);
  EXPECT_GT(fewer_used, 0);
}

// A forecast of either version of the specification is the same plan.
TEST(Reconcile, TakesAForecastOfEitherVersion) {
  const programme::ProgrammeAnswer answer = answer_of("geniac-cycle2.json");
  const FocusCharges bill = read_focus_charges(bill_of_trial(answer.study, 1, true), "bill", CostBasis::kActual);
  const auto cells = [&](std::string_view version) {
    return reconcile(read_focus_charges(focus_file(answer, items(), version).text, "plan", CostBasis::kForecast), bill)
        .amortised.cells;
  };
  EXPECT_EQ(cells("1.4"), cells("1.2"));
}

TEST(ReconcileDocument, SaysWhatIsNotToldApart) {
  const Reconciliation whole =
      reconciled({planned_row("one", "2026-03", "100", "1000"), planned_row("one", "2026-04", "1", "10")},
                 {hours_row("one", "2026-03", "105", "1155"), hours_row("three", "2026-03", "1", "9.99")});
  const answer::Document document = reconcile_document(
      whole, {.plan = "plan.csv", .bill = "bill.csv", .bill_rows_left_out = 3}, VarianceGroup::kMonth);
  EXPECT_EQ(document.headline,
            "billed 1,164.99 USD of 1,000.00 planned, 164.99 over: price +105.00, volume +50.00, unplanned +9.99");
  const std::string table = render(document, answer::Format::kTable, false, 120);
  EXPECT_THAT(table, HasSubstr("not told apart, and part of volume: efficiency, failures, idle"));
  EXPECT_THAT(table, HasSubstr("not billed yet, and left out: 2026-04 (10.00)"));
  EXPECT_THAT(table, HasSubstr("cash (BilledCost by billing period) is the same to the cent"));
  EXPECT_THAT(table, HasSubstr("left out: 3 rows of bill.csv whose x_CostBasis is \"forecast\""));
  EXPECT_THAT(table, HasSubstr("organisation not in the plan"));
  const text::Json& total = document.json.at("amortised").at("total");
  EXPECT_EQ(total.at("price").as_text(), "105.00");
  EXPECT_TRUE(total.at("efficiency").is_null());
  EXPECT_EQ(document.json.at("amortised").at("cells").size(), 2U);
  EXPECT_EQ(document.json.at("amortised").at("told_apart").at("cells").as_double(), 1);
}

}  // namespace reconcile_test
}  // namespace fmplan::exports
