#include "core/picture/run_html.h"

#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "core/base/markup.h"

namespace fmplan::picture {
namespace {

/// Of the page: chosen to the eye.
constexpr std::string_view kStyle = R"(
body { font: 15px/1.45 "DejaVu Sans", Verdana, Helvetica, Arial, sans-serif; color: #1f2937; background: #ffffff;
       max-width: 1200px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.35em; }
h2 { font-size: 1.05em; margin: 2em 0 0.5em; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-size: 0.9em; }
.wide { overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: 0.25em 1.2em 0.25em 0; border-bottom: 1px solid #e5e7eb; }
th { color: #5b6472; font-weight: normal; border-bottom: 1px solid #9aa3af; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.note, footer { color: #5b6472; font-size: 0.85em; margin: 0.4em 0; }
.warning { background: #fff7ed; border-left: 4px solid #c2410c; padding: 0.5em 0.8em; margin: 0.6em 0; }
@media print { body { margin: 0; } h2 { break-after: avoid; } tr { break-inside: avoid; } }
)";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\'': out += "&#39;"; break;
      case '\n': out += "<br>"; break;
      default: append_markup(out, c);
    }
  }
  return out;
}

std::string row_html(const PageTable& table, const std::vector<std::string>& cells, std::string_view tag) {
  std::string text = "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool right = i < table.right_aligned.size() && table.right_aligned[i];
    text += fmt::format("<{0}{1}>{2}</{0}>", tag, right ? " class=\"number\"" : "", escaped(cells[i]));
  }
  return text + "</tr>\n";
}

std::string table_html(const PageTable& table) {
  std::string text = fmt::format("<h2>{}</h2>\n<div class=\"wide\"><table>\n", escaped(table.title));
  if (!table.header.empty()) text += "<thead>" + row_html(table, table.header, "th") + "</thead>\n";
  text += "<tbody>\n";
  for (const auto& row : table.rows) text += row_html(table, row, "td");
  text += "</tbody></table></div>\n";
  for (const std::string& note : table.notes) text += fmt::format("<p class=\"note\">{}</p>\n", escaped(note));
  return text;
}

}  // namespace

std::string run_html(const RunPage& page) {
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      escaped(page.headline), kStyle);
  for (const std::string& warning : page.warnings)
    text += fmt::format("<p class=\"warning\">{}</p>\n", escaped(warning));
  if (!page.picture.empty()) text += fmt::format("<figure style=\"margin:0\">\n{}</figure>\n", page.picture);
  for (const PageTable& table : page.tables) text += table_html(table);
  return text + fmt::format("<footer><p>{}</p></footer>\n</body>\n</html>\n", escaped(page.foot));
}

}  // namespace fmplan::picture
