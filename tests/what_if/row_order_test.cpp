#include "core/what_if/row_order.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/issue.h"
#include "core/what_if/sweep_document.h"

namespace fmplan::what_if {
namespace row_order_test {

using testing::ElementsAre;
using testing::SizeIs;

std::vector<answer::Figure> columns_of(const std::vector<std::string>& names) {
  std::vector<answer::Figure> columns;
  for (const answer::Figure& figure : answer::plan_figures().named())
    for (const std::string& name : names)
      if (figure.name == name) columns.push_back(figure);
  return columns;
}

/// Rows of days and cost.
SweepHead head_of(std::size_t num_rows) {
  return {.columns = columns_of({"days", "cost"}), .num_points = static_cast<std::int64_t>(num_rows)};
}

RowSource source_of(const SweepHead& head, const std::vector<std::array<double, 2>>& values) {
  return {head, [&values](const std::function<void(const SweepRow&)>& row) {
            SweepCounts counts;
            for (std::size_t i = 0; i < values.size(); ++i) {
              SweepRow one{.index = static_cast<std::int64_t>(i), .status = plan::Verdict::kOk};
              for (const double value : values[i]) one.figures.push_back({.value = {.value = value}});
              counts.add(one);
              row(one);
            }
            counts.looked_at = static_cast<std::int64_t>(values.size());
            return counts;
          }};
}

std::vector<std::int64_t> indices_of(const std::vector<SweepRow>& rows) {
  std::vector<std::int64_t> indices;
  for (const SweepRow& row : rows) indices.push_back(row.index);
  return indices;
}

TEST(ReadOrder, AddsTheColumnsThatItAsksFor) {
  std::vector<answer::Figure> columns = columns_of({"days"});
  const RowOrder order = read_order({.pareto = "days,cost", .sort = "cost desc"}, answer::plan_figures(), columns);
  ASSERT_THAT(columns, SizeIs(2));
  EXPECT_EQ(columns[1].name, "cost");
  EXPECT_THAT(order.pareto, ElementsAre(0, 1));
  EXPECT_EQ(order.sort, 1u);
  EXPECT_TRUE(order.descending);
  EXPECT_FALSE(read_order({}, answer::plan_figures(), columns).is_asked());
}

TEST(ReadOrder, RefusesFiguresThatThereAreNot) {
  std::vector<answer::Figure> columns;
  for (const RowOrderText& text : {RowOrderText{"day,cost", ""}, RowOrderText{"", "csot"}, RowOrderText{"", "cost up"}})
    EXPECT_THROW(read_order(text, answer::plan_figures(), columns), InputError) << text.pareto << text.sort;
}

TEST(HeldRows, AreSortedAndThoseThatNoneBeats) {
  // Days, cost: the second is beaten by the first in both, the others by none.
  const std::vector<std::array<double, 2>> values = {{10, 30}, {12, 40}, {20, 20}, {5, 90}};
  const SweepHead head = head_of(values.size());
  const RowSource source = source_of(head, values);
  EXPECT_THAT(indices_of(held_rows(source, {.pareto = {}, .sort = 1}, "").rows), ElementsAre(2, 0, 1, 3));
  EXPECT_THAT(indices_of(held_rows(source, {.pareto = {}, .sort = 0, .descending = true}, "").rows),
              ElementsAre(2, 1, 0, 3));
  EXPECT_THAT(indices_of(held_rows(source, {.pareto = {0, 1}, .sort = {}}, "").rows), ElementsAre(0, 2, 3));
  EXPECT_THAT(indices_of(held_rows(source, {.pareto = {0, 1}, .sort = 0}, "").rows), ElementsAre(3, 0, 2));
}

// What a table has no room for is counted, and not held.
TEST(HeldRows, AreAsManyAsATableShowsWhereNoOrderIsAskedFor) {
  const std::vector<std::array<double, 2>> values(kMostShown + 25, {1, 2});
  const SweepHead head = head_of(values.size());
  const HeldRows held = held_rows(source_of(head, values), {}, "");
  EXPECT_THAT(held.rows, SizeIs(kMostShown));
  EXPECT_EQ(held.unseen, 25);
  EXPECT_EQ(held.counts.looked_at, static_cast<std::int64_t>(values.size()));
  EXPECT_THAT(held_rows(source_of(head, values), {}, "--output").rows, SizeIs(values.size()));
}

}  // namespace row_order_test
}  // namespace fmplan::what_if
