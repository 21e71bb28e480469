#pragma once

/// @file
/// What NCCL's own tuner believes a collective takes.  NCCL runs the algorithm and protocol for which it believes the
/// least, and that need not be the one that takes the least: the tuner is a rule of choice, never a prediction.
///
/// With n ranks, N domains of p, S bytes, as NCCL 2.30 has it [NVIDIA/nccl @5067397c, src/graph/tuning.cc]:
///
///   t = latency + S / bandwidth
///   ring       latency = base + (steps − across)·hop + across·net    bandwidth = bus·n/steps
///   tree       latency = base + 2((p − 1)·hop + ⌊log₂N⌋·net)         bandwidth = bus/2 · correction by size
///   NVLS       latency = 25 us, across domains (SHARP) + net         bandwidth = bus·n/steps
///   NVLS-tree  latency = 25 us + 2⌊log₂N⌋·net                        bandwidth = bus·n/steps
///   PAT        latency = base + ⌊log₂N⌋·net/3.5 + 2.8 us·n           bandwidth = 0.75·bus·n/steps
///
/// net has the latency that a transport's plug-in announces, twice for Simple.  `bus` is what NCCL's search of the
/// machine's links finds: of their line rates 0.8 inside a domain and 0.96 across (12 channels of 20 GB/s of an A100's
/// 300, 12 of 30 of an H100's 450, 8 of 90 of a B200's 900; 48 of a 400 Gbit/s NIC's 50), lowered by protocol and by
/// what NCCL grants one channel of a GPU generation.  Neglected: the host's processor (Intel's limits of LL are taken),
/// paths that leave a PCIe switch, buffers registered by the user.

#include <optional>

#include "core/network/collective_group.h"
#include "core/network/collective_profile.h"
#include "core/network/collective_time.h"

namespace fmplan::network {

/// Microseconds that the tuner expects; none where it does not consider the combination: NVLS of two
/// ranks, NVLS-tree and tree inside one, PAT with more than one rank a domain.
/// @pre an all-reduce, all-gather, reduce-scatter, broadcast or reduce of at least two ranks
std::optional<double> tuner_time_us(const NcclTuner& tuner, Collective collective, double bytes,
                                    const CollectiveGroup& group, NcclAlgorithm algorithm, NcclProtocol protocol);

}  // namespace fmplan::network
