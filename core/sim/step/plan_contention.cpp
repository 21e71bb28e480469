#include "core/sim/step/plan_contention.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/integers.h"
#include "core/model/schedule_laws.h"
#include "core/network/flow_simulation.h"
#include "core/network/topology.h"
#include "core/network/topology_query.h"

namespace fmplan::sim {
namespace {

using model::ParallelPlan;
using network::Topology;

/// Slowdowns nearer to 1 are rounding of the flow simulation.
constexpr double kRounding = 1e-9;
/// The slowdown does not depend on it.
constexpr Bytes kHop = 1 * gigabyte;

struct Message {
  int from = 0;  ///< ranks
  int to = 0;
  Bytes bytes;
};

/// The factor on the time of messages that all start together, and the link that is to blame.
struct Slowdown {
  double factor = 1;
  std::string bottleneck;
};

const Slowdown& worse(const Slowdown& a, const Slowdown& b) { return a.factor >= b.factor ? a : b; }

network::JobOnCluster job_on_cluster(int num_nodes, const ContentionOptions& options) {
  return {.num_nodes = num_nodes, .placement = options.placement, .routing = options.routing};
}

network::ContentionCase contention_case(const ContentionOptions& options) {
  return {.leaf_oversubscription = options.leaf_oversubscription};
}

int num_nodes_of(const StepJob& job) {
  const int per_node = job.instance.accelerators_per_node;
  return (world_size(job.settings.plan) + per_node - 1) / per_node;
}

/// The job's ranks on the network's accelerators.
class PlacedJob {
 public:
  PlacedJob(network::TopologyShape shape, const network::JobOnCluster& job, const network::ContentionCase& what)
      : topology_(std::move(shape)), routing_(job.routing) {
    const int per_node = topology_.shape().accelerators_per_node;
    for (const int node : machines_of_job(topology_.shape(), job, what, 0))
      for (int i = 0; i < per_node; ++i) accelerators_.push_back(node * per_node + i);
    for (const network::TopologyLink& link : topology_.links()) {
      network_.capacities.push_back(link.capacity_bytes_per_s * byte_per_second);
      above_nics_.push_back(link.kind == network::LinkKind::kLeafUplink ||
                            link.kind == network::LinkKind::kSpineUplink);
    }
  }

  int domain_of(int rank) const { return topology_.domain_of(accelerators_[at(rank)]); }

  Slowdown slowdown(std::span<const Message> messages) const {
    const network::FlowSet contended = flows(messages, true);
    if (contended.flows.empty() || !crosses_leaves(contended)) return {};
    // Of one round each, flows are done sooner than folded: a deep pipeline is a long chain of classes to refine.
    const network::FlowResult result = simulate(network_, contended);
    const network::FlowResult alone = simulate(network_, flows(messages, false));
    const auto last = std::ranges::max_element(result.finish);
    const double factor = *last / *std::ranges::max_element(alone.finish);
    if (!(factor > 1 + kRounding)) return {};
    const auto& link = result.bottleneck[static_cast<std::size_t>(last - result.finish.begin())];
    return {factor, link ? contended_link_name(topology_, *link, routing_) : ""};
  }

 private:
  network::FlowSet flows(std::span<const Message> messages, bool with_switches) const {
    network::FlowSet set;
    std::vector<int> route;
    for (const Message& message : messages) {
      route.clear();
      topology_.append_route(accelerators_[at(message.from)], accelerators_[at(message.to)], route);
      if (!with_switches) std::erase_if(route, [&](int link) { return above_nics_[at(link)] != 0; });
      set.flows.push_back({.bytes = message.bytes, .route = set.routes.intern(route)});
    }
    return set;
  }

  bool crosses_leaves(const network::FlowSet& set) const {
    for (int route = 0; route < set.routes.size(); ++route)
      if (std::ranges::any_of(set.routes.links(route), [&](int link) { return above_nics_[at(link)] != 0; }))
        return true;
    return false;
  }

  Topology topology_;
  network::LeafRouting routing_;
  std::vector<int> accelerators_;
  network::FlowNetwork network_;
  std::vector<char> above_nics_;
};

/// Where chunks are interleaved, the last rank of a pipeline has a stage before one of the first rank's.
bool wraps(const ParallelPlan& plan) {
  return plan.virtual_pipeline > 1 && schedule_law(plan.schedule).placement == model::StagePlacement::kLooped;
}

Slowdown slowdown_of_sends(const PlacedJob& placed, const ParallelPlan& plan) {
  if (plan.pipeline == 1) return {};
  const int world = world_size(plan), stage = world / plan.pipeline;
  std::vector<Message> forward, backward;
  for (int rank = 0; rank < (wraps(plan) ? world : world - stage); ++rank) {
    const int next = (rank + stage) % world;
    forward.push_back({rank, next, kHop});
    backward.push_back({next, rank, kHop});
  }
  const Slowdown one_way = worse(placed.slowdown(forward), placed.slowdown(backward));
  std::vector<Message> both = std::move(forward);
  both.insert(both.end(), backward.begin(), backward.end());
  return worse(one_way, placed.slowdown(both));
}

/// Ranks of a group that follow one another and share a domain: the group's members [first, first + size).
struct Cluster {
  int first = 0;
  int size = 1;
};

std::vector<Cluster> clusters_of(const PlacedJob& placed, int first_rank, const StridedRanks& ranks) {
  std::vector<Cluster> clusters;
  std::optional<int> domain;
  for (int i = 0; i < ranks.num_ranks; ++i) {
    const int of_rank = placed.domain_of(first_rank + i * ranks.stride);
    if (domain == of_rank) {
      ++clusters.back().size;
    } else {
      clusters.push_back({i, 1});
    }
    domain = of_rank;
  }
  return clusters;
}

/// Every hop of a ring carries as much, over as many ranks as the larger of its two domains has.
void add_ring(const PlacedJob& placed, int first_rank, const StridedRanks& ranks, std::vector<Message>& messages) {
  const std::vector<Cluster> clusters = clusters_of(placed, first_rank, ranks);
  if (clusters.size() < 2) return;
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    const Cluster &from = clusters[c], &to = clusters[(c + 1) % clusters.size()];
    const int lanes = std::max(from.size, to.size);
    for (int lane = 0; lane < lanes; ++lane)
      messages.push_back({first_rank + (from.first + lane % from.size) * ranks.stride,
                          first_rank + (to.first + lane % to.size) * ranks.stride, kHop / lanes});
  }
}

Slowdown slowdown_of_groups(const PlacedJob& placed, const ParallelPlan& plan, const StridedRanks& ranks) {
  if (ranks.num_ranks == 1) return {};
  std::vector<Message> messages;
  const std::int64_t span = std::int64_t{ranks.num_ranks} * ranks.stride;
  for (std::int64_t begin = 0; begin + span <= world_size(plan); begin += span)
    for (int sibling = 0; sibling < ranks.stride; ++sibling)
      add_ring(placed, static_cast<int>(begin) + sibling, ranks, messages);
  return placed.slowdown(messages);
}

/// Times in a step that gradients and parameters move; docs/models/step_time.md.
struct TrafficTimes {
  double gradients = 1;
  double parameters = 1;
};

TrafficTimes traffic_times(const StepSettings& settings) {
  const ParallelPlan& plan = settings.plan;
  const double batches = num_micro_batches(settings);
  const double times = scatters_each_micro_batch(plan) ? batches : 1;
  return {.gradients = times, .parameters = gathers_each_pass(plan) ? 2 * times : 1};
}

Slowdown slowdown_of_parameters(const PlacedJob& placed, const StepSettings& settings, const ParameterWork& work) {
  const ParameterGroups groups = parameter_groups(settings.plan);
  const TrafficTimes times = traffic_times(settings);
  const Seconds expert = times.gradients * work.expert_gradients + times.parameters * work.expert_parameters;
  const Seconds dense = times.gradients * work.gradients + times.parameters * work.parameters - expert;
  Slowdown mean;
  Seconds all, added, most_added;
  for (const auto& [time, ranks] : {std::pair{dense, groups.dense}, std::pair{expert, groups.expert},
                                    std::pair{work.between - work.expert_between, groups.between},
                                    std::pair{work.expert_between, groups.expert_between}}) {
    if (!(time > Seconds{})) continue;
    const Slowdown one = slowdown_of_groups(placed, settings.plan, ranks);
    const Seconds more = (one.factor - 1) * time;
    if (more > most_added) mean.bottleneck = one.bottleneck;
    most_added = std::max(most_added, more);
    added += more;
    all += time;
  }
  if (added > Seconds{}) mean.factor = 1 + added / all;
  return mean;
}

const network::CollectiveProfile* profile_of(const StepJob& job) { return job.collectives.get(); }

}  // namespace

Issues check_plan_contention(const hardware::Instance& instance, int num_nodes, const ContentionOptions& options) {
  Issues issues;
  const std::int64_t accelerators = std::int64_t{num_nodes} * instance.accelerators_per_node;
  if (accelerators > kMostContendedAccelerators)
    issues.push_back({"/cluster/network", fmt::format("{} accelerators are more than the {} whose flows are simulated; "
                                                      "use \"analytic\", or at most {} nodes",
                                                      accelerators, kMostContendedAccelerators,
                                                      kMostContendedAccelerators / instance.accelerators_per_node)});
  if (options.leaf_oversubscription &&
      !(*options.leaf_oversubscription >= 1 && std::isfinite(*options.leaf_oversubscription)))
    issues.push_back({"/cluster/network/leaf_oversubscription",
                      fmt::format("{} is not a ratio from 1; 2 is twice as much bandwidth into leaves as out of them",
                                  *options.leaf_oversubscription)});
  if (!issues.empty()) return issues;
  try {
    contended_shape(instance, job_on_cluster(num_nodes, options), contention_case(options));
  } catch (const InputError& error) {
    return error.issues();
  }
  return {};
}

std::optional<PlanContention> plan_contention(const StepJob& job, const ContentionOptions& options) {
  const auto rates = step_rates(job.settings, job.instance, job.framework);
  if (!rates) return std::nullopt;
  const network::JobOnCluster on_cluster = job_on_cluster(num_nodes_of(job), options);
  const network::ContentionCase what = contention_case(options);
  network::TopologyShape shape = contended_shape(job.instance, on_cluster, what);
  if (!shape.has_fabric) return PlanContention{};
  const PlacedJob placed(std::move(shape), on_cluster, what);

  const model::StageLayout layout = stage_layout(job.model, job.settings.plan, job.framework.layer_deal);
  const StageSend send = stage_send(job.model, job.settings, job.instance, job.framework, profile_of(job));
  const Slowdown sends = send.whole > Seconds{} ? slowdown_of_sends(placed, job.settings.plan) : Slowdown{};
  const Slowdown parameters =
      slowdown_of_parameters(placed, job.settings,
                             parameter_work(job.model, job.settings, job.instance, job.framework, profile_of(job),
                                            *rates, fullest_rank(layout, job.settings.plan)));
  const double of_size = send.whole > Seconds{} ? std::max(0.0, 1 - send.latency / send.whole) : 1;
  return PlanContention{.send_slowdown = 1 + (sends.factor - 1) * of_size,
                        .data_parallel_slowdown = parameters.factor,
                        .send_bottleneck = sends.bottleneck,
                        .data_parallel_bottleneck = parameters.bottleneck};
}

StageSend slowed(StageSend send, const PlanContention& contention) {
  send.whole *= contention.send_slowdown;
  return send;
}

ParameterWork slowed(ParameterWork work, const PlanContention& contention) {
  for (Seconds* time : {&work.gradients, &work.parameters, &work.between, &work.expert_gradients,
                        &work.expert_parameters, &work.expert_between})
    *time *= contention.data_parallel_slowdown;
  return work;
}

std::optional<StepTime> contended_step_time(const StepJob& job, const PlanContention& contention) {
  const auto rates = step_rates(job.settings, job.instance, job.framework);
  if (!rates) return std::nullopt;
  const bool offloads = job.settings.plan.offload != model::Offload{};
  const model::HostMemoryUse host =
      offloads ? host_memory_use(job.model, memory_settings(job.settings, job.framework)) : model::HostMemoryUse{};
  const network::CollectiveProfile* profile = profile_of(job);
  const model::StageLayout layout = stage_layout(job.model, job.settings.plan, job.framework.layer_deal);
  const ParameterWork parameters = parameter_work(job.model, job.settings, job.instance, job.framework, profile, *rates,
                                                  fullest_rank(layout, job.settings.plan));
  return step_time(job.settings, job.instance, job.framework, layout,
                   layer_set(job.model, job.settings, job.instance, job.framework, profile, *rates),
                   slowed(parameters, contention),
                   slowed(stage_send(job.model, job.settings, job.instance, job.framework, profile), contention), host);
}

}  // namespace fmplan::sim
