#include "core/what_if/sweep_page.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "core/answer/page.h"
#include "core/picture/html_page.h"
#include "core/what_if/sweep_document.h"

namespace fmplan::what_if {

std::string sweep_page(const SweepHead& head, std::vector<SweepRow> rows, const SweepCounts& counts,
                       const std::string& picture) {
  const std::int64_t more =
      std::max<std::int64_t>(0, static_cast<std::int64_t>(rows.size()) - static_cast<std::int64_t>(kMostShown));
  if (more > 0) rows.resize(kMostShown);
  picture::Page page = answer::page_of(sweep_document(head, rows, counts, more));
  page.headline = "Sweep of " + head.scenarios.front();
  page.picture = picture;
  page.foot = fmt::format("fmplan {}, catalogues {}, seed {}", head.fmplan_version, head.catalog_version, head.seed);
  return html_page(page);
}

}  // namespace fmplan::what_if
