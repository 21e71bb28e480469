#include "core/what_if/shard.h"

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "core/what_if/run_part.h"
#include "core/what_if/search_part.h"
#include "tests/source_dir.h"

namespace fmplan::what_if {
namespace shard_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::filesystem::path kRoot = source_dir();

const catalog::Catalog& shipped() {
  static const catalog::Catalog kCatalog({kRoot / "catalogs"});
  return kCatalog;
}

std::vector<std::string> texts(const Issues& issues) {
  std::vector<std::string> texts;
  for (const Issue& issue : issues) texts.push_back(issue.where + " " + issue.message);
  return texts;
}

template <class Call>
std::string problem_of(const Call& call) {
  try {
    call();
  } catch (const InputError& error) {
    return texts(error.issues()).front();
  }
  return "";
}

TEST(Shard, IsWrittenAsPartAndWhole) {
  EXPECT_EQ(parse_shard("2/16"), (Shard{2, 16}));
  for (const char* text : {"", "2", "/", "0/4", "5/4", "1/100001", "1/4x", "a/4", "-1/4", "1/0"})
    EXPECT_THAT(problem_of([&] { parse_shard(text); }), HasSubstr("for instance 1/4")) << text;
}

// Every item once, in order, and parts differ by one item at most.
TEST(ItemsOf, DealsEveryItemOnce) {
  for (const std::int64_t count : {0, 1, 5, 64, 1000})
    for (const int of : {1, 3, 16, 100}) {
      std::int64_t next = 0;
      for (int number = 1; number <= of; ++number) {
        const auto [begin, end] = items_of({number, of}, count);
        EXPECT_EQ(begin, next);
        EXPECT_LE(end - begin, count / of + 1);
        next = end;
      }
      EXPECT_EQ(next, count);
    }
}

TEST(RangesText, JoinsNeighbours) {
  EXPECT_EQ(ranges_text({2, 4, 5, 6, 7, 9}), "2, 4–7, 9");
  EXPECT_EQ(ranges_text({1, 2}), "1–2");
  EXPECT_EQ(ranges_text({}), "");
}

TEST(PartIssues, NameWhatIsMissingDoubleUnfinishedOrStrange) {
  const auto part = [](const char* file, int number) { return PartOf{file, "abc", {number, 5}, ""}; };
  EXPECT_THAT(part_issues({part("b", 2), part("a", 1), part("c", 3), part("d", 4), part("e", 5)}, "run"), IsEmpty());
  EXPECT_THAT(texts(part_issues({part("a", 1), part("c", 3)}, "run")), ElementsAre("a shards 2, 4–5 of 5 missing"));
  EXPECT_THAT(texts(part_issues({part("a", 1), part("b", 1)}, "run")),
              ElementsAre("b is shard 1, as a is; leave one out", "a shards 2–5 of 5 missing"));
  PartOf strange = part("b", 2);
  strange.fingerprint = "abd";
  EXPECT_THAT(texts(part_issues({part("a", 1), strange}, "run")), ElementsAre(HasSubstr("b is no part of the run")));
  PartOf stopped = part("b", 2);
  stopped.unfinished = "was stopped";
  EXPECT_THAT(texts(part_issues({part("a", 1), stopped, part("c", 3), part("d", 4), part("e", 5)}, "sweep")),
              ElementsAre("b was stopped"));
}

PartHead head_of(PartKind kind, const Shard& shard, const char* set = "cluster.nodes=256") {
  const std::string file = kRoot / "scenarios/llama3-70b-p5.json";
  PartHead head{.kind = kind,
                .asked = {.name = file, .document = text::read_json_file(file), .folder = kRoot / "scenarios"},
                .arguments = argument_texts(plan::RunStudyOptions{.trials = 200}),
                .shard = shard};
  if (kind == PartKind::kSearch) {
    head.arguments = argument_texts(answer::SearchArguments());
    head.arguments["nodes"] = "16..40:8";
  }
  scenario::set_value(head.asked.document, set);
  return signed_head(head, shipped());
}

TEST(PartFile, IsReadBackAsItWasWritten) {
  const PartHead head = head_of(PartKind::kRun, {2, 3});
  const std::string text = part_text(head, {{"stretches", 1.0 / 3}});
  EXPECT_EQ(part_kind(text, "a"), PartKind::kRun);
  const PartFile read = read_part(text, "a");
  EXPECT_EQ(read.head.asked.document, head.asked.document);
  EXPECT_EQ(read.head.arguments, head.arguments);
  EXPECT_EQ(read.head.fingerprint, head.fingerprint);
  EXPECT_EQ(read.head.shard, head.shard);
  EXPECT_EQ(read.content["stretches"], 1.0 / 3);
  EXPECT_EQ(signed_head(read.head, shipped()).fingerprint, head.fingerprint);
}

TEST(PartFile, IsRefusedWhereItIsNone) {
  const std::string whole = part_text(head_of(PartKind::kRun, {1, 1}), text::Json::object());
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("[1]\n"), whole.substr(0, whole.find('\n') + 1),
        std::string("{\"run\":{}}\n{\"part\":{}}\n"), std::string("{\"search\":7}\n{\"part\":{}}\n")})
    EXPECT_NE(problem_of([&] { read_part(text, "a"); }), "") << text;
  const PartFile empty = read_part(whole, "a");
  EXPECT_THAT(problem_of([&] { run_part(empty); }), HasSubstr("a is damaged"));
  EXPECT_THAT(problem_of([&] { search_part(empty); }), HasSubstr("a is damaged"));
}

TEST(WholeOf, RefusesAnotherQuestionCommandAndProgram) {
  const auto part = [](PartHead head, const char* file) {
    return read_part(part_text(head, text::Json::object()), file);
  };
  const PartFile one = part(head_of(PartKind::kRun, {1, 2}), "a"), two = part(head_of(PartKind::kRun, {2, 2}), "b");
  const std::vector<PartFile> whole = whole_of({two, one}, shipped());
  EXPECT_EQ(whole.front().file, "a");
  for (const PartHead& other :
       {head_of(PartKind::kSearch, {2, 2}), head_of(PartKind::kRun, {2, 2}, "cluster.nodes=128")})
    EXPECT_THAT(problem_of([&] {
                  whole_of({one, part(other, "b")}, shipped());
                }),
                HasSubstr("b is no part of the run"));
  PartHead older = one.head;
  older.shard = {1, 1};
  older.fmplan_version = "0.0.1";
  older.fingerprint = "0123456789abcdef";
  EXPECT_THAT(problem_of([&] { whole_of({part(older, "a")}, shipped()); }), HasSubstr("was made by fmplan 0.0.1"));
}

TEST(PartState, IsOfTheFirstAndLastLine) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "fmplan-part-state.jsonl";
  const PartHead head = head_of(PartKind::kSearch, {2, 3});
  const std::string whole = part_text(head, text::Json::object());
  EXPECT_EQ(part_state(file), std::nullopt);
  for (const auto& [text, is_whole] :
       {std::pair(whole, true), std::pair(whole.substr(0, whole.find('\n') + 1), false)}) {
    text::write_text_file(file, text);
    EXPECT_EQ(part_state(file), (PartState{head.fingerprint, {2, 3}, is_whole}));
  }
  const std::string sweep = "{\"sweep\":{\"fingerprint\":\"ab\",\"shard\":[1,2]}}\n{\"point\":0}\n";
  text::write_text_file(file, sweep + "{\"counts\":{\"stopped\":true}}\n");
  EXPECT_EQ(part_state(file), (PartState{"ab", {1, 2}, false}));
  text::write_text_file(file, sweep + "{\"counts\":{\"stopped\":false}}\n");
  EXPECT_EQ(part_state(file), (PartState{"ab", {1, 2}, true}));
  text::write_text_file(file, "{\"a\":1}\n");
  EXPECT_EQ(part_state(file), std::nullopt);
  std::filesystem::remove(file);
}

// Four node counts in one to six parts, read back from text, are the search of all: the same plans, bit by bit.
TEST(SearchParts, AreTheWholeSearch) {
  const PartHead head = head_of(PartKind::kSearch, {1, 1});
  const plan::Scenario scenario = scenario::read_scenario(head.asked.document, shipped(), head.asked.folder);
  answer::SearchArguments arguments = search_arguments(head.arguments);
  arguments.space = "framework";
  arguments.objective = "gpu_hours";
  const plan::Phase& phase = searched_phase(scenario, arguments);
  const plan::SearchQuestion question = search_question(scenario, phase, arguments);
  const plan::SearchResult whole = search(scenario, phase, question);
  ASSERT_EQ(question.node_counts.size(), 4u);
  ASSERT_GT(whole.pareto.size(), 3u);
  for (int of = 1; of <= 6; ++of) {
    std::vector<PartFile> files;
    for (int number = 1; number <= of; ++number) {
      PartHead part = head;
      part.shard = {number, of};
      const plan::SearchResult found = search(scenario, phase, part_of(question, part.shard));
      files.push_back(read_part(part_text(part, search_part_json(found)), "a"));
      EXPECT_EQ(search_part(files.back()), found);
    }
    EXPECT_EQ(joined(question, files), whole) << of;
  }
}

// JSON has no number for what a plan costs whose nodes cannot be bought.
TEST(SearchParts, KeepPlansThatCannotBeBought) {
  plan::SearchResult found;
  found.best = {{.num_nodes = 4, .parallel = {}, .step_time = 2 * second, .memory = 3 * byte, .objective = 5},
                {.num_nodes = 512, .parallel = {}, .step_time = 1 * second, .memory = 3 * byte, .objective = {}}};
  found.best[1].objective = std::numeric_limits<double>::infinity();
  const PartHead head = head_of(PartKind::kSearch, {1, 1});
  EXPECT_EQ(search_part(read_part(part_text(head, search_part_json(found)), "a")), found);
}

TEST(RunParts, AreReadBackToTheLastBit) {
  const PartHead head = head_of(PartKind::kRun, {2, 3});
  const plan::Scenario scenario = scenario::read_scenario(head.asked.document, shipped(), head.asked.folder);
  sim::RunPart part = study_part(scenario, {.trials = 300}, stretches_of(head.shard));
  EXPECT_EQ(part.stretches.size(), 21u);  // 64/3 … 128/3
  EXPECT_EQ(run_part(read_part(part_text(head, run_part_json(part)), "a")), part);
  // Node-time is there where phases are on different numbers of nodes.
  for (sim::RunSums& sums : part.stretches) {
    sums.held_node_h = {.count = 3, .mean = 1.0 / 3, .squares = 0.1};
    sums.node_time_h[2] = {.count = 3, .mean = 1.0 / 7, .squares = 0.3};
  }
  EXPECT_EQ(run_part(read_part(part_text(head, run_part_json(part)), "a")), part);
}

}  // namespace shard_test
}  // namespace fmplan::what_if
