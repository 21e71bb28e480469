#pragma once

#include <string>

#include "core/programme/programme_answer.h"

namespace fmplan::programme {

/// Deliveries, returns, blocks, maintenance, deadlines, and the median and late finishes of projects as RFC 5545.
std::string programme_calendar(const ProgrammeAnswer& answer);

}  // namespace fmplan::programme
