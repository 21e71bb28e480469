#include "core/what_if/sweep_file.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/export/answer_workbook.h"
#include "core/what_if/row_order.h"
#include "core/what_if/sweep_page.h"
#include "core/what_if/sweep_picture.h"
#include "core/what_if/sweep_question.h"
#include "core/what_if/sweep_text.h"

namespace fmplan::what_if {
namespace {

/// Rows of a workbook, at most: half a gigabyte while it is made (chosen).
constexpr std::size_t kMostInWorkbook = 50'000;

std::string drawn(const SweepHead& head, std::vector<SweepRow> rows, const SweepCounts& counts, bool is_page) {
  if (rows.empty()) throw InputError("--output", "there is no row to draw; widen --where");
  if (rows.size() > kMostDrawn)
    throw InputError("--output",
                     fmt::format("{} rows are too many for a picture, {} at most; narrow the lists, or --pareto",
                                 rows.size(), kMostDrawn));
  std::string picture = sweep_svg(head, rows, drawn_figures(head, !has_usual_columns(head)));
  return is_page ? sweep_page(head, std::move(rows), counts, picture) : picture;
}

std::string workbook(const SweepHead& head, const std::vector<SweepRow>& rows, const SweepCounts& counts) {
  if (rows.size() > kMostInWorkbook)
    throw InputError("--output", fmt::format("{} rows are too many for a workbook, {} at most; narrow the lists, "
                                             "--pareto, or write .csv",
                                             rows.size(), kMostInWorkbook));
  std::string json = rows_begin(RowFormat::kJson, head);
  bool first = true;
  for (const SweepRow& row : rows) json += row_text(RowFormat::kJson, head, row, std::exchange(first, false));
  json += rows_end(RowFormat::kJson, head, counts, was_stopped(head, counts));
  return exports::answer_xlsx(nlohmann::json::parse(json), "").text;
}

}  // namespace

std::string sweep_file(const SweepHead& head, std::vector<SweepRow> rows, const SweepCounts& counts,
                       const std::string& file) {
  if (file.ends_with(".xlsx")) return workbook(head, rows, counts);
  return drawn(head, std::move(rows), counts, !file.ends_with(".svg"));
}

}  // namespace fmplan::what_if
