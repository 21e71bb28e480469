#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/answer/notice_text.h"
#include "core/base/quantity_text.h"
#include "core/catalog/catalog.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"
#include "tests/validation/published_reliability.h"

namespace fmplan {
namespace published_runs_test {

const std::filesystem::path kRoot = source_dir();

plan::Scenario read_shipped_scenario(const std::string& name) {
  const std::filesystem::path file = kRoot / "scenarios" / (name + ".json");
  const catalog::Catalog catalog({kRoot / "catalogs"});
  return scenario::read_scenario(text::read_json_file(file), catalog, file.parent_path());
}

/// What the machine can do, failures included.
plan::Report evaluate_physics(const std::string& name) {
  plan::Scenario scenario = read_shipped_scenario(name);
  scenario.campaign_overhead.reset();
  return evaluate(scenario);
}

/// As if no collective of the machine had been measured.
plan::Report evaluate_with_textbook_collectives(const std::string& name) {
  plan::Scenario scenario = read_shipped_scenario(name);
  scenario.campaign_overhead.reset();
  scenario.collectives.reset();
  return evaluate(scenario);
}

struct PublishedRun {
  std::string scenario, title, source, why;
  double gpu_hours = 0;
  double allowed = 0;    ///< 0: no claim is made
  bool missed = false;   ///< the prediction is known to be further off; `why` says why
  double predicted = 0;  ///< of the physics
  double campaign = 0;   ///< with what published campaigns took beside
  double with_textbook_collectives = 0;
  double mfu = 0;
  double goodput = 0;

  double ratio() const { return predicted / gpu_hours; }
};

std::vector<PublishedRun> published_runs() {
  std::vector<PublishedRun> runs;
  const nlohmann::json document = text::read_json_file(kRoot / "validation/published_runs.json");
  for (const nlohmann::json& entry : document.at("runs")) {
    PublishedRun run{.scenario = entry.at("scenario"),
                     .title = entry.at("title"),
                     .source = entry.at("source"),
                     .why = entry.at("why")};
    run.gpu_hours = entry.at("gpu_hours").get<double>();
    const nlohmann::json& allowed = entry.at("allowed_relative_error");
    run.allowed = allowed.is_null() ? 0 : allowed.get<double>();
    run.missed = entry.value("missed", false);
    const plan::Report report = evaluate_physics(run.scenario);
    EXPECT_TRUE(report.obstacles.empty()) << run.scenario << ": " << answer::notice_text(report.obstacles.front());
    run.predicted = report.accelerator_hours.job;
    run.with_textbook_collectives = evaluate_with_textbook_collectives(run.scenario).accelerator_hours.job;
    run.campaign = evaluate(read_shipped_scenario(run.scenario)).accelerator_hours.job;
    run.mfu = report.phases[report.main_phase].mfu;
    run.goodput = report.run.goodput;
    runs.push_back(run);
  }
  return runs;
}

std::string results_page(const std::vector<PublishedRun>& runs) {
  std::string page =
      "# Results\n\nPredictions against published runs. Nothing is fitted to any of them: steps take the habits and "
      "paces fitted to other measurements, collectives what was "
      "measured of such machines ([COLLECTIVES.md](COLLECTIVES.md)), or, in one column, the textbook's forms instead; "
      "kernels are closed forms. Made by "
      "the tests "
      "(`FMPLAN_UPDATE_RESULTS=1 scripts/test -R PublishedRuns`), which also hold it against this file.\n\n"
      "| run | published GPU-hours | physics | ratio | ratio with textbook collectives | expected within | ratio with "
      "campaigns' history | MFU | goodput |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const PublishedRun& run : runs)
    page += fmt::format(
        "| {} | {} | {} | {:.2f} | {:.2f} | {} | {:.2f} | {} | {} |\n", run.title, count_text(run.gpu_hours),
        count_text(run.predicted), run.ratio(), run.with_textbook_collectives / run.gpu_hours,
        run.allowed > 0 ? "±" + ratio_text(run.allowed) + (run.missed ? ", **missed**" : "") : "no claim",
        run.campaign / run.gpu_hours, ratio_text(run.mfu), ratio_text(run.goodput));
  page +=
      "\nPhysics is what the machine can do, failures included; what campaigns took beside it at the median, of which "
      "some "
      "of these runs are a part, is in one column ([how it is fitted](../docs/models/campaign_validation.md)). Where a "
      "layout is not published, it is the fastest plan that fmplan finds; what others give is "
      "said below.\n\nWhy they differ:\n\n";
  for (const PublishedRun& run : runs) page += fmt::format("- **{}** ({}): {}.\n", run.title, run.source, run.why);
  page +=
      "\nFailures and what they cost, from a simulation of each run; inputs and reasons in "
      "[RELIABILITY.md](RELIABILITY.md):\n\n" +
      reliability_table();
  return page;
}

// What misses is said to miss, until it does not.
TEST(PublishedRuns, ArePredictedWithinTheErrorStatedForEach) {
  for (const PublishedRun& run : published_runs())
    if (run.allowed > 0) {
      EXPECT_EQ(std::fabs(run.ratio() - 1) > run.allowed, run.missed) << run.title << ": ratio " << run.ratio();
    }
}

TEST(PublishedRuns, AreReportedAsTheResultsPageSays) {
  const std::filesystem::path file = kRoot / "validation/RESULTS.md";
  const std::string page = results_page(published_runs());
  if (std::getenv("FMPLAN_UPDATE_RESULTS")) text::write_text_file(file, page);
  EXPECT_EQ(text::read_text_file(file), page) << "run again with FMPLAN_UPDATE_RESULTS=1 if the change is meant";
}

// 6.4M hours on 256 × 8 accelerators are 3,125 h = 130.2 days; 7.0M on 4,096 are 1,709 h = 71.2 days.
TEST(PublishedRuns, LastAsLongAsTheirHoursSay) {
  EXPECT_NEAR(6.4e6 / (256 * 8) / 24, 130.2, 0.05);
  EXPECT_NEAR(7.0e6 / 4096 / 24, 71.2, 0.05);
  const plan::Report report = evaluate_physics("llama3-70b-p5");
  // The same arithmetic in the report: GPU-hours over GPUs is the wall-clock time.
  EXPECT_NEAR(report.accelerator_hours.job / (256 * 8) / 24, report.run.time.total() / day, 1e-9);
}

// What is not productive in BLOOM's plan: failures, checkpoints and waiting, in parts that add up to the job.
TEST(PublishedRuns, SayWhatShareOfBloomsTimeIsDowntime) {
  const plan::Report report = evaluate_physics("bloom-176b-p4de");
  const plan::AcceleratorHours& hours = report.accelerator_hours;
  EXPECT_NEAR(hours.productive + hours.lost + hours.checkpoint + hours.waiting + hours.evaluation, hours.job,
              1e-6 * hours.job);
  EXPECT_NEAR(1 - hours.productive / hours.job, 1 - report.run.goodput, 1e-9);
  EXPECT_GT(report.run.goodput, 0.9);
  EXPECT_LT(report.run.goodput, 1.0);
}

}  // namespace published_runs_test
}  // namespace fmplan
