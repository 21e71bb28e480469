#include "core/programme/pool_days.h"

#include <algorithm>
#include <cmath>

#include "core/scenario/pool_capacity.h"

namespace fmplan::programme {

using scenario::Pool;
using scenario::Programme;
using scenario::Project;

bool is_stream_in_queue(const Programme& programme, const Project& project, const scenario::ProjectPhase& phase) {
  return phase.jobs && !project.dedicated && programme.policy.kind != scenario::PolicyKind::kPlanned;
}

double end_of_work(double start_day, double days, const std::vector<int>& pauses) {
  double end = start_day + days;
  for (const int pause : pauses)
    if (pause + 1 > start_day && pause < end) end += std::min(1.0, pause + 1 - start_day);
  return end;
}

std::vector<int> nodes_by_day(const Programme& programme, const Pool& pool) {
  // Nodes that are still being checked are as if they came later.
  Pool checked = pool;
  for (scenario::PoolChange& delivery : checked.deliveries)
    delivery.on.days_since_epoch += static_cast<int>(std::ceil(pool.acceptance.check / day));
  std::vector<int> days;
  for (Date date = programme.start; date < programme.end; ++date.days_since_epoch)
    days.push_back(nodes_to_use(checked, date, programme.end));
  return days;
}

}  // namespace fmplan::programme
