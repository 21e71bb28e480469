#pragma once

/// @file
/// What a probe measured over what is predicted of the same kernels and collectives, and what that says of the machine.

#include <optional>
#include <string>
#include <vector>

#include "core/calibration/machine_probe.h"
#include "core/evidence/probe_result.h"
#include "core/hardware/cluster.h"
#include "core/network/collective_profile.h"

namespace fmplan::evidence {

/// One measurement beside its prediction, at the full clock of short runs and with no fitted pace.
struct ProbeRatio {
  const ProbeMeasurement* measurement = nullptr;
  std::optional<Seconds> predicted;            ///< none: nothing predicts it, or it is absent
  std::optional<calibration::Probed> decides;  ///< what it tells of; none: nothing
  std::string why_not;                         ///< why it tells of nothing
  /// Of products in 8 and 4 bits: share of the profile's time that is quantising, which a probe leaves out.
  double left_out_share = 0;

  /// ln(measured/predicted).  @pre both are there
  double log_ratio() const;
};

/// In the order of the result, to which they point.  `collectives` is null where the machine's are not measured.
std::vector<ProbeRatio> probe_ratios(const ProbeResult& result, const hardware::Instance& instance,
                                     const network::CollectiveProfile* collectives);

/// The fewest kernels of training size, or long messages, that decide anything.
inline constexpr int kFewestProbePoints = 3;

/// What all measurements of a kind say together; nothing where there are too few.
calibration::MachineProbe machine_probe(const std::vector<ProbeRatio>& ratios, const hardware::Instance& instance);

}  // namespace fmplan::evidence
