#include "core/what_if/sweep_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/issue.h"
#include "core/export/answer_workbook.h"
#include "core/what_if/sweep_page.h"
#include "core/what_if/sweep_picture.h"
#include "core/what_if/sweep_question.h"

namespace fmplan::what_if {
namespace {

/// Rows of a workbook, at most: half a gigabyte while it is made (chosen).
constexpr std::size_t kMostInWorkbook = 50'000;

std::string drawn(const SweepHead& head, const HeldRows& held, bool is_page) {
  const auto& [rows, counts, unseen] = held;
  if (rows.empty()) throw InputError("--output", "there is no row to draw; widen --where");
  if (rows.size() > kMostDrawn)
    throw InputError("--output",
                     fmt::format("{} rows are too many for a picture, {} at most; narrow the lists, or --pareto",
                                 rows.size(), kMostDrawn));
  std::string picture = sweep_svg(head, rows, drawn_figures(head, !has_usual_columns(head)));
  return is_page ? sweep_page(head, rows, counts, picture) : picture;
}

std::string workbook(const SweepHead& head, const HeldRows& held) {
  if (held.rows.size() > kMostInWorkbook)
    throw InputError("--output", fmt::format("{} rows are too many for a workbook, {} at most; narrow the lists, "
                                             "--pareto, or write .csv",
                                             held.rows.size(), kMostInWorkbook));
  std::string json;
  write_rows(source_of(head, held), RowFormat::kJson, [&json](const std::string& piece) { json += piece; });
  return exports::answer_xlsx(nlohmann::json::parse(json), "").text;
}

}  // namespace

std::string sweep_file(const SweepHead& head, const HeldRows& held, const std::string& file) {
  return file.ends_with(".xlsx") ? workbook(head, held) : drawn(head, held, !file.ends_with(".svg"));
}

}  // namespace fmplan::what_if
