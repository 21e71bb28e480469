#pragma once

#include "core/base/random.h"
#include "core/sim/run/run_settings.h"

namespace fmplan::sim {

/// How often each hazard strikes the whole job, per second of exposed time.
struct HazardRates {
  /// @param nodes of the job
  HazardRates(const RunSettings& settings, int num_nodes);

  double nodes = 0;  ///< failures of nodes, at the preset's rate
  HazardRateTable others;
  double renewal_shape = 1, renewal_scale = 0;  ///< η of the time between failures of nodes; 0: exponential
  double aging_shape = 1, aging_scale = 0;      ///< η of one node; 0: none ages
  int num_nodes = 1;

  double sum() const;
};

/// The clocks of one trial's failures.  They run in exposed time: while training and starting.
///
/// All hazards of constant rate share one clock, a unit exponential used up at their total rate; which one struck is
/// drawn then.  Renewals and aging have clocks of their own.
class HazardClocks {
 public:
  /// @param rate_factor on failures of nodes, as drawn for the trial
  HazardClocks(const HazardRates& rates, double rate_factor, const RandomKey& arrivals);

  /// Failures of nodes now come `fleet_factor` times as often as on a mean fleet; only `present_share` of the nodes is
  /// at work.
  void set_fleet(double fleet_factor, double present_share);
  /// The run goes on: the time to the next failure starts anew if one of a renewed clock has struck, else its age
  /// counts on.
  void renew();

  /// Failures of the job's nodes per second, as often as they come to the fleet that is there.
  double node_failures_per_s() const { return node_failures_; }
  double until_next_s() const;
  double age_s() const { return age_s_; }
  /// The nodes have been exposed for so long before.
  void set_age(double age_s);
  void expose(double elapsed_s);
  /// Which clock has run out; it is wound up again.
  RunCause next(RandomStream& kinds);

 private:
  void wind_up_aging();

  const HazardRates& rates_;
  RandomStream arrivals_;
  double rate_factor_;
  double node_failures_ = 0;  ///< by whatever clock
  double node_rate_ = 0;      ///< failures of nodes by the common clock
  double renewal_scale_ = 0;  ///< of the fleet as it is
  double present_share_ = 1;
  double rate_ = 0;    ///< of all hazards of the common clock
  double budget_ = 0;  ///< of unit exponential hazard that is left of it
  double renewal_left_s_;
  double age_s_ = 0, next_aging_s_;
};

}  // namespace fmplan::sim
