#include "core/what_if/row_order.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/issue.h"
#include "core/what_if/sweep_document.h"
#include "core/what_if/sweep_question.h"

namespace fmplan::what_if {
namespace {

/// Rows that sorting and fronts hold in memory, at most: half a gigabyte (chosen).
constexpr std::int64_t kMostHeld = 1'000'000;

/// Adds what is not yet a column.
std::size_t column_of(const answer::Figure& figure, std::vector<answer::Figure>& columns) {
  const auto found = std::ranges::find(columns, figure.name, &answer::Figure::name);
  if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
  columns.push_back(figure);
  return columns.size() - 1;
}

}  // namespace

RowOrder read_order(const RowOrderText& text, const answer::FigureSet& figures, std::vector<answer::Figure>& columns) {
  RowOrder order;
  if (!text.pareto.empty())
    for (const answer::Figure& figure : read_figures(text.pareto, figures, "--pareto"))
      order.pareto.push_back(column_of(figure, columns));
  if (text.sort.empty()) return order;
  const std::size_t blank = text.sort.find(' ');
  const std::string way = blank == std::string::npos ? "asc" : text.sort.substr(blank + 1);
  if (way != "asc" && way != "desc")
    throw InputError("--sort", fmt::format("\"{}\" is neither asc nor desc; write for instance 'mfu desc'", way));
  order.descending = way == "desc";
  const std::vector<answer::Figure> by = read_figures(text.sort.substr(0, blank), figures, "--sort");
  if (by.size() > 1) throw InputError("--sort", "takes one figure, for instance 'mfu desc'");
  order.sort = column_of(by.front(), columns);
  return order;
}

HeldRows held_rows(const RowSource& source, const RowOrder& order, const std::string& all) {
  const bool holds_all = order.is_asked() || !all.empty();
  if (holds_all && num_asked(source.head) > kMostHeld)
    throw InputError(order.sort     ? "--sort"
                     : !all.empty() ? all
                                    : "--pareto",
                     fmt::format("holds all rows in memory, {} of {} at most; narrow the lists, or sort the CSV",
                                 kMostHeld, num_asked(source.head)));
  const std::size_t most = holds_all ? static_cast<std::size_t>(kMostHeld) : kMostShown;
  HeldRows held;
  held.counts = source.run([&](const SweepRow& row) {
    if (held.rows.size() < most) held.rows.push_back(row);
  });
  if (!holds_all) held.unseen = held.counts.shown() - static_cast<std::int64_t>(held.rows.size());
  if (!order.pareto.empty()) held.rows = pareto_front(held.rows, source.head, order.pareto);
  if (order.sort) sort_rows(held.rows, *order.sort, order.descending);
  return held;
}

RowSource source_of(const SweepHead& head, const HeldRows& held) {
  return {head, [&held](const std::function<void(const SweepRow&)>& row) {
            for (const SweepRow& one : held.rows) row(one);
            return held.counts;
          }};
}

SweepCounts write_rows(const RowSource& source, RowFormat format,
                       const std::function<void(const std::string& piece)>& write) {
  write(rows_begin(format, source.head));
  bool first = true;
  SweepCounts counts =
      source.run([&](const SweepRow& row) { write(row_text(format, source.head, row, std::exchange(first, false))); });
  write(rows_end(format, source.head, counts, was_stopped(source.head, counts)));
  return counts;
}

std::int64_t num_asked(const SweepHead& head) { return points_of(head).end - points_of(head).begin; }

bool was_stopped(const SweepHead& head, const SweepCounts& counts) { return counts.looked_at < num_asked(head); }

}  // namespace fmplan::what_if
