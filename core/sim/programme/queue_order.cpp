#include "core/sim/programme/queue_order.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace fmplan::sim {
namespace {

constexpr double kLast = std::numeric_limits<double>::infinity();

const SimulatedProject& settings_of(const ProgrammeState& s, const Job& job) {
  return s.settings.projects[static_cast<std::size_t>(job.project)];
}

double share_of(const ProgrammeState& s, int organisation) {
  const auto& shares = s.settings.rules.shares;
  return shares.empty() ? 1 : shares[static_cast<std::size_t>(organisation)];
}

}  // namespace

QueueKey queue_key(const ProgrammeState& s, const Job& job) {
  QueueKey key{.eligible_s = job.eligible_s, .number = job.number};
  const SimulatedProject& project = settings_of(s, job);
  switch (s.settings.rules.order) {
    case QueueOrder::kPlanned: key.first = job.task < 0 ? kLast : task_of(s, job).not_before_s; break;
    case QueueOrder::kFifo: break;
    case QueueOrder::kPriority: key.first = -project.priority; break;
    case QueueOrder::kFairShare: {
      const double share = share_of(s, project.organisation);
      key.first = s.books.organisation_node_s(project.organisation, s.now_s) / share;
      key.second = s.books.organisation_nodes(project.organisation) / share;
      break;
    }
    case QueueOrder::kDeadline: key.first = project.deadline_s.value_or(kLast); break;
  }
  return key;
}

bool goes_before(const ProgrammeState& s, const Job& job, const Job& other) {
  switch (s.settings.rules.order) {
    case QueueOrder::kPlanned: return job.task >= 0 && other.task < 0;
    case QueueOrder::kPriority:
    case QueueOrder::kDeadline: return queue_key(s, job).first < queue_key(s, other).first;
    case QueueOrder::kFifo:
    case QueueOrder::kFairShare: break;
  }
  return false;
}

void join_queue(ProgrammeState& s, int job) {
  std::vector<int>& queue = pool_of(s, job_of(s, job).pool).queue;
  if (s.settings.rules.order == QueueOrder::kFairShare) return queue.push_back(job);  // sorted when it is asked for
  const auto key = [&s](int i) { return queue_key(s, job_of(s, i)); };
  queue.insert(std::ranges::upper_bound(queue, key(job), {}, key), job);
}

void sort_queue(ProgrammeState& s, int pool) {
  if (s.settings.rules.order != QueueOrder::kFairShare) return;
  std::vector<int>& queue = pool_of(s, pool).queue;
  // A key takes longer than all comparisons of it.
  std::vector<std::pair<QueueKey, int>> keyed;
  keyed.reserve(queue.size());
  for (const int job : queue) keyed.emplace_back(queue_key(s, job_of(s, job)), job);
  std::ranges::sort(keyed);
  std::ranges::transform(keyed, queue.begin(), &std::pair<QueueKey, int>::second);
}

}  // namespace fmplan::sim
