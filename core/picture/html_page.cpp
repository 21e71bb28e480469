#include "core/picture/html_page.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "core/base/markup.h"

namespace fmplan::picture {
namespace {

/// Of the page: colours and distances chosen to the eye.  Pictures are drawn on white; in the dark their lightness is
/// turned about and their hues are kept.
constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --ink: #1f2937; --faint: #5b6472; --page: #ffffff; --rule: #e5e7eb; --line: #9aa3af;
        --mark: #c2410c; --marked: #fff7ed; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e5e7eb; --faint: #a3acb9; --page: #171717; --rule: #333a45; --line: #6b7280; --mark: #fb923c;
          --marked: #33231a; }
  svg { filter: invert(0.91) hue-rotate(180deg); }
}
body { font: 15px/1.45 "DejaVu Sans", Verdana, Helvetica, Arial, sans-serif; color: var(--ink);
       background: var(--page); max-width: 1200px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.35em; margin-bottom: 0.3em; }
h2 { font-size: 1.05em; margin: 2em 0 0.5em; }
.lead { margin: 0 0 1.2em; color: var(--faint); }
figure { margin: 0; overflow-x: auto; }
figure:not(.charts) svg { min-width: 760px; }
svg { max-width: 100%; height: auto; }
.charts { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 1.2em; }
.wide { overflow-x: auto; }
figure + .wide, .wide + .wide, .note + .wide { margin-top: 1.6em; }
table { border-collapse: collapse; font-size: 0.9em; }
th, td { text-align: left; vertical-align: top; padding: 0.25em 1.2em 0.25em 0; border-bottom: 1px solid var(--rule); }
th { color: var(--faint); font-weight: normal; border-bottom: 1px solid var(--line); }
.long { min-width: 17em; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.marked td { background: var(--marked); }
.marked td:first-child { box-shadow: inset 3px 0 var(--mark); padding-left: 0.6em; }
.note, footer { color: var(--faint); font-size: 0.85em; margin: 0.4em 0; }
.warning { background: var(--marked); border-left: 4px solid var(--mark); padding: 0.5em 0.8em; margin: 0.6em 0; }
footer { margin-top: 2em; }
@page { size: A4; margin: 14mm; }
@media print {
  :root { color-scheme: light; --ink: #1f2937; --faint: #5b6472; --page: #ffffff; --rule: #e5e7eb; --line: #9aa3af;
          --mark: #c2410c; --marked: #fff7ed; }
  body { font-size: 9.5pt; margin: 0; padding: 0; max-width: none; }
  svg { filter: none; }
  .charts { display: block; }
  .charts svg { width: 48%; vertical-align: top; break-inside: avoid; }
  .wide, figure { overflow: visible; }
  figure:not(.charts) svg { min-width: 0; }
  .long { min-width: 0; }
  td { overflow-wrap: break-word; }
  h1, h2, thead { break-after: avoid; }
  tr, figure, .warning { break-inside: avoid; }
  .marked td, .warning { print-color-adjust: exact; }
}
)";

/// Cells of more characters keep a width to be read in; chosen: two or three lines of it at most in most cells.
constexpr std::size_t kLongCell = 32;

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\'': out += "&#39;"; break;
      case '\n': out += "<br/>"; break;
      default: append_markup(out, c);
    }
  }
  return out;
}

/// Paths may be broken behind their slashes and underscores.
std::string cell_html(std::string_view text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of("/_", begin), text.size() - 1) + 1;
    out += escaped(text.substr(begin, end - begin));
    if (end < text.size()) out += "<wbr/>";
    begin = end;
  }
  return out;
}

std::string row_html(const PageTable& table, const std::vector<std::string>& cells, std::string_view tag, bool marked) {
  std::string text = marked ? "<tr class=\"marked\">" : "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool right = i < table.right_aligned.size() && table.right_aligned[i];
    const std::string_view kind = right ? " class=\"number\"" : cells[i].size() > kLongCell ? " class=\"long\"" : "";
    text += fmt::format("<{0}{1}>{2}</{0}>", tag, kind, cell_html(cells[i]));
  }
  return text + "</tr>\n";
}

std::string table_html(const PageTable& table) {
  std::string text;
  if (!table.title.empty()) text += fmt::format("<h2>{}</h2>\n", escaped(table.title));
  text += "<div class=\"wide\"><table>\n";
  if (!table.header.empty()) text += "<thead>" + row_html(table, table.header, "th", false) + "</thead>\n";
  text += "<tbody>\n";
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    text += row_html(table, table.rows[i], "td", i < table.marked.size() && table.marked[i]);
  text += "</tbody></table></div>\n";
  for (const std::string& note : table.notes) text += fmt::format("<p class=\"note\">{}</p>\n", escaped(note));
  return text;
}

}  // namespace

std::string html_page(const Page& page) {
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      escaped(page.headline), kStyle);
  if (!page.lead.empty()) text += fmt::format("<p class=\"lead\">{}</p>\n", escaped(page.lead));
  for (const std::string& warning : page.warnings)
    text += fmt::format("<p class=\"warning\">{}</p>\n", escaped(warning));
  if (!page.picture.empty()) text += fmt::format("<figure>\n{}</figure>\n", page.picture);
  if (!page.charts.empty()) text += "<figure class=\"charts\">\n";
  for (const std::string& chart : page.charts) text += chart;
  if (!page.charts.empty()) text += "</figure>\n";
  for (const PageTable& table : page.tables) text += table_html(table);
  return text + fmt::format("<footer><p>{}</p></footer>\n</body>\n</html>\n", escaped(page.foot));
}

}  // namespace fmplan::picture
