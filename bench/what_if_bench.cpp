#include <filesystem>

#include <benchmark/benchmark.h>

#include "core/what_if/budget_question.h"
#include "core/what_if/market_question.h"

namespace fmplan {
namespace {

const std::filesystem::path kRoot = FMPLAN_SOURCE_DIR;

/// AWS's catalogue for the README's scenario, on one thread: 10 s at most, so that two take five.
void BM_Market(benchmark::State& state) {
  const catalog::Catalog items({kRoot / "catalogs"});
  const what_if::MarketQuestion question = what_if::market_question(
      {.file = (kRoot / "scenarios/llama3-70b-p5.json").string(), .until = "finish.p90<=2025-09-30"}, items);
  for (auto _ : state) benchmark::DoNotOptimize(look_at_market(question, items, 1));
}
BENCHMARK(BM_Market)->Unit(benchmark::kMillisecond);

/// What $3M buy on P5 within 90 days, on one thread.
void BM_Budget(benchmark::State& state) {
  const catalog::Catalog items({kRoot / "catalogs"});
  const what_if::BudgetQuestion question = what_if::budget_question(
      {.budget = "$3M", .on = "p5.48xlarge", .deadline = "90 d", .law = "hoffmann-2022-3"}, items);
  for (auto _ : state) benchmark::DoNotOptimize(spend(question, items, 1));
}
BENCHMARK(BM_Budget)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fmplan
