#pragma once

#include "core/answer/document.h"
#include "core/programme/programme_answer.h"

namespace fmplan::programme {

/// Tables for people, and JSON (docs/schema/programme_report.schema.json).
answer::Document programme_document(const ProgrammeAnswer& answer);

}  // namespace fmplan::programme
