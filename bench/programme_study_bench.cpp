#include <filesystem>

#include <benchmark/benchmark.h>

#include "core/programme/question.h"
#include "core/programme/study_programme.h"

namespace fmplan {
namespace {

const std::filesystem::path kRoot = FMPLAN_SOURCE_DIR;

/// Twelve organisations on 127 P5 and 24 Trn1 for half a year, on one thread: durations known, not proved.
void BM_ProgrammeOfGeniac(benchmark::State& state) {
  const catalog::Catalog items({kRoot / "catalogs"});
  const programme::ProgrammeOptions asked{.file = (kRoot / "programmes/geniac-cycle2.json").string()};
  const programme::ProgrammeQuestion question = programme_question(asked, items);
  programme::StudyOptions options{.trials = state.range(0), .prove = false};
  study_programme(question.programme, items, options);
  for (auto _ : state) benchmark::DoNotOptimize(study_programme(question.programme, items, options));
}
BENCHMARK(BM_ProgrammeOfGeniac)->Arg(1)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fmplan
