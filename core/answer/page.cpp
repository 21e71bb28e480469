#include "core/answer/page.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/version.h"

namespace fmplan::answer {
namespace {

picture::PageTable page_table(const Table& table) {
  picture::PageTable page{.title = table.title,
                          .header = table.header,
                          .right_aligned = {},
                          .rows = table.rows,
                          .notes = table.notes,
                          .marked = table.marked};
  for (const Align align : table.align) page.right_aligned.push_back(align == Align::kRight);
  if (std::ranges::find(table.marked, true) != table.marked.end())
    page.notes.emplace_back("marked: nobody has confirmed the source yet");
  return page;
}

}  // namespace

picture::Page page_of(const Document& document) {
  const std::string made_with = document.made_with.empty() ? fmt::format("fmplan {}", version()) : document.made_with;
  picture::Page page{
      .headline = document.headline, .lead = document.lead, .warnings = document.warnings, .foot = made_with};
  if (page.headline.empty()) page.headline = document.page_title;
  if (page.headline.empty() && !document.tables.empty()) page.headline = document.tables.front().title;
  for (const picture::BarChart& chart : document.charts) page.charts.push_back(bar_chart_svg(chart));
  for (const Table& table : document.tables) page.tables.push_back(page_table(table));
  for (const Table& table : document.page_tables) page.tables.push_back(page_table(table));
  return page;
}

std::string page_html(const Document& document) { return html_page(page_of(document)); }

std::string made_with(std::string_view catalog_version, std::uint64_t seed) {
  return fmt::format("fmplan {}, catalogues {}, seed {}", version(), catalog_version, seed);
}

}  // namespace fmplan::answer
