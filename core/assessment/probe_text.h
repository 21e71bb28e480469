#pragma once

#include <string_view>

namespace fmplan::assessment {

/// core/assessment/probe.sh, which the build makes a source file of; %PLAN% stands for what is to be measured.
extern const std::string_view kProbeText;

}  // namespace fmplan::assessment
