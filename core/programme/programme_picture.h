#pragma once

#include <string>

#include "core/picture/gantt.h"
#include "core/programme/study.h"

namespace fmplan::programme {

/// Projects, their phases and deadlines over time, and what pools have and give.
picture::Gantt gantt_of(const Study& study);

}  // namespace fmplan::programme
