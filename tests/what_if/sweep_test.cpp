#include "core/what_if/sweep.h"

#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/base/random.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"
#include "core/text/json_text.h"
#include "core/what_if/row_files.h"
#include "core/what_if/row_order.h"
#include "core/what_if/sweep_document.h"
#include "core/what_if/sweep_question.h"
#include "core/what_if/sweep_text.h"
#include "tests/source_dir.h"

namespace fmplan::what_if {
namespace sweep_test {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

const std::filesystem::path kRoot = source_dir();
const std::string kScenario = kRoot / "scenarios/llama3-70b-p5.json";

const catalog::Catalog& shipped() {
  static const catalog::Catalog kCatalog({kRoot / "catalogs"});
  return kCatalog;
}

std::vector<SweepRow> rows_of(const SweepQuestion& question, int threads = 1) {
  std::vector<SweepRow> rows;
  const std::int64_t end = head_of(question, shipped()).num_points;
  EXPECT_EQ(
      sweep(question, shipped(), 0, end, threads, {}, [&](const SweepRow& row) { rows.push_back(row); }).looked_at,
      end);
  return rows;
}

std::string text_of_part(const SweepQuestion& question, const SweepHead& head, RowFormat format, int threads) {
  std::string text;
  const RowSource source{head, [&](const std::function<void(const SweepRow&)>& row) {
                           return sweep_on(question, head, shipped(), std::nullopt, "", threads, {}, row);
                         }};
  write_rows(source, format, [&text](const std::string& piece) { text += piece; });
  return text;
}

std::string text_of(const SweepQuestion& question, RowFormat format, int threads) {
  const SweepHead head = head_of(question, shipped());
  return text_of_part(question, head, format, threads);
}

ReadRows read_text(const std::string& text, const std::string& name, const EachRow& row = {}) {
  std::istringstream in(text);
  return read_rows(in, name, row);
}

/// Stops after so many looks at it.
class Impatient final : public JobWatcher {
 public:
  explicit Impatient(std::int64_t points) : points_(points) {}
  void report(std::int64_t done, std::int64_t) override { stopped_ = done >= points_; }
  bool stopped() const override { return stopped_; }

 private:
  std::int64_t points_;
  bool stopped_ = false;
};

// Two ways that must agree: the point of a sweep, and the scenario with the same values set by hand.  200 points drawn
// from nodes, tensor and pipeline degrees, micro-batches and prices, those that are refused among them.
TEST(Sweep, APointIsThePlanOfTheSameScenario) {
  const SweepQuestion question = sweep_question(
      {.files = {kScenario},
       .sets = {"cluster.nodes=64..512:64", "training.parallel.tensor=2,4,8", "training.parallel.pipeline=2,4,5",
                "training.parallel.micro_batch_size=1,2", "price.kind=on_demand,capacity_block"}},
      shipped());
  const std::vector<SweepRow> rows = rows_of(question, 2);
  ASSERT_THAT(rows, SizeIs(8 * 3 * 3 * 2 * 2));
  const SweepHead head = head_of(question, shipped());
  RandomStream random({.seed = 7});
  std::set<plan::Verdict> seen;
  for (int i = 0; i < 200; ++i) {
    const SweepRow& row = rows[static_cast<std::size_t>(random.uniform() * static_cast<double>(rows.size()))];
    nlohmann::json document = text::read_json_file(kScenario);
    for (std::size_t path = 0; path < head.paths.size(); ++path)
      scenario::set_value(document, head.paths[path], row.inputs[path]);
    seen.insert(row.status);
    try {
      const plan::Report report = evaluate(scenario::read_scenario(document, shipped(), kRoot / "scenarios"));
      EXPECT_EQ(row.status, plan::verdict_of(report.obstacles));
      for (const answer::Figure& figure : answer::plan_figures().named()) {
        const auto column = std::ranges::find(head.columns, figure.name, &answer::Figure::name);
        if (column == head.columns.end()) continue;
        // Money by a price that cannot be paid is not told.
        if (figure.unit == answer::FigureUnit::kDollar && std::ranges::any_of(row.warnings, plan::voids_price))
          continue;
        const PointFigure& found = row.figures[static_cast<std::size_t>(column - head.columns.begin())];
        EXPECT_EQ(found.value.value, figure_of(report, figure).value) << row.index << " " << figure.name;
        EXPECT_EQ(found.interval_80, figure.interval_of ? figure.interval_of(report) : std::nullopt) << figure.name;
      }
    } catch (const InputError&) {
      EXPECT_EQ(row.status, plan::Verdict::kRefused);
      EXPECT_FALSE(row.reason.empty());
    }
  }
  EXPECT_TRUE(seen.contains(plan::Verdict::kOk));
  EXPECT_TRUE(seen.contains(plan::Verdict::kDoesNotFit));
}

// A mean time between failures of 256 nodes: half of them fail half as often, twice as many twice.
TEST(Sweep, MoreNodesFailMoreOften) {
  const auto asked = [](const char* failures) {
    return SweepOptions{.files = {kScenario},
                        .sets = {fmt::format("run.failures={}", failures), "cluster.nodes=128,256,512"},
                        .columns = "run.mtbf_h"};
  };
  EXPECT_THROW(sweep_question(asked("2 h"), shipped()), InputError);
  EXPECT_THROW(sweep_question(asked("2 h of 256 nodes,4 h"), shipped()), InputError);
  const SweepQuestion question = sweep_question(asked("2 h of 256 nodes"), shipped());
  const std::vector<SweepRow> rows = rows_of(question);
  ASSERT_THAT(rows, SizeIs(3));
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_NEAR(*rows[i].figures[0].value.value, 2 * 256 / (128.0 * (1 << i)), 1e-9);
}

// A key of the report and a named figure of the same number.
TEST(Sweep, TakesKeysOfTheReportAndPathsAsFigures) {
  const SweepQuestion question = sweep_question({.files = {kScenario},
                                                 .sets = {"cluster.nodes=128,256"},
                                                 .where = "cluster.nodes>=200",
                                                 .columns = "mfu,step.mfu,finish,run.finish.p50,cluster.nodes"},
                                                shipped());
  const std::vector<SweepRow> rows = rows_of(question);
  ASSERT_THAT(rows, SizeIs(1));
  EXPECT_EQ(rows[0].figures[0].value.value, rows[0].figures[1].value.value);
  EXPECT_EQ(rows[0].figures[2].value.value, rows[0].figures[3].value.value);
  EXPECT_EQ(rows[0].figures[4].value.value, 256);
}

TEST(Sweep, HasTheSameBytesForAnyThreads) {
  const SweepQuestion question = sweep_question(
      {.files = {kScenario}, .sets = {"training.tokens=1T..15T:#700", "cluster.nodes=128,192"}, .fail_if = {"days>60"}},
      shipped());
  for (const RowFormat format : {RowFormat::kCsv, RowFormat::kJsonLines, RowFormat::kJson}) {
    const std::string one = text_of(question, format, 1);
    for (const int threads : {2, 3, 8}) EXPECT_EQ(text_of(question, format, threads), one);
  }
  EXPECT_NO_THROW(text::parse_json(text_of(question, RowFormat::kJson, 2), "sweep"));
}

// Sixteen shards of any size are the whole, whatever the order in which they are given.
TEST(JoinedRows, OfAnyShardsAreTheWhole) {
  const SweepQuestion question =
      sweep_question({.files = {kScenario}, .sets = {"cluster.nodes=64..512:16"}, .where = "days<=300"}, shipped());
  const std::string whole = text_of(question, RowFormat::kJsonLines, 1);
  for (int num_shards = 1; num_shards <= 16; ++num_shards) {
    std::vector<ReadRows> parts;
    std::vector<std::string> names, texts;
    for (int shard = num_shards; shard >= 1; --shard) {
      SweepHead head = head_of(question, shipped());
      head.shard = {shard, num_shards};
      names.push_back(std::to_string(shard));
      texts.push_back(text_of_part(question, head, RowFormat::kJsonLines, 1));
      parts.push_back(read_text(texts.back(), names.back()));
    }
    const JoinedRows all = joined_rows(parts, names);
    std::string text = rows_begin(RowFormat::kJsonLines, all.head);
    for (const std::size_t part : all.order)
      read_text(texts[part], names[part],
                [&](const SweepRow& row) { text += row_text(RowFormat::kJsonLines, all.head, row, false); });
    text += rows_end(RowFormat::kJsonLines, all.head, all.counts, false);
    EXPECT_EQ(text, whole) << num_shards;
    EXPECT_EQ(all.counts.looked_at, 29);
  }
}

// Nothing tells the days of a point that is refused: it is left out, but not in silence, and the whole says why as its
// parts do.  Tensor degrees of 7 and 9 divide no head.
TEST(SweepCounts, TellWhatNothingDecides) {
  const SweepQuestion question =
      sweep_question({.files = {kScenario}, .sets = {"training.parallel.tensor=7,8,9"}, .where = "days>0"}, shipped());
  SweepHead head = head_of(question, shipped());
  const ReadRows whole = read_text(text_of(question, RowFormat::kJsonLines, 1), "whole");
  ASSERT_TRUE(whole.counts.undecided);
  EXPECT_EQ(whole.counts.undecided->points, 2);
  EXPECT_THAT(whole.counts.undecided->why, HasSubstr("tensor"));
  SweepCounts told = whole.counts;
  told.looked_at = 3;
  told.left_out = 2;
  EXPECT_THAT(counts_text(head, told), HasSubstr("2 left out by --where, of which nothing tells whether it holds (the "
                                                 "first: "));
  // A deadline that is missed leaves no figure open: the money is, of a machine without a price.
  const SweepQuestion unpriced = sweep_question({.files = {kRoot / "scenarios/llama2-70b.json"},
                                                 .sets = {"cluster.nodes=128", "run.deadline=2023-01-20"},
                                                 .where = "cost<$1M"},
                                                shipped());
  EXPECT_EQ(read_text(text_of(unpriced, RowFormat::kJsonLines, 1), "unpriced").counts.undecided->why, "cost not known");
  // Rows that were cut short do not say why others are not there.
  std::string cut = text_of(question, RowFormat::kJsonLines, 1);
  cut.resize(cut.rfind("{\"counts\""));
  EXPECT_FALSE(read_text(cut, "cut").counts.undecided);
  // None is undecided where all are known, whatever is left out.
  const SweepQuestion known =
      sweep_question({.files = {kScenario}, .sets = {"cluster.nodes=128,256"}, .where = "days<1"}, shipped());
  const SweepCounts counts = read_text(text_of(known, RowFormat::kJsonLines, 1), "known").counts;
  EXPECT_EQ(counts.undecided.value_or(UndecidedPoints{.points = -1}).points, 0);
}

TEST(JoinedRows, NamesWhatIsMissingDoubleUnfinishedOrStrange) {
  const auto part = [](const char* nodes, int shard, int num_shards, bool complete) {
    const SweepQuestion question =
        sweep_question({.files = {kScenario}, .sets = {std::string("cluster.nodes=") + nodes}}, shipped());
    ReadRows rows{.head = head_of(question, shipped()), .complete = complete};
    rows.head.shard = {shard, num_shards};
    rows.end = points_of(rows.head).end;
    return rows;
  };
  const auto problems = [](const std::vector<ReadRows>& parts) {
    std::vector<std::string> names, messages;
    for (std::size_t i = 0; i < parts.size(); ++i) names.push_back(std::string(1, static_cast<char>('a' + i)));
    try {
      joined_rows(parts, names);
    } catch (const InputError& error) {
      for (const Issue& issue : error.issues()) messages.push_back(issue.where + " " + issue.message);
    }
    return messages;
  };
  const ReadRows one = part("64,128", 1, 2, true), two = part("64,128", 2, 2, true);
  EXPECT_THAT(problems({two, one}), IsEmpty());
  EXPECT_THAT(problems({one}), ElementsAre(HasSubstr("a shard 2 of 2 missing")));
  EXPECT_THAT(problems({one, two, one}), ElementsAre(HasSubstr("c is shard 1, as a is")));
  EXPECT_THAT(problems({one, part("64,256", 2, 2, true)}), ElementsAre(HasSubstr("b is no part of the sweep")));
  EXPECT_THAT(problems({one, part("64,128", 2, 3, true)}), ElementsAre(HasSubstr("b is no part of the sweep")));
  EXPECT_THAT(problems({one, part("64,128", 2, 2, false)}), ElementsAre(HasSubstr("b was stopped")));
}

// What is stopped has whole rows without gaps, and going on gives the rest.
TEST(Sweep, StoppedKeepsWholeRowsAndGoesOn) {
  const SweepQuestion question =
      sweep_question({.files = {kScenario}, .sets = {"training.tokens=1T..15T:#900"}}, shipped());
  Impatient impatient(700);
  std::vector<SweepRow> first;
  const std::int64_t done =
      sweep(question, shipped(), 0, 900, 2, impatient, [&](const SweepRow& row) { first.push_back(row); }).looked_at;
  EXPECT_LT(done, 900);
  ASSERT_EQ(static_cast<std::int64_t>(first.size()), done);
  for (std::int64_t i = 0; i < done; ++i) EXPECT_EQ(first[static_cast<std::size_t>(i)].index, i);
  const SweepHead head = head_of(question, shipped());
  std::string text = rows_begin(RowFormat::kJsonLines, head);
  for (const SweepRow& row : first) text += row_text(RowFormat::kJsonLines, head, row, false);
  const ReadRows read = read_text(text + "{\"point\":", "cut short");
  EXPECT_EQ(read.end, done);
  EXPECT_FALSE(read.complete);
  EXPECT_EQ(read.head.fingerprint, head.fingerprint);
}

TEST(ReadRows, TellsTheLineOfWhatIsNoRow) {
  const SweepQuestion question = sweep_question({.files = {kScenario}, .sets = {"cluster.nodes=64,128"}}, shipped());
  const std::string whole = text_of(question, RowFormat::kJsonLines, 1);
  const std::string head = whole.substr(0, whole.find('\n') + 1);
  const auto problem = [](const std::string& text) {
    try {
      read_text(text, "f");
    } catch (const InputError& error) {
      return error.issues().front().where + ": " + error.issues().front().message;
    }
    return std::string("accepted");
  };
  EXPECT_EQ(problem(whole), "accepted");
  EXPECT_THAT(problem(""), HasSubstr("f: holds no sweep"));
  EXPECT_THAT(problem("{}\n"), HasSubstr("f:1: lacks \"sweep\""));
  EXPECT_THAT(problem("{\"sweep\":{}}\n"), HasSubstr("f:1: lacks"));
  EXPECT_THAT(problem(head + "{}\n"), HasSubstr("f:2: lacks \"point\""));
  EXPECT_THAT(problem(head + "{\"point\":7}\n"), HasSubstr("f:2: is of a point that the sweep does not have"));
  EXPECT_THAT(problem(head + "{\"point\":0,\"inputs\":{}}\n"), HasSubstr("lacks \"cluster.nodes\""));
  EXPECT_THAT(problem(head + "nonsense\n"), HasSubstr("f:2"));
}

TEST(HeadOf, RefusesAPathThatNoScenarioKnows) {
  const SweepQuestion question = sweep_question({.files = {kScenario}, .sets = {"cluster.nodez=64,128"}}, shipped());
  EXPECT_THROW(head_of(question, shipped()), InputError);
}

// Where every number of nodes would be answered alike.
TEST(SweepQuestion, RefusesNodesThatDecideNothing) {
  const auto problem = [](const std::vector<std::string>& sets) -> std::string {
    nlohmann::json document = text::read_json_file(kScenario);
    for (const std::string& set : sets) scenario::set_value(document, set);
    try {
      sweep_question(
          {.sets = {"cluster.nodes=32,128"}, .scenarios = {{.name = "", .document = document, .folder = kRoot}}},
          shipped());
    } catch (const InputError& error) {
      return error.issues().front().where + ": " + error.issues().front().message;
    }
    return "";
  };
  const std::string of_all = R"(training.phases=[{"tokens": "2T", "nodes": 64}, {"tokens": "1T", "nodes": 32}])";
  EXPECT_THAT(problem({of_all}), StartsWith("--set cluster.nodes: is the number of no phase"));
  EXPECT_THAT(problem({of_all}), HasSubstr("vary training.phases.0.nodes"));
  EXPECT_EQ(problem({R"(training.phases=[{"tokens": "2T", "nodes": 64}, {"tokens": "1T"}])"}), "");
  EXPECT_EQ(problem({"run.failures=8 h"}), "") << "of the scenario's own nodes";
  EXPECT_THAT(problem({"run.failures=8 h", "cluster.nodes=auto"}), StartsWith("/run/failures/nodes: is missing"));
}

TEST(SweepQuestion, TellsAllProblemsAtOnce) {
  try {
    sweep_question({.files = {kScenario},
                    .sets = {"cluster.nodes=64..32"},
                    .answer = "plam",
                    .where = "days<",
                    .columns = "days,csot",
                    .fail_if = {"(days>1"}},
                   shipped());
    FAIL() << "was accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.issues(), SizeIs(5));
  }
}

SweepRow row_with(std::int64_t index, double days, double cost, plan::Verdict status = plan::Verdict::kOk) {
  return {.index = index, .status = status, .figures = {{.value = {.value = days}}, {.value = {.value = cost}}}};
}

// Days and money: (10, 5) and (8, 9) beat (10, 6) and (12, 9); what cannot run beats nobody, equals stay.
TEST(ParetoFront, KeepsWhatNoOtherBeats) {
  SweepHead head{.columns = {*answer::plan_figures().find("days"), *answer::plan_figures().find("cost")}};
  const std::vector<SweepRow> rows = {row_with(0, 10, 6),
                                      row_with(1, 10, 5),
                                      row_with(2, 12, 9),
                                      row_with(3, 8, 9),
                                      row_with(4, 1, 1, plan::Verdict::kDoesNotFit),
                                      row_with(5, 8, 9)};
  std::vector<std::int64_t> front;
  for (const SweepRow& row : pareto_front(rows, head, {0, 1})) front.push_back(row.index);
  EXPECT_THAT(front, ElementsAre(1, 3, 5));
}

// Between a chance of 10 and of 90 % a plan neither fits nor does not: "ok" alone would promise that it does.
TEST(SweepDocument, TellsWhatItsRowsAreToBeReadWith) {
  const SweepHead head{.scenarios = {"s.json"},
                       .paths = {"training.parallel.tensor"},
                       .columns = {*answer::plan_figures().find("days"), *answer::plan_figures().find("cost")},
                       .num_points = 2};
  std::vector<SweepRow> rows = {row_with(0, 10, 5), row_with(1, 8, 4)};
  rows[0].inputs = {"4"};
  rows[1].inputs = {"8"};
  const auto table_of = [&] { return sweep_document(head, rows, {}, 0).tables.front(); };
  EXPECT_THAT(table_of().header, Not(Contains("status")));
  rows[0].warnings = {plan::NoticeKind::kMemoryTight};
  EXPECT_EQ(table_of().rows[0][1], "ok, tight");
  EXPECT_EQ(table_of().rows[1][1], "ok");
  EXPECT_THAT(table_of().notes, Contains(StartsWith("tight: the memory fits with a chance between 10 and 90 %")));
  rows[1].warnings = {plan::NoticeKind::kPriceLongUnseen};
  EXPECT_THAT(table_of().notes, Contains(StartsWith("1 at a price last seen long before it is paid")));
}

// Nobody could tell a phase's nodes from those that train.
TEST(SweepDocument, CallsNoTwoColumnsAlike) {
  SweepHead head{.scenarios = {"s.json"},
                 .paths = {"training.phases.1.nodes"},
                 .columns = {*answer::plan_figures().find("nodes"), *answer::plan_figures().find("days")},
                 .num_points = 1};
  std::vector<SweepRow> rows = {row_with(0, 32, 10)};
  rows[0].inputs = {"4"};
  EXPECT_THAT(sweep_document(head, rows, {}, 0).tables.front().header,
              ElementsAre("training.phases.1.nodes", "nodes", "days"));
  head.columns.erase(head.columns.begin());
  rows[0].figures.erase(rows[0].figures.begin());
  EXPECT_THAT(sweep_document(head, rows, {}, 0).tables.front().header, ElementsAre("nodes", "days"));
}

TEST(SortRows, PutsUnknownsAndWhatCannotRunLast) {
  std::vector<SweepRow> rows = {row_with(0, 10, 1), row_with(1, 5, 1, plan::Verdict::kDoesNotFit), row_with(2, 7, 1),
                                row_with(3, 0, 1)};
  rows[3].figures[0].value.value.reset();
  sort_rows(rows, 0, false);
  std::vector<std::int64_t> order;
  for (const SweepRow& row : rows) order.push_back(row.index);
  EXPECT_THAT(order, ElementsAre(2, 0, 3, 1));
}

}  // namespace sweep_test
}  // namespace fmplan::what_if
