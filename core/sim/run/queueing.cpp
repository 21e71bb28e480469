#include "core/sim/run/queueing.h"

#include <cmath>

namespace fmplan::sim {

double erlang_b(int servers, double load) {
  if (std::isinf(load)) return 1;
  double blocked = 1;
  for (int c = 1; c <= servers; ++c) blocked = load * blocked / (c + load * blocked);
  return blocked;
}

}  // namespace fmplan::sim
