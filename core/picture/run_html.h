#pragma once

/// @file
/// A simulated run as one page for a browser.

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
};

struct RunPage {
  std::string headline;
  std::string picture;  ///< an SVG document (run_svg.h), taken as it is
  std::vector<PageTable> tables;
  std::vector<std::string> warnings;
  std::string foot;  ///< what the page was made with
};

/// HTML that needs nothing beside itself: no script, no font, no address is loaded, and a policy in its head forbids
/// it.  All text is escaped.  For print and for narrow screens alike.
std::string run_html(const RunPage& page);

}  // namespace fmplan::picture
