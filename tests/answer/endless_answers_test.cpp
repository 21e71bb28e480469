// Runs that never end, or hardly, in combination: every answer is an answer, in figures that are there or null.

#include <cmath>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/answer/report_document.h"
#include "core/answer/run_document.h"
#include "core/base/random.h"
#include "core/plan/evaluate.h"
#include "core/plan/run_study.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "tests/source_dir.h"

namespace fmplan::answer {
namespace endless_answers_test {

using nlohmann::json;

/// Figures that may be below nothing: differences and what is left of a memory.
bool may_be_negative(const std::string& where) {
  for (const char* part : {"headroom", "saved", "difference", "more_days", "standard_errors", "/notices/"})
    if (where.find(part) != std::string::npos) return true;
  return false;
}

void expect_possible(const json& value, const std::string& where, const std::string& what) {
  if (value.is_structured()) {
    for (const auto& [key, part] : value.items()) expect_possible(part, where + "/" + key, what);
  } else if (value.is_number() && !may_be_negative(where)) {
    EXPECT_GE(value.get<double>(), 0) << where << " of " << what;
  }
}

void expect_possible(const Document& document, const std::string& what) {
  static const std::regex kNoNumber("(^|[^A-Za-z_])-?(inf|nan)([^A-Za-z_]|$)");
  expect_possible(json::parse(document.json.dump()), "", what);
  for (const Format format : {Format::kTable, Format::kCsv}) {
    const std::string text = render(document, format, false, 100);
    EXPECT_FALSE(std::regex_search(text, kNoNumber)) << what << "\n" << text;
  }
}

TEST(Answers, OfRunsThatHardlyEndAreFiguresOrNone) {
  const std::vector<std::string> changes = {"run.checkpoint.interval=1 min",
                                            "run.checkpoint.interval=9 days",
                                            "run.checkpoint.interval=30 days",
                                            "run.spare_nodes=0",
                                            "run.spare_nodes=30",
                                            "run.failures=rsc-1",
                                            "run.failures=1 h",
                                            "run.failures=10000 per 1000 node-days",
                                            "run.failures=0.001 per 1000 node-days",
                                            "run.failures_while_down=0",
                                            "run.recovery=cold-spare",
                                            R"(run.recovery={"like": "cold-spare", "repair": "never"})",
                                            R"(run.recovery={"like": "hyperpod", "replacement": "5 d"})",
                                            R"(run.recovery={"like": "hyperpod", "process_share": 1})",
                                            "run.continuation=elastic",
                                            "run.checkpoint.accelerator_copy_bandwidth=1 B/s",
                                            R"(run.hazards={"capacity_block": {"lasts": "14 d", "gap": "1 d"}})",
                                            R"(run.hazards={"preemption": {"mean_between": "1 d", "wait": "1 h"}})",
                                            R"(price={"kind": "capacity_block", "region": "us-east-1"})",
                                            R"(price={"region": "eu-west-2"})",
                                            "training.tokens=1M"};
  const catalog::Catalog catalog = catalog::Catalog::shipped();
  const json good = text::read_json_file(source_dir() + "/scenarios/llama3-70b-p5.json");
  RandomStream random(RandomKey{.seed = 14});
  int answered = 0;
  for (int i = 0; i < 60; ++i) {
    json document = good;
    std::string what;
    for (int k = 0; k < 3; ++k) {
      const std::string& set =
          changes[static_cast<std::size_t>(random.uniform() * static_cast<double>(changes.size()))];
      scenario::set_value(document, set);
      what += set + ", ";
    }
    plan::Scenario scenario;
    try {
      scenario = scenario::read_scenario(document, catalog, ".");
    } catch (const InputError&) {
      continue;  // two changes that contradict each other
    }
    ++answered;
    const plan::Report report = evaluate(scenario);
    expect_possible(plan_document(report, {document, "test", 1}), what);
    EXPECT_TRUE(report.run.end == sim::RunEnd::kReached || !report.obstacles.empty() || !report.warnings.empty())
        << what;
    const std::int64_t trials = i % 2 == 0 ? 1 : 12;
    const plan::RunStudy study = study_run(scenario, {.trials = trials, .trials_per_change = 0});
    expect_possible(run_document(study, {document, "test", 1}, trials, false), what);
  }
  EXPECT_GT(answered, 40);
}

}  // namespace endless_answers_test
}  // namespace fmplan::answer
