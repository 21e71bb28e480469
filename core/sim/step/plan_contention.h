#pragma once

/// @file
/// How much a plan's own traffic slows itself down: sends between pipeline stages, gradients and parameters, each with
/// all ranks at it at once, by the flow simulation (core/network/flow_simulation.h) over the cluster's leaves, spines
/// and cores.
///
/// The closed form times one group of ranks and gives each rank its own share of its machine's NICs
/// (core/network/rank_group.h): the machine's other accelerators are at it too, and what was measured contains that.
/// So "alone" is not one group on an idle cluster; it is all ranks at once with nothing above the NICs in their way.
/// With T the time at which the last of all messages has come,
///
///   slowdown = T(over leaves, spines and cores) / T(as if the switches had no limit),
///
/// which is what oversubscription, collisions on fixed routes and placement add, and nothing that is counted already.
///
/// Ranks lie as Megatron has them: tensor parallelism fastest, then context, then data, pipeline slowest; experts are
/// spread inside context and data.  Over the machines in their order (network::Placement).  The messages:
///   sends           each rank of a stage to the same place in the next, at all boundaries of all replicas at once, and
///                   from the last stage to the first where chunks of the model are interleaved; forwards, backwards,
///                   and both at once: the worst of the three, each against itself
///   data parallel   one step of a ring across the scale-up domains of every group at once: each of a group's ranks in
///                   a domain to one in the next.  All steps are alike, so one stands for all.
/// Messages of one pattern are equally large, unless domains are not equally full, and start together.  Progressive
/// filling ends the last of them when the link with most messages per capacity has carried its own, whatever the others
/// do: its flows run at the lowest level of all from the start, and the lowest level never falls while flows end.  So
/// the size of a message does not matter, and more links make no slowdown below 1.
///
/// Neglected: traffic inside layers (tensor, context and expert parallel), sends, gradients and other jobs at the same
/// time, trees in place of rings, how much of a machine's traffic another order of ranks would keep under a leaf.

#include <optional>
#include <string>

#include "core/base/issue.h"
#include "core/network/cluster_contention.h"
#include "core/sim/step/step_parts.h"
#include "core/sim/step/step_time.h"

namespace fmplan::sim {

struct ContentionOptions {
  network::LeafRouting routing = network::LeafRouting::kSpray;
  network::Placement placement = network::Placement::kPacked;
  std::optional<double> leaf_oversubscription{};  ///< instead of the fabric's own; not below 1

  friend bool operator==(const ContentionOptions&, const ContentionOptions&) = default;
};

/// Factors on times, at least 1.  Bottlenecks are links, as network::contended_link_name() has them; empty where
/// nothing above the NICs slows.
struct PlanContention {
  double send_slowdown = 1;
  double data_parallel_slowdown = 1;
  std::string send_bottleneck{};
  std::string data_parallel_bottleneck{};

  friend bool operator==(const PlanContention&, const PlanContention&) = default;
};

/// Accelerators of one job whose messages are simulated, at most.
inline constexpr int kMostContendedAccelerators = 131'072;

/// What keeps `num_nodes` machines from being simulated: too many accelerators, a ratio that is none, a fabric that
/// does not fit (network::topology_shape()).  Empty if they can.
Issues check_plan_contention(const hardware::Instance& instance, int num_nodes, const ContentionOptions& options);

/// Of a send only what goes with its size slows down, so its factor is 1 + (r − 1)·(1 − latency/time) with r the
/// slowdown above.  Gradients and parameters of dense layers, of experts and between groups of shards each have their
/// own r; the factor is their mean by the time that each has in a step (step_parts.h).
/// @pre check_plan_contention() found nothing; the plan divides the model and the batch.  Nothing if the accelerator
/// has no peak at the precision.
std::optional<PlanContention> plan_contention(const StepJob& job, const ContentionOptions& options = {});

/// The parts of a step under contention; latencies stay.
StageSend slowed(StageSend send, const PlanContention& contention);
ParameterWork slowed(ParameterWork work, const PlanContention& contention);

/// step_time() of the job with its sends and its gradient and parameter traffic slowed.  Traffic that hides behind
/// compute may come out of its hiding.
std::optional<StepTime> contended_step_time(const StepJob& job, const PlanContention& contention);

}  // namespace fmplan::sim
