#pragma once

#include "core/base/quantity.h"
#include "core/hardware/cluster.h"
#include "core/model/transformer.h"
#include "core/network/collective_profile.h"
#include "core/sim/step/layer_context.h"
#include "core/sim/step/step_settings.h"

namespace fmplan::sim {

/// Routed tokens of the busiest rank over the mean.  A rank that holds all experts has them all, and padded slots are
/// alike everywhere.
double expert_imbalance(const model::MixtureOfExperts& moe, const model::ParallelPlan& plan, const StepHabits& habits);

/// Adds the groups that an exchange needs which deduplicates; nothing for the others.
void add_expert_stages(LayerContext& context, const model::ParallelPlan& plan, const hardware::Instance& instance,
                       const network::CollectiveProfile* profile);

/// One way, to the experts or back, of a rank's tokens, which weigh S if each went once; e ranks on n domains:
///
///   all_to_all     n^spread · A(k·x·S)                   A  all-to-all of e ranks; x  the busiest rank's share,
///                                                        or the capacity factor
///   deduplicating  max(R(P(n)·x·S), I(P(e)·x·S))         R  along rails, one rank of each domain; I  inside a domain
///
/// with P = places_of_token().  Chunks cross the network while others are passed on inside a domain, so that the slower
/// of both counts [github.com/deepseek-ai/DeepEP], and along rails domains exchange without crossing paths: no slowing
/// by their number.  What goes back to one token is summed inside a domain first.  What is waited for beside sending is
/// the link's (hardware::Link::exchange_wait) where that is known; elsewhere it is neglected, 1 to 2 ms with DeepEP on
/// ConnectX-7 (validation/EXPERT_EXCHANGE.md).
/// @pre plan.expert > 1, the dispatcher does not gather
Seconds expert_way_time(const model::MixtureOfExperts& moe, const model::ParallelPlan& plan,
                        const LayerContext& context, const StepHabits& habits, Bytes tokens);

/// Dispatch and combine of one pass of one layer: a way out and a way back of T·h/t elements.  Out they have 8 bits
/// where the framework quantises before [DeepSeek-V3, arXiv:2412.19437, §3.3.2], else 16.  Where tokens are gathered it
/// is an all-gather and a reduce-scatter of all ranks' tokens, slowed by n^spread.
/// @pre plan.expert > 1
Seconds expert_exchange_time(const model::Transformer& model, const StepSettings& settings, const LayerContext& context,
                             const FrameworkProfile& framework);

/// What a forward pass through a mixture's layer waits beside sending: by dispatcher what the link between domains
/// states, where the experts lie in several; nothing where tokens are gathered, for then no rank has to be told how
/// many come.
Seconds exchange_wait(const model::ParallelPlan& plan, const hardware::Instance& instance);

}  // namespace fmplan::sim
