#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/quantity.h"
#include "core/network/collective_group.h"
#include "core/network/nccl_model.h"

namespace fmplan::calibration {

/// One measured time of one collective, with the group it was measured on.
struct CollectiveObservation {
  std::string source_id;
  network::Collective collective = network::Collective::kAllReduce;
  Bytes bytes;
  Seconds time;
  network::CollectiveGroup group;
  network::NcclRestriction only;  ///< what NCCL was told to use

  friend bool operator==(const CollectiveObservation&, const CollectiveObservation&) = default;
};

/// predicted / measured − 1.
double relative_error(const CollectiveObservation& observation, const network::CollectiveProfile& profile);

/// Why the time cannot be of the profile's links, as network::impossible_time() says it; empty: it can.
std::string impossible_time(const CollectiveObservation& observation, const network::CollectiveProfile& profile);

using network::kNumSizeBands;
using network::size_band;
using network::size_band_name;

struct ErrorSummary {
  int num_rows = 0;
  double median = 0;  ///< of |error|
  double percentile_90 = 0;
  double mean = 0;      ///< of |error|
  double bias = 0;      ///< mean signed error
  double coverage = 0;  ///< share of measurements inside the profile's 80 % interval; set by the caller's rule

  friend bool operator==(const ErrorSummary&, const ErrorSummary&) = default;
};
/// Of signed errors, in any order; zeros for none.
ErrorSummary summarise_errors(std::vector<double> errors);

/// One per size band.
std::array<ErrorSummary, kNumSizeBands> errors_by_size(const std::vector<CollectiveObservation>& observations,
                                                       const network::CollectiveProfile& profile);

}  // namespace fmplan::calibration
