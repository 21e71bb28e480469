#pragma once

#include <string>

#include "core/programme/programme_answer.h"

namespace fmplan::programme {

/// A programme's answer as a page (picture/html_page.h) with its Gantt chart.
std::string programme_page(const ProgrammeAnswer& answer);

}  // namespace fmplan::programme
