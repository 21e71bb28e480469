#include "core/base/version.h"

namespace fmplan {

std::string_view version() { return FMPLAN_VERSION; }

}  // namespace fmplan
