#include "core/network/rank_group.h"

#include "core/network/nccl_model.h"

namespace fmplan::network {

RankGroup::RankGroup(const hardware::Instance& instance, int num_accelerators, int stride,
                     const CollectiveProfile* profile, int num_in_job)
    : group_(collective_group(instance, num_accelerators, stride, profile ? profile->ranks_per_accelerator : 1,
                              num_in_job)),
      profile_(profile),
      communicator_(profile ? Communicator() : communicator(instance, num_accelerators, stride, num_in_job)) {}

Seconds RankGroup::time(Collective collective, Bytes payload) const {
  if (profile_) return calibrated_seconds(collective, payload, group_, *profile_);
  return collective_time(collective, payload, communicator_).total;
}

}  // namespace fmplan::network
