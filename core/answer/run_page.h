#pragma once

#include <cstdint>
#include <string>

#include "core/answer/document.h"
#include "core/answer/report_json.h"
#include "core/plan/run_study.h"

namespace fmplan::answer {

/// A run's answer as a page (picture/html_page.h) with its picture.  `document` is run_document()'s.
/// @param picture  run_svg() of the study
std::string run_page(const Document& document, const std::string& picture, const ReportOrigin& origin,
                     std::int64_t trials);

}  // namespace fmplan::answer
