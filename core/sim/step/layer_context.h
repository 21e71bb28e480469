#pragma once

#include <optional>

#include "core/hardware/kernel_time.h"
#include "core/network/rank_group.h"

namespace fmplan::sim {

/// What every layer of a job shares.
struct LayerContext {
  hardware::KernelRates linear;   ///< of the layers' matrix products
  hardware::KernelRates sixteen;  ///< of the head and of attention
  network::RankGroup tensor;
  network::RankGroup context;
  network::RankGroup expert;
  double expert_domains = 1;  ///< scale-up domains that the ranks of one expert-parallel group lie in
  Seconds exchange_wait{};    ///< of a forward pass, beside sending between these
  double host_slowness = 1;   ///< as hardware::Accelerator has it
  /// With a dispatcher that deduplicates: of that group the ranks of one domain, and one of each domain.
  std::optional<network::RankGroup> expert_inside{};
  std::optional<network::RankGroup> expert_rails{};
  double rails = 1;   ///< domains, whole ones
  double tokens = 0;  ///< of one micro-batch on one context-parallel rank
};

}  // namespace fmplan::sim
