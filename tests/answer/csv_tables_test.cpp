#include "core/answer/csv_tables.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fmplan::answer {
namespace csv_tables_test {

using testing::ElementsAre;
using text::Json;

std::string text_of(const Json& answer, const std::string& name) {
  for (const CsvTable& table : csv_tables(answer))
    if (table.name == name) return table.text;
  return "no such table";
}

std::vector<std::string> names_of(const Json& answer) {
  std::vector<std::string> names;
  for (const CsvTable& table : csv_tables(answer)) names.push_back(table.name);
  return names;
}

TEST(CsvTables, HoldInOneRowWhatStandsInNoList) {
  const Json answer = {{"version", 1},
                       {"run", {{"wall_clock_days", {{"mean", 92.125}}}, {"ready", "2025-06-30"}}},
                       {"can_run", true},
                       {"cost", nullptr}};
  EXPECT_EQ(text_of(answer, "answer"),
            "version,run.wall_clock_days.mean,run.ready,can_run,cost\r\n1,92.125,2025-06-30,true,\r\n");
}

TEST(CsvTables, AreOneForEachListOfObjects) {
  const Json answer = {{"n", 2},
                       {"run",
                        {{"causes", Json::array({Json{{"name", "node"}, {"lost_h", 1.5}},
                                                 Json{{"name", "switch"}, {"down_h", 1e-7}}})}}},
                       {"warnings", Json::array()}};
  EXPECT_THAT(names_of(answer), ElementsAre("answer", "run.causes"));
  // A column for every key that some row has.
  EXPECT_EQ(text_of(answer, "run.causes"), "name,lost_h,down_h\r\nnode,1.5,\r\nswitch,,1e-07\r\n");
}

TEST(CsvTables, SayOfAListInsideAListWhichRowItBelongsTo) {
  const Json part = {{"part", "gemm"}};
  const Json answer = {
      {"phases", Json::array({Json{{"name", "a"}, {"step", {{"parts", Json::array({part})}}}},
                              Json{{"name", "b"}, {"step", {{"parts", Json::array({part, part})}}}}})}};
  EXPECT_EQ(text_of(answer, "phases"), "name\r\na\r\nb\r\n");
  EXPECT_EQ(text_of(answer, "phases.step.parts"), "phases,part\r\n0,gemm\r\n1,gemm\r\n1,gemm\r\n");
}

TEST(CsvTables, PutValuesOfAListInOneCell) {
  const Json answer = {{"nodes", Json::array({16, 32})}, {"none", Json::array()}};
  EXPECT_EQ(text_of(answer, "answer"), "nodes\r\n16;32\r\n");
}

TEST(CsvTables, LeaveTheQuestionOut) {
  const Json answer = {{"scenario", {{"name", "x"}, {"phases", Json::array({Json{{"tokens", "1T"}}})}}}, {"days", 3}};
  EXPECT_THAT(names_of(answer), ElementsAre("answer"));
  EXPECT_EQ(text_of(answer, "answer"), "days\r\n3\r\n");
}

TEST(CsvTables, TakeAListForItsRows) {
  const Json rows = Json::array({Json{{"gpu", "H100"}}, Json{{"gpu", "A100"}}});
  EXPECT_THAT(names_of(rows), ElementsAre("rows"));
  EXPECT_EQ(text_of(rows, "rows"), "gpu\r\nH100\r\nA100\r\n");
  EXPECT_TRUE(csv_tables(Json::array()).empty());
}

TEST(CsvTables, QuoteWhatRfc4180Asks) {
  const Json answer = {{"name", "a,b"}, {"note", "say \"hi\""}, {"text", "two\nlines"}};
  EXPECT_EQ(text_of(answer, "answer"), "name,note,text\r\n\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\"\r\n");
}

}  // namespace csv_tables_test
}  // namespace fmplan::answer
