#pragma once

/// @file
/// The one page that answers are shown on in a browser and on paper.

#include <string>
#include <vector>

namespace fmplan::picture {

/// A table of finished text.
struct PageTable {
  std::string title;
  std::vector<std::string> header;  ///< may be empty: a list of label and value
  std::vector<bool> right_aligned;  ///< per column; missing entries are left-aligned
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> notes;  ///< lines under the table
  std::vector<bool> marked{};      ///< per row; missing entries are not
};

struct Page {
  std::string headline;
  std::string lead{};                 ///< a line under it: how sure the headline is
  std::string picture{};              ///< an SVG document as wide as the page, taken as it is
  std::vector<std::string> charts{};  ///< SVG documents, side by side where there is room
  std::vector<PageTable> tables{};
  std::vector<std::string> warnings{};
  std::string foot{};  ///< what the page was made with
};

/// HTML that needs nothing beside itself: no script, no font, no address is loaded, and a policy in its head forbids
/// it.  All text is escaped, and the page is well-formed as XML too.  Light or dark as the reader has set it; a narrow
/// screen scrolls tables sideways; it prints on A4.
std::string html_page(const Page& page);

}  // namespace fmplan::picture
