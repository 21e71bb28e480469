#pragma once

#include "core/base/quantity.h"
#include "core/hardware/cluster.h"
#include "core/network/collective_group.h"
#include "core/network/collective_profile.h"
#include "core/network/collective_time.h"

namespace fmplan::network {

/// The ranks of one communicator on a machine, ready to be timed: with the profile of measurements where the machine
/// has one, else with the textbook's forms.
class RankGroup {
 public:
  /// The ranks on `num_accelerators` accelerators that lie `stride` apart, each with its own share of the NICs; one of
  /// the groups that fill `num_in_job` accelerators (collective_group()).
  /// `profile` may be null, and must outlive the group.
  /// @pre num_accelerators ≥ 1, stride ≥ 1
  RankGroup(const hardware::Instance& instance, int num_accelerators, int stride, const CollectiveProfile* profile,
            int num_in_job = 0);

  /// Whether all ranks lie in one scale-up domain.
  bool is_inside() const { return group_.num_domains == 1; }

  /// @pre payload ≥ 0
  Seconds time(Collective collective, Bytes payload) const;

 private:
  CollectiveGroup group_;
  const CollectiveProfile* profile_;
  Communicator communicator_;  ///< without a profile
};

}  // namespace fmplan::network
