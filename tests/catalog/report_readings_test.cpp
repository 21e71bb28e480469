#include "core/catalog/report_readings.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/catalog/catalog.h"
#include "tests/catalog/catalog_folder.h"
#include "tests/source_dir.h"

namespace fmplan::catalog {
namespace report_readings_test {

using nlohmann::json;
using testing::HasSubstr;
using testing::SizeIs;
using enum ReportColumn;

Reading reading_of(const std::string& name, const std::string& rules) {
  Issues issues;
  Reading reading = read_reading(json::parse(R"({"name": ")" + name + R"(", "rules": )" + rules + "}"), "", issues);
  EXPECT_THAT(issues, SizeIs(0)) << (issues.empty() ? "" : issues[0].where + ": " + issues[0].message);
  return reading;
}

/// What the one rule says of a row with that text in `column`.
bool holds(const std::string& rule, ReportColumn column, const std::string& text) {
  const Reading reading = reading_of("framework", "[" + rule + "]");
  ReportTexts texts;
  texts[column] = text;
  return reading.rules.at(0).holds(texts);
}

TEST(WordRule, FindsWordsWhereItsPatternsSay) {
  struct Case {
    const char* pattern;
    const char* text;
    bool found;
  };
  for (const Case& c :
       {Case{"fsdp", "pytorch fsdp2", true}, Case{"fsdp", "ddp", false}, Case{"^full", "full: block", true},
        Case{"^full", "not full", false}, Case{"fsdp=1$", "hsdp, fsdp=1", true}, Case{"fsdp=1$", "fsdp=16", false},
        Case{"^ddp$", "ddp", true}, Case{"^ddp$", "ddp rep", false}, Case{"\\\\bngc\\\\b", "ngc 25.02", true},
        Case{"\\\\bngc\\\\b", "sync ngcs, ngc", true}, Case{"\\\\bngc\\\\b", "ngcs", false},
        Case{"*", "anything", true}, Case{"*", "", false}}) {
    const std::string rule = std::string(R"({"means": "x", "if": {"framework": [")") + c.pattern + R"("]}})";
    EXPECT_EQ(holds(rule, kFramework, c.text), c.found) << c.pattern << " in " << c.text;
  }
}

TEST(WordRule, WantsEveryColumnAndNoneOfTheExceptions) {
  const Reading reading = reading_of("framework", R"([{"means": "x", "if": {"framework": ["megatron"]},
      "and": {"precision": ["fp16"]}, "unless": {"precision": ["bf16"]}}])");
  ReportTexts texts;
  texts[kFramework] = "megatron-lm";
  EXPECT_FALSE(reading.rules[0].holds(texts));
  texts[kPrecision] = "fp16";
  EXPECT_TRUE(reading.rules[0].holds(texts));
  texts[kPrecision] = "fp16 and bf16";
  EXPECT_FALSE(reading.rules[0].holds(texts));
}

TEST(WordRule, ComparesPlacesAndReleases) {
  const std::string first = R"({"means": "x", "if": {"framework": ["megatron"]}, "ahead_of": {"framework": ["nemo"]}})";
  EXPECT_TRUE(holds(first, kFramework, "megatron-lm (nemo container)"));
  EXPECT_TRUE(holds(first, kFramework, "megatron-core"));
  EXPECT_FALSE(holds(first, kFramework, "nemo/megatron"));
  const std::string release =
      R"({"means": "x", "release": {"column": "framework", "behind": ["(", "release "], "from": 26.06}})";
  EXPECT_TRUE(holds(release, kFramework, "nemo (26.06 container)"));
  EXPECT_TRUE(holds(release, kFramework, "release 27.01"));
  EXPECT_FALSE(holds(release, kFramework, "nemo (26.04.01 container)"));
  EXPECT_FALSE(holds(release, kFramework, "nemo"));
  const std::string anywhere = R"({"means": "x", "release": {"column": "framework", "from": 26.06}})";
  for (const char* text : {"26.06 container", "nemo:26.06", "pytorch:26.12-py3", "26.04, then 26.06.01", "27.01"})
    EXPECT_TRUE(holds(anywhere, kFramework, text)) << text;
  for (const char* text : {"nemo", "26.04", "cuda 126.06", "0.26.06", "26.060", "v26.6", "driver 28.80"})
    EXPECT_FALSE(holds(anywhere, kFramework, text)) << text;
}

TEST(ReadReading, RefusesWhatNoRuleCanBe) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"name": "framwork", "rules": []})", "did you mean \"framework\"?"},
      {R"({"name": "framework"})", "is missing"},
      {R"({"name": "framework", "rules": {}})", "is not a list"},
      {R"({"name": "framework", "rules": [{"if": {"framework": ["x"]}}]})", "is missing"},
      {R"({"name": "framework", "rules": [{"means": "x", "iff": {}}]})", "unknown key"},
      {R"({"name": "framework", "rules": [{"means": "x", "if": {"frame": ["x"]}}]})", "unknown key"},
      {R"({"name": "framework", "rules": [{"means": "x", "if": {"framework": []}}]})", "is an empty list"},
      {R"({"name": "framework", "rules": [{"means": "x", "if": {"framework": ["NeMo"]}}]})", "is no pattern"},
      {R"({"name": "framework", "rules": [{"means": "x", "if": {"framework": ["a*b"]}}]})", "is no pattern"},
      {R"({"name": "framework", "rules": [{"means": "x", "if": {"framework": ["^$"]}}]})", "is no pattern"},
      {R"({"name": "framework", "rules": [{"means": "x", "release": {"behind": ["v"]}}]})", "is missing"},
      {R"({"name": "framework", "rules": [{"means": "x", "release": {"behind": [], "from": 1}}]})", "is an empty list"},
      {R"({"name": "precision", "rules": [{"means": "bf61"}]})", "did you mean \"bf16\"?"},
      {R"({"name": "sharding", "rules": [{"means": "4"}]})", "is none of 0, 1, 2, 3"}};
  for (const auto& [item, message] : cases) {
    Issues issues;
    read_reading(json::parse(item), "", issues);
    ASSERT_THAT(issues, SizeIs(1)) << item;
    EXPECT_THAT(issues[0].message, HasSubstr(message)) << item;
  }
}

TEST(ReportReadings, TakeTheFirstRuleThatHoldsOfTheTopmostItem) {
  const CatalogFolder folder;
  folder.write("readings/framework.json", R"({"version": 1, "kind": "reading", "name": "framework", "title": "ours",
    "rules": [{"means": "fsdp", "if": {"framework": ["our stack"]}, "assumed": "as PyTorch's"}, {"means": "generic"}]})");
  const Catalog catalog({source_dir() + "/catalogs", folder.root()});
  const ReportReadings& readings = catalog.report_readings();
  ReportTexts texts;
  texts[kFramework] = "our stack, megatron";
  ASSERT_NE(readings.rule("framework", texts), nullptr);
  EXPECT_EQ(readings.rule("framework", texts)->means, "fsdp");
  EXPECT_EQ(readings.rule("framework", texts)->assumed, "as PyTorch's");
  texts[kFramework] = "megatron";
  EXPECT_EQ(readings.rule("framework", texts)->means, "generic");
  EXPECT_EQ(readings.rule("cuda-graphs", texts), nullptr);
}

}  // namespace report_readings_test
}  // namespace fmplan::catalog
