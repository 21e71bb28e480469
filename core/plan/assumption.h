#pragma once

#include <string>

#include "core/base/names.h"
#include "core/base/notice.h"

namespace fmplan::plan {

/// Why a value was taken that the scenario leaves open, or what a figure is that the answer rests on.
enum class AssumptionKind {
  kDefault,   ///< as the field's own description says
  kNotGiven,  ///< a rule of this program
  kPublishedFigure,
  // price and power
  kUsualRegion,
  kPriceAtStart,
  kPriceInForce,
  kPriceChanges,
  kStoragePrice,
  kPowerMeasured,
  kPowerAtFullLoad,
  kPowerOfAccelerators,
  kIdlePower,
  kIdlePowerUnknown,
  kProvidersPue,
  kPueUnknown,
  kGridIntensity,
  kGridUnknown,
  // the machine
  kMatrixProducts,
  kFusedAttention,
  kSustainedClock,
  kLink,
  kCollectives,
  kHostLink,
  kHostMemoryUnknown,
  kLinkInWords,
  kLinkNotStated,
  kLinkNotMeasured,
  kNicPerAccelerator,
  // checkpoints and data
  kDrives,
  kRoundedUp,
  kArchiveAgainstCorruption,
  kDataUnlimited,
  // training
  kFrameworkHabits,
  kUsualFramework,
  kHabitOfFramework,
  kAdapters,
  kUsualAdapterRank,
  kWholeSequences,
  kStepProfile,
  kProbe,
  kAnchorsOverProbe,
  kUsualSoftware,
  kSoftwareFarAway,
  kNoDatedSoftware,
  // the run
  kCatalogueDay,
  kRateBetweenClusters,
  kCampaignHistory,
  kNoCampaignsOfAdapters,
  kProvidersRecovery,
  // what was found
  kNodesLeftOver,
  kNodesReturned,
  kBatchRounded,
  kContention,
  kSearchedAlone,
  kSparesCheapest,
  kSparesFewestHours,
  kSparesInTime,
};

/// The codes that answers carry.
inline constexpr auto kAssumptionCodes =
    names<AssumptionKind>({{"default", AssumptionKind::kDefault},
                           {"not_given", AssumptionKind::kNotGiven},
                           {"published_figure", AssumptionKind::kPublishedFigure},
                           {"usual_region", AssumptionKind::kUsualRegion},
                           {"price_at_start", AssumptionKind::kPriceAtStart},
                           {"price_in_force", AssumptionKind::kPriceInForce},
                           {"price_changes", AssumptionKind::kPriceChanges},
                           {"storage_price", AssumptionKind::kStoragePrice},
                           {"power_measured", AssumptionKind::kPowerMeasured},
                           {"power_at_full_load", AssumptionKind::kPowerAtFullLoad},
                           {"power_of_accelerators", AssumptionKind::kPowerOfAccelerators},
                           {"idle_power", AssumptionKind::kIdlePower},
                           {"idle_power_unknown", AssumptionKind::kIdlePowerUnknown},
                           {"providers_pue", AssumptionKind::kProvidersPue},
                           {"pue_unknown", AssumptionKind::kPueUnknown},
                           {"grid_intensity", AssumptionKind::kGridIntensity},
                           {"grid_unknown", AssumptionKind::kGridUnknown},
                           {"matrix_products", AssumptionKind::kMatrixProducts},
                           {"fused_attention", AssumptionKind::kFusedAttention},
                           {"sustained_clock", AssumptionKind::kSustainedClock},
                           {"link", AssumptionKind::kLink},
                           {"collectives", AssumptionKind::kCollectives},
                           {"host_link", AssumptionKind::kHostLink},
                           {"host_memory_unknown", AssumptionKind::kHostMemoryUnknown},
                           {"link_in_words", AssumptionKind::kLinkInWords},
                           {"link_not_stated", AssumptionKind::kLinkNotStated},
                           {"link_not_measured", AssumptionKind::kLinkNotMeasured},
                           {"nic_per_accelerator", AssumptionKind::kNicPerAccelerator},
                           {"drives", AssumptionKind::kDrives},
                           {"rounded_up", AssumptionKind::kRoundedUp},
                           {"archive_against_corruption", AssumptionKind::kArchiveAgainstCorruption},
                           {"data_unlimited", AssumptionKind::kDataUnlimited},
                           {"framework_habits", AssumptionKind::kFrameworkHabits},
                           {"usual_framework", AssumptionKind::kUsualFramework},
                           {"habit_of_framework", AssumptionKind::kHabitOfFramework},
                           {"adapters", AssumptionKind::kAdapters},
                           {"usual_adapter_rank", AssumptionKind::kUsualAdapterRank},
                           {"whole_sequences", AssumptionKind::kWholeSequences},
                           {"step_profile", AssumptionKind::kStepProfile},
                           {"probe", AssumptionKind::kProbe},
                           {"anchors_over_probe", AssumptionKind::kAnchorsOverProbe},
                           {"usual_software", AssumptionKind::kUsualSoftware},
                           {"software_far_away", AssumptionKind::kSoftwareFarAway},
                           {"no_dated_software", AssumptionKind::kNoDatedSoftware},
                           {"catalogue_day", AssumptionKind::kCatalogueDay},
                           {"rate_between_clusters", AssumptionKind::kRateBetweenClusters},
                           {"campaign_history", AssumptionKind::kCampaignHistory},
                           {"no_campaigns_of_adapters", AssumptionKind::kNoCampaignsOfAdapters},
                           {"providers_recovery", AssumptionKind::kProvidersRecovery},
                           {"nodes_left_over", AssumptionKind::kNodesLeftOver},
                           {"nodes_returned", AssumptionKind::kNodesReturned},
                           {"batch_rounded", AssumptionKind::kBatchRounded},
                           {"contention", AssumptionKind::kContention},
                           {"searched_alone", AssumptionKind::kSearchedAlone},
                           {"spares_cheapest", AssumptionKind::kSparesCheapest},
                           {"spares_fewest_hours", AssumptionKind::kSparesFewestHours},
                           {"spares_in_time", AssumptionKind::kSparesInTime}});

/// The reason, as a code and values; the words are whose who shows it.
struct AssumptionReason {
  AssumptionKind kind = AssumptionKind::kNotGiven;
  NoticeValues values{};

  friend bool operator==(const AssumptionReason&, const AssumptionReason&) = default;
};

/// Something the scenario left open and a rule filled in, or a figure the answer rests on.
struct Assumption {
  std::string path;   ///< where it would be set, as a JSON Pointer
  std::string value;  ///< as people write it
  AssumptionReason why;
  std::string source;

  friend bool operator==(const Assumption&, const Assumption&) = default;
};

}  // namespace fmplan::plan
