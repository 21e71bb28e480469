#pragma once

#include <string>
#include <vector>

#include "core/answer/document.h"
#include "core/programme/programme_answer.h"
#include "core/text/json_writer.h"

namespace fmplan::programme {

/// What `--explain` of a programme prints: its figures (programme_figures(), or "all"), each with its formula and
/// numbers, those of the pools or projects below it, and the prices that money rests on.  `report` is
/// programme_report_json() of the answer.  @throws InputError for a figure that there is not, with the nearest.
answer::Document explain_programme(const std::vector<std::string>& words, const ProgrammeAnswer& answer,
                                   const text::Json& report);

}  // namespace fmplan::programme
