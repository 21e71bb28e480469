#include "core/programme/programme_page.h"

#include "core/answer/page.h"
#include "core/picture/gantt_svg.h"
#include "core/picture/html_page.h"
#include "core/programme/programme_document.h"
#include "core/programme/programme_picture.h"

namespace fmplan::programme {

std::string programme_page(const ProgrammeAnswer& answer) {
  picture::Page page = answer::page_of(programme_document(answer));
  page.picture = gantt_svg(gantt_of(answer));
  return html_page(page);
}

}  // namespace fmplan::programme
