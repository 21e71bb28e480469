#include "core/answer/run_page.h"

#include <fmt/format.h>

#include "core/answer/page.h"
#include "core/picture/html_page.h"

namespace fmplan::answer {

std::string run_page(const Document& document, const std::string& picture, const ReportOrigin& origin,
                     std::int64_t trials) {
  picture::Page page = page_of(document);
  page.picture = picture;
  page.foot = fmt::format("{}, {} trials", made_with(origin.catalog_version, origin.seed), trials);
  return html_page(page);
}

}  // namespace fmplan::answer
