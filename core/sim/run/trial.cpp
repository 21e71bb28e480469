#include "core/sim/run/trial.h"

#include <numeric>

namespace fmplan::sim {

int RunTrial::num_interruptions() const { return std::accumulate(interruptions.begin(), interruptions.end(), 0); }

}  // namespace fmplan::sim
