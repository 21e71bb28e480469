#pragma once

#include <string>

#include "core/picture/gantt.h"
#include "core/programme/programme_answer.h"

namespace fmplan::programme {

/// Projects, their phases and deadlines over time, what pools have and give, and when blocks that are bought begin and
/// end, by the clock of their rule.
picture::Gantt gantt_of(const ProgrammeAnswer& answer);

}  // namespace fmplan::programme
