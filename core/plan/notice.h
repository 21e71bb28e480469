#pragma once

#include <vector>

#include "core/base/names.h"
#include "core/base/notice.h"

namespace fmplan::plan {

/// What is to be said of a plan or its run.
enum class NoticeKind {
  // why it cannot run
  kNoPlanDivides,
  kNoPlanFits,
  kNoNodesRun,
  kNoNodesFit,
  kNoNodesInTime,
  kBreaksRule,
  kDeadlineMissed,
  kOutOfMemory,
  kNeverEndsWithoutSpares,
  kNeverEndsAsSparesRunOut,
  kNeverEnds,
  kNoTrialEnds,
  kTooLongToSimulate,
  // what to know of it
  kMemoryTight,
  kPowerUnknown,
  kHazardsLeftOut,
  kNoEndInClosedForm,
  kSparesMayRunOut,
  kFrameworkElsewhere,
  kBeyondContext,
  kBatchBeyondCritical,
  kMostNodesIdle,
  kNoUnitsForRecipe,
  kRecipeOfNvidia,
  kTensorLeavesDomain,
  kDispatchExposed,
  kDispatchOverEfa,
  kPipelineNotFilled,
  kMicroBatchesUneven,
  kZeroBesidePipeline,
  kTokensDropped,
  kLowGoodput,
  kPriceUnknown,
  kPriceUnknownThen,
  kPriceNearby,
  kPartUnpriced,
  kPriceLongUnseen,
  kReservedForLonger,
  kNodesOfNoPhase,
  kNoCheckpointInRun,
  kAnchorsRefused,
  kAnchorsDisagree,
  kTooManyForBlocks,
  kTooLongForBlock,
  kThroughputUnreachable,
  kThroughputBeyondAll,
  kCheckpointTooLong,
  kCheckpointEachStep,
  kStorageFull,
  kStepsWaitForData,
  kNoSecondCopyInTime,
  kNoSecondCopyToContinue,
  kTooFewTrials,
  kSomeTrialsEndless,
  kEndsCorrupted,
  kNoSparesEndAll,
  // parts of others: reasons and remedies
  kSparesRunOut,
  kTrialGivenUp,
  kWriteLessOften,
  kProvisionMore,
  kSpreadPrefixes,
  kFasterStorage,
};

/// The codes that answers carry.
inline constexpr auto kNoticeCodes = names<NoticeKind>({
    {"no_plan_divides", NoticeKind::kNoPlanDivides},
    {"no_plan_fits", NoticeKind::kNoPlanFits},
    {"no_nodes_run", NoticeKind::kNoNodesRun},
    {"no_nodes_fit", NoticeKind::kNoNodesFit},
    {"no_nodes_in_time", NoticeKind::kNoNodesInTime},
    {"breaks_rule", NoticeKind::kBreaksRule},
    {"deadline_missed", NoticeKind::kDeadlineMissed},
    {"out_of_memory", NoticeKind::kOutOfMemory},
    {"never_ends_without_spares", NoticeKind::kNeverEndsWithoutSpares},
    {"never_ends_as_spares_run_out", NoticeKind::kNeverEndsAsSparesRunOut},
    {"never_ends", NoticeKind::kNeverEnds},
    {"no_trial_ends", NoticeKind::kNoTrialEnds},
    {"too_long_to_simulate", NoticeKind::kTooLongToSimulate},
    {"memory_tight", NoticeKind::kMemoryTight},
    {"power_unknown", NoticeKind::kPowerUnknown},
    {"hazards_left_out", NoticeKind::kHazardsLeftOut},
    {"no_end_in_closed_form", NoticeKind::kNoEndInClosedForm},
    {"spares_may_run_out", NoticeKind::kSparesMayRunOut},
    {"framework_elsewhere", NoticeKind::kFrameworkElsewhere},
    {"beyond_context", NoticeKind::kBeyondContext},
    {"batch_beyond_critical", NoticeKind::kBatchBeyondCritical},
    {"most_nodes_idle", NoticeKind::kMostNodesIdle},
    {"no_units_for_recipe", NoticeKind::kNoUnitsForRecipe},
    {"recipe_of_nvidia", NoticeKind::kRecipeOfNvidia},
    {"tensor_leaves_domain", NoticeKind::kTensorLeavesDomain},
    {"dispatch_exposed", NoticeKind::kDispatchExposed},
    {"dispatch_over_efa", NoticeKind::kDispatchOverEfa},
    {"pipeline_not_filled", NoticeKind::kPipelineNotFilled},
    {"micro_batches_uneven", NoticeKind::kMicroBatchesUneven},
    {"zero_beside_pipeline", NoticeKind::kZeroBesidePipeline},
    {"tokens_dropped", NoticeKind::kTokensDropped},
    {"low_goodput", NoticeKind::kLowGoodput},
    {"price_unknown", NoticeKind::kPriceUnknown},
    {"price_unknown_then", NoticeKind::kPriceUnknownThen},
    {"price_nearby", NoticeKind::kPriceNearby},
    {"part_unpriced", NoticeKind::kPartUnpriced},
    {"price_long_unseen", NoticeKind::kPriceLongUnseen},
    {"reserved_for_longer", NoticeKind::kReservedForLonger},
    {"nodes_of_no_phase", NoticeKind::kNodesOfNoPhase},
    {"no_checkpoint_in_run", NoticeKind::kNoCheckpointInRun},
    {"anchors_refused", NoticeKind::kAnchorsRefused},
    {"anchors_disagree", NoticeKind::kAnchorsDisagree},
    {"too_many_for_blocks", NoticeKind::kTooManyForBlocks},
    {"too_long_for_block", NoticeKind::kTooLongForBlock},
    {"throughput_unreachable", NoticeKind::kThroughputUnreachable},
    {"throughput_beyond_all", NoticeKind::kThroughputBeyondAll},
    {"checkpoint_too_long", NoticeKind::kCheckpointTooLong},
    {"checkpoint_each_step", NoticeKind::kCheckpointEachStep},
    {"storage_full", NoticeKind::kStorageFull},
    {"steps_wait_for_data", NoticeKind::kStepsWaitForData},
    {"no_second_copy_in_time", NoticeKind::kNoSecondCopyInTime},
    {"no_second_copy_to_continue", NoticeKind::kNoSecondCopyToContinue},
    {"too_few_trials", NoticeKind::kTooFewTrials},
    {"some_trials_endless", NoticeKind::kSomeTrialsEndless},
    {"ends_corrupted", NoticeKind::kEndsCorrupted},
    {"no_spares_end_all", NoticeKind::kNoSparesEndAll},
    {"spares_run_out", NoticeKind::kSparesRunOut},
    {"trial_given_up", NoticeKind::kTrialGivenUp},
    {"write_less_often", NoticeKind::kWriteLessOften},
    {"provision_more", NoticeKind::kProvisionMore},
    {"spread_prefixes", NoticeKind::kSpreadPrefixes},
    {"faster_storage", NoticeKind::kFasterStorage},
});

using Notice = fmplan::Notice<NoticeKind>;
using Notices = std::vector<Notice>;

/// Whether it says that the closed form sees no end of the run.
constexpr bool says_no_end(NoticeKind kind) {
  return kind == NoticeKind::kNeverEnds || kind == NoticeKind::kNeverEndsWithoutSpares ||
         kind == NoticeKind::kNeverEndsAsSparesRunOut;
}

}  // namespace fmplan::plan
